"""The computers at the tables: they watch every room, think in processes of their own, and give orders like people.

A hundred of them may wait for an engine; no person waits for them.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import SystemRandom
from zlib import crc32

from carreau.engines.analysis import Analysis, Limits
from carreau.engines.draws import QUESTION, is_between_allies, takes_draw
from carreau.engines.pool import Pool
from carreau.engines.speech import claim
from carreau.rules.errors import EngineFailed
from carreau.tables import orders
from carreau.tables.entries import AnyEntry
from carreau.tables.table import Table
from carreau.web.rooms import Now, Room, Rooms

HINT_SECONDS = 2.0
PATIENCE = (1, 2, 5, 10, 30)  # seconds until a computer whose engine failed tries again
BEAT = 600  # milliseconds that the move of one computer is there to be seen before another moves
EARLY = 1  # milliseconds by which a timer may wake before its time

_random = SystemRandom()
_log = logging.getLogger(__name__)


class Computers:
    def __init__(self, rooms: Rooms, pool: Pool, now: Now) -> None:
        self._rooms = rooms
        self._pool = pool
        self._now = now
        self._busy: dict[str, asyncio.Task[None]] = {}  # one a table
        rooms.watchers.append(self.notice)

    @property
    def thinking(self) -> int:
        return len(self._busy)

    async def close(self) -> None:
        for task in list(self._busy.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await asyncio.to_thread(self._pool.close)

    def notice(self, room: Room, entries: list[AnyEntry]) -> None:
        """Something has changed at a table: is there something for a computer to do?"""
        table_id = room.table.id
        if self._has_work(room.table) and table_id not in self._busy:
            self._rooms.hold(room)
            self._busy[table_id] = asyncio.create_task(self._serve(room))

    def _has_work(self, table: Table) -> bool:
        return bool(_speakers(table)) or _mover(table) is not None or bool(_asked(table))

    async def _serve(self, room: Room) -> None:
        """All that the computers of one table have to do, until it is somebody else's turn."""
        failures = 0
        try:
            while self._has_work(room.table):
                try:
                    await self._act(room)
                    failures = 0
                except EngineFailed as failure:
                    _log.warning("table %s: %s", room.table.id, failure)
                    await asyncio.sleep(PATIENCE[min(failures, len(PATIENCE) - 1)])
                    failures += 1
        except Exception:  # a fault here decides no game; the next entry, or the next visitor, begins anew
            _log.exception("table %s: the computers gave up", room.table.id)
        finally:
            del self._busy[room.table.id]
            self._rooms.release(room)

    async def _act(self, room: Room) -> None:
        """One thing. If the table changes meanwhile, the order comes too late, and what is to be done is seen anew."""
        table = room.table
        with suppress(orders.Denied):
            for seat in _asked(table):
                agrees = await self._takes_draw(table, seat)
                await room.give(lambda at, now: orders.answer(at, seat, "draw", agrees=agrees, now=now))  # noqa: B023
                return
            for seat, said in _speakers(table).items():
                await room.give(lambda at, now: orders.move(at, seat, said, ply=table.ply, now=now))  # noqa: B023
                return
            mover = _mover(table)
            if mover is not None:
                limits = Limits(level=table.chairs[mover].level, seed=_random.getrandbits(31))
                found = await self._ask(table, mover, limits)
                await asyncio.sleep(self._until_seen(table))
                await room.give(lambda at, now: orders.move(at, mover, found.best, ply=table.ply, now=now))

    async def _ask(self, table: Table, seat: int, limits: Limits) -> Analysis:
        request = self._pool.submit(table.state, limits, client=table.id, thinker=seat)
        try:
            return await asyncio.wrap_future(request)
        except asyncio.CancelledError:
            request.cancel()
            raise

    def _until_seen(self, table: Table) -> float:
        """Seconds until the eye has followed the last move, if a computer made it; people know what they played."""
        is_ours = bool(table.movers) and table.chairs[table.movers[-1]].is_computer
        left = table.at + BEAT - self._now()
        return (left + EARLY) / 1000 if is_ours and left > 0 else 0.0

    async def _takes_draw(self, table: Table, seat: int) -> bool:
        if is_between_allies(table.state, seat, table.questions["draw"].seat):
            return True
        return takes_draw(table.state, seat, await self._ask(table, seat, QUESTION))

    async def advise(self, table: Table, seat: int) -> Analysis:
        """The best that two seconds find, for the person at that seat."""
        return await self._ask(table, seat, Limits(seconds=HINT_SECONDS, every=True))


def _mover(table: Table) -> int | None:
    """The computer whose turn it is."""
    seat = table.seat
    return seat if seat is not None and table.chairs[seat].is_computer else None


def _asked(table: Table) -> list[int]:
    """The computers that somebody has offered a draw, and that have not answered."""
    asked = table.questions.get("draw")
    if asked is None:
        return []
    waiting = set(orders.draw_partners(table, asked.seat)) - table.agreed["draw"]
    return [seat for seat in sorted(waiting) if table.chairs[seat].is_computer]


def _speakers(table: Table) -> dict[int, str]:
    """What computers have to claim, in games where players speak up. The same position is looked at once."""
    if table.seat is None:
        return {}
    found = {}
    for seat, chair in enumerate(table.chairs):
        said = claim(table.state.view(seat), chair.level, crc32(table.id.encode())) if chair.is_computer else None
        if said is not None:
            found[seat] = said
    return found
