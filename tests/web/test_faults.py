"""Bad networks and sudden deaths: every acknowledged move is there, once, in order."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from servers import Server, running
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

import carreau

Frame = dict[str, Any]
ANSWER_SECONDS = 1.0  # after that an order is sent again; the answer may have been lost


class Patient:
    """A client that never gives up: numbers its moves, sends them until they are answered, reconnects."""

    def __init__(self, address: str, token: str, table: str, seat: int, random: Random) -> None:
        self.address, self.token, self.table, self.seat, self.random = address, token, table, seat, random
        self.acknowledged: dict[int, str] = {}  # the move by its ply
        self.version = 0
        self.is_leaving = False

    async def play(self, until: int) -> None:
        """Until the game has so many moves or is over, by as many connections as it takes."""
        self.is_leaving = False
        while not self.is_leaving:
            try:
                async with connect(
                    self.address, compression=None, additional_headers={"Authorization": f"Bearer {self.token}"},
                    open_timeout=5, close_timeout=1,
                ) as socket:  # fmt: skip
                    await socket.send(json.dumps({"t": "hello", "protocol": 1, "table": self.table}))
                    await self.sit_at(socket, until)
                    return
            except (ConnectionClosed, OSError, TimeoutError, EOFError):
                await asyncio.sleep(0.02)

    async def sit_at(self, socket: ClientConnection, until: int) -> None:
        pending: Frame | None = None
        while not self.is_leaving:
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), ANSWER_SECONDS))
            except TimeoutError:
                if pending is not None:
                    await socket.send(json.dumps(pending))
                else:
                    await socket.send('{"t":"speak","lang":"en"}')
                continue
            if frame["t"] == "position":
                if not frame.get("whole") and frame.get("since") != self.version:
                    await socket.send('{"t":"speak","lang":"en"}')
                    continue
                self.version = frame["version"]
                if frame["plies"] >= until or frame.get("over"):
                    return
                if frame.get("seat") == self.seat and "touches" in frame and not self.is_sent(pending, frame["ply"]):
                    pending = self.order(frame)
                    await socket.send(json.dumps(pending))
            elif frame["t"] == "stored" and pending is not None and frame["id"] == pending["id"]:
                # A position that arrives late makes it ask again for what is stored; the answer must be the same.
                assert self.acknowledged.setdefault(pending["ply"], pending["move"]) == pending["move"]
                pending = None

    def is_sent(self, pending: Frame | None, ply: int) -> bool:
        return pending is not None and pending["ply"] >= ply

    def order(self, frame: Frame) -> Frame:
        """The same move for the same ply, whatever happened to it the first time."""
        node: Any = frame["touches"][str(self.seat)]
        chosen = Random(f"{self.table} {frame['ply']}")
        while isinstance(node, dict):
            node = node[chosen.choice(sorted(node))]
        return {"t": "move", "id": f"{self.seat}-{frame['ply']}", "seat": self.seat, "ply": frame["ply"], "move": node}


async def open_tables(server: Server, count: int) -> list[tuple[str, list[str]]]:
    """Tables of two, with the tokens of who sits there."""
    tables = []
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        for number in range(count):
            game = ("squadro", "squaryd", "united-square")[number % 3]
            tokens = []
            for name in ("Ana", "Ben"):
                tokens.append((await http.post("/api/guests", json={"name": name})).json()["token"])
                http.cookies.clear()
            headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
            wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "friend"}]}
            opened = (await http.post("/api/tables", json=wish, headers=headers[0])).json()
            secret = opened["invitations"]["1"]
            await http.post(f"/api/tables/{opened['table']}/seats", json={"name": "Ben", "secret": secret},
                            headers=headers[1])  # fmt: skip
            tables.append((opened["table"], tokens))
    return tables


async def logs_of(server: Server, tables: list[tuple[str, list[str]]]) -> dict[str, Frame]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        return {table: (await http.get(f"/api/tables/{table}")).json() for table, _ in tables}


def check(stored: dict[str, Frame], clients: list[Patient]) -> int:
    """Every acknowledged move is at its ply, no ply has two, and nothing else happened."""
    acknowledged = 0
    for client in clients:
        state = stored[client.table]
        for ply, move in client.acknowledged.items():
            assert state["moves"][ply] == move, (client.table, ply)
            acknowledged += 1
    for state in stored.values():
        assert state["ply"] == len(state["moves"])
        assert state["version"] == state["ply"] + 2  # opened, sat, and a move each: nothing twice
    return acknowledged


@pytest.mark.parametrize("moment", [0.05, 0.3, 0.8])
def test_kill_9_under_load_loses_no_acknowledged_move(tmp_path: Path, moment: float) -> None:
    """Killed in the middle, twice; after the restart the clients go on where they were."""

    async def work() -> None:
        database = tmp_path / "games.db"
        with running(database) as first:
            tables = await open_tables(first, 6)
            clients = [
                Patient("", token, table, seat, Random(seat))
                for table, tokens in tables
                for seat, token in enumerate(tokens)
            ]
            await run_for(first, clients, moment)
            first.kill()
        with running(database) as second:
            stored = await logs_of(second, tables)
            before = check(stored, clients)
            await run_for(second, clients, 1.0)
            second.kill()
        with running(database) as third:
            assert check(await logs_of(third, tables), clients) >= before

    asyncio.run(work())


async def run_for(server: Server, clients: list[Patient], seconds: float) -> None:
    address = server.url.replace("http", "ws") + "/socket"
    for client in clients:
        client.address = address
    tasks = [asyncio.create_task(client.play(until=60)) for client in clients]
    await asyncio.wait(tasks, timeout=seconds)
    for client in clients:
        client.is_leaving = True  # a connection that breaks this very moment may swallow the cancellation
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Faulty:
    """Stands between clients and the server: delays, drops, repeats and reorders what goes through it."""

    def __init__(self, target: str, random: Random) -> None:
        self.target = target
        self.random = random
        self.faults = dict.fromkeys(("dropped", "repeated", "swapped", "cut"), 0)

    async def handle(self, client: ServerConnection) -> None:
        assert client.request is not None
        headers = {"Authorization": client.request.headers["Authorization"]}
        async with connect(self.target, compression=None, additional_headers=headers) as server:
            both = [asyncio.create_task(self.pump(client, server)), asyncio.create_task(self.pump(server, client))]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        await client.close()

    async def pump(self, source: Any, drain: Any) -> None:
        held: str | None = None
        number = 0
        async for text in source:
            number += 1
            dice = self.random.random()
            is_hello = number == 1
            if is_hello or dice > 0.25:
                await drain.send(text)
            elif dice < 0.04:
                self.faults["dropped"] += 1
            elif dice < 0.12:
                self.faults["repeated"] += 1
                await drain.send(text)
                await drain.send(text)
            elif dice < 0.18:
                self.faults["swapped"] += held is None
                held, text = text, held
                if text is not None:
                    await drain.send(text)
            elif dice < 0.20:
                self.faults["cut"] += 1
                return
            else:
                await asyncio.sleep(0.05 * self.random.random())
                await drain.send(text)
            if held is not None and self.random.random() < 0.5:
                await drain.send(held)
                held = None


def test_a_faulty_network_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    """Frames are dropped, delayed, repeated, reordered and connections cut; every game still gets to its moves."""

    async def work() -> None:
        with running(tmp_path / "games.db") as server:
            tables = await open_tables(server, 3)
            faulty = Faulty(server.url.replace("http", "ws") + "/socket", Random(5))
            async with serve(faulty.handle, "127.0.0.1", 0, compression=None) as proxy:
                port = proxy.sockets[0].getsockname()[1]
                clients = [
                    Patient(f"ws://127.0.0.1:{port}", token, table, seat, Random(seat))
                    for table, tokens in tables
                    for seat, token in enumerate(tokens)
                ]
                await asyncio.wait_for(asyncio.gather(*(client.play(until=12) for client in clients)), 200)
            stored = await logs_of(server, tables)
            assert check(stored, clients) > 0
            for state in stored.values():  # a game of Squaryd played at random may be over before
                assert state["ply"] >= 12 or state["over"]
            assert all(faulty.faults.values()), faulty.faults
            for state in stored.values():
                game = carreau.game(state["game"])
                if state["game"] != "united-square":  # whose deal is hidden from us
                    assert list(game.replay(state["moves"], **state["options"]).history) == state["moves"]

    asyncio.run(work())
