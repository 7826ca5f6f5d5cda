"""What every game's kernel has in common: two flat integer arrays and a few functions on them.

`board` never changes during a game (geometry, grid, who owns what, the mode); `state` does. The
interpreter runs a kernel on plain lists, numba runs the same source on int64 arrays, so a kernel keeps to
whole numbers below 2**62 and writes in place.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Protocol, TypeAlias, TypeVar

Ints: TypeAlias = MutableSequence[int]

# The first words of the two arrays mean the same in every game.
SEATS = 0  # board: how many seats there are
SEAT = 0  # state: the seat to move, OVER when the game has ended
WINNERS = 1  # state: one bit a winning seat, meaningful when the game is over
FREE = 2  # state: the first word a game may use as it likes

OVER = -1
MOST_SEATS = 8
NORTH, EAST, SOUTH, WEST = range(4)  # the directions of square boards, clockwise


class Kernel(Protocol):
    """The functions that a game's module must have (and those it may have)."""

    def moves(self, board: Ints, state: Ints, out: Ints) -> int:
        """Write every legal move of the seat to move into `out`; return how many there are."""

    def play(self, board: Ints, state: Ints, move: int) -> None:
        """Play a legal move: change `state` into the position after it."""

    def points(self, board: Ints, state: Ints, out: Ints) -> None:
        """Optional: write each seat's points of a finished game into `out`."""

    def count(self, board: Ints, state: Ints, out: Ints) -> int:
        """Optional, with `nth`: how many legal moves there are, without writing them if it can."""

    def nth(self, board: Ints, state: Ints, out: Ints, n: int) -> int:
        """Optional, with `count`: one legal move by its number; `out` is as `count` has left it."""

    def choose(self, board: Ints, state: Ints, out: Ints, random: int) -> int:
        """Supplied by Carreau: a legal move drawn by a random number."""


Array = TypeVar("Array", Ints, list[Ints])


def borrowed(array: Array) -> Array:
    """The array itself, for a loop whose caller holds it: compiled, references to it are not counted."""
    return array


Function = TypeVar("Function", bound=Callable[..., object])


def rarely(function: Function) -> Function:
    """Marks a kernel function that is called at most once a move: compiled apart, not inlined into its callers."""
    function.__dict__["rarely"] = True
    return function


def end(state: Ints, winners: int) -> None:
    """The game is over; `winners` has one bit a winning seat."""
    state[SEAT] = OVER
    state[WINNERS] = winners


def everyone(board: Ints) -> int:
    """The set of all seats, which is who wins a draw."""
    return (1 << board[SEATS]) - 1
