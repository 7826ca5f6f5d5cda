"""What a proof of Unlur sees at sight, by pairs and webs, is what trying everything finds."""

from __future__ import annotations

import pytest
from unlur_truth import GAME, brute, positions

import carreau
from carreau.games.unlur import CELLS, names
from carreau.solvers.insight import unlur as insight
from carreau.solvers.insight.unlur_facts import facts_of, place
from carreau.solvers.insight.unlur_webs import room
from carreau.solvers.proof import ALL, MOVER_FAILS, MOVER_WINS, UNDECIDED


def sight(state: carreau.State) -> tuple[int, set[str]]:
    """The verdict on a position, and the moves that are still to be tried."""
    board, words = list(state.raw_board), list(state.raw_state)
    cells = board[CELLS]
    facts = facts_of(board, words)
    out, mine, theirs = ([0] * (cells + 1) for _ in range(3))
    verdict, found, must, _ = insight.look(board, facts, words, out, mine, theirs, [0] * room(cells), 0, True)
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


def test_a_web_tells_more_than_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two white stones in the middle, a long way from the sides: Black, to move, can no longer stop a line."""
    state = GAME.position("..x./...../....../..o..../..o.../...../.... 0 0")
    assert sight(state)[0] == MOVER_FAILS
    monkeypatch.setattr(insight, "WEBS_FROM", 1000)
    assert sight(state)[0] == UNDECIDED
