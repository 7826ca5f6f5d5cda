"""The United Square engine: real goals in every mode, tactics of the last moves, exact endgames."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import carreau
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.knowledge import united_square
from carreau.engines.monte_carlo import rewards_of
from carreau.engines.thinking import Thinker
from carreau.engines.tree import FULL
from carreau.games.united_square_rules import SQUARES
from carreau.rules.kernel import SEATS
from carreau.rules.state import State

GAME = carreau.game("united-square")

# In each of these duels one move wins and all the others do not, though some of them score more at once.
KILLS_A_CELL = """
    .    YBGR .    GBYR .
    .    GRBY .    YGBR RBYG
    YGRB BYRG BGRY BRYG .
    .    RGBY .    YBGR RYGB
    .    .    YRBG GYBR GRBY
"""
GIVES_A_SQUARE = """
    .    RBGY GRYB BGYR .
    .    .    YGBR .    BYRG
    .    RYGB BGRY BYRG RGBY
    .    GYRB RGBY .    BGYR
    GBRY RYGB .    .    YBRG
"""
FORCED_PASS = """
    .    RYBG RBGY RGYB .
    BGYR .    GYBR .    GRYB
    YBGR RYGB BGRY YBRG YGRB
    GYRB GRBY .    RYGB RGBY
    .    BGRY BYRG .    BRYG
"""
# The last tile of these games: yellow and green are partners, so are blue and red.
YELLOW_BESIDE_GREEN = """
    BYRG RBGY YRGB .    GRYB
    RYBG .    GYBR .    YGRB
    .    BYGR BGRY RBYG RYGB
    BYGR GBRY RGYB YRBG GYBR
    GRYB .    YBGR .    BRGY
"""
GREEN_FOR_YELLOW = """
    BYGR .    BGRY .    YRGB
    GBYR GYRB RGBY BRYG GYBR
    YBGR .    BGRY .    .
    GRYB BYGR RBGY GYRB BGRY
    .    .    GYBR RBGY RGYB
"""


def position(drawing: str, hands: str, rest: str) -> State:
    rows = "/".join(",".join(line.split()) for line in drawing.strip().splitlines())
    held = "/".join(",".join(hand.split()) for hand in hands.split("/"))
    return GAME.position(f"{rows} {held} {rest} open")


def think(state: State, nodes: int = 2000) -> Analysis:
    *_, found = Thinker().think(state.view(state.seat or 0), Limits(nodes=nodes, seed=1))
    return found


def lead(state: State, seat: int) -> int:
    """The SQUAREs that a seat of a duel is ahead by."""
    squares = state.raw_state[SQUARES : SQUARES + 4]  # blue, green, red, yellow
    return (squares[0] + squares[2] - squares[1] - squares[3]) * (1 if seat == 0 else -1)


def minimax(state: State, known: dict[str, int]) -> int:
    """1 if seat 0 of a duel wins with best play by both, 0 for a draw, -1 if seat 1 does: straight from the rules."""
    if state.outcome:
        return 0 if len(state.outcome.winners) == 2 else 1 - 2 * state.outcome.winners[0]
    if str(state) not in known:
        values = [minimax(state.play(move), known) for move in state.moves()]
        known[str(state)] = max(values) if state.seat == 0 else min(values)
    return known[str(state)]


@pytest.mark.parametrize(
    ("drawing", "hands", "best"),
    [
        (KILLS_A_CELL, "BGRY BGRY BGYR BGYR BYRG/BGYR BRGY BRGY BRGY BRYG", "a2:RYBG"),
        (GIVES_A_SQUARE, "BGRY BGRY BYGR BYGR BYGR/BGRY BRGY BRGY BRGY BYGR", "a5:RYBG"),
    ],
)
def test_the_only_winning_move_is_found_though_others_score_more(drawing: str, hands: str, best: str) -> None:
    state = position(drawing, hands, "0 duel B,R/G,Y")
    known: dict[str, int] = {}
    assert [move for move in state.moves() if minimax(state.play(move), known) == 1] == [best]
    assert lead(state.play(best), 0) < max(lead(state.play(move), 0) for move in state.moves())
    found = think(state)
    assert (found.best, found.proven, found.chance) == (best, "win", 1.0)


def test_a_forced_pass_is_played_and_what_follows_is_searched() -> None:
    state = position(FORCED_PASS, "BRYG BYRG BYRG/BGYR BRGY BYGR BYGR", "1 duel B,R/G,Y")
    found = think(state)
    assert found.best == "pass"
    assert found.proven == {1: "loss", 0: "draw", -1: "win"}[minimax(state, {})]


def test_a_rival_partner_beats_its_partner_when_the_team_wins_anyway() -> None:
    """Yellow's team wins either way: by d5 with yellow and green equal, by d4 with yellow ahead alone."""
    state = position(YELLOW_BESIDE_GREEN, "BRYG/BYRG/BGYR BGYR/BRYG BYRG", "3 rival-partners B/G/R/Y")
    ends = {move: state.play(move) for move in state.moves()}
    assert {move: end.outcome and end.outcome.winners for move, end in ends.items()} == {
        "d5:GBYR": (1, 3),
        "d4:GBRY": (3,),
    }
    found = think(state)
    assert found.best == "d4:GBRY"
    assert [line.chance for line in found.moves] == [1.0, 0.5]


def test_a_team_takes_the_points_of_the_partner() -> None:
    """Green could make a green SQUARE on b1 and draw; a1 makes a yellow one, for the partner, and wins."""
    state = position(GREEN_FOR_YELLOW, "BRGY/BYGR BYGR/BRYG BRYG/BRYG BYRG", "1 teams B/G/R/Y")
    own = {move: (state.play(move).outcome or pytest.fail("not the last move")).scores[1] for move in state.moves()}
    assert own == {"a1:YGRB": 5, "b1:GRBY": 6}
    found = think(state)
    assert found.best == "a1:YGRB"
    assert [line.chance for line in found.moves] == [1.0, 0.5]


@pytest.mark.parametrize(
    ("options", "winners", "shares"),
    [
        ({}, (0, 1), [0.5, 0.5]),
        ({}, (1,), [0, 1]),
        ({"mode": "free-for-all", "players": 3}, (0, 2), [0.5, 0, 0.5]),
        ({"mode": "free-for-all"}, (0, 1, 2, 3), [0.25, 0.25, 0.25, 0.25]),
        ({"mode": "teams"}, (0, 2), [1, 0, 1, 0]),
        ({"mode": "teams"}, (0, 1, 2, 3), [0.5, 0.5, 0.5, 0.5]),
        ({"mode": "rival-partners"}, (2,), [0, 0, 1, 0]),
        ({"mode": "rival-partners"}, (1, 3), [0, 0.5, 0, 0.5]),
        ({"mode": "rival-partners"}, (0, 1), [0.5, 0.5, 0, 0]),
    ],
)
def test_the_search_plays_for_the_real_goal(
    options: dict[str, Any], winners: tuple[int, ...], shares: list[float]
) -> None:
    """A team wins together; rival partners win apart, and who ties divides the win."""
    board = GAME.start(deal=1, **options).raw_board
    rewards = rewards_of(GAME, board)
    at = 8 * sum(1 << seat for seat in winners)
    assert [rewards[at + seat] / FULL for seat in range(board[SEATS])] == shares


def judged(state: State) -> list[int]:
    """What a position is worth to each seat before any search."""
    values = [0] * 8
    united_square.value(state.raw_board, list(state.raw_state), [0] * 8, rewards_of(GAME, state.raw_board), values)
    return values[: state.raw_board[SEATS]]


@pytest.mark.parametrize("sets", [1, 2])
@pytest.mark.parametrize("mode", ["duel", "free-for-all", "teams", "rival-partners"])
def test_judged_chances_are_shares_of_one_win(mode: str, sets: int) -> None:
    """They add up to a win for each side that can win alone, and a finished game's stay below a real win's."""
    random = Random(5)
    state = GAME.start(mode=mode, deal=5, sets=sets, open_hands=True)
    wins = 2 if mode == "teams" else 1
    while state.seat is not None:
        values = judged(state)
        assert min(values) >= 0
        assert sum(values) == pytest.approx(wins * FULL, abs=6)
        state = state.play(random.choice(state.moves()))
    assert state.outcome
    shares = GAME.shares(state.raw_board, state.outcome.winners)
    values = judged(state)
    assert max(values) <= FULL
    assert {seat for seat, worth in enumerate(values) if worth >= 0.2 * FULL} == {
        seat for seat, share in enumerate(shares) if share
    }


@pytest.mark.parametrize("deal", range(12))
def test_exact_endgames_are_what_brute_force_finds(deal: int) -> None:
    """Late in a duel: the outcome is proven, right, and the move keeps it; with hidden hands as with open ones."""
    random = Random(deal)
    state = GAME.start(deal=deal, first=deal % 2, open_hands=deal % 3 == 0)
    trail = [state]
    while state.seat is not None:
        state = state.play(random.choice(state.moves()))
        trail.append(state)
    state = trail[-6]
    known: dict[str, int] = {}
    best = minimax(state, known)
    found = think(state)
    side = 1 if state.seat == 0 else -1
    assert found.proven == {1: "win", 0: "draw", -1: "loss"}[side * best]
    assert minimax(state.play(found.best), known) == best


def test_a_duel_with_many_tiles_left_is_solved() -> None:
    """With 14 tiles in the hands; the trees alone would be far from it."""
    random = Random(1)
    state = GAME.start(deal=1)
    for _ in range(10):
        state = state.play(random.choice(state.moves()))
    assert united_square.is_endgame(state.raw_board, state.raw_state)
    assert think(state, nodes=100_000).proven in ("win", "draw", "loss")
