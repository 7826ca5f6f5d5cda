"""What a proof knows of Squaryd: a threat must be doubled, and an attack may be threat after threat.

A seat with an open threat of its own wins at once. One that faces threats must double them all, in whatever order; if
its pawns do not suffice, or a doubled pawn would complete a square of its doubled pawns, it has lost. Only
then comes its single, and that is the real choice. The attacker can be held to singles that make a threat: what is
proven so is proven, for the other seat has every reply; what is not found so may still be won in another way.
"""

from __future__ import annotations

from collections.abc import Sequence

from carreau.games.squaryd_rules import (
    CENTRE,
    CORNERS,
    DOUBLE,
    DOUBLE_THREATS,
    DOUBLES,
    EMPTY,
    HOLES,
    PAWNS,
    SIDE,
    SINGLES,
    SQUARES,
    THREATS,
    is_filling,
    moves,
    new_threats,
)
from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.kernel import SEAT, Ints, rarely
from carreau.solvers.proof import ALL, MOVER_FAILS, MOVER_WINS, UNDECIDED

# The modes: the attacker may play anything; or only singles that make a threat; or BY_THREATS + n, the same but for its
# first n singles of the game, which may be quiet.
WHOLE, BY_THREATS = 0, 1

# The facts: how many symmetries the first position has, then for every hole its place value in each, two words. A
# position is a number in base 5, a digit a hole, halved to fit two words; what is asked comes on top.
SYMMETRIES = 0
VALUES = 1
DIGITS = 24  # in a word
ASKED = 1 << 56


def facts_of(state: Sequence[int]) -> list[int]:
    kept = [image for image in symmetries() if all(turned(word, image) == word for word in state[SINGLES:THREATS])]
    number = {hole: i for i, hole in enumerate(HOLES)}
    values = [len(kept)]
    for hole in range(SIDE * SIDE):
        for image in kept:
            digit = number.get(image[hole], 0)
            value = 5 ** (digit % DIGITS) if hole != CENTRE else 0
            values += [value, 0] if digit < DIGITS else [0, value]
    return values


def symmetries() -> list[list[int]]:
    """The eight ways to lay the board on itself, as where each hole goes; first the one that moves nothing."""
    found = []
    spots = [(hole % SIDE, hole // SIDE) for hole in range(SIDE * SIDE)]
    for _ in range(2):
        for _ in range(4):
            found.append([SIDE * y + x for x, y in spots])
            spots = [(SIDE - 1 - y, x) for x, y in spots]
        spots = [(SIDE - 1 - x, y) for x, y in spots]
    return found


def turned(holes: int, image: Sequence[int]) -> int:
    return sum(1 << image[hole] for hole in HOLES if holes >> hole & 1)


def notes_of(facts: Sequence[int], state: Sequence[int], attacker: int, mode: int) -> list[int]:
    """For each symmetry the number of the position, in two words."""
    count = facts[SYMMETRIES]
    notes = [(attacker + 2 * mode) * ASKED, 0] * count
    for kind in range(4):
        for hole in HOLES:
            if state[SINGLES + kind] >> hole & 1:
                for i in range(2 * count):
                    notes[i] += (kind + 1) * facts[VALUES + 2 * count * hole + i]
    return notes


def look(
    board: Ints, facts: Ints, state: Ints, out: Ints, mine: Ints, theirs: Ints, scratch: Ints, mode: int, attacks: bool
) -> tuple[int, int, int, int]:
    """What is decided at sight; else the moves that matter."""
    seat, empty = state[SEAT], state[EMPTY]
    enemy = 1 - seat
    if is_filling(state):
        if attacks:
            return (MOVER_WINS if can_fill_square(state) else MOVER_FAILS), 0, ALL, ALL
        return MOVER_WINS, 0, ALL, ALL  # win or draw, the attacker has nothing
    if state[THREATS + seat] & empty:
        return MOVER_WINS, 0, ALL, ALL
    threats = state[THREATS + enemy] & empty
    if threats:
        if threats & state[DOUBLE_THREATS + seat] or state[PAWNS + seat] < 2 * bit_count(threats):
            return MOVER_FAILS, 0, ALL, ALL
        out[0] = DOUBLE + lowest_bit(threats)
        mine[0] = theirs[0] = 1
        return UNDECIDED, 1, ALL, ALL
    free = not attacks or may_be_quiet(state, mode)
    kept = 0
    for i in range(moves(board, state, out)):
        made = new_threats(state[SINGLES + seat], out[i]) & empty
        last = state[PAWNS + seat] < 2  # then nobody is left to carry a threat out
        if made and not last and (made & state[DOUBLE_THREATS + enemy] or state[PAWNS + enemy] < 2 * bit_count(made)):
            return MOVER_WINS, 0, ALL, ALL
        if made or free:
            prevented = new_threats(state[SINGLES + enemy], out[i]) & empty
            out[kept] = out[i]
            mine[kept] = max(1, 6 - 2 * bit_count(made) - bit_count(prevented))
            theirs[kept] = 1
            kept += 1
    return (UNDECIDED if kept else MOVER_FAILS), kept, ALL, ALL


def may_be_quiet(state: Ints, mode: int) -> bool:
    """May the attacker, who is to move, put a single that makes no threat?"""
    return mode == WHOLE or bit_count(state[SINGLES + state[SEAT]]) < mode - BY_THREATS


@rarely
def can_fill_square(state: Ints) -> bool:
    """Can the seat that fills the board complete a square with the pawns it has?"""
    mine, empty = state[SINGLES + state[SEAT]], state[EMPTY]
    for i in range(SQUARES):
        missing = CORNERS[i] & ~mine
        if missing & ~empty == 0 and bit_count(missing) <= state[PAWNS + state[SEAT]]:
            return True
    return False


def place(facts: Ints, move: int) -> int:
    return 0


def failed(board: Ints, facts: Ints, state: Ints, must: int, ground: int, scratch: Ints) -> int:
    return ALL


def seen_in(facts: Ints, ground: int, picture: int, into: int) -> int:
    return ground


def kind_of(state: Ints, move: int) -> int:
    return 1 + state[SEAT] + (DOUBLES - SINGLES if move >= DOUBLE else 0)


def note(board: Ints, facts: Ints, state: Ints, move: int, notes: Ints, after: Ints) -> None:
    """The notes after a move."""
    kind = kind_of(state, move)
    hole = move - DOUBLE if move >= DOUBLE else move
    values = VALUES + 2 * facts[SYMMETRIES] * hole
    for i in range(2 * facts[SYMMETRIES]):
        after[i] = notes[i] + kind * facts[values + i]


def key(facts: Ints, notes: Ints) -> tuple[int, int, int]:
    """Of all symmetric pictures of a position the least stands for it."""
    one, other = notes[0], notes[1]
    for i in range(1, facts[SYMMETRIES]):
        if notes[2 * i] < one or (notes[2 * i] == one and notes[2 * i + 1] < other):
            one, other = notes[2 * i], notes[2 * i + 1]
    return one, other, 0


def key_after(facts: Ints, state: Ints, move: int, notes: Ints) -> tuple[int, int, int]:
    """The key after a move, without playing it."""
    kind = kind_of(state, move)
    hole = move - DOUBLE if move >= DOUBLE else move
    values = VALUES + 2 * facts[SYMMETRIES] * hole
    least = least_other = 1 << 62
    for i in range(facts[SYMMETRIES]):
        one = notes[2 * i] + kind * facts[values + 2 * i]
        other = notes[2 * i + 1] + kind * facts[values + 2 * i + 1]
        if one < least or (one == least and other < least_other):
            least, least_other = one, other
    return least, least_other, 0
