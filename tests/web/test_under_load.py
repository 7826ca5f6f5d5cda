"""A busy server: a hundred computers keep nobody waiting, and one that is told to go loses no move."""

from __future__ import annotations

import asyncio
import re
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

from servers import PATIENCE, Guest, Server, running
from test_faults import Patient, check, logs_of, open_tables

COMPUTERS = 100
MOVES = 20


def thinking(guest: Guest) -> int:
    """At how many tables a computer thinks or waits for an engine."""
    found = re.search(r"^carreau_computers (\S+)$", guest.http.get("/metrics").text, re.MULTILINE)
    assert found
    return int(float(found[1]))


def engines_of(server: Server) -> list[int]:
    """The processes that a server has started."""
    found: list[int] = []
    for task in Path(f"/proc/{server.process.pid}/task").iterdir():
        with suppress(OSError):  # a thread that has just ended
            found += map(int, (task / "children").read_text().split())
    return found


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_a_hundred_waiting_computers_keep_nobody_waiting(tmp_path: Path) -> None:
    """One engine, a hundred computers of level 8 to move: twenty moves of people are stored before ten of theirs.

    The order of events is compared, not the time; and the server ends at once, though most are still waiting.
    """
    with running(tmp_path / "games.db", "--requests", "1000000") as server:
        ana = Guest(server, "Ana")
        own, _ = ana.open("squadro", "me", "here", options={"first": 0})
        socket = ana.socket(own)
        waiting = [ana.open("unlur", 8, "me")[0] for _ in range(COMPUTERS)]
        for ply in range(MOVES):
            legal = ana.state(own)["legal"]
            assert socket.order("move", seat=ply % 2, ply=ply, move=legal[0])["t"] == "stored"
        assert thinking(ana) >= 0.9 * COMPUTERS
        assert sum(ana.state(table)["ply"] for table in waiting) <= 0.1 * COMPUTERS
        assert ana.state(own)["ply"] == MOVES
        socket.close()
        engines = engines_of(server)
        assert engines
        assert server.stop() == 0
        assert not any(is_alive(pid) for pid in engines)
        assert server.complaints() == ""


def test_a_server_that_is_told_to_go_keeps_every_acknowledged_move(tmp_path: Path) -> None:
    """SIGTERM while moves are on their way and a computer thinks: a clean end, and all that was promised is kept."""

    async def work() -> None:
        database = tmp_path / "games.db"
        with running(database) as server:
            tables = await open_tables(server, 6)
            ana = Guest(server, "Ana")
            ana.open("unlur", 8, "me")
            address = server.url.replace("http", "ws") + "/socket"
            clients = [
                Patient(address, token, table, seat, Random(seat))
                for table, tokens in tables
                for seat, token in enumerate(tokens)
            ]
            playing = [asyncio.create_task(client.play(until=1000)) for client in clients]
            async with asyncio.timeout(PATIENCE):
                while sum(len(client.acknowledged) for client in clients) < 40 or not engines_of(server):
                    await asyncio.sleep(0.001)
            engines = engines_of(server)
            server.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(server.process.wait, PATIENCE) == 0
            for client in clients:
                client.is_leaving = True
            await asyncio.gather(*playing)
            assert not any(is_alive(pid) for pid in engines)
            assert server.complaints() == ""
            ana.close()
        with running(database) as again:
            assert check(await logs_of(again, tables), clients) >= 40

    asyncio.run(work())
