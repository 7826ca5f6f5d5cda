"""The socket, whatever is sent to it: players, guests and strangers send right frames, almost right ones, and noise.

The server answers with frames of its closed set alone, does what the sender may do and nothing else, keeps a log that
tells a game by the rules, complains of nothing, and goes on playing.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from odd_frames import any_frames
from servers import PATIENCE, Guest, Server, Socket, running
from websockets.exceptions import ConnectionClosed, ConnectionClosedError
from websockets.sync.client import connect

from carreau.tables.entries import (
    Agreed,
    AnyEntry,
    Asked,
    Ended,
    Followed,
    Moved,
    Refused,
    Said,
    TakenBack,
    read_entry,
)
from carreau.tables.opening import Wish, open_table
from carreau.tables.table import Table
from carreau.web import frames

ROOT = Path(__file__).parents[2]
CODES = set(
    re.findall(r"`([a-z-]+)`", (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").split("## Codes")[1])
)
TOLD = msgspec.json.Decoder(frames.Told)
GAMES: dict[str, dict[str, object]] = {  # nothing left to chance, so that an example is the same game every time
    "squadro": {"first": 0},
    "squaryd": {"claims": "called"},
    "united-square": {"mode": "duel", "deal": 7, "first": 1},
    "unlur": {"side": 3},
}
PHASES = [Phase.generate]  # a table is not played twice, so an example that fails is shown as it was found
MOST = 20  # frames in an example; a socket may send 100 in 20 seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("fuzz") / "games.db", "--requests", "1000000") as server:
        yield server
        assert server.stop() == 0
        assert server.complaints() == ""


@pytest.fixture(scope="module")
def people(server: Server) -> Iterator[list[Guest]]:
    """Two who play, one who only has a name, and one who has none."""
    guests = [Guest(server, name) for name in ("Ana", "Ben", "Cleo", "")]
    yield guests
    for guest in guests:
        guest.close()


@dataclass
class Play:
    """A table of Ana and Ben with everybody around it."""

    server: Server
    people: list[Guest]
    game: str
    sockets: list[Socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        ana, ben, *_ = self.people
        self.id, invitations = ana.open(self.game, "me", "friend", options=GAMES[self.game])
        self.secret = invitations["1"]
        sitting = {"name": "Ben", "secret": self.secret}
        assert ben.http.post(f"/api/tables/{self.id}/seats", json=sitting).status_code == 200
        self.sockets = [guest.socket(self.id) for guest in self.people]
        self.log = self.entries()
        self.table = Table.of(self.id, self.log)

    def entries(self) -> list[AnyEntry]:
        """The table's log as it is on the disk, every version once."""
        with closing(sqlite3.connect(self.server.database)) as database:
            rows = database.execute('select version, body from entries where "table" = ? order by version', [self.id])
            versions, bodies = zip(*rows, strict=True)
            (version,) = database.execute("select version from tables where id = ?", [self.id]).fetchone()
        assert versions == tuple(range(1, version + 1))
        return [read_entry(body) for body in bodies]

    def send(self, who: int, frame: str | bytes) -> None:
        """Send it, and judge what comes back and what has become of the table."""
        socket, before = self.sockets[who], self.table
        socket.connection.send(frame)
        understood = asked(frame)
        judge_answers(understood, told_until_pong(socket, is_ping=isinstance(understood, frames.Ping)))
        after = self.entries()
        assert after[: len(self.log)] == self.log
        for entry in after[len(self.log) :]:  # Ana has the first seat, Ben the second
            judge_entry(entry, before, {who} if who < before.seats else set())
        if after != self.log:
            self.log, self.table = after, Table.of(self.id, after)  # which takes legal moves only

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


def asked(frame: str | bytes) -> frames.Asked | None:
    """What a frame is by the typed definition; None if it is none of ours."""
    try:
        return frames.read_frame(frame) if isinstance(frame, str) else None
    except msgspec.DecodeError:
        return None


def told_until_pong(socket: Socket, *, is_ping: bool) -> list[frames.Told]:
    """All that is answered, up to the answer to a ping that is sent after it."""
    socket.send(t="ping")
    told: list[frames.Told] = []
    while sum(isinstance(each, frames.Pong) for each in told) < 1 + is_ping:
        told.append(heard(socket.connection.recv(timeout=PATIENCE)))
    return told


def heard(text: str | bytes) -> frames.Told:
    """A frame of the closed set, and not a letter more than its type has."""
    assert isinstance(text, str)
    frame = TOLD.decode(text)
    assert json.loads(frames.write_frame(frame)) == json.loads(text)
    return frame


def judge_answers(frame: frames.Asked | None, told: list[frames.Told]) -> None:
    wrong = [each for each in told if isinstance(each, frames.Wrong)]
    answers = [each for each in told if isinstance(each, frames.Stored | frames.Denied)]
    assert all(each.code in CODES for each in (*wrong, *answers) if not isinstance(each, frames.Stored))
    if frame is None or isinstance(frame, frames.Hello):
        assert [each.code for each in wrong] == ["malformed"]
        assert not answers
        return
    assert not wrong
    if isinstance(frame, frames.Order | frames.Hint):
        assert [each.id for each in answers] == [frame.id]
        assert not isinstance(answers[0], frames.Denied) or answers[0].code not in ("failed", "busy")
    elif isinstance(frame, frames.Review):
        assert answers or any(isinstance(each, frames.Reviewed) for each in told)
    else:
        assert not answers
    if isinstance(frame, frames.Preview):
        assert [each.id for each in told if isinstance(each, frames.Previewed)] == [frame.id]
    if isinstance(frame, frames.Look):
        assert any(isinstance(each, frames.Position) and each.id == frame.id for each in told)


def judge_entry(entry: AnyEntry, before: Table, own: set[int]) -> None:
    """Nobody writes for a seat that is not theirs, and nobody who only watches writes at all."""
    assert own, f"somebody without a seat wrote {entry}"
    if isinstance(entry, Ended):
        assert entry.ending == "draw" or int(entry.ending.partition(":")[0]) in own
    elif isinstance(entry, TakenBack):
        assert before.questions["takeback"].seat == entry.seat
        assert entry.seat not in own
    elif isinstance(entry, Moved | Asked | Refused | Agreed | Said):
        assert entry.seat in own
    else:
        assert isinstance(entry, Followed)


@settings(max_examples=30, phases=PHASES)
@given(game=st.sampled_from(sorted(GAMES)), data=st.data())
def test_whatever_is_sent_the_table_stays_a_table(
    server: Server, people: list[Guest], game: str, data: st.DataObject
) -> None:
    """Frame after frame from anybody; then whoever is to move moves, as if nothing had been."""
    play = Play(server, people, game)
    try:
        for _ in range(data.draw(st.integers(1, MOST))):
            play.send(data.draw(st.integers(0, 3)), data.draw(any_frames(play.table, play.secret)))
        go_on_honestly(play)
    finally:
        play.close()


def go_on_honestly(play: Play) -> None:
    """Whose turn it is moves; after the end of the game that is at the table where it goes on."""
    ana, ben, *_ = play.people
    table = play.id
    if ana.state(table)["over"]:
        table = play.sockets[0].order("rematch")["table"]
        ben.http.post(f"/api/tables/{table}/seats", json={"name": "Ben"})
    state = ana.state(table)
    mover = ana if state["seats"][state["seat"]]["yours"] else ben
    socket = mover.socket(table)
    touches = socket.until("position")["touches"][str(state["seat"])]
    legal = mover.state(table)["legal"] or ["a1", "b2", "c3", "d4", "e5", "f6", "g7"]
    assert touches
    answers = (socket.order("move", seat=state["seat"], ply=state["ply"], move=move) for move in legal)
    assert any(answer["t"] == "stored" for answer in answers)
    assert ana.state(table)["ply"] == state["ply"] + 1
    socket.close()


@settings(max_examples=60, phases=PHASES)
@given(data=st.data())
def test_a_socket_that_does_not_begin_with_hello_is_told_so_and_closed(server: Server, data: st.DataObject) -> None:
    """Its first frame is answered once, with `wrong`, and then the socket is closed for that reason."""
    opened = open_table("squadro", [Wish("me"), Wish("here")], player="p", name="Ana", now=0, options=GAMES["squadro"])
    frames_of_table = any_frames(Table("t", opened.opened), "secret")
    first = data.draw(frames_of_table.filter(lambda frame: not isinstance(asked(frame), frames.Hello)))
    with connect(server.url.replace("http", "ws") + "/socket", compression=None) as connection:
        connection.send(first)
        answer = heard(connection.recv(timeout=PATIENCE))
        assert isinstance(answer, frames.Wrong)
        assert answer.code == "malformed"
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_a_frame_of_more_than_16_kib_closes_the_socket_and_harms_nobody(server: Server, people: list[Guest]) -> None:
    """It is not even read; the others play on."""
    play = Play(server, people, "squadro")
    play.sockets[3].connection.send(" " * (2 * frames.LARGEST + 1))
    with pytest.raises(ConnectionClosedError) as closed:  # noqa: PT012
        while True:
            play.sockets[3].next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    go_on_honestly(play)
    play.close()
