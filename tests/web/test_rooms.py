"""Rooms and their news, on a real store: orders that are begun are carried out, and everybody hears of them in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from carreau.store.database import open_database
from carreau.store.store import Store
from carreau.tables import orders
from carreau.tables.entries import AnyEntry
from carreau.tables.opening import Wish, open_table
from carreau.tables.table import Table
from carreau.web.herald import MOST_AT_ONCE, Herald
from carreau.web.rooms import Order, Room, Rooms
from carreau.web.sight import Glance, Person


class Visitor:
    """Somebody who keeps what is told."""

    def __init__(self) -> None:
        self.person = Person("ben", "en")
        self.last: Glance | None = None
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def tell(self, frame: str) -> None:
        self.told.put_nowait(msgspec.json.decode(frame))

    async def position(self) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while (frame := await self.told.get())["t"] != "position":
                pass
        return frame


def move(text: str, ply: int) -> Order:
    return lambda table, now: orders.move(table, ply % 2, text, ply=ply, now=now)


def in_a_room(folder: Path, work: Callable[[Room], Awaitable[None]]) -> None:
    """A table of Squadro on a store of its own."""

    async def run() -> None:
        store = Store(open_database(f"sqlite:///{folder / 'games.db'}"))
        wishes = [Wish("me"), Wish("here", "Ben")]
        invited = open_table("squadro", wishes, player="ana", name="Ana", now=0, options={"first": 0})
        await work(await Rooms(store, lambda: 0).open(Table("t", invited.opened)))
        await store.close()

    asyncio.run(run())


def enter(room: Room) -> Visitor:
    visitor = Visitor()
    room.show(visitor)
    room.enter(visitor)
    return visitor


def test_who_leaves_in_the_middle_of_an_order_has_given_it(tmp_path: Path) -> None:
    """A telephone that falls asleep just after a move: the move is stored, and the others hear of it."""

    async def work(room: Room) -> None:
        watching = enter(room)
        assert (await watching.position())["ply"] == 0

        async def give() -> None:
            await room.give(move("1", 0))

        giving = asyncio.create_task(give())
        await asyncio.sleep(0)
        giving.cancel()
        assert (await watching.position())["moves"] == ["1"]
        assert await room.give(move("2", 1)) == 3

    in_a_room(tmp_path, work)


def test_a_visitor_who_comes_before_the_news_is_not_told_twice(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        before = enter(room)
        late: list[Visitor] = []
        room.watchers = [lambda *_: late.append(enter(room))]  # as soon as it is stored
        await room.give(move("1", 0))
        assert (await before.position())["ply"] == 0
        assert (await before.position())["moves"] == ["1"]
        late[0].tell('{"t":"position","ply":-1}')
        assert (await late[0].position())["whole"]
        assert (await late[0].position())["ply"] == -1

    in_a_room(tmp_path, work)


def test_orders_that_come_at_once_are_carried_out_one_after_another(tmp_path: Path) -> None:
    """What is wrong, or adds nothing, holds up nobody who comes after it."""

    def wrong(table: Table, now: int) -> list[AnyEntry]:
        raise RuntimeError("no")

    async def work(room: Room) -> None:
        asked = [move("1", 0), move("5", 0), lambda table, now: [], wrong, move("2", 1), move("3", 2)]
        answers = await asyncio.gather(*map(room.give, asked), return_exceptions=True)
        assert [answer if isinstance(answer, int) else type(answer) for answer in answers] == [
            2, orders.Denied, 2, RuntimeError, 3, 4,
        ]  # fmt: skip
        assert room.table.state.history == ("1", "2", "3")
        assert not room.is_busy

    in_a_room(tmp_path, work)


def test_an_order_is_stored_and_answered_even_if_one_who_listens_fails(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["exception"]))
        room.watchers = [lambda *_: 1 // 0]
        assert await room.give(move("1", 0)) == 2
        assert await room.give(move("2", 1)) == 3
        assert [type(each) for each in told] == [ZeroDivisionError] * 2

    in_a_room(tmp_path, work)


def test_news_of_a_room_are_told_once_and_answers_come_between_those_of_many_rooms() -> None:
    happened: list[object] = []

    async def run() -> None:
        herald = Herald()
        rooms = [partial(happened.append, number) for number in range(MOST_AT_ONCE + 2)]
        for tell in (*rooms, rooms[0]):
            herald.announce(tell)
        asyncio.get_running_loop().call_soon(happened.append, "an answer")
        while len(happened) < len(rooms) + 1:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert happened == [*range(MOST_AT_ONCE), "an answer", MOST_AT_ONCE, MOST_AT_ONCE + 1]


def test_news_that_cannot_be_told_do_not_keep_others_back() -> None:
    happened: list[str] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: happened.append("logged"))
        herald = Herald()
        herald.announce(lambda: 1 // 0)
        herald.announce(lambda: happened.append("told"))
        while len(happened) < 2:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert happened == ["logged", "told"]
