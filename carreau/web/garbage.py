"""Python's collector of cyclic garbage, kept from stopping the server in the middle of a move.

Nearly everything here is freed as soon as nobody refers to it. By default Python still looks through all objects
again and again while tables fill up: with 500 tables that was a pause of a third of a second, many times a minute.
"""

from __future__ import annotations

import asyncio
import gc

THRESHOLDS = (50_000, 50, 1_000)  # objects more than before; then, of the rounds among young ones, how often older ones
FULL_SECONDS = 600


async def collect_now_and_then() -> None:
    """What has been loaded stays; of the rest the young are looked through rarely, all of them every ten minutes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    while True:
        await asyncio.sleep(FULL_SECONDS)
        gc.collect()
