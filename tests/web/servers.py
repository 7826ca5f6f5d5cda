"""A real server in a process of its own, and clients that speak to it as browsers and scripts do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Frame = dict[str, Any]
PATIENCE = 60.0  # for anything; a test that needs it has failed


class Server:
    def __init__(self, database: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.database = database
        self.log = database.with_suffix(".log")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "carreau", "serve", "--port", "0", "--database", f"sqlite:///{database}",
                 "--engines", "1", "--lang", "en", *arguments],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **(environment or {})},
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Carreau is ready: "), (line, self.complaints())
        self.url = line.split()[-1].rstrip("/")

    def complaints(self) -> str:
        """What it has written to its log: warnings and faults; nothing, if all went well."""
        return self.log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """As the power does."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> int:
        """As an administrator does."""
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def running(database: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    server = Server(database, *arguments, environment=environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        print(server.complaints(), file=sys.stderr)  # pytest shows it if the test fails


class Guest:
    """Somebody with a name."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        if name:
            answer = self.http.post("/api/guests", json={"name": name})
            assert answer.status_code == 201, answer.text
            self.token = answer.json()["token"]

    def open(self, game: str, *seats: Any, **wish: Any) -> tuple[str, dict[str, str]]:
        """A table; a seat is me, here, friend, or a computer's level."""
        wishes = [{"kind": "computer", "level": seat} if isinstance(seat, int) else {"kind": seat} for seat in seats]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wishes, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"], answer.json()["invitations"]

    def state(self, table: str) -> Frame:
        answer: Frame = self.http.get(f"/api/tables/{table}").raise_for_status().json()
        return answer

    def socket(self, table: str, **hello: Any) -> Socket:
        return Socket(self, table, **hello)

    def close(self) -> None:
        self.http.close()


class Socket:
    """A guest at a table."""

    def __init__(self, guest: Guest, table: str, **hello: Any) -> None:
        cookie = guest.http.cookies.get("carreau")
        self.connection: ClientConnection = connect(
            guest.server.url.replace("http", "ws") + "/socket", compression=None, open_timeout=PATIENCE,
            additional_headers={"Cookie": f"carreau={cookie}"} if cookie else {},
        ).__enter__()  # fmt: skip
        self.raw: list[str] = []
        self.position: Frame = {}  # the latest that was heard of
        self.number = 0
        self.send(t="hello", protocol=1, table=table, **hello)

    def send(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def next(self) -> Frame:
        text = self.connection.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        frame: Frame = json.loads(text)
        if frame["t"] == "position" and "id" not in frame:
            self.position = frame
        return frame

    def at(self, ply: int) -> Frame:
        """The position when so many moves have been played, which may have come already."""
        while self.position.get("ply") != ply:
            self.next()
        return self.position

    def until(self, *kinds: str, **facts: Any) -> Frame:
        """The next frame of one of those kinds in which those facts hold."""
        while True:
            frame = self.next()
            if frame["t"] in kinds and all(frame.get(name) == value for name, value in facts.items()):
                return frame

    def order(self, kind: str, **facts: Any) -> Frame:
        """Give an order and wait for its answer."""
        self.number += 1
        id = facts.pop("id", f"order-{self.number}")
        self.send(t=kind, id=id, **facts)
        return self.until("stored", "denied", id=id)

    def close(self) -> None:
        self.connection.close()
