"""Looking back where hands are hidden or wins are shared: whose word counts, and what an outcome is worth."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import carreau
from carreau.engines.analysis import Analysis, Line
from carreau.engines.review import Judged, Worth, chances_of, positions_of, review

GAME = carreau.game("united-square")
SQUADRO = carreau.game("squadro")


def test_in_a_duel_the_next_search_judges_a_move_that_this_one_did_not_look_at() -> None:
    """The other hand is known by counting, so nothing is hidden; an exact search stops at the first winning move."""
    start = GAME.start(deal=4)
    best, other = start.moves()[:2]
    state = start.play(other)

    def analyse(position: carreau.State) -> Analysis:
        assert position.seat is not None
        if position.history:
            return Analysis(position.seat, position.moves()[0], 0.0, "loss", 6)
        return Analysis(position.seat, best, 1.0, "win", 7, (Line(best, 1.0, "win", 7), Line(other, 0.5)))

    (judged,) = review(positions_of(state), analyse)
    assert judged.after == Worth(1.0, "win", 7)
    assert judged.mark == ""


def reviewed(state: carreau.State, *analyses: Analysis) -> list[Judged]:
    """The moves of a game by these analyses of its positions, the first one first."""
    return list(review(positions_of(state), lambda position: analyses[len(position.history)]))


def test_what_comes_after_the_best_move_may_show_that_another_was_better() -> None:
    state = SQUADRO.replay("1 2")
    first = Analysis(0, "1", 0.51, moves=(Line("1", 0.51, pv=("1",)), Line("3", 0.5, pv=("3", "4"))), pv=("1",))
    refuted, played = reviewed(state, first, Analysis(1, "2", 1.0, "win", 8), Analysis(0, "1", 0.0, "loss", 7))
    assert (refuted.mark, refuted.better, refuted.pv) == ("??", "3", ("3", "4"))
    assert refuted.before == Worth(0.5)
    assert played.mark == ""
    unsure, _ = reviewed(state, first, Analysis(1, "2", 0.6), Analysis(0, "1", 0.4))
    assert (unsure.mark, unsure.better) == ("", None)  # two searches never agree to the last tenth


def test_what_is_proven_of_a_move_outlasts_a_guess_after_it() -> None:
    """The winner played another winning move, which the next search does not see; the loser cannot go wrong."""
    state = SQUADRO.replay("2 5 1")
    lines = (Line("1", 1.0, "win", 5), Line("2", 1.0, "win", 9))
    winning = Analysis(0, "1", 1.0, "win", 5, lines)
    guess, end = Analysis(1, "3", 0.7), Analysis(0, "1", 0.4)
    won, lost, again = reviewed(state, winning, guess, end, Analysis(1, "1", 0.5))
    assert (won.mark, won.after) == ("", Worth(1.0, "win", 9))
    assert (lost.mark, lost.before, lost.after) == ("", Worth(0.0, "loss", 8), Worth(0.0, "loss"))
    assert again.before == Worth(1.0, "win")


def test_a_move_that_turns_out_to_win_was_no_mistake() -> None:
    state = SQUADRO.replay("2")
    (won,) = reviewed(state, Analysis(0, "1", 0.8), Analysis(1, "1", 0.0, "loss", 6))
    assert (won.mark, won.better, won.before) == ("", None, Worth(1.0, "win", 7))


def finished(**options: Any) -> list[carreau.State]:
    """The positions of a random game that two seats of four win."""
    for deal in range(1, 200):
        random = Random(deal)
        state = GAME.start(deal=deal, **options)
        while state.seat is not None:
            state = state.play(random.choice(state.moves()))
        assert state.outcome is not None
        if len(state.outcome.winners) == 2:
            return positions_of(state)
    raise AssertionError("no shared win")


@pytest.mark.parametrize(
    ("options", "worth"),
    [({"mode": "free-for-all"}, Worth(0.5, "draw", 1)), ({"mode": "teams"}, Worth(1.0, "win", 1))],
    ids=["tied", "together"],
)
def test_an_outcome_is_worth_a_share_of_the_win(options: dict[str, Any], worth: Worth) -> None:
    positions = finished(**options)
    last = positions[-1]
    assert last.outcome is not None

    def analyse(position: carreau.State) -> Analysis:
        assert position.seat is not None
        return Analysis(position.seat, position.moves()[0], 0.25)

    judged = list(review(positions[-2:], analyse))
    mover = positions[-2].seat
    assert judged[0].after == (worth if mover in last.outcome.winners else Worth(0.0, "loss", 1))
    ends = [line[-1][1] for line in chances_of(judged, positions[-2:])]
    assert ends == [worth.chance if seat in last.outcome.winners else 0.0 for seat in range(last.seats)]
