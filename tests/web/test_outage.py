"""Clocks and outages: what a player has used is used, what nobody could use is given back.

No test waits: between two servers the file is made older, as if the first had been killed long ago.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from servers import Frame, Guest, running

HOUR = 3600
SLACK = 30  # seconds that starting a server may take on a busy machine
CLOCK = {"kind": "live", "seconds": 300, "increment": 0}


def make_older(database: Path, *, seconds: int, used: int) -> None:
    """As if the last sign of life was so long ago, and the turn had begun so many seconds before it."""
    with closing(sqlite3.connect(database)) as file, file:
        (beat,) = file.execute("select at from heartbeat").fetchone()
        file.execute("update heartbeat set at = ?", [beat - 1000 * seconds])
        begun = beat - 1000 * (seconds + used)
        for table, version, body in file.execute('select "table", version, body from entries').fetchall():
            older = json.dumps({**json.loads(body), "at": begun})
            file.execute('update entries set body = ? where "table" = ? and version = ?', [older, table, version])
        file.execute("update tables set at = ?, falls_at = ? where falls_at is not null", [begun, begun + 300_000])


def after_an_outage(tmp_path: Path, end: str, *, seconds: int, used: int) -> tuple[Frame, list[Frame]]:
    """What a table and its log look like when a server comes back; whose turn it is tries to move."""
    database = tmp_path / "games.db"
    with running(database) as server:
        ana = Guest(server, "Ana")
        table, _ = ana.open("squadro", "me", "here", options={"first": 0}, clock=CLOCK)
        assert ana.http.post(f"/api/tables/{table}/moves", json={"seat": 0, "ply": 0, "move": "1"}).status_code == 200
        getattr(server, end)()
    make_older(database, seconds=seconds, used=used)
    with running(database) as server:
        again = Guest(server, "")
        again.http.cookies.set("carreau", ana.token)
        state = again.state(table)
        again.http.post(f"/api/tables/{table}/moves", json={"seat": 1, "ply": 1, "move": "2"})
        assert server.stop() == 0
    with closing(sqlite3.connect(database)) as file:
        return state, [json.loads(body) for (body,) in file.execute("select body from entries order by version")]


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_an_hour_without_a_server_costs_nobody_time(tmp_path: Path, end: str) -> None:
    """Killed or stopped: of five minutes, two were used before; the hour that followed is given back, in the log."""
    state, log = after_an_outage(tmp_path, end, seconds=HOUR, used=120)
    assert not state["over"]
    assert 300_000 - 120_000 - 1000 * SLACK <= state["clocks"][1] <= 300_000 - 120_000
    assert [entry["kind"] for entry in log] == ["opened", "moved", "credited", "moved"]
    assert 1000 * HOUR <= log[2]["milliseconds"] <= 1000 * (HOUR + SLACK)
    assert 120_000 <= log[3]["spent"] <= 120_000 + 1000 * SLACK


def test_time_that_was_over_before_the_outage_is_over_after_it(tmp_path: Path) -> None:
    """An outage gives back its own time and no more."""
    state, log = after_an_outage(tmp_path, "kill", seconds=HOUR, used=301)
    assert state["over"]
    assert state["winners"] == [0]
    assert [entry["kind"] for entry in log] == ["opened", "moved", "credited", "ended"]
    assert log[3]["ending"] == "1:time"
