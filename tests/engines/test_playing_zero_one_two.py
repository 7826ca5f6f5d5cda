"""What the 012x012 engine must find. A tray shows # where a cube lies; stocks are the seats' cubes of each code."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import carreau
from carreau import State
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.knowledge.zero_one_two import narrow
from carreau.engines.thinking import Thinker
from carreau.games.zero_one_two_rules import LEFT, moves

GAME = carreau.game("012x012")


@cache
def thought(state: State, nodes: int = 20_000) -> Analysis:
    *_, last = Thinker().think(state, Limits(nodes=nodes))
    return last


@cache
def wins(state: State) -> bool:
    """Does the seat to move win? By looking at every game there is, with the interpreted rules alone."""
    return any(wins_by(state, move) for move in state.moves())


def wins_by(state: State, move: str) -> bool:
    after = state.play(move)
    if after.outcome:
        return after.outcome.winners == (state.seat,)
    return wins(after) == (after.seat == state.seat)


def ending(seed: int, left: int, **options: Any) -> State:
    """A position of a random game with at most so many empty cells; a free pass has not been used."""
    chance = Random(seed)
    while True:
        state = GAME.start(grid=f"CAR_006x006_00{1 + seed % 6}", **options)
        while state.raw_state[LEFT] > left:
            state = state.play(chance.choice([move for move in state.moves() if move != "skip"]))
        if state.seat is not None:
            return state


def test_last_cube() -> None:
    """Only a 1 on a6 and a 0 on b6 are left, and seat 0 has both: laid in one line they end the game at once."""
    state = GAME.position("CAR_006x006_001 ..####/######/######/######/######/###### 1.1.0/0.0.0 0")
    found = thought(state)
    assert (found.proven, found.distance) == ("win", 1)
    assert found.best in ("a6E2", "b6W2")


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("options", [{}, {"free_pass": 0}, {"free_pass": 1}, {"strict": True}], ids=str)
def test_endings_are_exact(options: dict[str, Any], seed: int) -> None:
    """With nine cells left the engine knows who wins, as brute force does: stocks bind, so some have passes."""
    state = ending(seed, 9, **options)
    found = thought(state)
    if len(state.moves()) > 1:  # else there is nothing to think about
        assert found.proven == ("win" if wins(state) else "loss")
    if wins(state):
        assert wins_by(state, found.best)


def test_endings_have_passes_and_skips() -> None:
    """The endings above are of the kind they say: in some a seat must pass, in some only a skip or no skip wins."""
    ends = [ending(seed, 9, free_pass=0) for seed in range(24)]
    assert any("pass" in state.moves() for state in ends)
    mine = [state for state in ends if state.seat == 0 and wins(state)]
    assert any(not wins_by(state, "skip") for state in mine)
    without = {state: GAME.position(str(state).replace(" free_pass=0", "")) for state in mine}
    assert any(wins_by(state, "skip") and not wins(without[state]) for state in mine)


def test_second_turn_after_a_mistake() -> None:
    """Strict: whoever owes a second turn has two in a row, and the search counts on both."""
    different = 0
    for seed in range(24):
        plain = ending(seed, 8, strict=True)
        owing = GAME.position(str(plain).replace("strict=yes", "strict=owes"))
        assert thought(owing).proven == ("win" if wins(owing) else "loss")
        different += wins(owing) != wins(plain)
    assert different


def test_cubes_are_saved() -> None:
    """On an empty tray most turns are long lines; the engine begins with the single cube of a corner."""
    found = thought(GAME.start())
    assert found.best in ("a1", "l1", "l12")


def test_saving_is_not_enough() -> None:
    """A player who always lays as few cubes as may be, wherever, loses from either seat to one who looks ahead."""
    chance = Random(1)
    for ours in range(2):
        state = GAME.start(grid="CAR_012x012_003")
        while state.seat is not None:
            after = {move: state.play(move) for move in state.moves()}
            most = max(each.raw_state[LEFT] for each in after.values())
            thrifty = [move for move, each in after.items() if each.raw_state[LEFT] == most]
            state = after[thought(state, 3000).best if state.seat == ours else chance.choice(thrifty)]
        assert state.outcome is not None
        assert state.outcome.winners == (ours,)


def test_lines_over_the_same_cells_are_looked_at_once() -> None:
    """a6E2 and b6W2 lay the same cubes: of the moves only one for each set of cells is kept, none is lost."""
    for seed in range(12):
        state = ending(seed, 16)
        board, raw, out = list(state.raw_board), list(state.raw_state), [0] * GAME.longest_list
        kept = narrow(board, raw, out, moves(board, raw, out))
        reached = {state.play(move) for move in state.moves()}
        if kept > 1:  # else any move wins
            assert {state.play(GAME.write_move(board, raw, move)) for move in out[:kept]} == reached
            assert kept == len(reached)


@cache
def is_safe(state: State, seat: int) -> bool:
    """Does a seat win whatever all the others do?"""
    if state.outcome:
        return state.outcome.winners == (seat,)
    return (any if state.seat == seat else all)(is_safe(state.play(move), seat) for move in state.moves())


@pytest.mark.parametrize("options", [{}, {"free_pass": 1}, {"strict": True}], ids=str)
def test_three_seats_play_endings_well(options: dict[str, Any]) -> None:
    """Where one of three can win against both others, but not by every move, the tree finds a move that does."""
    met = 0
    for seed in range(30):
        state = ending(seed, 8, players=3, **options)
        assert state.seat is not None
        good = {move for move in state.moves() if is_safe(state.play(move), state.seat)}
        if good and good != set(state.moves()):
            assert thought(state, 2000).best in good
            met += 1
    assert met


def test_same_question_same_answer() -> None:
    state = ending(3, 20)
    first, second = (list(Thinker().think(state, Limits(nodes=3000, seed=5)))[-1] for _ in range(2))
    assert (first.best, first.nodes, first.moves) == (second.best, second.nodes, second.moves)
