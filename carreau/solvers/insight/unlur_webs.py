"""Goals of Unlur that hang together by more than pairs of cells: webs, spun from each side into the board.

An empty cell or a group is *held* to a side if a stone there, or the group, will reach the side though the other seat
moves first, and *half held* if it will with the first move. Each has a carrier: the empty cells on which this is played
out. From what is held one goes on. What touches a held cell, or lies a bridge away from it, is half held, with that
cell as the first move; what touches a held group is held too. What is half held in several ways that have no cell in
common is held: whatever the other seat takes, one of them is left.

A group from which all sides of a goal are held apart has the goal; from an empty cell one would have it with a stone
there. As with pairs, a stone on the way might make the goal of the other seat: see `unlur_safety`. Webs are not
complete: of many carriers a few small ones are kept.

The web of a colour outlives a stone of either. What does not need the cell that the other seat has taken still holds,
and what needs a cell that is the owner's now needs it no more; only from the group of the new stone one goes on. So a
web is kept for each number of empty cells, with what tells which position it is of, and grows from the last but one.
"""

from __future__ import annotations

from carreau.games.unlur import CELLS, EMPTIES, LINE, ORDER, WORDS, root_of
from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.kernel import Ints, rarely
from carreau.solvers.insight.unlur_facts import BESIDE, CELL_OF, MOST_EMPTIES, ON_SIDE, STEP, STEPS, place
from carreau.solvers.insight.unlur_pairs import LISTS, PER_GROUP, two_of
from carreau.solvers.insight.unlur_safety import is_safe_line, is_safe_y

MOST_GROUPS = 10
FULL, HALF = 3, 6  # how many carriers are kept of what is held, and half held
ROW = 2 + FULL + HALF  # of a cell or group and a side: how many there are of both, then the carriers
MOST_WAITING, ITEM = 700, 3  # an item: a cell or group, a carrier, and whether it is only half held
MOST_CARRIERS = 128

# A cell or group that is not held is so much further from the side; one of which nothing is known is far.
HALF_AWAY, FAR = 14, 30
CORNER = 3  # a corner in a carrier, which may be one side too many, counts as so many more cells

# In the scratch, after the groups: carriers of goals, what waits, the webs.
CARRIERS = LISTS  # times the number of cells

# A web: whose it is and of which position (the cells that are empty, those the owner has taken since the first
# position), whether its goals have been looked for, how far the nearest is, its groups by their first cells; then for
# each cell how far a stone there is from the goal, and for each side the rows of empty cells and of groups.
COLOUR, EMPTY, TAKEN, IS_SEARCHED, NEAREST, GROUPS = range(6)
WEIGHTS = GROUPS + 1 + MOST_GROUPS


def waiting_at(cells: int) -> int:
    return CARRIERS * cells + MOST_CARRIERS


def rows_of(cells: int, web: int, side: int) -> int:
    return web + WEIGHTS + cells + 2 * ROW * cells * side


def web_at(cells: int, empties: int) -> int:
    """Where the web is that was spun when so many cells were empty."""
    size = rows_of(cells, 0, 6)
    return waiting_at(cells) + ITEM * MOST_WAITING + size * empties


def room(cells: int) -> int:
    """How many words the scratch must have."""
    return web_at(cells, min(cells, MOST_EMPTIES) + 3)


def is_of(scratch: Ints, web: int, colour: int, empty: int, taken: int) -> bool:
    return scratch[web + COLOUR] == colour and scratch[web + EMPTY] == empty and scratch[web + TAKEN] == taken


@rarely
def spin(
    board: Ints, facts: Ints, state: Ints, scratch: Ints, web: int, groups: int, count: int, colour: int, empty: int,
    taken: int,
) -> None:  # fmt: skip
    """The web of a colour, whose groups are listed: grown from an earlier one if there is such, or made anew."""
    cells = board[CELLS]
    old = web_at(cells, state[EMPTIES] + 2)
    last = place(facts, state[ORDER + WORDS * state[EMPTIES]])
    before = scratch[old + EMPTY]
    grows = is_of(scratch, old, colour, before, taken & ~last)
    grows = grows and old != web and taken & last != 0 and before & last != 0 and before & empty == empty
    for side in range(6):
        if grows:
            grow(board, facts, state, scratch, web, old, groups, count, empty, last, before & ~empty & ~last, side)
        else:
            begin(board, facts, scratch, web, groups, count, empty, side)
    scratch[web + COLOUR], scratch[web + EMPTY], scratch[web + TAKEN] = colour, empty, taken
    scratch[web + IS_SEARCHED] = 0
    scratch[web + GROUPS] = count
    for group in range(count):
        scratch[web + GROUPS + 1 + group] = scratch[groups + PER_GROUP * group + 2]


@rarely
def begin(
    board: Ints, facts: Ints, scratch: Ints, web: int, groups: int, count: int, empty: int, side: int
) -> None:  # fmt: skip
    """What is held to a side, as far as that is found."""
    cells = board[CELLS]
    rows, waiting = rows_of(cells, web, side), waiting_at(cells)
    corners = corners_of(facts, side)
    rest = empty
    while rest:
        at = rows + ROW * lowest_bit(rest)
        rest &= rest - 1
        scratch[at] = scratch[at + 1] = 0
    last = 0
    for group in range(count):
        at = rows + ROW * (cells + scratch[groups + PER_GROUP * group + 2])
        scratch[at] = scratch[at + 1] = 0
    for group in range(count):
        if scratch[groups + PER_GROUP * group + 1] >> side & 1:
            there = cells + scratch[groups + PER_GROUP * group + 2]
            last = hold(scratch, rows, waiting, last, there, 0, corners)
    rest = empty & facts[ON_SIDE + side]
    while rest:
        last = hold(scratch, rows, waiting, last, lowest_bit(rest), 0, corners)
        rest &= rest - 1
    go_on(board, facts, scratch, groups, count, empty, rows, last, corners)


@rarely
def grow(
    board: Ints, facts: Ints, state: Ints, scratch: Ints, web: int, old: int, groups: int, count: int, empty: int,
    stone: int, lost: int, side: int,
) -> None:  # fmt: skip
    """The same, from what was held before the owner put a stone and the other seat took some cells."""
    cells = board[CELLS]
    rows, old_rows, waiting = rows_of(cells, web, side), rows_of(cells, old, side), waiting_at(cells)
    corners = corners_of(facts, side)
    root = root_of(state, facts[CELL_OF + lowest_bit(stone)])
    rest = empty
    while rest:
        at = ROW * lowest_bit(rest)
        rest &= rest - 1
        keep(scratch, rows + at, old_rows + at, stone, lost)
    there, touched = -1, 0
    for group in range(count):
        first = scratch[groups + PER_GROUP * group + 2]
        at = ROW * (cells + first)
        if root_of(state, first) == root:
            there, touched = cells + first, scratch[groups + PER_GROUP * group + 1]
        else:
            keep(scratch, rows + at, old_rows + at, stone, lost)
    at = rows + ROW * there
    scratch[at] = scratch[at + 1] = 0
    last = 0
    if touched >> side & 1:
        last = hold(scratch, rows, waiting, last, there, 0, corners)
    else:
        for half in range(2):
            place_of_stone = old_rows + ROW * lowest_bit(stone)
            last = take_over(scratch, rows, waiting, last, there, place_of_stone, half, stone, lost, corners)
            for group in range(scratch[old + GROUPS]):
                first = scratch[old + GROUPS + 1 + group]
                if root_of(state, first) == root:
                    from_row = old_rows + ROW * (cells + first)
                    last = take_over(scratch, rows, waiting, last, there, from_row, half, stone, lost, corners)
    go_on(board, facts, scratch, groups, count, empty, rows, last, corners)


def corners_of(facts: Ints, side: int) -> int:
    return facts[ON_SIDE + side] & (facts[ON_SIDE + (side + 1) % 6] | facts[ON_SIDE + (side + 5) % 6])


@rarely
def keep(scratch: Ints, to_row: int, from_row: int, stone: int, lost: int) -> None:
    """What of a row still holds."""
    for half in range(2):
        kept = 0
        for i in range(from_row + 2 + FULL * half, from_row + 2 + FULL * half + scratch[from_row + half]):
            if scratch[i] & lost == 0:
                scratch[to_row + 2 + FULL * half + kept] = scratch[i] & ~stone
                kept += 1
        scratch[to_row + half] = kept


@rarely
def take_over(
    scratch: Ints, rows: int, waiting: int, last: int, there: int, from_row: int, half: int, stone: int, lost: int,
    corners: int,
) -> int:  # fmt: skip
    """What the cell of the new stone, or a group that it has joined, was held by holds the whole group."""
    for i in range(from_row + 2 + FULL * half, from_row + 2 + FULL * half + scratch[from_row + half]):
        carrier = scratch[i] & ~stone
        if scratch[i] & lost == 0 and half:
            last = half_hold(scratch, rows, waiting, last, True, there, carrier, corners)
        elif scratch[i] & lost == 0:
            last = hold(scratch, rows, waiting, last, there, carrier, corners)
    return last


@rarely
def go_on(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, empty: int, rows: int, last: int, corners: int
) -> None:
    """From what waits, to all that comes of it."""
    cells = board[CELLS]
    first = 0
    while first < last:
        item = waiting_at(cells) + ITEM * first
        here, carrier, is_half = scratch[item], scratch[item + 1], scratch[item + 2]
        first += 1
        if here < cells:
            last = go_on_from_cell(board, facts, scratch, groups, count, empty, rows, last, here, carrier, corners)
        else:
            last = go_on_from_group(
                board, facts, scratch, groups, count, empty, rows, last, here, carrier, is_half, corners
            )


@rarely
def go_on_from_cell(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, empty: int, rows: int, last: int, here: int,
    carrier: int, corners: int,
) -> int:  # fmt: skip
    cells = board[CELLS]
    waiting = waiting_at(cells)
    used = carrier | 1 << here
    free = empty & ~used
    at = STEPS + STEP * here
    for i in range(facts[at]):
        there, pair = facts[at + 1 + 2 * i], facts[at + 2 + 2 * i]
        if free >> there & 1 and pair & free == pair:
            last = half_hold(scratch, rows, waiting, last, False, there, used | pair, corners)
    near = facts[BESIDE + facts[CELL_OF + here]] & free
    for group in range(count):
        liberties, there = scratch[groups + PER_GROUP * group], cells + scratch[groups + PER_GROUP * group + 2]
        common = liberties & near
        if liberties >> here & 1:
            last = half_hold(scratch, rows, waiting, last, True, there, used, corners)
        elif common & (common - 1):
            last = half_hold(scratch, rows, waiting, last, True, there, used | two_of(common), corners)
    return last


@rarely
def go_on_from_group(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, empty: int, rows: int, last: int, here: int,
    carrier: int, is_half: int, corners: int,
) -> int:  # fmt: skip
    cells = board[CELLS]
    waiting = waiting_at(cells)
    all_liberties = 0
    for group in range(count):
        if scratch[groups + PER_GROUP * group + 2] == here - cells:
            all_liberties = scratch[groups + PER_GROUP * group]
    liberties = all_liberties & ~carrier
    beyond = 0
    rest = liberties
    while rest:
        there = lowest_bit(rest)
        rest &= rest - 1
        beyond |= facts[BESIDE + facts[CELL_OF + there]]
        last = pass_on(scratch, rows, waiting, last, cells, there, carrier, is_half, corners)
    rest = beyond & empty & ~all_liberties & ~carrier
    while rest:
        there = lowest_bit(rest)
        rest &= rest - 1
        common = facts[BESIDE + facts[CELL_OF + there]] & liberties
        if common & (common - 1):
            last = pass_on(scratch, rows, waiting, last, cells, there, carrier | two_of(common), is_half, corners)
    for group in range(count):
        common = liberties & scratch[groups + PER_GROUP * group]
        there = cells + scratch[groups + PER_GROUP * group + 2]
        if there != here and common & (common - 1):
            last = pass_on(scratch, rows, waiting, last, cells, there, carrier | two_of(common), is_half, corners)
    return last


@rarely
def pass_on(
    scratch: Ints, rows: int, waiting: int, last: int, cells: int, there: int, carrier: int, is_half: int, corners: int
) -> int:
    """What holds together with a group is held to a side as the group is."""
    if is_half:
        return half_hold(scratch, rows, waiting, last, there >= cells, there, carrier, corners)
    return hold(scratch, rows, waiting, last, there, carrier, corners)


@rarely
def hold(scratch: Ints, rows: int, waiting: int, last: int, there: int, carrier: int, corners: int) -> int:
    """Note that something is held, unless a part of the carrier is enough; returns how many items have been to wait."""
    at = rows + ROW * there
    place = place_for(scratch, at + 2, scratch[at], FULL, carrier, corners)
    if place < 0 or last == MOST_WAITING:
        return last
    scratch[at] = max(scratch[at], place + 1)
    scratch[at + 2 + place] = carrier
    return wait(scratch, waiting, last, there, carrier, 0)


@rarely
def half_hold(
    scratch: Ints, rows: int, waiting: int, last: int, is_group: bool, there: int, carrier: int, corners: int
) -> int:
    """Note that something is half held; with other ways it may be held."""
    at = rows + ROW * there
    for i in range(scratch[at]):
        if scratch[at + 2 + i] & ~carrier == 0:
            return last
    halves = at + 2 + FULL
    place = place_for(scratch, halves, scratch[at + 1], HALF, carrier, corners)
    if place < 0:
        return last
    scratch[at + 1] = count = max(scratch[at + 1], place + 1)
    scratch[halves + place] = carrier
    if is_group and last < MOST_WAITING:
        last = wait(scratch, waiting, last, there, carrier, 1)
    for i in range(count):
        other = scratch[halves + i]
        common = carrier & other
        if common == 0:
            last = hold(scratch, rows, waiting, last, there, carrier | other, corners)
            continue
        for j in range(i + 1, count):
            if common & scratch[halves + j] == 0:
                last = hold(scratch, rows, waiting, last, there, carrier | other | scratch[halves + j], corners)
    return last


def wait(scratch: Ints, waiting: int, last: int, there: int, carrier: int, is_half: int) -> int:
    at = waiting + ITEM * last
    scratch[at], scratch[at + 1], scratch[at + 2] = there, carrier, is_half
    return last + 1


@rarely
def place_for(scratch: Ints, at: int, count: int, most: int, carrier: int, corners: int) -> int:
    """Where in a list a carrier is to be kept: at its end, or instead of the largest; -1 if nowhere."""
    largest, size = -1, size_of(carrier, corners)
    for i in range(count):
        other = scratch[at + i]
        if other & ~carrier == 0:
            return -1
        if size_of(other, corners) > size:
            largest, size = i, size_of(other, corners)
    return count if count < most else largest


def size_of(carrier: int, corners: int) -> int:
    return bit_count(carrier) + CORNER * bit_count(carrier & corners)


@rarely
def find_goals(
    board: Ints, facts: Ints, scratch: Ints, web: int, groups: int, count: int, empty: int, aim: int
) -> tuple[int, int]:
    """The carrier of a goal that is held, or 0; and how many carriers of goals that need one more stone are listed.

    These have the cell of that stone in them.
    """
    found, firsts = 0, 3 if aim == LINE else 2
    rest = empty
    while rest:
        here = lowest_bit(rest)
        rest &= rest - 1
        for first in range(firsts):
            carrier, found = meet(board, facts, scratch, web, groups, count, here, -1, first, aim, found)
    for group in range(count):
        here = board[CELLS] + scratch[groups + PER_GROUP * group + 2]
        for first in range(firsts):
            carrier, found = meet(board, facts, scratch, web, groups, count, here, group, first, aim, found)
            if carrier:
                return carrier, found
    return 0, found


@rarely
def meet(
    board: Ints, facts: Ints, scratch: Ints, web: int, groups: int, count: int, here: int, group: int, first: int,
    aim: int, found: int,
) -> tuple[int, int]:  # fmt: skip
    """The goals whose sides, the first of which is given, meet at a cell or group (-1: at a cell)."""
    cells = board[CELLS]
    per_side, carriers = rows_of(cells, 0, 1) - rows_of(cells, 0, 0), CARRIERS * cells
    is_group, is_line = group >= 0, aim == LINE
    stone = 0 if is_group else 1 << here
    hub = cells + group if is_group else here
    at_1 = rows_of(cells, web, first) + ROW * here
    at_2 = at_1 + (3 if is_line else 2) * per_side
    at_3 = at_1 + 4 * per_side
    for half in range((3 if is_line else 4) if is_group else 1):  # 0: none is half held; else which leg is
        of_1, of_2, of_3 = int(half == 1), int(half == 2), int(half == 3)
        for i in range(scratch[at_1 + of_1]):
            one = scratch[at_1 + 2 + FULL * of_1 + i]
            for j in range(scratch[at_2 + of_2]):
                two = scratch[at_2 + 2 + FULL * of_2 + j]
                if one & two:
                    continue
                if is_line:
                    if is_safe_line(board, facts, scratch, groups, count, hub, one, two, first):
                        if is_group and half == 0:
                            return one | two, found
                        found = add(scratch, carriers, found, one | two | stone)
                    continue
                for k in range(scratch[at_3 + of_3]):
                    three = scratch[at_3 + 2 + FULL * of_3 + k]
                    if (one | two) & three == 0 and is_safe_y(
                        board, facts, scratch, groups, count, hub, one, two, three, first
                    ):
                        if is_group and half == 0:
                            return one | two | three, found
                        found = add(scratch, carriers, found, one | two | three | stone)
    return 0, found


@rarely
def add(scratch: Ints, carriers: int, found: int, carrier: int) -> int:
    place = place_for(scratch, carriers, found, MOST_CARRIERS, carrier, 0)
    if place < 0:
        return found
    scratch[carriers + place] = carrier
    return max(found, place + 1)


@rarely
def weigh(board: Ints, scratch: Ints, web: int, empty: int, aim: int) -> None:
    """How far a stone on each empty cell would still be from the goal, and the nearest."""
    cells = board[CELLS]
    nearest = 3 * FAR
    rest = empty
    while rest:
        here = lowest_bit(rest)
        rest &= rest - 1
        least = 3 * FAR
        for first in range(3 if aim == LINE else 2):
            if aim == LINE:
                total = distance(scratch, cells, web, here, first) + distance(scratch, cells, web, here, first + 3)
            else:
                total = distance(scratch, cells, web, here, first) + distance(scratch, cells, web, here, first + 2)
                total += distance(scratch, cells, web, here, first + 4)
            least = min(least, total)
        scratch[web + WEIGHTS + here] = least
        nearest = min(nearest, least)
    scratch[web + NEAREST] = nearest


@rarely
def distance(scratch: Ints, cells: int, web: int, here: int, side: int) -> int:
    at = rows_of(cells, web, side) + ROW * here
    least = FAR
    for i in range(scratch[at]):
        least = min(least, bit_count(scratch[at + 2 + i]))
    for i in range(0 if scratch[at] else scratch[at + 1]):
        least = min(least, HALF_AWAY + bit_count(scratch[at + 2 + FULL + i]))
    return least
