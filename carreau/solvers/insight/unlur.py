"""What a proof knows of Unlur once the colours are settled: who wins at once, what must be answered, what is the same.

A seat that can make its goal wins. Two cells on which the other would make theirs cannot both be taken; one must be. A
stone that makes the other's goal loses, so it is never looked at.

A win has a ground: the cells that the winner's play needs free of the loser's stones, and those that it needs the loser
to hold. A white line and a black Y exclude each other, so whatever the loser has elsewhere cannot come first, and a
loser's stone elsewhere changes nothing. A win that forces the loser to move, having no harmless move, rests on ALL.
"""

from __future__ import annotations

from collections.abc import Sequence

from carreau.games.unlur import (
    AROUND,
    BLACK,
    BLACK_STONE,
    CELLS,
    EMPTIES,
    GOALS,
    LINE,
    ORDER,
    SIDE,
    STONE,
    WHITE_STONE,
    WORDS,
    Y,
    moves,
    spots,
    touching,
)
from carreau.rules.bits import bit_count
from carreau.rules.kernel import SEAT, Ints, rarely
from carreau.solvers.proof import ALL, MOVER_FAILS, MOVER_WINS, UNDECIDED

MOST_EMPTIES = 61  # so that the empty cells of the first position are the bits of a word, with one to spare

# The facts: how many symmetries the first position has, then for every cell its bit in each; cells that are taken
# have none. The first symmetry leaves everything in its place.
SYMMETRIES = 0
BITS = 1
# The notes: for each symmetry the black stones since the first position, and the white ones, as sets of bits.
BLACK_TO_MOVE = 1 << MOST_EMPTIES  # in the word of the black stones

# How a fence is found, in `scratch`: what each cell is to a group, a stack of cells, and for each side a fence.
GROUP, BESIDE, BEYOND = 1, 2, 3


def facts_of(board: Sequence[int], state: Sequence[int]) -> list[int]:
    cells = range(board[CELLS])
    empty = [cell for cell in cells if not state[STONE + WORDS * cell]]
    bits = {cell: 1 << i for i, cell in enumerate(empty)}
    kept = [
        image
        for image in symmetries(board[SIDE])
        if all(state[STONE + WORDS * image[cell]] == state[STONE + WORDS * cell] for cell in cells)
    ]
    return [len(kept), *(bits.get(image[cell], 0) for cell in cells for image in kept)]


def symmetries(side: int) -> list[list[int]]:
    """The twelve ways to lay the board on itself, as where each cell goes; first the one that moves nothing."""
    number = {spot: cell for cell, spot in enumerate(spots(side))}
    found = []
    images = list(number)
    for _ in range(2):
        for _ in range(6):
            found.append([number[spot] for spot in images])
            images = [((u - 3 * v) // 2, (u + v) // 2) for u, v in images]  # a sixth of a turn
        images = [(-u, v) for u, v in images]
    return found


def notes_of(board: Sequence[int], facts: Sequence[int], state: Sequence[int]) -> list[int]:
    """The notes of a position that has come of the first one."""
    count = facts[SYMMETRIES]
    notes = [BLACK_TO_MOVE if state[BLACK] == state[SEAT] else 0, 0] * count
    for cell in range(board[CELLS]):
        stone = state[STONE + WORDS * cell]
        for i in range(count if stone else 0):
            notes[2 * i + (stone == WHITE_STONE)] |= facts[BITS + count * cell + i]
    return notes


def look(
    board: Ints, facts: Ints, state: Ints, out: Ints, mine: Ints, theirs: Ints, scratch: Ints, mode: int, attacks: bool
) -> tuple[int, int, int]:
    """What is decided at sight and its ground; else the moves that matter, and where they must be."""
    colour = BLACK_STONE if state[BLACK] == state[SEAT] else WHITE_STONE
    other = BLACK_STONE + WHITE_STONE - colour
    aim = LINE if colour == WHITE_STONE else Y
    kept = threats = 0
    answer = -1
    for i in range(moves(board, state, out)):
        cell = out[i]
        goals = GOALS[touching(board, state, cell, colour)]
        if goals & aim:
            return MOVER_WINS, 0, place(facts, cell)
        if GOALS[touching(board, state, cell, other)] & (LINE + Y - aim):
            threats |= place(facts, cell)
            if goals == 0:
                answer = cell
        if goals == 0:
            out[kept] = cell
            mine[kept] = theirs[kept] = 1
            kept += 1
    if threats & (threats - 1):
        two = threats & -threats
        return MOVER_FAILS, 0, two | (threats ^ two) & -(threats ^ two)
    if threats and answer < 0:
        return MOVER_FAILS, 0, failed(board, facts, state, threats, threats, scratch)
    if threats:
        out[0] = answer
        return UNDECIDED, 1, threats
    return (MOVER_FAILS if kept == 0 else UNDECIDED), kept, ALL


def place(facts: Ints, cell: int) -> int:
    return facts[BITS + facts[SYMMETRIES] * cell]


@rarely
def failed(board: Ints, facts: Ints, state: Ints, must: int, ground: int, scratch: Ints) -> int:
    """The ground on which the seat to move has failed, when all replies but those that make the other's goal have.

    Such a reply where one must be fails for that reason, and rests on the stones of its group. It holds whatever
    stones the seat has elsewhere, unless with them the reply made its own goal too: a fence against that is added.
    """
    colour = BLACK_STONE if state[BLACK] == state[SEAT] else WHITE_STONE
    for i in range(state[EMPTIES]):
        cell = state[ORDER + WORDS * i]
        if must & place(facts, cell):
            touched = touching(board, state, cell, colour)
            if GOALS[touched]:
                ground |= fence(board, facts, state, cell, touched, colour, ground, scratch)
    return ground


def fence(
    board: Ints, facts: Ints, state: Ints, cell: int, touched: int, colour: int, ground: int, scratch: Ints
) -> int:
    """The stones of a group, and cells without which it cannot make its own goal with all that is off the ground."""
    cells = board[CELLS]
    flood(board, facts, state, cell, colour, ground, scratch)
    fences = 2 * cells
    for side in range(6):
        scratch[fences + side] = 0
    group = around = open_sides = 0
    for i in range(cells):
        if scratch[i]:
            sides = board[AROUND + 6 * cells + i]
            if scratch[i] == BESIDE:
                around |= place(facts, i)
            if scratch[i] == GROUP and i != cell:
                group |= place(facts, i)
            if i == cell or state[STONE + WORDS * i]:
                open_sides |= sides  # a stone stands there that could be reached
            else:
                for side in range(6):
                    if sides >> side & 1:
                        scratch[fences + side] |= place(facts, i)
    open_sides |= touched
    if colour == WHITE_STONE:
        found = shortest(scratch, fences, open_sides, 0, 3, 3, around)
        found |= shortest(scratch, fences, open_sides, 1, 4, 4, around)
        found |= shortest(scratch, fences, open_sides, 2, 5, 5, around)
    else:
        found = shortest(scratch, fences, open_sides, 0, 2, 4, around)
        found |= shortest(scratch, fences, open_sides, 1, 3, 5, around)
    return group | (found if bit_count(found) < bit_count(around) else around)


def flood(board: Ints, facts: Ints, state: Ints, cell: int, colour: int, ground: int, scratch: Ints) -> None:
    """What a stone here is to others: in its group, beside it, or within reach over empty cells off the ground."""
    cells = board[CELLS]
    for i in range(cells):
        scratch[i] = 0
    scratch[cell] = GROUP
    scratch[cells] = cell
    waiting = 1
    while waiting:
        waiting -= 1
        here = scratch[cells + waiting]
        for direction in range(6):
            near = board[AROUND + 6 * here + direction]
            stone = state[STONE + WORDS * near]
            kind = 0
            if near < cells and stone == colour:
                kind = GROUP if scratch[here] == GROUP else BEYOND
            elif near < cells and stone == 0 and place(facts, near) & ground == 0:
                kind = BESIDE if scratch[here] == GROUP else BEYOND
            if kind and (scratch[near] == 0 or kind < scratch[near]):
                scratch[near] = kind
                scratch[cells + waiting] = near
                waiting += 1


def shortest(scratch: Ints, fences: int, open_sides: int, a: int, b: int, c: int, around: int) -> int:
    """The smallest fence that keeps a group from one of these sides."""
    best = around
    if open_sides >> a & 1 == 0 and bit_count(scratch[fences + a]) < bit_count(best):
        best = scratch[fences + a]
    if open_sides >> b & 1 == 0 and bit_count(scratch[fences + b]) < bit_count(best):
        best = scratch[fences + b]
    if open_sides >> c & 1 == 0 and bit_count(scratch[fences + c]) < bit_count(best):
        best = scratch[fences + c]
    return best


def note(board: Ints, facts: Ints, state: Ints, move: int, notes: Ints, after: Ints) -> None:
    """The notes after a move."""
    colour = 0 if state[BLACK] == state[SEAT] else 1
    bits = BITS + facts[SYMMETRIES] * move
    for i in range(facts[SYMMETRIES]):
        after[2 * i] = notes[2 * i] ^ BLACK_TO_MOVE
        after[2 * i + 1] = notes[2 * i + 1]
        after[2 * i + colour] |= facts[bits + i]


def key(facts: Ints, notes: Ints) -> tuple[int, int, int]:
    """Of all symmetric pictures of a position the least stands for it; also which it is."""
    black, white, picture = notes[0], notes[1], 0
    for i in range(1, facts[SYMMETRIES]):
        if notes[2 * i] < black or (notes[2 * i] == black and notes[2 * i + 1] < white):
            black, white, picture = notes[2 * i], notes[2 * i + 1], i
    return black, white, picture


def key_after(facts: Ints, state: Ints, move: int, notes: Ints) -> tuple[int, int, int]:
    """The key after a move, without playing it."""
    is_black = 1 if state[BLACK] == state[SEAT] else 0
    bits = BITS + facts[SYMMETRIES] * move
    least_black = least_white = 1 << 62
    picture = 0
    for i in range(facts[SYMMETRIES]):
        black = notes[2 * i] ^ BLACK_TO_MOVE | facts[bits + i] * is_black
        white = notes[2 * i + 1] | facts[bits + i] * (1 - is_black)
        if black < least_black or (black == least_black and white < least_white):
            least_black, least_white, picture = black, white, i
    return least_black, least_white, picture


@rarely
def seen_in(facts: Ints, ground: int, picture: int, into: int) -> int:
    """A ground as it is in a picture of the position, or back from there."""
    if ground == ALL or picture == 0:
        return ground
    seen = 0
    for at in range(BITS, len(facts), facts[SYMMETRIES]):
        here, there = facts[at], facts[at + picture]
        if into == 0:
            here, there = there, here
        if here & ground:
            seen |= there
    return seen
