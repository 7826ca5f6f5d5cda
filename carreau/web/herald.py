"""News go out one room at a time, after whatever else waits: an answer never waits for other tables' pictures.

What happens at a table before its turn comes is told at once, so that a server with too much to do draws less.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Tell = Callable[[], None]


class Herald:
    def __init__(self) -> None:
        self._waiting: dict[Tell, None] = {}

    def announce(self, tell: Tell) -> None:
        """Have that called soon, once however often it is announced until then."""
        if not self._waiting:
            self._call_soon()
        self._waiting[tell] = None

    def _call_soon(self) -> None:
        asyncio.get_running_loop().call_soon(self._tell_one)

    def _tell_one(self) -> None:
        tell = next(iter(self._waiting))
        del self._waiting[tell]
        if self._waiting:
            self._call_soon()
        tell()
