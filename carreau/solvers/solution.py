"""A solution of a solitary game, and what is proven of its length."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from carreau.rules.state import State
from carreau.solvers.solving import Solving


class Solution(NamedTuple):
    """Moves that end the game, and how many any solution needs at least."""

    moves: tuple[str, ...]
    bound: int

    @property
    def is_shortest(self) -> bool:
        return len(self.moves) == self.bound


class Solver(Protocol):
    """What has a solution at any time, and makes it shorter while it works."""

    best: Solution

    def solving(self, seconds: float) -> Solving[Solution]: ...


def checked(position: State, moves: Iterable[str]) -> tuple[str, ...]:
    """The moves as far as the end of the game, each of them played by the referee."""
    state = position
    for move in moves:
        if state.seat is None:
            break
        state = state.play(move)
    if state.outcome is None or not state.outcome.winners:
        raise AssertionError("these moves are no solution")
    return state.history[len(position.history) :]
