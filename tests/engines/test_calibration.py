"""The pages about levels and about methods are made from what was kept of the matches."""

from __future__ import annotations

import importlib
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from carreau.engines.contest.games import Played, Setting
from carreau.engines.contest.match import Match
from carreau.engines.contest.players import read_player

BENCH = Path(__file__).parents[2] / "bench"
STAND_IN = Path(__file__).with_name("stand_in.py")
MODULES = ("modes", "plot", "report", "calibrate", "matches")


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, ModuleType]]:
    """The scripts as modules, writing into an empty folder."""
    monkeypatch.syspath_prepend(str(BENCH / "levels"))
    monkeypatch.syspath_prepend(str(BENCH))
    modules = {name: importlib.import_module(name) for name in MODULES}
    monkeypatch.setattr(modules["modes"], "RESULTS", tmp_path / "results")
    monkeypatch.setattr(modules["report"], "HERE", tmp_path)
    yield modules
    for name in MODULES:
        del sys.modules[name]


def facts(mode: Any, pair: tuple[int, int], sides: int, rounds: list[list[float]]) -> dict[str, Any]:
    return {
        "mode": mode.name, "game": mode.game, "options": dict(mode.options), "settings": mode.settings(pair),
        "sides": sides, "plies": 20.5, "milliseconds": [1.25, 1834.0], "failures": 0, "cold": 0, "rounds": rounds,
    }  # fmt: skip


def test_every_mode_with_two_or_more_seats_is_calibrated(bench: dict[str, ModuleType]) -> None:
    modes = bench["modes"].MODES
    assert all(mode.start().seats >= 2 for mode in modes)
    assert len({mode.name for mode in modes}) == len(modes) == 17
    seats = {(mode.game, mode.start().seats) for mode in modes}
    assert {("012x012", players) for players in (2, 3, 4, 6, 8)} <= seats
    assert {("united-square", players) for players in (2, 3, 4)} <= seats


def test_the_report_shows_scores_errors_and_what_is_off_the_mark(bench: dict[str, ModuleType], tmp_path: Path) -> None:
    duel, three = (
        next(mode for mode in bench["modes"].MODES if mode.name == name) for name in ("squadro", "united-square-free-3")
    )
    keep = bench["calibrate"].keep
    keep(duel.result_file((1, 2)), facts(duel, (1, 2), 2, [[1, 1], [1, 0], [1, 0.5]] * 30))
    keep(duel.result_file((2, 3)), facts(duel, (2, 3), 2, [[1, 0]] * 100))
    keep(duel.result_file((3, 4)), facts(duel, (3, 4), 2, [[1, 1]] * 100))
    keep(duel.result_file((4, 5)), {**facts(duel, (4, 5), 2, [[1, 0]] * 100), "settings": ["as it was", "before"]})
    for low in range(8):
        keep(three.result_file((low, low + 1)), facts(three, (low, low + 1), 3, [[1, 0, 0], [1, 1, 0.5]] * 30))
    bench["report"].write_report()
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "| 2 against 1 | 180 | 75.0 % (70.5-79.0) | +191 ± 40 |  | 20.5 | 1.83 s against 1.2 ms |" in page
    assert "| 3 against 2 | 200 | 50.0 % (49.3-50.7) | +0 ± 5 | ↓ |" in page
    assert "| 4 against 3 | 200 | 100.0 % (98.1-100.0) | +1041 ± 356 | ↑ |" in page
    assert "share of wins (33.3 % if equal)" in page
    assert "5 against 4" not in page.split("## United Square")[0]  # of levels that have changed since
    assert "Not played yet: 4-5, 5-6, 6-7, 7-8." in page
    assert "| 1 against random moves | 180 | 58.3 % (" in page
    (alone,) = re.findall(r"All steps together are \+(\d+) ± \d+ Elo, not 840 or more", page)
    (with_floor,) = re.findall(r"From random moves to level 8 there are (\d+) ± \d+", page)
    assert int(with_floor) == pytest.approx(int(alone) * 8 / 7, abs=2)
    for game in ("squadro", "united-square"):
        picture = ElementTree.parse(tmp_path / f"{game}.svg")
        assert len(picture.findall(".//{http://www.w3.org/2000/svg}circle")) >= 2
    assert not (tmp_path / "unlur.svg").exists()


def test_what_is_kept_of_a_match_is_small_and_enough(bench: dict[str, ModuleType], tmp_path: Path) -> None:
    mode = bench["modes"].MODES[0]
    players = tuple(read_player(f"cmd:{sys.executable} {STAND_IN} {how}") for how in ("random", "first"))
    with Match(Setting("squadro", {}, (players[0], players[1])), 4) as match:
        list(match.play(2))
        kept = bench["calibrate"].summary(mode, (1, 2), ["a", "b"], match)
    assert bench["report"].rating(kept) == match.estimate
    file = tmp_path / "kept.json"
    bench["calibrate"].keep(file, kept)
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(kept))
    assert bench["calibrate"].is_done(file, ["a", "b"], 4)
    assert not bench["calibrate"].is_done(file, ["a", "b"], 5)
    assert not bench["calibrate"].is_done(file, ["a", "c"], 4)  # the level has changed
    assert file.stat().st_size < 1000


def test_a_row_of_a_match_between_methods(bench: dict[str, ModuleType]) -> None:
    games = [
        Played(number, number // 2, "AB", {}, 0, "1 2 3", [0], "home", float(number % 10 > 0), [2, 1], [0.6, 0.3])
        for number in range(100)
    ]
    row = bench["matches"].row("squadro", games)
    assert row.startswith("| squadro | 100 | 90.0 % (")
    assert row.endswith("| 40-10-0 | 90 %, 0 % | 3.0 | 0.30 s, 0.30 s |")


def test_the_page_of_the_matches_is_made_from_what_is_kept(bench: dict[str, ModuleType]) -> None:
    """And names commands that can be given again."""
    matches = bench["matches"]
    assert (BENCH / "matches" / "README.md").read_text(encoding="utf-8") == matches.report()
    for name, case in matches.CASES.items():
        command = case.command(name)
        assert read_player(command[1]).limits.seconds
        assert read_player(command[2]).limits.seconds
