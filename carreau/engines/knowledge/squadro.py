"""What the search knows of Squadro: alpha-beta, and numbers learned from games against itself.

A position is judged by what each two of the ten pieces mean to each other where they stand (whether one can
jump the other, which of them is the one to leave behind), and by the race: how many moves each side still
needs if nobody jumps. `bench/training/squadro.py` learned the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from carreau.games.squadro import EARLIER, HISTORY, HOME, KEY, LANES, SPEED_BACK, SPEED_OUT, TURNED
from carreau.rules.kernel import SEAT, Ints
from carreau.solvers.sealed import Damaged
from carreau.solvers.squadro.probing import certain, line
from carreau.solvers.squadro.tables import Tables

METHOD = "alphabeta"
REPEATS = 1
SCALE = 1000

PIECES = 2 * LANES
PLACES = HOME + 1
PAIRS = PIECES * (PIECES - 1) // 2
LONGEST_RACE = 30  # moves that four pieces need at the start

# The learned numbers: by seat to move, pair of pieces (the 25 of different colours first) and both places;
# then by seat to move and the moves left to both sides.
RACE = 2 * PAIRS * PLACES * PLACES
NUMBERS = RACE + 2 * (LONGEST_RACE + 1) ** 2
LEARNED = tuple(int(word) for word in Path(__file__).with_suffix(".txt").read_text(encoding="ascii").split())


def moves_left(piece: int, progress: int) -> int:
    """How many moves a piece needs to come home if nobody jumps it."""
    back = -(-(HOME - max(progress, TURNED)) // SPEED_BACK[piece])
    return back if progress >= TURNED else -(-(TURNED - progress) // SPEED_OUT[piece]) + back


MOVES_LEFT = tuple(moves_left(piece, progress) for piece in range(PIECES) for progress in range(PLACES))


def without_past(state: Sequence[int]) -> list[int]:
    """Alpha-beta looks for repetitions itself, and copies less."""
    return [*state[:EARLIER], 0]


def past(state: Sequence[int]) -> Sequence[int]:
    """The earlier positions that can come back."""
    return state[HISTORY : HISTORY + state[EARLIER]]


def looked_up(state: Sequence[int]) -> dict[int, tuple[str, int | None]]:
    """What solved tables say for certain of moves: "win", "loss" or "draw" and its distance; of others nothing.

    Nor of those with a win that takes too long to be told: tables do not lead there.
    """
    try:
        found = certain(tables(), list(state))
    except (Damaged, OSError):  # then the search must do without
        return {}
    return {move: (worth.value, worth.distance) for move, worth in found.items() if not worth.is_long}


def looked_up_line(state: Sequence[int], most: int) -> list[int]:
    """How play goes on by the tables."""
    try:
        return line(tables(), list(state), most)
    except (Damaged, OSError):
        return []


@cache
def tables() -> Tables:
    return Tables()


def key(board: Ints, state: Ints) -> int:
    return 2 * state[KEY] + state[SEAT]


def side_left(places: int, seat: int) -> int:
    """The moves that a side's best four pieces need."""
    total = 0
    longest = 0
    for piece in range(LANES * seat, LANES * seat + LANES):
        left = MOVES_LEFT[PLACES * piece + (places >> 4 * piece & 15)]
        total += left
        longest = max(longest, left)
    return total - longest


def race_number(places: int, seat: int) -> int:
    """Where the number for the race is."""
    return RACE + (seat * (LONGEST_RACE + 1) + side_left(places, 0)) * (LONGEST_RACE + 1) + side_left(places, 1)


def judge(learned: Sequence[int], places: int, seat: int) -> int:
    """How good a position is for Yellow; `places` are the ten pieces as the state keeps them."""
    total = learned[race_number(places, seat)]
    at = seat * PAIRS * PLACES * PLACES
    for yellow in range(LANES):
        row = PLACES * (places >> 4 * yellow & 15)
        for red in range(LANES):
            total += learned[at + row + (places >> 4 * (LANES + red) & 15)]
            at += PLACES * PLACES
    for side in range(2):
        own = places >> 4 * LANES * side
        for one in range(LANES):
            row = PLACES * (own >> 4 * one & 15)
            for other in range(one + 1, LANES):
                total += learned[at + row + (own >> 4 * other & 15)]
                at += PLACES * PLACES
    return total


def evaluate(board: Ints, state: Ints) -> int:
    value = judge(LEARNED, state[KEY], state[SEAT])
    return value if state[SEAT] == 0 else -value


def reduce(board: Ints, state: Ints, move: int, number: int, depth: int) -> int:
    if depth < 3 or number < 2:
        return 0
    return 1 if number < 3 or depth < 6 else 2
