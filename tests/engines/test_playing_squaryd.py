"""What the Squaryd engine must find.

Positions are texts, rows from the top: x and o are singles, X and O doubled pawns; Black, x, is seat 0.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import carreau
from carreau import State
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.knowledge import squaryd
from carreau.engines.knowledge.squaryd import forced
from carreau.engines.thinking import Thinker
from carreau.games.squaryd_rules import CORNERS, EMPTY, HOLES, PAWNS, THREATS
from carreau.rules.bits import bit_count

GAME = carreau.game("squaryd")


@cache
def thought(state: State, nodes: int = 20_000) -> Analysis:
    *_, last = Thinker().think(state, Limits(nodes=nodes))
    return last


def line_of(analysis: Analysis, move: str) -> tuple[str | None, int | None]:
    return next((line.proven, line.distance) for line in analysis.moves if line.move == move)


def test_win_in_one() -> None:
    """White has not parried a1 a3 c1: c3 completes the square."""
    found = thought(GAME.replay("a1 g7 a3 g6 c1 g5"))
    assert (found.best, found.proven, found.distance) == ("c3", "win", 1)


def test_a_threat_is_parried_and_never_with_a_single() -> None:
    """Black threatens c3: all but doubling it loses, a single on it at once, any other a move later."""
    found = thought(GAME.replay("a1 g7 a3 g6 c1"))
    assert found.best == "c3*"
    assert found.proven is None
    assert line_of(found, "c3") == ("loss", 1)
    assert all(line.proven == "loss" for line in found.moves if line.move != "c3*")


def test_every_threat_is_parried_before_the_single() -> None:
    """White's five pawns threaten c6, d6, g4 and c2: Black doubles the four of them, then has a choice."""
    state = GAME.position(".x...../x...o../...X.o./.xo+o../.x..o../x..xo../....... 0")
    moves = []
    for _ in range(5):
        moves.append(thought(state, 5_000).best)
        state = state.play(moves[-1])
    assert sorted(moves[:4]) == ["c2*", "c6*", "d6*", "g4*"]
    assert state.seat == 1


def test_completing_a_square_comes_before_parrying() -> None:
    """Black has a1 a3 c1 and faces g5 g7 e7, which cannot both have been left open but for White's slip."""
    found = thought(GAME.replay("a1 g7 a3 g5 c1 e7"))
    assert (found.best, found.proven, found.distance) == ("c3", "win", 1)


def test_a_threat_that_the_pawns_do_not_suffice_for_wins() -> None:
    """Black has six pawns, and e5 makes four threats at once."""
    state = GAME.position("xo..oxx/xX..oo./..ox.../.o.+Xx./oxX.x.x/.o..Xo./.....x. 1")
    found = thought(state)
    assert (found.best, found.proven, found.distance) == ("e5", "win", 5)
    after = state.play("e5").raw_state
    assert 2 * bit_count(after[THREATS + 1] & after[EMPTY]) > after[PAWNS]


def test_a_threat_where_a_doubled_pawn_would_complete_a_square_of_doubled_pawns_wins() -> None:
    """Three black doubled pawns wait for a fourth on c5: Black can neither double it nor leave it open."""
    state = GAME.position("xx...../xOXXo../...X.o./.xo+o.X/.xo.o../x.Xxo../......x 1")
    found = thought(state)
    assert (found.best, found.proven, found.distance) == ("e5", "win", 5)
    assert found.pv[-1] == "c5"
    doubled = state.play("e5").play("c5*").outcome
    assert doubled is not None
    assert (doubled.reason, doubled.winners) == ("doubles", (1,))


def test_a_loser_does_not_complete_a_square_of_its_own_doubled_pawns() -> None:
    """White faces d5; doubling it would complete b6 d5 c3 a4, its doubled pawns, and lose at once."""
    state = GAME.position("..x...x/xO...../xx..oxo/Ox.+.../o.Ooo.x/.o..x../....o.o 1")
    found = thought(state)
    assert line_of(found, "d5*") == ("loss", 1)
    assert found.best not in ("d5", "d5*")
    assert (found.proven, found.distance) == ("loss", 2)


def test_a_long_forced_win_is_proven_and_comes_when_it_was_foretold() -> None:
    """White's four threats cost Black eight pawns: lost in fifteen moves, whatever Black tries."""
    state = GAME.position(".x...../x...o../...X.o./.xo+o../.x..o../x..xo../....... 0")
    plies = 0
    while state.seat is not None:
        found = thought(state)
        assert found.proven == ("win" if state.seat == 1 else "loss")
        assert found.distance is not None
        assert plies + found.distance <= 15
        state = state.play(found.best)
        plies += 1
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def last_pawns(seed: int) -> State:
    """A random end of a game, with eight pawns to come; forced moves are played, the rest is chance."""
    luck = Random(seed)
    while True:
        state = GAME.start()
        while state.seat is not None and sum(state.raw_state[PAWNS : PAWNS + 2]) > 8:
            only = forced(state.raw_state)
            if only < 0:
                state = state.play(luck.choice(state.moves()))
            else:
                state = state.play(GAME.write_move(state.raw_board, state.raw_state, only))
        if state.seat is not None and forced(state.raw_state) < 0:
            return state


def brute_force(state: State) -> float:
    """The value of a position for the seat to move, every legal move looked at."""
    best = 0.0
    for move in state.moves():
        after = state.play(move)
        if after.outcome is not None:
            value = 0.5 if len(after.outcome.winners) == 2 else float(after.outcome.winners == (state.seat,))
        else:
            value = brute_force(after) if after.seat == state.seat else 1 - brute_force(after)
        best = max(best, value)
        if best == 1:
            break
    return best


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 9, 12])
def test_the_last_pawns_are_exact(seed: int) -> None:
    """Running out of pawns, the free filling and the draw: wins, losses and a draw as every legal move tells."""
    state = last_pawns(seed)
    found = thought(state, 200_000)
    assert found.proven is not None
    assert {"win": 1.0, "draw": 0.5, "loss": 0.0}[found.proven] == brute_force(state)


def test_sets_of_squares_count_corners_as_one_by_one() -> None:
    """The evaluation counts in 172 squares at once; here every square is counted by itself."""
    luck = Random(3)
    for _ in range(200):
        pawns = sum(1 << hole for hole in luck.sample(HOLES, luck.randrange(25)))
        held = squaryd.corners_held(pawns)
        kinds = (squaryd.held_once, squaryd.held_twice, squaryd.held_thrice)
        for square, corners in enumerate(CORNERS):
            word, bit = divmod(square, squaryd.A_WORD)
            count = (corners & pawns).bit_count()
            assert [of(held, word) >> bit & 1 for of in kinds] == [count == 1, count == 2, count == 3]
            assert squaryd.corners_of(1 << bit, word) == corners
