"""What protects a player: cookies that scripts cannot read, secrets that nobody writes down, seats of one's own."""

from __future__ import annotations

import re
import socket as sockets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from servers import PATIENCE, Guest, Server, running

from carreau.tables.orders import digest_of
from carreau.web import frames


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server") / "games.db", "--log", "debug") as server:
        yield server


def cookie_of(url: str, **headers: str) -> set[str]:
    """What a new guest's cookie may do, in small letters."""
    answer = httpx.post(f"{url}/api/guests", json={"name": "Ana"}, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 201
    (cookie,) = answer.headers.get_list("set-cookie")
    name, *facts = cookie.lower().split("; ")
    assert re.fullmatch(r"carreau=[a-z0-9_-]{43}", name)  # 256 bits
    return set(facts)


def test_a_cookie_is_for_this_site_alone(server: Server) -> None:
    """No script reads it, no other site sends it along; without TLS it is not marked Secure, or it would not work."""
    assert cookie_of(server.url) >= {"httponly", "samesite=lax", "path=/"}
    assert "secure" not in cookie_of(server.url)


def test_a_visitor_cannot_pretend_to_be_the_proxy(server: Server) -> None:
    """Nobody stands before this server, so nobody's word about the way there is taken."""
    assert "secure" not in cookie_of(server.url, **{"X-Forwarded-Proto": "https"})


@pytest.mark.parametrize("url", ["https://games.example.org", "http://games.example.org"])
def test_behind_tls_a_cookie_is_secure(tmp_path: Path, url: str) -> None:
    """Because the address that others use says so, or because the proxy does."""
    with sockets.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running(tmp_path / "games.db", "--url", url, "--port", str(port)):
        here = f"http://127.0.0.1:{port}"
        assert ("secure" in cookie_of(here)) == url.startswith("https")
        facts = cookie_of(here, **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"})
        assert facts >= {"httponly", "samesite=lax", "path=/", "secure"}


def test_secrets_are_nowhere_written(server: Server) -> None:
    """Neither a guest's secret nor an invitation is in the database, its journal or the log, not even in part.

    Only their digests are, and the log tells all that it can.
    """
    ana, ben = Guest(server, "Ana"), Guest(server, "Ben")
    table, invitations = ana.open("squadro", "me", "friend")
    unused = ana.open("squadro", "friend", "me")[1]["0"]
    ben.socket(table).order("sit", name="Ben", secret=invitations["1"])
    files = [*server.database.parent.glob("games*")]
    assert {file.name for file in files} >= {"games.db", "games.log"}
    written = b"".join(file.read_bytes() for file in files)
    for secret in (ana.token, ben.token, invitations["1"], unused):
        assert secret[:12].encode() not in written
        assert digest_of(secret).encode() in written
    ana.close()
    ben.close()


def test_an_invitation_works_once(server: Server) -> None:
    """Two come with the same link at the same moment: one sits down. Nobody else does later, by socket or by HTTP."""
    ana, ben, cleo = (Guest(server, name) for name in ("Ana", "Ben", "Cleo"))
    table, invitations = ana.open("squadro", "me", "friend")
    rivals = [guest.socket(table) for guest in (ben, cleo)]
    for rival in rivals:
        rival.until("position")
    for rival in rivals:
        rival.send(t="sit", id="s", name="Me", secret=invitations["1"])
    answers = [rival.until("stored", "denied", id="s") for rival in rivals]
    assert sorted(answer["t"] for answer in answers) == ["denied", "stored"]
    assert [answer["code"] for answer in answers if answer["t"] == "denied"] == ["taken"]
    for guest in (ana, ben, cleo):
        again = guest.http.post(f"/api/tables/{table}/seats", json={"name": "Me", "secret": invitations["1"]})
        assert (again.status_code, again.json()["code"]) == (409, "taken")
    assert ana.state(table)["version"] == 2
    for rival in rivals:
        rival.close()
    for guest in (ana, ben, cleo):
        guest.close()


ORDERS = frames.Order.__subclasses__()
VALUES: dict[str, Any] = {
    "seat": 0, "ply": 0, "move": "1", "path": [], "name": "Cleo", "secret": "", "question": "draw", "agrees": True,
    "phrase": "hello",
}  # fmt: skip


@pytest.mark.parametrize("name", ["Cleo", ""])
@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_who_has_no_seat_gives_no_order(server: Server, kind: type[frames.Order], name: str) -> None:
    """Every order that there is, at a moment when a player could give it: denied, and the table as it was."""
    ana, stranger = Guest(server, "Ana"), Guest(server, name)
    table, invitations = ana.open("squadro", "me", "friend", options={"first": 0})
    ben = Guest(server, "Ben")
    sitting = {"name": "Ben", "secret": invitations["1"]}
    assert ben.http.post(f"/api/tables/{table}/seats", json=sitting).status_code == 200
    playing = ben.socket(table)
    asked = "resign" if kind is frames.Rematch else "draw"
    if kind in (frames.Answer, frames.Rematch):  # there is something to answer; the game is over
        assert playing.order(asked, seat=1)["t"] == "stored"
    before = ana.state(table)
    watching = stranger.socket(table)
    fields = {each.name: VALUES[each.name] for each in msgspec.structs.fields(kind) if each.name != "id"}
    answer = watching.order(str(kind.__struct_config__.tag), **fields)
    assert (answer["t"], answer["code"]) in {("denied", code) for code in ("not-yours", "not-seated", "taken")}
    assert ana.state(table) == before
    for socket in (playing, watching):
        socket.close()
    for guest in (ana, ben, stranger):
        guest.close()
