"""What the server refuses over HTTP: in the language of who asked, in words for people, or as a page."""

from __future__ import annotations

from typing import Any

import pytest
from servers import Guest

from carreau.web.refusing import preferred

RECORD = "game: squadro\noption.first: 0\n\n1 2 9\n"
TWO = [{"kind": "me"}, {"kind": "here"}]


def refusal(guest: Guest, path: str, body: Any, **headers: str) -> dict[str, str]:
    answer = guest.http.post(f"/api{path}", json=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    told: dict[str, str] = answer.json()
    return told


@pytest.mark.parametrize(
    ("path", "body", "english", "french"),
    [
        ("/records", {"record": RECORD}, "move 3, 9: expected a lane", "coup 3, 9 : on attend"),
        ("/records", {"record": " \n"}, "nothing here to read", "rien à lire ici"),
        ("/tables", {"game": "squadro", "seats": TWO[:1]}, "this game has 2 seats", "cette partie a 2 sièges"),
        ("/tables", {"game": "chess", "seats": TWO}, "no game 'chess'", "pas de jeu « chess »"),
        ("/tables", {"game": "squadro"}, "seats: Field required", "seats : la demande est mal formée (missing)"),
        ("/tables/nowhere/moves", {"seat": 0, "ply": 0, "move": "1"}, "no such table", "cette table n'existe pas"),
        ("/nowhere", {}, "nothing here", "rien ici"),
        ("/games", {}, "not asked here", "ne se demande pas ainsi"),
        ("/guests", {"name": "A" * 300_000}, "too much", "c'est trop"),
    ],
)
def test_a_refusal_is_in_the_language_of_who_asks(ana: Guest, path: str, body: Any, english: str, french: str) -> None:
    """By the address, or else by the browser's header; the address has the last word."""
    assert english in refusal(ana, path, body)["text"]
    assert french in refusal(ana, f"{path}?lang=fr", body)["text"]
    assert french in refusal(ana, path, body, **{"Accept-Language": "fr-CH, en;q=0.5"})["text"]
    assert english in refusal(ana, f"{path}?lang=en", body, **{"Accept-Language": "fr"})["text"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"), ("fr", "fr"), ("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("en-GB, fr", "en"), ("de, fr;q=0.2", "fr"),
        ("de", "en"), ("fr;q=0", "en"), ("fr;q=x, en;q=0.1", "en"), ("*", "en"), (",;;=", "en"),
    ],
)  # fmt: skip
def test_which_language_a_browser_likes(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


@pytest.mark.parametrize("path", ["/games/united-square/seats", "/tables"])
def test_an_option_is_refused_by_the_names_that_people_see(ana: Guest, path: str) -> None:
    """It says which option, so that a page can take it back without knowing any rule."""
    body: dict[str, Any] = {"options": {"mode": "duel", "players": 3}}
    if path == "/tables":
        body |= {"game": "united-square", "seats": TWO}
    told = refusal(ana, f"{path}?lang=fr", body)
    assert told["option"] == "players"
    assert told["text"].startswith("« Joueurs » ne peut pas être « 3 » ici")
    assert refusal(ana, path, body)["text"].startswith("“Players” cannot be “3” here")


def test_seats_tell_what_the_other_options_rule_out(ana: Guest) -> None:
    def closed(game: str, **options: Any) -> dict[str, list[Any]]:
        answer = ana.http.post(f"/api/games/{game}/seats", json={"options": options}).raise_for_status()
        found: dict[str, list[Any]] = answer.json()["closed"]
        return found

    assert closed("squadro") == {}
    assert closed("united-square") == {"players": [4, 3], "first": [2, 3]}
    assert closed("united-square", mode="free-for-all", players=3) == {"first": [3]}
    taquin = closed("012x012", mode="taquin")
    assert taquin["players"] == [2, 3, 4, 6, 8]
    assert taquin["strict"] == [True]
    assert closed("012x012", grid="CAR_006x006_001")["players"] == [8]


def test_seats_tell_what_options_come_to(ana: Guest) -> None:
    """Where they follow from others; who is drawn to begin is drawn when the table opens."""

    def settled(game: str, **options: Any) -> dict[str, Any]:
        answer = ana.http.post(f"/api/games/{game}/seats", json={"options": options}).raise_for_status()
        found: dict[str, Any] = answer.json()["settled"]
        return found

    assert settled("012x012", players=1) == {"mode": "puzzle", "grid": "CAR_012x012_001"}
    assert settled("012x012", mode="taquin", grid="CAR_006x006_001") == {"players": 1}
    assert settled("united-square", mode="free-for-all") == {"players": 4}
    assert all(settled("squadro") == {} for _ in range(10))


@pytest.mark.parametrize("path", ["/foo/bar", "/play/", "/records/of/nobody"])
def test_a_browser_that_goes_astray_gets_the_page(ana: Guest, path: str) -> None:
    """Which can say so; a script gets what scripts get."""
    answer = ana.http.get(path, headers={"Accept": "text/html,application/xhtml+xml"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "Content-Security-Policy" in answer.headers
    assert ana.http.get(path).json()["code"] == "http"


def test_the_interface_never_answers_with_a_page(ana: Guest) -> None:
    for path in ("/api/nowhere", "/api/tables/nowhere", "/api/games/chess/picture.svg"):
        answer = ana.http.get(path, headers={"Accept": "text/html"})
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")
