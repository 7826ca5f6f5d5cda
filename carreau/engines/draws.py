"""Would a computer agree to a draw? Only if it stands worse than an even game."""

from __future__ import annotations

from carreau.engines.analysis import Analysis, Limits
from carreau.rules.state import State

QUESTION = Limits(seconds=0.5)  # for the search behind the answer
LOW_SHARE = 0.6  # of an even chance: with less than this a draw is welcome


def is_between_allies(state: State, seat: int, other: int) -> bool:
    """Such an offer is taken without a search."""
    return other in state.game.allies(state.raw_board, seat)


def takes_draw(state: State, seat: int, found: Analysis) -> bool:
    """By what a search has found, for the seat to move."""
    if found.proven == "draw":
        return True
    sides = len({min(state.game.allies(state.raw_board, each)) for each in range(state.seats)})
    is_its_turn = is_between_allies(state, seat, found.seat)
    own_chance = found.chance if is_its_turn else (1 - found.chance) / (sides - 1)
    return own_chance < LOW_SHARE / sides
