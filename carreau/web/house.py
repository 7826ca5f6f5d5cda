"""All that a server has: the store, the rooms, the guests, the computers and the clocks, opened and closed together."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from carreau.engines.pool import Pool
from carreau.store.database import open_database
from carreau.store.store import Player, Store
from carreau.tables import orders
from carreau.tables.opening import Invited, open_table, rematch
from carreau.tables.table import Table
from carreau.web.computers import Computers
from carreau.web.garbage import collect_now_and_then
from carreau.web.guests import Guests
from carreau.web.metrics import Metrics
from carreau.web.reviews import Reviews
from carreau.web.rooms import Now, Room, Rooms
from carreau.web.timers import Timers

TABLE_BYTES = 9


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class House:
    def __init__(self, store: Store, pool: Pool, now: Now) -> None:
        self.store = store
        self.now = now
        self.metrics = Metrics()
        self.rooms = Rooms(store, now)
        self.guests = Guests(store)
        self.computers = Computers(self.rooms, pool, now)
        self.reviews = Reviews(pool)
        self.timers = Timers(self.rooms, store, now)
        self.metrics.watch(self.rooms, self.computers)
        self._rematches: dict[str, asyncio.Lock] = {}

    async def open_table(self, player: Player, wish: Mapping[str, Any]) -> tuple[Room, Invited]:
        """A new table as somebody wishes it, and the secrets of its empty chairs."""
        invited = open_table(player=player.id, name=player.name, now=self.now(), **wish)
        return await self.rooms.open(Table(_new_id(), invited.opened)), invited

    async def rematch(self, room: Room, player: str) -> str:
        """The table where the same players go on; the first who asks opens it, the others find it."""
        lock = self._rematches.setdefault(room.table.id, asyncio.Lock())
        try:
            async with lock:
                if not room.table.followed_by:
                    opened = rematch(room.table, player=player, now=self.now())
                    following = await self.rooms.open(Table(_new_id(), opened))
                    seat = room.table.seats_of(player)[0]
                    await room.give(lambda table, now: orders.follow(table, seat, following.table.id, now=now))
                return room.table.followed_by
        finally:
            if not lock.locked():
                self._rematches.pop(room.table.id, None)


def _new_id() -> str:
    return secrets.token_urlsafe(TABLE_BYTES)


@asynccontextmanager
async def open_house(database: str, *, engines: int | None = None, now: Now = wall_clock) -> AsyncIterator[House]:
    store = Store(await asyncio.to_thread(open_database, database))
    house = House(store, Pool(engines), now)
    collecting = asyncio.create_task(collect_now_and_then())
    try:
        await house.timers.start()
        yield house
    finally:
        collecting.cancel()
        await house.reviews.close()
        await house.computers.close()
        await house.timers.close()
        await store.close()
