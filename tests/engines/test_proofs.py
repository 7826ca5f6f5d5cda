"""Where proofs reach, analysis and the strongest level know which moves win: as trying everything finds it."""

from __future__ import annotations

import random

import pytest
from unlur_truth import GAME, brute, positions

import carreau
from carreau.engines import thinking
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.proofs import Proofs, machine_code
from carreau.engines.thinking import Thinker

PATIENT = Limits(seconds=600, every=True)


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Nobody waits for the machine code of proofs; these tests do."""
    machine_code(thinking._question(GAME.start(side=3), PATIENT, None))._compile()


def thought(state: carreau.State, limits: Limits, thinker: Thinker | None = None) -> Analysis:
    *_, last = (thinker or Thinker()).think(state, limits, history=state.history)
    return last


@pytest.mark.parametrize("seed", range(6))
def test_every_move_is_judged_as_trying_everything_finds_it(seed: int) -> None:
    state = next(positions(seed, 8))
    known: dict[str, int] = {}
    found = thought(state, PATIENT)
    assert {line.move for line in found.moves} == set(state.moves())
    for line in found.moves:
        assert line.proven == ("win" if brute(state.play(line.move), known) == state.seat else "loss"), line


def test_the_contract_of_side_3_is_known_from_its_first_move() -> None:
    """Trees alone would put the first stone beside the centre, which loses."""
    found = thought(GAME.start(side=3), PATIENT)
    assert (found.best, found.proven, found.chance) == ("c3", "win", 1.0)
    assert {line.move for line in found.moves if line.proven == "loss"} == set(GAME.start(side=3).moves()) - {"c3"}


def test_the_strongest_level_wins_side_3_where_it_can() -> None:
    """It begins and wins; after another first move than the centre the second player does."""
    for first in ("", "b2", "c4"):
        state = GAME.replay([first] if first else [], side=3)
        strongest, thinker = state.seat, Thinker()
        choose = random.Random(1)
        while state.outcome is None:
            if state.seat == strongest:
                state = state.play(thought(state, Limits(level=8, threads=1), thinker).best)
            else:
                state = state.play(choose.choice(state.moves()))
        assert state.outcome.winners == (strongest,), first


def test_a_lost_position_is_called_lost_and_still_played() -> None:
    found = thought(GAME.replay(["c3"], side=3), Limits(seconds=3))
    assert {line.proven for line in found.moves} == {"loss"}
    assert found.chance == 0


def test_proofs_go_on_with_what_they_found_a_move_before() -> None:
    thinker = Thinker()
    state = GAME.replay(["c3"], side=3)
    thought(state, Limits(seconds=1), thinker)
    first = thinker._memory
    assert first is not None
    assert isinstance(first.search, Proofs)
    state = state.play("pass")
    found = thought(state, Limits(seconds=600), thinker)
    second = thinker._memory
    assert second is not None
    assert isinstance(second.search, Proofs)
    assert second.search.prover is first.search.prover
    assert found.proven == "win"


def test_who_asks_for_the_same_everywhere_gets_no_proofs() -> None:
    """A number of nodes is answered by trees alone, and so are all levels but the strongest."""
    state = next(positions(1, 12))
    for limits in (Limits(nodes=500), Limits(level=7), Limits(seconds=1, method="tree")):
        assert not isinstance(thinking._search(thinking._question(state, limits, None)), Proofs)
    assert isinstance(thinking._search(thinking._question(state, Limits(seconds=1), None)), Proofs)


def test_far_from_the_end_no_time_is_spent_on_proofs() -> None:
    question = thinking._question(GAME.start(side=4), Limits(seconds=1), None)
    assert not isinstance(thinking._search(question), Proofs)
