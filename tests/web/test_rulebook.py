"""The rules that the page shows: for every game and language, complete, for players, with pictures that are there."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import httpx
import pytest
from servers import PATIENCE, running

import carreau
from carreau.rules.game import Game
from carreau.rules.language import in_language
from carreau.web import rulebook

OURS = ("squadro", "unlur", "squaryd", "united-square", "012x012")
MATCH = {"en": "match of two legs", "fr": "match en deux manches"}
TAGS = "h2 h3 h4 p ul ol li strong em code img table thead tbody tr th td details summary footer"
every_page = pytest.mark.parametrize(("lang", "game"), [(lang, game) for lang in ("en", "fr") for game in OURS])


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).replace("’", "'")


def modes(game: Game, lang: str) -> list[str]:
    """What can be chosen by name before a game: its ways to play, and what is on or off."""
    with in_language(lang):
        named = [str(label) for option in game.options for value, label in option.labels.items() if type(value) is str]
        return named + [str(option.heading) for option in game.options if option.default is False]


@every_page
def test_every_game_has_rules(lang: str, game: str) -> None:
    html = rulebook.rules_html(game, lang, "light")
    text = plain(html).lower()
    rules = carreau.game(game)
    assert html.count("<p") > 6
    assert html.count("<h3>") > 4
    assert html.count("<img ") >= 2
    assert html.index("<h3>") < html.index("<img ") < html.index("<details>") < html.index("<footer>")
    assert [mode for mode in modes(rules, lang) if mode.lower() not in text] == []
    author = str(rules.credit).split(",")[0]
    assert author in plain(html[html.index("<footer>") :])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_squadro_tells_of_its_match(lang: str) -> None:
    assert MATCH[lang] in plain(rulebook.rules_html("squadro", lang, "light"))


@every_page
def test_nothing_for_programs_is_told_to_players(lang: str, game: str) -> None:
    """Neither the reference nor Markdown that was not understood nor a mark."""
    html = rulebook.rules_html(game, lang, "light")
    assert not re.search(r"&lt;|<!--|```|\*\*|\]\(|import carreau|\|--", html)
    assert set(re.findall(r"</?([a-z0-9]+)", html)) <= set(TAGS.split())


def test_raw_html_stays_text() -> None:
    assert "<script" not in rulebook._html("<script>alert(1)</script> and [x](javascript:alert(1))", "squadro", "light")


def test_over_http(tmp_path: Path) -> None:
    """With its pictures, in the colours that were asked for, and nothing that is not of these rules."""
    with running(tmp_path / "games.db") as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        for game in OURS:
            answer = client.get(f"/api/games/{game}/rules?lang=fr&theme=dark")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/html")
            assert "max-age" in answer.headers["cache-control"]
            for source in re.findall(r'src="([^"]+)"', answer.text):
                picture = client.get(unescape(source))
                assert picture.status_code == 200, source
                assert picture.headers["content-type"] == "image/svg+xml"
                assert "carreau-dark" in picture.text
                assert "carreau-light" not in picture.text
        assert client.get("/api/games/halma/rules").status_code == 404
        assert client.get("/api/games/squadro/rules?lang=de").status_code == 400
        assert client.get("/api/games/squadro/rules/unlur-y.svg").status_code == 404
        assert client.get("/api/games/012x012/rules/012x012-solutions.svg").status_code == 404, "a spoiler"


def test_a_game_without_a_text_tells_its_idea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "PLACES", (tmp_path,))
    html = rulebook.rules_html.__wrapped__("unlur", "fr", "light")
    with in_language("fr"):
        for told in (carreau.game("unlur").idea, carreau.game("unlur").notation, carreau.game("unlur").credit):
            assert str(told) in plain(html)
