"""Tables that are being played at: one room each, where orders come in one after another and news go out.

An order becomes entries, the entries are stored, the table takes them in, and only then anybody hears of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol

from carreau.rules.language import Text, in_language
from carreau.store.store import Conflict, Store
from carreau.tables.entries import AnyEntry, Moved, Said, Sat
from carreau.tables.orders import Denied
from carreau.tables.phrases import PHRASES
from carreau.tables.table import Table
from carreau.tables.words import seat_title
from carreau.web.frames import Position, Present, Told, write_frame
from carreau.web.herald import Herald
from carreau.web.sight import Glance, Person, eye, glance, position

Order = Callable[[Table, int], list[AnyEntry]]
Now = Callable[[], int]


class Visitor(Protocol):
    """A socket at a table."""

    person: Person
    last: Glance | None  # what it was shown last

    def tell(self, frame: str) -> None: ...


class Room:
    def __init__(self, table: Table, store: Store, now: Now, herald: Herald) -> None:
        self.table = table
        self.visitors: set[Visitor] = set()
        self.watchers: list[Callable[[Room, list[AnyEntry]], None]] = []  # told of what was stored
        self._store = store
        self.now = now
        self._herald = herald
        self._news: list[AnyEntry] = []  # what is to be told
        self._orders: deque[tuple[Order, asyncio.Future[int]]] = deque()  # the first is being carried out
        self._glances: dict[tuple[int, str], Glance] = {}
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        return bool(self._orders)

    def give(self, order: Order) -> asyncio.Future[int]:
        """Have an order carried out; the version at which it is stored. Denied says why not.

        Who gave it may go away in the middle: it is carried out all the same.
        """
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._orders.append((order, done))
        if len(self._orders) == 1:
            self._carry_out_next()
        return done

    def _carry_out_next(self) -> None:
        """Orders that change nothing are answered at once; with the first that does we wait until it is stored."""
        while self._orders:
            order, _ = self._orders[0]
            try:
                entries = order(self.table, self.now())
                if entries:
                    after = self.table.after(entries)
                    stored = self._store.append(after, entries)
                    stored.add_done_callback(partial(self._take_in, after, entries))
                    return
            except Exception as error:
                self._answer(error)
            else:
                self._answer()

    def _take_in(self, after: Table, entries: list[AnyEntry], stored: asyncio.Future[None]) -> None:
        error = stored.exception()
        if isinstance(error, Conflict):
            self._reading = asyncio.create_task(self._read_again(error))
            return
        try:
            if error is None:
                self.table = after
                self._glances.clear()
                self._news += entries
                self._herald.announce(self._tell_news)
                for watcher in self.watchers:
                    watcher(self, entries)
        finally:
            self._answer(error)
            self._carry_out_next()

    def _answer(self, error: BaseException | None = None) -> None:
        _, done = self._orders.popleft()
        if done.done():  # who gave the order has gone
            return
        if error is None:
            done.set_result(self.table.version)
        else:
            done.set_exception(error)

    async def _read_again(self, conflict: Conflict) -> None:
        """Another server has written: what is in the store is true."""
        try:
            stored = await self._store.load(self.table.id)
            assert stored is not None
            self.table = stored
            self._glances.clear()
            for visitor in list(self.visitors):
                visitor.last = None
                self.show(visitor)
        finally:
            self._answer(Denied("conflict", conflict.text))
            self._carry_out_next()

    # What people see

    def glance(self, person: Person) -> Glance:
        key = eye(self.table, person), person.lang
        if key not in self._glances:
            self._glances[key] = glance(self.table, *key)
        return self._glances[key]

    def show(self, visitor: Visitor, entries: Iterable[AnyEntry] = ()) -> None:
        """The present position: the whole of it to a visitor who has not seen the version before."""
        now, before = self.glance(visitor.person), visitor.last
        visitor.last = now
        visitor.tell(write_frame(self.frame(visitor.person, now, before, list(entries))))

    def frame(self, person: Person, now: Glance, before: Glance | None, entries: list[AnyEntry]) -> Position:
        moves = self.table.state.history
        moved = [entry for entry in entries if isinstance(entry, Moved)]
        since = 0 if before is None or len(moved) != now.ply - before.ply else before.ply
        with in_language(person.lang):
            said = " ".join(self._sentence(entry) for entry in moved)
            phrases = tuple((e.seat, str(PHRASES[e.phrase])) for e in entries if isinstance(e, Said))
        return position(
            self.table, person, now, before, moment=self.now(), said=said, phrases=phrases,
            moves=moves[since:], movers=self.table.movers_since(since),
        )  # fmt: skip

    def _sentence(self, entry: Moved) -> str:
        name = self.table.chairs[entry.seat].name
        title = seat_title(self.table.state, entry.seat)
        return str(Text(f"{name or title.en}: {entry.move}.", f"{name or title.fr} : {entry.move}."))

    def _tell_news(self) -> None:
        news, self._news = self._news, []
        for visitor in list(self.visitors):
            if visitor.last is None or visitor.last.version < self.table.version:  # else it has come meanwhile
                self.show(visitor, news)
        if any(isinstance(entry, Sat) for entry in news):
            self._tell_presence()

    # Who is there

    def enter(self, visitor: Visitor) -> None:
        self.visitors.add(visitor)
        self._tell_presence()

    def leave(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self._tell_presence()

    def presence(self) -> Present:
        here = {visitor.person.player for visitor in self.visitors}
        seats = tuple(bool(chair.player) and chair.player in here for chair in self.table.chairs)
        players = {chair.player for chair in self.table.chairs if chair.player}
        return Present(seats=seats, watching=sum(v.person.player not in players for v in self.visitors))

    def _tell_presence(self) -> None:
        self.tell(self.presence())

    def tell(self, frame: Told) -> None:
        written = write_frame(frame)
        for visitor in list(self.visitors):
            visitor.tell(written)


class Rooms:
    """The rooms that are open. One opens when somebody comes, and closes when nobody needs it any more."""

    def __init__(self, store: Store, now: Now) -> None:
        self.store = store
        self.now = now
        self.watchers: list[Callable[[Room, list[AnyEntry]], None]] = []
        self._herald = Herald()
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}
        self._needed: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, table: Table) -> Room:
        """A new table."""
        await self.store.open(table)
        room = self._furnish(table)
        self._announce(room)
        return room

    async def find(self, table_id: str) -> Room | None:
        """The room of a table, loaded if need be; None if there is no such table."""
        if table_id in self._rooms:
            return self._rooms[table_id]
        if table_id not in self._opening:
            self._opening[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._opening[table_id])

    async def _load(self, table_id: str) -> Room | None:
        try:
            table = await self.store.load(table_id)
            if table is None:
                return None
            room = self._furnish(table)
            self._announce(room)
            return room
        finally:
            del self._opening[table_id]

    def _furnish(self, table: Table) -> Room:
        room = self._rooms[table.id] = Room(table, self.store, self.now, self._herald)
        room.watchers = self.watchers
        return room

    def _announce(self, room: Room) -> None:
        for watcher in self.watchers:
            watcher(room, [])

    # As long as somebody needs a room it stays

    def hold(self, room: Room) -> None:
        self._needed[room.table.id] = self._needed.get(room.table.id, 0) + 1

    def release(self, room: Room) -> None:
        table_id = room.table.id
        self._needed[table_id] -= 1
        if self._needed[table_id] == 0:
            del self._needed[table_id]
            self.tidy(room)

    def tidy(self, room: Room) -> None:
        """Close a room that nobody is in and nothing happens in; what it was is in the store."""
        if not room.visitors and room.table.id not in self._needed and not room.is_busy:
            self._rooms.pop(room.table.id, None)
