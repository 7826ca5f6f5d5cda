"""Time at the tables: flags that fall, and a heartbeat by which the next server knows how long this one was away."""

from __future__ import annotations

import asyncio
import heapq
import logging

from carreau.store.store import Store
from carreau.tables import orders
from carreau.tables.entries import AnyEntry
from carreau.web.rooms import Now, Room, Rooms

BEAT_SECONDS = 5
MOST_SLEEP = 60.0

_log = logging.getLogger(__name__)


class Timers:
    """One task for all clocks."""

    def __init__(self, rooms: Rooms, store: Store, now: Now) -> None:
        self._rooms = rooms
        self._store = store
        self._now = now
        self._due: list[tuple[int, str]] = []
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        rooms.watchers.append(self.notice)

    async def start(self) -> None:
        """Find out how long nobody could move, and take up every clock that runs."""
        last, now = await self._store.last_beat(), self._now()
        for table_id in await self._store.falling():
            room = await self._rooms.find(table_id)  # which announces itself to `notice`
            if room is not None and last is not None:
                await room.give(lambda table, at: orders.credit(table, (last, now), now=at))
        await self._store.beat(now)
        self._tasks = [asyncio.create_task(self._fall()), asyncio.create_task(self._beat())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._store.beat(self._now())

    def notice(self, room: Room, entries: list[AnyEntry]) -> None:
        falls_at = room.table.clock.falls_at
        if falls_at is not None:
            heapq.heappush(self._due, (falls_at, room.table.id))
            self._changed.set()

    async def _fall(self) -> None:
        while True:
            self._changed.clear()
            now = self._now()
            while self._due and self._due[0][0] <= now:
                _, table_id = heapq.heappop(self._due)
                await self._end(table_id)
            wait = min((self._due[0][0] - now) / 1000, MOST_SLEEP) if self._due else MOST_SLEEP
            try:
                async with asyncio.timeout(max(wait, 0.001)):
                    await self._changed.wait()
            except TimeoutError:
                pass

    async def _end(self, table_id: str) -> None:
        """The clock is looked at once more, in turn with moves that may just be coming in."""
        try:
            room = await self._rooms.find(table_id)
            if room is not None:
                await room.give(lambda table, now: orders.fall(table, now=now))
        except Exception:
            _log.exception("table %s: its clock could not be looked at", table_id)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._store.beat(self._now())
            except Exception:
                _log.exception("no heartbeat")
