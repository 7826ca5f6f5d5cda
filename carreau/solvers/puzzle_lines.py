"""The puzzle's lower bound: into how few straight lines the empty cells can be cut, whatever order they are laid in.

Every turn lays one straight line. A cutting has as many lines as there are cells, less the joins between neighbours of
one line. A cell cannot be joined both along its row and along its column, so a join across and a join down that share
a cell exclude each other, and nothing else does. The most joins are thus a largest set of pairs without conflict
in a graph of two sides: all pairs less a largest matching (König). A line taken away leaves most of the matching as it
was, so only what it touched is matched anew.

`look` lists the turns of one connected part of the empty cells. Parts do not touch, so what is laid in one changes
nothing in another, and forced turns (rule 4) come when all are out of ordinary ones: the turns of the parts simply add
up, and any of them may be finished first.
"""

from __future__ import annotations

from typing import cast

from carreau.games.taquin import SIZE
from carreau.games.zero_one_two_rules import FILLED, LANE
from carreau.rules.kernel import EAST, NORTH, SOUTH, WEST, Ints, Kernel, rarely

rules = cast(Kernel, None)

# A pair is named by its first cell: joins across as they are, joins down with the number of cells added.
ALONE = -1

# Where the parts of the work array begin, in numbers of cells; those about pairs are two long.
EMPTY, PART, PARTNER, KEPT, CAME_FROM, QUEUE, FREED = 0, 1, 2, 4, 6, 8, 10
WORK = 12
STAMPS = 64 * 144  # a word a move


def look(board: Ints, state: Ints, out: Ints, bounds: Ints, work: Ints, stamps: Ints, stamp: int) -> int:
    """Write the turns of one part, one for each set of cells, and how many turns are needed at least after each."""
    cells = board[SIZE] * board[SIZE]
    found = rules.moves(board, state, out)
    note_empty(board, state, work)
    lines = match_all(board, work)
    mark_part(board, work, out[0] >> 6)
    kept = 0
    for i in range(found):
        move = out[i]
        if work[PART * cells + (move >> 6)] and stamps[same_cells(board, move)] != stamp:
            stamps[same_cells(board, move)] = stamp
            out[kept] = move
            bounds[kept] = lines_without(board, move, lines, work)
            kept += 1
    return kept


def lay(board: Ints, state: Ints, move: int) -> None:
    rules.play(board, state, move)


def same_cells(board: Ints, move: int) -> int:
    """The move that lays the same line from its upper or left end."""
    cell, direction, cubes = move >> 6, move >> 4 & 3, move & 15
    if cubes == 1:
        return 64 * cell + cubes
    if direction == WEST:
        return 64 * (cell - cubes + 1) + 16 * EAST + cubes
    if direction == NORTH:
        return 64 * (cell - (cubes - 1) * board[SIZE]) + 16 * SOUTH + cubes
    return move


def note_empty(board: Ints, state: Ints, work: Ints) -> None:
    size = board[SIZE]
    for row in range(size):
        line = state[FILLED + (row >> 2)] >> LANE * (row & 3) + 1
        for column in range(size):
            work[EMPTY + size * row + column] = 1 - (line >> column & 1)


def mark_part(board: Ints, work: Ints, start: int) -> None:
    """Mark the empty cells that hang together with one."""
    size = board[SIZE]
    cells = size * size
    for cell in range(cells):
        work[PART * cells + cell] = 0
    work[PART * cells + start] = 1
    work[QUEUE * cells] = start
    head, tail = 0, 1
    while head < tail:
        cell = work[QUEUE * cells + head]
        head += 1
        for side in range(4):
            other = beside(cell, side, size)
            if other >= 0 and work[EMPTY + other] and work[PART * cells + other] == 0:
                work[PART * cells + other] = 1
                work[QUEUE * cells + tail] = other
                tail += 1


def beside(cell: int, side: int, size: int) -> int:
    """The neighbouring cell, or -1 at the frame."""
    column = cell % size
    if side == NORTH:
        return cell - size if cell >= size else -1
    if side == SOUTH:
        return cell + size if cell < size * (size - 1) else -1
    if side == WEST:
        return cell - 1 if column > 0 else -1
    return cell + 1 if column < size - 1 else -1


def is_pair(pair: int, size: int, work: Ints) -> bool:
    """Is it a pair of neighbours on the tray, both empty?"""
    cells = size * size
    if pair < 0:
        return False
    if pair < cells:
        return pair % size < size - 1 and work[EMPTY + pair] == 1 and work[EMPTY + pair + 1] == 1
    top = pair - cells
    return top < cells - size and work[EMPTY + top] == 1 and work[EMPTY + top + size] == 1


def rival(pair: int, number: int, size: int) -> int:
    """One of the four pairs of the other kind that share a cell with a pair; it may be none, see `is_pair`."""
    cells = size * size
    if pair < cells:
        top = pair + (number & 1) - (size if number & 2 else 0)
        return cells + top if top >= 0 else ALONE
    first = pair - cells + (size if number & 1 else 0) - (number >> 1)
    if number & 2 and (pair - cells) % size == 0:
        return ALONE
    return first


def match_all(board: Ints, work: Ints) -> int:
    """Find a largest matching; returns into how few lines the empty cells can be cut."""
    size = board[SIZE]
    cells = size * size
    lines = 0
    for cell in range(cells):
        lines += work[EMPTY + cell]
    for pair in range(2 * cells):
        work[PARTNER * cells + pair] = ALONE
        if is_pair(pair, size, work):
            lines -= 1
    for pair in range(cells):
        if is_pair(pair, size, work):
            lines += augment(pair, size, work)
    return lines


@rarely
def augment(start: int, size: int, work: Ints) -> int:
    """Match one pair more, beginning with a lone one; 1 if that is possible, else 0."""
    cells = size * size
    partner, came, queue = PARTNER * cells, CAME_FROM * cells, QUEUE * cells
    for pair in range(2 * cells):
        work[came + pair] = ALONE
    work[queue] = start
    head, tail = 0, 1
    while head < tail:
        pair = work[queue + head]
        head += 1
        for number in range(4):
            other = rival(pair, number, size)
            if not is_pair(other, size, work) or work[came + other] != ALONE:
                continue
            work[came + other] = pair
            if work[partner + other] == ALONE:
                while other != ALONE:
                    before = work[came + other]
                    following = work[partner + before]
                    work[partner + other] = before
                    work[partner + before] = other
                    other = following
                return 1
            work[queue + tail] = work[partner + other]
            tail += 1
    return 0


@rarely
def lines_without(board: Ints, move: int, lines: int, work: Ints) -> int:
    """Into how few lines what is left can be cut when a line is laid; the work array is as before in the end."""
    size = board[SIZE]
    cells = size * size
    for pair in range(2 * cells):
        work[KEPT * cells + pair] = work[PARTNER * cells + pair]
    line = same_cells(board, move)
    first, cubes = line >> 6, line & 15
    step = size if line >> 4 & 3 == SOUTH else 1
    freed = 0
    for i in range(cubes):
        cell = first + i * step
        for number in range(4):
            pair = pair_with(cell, number, size)
            if is_pair(pair, size, work):
                lines += 1
                other = work[PARTNER * cells + pair]
                if other != ALONE:
                    lines -= 1
                    work[PARTNER * cells + pair] = work[PARTNER * cells + other] = ALONE
                    work[FREED * cells + freed] = other
                    freed += 1
        work[EMPTY + cell] = 0
    lines -= cubes
    for i in range(freed):
        pair = work[FREED * cells + i]
        if is_pair(pair, size, work) and work[PARTNER * cells + pair] == ALONE:
            lines += augment(pair, size, work)
    for i in range(cubes):
        work[EMPTY + first + i * step] = 1
    for pair in range(2 * cells):
        work[PARTNER * cells + pair] = work[KEPT * cells + pair]
    return lines


def pair_with(cell: int, number: int, size: int) -> int:
    """One of the four pairs that a cell may be part of; it may be none, see `is_pair`."""
    cells = size * size
    if number == EAST:
        return cell
    if number == WEST:
        return cell - 1
    return cells + cell if number == SOUTH else cells + cell - size if cell >= size else ALONE
