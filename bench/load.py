"""Load: many tables with two sockets each, at a steady pace, against a real server process; and idle sockets.

    make load                                        500 tables at one move a second for a minute, 4,000 idle sockets
    python bench/load.py --tables 100 --seconds 20 --idle 0

Whose game is over has a rematch. Printed: moves a second, the time from sending a move to its being stored (p50,
p99) and to its being seen by the other player, the server's memory and time on the processor. Every answer is
checked, and at the end every table's log is read back: nothing lost, nothing twice.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

import carreau
from carreau.rules.state import State

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("squadro", {}), ("unlur", {"side": 8}), ("squaryd", {}), ("united-square", {}), ("012x012", {"players": 2}),
)  # fmt: skip
PAGE = 4096


class Seat(msgspec.Struct):
    yours: bool = False
    kept_for_you: bool = False


class Frame(msgspec.Struct):
    """What a player needs of a frame."""

    t: str
    id: str = ""
    ply: int = 0
    seat: int = -1
    over: bool = False
    touches: dict[str, Any] = {}
    seats: tuple[Seat | bool, ...] = ()  # who is present is told as truth values
    next: str = ""  # where the game goes on


decode = msgspec.json.Decoder(Frame).decode


class Server:
    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "carreau", "serve", "--port", "0", "--lang", "en", "--requests", "1000000",
             "--engines", "1", "--database", f"sqlite:///{folder / 'load.db'}"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")

    @property
    def memory(self) -> float:
        """Resident, in MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * PAGE / 1e6

    @property
    def seconds(self) -> float:
        """On the processor."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def leaf(tree: dict[str, Any], choose: random.Random) -> list[str]:
    """A random path to a move."""
    path: list[str] = []
    node: Any = tree
    while isinstance(node, dict):
        step = choose.choice(list(node))
        path.append(step)
        node = node[step]
    return path


class Player:
    """Somebody at a table; moves when the time has come, and wants a rematch at the end."""

    def __init__(self, server: Server, table: str, token: str, pace: Pace, choose: random.Random) -> None:
        self.server, self.table, self.token = server, table, token
        self.pace = pace
        self.choose = choose
        self.sent: dict[str, float] = {}
        self.stored: dict[str, int] = {}  # moves by table
        self.latencies: list[float] = []
        self.delays: list[float] = []  # until the other's move is seen here

    async def play(self) -> None:
        while True:
            self.connection = await visit(self.server, self.table, self.token)
            following = await self.play_on()
            await self.connection.close()
            self.table = following
            self.sent.clear()

    async def play_on(self) -> str:
        """One game; the table of the next."""
        async with asyncio.TaskGroup() as moving:  # an answer may come after the position in which one is to move again
            async for text in self.connection:
                frame = decode(text)
                if frame.t == "position" and frame.next:
                    return frame.next
                self.hear(frame, moving)
        raise RuntimeError("the server closed the socket")

    def hear(self, frame: Frame, moving: asyncio.TaskGroup) -> None:
        if frame.t == "position":
            chairs = [facts for facts in frame.seats if isinstance(facts, Seat)]
            own = next((seat for seat, chair in enumerate(chairs) if chair.yours), -1)
            if self.pace.moved[0] == 1 - own and self.pace.moved[1] == frame.ply - 1:
                self.delays.append(time.perf_counter() - self.pace.moved[2])
            if any(chair.kept_for_you for chair in chairs):
                moving.create_task(self.send({"t": "sit", "id": "sit", "name": "Ben"}))
            elif frame.over and own == 0:
                moving.create_task(self.send({"t": "rematch", "id": "rematch"}))
            elif frame.seat == own and str(own) in frame.touches:
                moving.create_task(self.move(own, frame))
        elif frame.t == "stored" and frame.id in self.sent:
            self.latencies.append(time.perf_counter() - self.sent.pop(frame.id))
            self.stored[self.table] = self.stored.get(self.table, 0) + 1
        elif frame.t in ("denied", "wrong"):
            raise RuntimeError(f"{frame.t} {frame.id}")

    async def move(self, seat: int, frame: Frame) -> None:
        await self.pace.wait()
        order = f"{seat}-{frame.ply}"
        self.sent[order] = time.perf_counter()
        self.pace.moved = (seat, frame.ply, self.sent[order])
        path = leaf(frame.touches[str(seat)], self.choose)
        await self.send({"t": "move", "id": order, "seat": seat, "ply": frame.ply, "path": path})

    async def send(self, frame: dict[str, Any]) -> None:
        await self.connection.send(msgspec.json.encode(frame).decode())


class Pace:
    """One move a second at a table, each table at its own moment."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.phase = random.random() * every
        self.moved = (-1, -1, 0.0)  # who moved last, at which ply, when

    async def wait(self) -> None:
        """Until the table's moment of the next second."""
        await asyncio.sleep((self.phase - time.perf_counter()) % self.every)


def begun(game: str, options: dict[str, Any], choose: random.Random) -> State:
    """A game that is somewhere on its way, so that not all tables finish at once."""
    positions = [carreau.game(game).start(**options)]
    while positions[-1].seat is not None:
        positions.append(positions[-1].play(choose.choice(positions[-1].moves())))
    return choose.choice(positions[:-1])


async def seat_players(server: Server, number: int, every: float) -> list[Player]:
    """A table of two friends who have sat down."""
    game, options = GAMES[number % len(GAMES)]
    choose = random.Random(number)
    start = begun(game, options, choose)
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        tokens = []
        for name in ("Ana", "Ben"):
            tokens.append((await http.post("/api/guests", json={"name": name})).json()["token"])
            http.cookies.clear()
        opened = await http.post(
            "/api/tables", headers={"Authorization": f"Bearer {tokens[0]}"},
            json={"game": game, "record": carreau.write_record(start), "seats": [{"kind": "me"}, {"kind": "friend"}]},
        )  # fmt: skip
        table, secret = opened.json()["table"], opened.json()["invitations"]["1"]
        sat = await http.post(f"/api/tables/{table}/seats", headers={"Authorization": f"Bearer {tokens[1]}"},
                              json={"name": "Ben", "secret": secret})  # fmt: skip
        sat.raise_for_status()
    pace = Pace(every)
    players = [Player(server, table, token, pace, choose) for token in tokens]
    players[0].stored[table] = len(start.history)
    return players


async def visit(server: Server, table: str, token: str = "") -> ClientConnection:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    connection = await connect(
        server.url.replace("http", "ws") + "/socket", compression=None, additional_headers=headers, open_timeout=120,
        ping_interval=None, max_queue=None,
    )  # fmt: skip
    await connection.send(msgspec.json.encode({"t": "hello", "protocol": 1, "table": table}).decode())
    return connection


async def run(asked: argparse.Namespace, server: Server) -> None:
    print(f"server ready, {server.memory:.0f} MB", flush=True)
    gate = asyncio.Semaphore(20)

    async def one(number: int) -> list[Player]:
        async with gate:
            return await seat_players(server, number, asked.every)

    pairs = await asyncio.gather(*(one(number) for number in range(asked.tables)))
    players = [player for pair in pairs for player in pair]
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(2 * asked.every)
    for player in players:
        player.latencies.clear()
        player.delays.clear()
    print(f"{asked.tables} tables are being played at; measuring for {asked.seconds:.0f} s", flush=True)
    started, used, own = time.perf_counter(), server.seconds, time.process_time()
    await asyncio.sleep(asked.seconds)
    took, busy, own = time.perf_counter() - started, server.seconds - used, time.process_time() - own
    latencies = [latency for player in players for latency in player.latencies]
    delays = [delay for player in players for delay in player.delays]
    if latencies:
        print(
            f"{asked.tables} tables: {len(latencies) / took:.0f} moves/s of {asked.tables / asked.every:.0f} wanted; "
            f"stored {spread(latencies)}; seen by the other {spread(delays)}", flush=True,
        )  # fmt: skip
        print(f"server: {server.memory:.0f} MB, {100 * busy / took:.0f} % of a core; "
              f"load generator {100 * own / took:.0f} %", flush=True)  # fmt: skip
    for task in tasks:
        task.cancel()
    problems = [
        task for task in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(task, BaseExceptionGroup)
    ]
    await asyncio.gather(*(player.connection.close() for player in players))
    await check(server, players)
    print(
        f"every move is in its log once; {len(problems)} refusals"
        + (f": {problems[0].exceptions[0]!r}" if problems else "")
    )
    if asked.idle:
        await idle(server, players[0].table, asked.idle)


def spread(seconds: list[float]) -> str:
    """In milliseconds."""
    ordered = sorted(seconds)
    p99 = ordered[int(0.99 * (len(ordered) - 1))]
    return (
        f"p50 {1000 * statistics.median(ordered):.1f} ms, p99 {1000 * p99:.1f} ms, longest {1000 * ordered[-1]:.0f} ms"
    )


async def check(server: Server, players: list[Player]) -> None:
    """Every move that somebody was told is stored is in the log, at every table that was played at."""
    stored: Counter[str] = Counter()
    waiting: Counter[str] = Counter()
    for player in players:
        stored.update(player.stored)
        waiting[player.table] += len(player.sent)
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        for table, moves in stored.items():
            ply = (await http.get(f"/api/tables/{table}")).json()["ply"]
            # Who left a table for the next one may not have waited for the answer to the move that ended the game.
            assert moves <= ply <= moves + waiting[table] + 1, (table, moves, ply)


async def idle(server: Server, table: str, sockets: int) -> None:
    """What a socket costs that only watches."""
    before = server.memory
    gate = asyncio.Semaphore(50)

    async def one() -> ClientConnection:
        async with gate:
            connection = await visit(server, table)
            for _ in range(2):
                await connection.recv()
            return connection

    connections = await asyncio.gather(*(one() for _ in range(sockets)))
    each = (server.memory - before) * 1e6 / 1024 / sockets
    print(f"{sockets} idle sockets: {each:.1f} KiB each, {server.memory:.0f} MB in all", flush=True)
    await asyncio.gather(*(connection.close() for connection in connections))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between the moves of a table")
    parser.add_argument("--idle", type=int, default=4000)
    asked = parser.parse_args()
    gc.disable()  # pauses of ours would be measured as the server's
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            uvloop.run(run(asked, server))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
