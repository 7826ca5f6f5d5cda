"""Alone with cubes, the engine knows the way: by its own hints a puzzle and a taquin come to their end."""

from __future__ import annotations

import pytest

import carreau
from carreau.engines import advice
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.programs import can_advise, can_go_wrong
from carreau.engines.thinking import Thinker
from carreau.rules.state import State

GAME = carreau.game("012x012")


def think(state: State, nodes: int) -> Analysis:
    *_, found = Thinker().think(state.view(0), Limits(nodes=nodes))
    return found


def test_a_puzzle_is_finished_by_its_hints_in_as_few_turns_as_told() -> None:
    state = GAME.replay("a1E3 a2N3", mode="puzzle", grid="CAR_006x006_003")
    told = think(state, 5).distance
    assert told is not None
    while state.outcome is None:
        found = think(state, 5)
        assert found.distance == told - (len(state.history) - 2)
        state = state.play(found.best)
    assert state.outcome.scores == (told + 2,)


def test_a_taquin_is_finished_by_its_hints() -> None:
    state = GAME.start(mode="taquin", grid="CAR_006x006_002", tray=1)
    found = think(state, 400)
    assert found.distance is not None
    assert found.proven == "win"
    for move in found.pv:
        state = state.play(move)
    after = think(state, 400)
    assert after.distance is not None
    assert after.distance < found.distance


@pytest.mark.parametrize("mode", ["puzzle", "taquin"])
def test_hints_are_told_in_words_and_nothing_can_go_wrong(mode: str) -> None:
    state = GAME.start(mode=mode, grid="CAR_006x006_001")
    assert can_advise(state)
    assert not can_go_wrong(state)
    found = think(state, 2)
    [line] = advice.hint(found, choices=len(state.moves()), alone=True)
    assert line.startswith(f"Hint: {found.best}: with {found.best}")
    assert line.endswith(f"it is done in {found.distance} moves.")
    assert set(state.moves()) == {each.move for each in found.moves}
