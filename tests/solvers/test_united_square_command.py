"""`carreau solve united-square` as people meet it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import solve_command
from solve_command import need_refusal

import carreau

GAME = carreau.game("united-square")


def run(*arguments: str) -> int:
    return solve_command.run(GAME.id, *arguments)


def test_the_count_comes_last(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--sets", "1", "--count", "--folder", str(tmp_path)) == 0
    assert capsys.readouterr().out.split()[-1] == "98"
    assert run("--count", "--border", "G,R,Y,B", "--sets", "2", "--folder", str(tmp_path)) == 0
    assert capsys.readouterr().out.splitlines() == ["GRYB 34924", "34924"]
    assert run("--count", "--border", "BBRY", "--folder", str(tmp_path), "--json") == 0
    assert json.loads(capsys.readouterr().out)["solutions"] == 0


def test_the_list_is_of_positions_that_are_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list", "--moves", "c4:YGBR") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(set(lines)) == 13
    for line in lines:
        state = GAME.position(line)
        assert state.outcome is not None
        assert state.outcome.reason == "solved"
    assert run("--list", "--border", "BRGY") == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "carreau: there is no solution\n")
    assert run("--list", "--most", "2", "--sets", "2", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["list"]) == 2


def test_a_position_is_told_how_many_solutions_remain_and_what_keeps_them(capsys: pytest.CaptureFixture[str]) -> None:
    state = GAME.replay(["c4:YGBR", "c5:BRYG"], mode="solitaire")
    assert run("--position", str(state), "--json") == 0
    by_text = json.loads(capsys.readouterr().out)
    assert run("--moves", "c4:YGBR c5:BRYG", "--option", "mode=solitaire", "--json") == 0
    assert json.loads(capsys.readouterr().out) == by_text
    assert by_text["solutions"] == 0
    assert by_text["solution"] is None
    assert run("--moves", "c4:YGBR", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["solutions"] == 13
    assert set(found["moves"]) <= set(GAME.replay(["c4:YGBR"], mode="solitaire").moves())
    assert run("--moves", "c4:YGBR", "--lang", "fr") == 0
    assert "il reste 13 solutions" in capsys.readouterr().out
    assert run("--moves", "c4:YGBR c5:BRYG") == 0
    assert "no solution remains" in capsys.readouterr().out


def test_pictures_of_one_and_of_many(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--count", "--svg", str(tmp_path / "one.svg")) == 0
    assert run("--count", "--svg", str(tmp_path / "all.svg"), "--most", "98") == 0
    for name, boards in (("one.svg", 0), ("all.svg", 98)):
        root = ElementTree.parse(tmp_path / name).getroot()
        assert len(root.findall("{*}svg")) == boards
    capsys.readouterr()
    assert run("--moves", "c4:YGBR c5:BRYG", "--svg", str(tmp_path / "none.svg")) == 0
    assert "no solution to draw" in capsys.readouterr().err
    assert not (tmp_path / "none.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--border", "B,G,R"], "B,G,R"),
        (["--border", "XGRY"], "XGRY"),
        (["--sets", "3"], "--sets"),
        (["--most", "0"], "--most"),
        (["--count", "--list"], "--list"),
        (["--moves", "c4:YGBR c4:YGBR"], "already"),
        (["--position", "nonsense"], "position"),
        (["--sets", "1", "--option", "sets=2"], "sets"),
        (["--sets", "1", "--position", "x"], "--position"),
        (["--option", "mode=teams"], "teams"),
        (["--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
        (["--most", "5"], "--most is for"),
        (["--count", "--most", "5"], "--most is for"),
    ],
)
def test_bad_input_ends_with_one_line_and_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    need_refusal(capsys, [GAME.id, *arguments], word)


ENDING = (
    ".,BRYG,BGYR,BYRG,./.,YRBG,YGBR,RBYG,RGYB/.,BYRG,BGRY,YRBG,YGBR/.,RBYG,RGYB,.,./.,YBRG,YGRB,.,. "
    "BGRY,BGYR,BRGY,BYGR,BYRG/BGRY,BGRY,BGRY,BRYG,BYRG 1 duel B,R/G,Y open"
)


def test_a_duel_is_searched_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--position", ENDING, "--json", "--svg", str(tmp_path / "end.svg")) == 0
    found = json.loads(capsys.readouterr().out)
    state = GAME.position(ENDING)
    assert set(found["moves"]) == set(state.moves())
    end = GAME.continue_with(state, found["line"])
    assert str(end) == found["end"]
    assert found["scores"][1] - found["scores"][0] == found["margin"] == max(found["moves"].values())
    assert ElementTree.parse(tmp_path / "end.svg").getroot().tag.endswith("svg")
    assert run("--position", ENDING) == 0
    assert f"best play: {' '.join(found['line'])}" in capsys.readouterr().out


def test_a_duel_far_from_its_end_is_out_of_reach(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--option", "mode=duel", "--option", "deal=1") == 2
    assert "24 tiles are left" in capsys.readouterr().err
    assert run("--position", ENDING, "--count") == 2
    assert "--count is for the solitaire" in capsys.readouterr().err
