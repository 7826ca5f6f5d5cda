"""What the searches know of a game when nobody has told them more than its rules.

A game's own knowledge is a module beside this one, named like the game's file; it replaces any of these
names. The functions are compiled with the search: they keep to what a kernel may do.
"""

from __future__ import annotations

from typing import cast

from carreau.rules.bits import multiply
from carreau.rules.kernel import OVER, SEAT, SEATS, WINNERS, Ints, Kernel

rules = cast(Kernel, None)  # bound to the game's kernel

METHOD = "tree"  # "tree" (Monte Carlo) or "alphabeta"

# Monte Carlo tree search.
EXPLORE = 700  # thousandths
EXPAND_AT = 1  # visits after which a leaf grows children
HINT_VISITS = 0  # how many visits a hint is worth; 0 for no hints
RAVE = 0  # how many visits it takes until a move's own record weighs as much as "played at any time"; 0 for none
RAVE_EXPLORE = 0  # thousandths, where RAVE is used: it explores by itself
MOVE_CODES = 1  # all moves are below this; only for RAVE and the history of alpha-beta
PLAYOUT_PLIES = 4000  # playouts longer than this are judged as they stand

# Alpha-beta.
REPEATS = 0  # 1 if positions can come back
SCALE = 1000  # the score that makes a win e times as likely as a loss
FULL = 1024  # a whole win; shares of a win are counted in this
FORCED_IS_FREE = 0  # 1 if the only move of a position costs no depth
DISTANCES = 1  # 0 if it says little how many plies are left: exact searches then ask for the outcome alone


def choose(board: Ints, state: Ints, out: Ints, random: int) -> int:
    """The next move of a playout."""
    return rules.choose(board, state, out, random)


def row(board: Ints, state: Ints) -> int:
    """RAVE: in which of eight rows the moves of the seat to move are counted together; -1 for no RAVE here."""
    return state[SEAT]


def hint(board: Ints, state: Ints, out: Ints, found: int, hints: Ints) -> None:
    """Guess each listed move's chance, 0 to FULL; -1 for a move that need not be looked at."""


def value(board: Ints, state: Ints, out: Ints, rewards: Ints, values: Ints) -> None:
    """What a playout was worth to each seat, 0 to FULL; `rewards` knows it by the winners of a finished game."""
    if state[SEAT] == OVER:
        for seat in range(board[SEATS]):
            values[seat] = rewards[8 * state[WINNERS] + seat]
    else:
        for seat in range(board[SEATS]):
            values[seat] = FULL // board[SEATS]


def key(board: Ints, state: Ints) -> int:
    """A number for the position; different positions should not share one."""
    total = 1
    for i in range(len(state)):
        total = multiply(total ^ state[i], 0x1E3779B97F4A7C15)
        total ^= total >> 29
    return total


def evaluate(board: Ints, state: Ints) -> int:
    """How good the position is for the seat to move: 0 is even, the sign tells the better side."""
    return 0


def narrow(board: Ints, state: Ints, out: Ints, found: int) -> int:
    """Drop listed moves that are surely no better than those kept; returns how many are left, at least one."""
    return found


def order(board: Ints, state: Ints, out: Ints, found: int, scores: Ints) -> None:
    """Score the listed moves: the highest is tried first."""
    for i in range(found):
        scores[i] = 0


def extend(board: Ints, state: Ints) -> int:
    """1 if the position is too lively to be judged as it stands."""
    return 0


def reduce(board: Ints, state: Ints, move: int, number: int, depth: int) -> int:
    """How much less deep the move, the so manieth in order, is searched at first."""
    return 0
