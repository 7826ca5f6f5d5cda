"""The server as a process, spoken to over real sockets: people, computers, spectators, secrets and bad manners."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers import PATIENCE, Guest, Server, Socket, running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import carreau
from carreau.web.computers import BEAT


def seated(ana: Guest, ben: Guest, game: str = "squadro", **wish: object) -> tuple[str, Socket, Socket]:
    """A table of two friends, both connected."""
    table, invitations = ana.open(game, "me", "friend", **wish)
    first = ana.socket(table)
    first.until("position")
    second = ben.socket(table)
    assert second.order("sit", name="Ben", secret=invitations["1"])["t"] == "stored"
    first.until("position", version=2)
    return table, first, second


def test_two_people_play_by_link(ana: Guest, ben: Guest) -> None:
    table, first, second = seated(ana, ben, options={"first": 0})
    stored = first.order("move", seat=0, ply=0, path=["yellow 1"])
    assert (stored["t"], stored["version"]) == ("stored", 3)
    seen = second.at(1)
    assert seen["moves"] == ["1"]
    assert seen["status"] == "Your turn"
    assert "yellow 1" in seen["drawing"]["put"]
    assert set(seen["touches"]["1"]) == {f"red {lane}" for lane in range(1, 6)}
    assert second.order("move", seat=1, ply=1, move="3")["t"] == "stored"
    assert ana.state(table)["moves"] == ["1", "3"]
    first.close()
    second.close()


def test_a_move_that_is_sent_again_is_stored_once(ana: Guest, ben: Guest) -> None:
    table, first, second = seated(ana, ben, options={"first": 0})
    answers = [first.order("move", id="same", seat=0, ply=0, move="1") for _ in range(3)]
    assert [answer["t"] for answer in answers] == ["stored"] * 3
    assert ana.state(table)["moves"] == ["1"]
    denied = first.order("move", seat=0, ply=0, move="2")
    assert (denied["t"], denied["code"]) == ("denied", "conflict")
    first.close()
    second.close()


def test_refusals_say_why_in_the_players_language(ana: Guest) -> None:
    table, _ = ana.open("unlur", "me", "here", options={"side": 4})
    english, french = ana.socket(table), ana.socket(table, lang="fr")
    assert "rule" in english.order("move", seat=0, ply=0, move="a1")["text"]
    assert "règle" in french.order("move", seat=0, ply=0, move="a1")["text"]
    assert french.order("move", seat=0, ply=0, path=["a1"])["code"] == "illegal"
    english.close()
    french.close()


def test_the_computer_answers(ana: Guest) -> None:
    table, _ = ana.open("squadro", "me", 1, options={"first": 0})
    socket = ana.socket(table)
    assert socket.order("move", seat=0, ply=0, move="1")["t"] == "stored"
    position = socket.at(2)
    assert position["seat"] == 0
    assert "takeback" in position["can"]
    assert socket.order("takeback", seat=0)["t"] == "stored"
    assert ana.state(table)["ply"] == 0
    socket.close()


def test_each_of_several_computers_can_be_watched(ana: Guest, server: Server) -> None:
    """The one that answers a person does so at once; every other leaves the move before its own a while to be seen."""
    table, _ = ana.open("012x012", "me", 1, 1, 1, options={"players": 4})
    socket = ana.socket(table)
    first = socket.until("position")
    assert socket.order("move", seat=0, ply=0, path=list(path_of(first["touches"]["0"])))["t"] == "stored"
    socket.at(4)
    socket.close()
    with closing(sqlite3.connect(server.database)) as file:
        bodies = file.execute('select body from entries where "table" = ? order by version', [table])
        times = [entry["at"] for (body,) in bodies if "move" in (entry := json.loads(body))]
    assert len(times) == 4
    assert min(times[2] - times[1], times[3] - times[2]) >= BEAT


def path_of(tree: Any) -> Iterator[str]:
    """The first move of a tree of what can be touched."""
    while isinstance(tree, dict):
        id, tree = next(iter(tree.items()))
        yield id


def test_a_hint_is_a_move_with_its_reason(ana: Guest) -> None:
    table, _ = ana.open("squadro", "me", 1, options={"first": 0})
    socket = ana.socket(table)
    socket.until("position")
    socket.send(t="hint", id="h", seat=0)
    advice = socket.until("advice", id="h")
    assert advice["move"] in "12345"
    assert advice["path"] == [f"yellow {advice['move']}"]
    assert advice["text"]
    socket.close()


def test_alone_a_hint_says_whether_a_solution_remains(ana: Guest) -> None:
    table, _ = ana.open("united-square", "me", options={"mode": "solitaire"})
    socket = ana.socket(table)
    assert "hint" in socket.until("position")["can"]
    socket.send(t="hint", id="h", seat=0)
    assert "a solution remains" in socket.until("advice", id="h")["text"]
    socket.close()


def test_who_watches_cannot_move(ana: Guest, ben: Guest, server: Server) -> None:
    table, first, second = seated(ana, ben)
    for guest in (Guest(server, "Cleo"), Guest(server, "")):
        watcher = guest.socket(table)
        assert watcher.until("table")["spectator"]
        seat = watcher.until("position")["seat"]
        for order in (
            {"kind": "move", "seat": seat, "ply": 0, "move": "1"},
            {"kind": "resign", "seat": seat},
            {"kind": "takeback", "seat": seat},
            {"kind": "say", "seat": seat, "phrase": "hello"},
            {"kind": "sit", "name": "Cleo", "secret": "guess"},
            {"kind": "rematch"},
        ):
            assert watcher.order(**order)["t"] == "denied", order
        watcher.close()
        guest.close()
    assert ana.state(table)["ply"] == 0
    first.close()
    second.close()


@pytest.mark.parametrize("mode", ["duel", "teams"])
def test_a_hidden_tile_is_in_no_byte(ana: Guest, ben: Guest, server: Server, mode: str) -> None:
    """All that is sent to one seat, and to those who watch, in a whole game: no tile of another hand is named.

    Frames, states, records and pictures are looked through for what a hand's own holder gets to see.
    """
    seats = ["me", "friend", "here", "here"][: 2 if mode == "duel" else 4]
    table, invitations = ana.open("united-square", *seats, options={"mode": mode, "deal": 11})
    own, bens, watching = ana.socket(table), ben.socket(table), Guest(server, "").socket(table)
    assert bens.order("sit", name="Ben", secret=invitations["1"])["t"] == "stored"
    plies = 0
    while not (state := ana.state(table))["over"] and plies < 14:
        seat = state["seat"]
        guest, socket = (ben, bens) if seat == 1 else (ana, own)
        if seat != 1 and mode == "teams":
            socket.send(t="show", seat=seat)
        legal = guest.state(table)["legal"]
        assert socket.order("move", seat=seat, ply=state["ply"], move=legal[0])["t"] == "stored"
        plies += 1
        for other in (bens, watching):
            other.at(plies)
    for socket, guest, hidden in ((bens, ben, "hand 0 B"), (watching, Guest(server, ""), "hand 0 B"),
                                  (watching, Guest(server, ""), "hand 1 B")):  # fmt: skip
        texts = [*socket.raw, guest.http.get(f"/api/tables/{table}/record").text, json.dumps(guest.state(table)),
                 guest.http.get(f"/api/tables/{table}/picture.svg").text]  # fmt: skip
        assert any("????" in text for text in texts)
        for text in texts:
            assert hidden not in text
    hands = carreau.game("united-square").start(mode=mode, deal=11).options["deal"].split("/")
    mine, record = hands[1], ben.http.get(f"/api/tables/{table}/record").text
    assert mine in record
    assert not any(hand in record for hand in (*hands[:1], *hands[2:]))
    for socket in (own, bens, watching):
        socket.close()


def test_people_at_one_screen_hand_it_over(ana: Guest) -> None:
    """Hidden hands at one screen: nothing is shown before the person to move says so."""
    table, _ = ana.open("united-square", "me", "here", options={"deal": 3, "first": 1})
    socket = ana.socket(table)
    position = socket.until("position")
    assert position["curtain"] == 1
    assert "touches" not in position
    assert not any("hand 0 B" in text or "hand 1 B" in text for text in socket.raw)
    socket.send(t="show", seat=1)
    position = socket.until("position")
    assert "curtain" not in position
    assert position["touches"]["1"]
    assert not any("hand 0 B" in text for text in socket.raw)
    socket.close()


def test_modes_that_hide_legal_moves_send_none(ana: Guest) -> None:
    for game, options in (("012x012", {"strict": True}), ("squaryd", {"claims": "called"})):
        table, _ = ana.open(game, "me", "here", options=options)
        socket = ana.socket(table)
        assert "*" in socket.until("position")["touches"]["0"]
        assert ana.state(table)["legal"] == []
        socket.close()


def test_one_can_look_back(ana: Guest) -> None:
    table, _ = ana.open("squaryd", "me", "here")
    socket = ana.socket(table)
    for ply, hole in enumerate(("a1", "b2", "c5")):
        assert socket.order("move", seat=ply % 2, ply=ply, path=[hole])["t"] == "stored"
    socket.send(t="look", id="l", ply=1)
    seen = socket.until("position", id="l")
    assert (seen["ply"], seen["plies"]) == (1, 3)
    assert list(seen["drawing"]["put"]) == ["pawn a1"]
    assert "touches" not in seen
    socket.close()


def test_a_finished_game_goes_on_at_another_table(ana: Guest, ben: Guest) -> None:
    _table, first, second = seated(ana, ben, options={"first": 0})
    assert first.order("resign", seat=0)["t"] == "stored"
    over = second.until("position", over=True)
    assert over["winners"] == [1]
    assert "resigns" in over["status"]
    one, two = first.order("rematch")["table"], second.order("rematch")["table"]
    assert one == two
    again = ben.socket(one)
    assert again.until("position")["seats"][0]["kept_for_you"]
    assert again.order("sit", name="Ben")["t"] == "stored"
    assert [seat["name"] for seat in ana.state(one)["seats"]] == ["Ben", "Ana"]
    for socket in (first, second, again):
        socket.close()


def test_everybody_knows_who_is_there(ana: Guest, ben: Guest) -> None:
    _table, first, second = seated(ana, ben)
    assert first.until("present", seats=[True, True])["watching"] == 0
    second.close()
    first.until("present", seats=[True, False])
    first.close()


def test_your_games_are_found_again(ana: Guest, server: Server) -> None:
    table, _ = ana.open("squadro", "me", "here", options={"first": 0})
    (listed,) = ana.http.get("/api/tables").json()
    assert (listed["table"], listed["your_turn"], listed["players"]) == (table, True, ["Ana", "Ana"])
    script = httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {ana.token}"})
    answer = script.post(f"/api/tables/{table}/moves", json={"seat": 0, "ply": 0, "move": "2"})
    assert answer.json() == {"version": 2}
    record = carreau.read_record(script.get(f"/api/tables/{table}/record").text)
    assert record.moves == ("2",)
    assert "<svg" in script.get(f"/api/tables/{table}/picture.svg").text
    going_on = script.post("/api/tables", json={"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}],
                                                "record": carreau.write_record(record.state)})  # fmt: skip
    assert script.get(f"/api/tables/{going_on.json()['table']}").json()["moves"] == ["2"]
    script.close()


# Bad manners


def test_frames_that_are_none_of_ours(ana: Guest) -> None:
    table, _ = ana.open("squadro", "me", "here", options={"first": 0})
    socket = ana.socket(table)
    socket.until("position")
    for text in ("", "x", "[]", "{}", '{"t":"drop tables"}', '{"t":"move","id":"1","seat":0,"ply":0,"move":"1","x":1}',
                 '{"t":"move","id":"","seat":0,"ply":0}', '{"t":"move","id":"1","seat":-1,"ply":0}',
                 '{"t":"hello","protocol":1,"table":"x"}', '{"t":"ping"' + " " * 9000 + "}", "[" * 5000):  # fmt: skip
        socket.connection.send(text)
        assert socket.until("wrong")["code"] == "malformed"
    assert socket.order("move", seat=0, ply=0, move="1")["t"] == "stored"
    socket.close()


def test_a_flood_ends_the_socket_and_nothing_else(ana: Guest, ben: Guest) -> None:
    table, first, second = seated(ana, ben, options={"first": 0})
    with pytest.raises(ConnectionClosed):  # noqa: PT012
        for _ in range(5000):
            second.send(t="ping")
        while True:
            second.next()
    assert first.order("move", seat=0, ply=0, move="1")["t"] == "stored"
    assert ben.state(table)["ply"] == 1
    first.close()


def test_another_site_cannot_speak_for_a_guest(ana: Guest, server: Server) -> None:
    table, _ = ana.open("squadro", "me", "here")
    cookie = ana.http.cookies.get("carreau")
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus):
            connect(server.url.replace("http", "ws") + "/socket", origin=Origin(origin),
                    additional_headers={"Cookie": f"carreau={cookie}"})  # fmt: skip
        answer = ana.http.post(f"/api/tables/{table}/resignation", json={"seat": 0}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert not ana.state(table)["over"]
    own = ana.http.post(f"/api/tables/{table}/resignation", json={"seat": 0}, headers={"Origin": server.url})
    assert own.status_code == 200


def test_no_such_table(ana: Guest) -> None:
    socket = ana.socket("nowhere")
    assert socket.until("wrong")["code"] == "no-table"
    with pytest.raises(ConnectionClosed):
        socket.next()
    assert ana.http.get("/api/tables/nowhere").status_code == 404


@pytest.mark.parametrize("junk", ["x" * 33, "x" * 3000, "a b", "é", "nul\0"])
def test_a_link_that_was_spoilt_on_its_way_leads_to_no_table(ana: Guest, junk: str) -> None:
    """And not to an endless try to connect."""
    assert ana.socket(junk).until("wrong")["code"] == "no-table"


def test_behind_the_curtain_nobody_sees_a_hand_or_gets_a_hint(ana: Guest) -> None:
    """Two at one screen: from a move until the other has taken the screen no hand is shown, drawn or advised on."""
    table, _ = ana.open("united-square", "me", "here", options={"deal": 3})
    tiles = set(carreau.game("united-square").start(deal=3).options["deal"].replace("/", " ").split())

    def is_told(frame: object) -> bool:
        return any(tile in json.dumps(frame) for tile in tiles)

    socket = ana.socket(table)
    assert socket.until("position")["curtain"] == 0
    assert not is_told(socket.position["seats"])
    socket.send(t="show", seat=0)
    shown = socket.until("position")
    assert "curtain" not in shown
    assert is_told(shown["seats"])
    assert "hint" in shown["can"]
    move = carreau.game("united-square").start(deal=3).moves()[0]
    assert socket.order("move", seat=0, ply=0, move=move)["t"] == "stored"
    after = socket.at(1)
    assert after["curtain"] == 1
    assert not is_told(after["seats"])
    assert "hint" not in after["can"]
    socket.send(t="hint", id="hint", seat=1)
    assert socket.until("denied", "advice")["t"] == "denied"
    socket.send(t="look", id="look", ply=0)
    assert not is_told(socket.until("position", id="look")["seats"])
    record, picture = (ana.http.get(f"/api/tables/{table}/{what}").text for what in ("record", "picture.svg"))
    assert "????" in record
    assert not any(f"{tile} " in record.partition("option.deal:")[2].partition("\n")[0] for tile in tiles)
    assert "back" in picture
    socket.close()


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}]}, 400),
        ({"game": "squadro", "seats": []}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}] * 3}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}, {"kind": "king"}]}, 400),
        ({"game": "unlur", "seats": [{"kind": "me"}, {"kind": "here"}], "options": {"side": 99}}, 400),
        ({"game": "unlur", "seats": [{"kind": "me"}, {"kind": "here"}], "options": {"size": 9}}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}], "position": "nonsense"}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}], "record": "nonsense"}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}], "clock": {"kind": "live"}}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}], "surprise": 1}, 400),
        ({"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}], "record": "x" * 300_000}, 413),
    ],
)
def test_bad_wishes_are_refused_in_a_sentence(ana: Guest, wish: dict[str, object], code: int) -> None:
    answer = ana.http.post("/api/tables", json=wish)
    assert answer.status_code == code
    assert set(answer.json()) - {"option"} == {"code", "text"}
    assert "\n" not in answer.json()["text"]


def test_a_stranger_has_to_say_a_name(server: Server) -> None:
    stranger = Guest(server, "")
    assert stranger.http.get("/api/me").json() is None
    for answer in (
        stranger.http.get("/api/tables"),
        stranger.http.post("/api/tables", json={"game": "squadro", "seats": [{"kind": "me"}, {"kind": "here"}]}),
    ):
        assert answer.status_code == 401
        assert answer.json()["code"] == "no-guest"
    stranger.close()


def test_the_server_tells_how_it_is(server: Server) -> None:
    http = httpx.Client(base_url=server.url, timeout=PATIENCE)
    assert http.get("/healthz").text == "ok\n"
    assert "carreau_moves_total" in http.get("/metrics").text
    assert "/api/tables/{table}/moves" in http.get("/openapi.json").json()["paths"]
    answer = http.get("/api/games?lang=fr")
    assert [game["id"] for game in answer.json()] == [*carreau.games()]
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    http.close()


# It holds


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as server:
        ana = Guest(server, "Ana")
        table, _ = ana.open("squadro", "me", "here", options={"first": 0})
        socket = ana.socket(table)
        for ply in range(4):
            assert socket.order("move", seat=ply % 2, ply=ply, move=str(ply + 1))["t"] == "stored"
        server.kill()
    with running(tmp_path / "games.db") as server:
        again = Guest(server, "")
        again.http.cookies.set("carreau", ana.token)
        assert again.state(table)["moves"] == ["1", "2", "3", "4"]
        socket = again.socket(table)
        assert socket.until("position")["version"] == 5
        assert socket.order("move", seat=0, ply=4, move="5")["t"] == "stored"
        assert server.stop() == 0
