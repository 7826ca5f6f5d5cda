"""Looking back at a game on a real server: judged once, told to all who ask, and only when the game is over."""

from __future__ import annotations

from pathlib import Path
from random import Random

from servers import Guest, Server, running

import carreau


def short_game() -> str:
    """Black makes a square; White could have parried."""
    state = carreau.game("squaryd").start()
    for move in ("a1", "f6", "a2", "g3", "b1", "g5", "b2"):
        state = state.play(move)
    return carreau.write_record(state, players=["Ana", "Ben"])


def long_game() -> str:
    state, random = carreau.game("squadro").start(first=0), Random(1)
    while state.seat is not None:
        state = state.play(random.choice(state.moves()))
    return carreau.write_record(state)


def test_every_move_is_judged_for_all_who_ask(server: Server) -> None:
    ana, stranger = Guest(server, "Ana"), Guest(server, "")
    table, _ = ana.open("squaryd", "me", "here", record=short_game())
    sockets = [guest.socket(table) for guest in (ana, stranger)]
    for socket in sockets:
        assert "review" in socket.until("position")["can"]
        socket.send(t="review", id="r")
    found = [socket.until("reviewed", done=7) for socket in sockets]
    assert found[0]["lines"] == found[1]["lines"]
    (line,) = found[0]["lines"]
    assert [moves for moves, _ in line] == list(range(8))
    assert line[-1][1] == 1  # Black, seat 0, has won
    assert 6 in [number for number, _, _ in found[0]["slips"]]  # White's last move did not parry
    assert all(better for _, _, better in found[0]["slips"])


def test_a_game_that_goes_on_is_not_judged(server: Server) -> None:
    """The computer's eye would be help; a game alone has no chances to follow."""
    ana = Guest(server, "Ana")
    for game, seats, options in (("squadro", ("me", "here"), {}), ("united-square", ("me",), {"mode": "solitaire"})):
        table, _ = ana.open(game, *seats, options=options)
        socket = ana.socket(table)
        assert "review" not in socket.until("position").get("can", ())
        socket.send(t="review", id="r")
        assert socket.until("denied", id="r")["code"] == "impossible"


def test_what_nobody_waits_for_is_stopped(server: Server) -> None:
    """Who leaves in the middle frees the engine; who comes later has it begun anew."""
    ana = Guest(server, "Ana")
    table, _ = ana.open("squadro", "me", "here", record=long_game())
    socket = ana.socket(table)
    socket.send(t="review", id="r")
    assert socket.until("reviewed")["moves"] > 20
    socket.close()
    again = ana.socket(table)
    again.send(t="review", id="r")
    assert again.until("reviewed")["done"] < 20
    again.close()


def test_a_server_that_is_asked_to_go_does_not_wait_for_a_review(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        ana = Guest(server, "Ana")
        table, _ = ana.open("squadro", "me", "here", record=long_game())
        socket = ana.socket(table)
        socket.send(t="review", id="r")
        socket.until("reviewed")
        assert server.stop() == 0


def test_a_game_that_was_broken_off_stays_so(server: Server) -> None:
    """A record with its ending opens a table that is over; its first moves go on."""
    ana = Guest(server, "Ana")
    state = carreau.game("squadro").replay(["1", "1", "2"], first=0)
    table, _ = ana.open("squadro", "me", "here", record=carreau.write_record(state, ending="1:resign"))
    found = ana.state(table)
    assert (found["over"], found["winners"], found["reason"]) == (True, [0], "resign")
    whole = ana.http.get(f"/api/tables/{table}/record").text
    assert carreau.read_record(whole).ending == "1:resign"
    part = ana.http.get(f"/api/tables/{table}/record?ply=2").text
    assert (carreau.read_record(part).ending, carreau.read_record(part).moves) == ("", ("1", "1"))
    told = ana.http.post("/api/records", json={"record": part}).json()
    assert (told["game"], told["over"], told["moves"]) == ("squadro", False, ["1", "1"])
    assert told["picture"].startswith("<svg")
