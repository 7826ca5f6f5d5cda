"""What a proof of Unlur sees at sight, by pairs and webs, is what trying everything finds."""

from __future__ import annotations

import random

import pytest
from unlur_truth import GAME, brute, positions

import carreau
from carreau.games.unlur import CELLS, names
from carreau.solvers.insight import unlur as insight
from carreau.solvers.insight import unlur_webs as webs
from carreau.solvers.insight.unlur_facts import facts_of, place
from carreau.solvers.insight.unlur_webs import grow, room
from carreau.solvers.proof import ALL, MOVER_FAILS, MOVER_WINS, UNDECIDED


def sight(
    state: carreau.State, first: carreau.State | None = None, scratch: list[int] | None = None
) -> tuple[int, set[str]]:
    """The verdict on a position, and the moves that are still to be tried; in a proof that began with the first."""
    board, words = list(state.raw_board), list(state.raw_state)
    cells = board[CELLS]
    facts = facts_of(board, (first or state).raw_state)
    out, mine, theirs = ([0] * (cells + 1) for _ in range(3))
    scratch = scratch or [0] * room(cells)
    verdict, found, must, _ = insight.look(board, facts, words, out, mine, theirs, scratch, 0, True)
    cell_names = names(state.options["side"])
    return verdict, {cell_names[move] for move in out[:found] if must == ALL or place(facts, move) & must}


@pytest.mark.parametrize(("side", "seed"), [(side, seed) for side in (3, 4) for seed in range(12)])
def test_what_is_seen_at_sight_is_true(side: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict is the outcome, and no move that is left out would have won."""
    monkeypatch.setattr(insight, "WEBS_FROM", 1)
    state = next(positions(seed, 8, side))
    known: dict[str, int] = {}
    winning = {move for move in state.moves() if brute(state.play(move), known) == state.seat}
    verdict, tried = sight(state)
    assert verdict != MOVER_WINS or winning
    assert verdict != MOVER_FAILS or not winning
    assert verdict != UNDECIDED or winning <= tried


@pytest.mark.parametrize("side", [3, 4])
def test_what_is_seen_by_webs_that_grow_is_true(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of play as a proof goes through them, one after another, each with the webs that the last has left."""
    monkeypatch.setattr(insight, "WEBS_FROM", 1)
    grown: list[int] = []
    monkeypatch.setattr(webs, "grow", lambda *words: (grown.append(1), grow(*words)))
    for seed in range(8):
        first = next(state for state in positions(seed, 11, side) if sight(state)[0] == UNDECIDED)
        scratch = [0] * room(first.raw_board[CELLS])
        draw = random.Random(seed)
        known: dict[str, int] = {}
        for _ in range(12):
            go_through_line(first, scratch, draw, known)
    assert len(grown) > 1000


def go_through_line(
    first: carreau.State, scratch: list[int], draw: random.Random, known: dict[str, int]
) -> None:  # fmt: skip
    state, verdict = first, UNDECIDED
    while state.seat is not None and verdict == UNDECIDED:
        verdict, tried = sight(state, first, scratch)
        winning = {move for move in state.moves() if brute(state.play(move), known) == state.seat}
        if verdict == UNDECIDED:
            assert winning <= tried, str(state)
            state = state.play(draw.choice(sorted(tried)))
        else:
            assert bool(winning) == (verdict == MOVER_WINS), str(state)


def test_a_web_tells_more_than_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two white stones in the middle, a long way from the sides: Black, to move, can no longer stop a line."""
    state = GAME.position("..x./...../....../..o..../..o.../...../.... 0 0")
    assert sight(state)[0] == MOVER_FAILS
    monkeypatch.setattr(insight, "WEBS_FROM", 1000)
    assert sight(state)[0] == UNDECIDED
