"""When the goal of Unlur that a seat holds cannot be forestalled by its own stones.

A goal is held from a group, or from a cell with a stone to come, by legs, one to each of its sides: sets of empty cells
on which the owner answers the other seat. Which cells of a leg the owner will hold, and in which order the legs are
filled, is up to the other seat; so all parts of all legs are considered at once. The stones joined to the group touch
what it touches; what finished legs can touch; and what unfinished ones can touch without the side that finishes them.
Stones of the legs that are not joined to it, with whatever other groups lie beside them, are strays.
"""

from __future__ import annotations

from carreau.games.unlur import CELLS, GOALS, LINE, YS, sides_of
from carreau.rules.bits import lowest_bit
from carreau.rules.kernel import Ints, rarely
from carreau.solvers.insight.unlur_facts import BESIDE, CELL_OF, ON_SIDE
from carreau.solvers.insight.unlur_pairs import PER_GROUP, sides_on


@rarely
def is_safe_y(
    board: Ints,
    facts: Ints,
    scratch: Ints,
    groups: int,
    count: int,
    here: int,
    one: int,
    two: int,
    three: int,
    first: int,
) -> bool:
    """Can no line come before the Y? Its legs lead to the first side and to the second and fourth after it."""
    own = touched_from(board, facts, scratch, groups, count, here)
    strays_1 = reach(board, facts, scratch, groups, count, here, one)
    strays_2 = reach(board, facts, scratch, groups, count, here, two)
    strays_3 = reach(board, facts, scratch, groups, count, here, three)
    strays = strays_1 | strays_2 | strays_3
    if GOALS[own | strays] & LINE == 0:
        return True
    if (GOALS[strays_1] | GOALS[strays_2] | GOALS[strays_3]) & LINE:
        return False
    begun_1 = reach_short(board, facts, scratch, groups, count, here, one, first)
    begun_2 = reach_short(board, facts, scratch, groups, count, here, two, first + 2)
    begun_3 = reach_short(board, facts, scratch, groups, count, here, three, first + 4)
    done = own >> first & 1 | (own >> first + 2 & 1) << 1 | (own >> first + 4 & 1) << 2
    for filled in range(7):
        sides = own | (strays_1 if filled & 1 else begun_1) | (strays_2 if filled & 2 else begun_2)
        sides |= strays_3 if filled & 4 else begun_3
        if filled | done != 7 and GOALS[sides] & LINE:
            return False
    if GOALS[strays] & LINE == 0:
        return True
    if are_linked(board, facts, scratch, groups, count, here, one, two):
        return False
    if are_linked(board, facts, scratch, groups, count, here, one, three):
        return False
    return not are_linked(board, facts, scratch, groups, count, here, two, three)


@rarely
def is_safe_line(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, here: int, one: int, two: int, first: int
) -> bool:
    """Can no Y without a line come before the line? Such a Y touches none of the other three sides."""
    own = touched_from(board, facts, scratch, groups, count, here)
    strays_1 = reach(board, facts, scratch, groups, count, here, one)
    strays_2 = reach(board, facts, scratch, groups, count, here, two)
    for parity in range(2):
        y, others = YS[parity], YS[1 - parity]
        if (own | strays_1 | strays_2) & y != y:
            continue
        if strays_1 & y == y or strays_2 & y == y:
            return False
        if (strays_1 | strays_2) & y == y and are_linked(board, facts, scratch, groups, count, here, one, two):
            return False
        if own & others:
            continue
        begun_1 = reach_short(board, facts, scratch, groups, count, here, one, first)
        begun_2 = reach_short(board, facts, scratch, groups, count, here, two, first + 3)
        for filled in range(3):
            ends = (1 << first if filled & 1 else 0) | (1 << first + 3 if filled & 2 else 0)
            sides = own | (strays_1 if filled & 1 else begun_1) | (strays_2 if filled & 2 else begun_2)
            if sides & y == y and ends & others == 0:
                return False
    return True


@rarely
def touched_from(board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, here: int) -> int:
    """The sides that a group touches, or that a stone on an empty cell would."""
    cells = board[CELLS]
    if here >= cells:
        return scratch[groups + PER_GROUP * (here - cells) + 1]
    sides = sides_of(board, facts[CELL_OF + here])
    for i in range(count):
        if scratch[groups + PER_GROUP * i] >> here & 1:
            sides |= scratch[groups + PER_GROUP * i + 1]
    return sides


def is_part(scratch: Ints, groups: int, cells: int, here: int, group: int) -> bool:
    """Is the group the one from which a goal is held, or joined to it once the stone is there?"""
    return here == cells + group or (here < cells and scratch[groups + PER_GROUP * group] >> here & 1 == 1)


@rarely
def reach(board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, here: int, leg: int) -> int:
    """The sides that stones on a leg would touch, all together, with the other groups beside them."""
    sides = sides_on(facts, leg)
    for i in range(count):
        if scratch[groups + PER_GROUP * i] & leg and not is_part(scratch, groups, board[CELLS], here, i):
            sides |= scratch[groups + PER_GROUP * i + 1]
    return sides


@rarely
def reach_short(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, here: int, leg: int, side: int
) -> int:
    """The same, of stones that do not touch the leg's own side."""
    sides = sides_on(facts, leg & ~facts[ON_SIDE + side])
    for i in range(count):
        liberties, touched = scratch[groups + PER_GROUP * i], scratch[groups + PER_GROUP * i + 1]
        if liberties & leg and touched >> side & 1 == 0 and not is_part(scratch, groups, board[CELLS], here, i):
            sides |= touched
    return sides


@rarely
def are_linked(board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, here: int, one: int, two: int) -> bool:
    """Could strays on two legs be joined?"""
    rest = one
    while rest:
        if facts[BESIDE + facts[CELL_OF + lowest_bit(rest)]] & two:
            return True
        rest &= rest - 1
    for i in range(count):
        liberties = scratch[groups + PER_GROUP * i]
        if liberties & one and liberties & two and not is_part(scratch, groups, board[CELLS], here, i):
            return True
    return False
