"""News go out some rooms at a time, after whatever else waits: an answer never waits for many tables' pictures.

What happens at a table before its turn comes is told at once, so that a server with too much to do draws less. Drawing
for several tables in a row takes less time than turning to something else after each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice

Tell = Callable[[], None]
MOST_AT_ONCE = 40  # a few hundredths of a second


class Herald:
    def __init__(self) -> None:
        self._waiting: dict[Tell, None] = {}

    def announce(self, tell: Tell) -> None:
        """Have that called soon, once however often it is announced until then."""
        if not self._waiting:
            self._call_soon()
        self._waiting[tell] = None

    def _call_soon(self) -> None:
        asyncio.get_running_loop().call_soon(self._tell_some)

    def _tell_some(self) -> None:
        try:
            for tell in [*islice(self._waiting, MOST_AT_ONCE)]:
                del self._waiting[tell]
                tell()
        finally:
            if self._waiting:
                self._call_soon()
