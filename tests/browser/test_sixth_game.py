"""A sixth game is one file: the one of docs/add-a-game.md, put where Carreau finds games, is played in the browser.

The file goes either into `carreau/games` (of a copy) or into a package of its own; nothing else is written or changed.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browsers import Open, browser, visit  # noqa: F401 (fixtures)
from playing import facts, play_by_mouse, start
from playwright.sync_api import expect
from servers import Server, running

import carreau

PACKAGE = Path(carreau.__file__).parent
GUIDE = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text(encoding="utf-8")
GAME = "\n\n".join(re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))
ANNOUNCED = "[carreau.games]\nmorpion = morpion:GAME\n"


def put_into_carreau(place: Path) -> None:
    shutil.copytree(PACKAGE, place / "carreau", ignore=shutil.ignore_patterns("__pycache__"))
    (place / "carreau" / "games" / "morpion.py").write_text(GAME, encoding="utf-8")


def put_into_a_package(place: Path) -> None:
    (place / "morpion.py").write_text(GAME, encoding="utf-8")
    about = place / "morpion-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: morpion\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ANNOUNCED, encoding="utf-8")


@pytest.fixture(scope="module", params=[put_into_carreau, put_into_a_package])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that finds six games."""
    place = tmp_path_factory.mktemp("sixth")
    request.param(place)
    path = os.pathsep.join([str(place), str(PACKAGE.parent)])
    with running(tmp_path_factory.mktemp("server") / "games.db", environment={"PYTHONPATH": path}) as server:
        yield server
        assert server.stop() == 0
        assert server.complaints() == ""


def test_a_sixth_game_is_played_from_the_first_page_to_its_end(visit: Open) -> None:
    """It stands beside the others with its picture, and a computer answers every move until it is over."""
    page = visit()
    expect(page.locator("a.game")).to_have_count(len(carreau.games()) + 1)
    card = page.locator("a.game[href='/play/morpion']")
    expect(card).to_contain_text("Noughts and crosses")
    assert card.locator("img").evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }")
    start(page, "morpion")
    play_by_mouse(page, Random(6))
    assert facts(page)["over"] == "true"
    assert int(facts(page)["ply"]) >= 5
    expect(page.locator(".status strong")).to_contain_text(re.compile("three in a row|a full board"))


def test_a_game_without_rules_tells_its_idea(visit: Open) -> None:
    """Nobody has written a text about it: its idea, how its moves are written, and who made it."""
    page = visit("/play/morpion")
    page.click(".to-rules")
    rules = page.locator("dialog .rulebook")
    expect(rules).to_contain_text("Three in a row.")
    expect(rules.locator("footer")).to_have_text("traditional")
    assert rules.locator("img").evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }")


def test_it_speaks_french_as_well(visit: Open) -> None:
    page = visit(locale="fr-FR")
    start(page, "morpion", seats={1: "here"})
    expect(page.locator(".stage")).to_contain_text("Croix")
