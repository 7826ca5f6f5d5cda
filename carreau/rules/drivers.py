"""Loops over any game's kernel: random play and counting.

`rules` stands for one game's kernel. `binding.py` makes a copy of these functions for each game, with
`rules` bound to it; interpreted and compiled copies come from this one source.
"""

from __future__ import annotations

from typing import cast

from carreau.rules.bits import multiply
from carreau.rules.kernel import MOST_SEATS, OVER, SEAT, SEATS, WINNERS, Ints, Kernel, everyone, rarely

rules = cast(Kernel, None)  # bound to a game in every copy that runs

# The words of a playouts tally; wins and points have a word a seat.
FINISHED, PLIES, SHORTEST, LONGEST, DRAWS, WINS = 0, 1, 2, 3, 4, 5
POINTS = WINS + MOST_SEATS
TALLY_WORDS = POINTS + MOST_SEATS

# A multiplicative generator modulo 2**63. Only the high half is used; the low bits are weak.
MULTIPLIER = 6364136223846793005


def next_random(x: int) -> int:
    return multiply(x, MULTIPLIER)


def seeded(seed: int, number: int) -> int:
    """The random stream of playout `number`: independent of how playouts are shared among threads."""
    x = multiply(seed ^ (seed >> 30), 0x3F58476D1CE4E5B9)
    x ^= multiply(number + 1, 0x1E3779B97F4A7C15)
    x = multiply(x ^ (x >> 27), 0x14D049BB133111EB)
    return (x ^ (x >> 31)) | 1


def below(random: int, n: int) -> int:
    """A number from 0 to n - 1."""
    return ((random >> 31) * n) >> 32


def choose_from_list(board: Ints, state: Ints, out: Ints, random: int) -> int:
    return out[below(random, rules.moves(board, state, out))]


def choose_by_number(board: Ints, state: Ints, out: Ints, random: int) -> int:
    return rules.nth(board, state, out, below(random, rules.count(board, state, out)))


def playouts(
    board: Ints, start: Ints, state: Ints, out: Ints, seed: int, begin: int, end: int, limit: int, tally: Ints
) -> None:
    """Play random games number `begin` to `end` - 1 from `start` and add them up in `tally`.

    A game that has not ended after `limit` plies is left out of the tally.
    """
    for number in range(begin, end):
        for i in range(len(start)):
            state[i] = start[i]
        x = seeded(seed, number)
        plies = 0
        while state[SEAT] != OVER and plies < limit:
            rules.play(board, state, rules.choose(board, state, out, x))
            x = next_random(x)
            plies += 1
        if state[SEAT] == OVER:
            add_up(board, state, out, plies, tally)


@rarely
def add_up(board: Ints, state: Ints, out: Ints, plies: int, tally: Ints) -> None:
    tally[FINISHED] += 1
    tally[PLIES] += plies
    tally[SHORTEST] = min(tally[SHORTEST], plies)
    tally[LONGEST] = max(tally[LONGEST], plies)
    winners = state[WINNERS]
    if winners == everyone(board) and board[SEATS] > 1:
        tally[DRAWS] += 1
    else:
        for seat in range(board[SEATS]):
            tally[WINS + seat] += (winners >> seat) & 1
    rules.points(board, state, out)
    for seat in range(board[SEATS]):
        tally[POINTS + seat] += out[seat]


def half_points(board: Ints, state: Ints, out: Ints) -> None:
    """Points of a game that counts none: twice 1 for a win, 0 for a loss, a half for a draw."""
    winners = state[WINNERS]
    drawn = winners == everyone(board) and board[SEATS] > 1
    for seat in range(board[SEATS]):
        if drawn:
            out[seat] = 1
        else:
            out[seat] = 2 * ((winners >> seat) & 1)


def legal(board: Ints, state: Ints, out: Ints) -> int:
    """Write the legal moves, none when the game is over; return how many there are."""
    if state[SEAT] == OVER:
        return 0
    return rules.moves(board, state, out)


def step(board: Ints, state: Ints, move: int) -> None:
    rules.play(board, state, move)


def leaves(board: Ints, states: list[Ints], lists: list[Ints], counts: Ints, tried: Ints, depth: int) -> int:
    """How many sequences of `depth` moves there are from `states[0]`; depth is at least 1.

    A walk with its own stack: compiled recursion does not survive numba's cache.
    """
    total = 0
    level = 0
    counts[0] = legal(board, states[0], lists[0])
    tried[0] = 0
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif tried[level] == counts[level]:
            level -= 1
        else:
            move = lists[level][tried[level]]
            tried[level] += 1
            here, after = states[level], states[level + 1]
            for i in range(len(here)):
                after[i] = here[i]
            rules.play(board, after, move)
            level += 1
            counts[level] = legal(board, after, lists[level])
            tried[level] = 0
    return total
