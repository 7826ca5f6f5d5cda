"""Goals of Unlur that hang together by more than pairs of cells: webs, spun from each side into the board.

An empty cell or a group is *held* to a side if a stone there, or the group, will reach the side though the other seat
moves first, and *half held* if it will with the first move. Each has a carrier: the empty cells on which this is played
out. From what is held one goes on. What touches a held cell, or lies a bridge away from it, is half held, with that
cell as the first move; what touches a held group is held too. What is half held in several ways that have no cell in
common is held: whatever the other seat takes, one of them is left.

A group from which all sides of a goal are held apart has the goal; from an empty cell one would have it with a stone
there. As with pairs, a stone on the way might make the goal of the other seat: see `unlur_safety`. Webs are not
complete: of many carriers a few small ones are kept.
"""

from __future__ import annotations

from carreau.games.unlur import CELLS, LINE
from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.kernel import Ints, rarely
from carreau.solvers.insight.unlur_facts import BESIDE, CELL_OF, ON_SIDE
from carreau.solvers.insight.unlur_pairs import PER_GROUP, two_of
from carreau.solvers.insight.unlur_safety import is_safe_line, is_safe_y

MOST_GROUPS = 10
FULL, HALF = 3, 6  # how many carriers are kept of what is held, and half held
ROW = 2 + FULL + HALF  # of a cell or group and a side: how many there are of both, then the carriers
STEP = 1 + 2 * 12  # of a cell: how many steps there are, then for each where it leads and its pair of cells
MOST_WAITING, ITEM = 700, 3  # an item: a cell or group, a carrier, and whether it is only half held
MOST_CARRIERS = 128

# A cell or group that is not held is so much further from the side; one of which nothing is known is far.
HALF_AWAY, FAR = 14, 30
CORNER = 3  # a corner in a carrier, which may be one side too many, counts as so many more cells

# In the scratch, after the groups: carriers of goals, a weight for each cell, steps, rows, and what waits.
CARRIERS = 7  # times the number of cells


def weights_at(cells: int) -> int:
    return CARRIERS * cells + MOST_CARRIERS


def steps_at(cells: int) -> int:
    return weights_at(cells) + cells


def rows_at(cells: int) -> int:
    return steps_at(cells) + STEP * cells


def waiting_at(cells: int) -> int:
    return rows_at(cells) + 6 * ROW * (cells + MOST_GROUPS)


def room(cells: int) -> int:
    """How many words the scratch must have."""
    return waiting_at(cells) + ITEM * MOST_WAITING


@rarely
def find_steps(board: Ints, facts: Ints, scratch: Ints, empty: int) -> None:
    """From each empty cell to those beside it and those a bridge away."""
    steps = steps_at(board[CELLS])
    starts = empty
    while starts:
        here = lowest_bit(starts)
        starts &= starts - 1
        at = steps + STEP * here
        near = facts[BESIDE + facts[CELL_OF + here]] & empty
        count = far = 0
        rest = near
        while rest:
            there = lowest_bit(rest)
            rest &= rest - 1
            far |= facts[BESIDE + facts[CELL_OF + there]]
            scratch[at + 1 + 2 * count], scratch[at + 2 + 2 * count] = there, 0
            count += 1
        far &= empty & ~near & ~(1 << here)
        while far:
            there = lowest_bit(far)
            far &= far - 1
            pair = near & facts[BESIDE + facts[CELL_OF + there]]
            if pair & (pair - 1):
                scratch[at + 1 + 2 * count], scratch[at + 2 + 2 * count] = there, pair
                count += 1
        scratch[at] = count


@rarely
def spin(board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, empty: int, side: int) -> None:
    """What is held to a side, as far as that is found."""
    cells = board[CELLS]
    rows, waiting = rows_at(cells) + side * ROW * (cells + MOST_GROUPS), waiting_at(cells)
    corners = facts[ON_SIDE + side] & (facts[ON_SIDE + (side + 1) % 6] | facts[ON_SIDE + (side + 5) % 6])
    rest = empty
    while rest:
        at = rows + ROW * lowest_bit(rest)
        rest &= rest - 1
        scratch[at] = scratch[at + 1] = 0
    for group in range(count):
        at = rows + ROW * (cells + group)
        scratch[at] = scratch[at + 1] = 0
    last = 0
    for group in range(count):
        if scratch[groups + PER_GROUP * group + 1] >> side & 1:
            last = hold(scratch, rows, waiting, last, cells + group, 0, corners)
    rest = empty & facts[ON_SIDE + side]
    while rest:
        last = hold(scratch, rows, waiting, last, lowest_bit(rest), 0, corners)
        rest &= rest - 1
    first = 0
    while first < last:
        item = waiting + ITEM * first
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
    at = steps_at(cells) + STEP * here
    for i in range(scratch[at]):
        there, pair = scratch[at + 1 + 2 * i], scratch[at + 2 + 2 * i]
        if used >> there & 1 == 0 and pair & used == 0:
            last = half_hold(scratch, rows, waiting, last, cells, there, used | pair, corners)
    near = facts[BESIDE + facts[CELL_OF + here]] & empty & ~used
    for group in range(count):
        liberties = scratch[groups + PER_GROUP * group]
        common = liberties & near
        if liberties >> here & 1:
            last = half_hold(scratch, rows, waiting, last, cells, cells + group, used, corners)
        elif common & (common - 1):
            last = half_hold(scratch, rows, waiting, last, cells, cells + group, used | two_of(common), corners)
    return last


@rarely
def go_on_from_group(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, empty: int, rows: int, last: int, here: int,
    carrier: int, is_half: int, corners: int,
) -> int:  # fmt: skip
    cells = board[CELLS]
    waiting = waiting_at(cells)
    liberties = scratch[groups + PER_GROUP * (here - cells)] & ~carrier
    beyond = 0
    rest = liberties
    while rest:
        there = lowest_bit(rest)
        rest &= rest - 1
        beyond |= facts[BESIDE + facts[CELL_OF + there]]
        last = pass_on(scratch, rows, waiting, last, cells, there, carrier, is_half, corners)
    rest = beyond & empty & ~scratch[groups + PER_GROUP * (here - cells)] & ~carrier
    while rest:
        there = lowest_bit(rest)
        rest &= rest - 1
        common = facts[BESIDE + facts[CELL_OF + there]] & liberties
        if common & (common - 1):
            last = pass_on(scratch, rows, waiting, last, cells, there, carrier | two_of(common), is_half, corners)
    for group in range(count):
        common = liberties & scratch[groups + PER_GROUP * group]
        if cells + group != here and common & (common - 1):
            there = cells + group
            last = pass_on(scratch, rows, waiting, last, cells, there, carrier | two_of(common), is_half, corners)
    return last


@rarely
def pass_on(
    scratch: Ints, rows: int, waiting: int, last: int, cells: int, there: int, carrier: int, is_half: int, corners: int
) -> int:
    """What holds together with a group is held to a side as the group is."""
    if is_half:
        return half_hold(scratch, rows, waiting, last, cells, there, carrier, corners)
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
    scratch: Ints, rows: int, waiting: int, last: int, cells: int, there: int, carrier: int, corners: int
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
    if there >= cells and last < MOST_WAITING:
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
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, empty: int, aim: int, found: int
) -> tuple[int, int]:
    """The carrier of a goal that is held, or 0; and the number of carriers of goals that need one more stone.

    These are written after the first `found`, with the cell of that stone.
    """
    cells = board[CELLS]
    for side in range(6):
        spin(board, facts, scratch, groups, count, empty, side)
    for here in range(cells + count):
        if here >= cells or empty >> here & 1:
            for first in range(3 if aim == LINE else 2):
                carrier, found = meet(board, facts, scratch, groups, count, here, first, aim, found)
                if carrier:
                    return carrier, found
    return 0, found


@rarely
def meet(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, here: int, first: int, aim: int, found: int
) -> tuple[int, int]:
    """The goals whose sides, the first of which is given, meet at a cell or group."""
    cells = board[CELLS]
    per_side, carriers = ROW * (cells + MOST_GROUPS), CARRIERS * cells
    is_group, is_line = here >= cells, aim == LINE
    stone = 0 if is_group else 1 << here
    at_1 = rows_at(cells) + ROW * here + first * per_side
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
                    if is_safe_line(board, facts, scratch, groups, count, here, one, two, first):
                        if is_group and half == 0:
                            return one | two, found
                        found = add(scratch, carriers, found, one | two | stone)
                    continue
                for k in range(scratch[at_3 + of_3]):
                    three = scratch[at_3 + 2 + FULL * of_3 + k]
                    if (one | two) & three == 0 and is_safe_y(
                        board, facts, scratch, groups, count, here, one, two, three, first
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
def weigh(board: Ints, scratch: Ints, empty: int, aim: int, is_more: int) -> None:
    """How far a stone on each empty cell would still be from the goal; or add that to the weights that are there."""
    cells = board[CELLS]
    weights = weights_at(cells)
    rest = empty
    while rest:
        here = lowest_bit(rest)
        rest &= rest - 1
        least = 3 * FAR
        for first in range(3 if aim == LINE else 2):
            if aim == LINE:
                total = distance(scratch, cells, here, first) + distance(scratch, cells, here, first + 3)
            else:
                total = distance(scratch, cells, here, first) + distance(scratch, cells, here, first + 2)
                total += distance(scratch, cells, here, first + 4)
            least = min(least, total)
        scratch[weights + here] = least + (scratch[weights + here] if is_more else 0)


@rarely
def distance(scratch: Ints, cells: int, here: int, side: int) -> int:
    at = rows_at(cells) + ROW * (here + side * (cells + MOST_GROUPS))
    least = FAR
    for i in range(scratch[at]):
        least = min(least, bit_count(scratch[at + 2 + i]))
    for i in range(scratch[at + 1]):
        least = min(least, HALF_AWAY + bit_count(scratch[at + 2 + FULL + i]))
    return least
