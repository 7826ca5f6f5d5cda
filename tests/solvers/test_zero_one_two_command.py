"""`carreau solve 012x012` as people meet it, and endings of two players against brute force."""

from __future__ import annotations

import json
import os
import random
import signal
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
import solve_command
from solve_command import need_refusal

import carreau
from carreau.cli.solving import asked as asked_module
from carreau.rules.state import State
from carreau.solvers import taquin

GAME = carreau.game("012x012")
TAQUIN = ("--option", "mode=taquin", "--option", "grid=CAR_006x006_001", "--option", "tray=7")


def run(*arguments: str) -> int:
    return solve_command.run(GAME.id, *arguments)


def test_a_taquin_is_answered_with_moves_that_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "steps.svg"
    kept = ("--folder", str(tmp_path), "--seconds", "1")
    assert run(*TAQUIN, *kept, "--json", "--svg", str(picture)) == 0
    found = json.loads(capsys.readouterr().out)
    end = GAME.replay(found["moves"], mode="taquin", grid="CAR_006x006_001", tray=7)
    assert end.outcome is not None
    assert end.outcome.scores == (found["length"],)
    assert found["at_least"] <= found["length"]
    assert found["shortest"] == (found["at_least"] == found["length"])
    assert len(ElementTree.parse(picture).getroot().findall("{*}svg")) == 12
    assert run(*TAQUIN, *kept) == 0
    moves, verdict = capsys.readouterr().out.splitlines()
    assert len(moves.split()) <= found["length"]
    assert "at least" in verdict
    assert run(*TAQUIN, *kept, "--lang", "fr") == 0
    assert "il en faut au moins" in capsys.readouterr().out


def test_a_puzzle_is_answered_from_any_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    begun = ("--option", "mode=puzzle", "--option", "grid=CAR_006x006_002", "--moves", "a1E5 a2N4")
    assert run(*begun, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["shortest"]
    end = GAME.replay(["a1E5", "a2N4", *found["moves"]], mode="puzzle", grid="CAR_006x006_002")
    assert end.outcome is not None
    assert end.outcome.scores == (2 + found["length"],)
    assert run("--option", "mode=puzzle", "--svg", str(tmp_path / "steps.svg")) == 0
    assert "12 turns, proven" in capsys.readouterr().out


def test_ctrl_c_gives_the_best_so_far(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(taquin.Beam):
        def step(self) -> tuple[int, list[int] | None]:
            os.kill(os.getpid(), signal.SIGINT)
            return super().step()

    monkeypatch.setattr(taquin, "Beam", Interrupted)
    assert run(*TAQUIN, "--folder", str(tmp_path), "--seconds", "1000", "--json") == 130
    told = capsys.readouterr()
    moves = json.loads(told.out)["moves"]
    assert GAME.replay(moves, mode="taquin", grid="CAR_006x006_001", tray=7).outcome is not None
    assert "goes on from here" in told.err


def ending(grid: str, seed: int, left: int, **options: object) -> State:
    """A game of two played at random until so many cells or fewer are empty, but not over."""
    luck = random.Random(seed)
    state = GAME.start(players=2, grid=grid, **options)
    while str(state).split()[1].count(".") > left:
        following = state.play(luck.choice(state.moves()))
        if following.seat is None:
            break
        state = following
    return state


def is_won(state: State, known: dict[str, bool]) -> bool:
    """Does the seat to move win with best play? By brute force, through the moves that the game lists."""
    if str(state) not in known:
        known[str(state)] = any(move_wins(state, move, known) for move in state.moves())
    return known[str(state)]


def move_wins(state: State, move: str, known: dict[str, bool]) -> bool:
    after = state.play(move)
    if after.outcome is not None:
        return after.outcome.winners == (state.seat,)
    return is_won(after, known) == (after.seat == state.seat)


@pytest.mark.parametrize(
    ("grid", "options"),
    [
        ("CAR_006x006_001", {}),
        ("CAR_006x006_002", {"free_pass": 1}),
        ("CAR_006x006_003", {"strict": True}),
        ("CAR_006x006_004", {"free_pass": 0}),
        ("CAR_012x012_001", {}),
        ("CAR_012x012_002", {}),
    ],
)
def test_endings_are_what_brute_force_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, grid: str, options: dict[str, object]
) -> None:
    for seed in range(3):
        state = ending(grid, seed, 9, **options)
        assert run("--position", str(state), "--json", "--jobs", "1", "--folder", str(tmp_path)) == 0
        found = json.loads(capsys.readouterr().out)
        known: dict[str, bool] = {}
        wins = {move for move in state.moves() if move_wins(state, move, known)}
        assert found["winner"] == (state.seat if wins else 1 - (state.seat or 0))
        assert {move for move, value in found["moves"].items() if value > 0} == wins
        end = GAME.continue_with(state, found["line"])
        assert end.outcome is not None
        assert end.outcome.winners == (found["winner"],)


def test_the_time_given_is_kept_in_a_game_of_two(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A whole game takes a minute or more: one second does not decide it, and says so to people and to programs."""
    asked = ("--option", "grid=CAR_006x006_004", "--seconds", "1", "--jobs", "1", "--folder", str(tmp_path))
    assert run(*asked, "--json") == 3
    found = json.loads(capsys.readouterr().out)
    assert (found["winner"], found["line"], found["out_of_time"]) == (None, [], True)
    assert run(*asked, "--lang", "fr") == 3
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == "pas tranché"
    assert told.err == ""


def test_moves_decided_in_time_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is over when the first moves are decided: they are what the whole search says of them."""
    state = ending("CAR_006x006_001", 1, 12)
    asked = ("--position", str(state), "--jobs", "1", "--folder", str(tmp_path), "--json")
    assert run(*asked) == 0
    whole = json.loads(capsys.readouterr().out)["moves"]
    clock = iter(range(1000))
    monkeypatch.setattr(asked_module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert run(*asked, "--seconds", "3") == 3
    found = json.loads(capsys.readouterr().out)
    assert 0 < len(found["moves"]) < len(whole)
    assert found["moves"].items() <= whole.items()


@pytest.mark.heavy
def test_the_second_player_wins_a_whole_game_on_a_small_tray(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """From the empty tray, about a minute; the first player's every move loses."""
    whole = ("--option", "players=2", "--option", "grid=CAR_006x006_003")
    assert run(*whole, "--json", "--folder", str(tmp_path)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["winner"] == 1
    assert set(found["moves"]) == set(GAME.start(players=2, grid="CAR_006x006_003").moves())
    assert set(found["moves"].values()) == {-1}


def test_an_ending_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    state = ending("CAR_006x006_001", 1, 8)
    picture = tmp_path / "end.svg"
    assert run("--position", str(state), "--folder", str(tmp_path), "--svg", str(picture)) == 0
    told = capsys.readouterr().out
    assert "wins with best play" in told
    assert "best play: " in told
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert run("--position", str(state), "--folder", str(tmp_path), "--lang", "fr") == 0
    assert "gagne au meilleur jeu" in capsys.readouterr().out


ERRING_LOSES = "CAR_006x006_001 ######/#..###/##.###/######/######/###### 1.0.0/1.1.0 1 strict=yes"


def test_a_strict_ending_is_decided_only_if_nobody_errs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Here an illegal try would lose what is won: the answer has to name its condition."""
    asked = ("--folder", str(tmp_path), "--position")
    assert run(*asked, ERRING_LOSES, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["winner"], found["if_nobody_errs"]) == (1, True)
    assert not is_won(GAME.position(ERRING_LOSES).play("a6"), {})
    assert run(*asked, ERRING_LOSES) == 0
    assert "wins with best play, if nobody errs" in capsys.readouterr().out
    assert run(*asked, ERRING_LOSES, "--lang", "fr") == 0
    assert "gagne au meilleur jeu, si personne ne se trompe" in capsys.readouterr().out
    assert run(*asked, ERRING_LOSES.removesuffix(" strict=yes"), "--json") == 0
    assert json.loads(capsys.readouterr().out)["if_nobody_errs"] is False


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "144 cells are empty"),
        (["--option", "players=3"], "two players"),
        (["--option", "mode=taquin", "--seconds", "0"], "--seconds"),
        (["--option", "mode=taquin", "--every-move"], "--every-move"),
        (["--option", "mode=taquin", "--option", "tray=0/1"], "tray"),
        (["--option", "mode=taquin", "--memory", "1"], "--memory"),
        (["--option", "mode=puzzle", "--moves", "c3"], "move 1"),
        (["--option", "mode=puzzle", "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
        (["--position", "nonsense"], "position"),
        (["--option", "grid=nonsense"], "grid"),
    ],
)
def test_bad_input_ends_with_one_line_and_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    need_refusal(capsys, [GAME.id, *arguments], word)


def test_what_is_over_needs_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    state = GAME.start(mode="puzzle", grid="CAR_006x006_001")
    while state.seat is not None:
        state = state.play(state.moves()[-1])
    assert run("--position", str(state)) == 2
    assert "over" in capsys.readouterr().err
