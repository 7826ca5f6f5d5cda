"""One websocket at a table: frames in, frames out, and nothing that one socket does can harm another."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import replace
from urllib.parse import urlsplit

import msgspec
from starlette.types import Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from carreau.engines.advice import hint as hint_in_words
from carreau.rules.errors import EngineFailed, Error
from carreau.rules.language import Text, in_language
from carreau.store.store import Player
from carreau.store.writer import Overloaded
from carreau.tables import orders
from carreau.tables.entries import AnyEntry
from carreau.tables.phrases import PHRASES
from carreau.tables.table import Table as PlayTable
from carreau.web import frames
from carreau.web.budget import Budget
from carreau.web.frames import PROTOCOL, read_frame, write_frame
from carreau.web.guests import secret_in
from carreau.web.house import House
from carreau.web.previews import preview
from carreau.web.reviews import Review
from carreau.web.rooms import Room
from carreau.web.sight import Glance, Person, abilities, eye, glance, is_hidden, position, seen

MOST_FRAMES, IN_SECONDS = 100, 20.0
MOST_WAITING = 200  # frames for a socket that does not take them; then it is dropped
HELLO_SECONDS = 10.0
REVIEW_MILLISECONDS = 700  # between two pieces of news about it
TRY_AGAIN, POLICY, GOING = 1013, 1008, 1001

_log = logging.getLogger(__name__)


def is_ours(websocket: WebSocket, url: str) -> bool:
    """Does the page that opens this socket come from here? Programs other than browsers send no origin."""
    origin = websocket.headers.get("origin")
    return origin is None or is_own_origin(origin, websocket.headers.get("host", ""), url)


def is_own_origin(origin: str, host: str, url: str) -> bool:
    return urlsplit(origin).netloc == host or (bool(url) and origin == url.rstrip("/"))


async def next_frame(websocket: WebSocket) -> frames.Asked | None:
    """What a client sends next; None if it is none of ours."""
    try:
        return read_frame(await websocket.receive_text())
    except (msgspec.MsgspecError, KeyError):  # not of the closed set; not text
        return None


class Socket:
    """A visitor of a room."""

    def __init__(self, websocket: WebSocket, send: Send, house: House, room: Room, person: Person) -> None:
        self.person = person
        self.last: Glance | None = None
        self._websocket = websocket
        self._send = send
        self._house = house
        self._room = room
        self._out: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._advice: asyncio.Task[None] | None = None
        self._review: Review | None = None
        self._reviewed_at = 0
        self._is_dropped = False

    # Out

    def tell(self, frame: str) -> None:
        """Never waits: who does not take what is sent is dropped, and may come back."""
        if self._is_dropped:
            return
        try:
            self._out.put_nowait(frame)
        except asyncio.QueueFull:
            self._is_dropped = True
            self._room.leave(self)
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)

    def say(self, frame: frames.Told) -> None:
        self.tell(write_frame(frame))

    async def send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the receiver notices as well, and ends it
            while (frame := await self._out.get()) is not None:
                await self._send({"type": "websocket.send", "text": frame})
            await self._websocket.close(TRY_AGAIN)

    # In

    async def receive(self) -> None:
        budget = Budget(MOST_FRAMES, IN_SECONDS, self._house.now())
        while True:
            frame = await next_frame(self._websocket)
            if not budget.spend(self._house.now()):
                self.wrong("flood", Text("too many messages at once", "trop de messages à la fois"))
                await asyncio.sleep(0)
                await self._websocket.close(POLICY)
                return
            if frame is None:
                self.wrong("malformed", Text("that message was not understood", "ce message n'a pas été compris"))
            else:
                await self.take(frame)

    def wrong(self, code: str, text: Text) -> None:
        self._house.metrics.wrong.inc()
        _log.info("wrong frame: %s", code, extra={"table": self._room.table.id, "player": self.person.player})
        with in_language(self.person.lang):
            self.say(frames.Wrong(code=code, text=str(text)))

    def deny(self, id: str, code: str, text: Text) -> None:
        with in_language(self.person.lang):
            self.say(frames.Denied(id=id, code=code, text=str(text)))

    async def take(self, frame: frames.Asked) -> None:
        match frame:
            case frames.Order():
                await self.order(frame)
            case frames.Look():
                self.look(frame)
            case frames.Hint():
                self.hint(frame)
            case frames.Preview():
                self.say(preview(self._room.table, self.person, frame.seat, frame.path, frame.id))
            case frames.Review():
                self.review(frame)
            case frames.Show():
                if frame.seat in self._room.table.seats_of(self.person.player):
                    self.person = replace(self.person, shown=frame.seat)
                    self.show_whole()
            case frames.Speak():
                self.person = replace(self.person, lang=frame.lang)
                self.show_whole()
            case frames.Ping():
                self.say(frames.Pong())
            case frames.Hello():
                self.wrong("malformed", Text("this socket has a table already", "cette liaison a déjà une table"))

    def show_whole(self) -> None:
        self.last = None
        self._room.show(self)

    async def order(self, order: frames.Order) -> None:
        """Answered by `stored` when it is on the disk, or by `denied`."""
        begun = time.perf_counter()
        player = self.person.player
        try:
            table = ""
            if isinstance(order, frames.Rematch):
                table = await self._house.rematch(self._room, player)
                version = self._room.table.version
            else:
                version = await self._room.give(lambda at, now: entries_for(order, at, player, now))
            self._house.metrics.stored.observe(time.perf_counter() - begun)
            self.say(frames.Stored(id=order.id, version=version, table=table))
        except Error as error:
            code = code_of(error)
            self._house.metrics.denied.labels(code).inc()
            self.deny(order.id, code, error.text)
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            _log.exception("table %s: an order failed", self._room.table.id)
            text = Text("that could not be stored; try again", "cela n'a pas pu être enregistré ; réessayez")
            self.deny(order.id, "failed", text)

    def look(self, look: frames.Look) -> None:
        """An earlier position, whole: the page keeps those it has seen."""
        table, person = self._room.table, self.person
        ply = min(look.ply, table.ply)
        then = glance(table, eye(table, person), person.lang, ply)
        self.say(position(table, person, then, None, moment=self._house.now(), id=look.id))

    def hint(self, hint: frames.Hint) -> None:
        table = self._room.table
        own = table.seats_of(self.person.player)
        if hint.seat != table.seat or hint.seat not in own or "hint" not in abilities(table, self.person):
            self.deny(hint.id, "impossible", Text("no hint can be given here", "pas de conseil ici"))
        elif self._advice is None or self._advice.done():
            self._advice = asyncio.create_task(self._advise(hint, table))

    async def _advise(self, hint: frames.Hint, table: PlayTable) -> None:
        try:
            found = await self._house.computers.advise(table, hint.seat)
        except EngineFailed as failure:
            self.deny(hint.id, "failed", failure.text)
            return
        state = table.state
        path = state.game.path(state.raw_board, state.raw_state, found.best, hint.seat)
        with in_language(self.person.lang):
            text = " ".join(hint_in_words(found, choices=len(state.moves()), alone=state.seats == 1))
        self.say(frames.Advice(id=hint.id, move=found.best, path=path, text=text, chance=found.chance))

    def review(self, frame: frames.Review) -> None:
        """What is known now and, as it is found, the rest."""
        table = self._room.table
        if "review" not in abilities(table, self.person):
            text = Text("there is no finished game to look back at", "pas de partie finie à revoir")
            self.deny(frame.id, "impossible", text)
        elif self._review is None or not self._review.is_of_use:
            self._review = self._house.reviews.listen(table, self._tell_review)

    def _tell_review(self, review: Review) -> None:
        now = self._house.now()
        is_last = review.is_done or review.has_failed
        if not is_last and now - self._reviewed_at < REVIEW_MILLISECONDS:
            return
        self._reviewed_at = now
        self.say(frames.Reviewed(
            moves=review.moves, done=len(review.judged), failed=review.has_failed,
            lines=tuple(tuple((moves, round(chance, 3)) for moves, chance in line) for line in review.lines),
            slips=tuple(frames.Slip(e.number, e.mark, e.better or "") for e in review.judged if e.mark),
        ))  # fmt: skip

    def close(self) -> None:
        if self._advice is not None:
            self._advice.cancel()
        if self._review is not None:
            self._house.reviews.leave(self._review, self._tell_review)
        if not self._is_dropped:
            self._room.leave(self)


def code_of(error: Error) -> str:
    """The short name of a refusal, for programs."""
    if isinstance(error, orders.Denied):
        return error.code
    return "busy" if isinstance(error, Overloaded) else "bad"


def entries_for(order: frames.Order, table: PlayTable, player: str, now: int) -> list[AnyEntry]:
    """The one place where frames become orders at a table."""
    match order:
        case frames.Sit():
            return orders.sit(table, player, order.name, order.secret, now=now)
        case frames.Move():
            what = order.path or order.move
            return orders.move(table, order.seat, what, ply=order.ply, now=now, nonce=order.id, player=player)
        case frames.Takeback():
            return orders.take_back(table, order.seat, now=now, player=player)
        case frames.Draw():
            return orders.offer_draw(table, order.seat, now=now, player=player)
        case frames.Answer():
            return orders.answer(table, order.seat, order.question, agrees=order.agrees, now=now, player=player)
        case frames.Resign():
            return orders.resign(table, order.seat, now=now, player=player)
        case frames.Say():
            return orders.say(table, order.seat, order.phrase, now=now, player=player)
    raise AssertionError(order)


async def serve_socket(websocket: WebSocket, send: Send, house: House, url: str) -> None:
    """From the handshake to the end. `send` is the server's own: the socket's asks every time what it may send."""
    if not is_ours(websocket, url):
        await websocket.close(POLICY)
        return
    guest = await house.guests.with_secret(secret_in(websocket))
    await websocket.accept()
    house.metrics.sockets.inc()
    try:
        await _serve(websocket, send, house, guest)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        house.metrics.sockets.dec()


async def _serve(websocket: WebSocket, send: Send, house: House, guest: Player | None) -> None:
    hello = await _hello(websocket)
    if hello is None:
        await _turn_away(websocket, "malformed", Text("a socket begins with hello", "une liaison commence par hello"))
        return
    room = await house.rooms.find(hello.table) if frames.is_table_id(hello.table) else None
    if room is None:
        with in_language(hello.lang):
            await _turn_away(websocket, "no-table", Text("there is no such table", "cette table n'existe pas"))
        return
    socket = Socket(websocket, send, house, room, Person(guest.id if guest else "", hello.lang))
    house.rooms.hold(room)
    sender = asyncio.create_task(socket.send())
    receiver = asyncio.create_task(socket.receive())
    try:
        socket.say(_facts(room.table, socket.person))
        room.show(socket)
        room.enter(socket)
        done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        socket.close()
        for task in (sender, receiver):
            task.cancel()
        await asyncio.gather(sender, receiver, return_exceptions=True)
        house.rooms.release(room)


async def _hello(websocket: WebSocket) -> frames.Hello | None:
    """The first frame; None if it is not what a first frame must be."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            frame = await next_frame(websocket)
    except TimeoutError:
        return None
    return frame if isinstance(frame, frames.Hello) and frame.protocol == PROTOCOL else None


async def _turn_away(websocket: WebSocket, code: str, text: Text) -> None:
    await websocket.send_text(write_frame(frames.Wrong(code=code, text=str(text))))
    await websocket.close(POLICY)


def _facts(table: PlayTable, person: Person) -> frames.Table:
    state = table.state
    options = seen(state, eye(table, person)).options
    with in_language(person.lang):
        return frames.Table(
            table=table.id,
            game=state.game.id,
            title=str(state.game.name),
            options={name: value for name, value in options.items() if value is not None},
            spectator=not table.seats_of(person.player),
            hidden=is_hidden(table),
            lines=state.game.lays_lines,
            leg=table.opened.leg,
            first_leg=table.opened.first_leg,
            clock=table.opened.pace.kind,
            phrases={name: str(text) for name, text in PHRASES.items()},
        )
