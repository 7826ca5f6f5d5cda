"""What computer seats say in the called game of Squaryd: whole games, and what weak levels overlook."""

from __future__ import annotations

from random import Random

import pytest

import carreau
from carreau import State
from carreau.engines.analysis import Limits
from carreau.engines.speech import claim
from carreau.engines.thinking import Thinker
from carreau.games.squaryd_rules import WRONG

GAME = carreau.game("squaryd")
START = GAME.start(claims="called")


def square_of_black() -> State:
    """Black has completed a1 a3 c3 c1, because White did not parry."""
    return GAME.replay("a1 g7 a3 g6 c1 g5 c3", claims="called")


def answer_of_white() -> State:
    """White has answered Black's threat on c3 with a single."""
    return GAME.replay("a1 g7 a3 g6 c1 c3", claims="called")


def test_an_own_square_is_claimed_out_of_turn() -> None:
    state = square_of_black()
    assert state.seat == 1
    said = claim(state.view(0), 8, 0)
    assert said is not None
    outcome = state.play(f"0:{said}").outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("square", (0,))
    assert claim(state.view(1), 8, 0) is None


def test_an_answer_is_announced_before_the_move_and_no_later() -> None:
    state = answer_of_white()
    said = claim(state.view(0), 8, 0)
    assert said == "!c3"
    assert claim(state, 8, 0) == "!c3"  # of a whole position: the seat to move
    outcome = state.play(said).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("answer", (0,))
    assert claim(state.play("e7").view(0), 8, 0) is None


def test_a_square_of_the_other_seats_doubled_pawns_is_claimed() -> None:
    """Black has doubled c5, the fourth of a square of its doubled pawns; White says so, though Black is to move."""
    state = GAME.position("xx...../xOXXo../...X.o./.xo+o.X/.xo.o../x.Xxo../......x 1")
    called = GAME.position(f"{state} called 0,0 -").play("e5").play("c5*")
    assert claim(called.view(0), 8, 0) is None
    said = claim(called.view(1), 8, 0)
    assert said is not None
    outcome = called.play(said, 1).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("doubles", (1,))


def test_an_analysis_knows_what_there_is_to_claim() -> None:
    """A claim wins at once; who lets the other seat have one has lost, whatever it plays."""
    found = carreau.analyse(answer_of_white(), nodes=500)
    assert (found.best, found.proven, found.distance) == ("!c3", "win", 1)
    outcome = answer_of_white().play(found.best).outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    lost = carreau.analyse(square_of_black(), nodes=500)
    assert (lost.seat, lost.chance, lost.proven) == (1, 0.0, "loss")
    assert {line.proven for line in lost.moves} == {"loss"}
    assert lost.best in square_of_black().moves()


def test_the_move_of_a_level_may_be_a_claim() -> None:
    assert carreau.choose(answer_of_white(), level=8) == "!c3"
    said = {carreau.choose(answer_of_white(), level=1, seed=seed) for seed in range(20)}
    assert "!c3" in said
    assert len(said) > 1  # overlooked


def test_nobody_speaks_where_there_is_nothing_to_say() -> None:
    assert claim(START.view(0), 8, 0) is None
    assert claim(GAME.replay("a1 g7 a3 g6 c1").view(0), 8, 0) is None  # the referee calls squares
    assert claim(GAME.replay("a1 g7 a3 g6 c1 c3").view(0), 8, 0) is None  # and this is over
    assert claim(carreau.game("squadro").start(first=0).view(0), 8, 0) is None


def test_weak_levels_overlook_more_and_the_best_nothing() -> None:
    view = square_of_black().view(0)
    seen = [sum(claim(view, level, seed) is not None for seed in range(300)) for level in range(1, 9)]
    assert seen == sorted(seen)
    assert seen[0] < 180
    assert seen[-1] == 300
    assert claim(view, 1, 5) == claim(view, 1, 5)


def speaking(state: State, levels: tuple[int, int], seed: int) -> State:
    """Both seats say what they see."""
    for seat in (0, 1):
        if state.seat is not None and (said := claim(state.view(seat), levels[seat], seed)):
            after = state.play(said, seat)
            assert after.outcome is not None, f"{said} is wrong in {state}"
            state = after
    return state


def between_computers(levels: tuple[int, int], seed: int) -> State:
    thinker, state = Thinker(), START
    while state.seat is not None:
        *_, last = thinker.think(state.view(state.seat), Limits(level=levels[state.seat], seed=seed))
        state = speaking(state.play(last.best), levels, seed)
    return state


@pytest.mark.parametrize("seed", range(4))
def test_called_games_between_computers_end_properly(seed: int) -> None:
    over = between_computers((2, 1) if seed % 2 else (1, 2), seed)
    assert over.outcome is not None
    assert over.outcome.reason in ("square", "doubles", "answer", "draw")
    assert over.raw_board == START.raw_board
    if over.outcome.reason != "draw":
        assert over.history[-1].partition("!")[1]  # by a claim


@pytest.mark.parametrize("seed", range(20))
def test_games_of_chance_end_with_the_first_claim_and_never_with_a_wrong_one(seed: int) -> None:
    """Random moves reach every kind of claim, and the end where both say `done`."""
    luck, state = Random(seed), START
    while state.seat is not None:
        state = speaking(state.play(luck.choice(state.moves())), (8 if seed % 2 else 1, 1), seed)
    assert state.outcome is not None
    assert state.outcome.reason in ("square", "doubles", "answer", "draw")
    assert state.raw_state[WRONG : WRONG + 2] == [0, 0]


def test_when_all_pawns_are_placed_the_engine_says_done() -> None:
    """Found by chance moves of seats that see nothing: nobody has claimed, the last pawn is placed."""
    luck, state = Random(1), START
    while state.seat is not None and state.moves() != ["done"]:
        state = state.play(luck.choice(state.moves()))
    for _ in range(2):
        *_, last = Thinker().think(state.view(state.seat or 0), Limits(level=1))
        assert last.best == "done"
        state = state.play(last.best)
    assert state.outcome is not None
    assert state.outcome.reason == "draw"
