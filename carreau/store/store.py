"""Tables and players, kept. Reading happens in threads, writing in one; the caller's loop waits for neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Insert, Integer, Row, Update, and_, column, delete, insert, select, update

from carreau.rules.errors import Error
from carreau.rules.language import Text
from carreau.store.rows import packed, unpacked
from carreau.store.schema import entries, heartbeat, players, seats, tables
from carreau.store.writer import Job, Writer
from carreau.tables.entries import AnyEntry, Sat, read_entry, write_entry
from carreau.tables.table import Table

T = TypeVar("T")
ONE = 1  # the only row of the heartbeat


class Conflict(Error):
    """Somebody else has written to the table's log: what was to be added does not follow what is there."""


@dataclass(frozen=True)
class Player:
    id: str
    name: str


@dataclass(frozen=True)
class Summary:
    """A table in a list."""

    id: str
    game: str
    at: int
    is_over: bool
    is_your_turn: bool
    names: tuple[str, ...]  # by seat; empty for computers and where nobody sits
    levels: tuple[int, ...]


class Store:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    async def close(self) -> None:
        """Everything that was promised is written first."""
        await asyncio.to_thread(self._writer.close)
        self._engine.dispose()

    async def _write(self, job: Job) -> None:
        await self._writer.submit(job)

    async def _read(self, query: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(run)

    # Tables

    async def open(self, table: Table) -> None:
        """A new table, with the one entry of its log."""
        await self._write(lambda connection: _open(connection, table))

    def append(self, after: Table, added: Sequence[AnyEntry]) -> asyncio.Future[None]:
        """The last entries of a table's log; when what this returns is done they are on the disk.

        `after` is the table with them; the one that people play at becomes it when they are stored.
        """
        # Written out here, so that the writer's thread has nothing to do but to write.
        bodies = [write_entry(entry) for entry in added]
        summary, sitting = summary_of(after), sitting_at(after) if any(isinstance(e, Sat) for e in added) else []
        return self._writer.submit(Growth(after, bodies, summary, sitting))

    async def load(self, table_id: str) -> Table | None:
        """The table as its log tells it; None if there is none of that id."""
        query = select(entries.c.body).where(entries.c.table == table_id).order_by(entries.c.version)
        bodies = await self._read(lambda connection: connection.scalars(query).all())
        return Table.of(table_id, map(read_entry, bodies)) if bodies else None

    async def tables_of(self, player: str, *, most: int = 50) -> list[Summary]:
        """Where a person sits or sat, the latest first, games in progress before the others."""
        mine = select(seats.c.table).where(seats.c.player == player)
        query = select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.is_over, tables.c.at.desc()).limit(most)

        def read(connection: Connection) -> list[Summary]:
            rows = connection.execute(query).all()
            sitting: dict[str, list[Row[Any]]] = {row.id: [] for row in rows}
            for chair in connection.execute(select(seats).where(seats.c.table.in_(sitting)).order_by(seats.c.seat)):
                sitting[chair.table].append(chair)
            return [
                Summary(
                    row.id, row.game, row.at, row.is_over, row.turn == player,
                    tuple(chair.name for chair in sitting[row.id]), tuple(chair.level for chair in sitting[row.id]),
                )
                for row in rows
            ]  # fmt: skip

        return await self._read(read)

    async def falling(self) -> list[str]:
        """The tables where somebody's time runs."""
        query = select(tables.c.id).where(and_(tables.c.is_over.is_(False), tables.c.falls_at.is_not(None)))
        return list(await self._read(lambda connection: connection.scalars(query).all()))

    # Players

    async def add_player(self, player: Player, secret: str, *, now: int) -> None:
        """A new guest; `secret` is the digest of what the guest's cookie holds."""
        row = insert(players).values(id=player.id, name=player.name, secret=secret, since=now)
        await self._write(lambda connection: connection.execute(row))

    async def rename_player(self, player: Player) -> None:
        row = update(players).where(players.c.id == player.id).values(name=player.name)
        await self._write(lambda connection: connection.execute(row))

    async def player_with(self, secret: str) -> Player | None:
        query = select(players.c.id, players.c.name).where(players.c.secret == secret)
        row = await self._read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Player(row.id, row.name)

    # The server's own life

    async def beat(self, now: int) -> None:
        """The server is alive."""

        def write(connection: Connection) -> None:
            connection.execute(delete(heartbeat))
            connection.execute(insert(heartbeat).values(id=ONE, at=now))

        await self._write(write)

    async def last_beat(self) -> int | None:
        """When a server was last known to be alive."""
        query = select(heartbeat.c.at)
        return await self._read(lambda connection: connection.scalar(query))


def summary_of(table: Table) -> dict[str, object]:
    seat = table.seat
    turn = "" if seat is None else table.chairs[seat].player
    return {
        "version": table.version, "at": table.at, "is_over": table.is_over, "turn": turn,
        "falls_at": table.clock.falls_at,
    }  # fmt: skip


def sitting_at(table: Table) -> list[dict[str, object]]:
    """Who is at each seat, or for whom it is kept."""
    return [
        {"table": table.id, "seat": seat, "player": chair.player or chair.kept_for, "name": chair.name,
         "level": chair.level}
        for seat, chair in enumerate(table.chairs)
    ]  # fmt: skip


def _open(connection: Connection, table: Table) -> None:
    connection.execute(insert(tables).values(id=table.id, game=table.opened.game, **summary_of(table)))
    connection.execute(insert(entries).values(table=table.id, version=1, body=write_entry(table.opened)))
    connection.execute(insert(seats), sitting_at(table))


class Growth:
    """What is added to a table's log, and what the lists tell of the table then."""

    def __init__(
        self, after: Table, bodies: list[str], summary: dict[str, object], sitting: list[dict[str, object]]
    ) -> None:
        before = after.version - len(bodies)
        self.table = after.id
        self.summary = {"id": after.id, "before": before, **summary}
        self.entries = [{"table": after.id, "version": before + at, "body": body} for at, body in enumerate(bodies, 1)]
        self.sitting = sitting

    def __call__(self, connection: Connection) -> None:
        self.together([self], connection)

    @staticmethod
    def together(added: Sequence[Growth], connection: Connection) -> None:
        """Two statements for all of them; if one does not follow what is stored, none is written."""
        grow, add = _growing(connection.dialect.name)
        if connection.execute(grow, packed(each.summary for each in added)).rowcount != len(added):
            ids = ", ".join(each.table for each in added)
            raise Conflict(Text(f"table {ids} was changed by another server",
                                f"la table {ids} a été changée par un autre serveur"))  # fmt: skip
        connection.execute(add, packed(entry for each in added for entry in each.entries))
        for each in added:
            if each.sitting:
                connection.execute(delete(seats).where(seats.c.table == each.table))
                connection.execute(insert(seats), each.sitting)


@cache
def _growing(dialect: str) -> tuple[Update, Insert]:
    """The summaries of some tables changed, and the entries added. Made once: that takes longer than running them."""
    told = (tables.c.version, tables.c.at, tables.c.is_over, tables.c.turn, tables.c.falls_at)
    before = column("before", Integer)
    new = unpacked(dialect, tables.c.id, before, *told)
    # The version must be the one that the entries follow: another writer would have raised it.
    follows = (tables.c.id == new[tables.c.id.name], tables.c.version == new[before.name])
    grow = update(tables).where(*follows).values({each: new[each.name] for each in told})
    rows = unpacked(dialect, *entries.c)
    return grow, insert(entries).from_select([*rows], select(*rows.values()))
