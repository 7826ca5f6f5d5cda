"""Goals of Unlur that cannot be stopped any more, because either of two cells will do wherever something is missing.

Groups with two empty cells in common hold together, and so does a group with a side on which it has two empty cells:
whichever of a pair the other seat takes, the owner takes the second. Where groups reach their goal by pairs that share
no cell, it is as good as made; the cells of the pairs are its ground.

But a stone in a pair may make the goal of the other seat first, which loses. What is called held here is held whatever
the order in which the other seat forces the owner to fill the pairs.
"""

from __future__ import annotations

from carreau.games.unlur import CELLS, GOALS, LINE, PARENT, STONE, TOUCHED, WORDS, YS, root_of, sides_of
from carreau.rules.bits import lowest_bit
from carreau.rules.kernel import Ints, rarely
from carreau.solvers.insight.unlur_facts import BESIDE, CELL_OF, ON_SIDE, place

# A group is three words: its liberties, the sides that it touches and its first cell. In the scratch there are, for
# each cell, a word for the number of its group, then room for three lists of groups.
PER_GROUP = 3
OWN, THEIRS, TRIAL, LISTS = 1, 4, 7, 10  # times the number of cells; the last is the end


@rarely
def gather(board: Ints, facts: Ints, state: Ints, colour: int, empty: int, scratch: Ints, into: int) -> int:
    """List the groups of a colour; return their number."""
    cells = board[CELLS]
    groups = 0
    for cell in range(cells):
        if state[STONE + WORDS * cell] == colour and state[PARENT + WORDS * cell] == cell:
            scratch[cell] = groups
            scratch[into + PER_GROUP * groups] = 0
            scratch[into + PER_GROUP * groups + 1] = state[TOUCHED + WORDS * cell]
            scratch[into + PER_GROUP * groups + 2] = cells
            groups += 1
    for cell in range(cells):
        if state[STONE + WORDS * cell] == colour:
            at = into + PER_GROUP * scratch[root_of(state, cell)]
            scratch[at] |= facts[BESIDE + cell] & empty
            scratch[at + 2] = min(scratch[at + 2], cell)
    return groups


@rarely
def with_stone(
    board: Ints, facts: Ints, scratch: Ints, groups: int, count: int, cell: int, empty: int, into: int
) -> int:
    """List the groups as they are after one more stone, whose group comes last; return their number."""
    here = place(facts, cell)
    liberties, sides, kept = facts[BESIDE + cell], sides_of(board, cell), 0
    for i in range(count):
        theirs, touched = scratch[groups + PER_GROUP * i], scratch[groups + PER_GROUP * i + 1]
        if theirs & here:
            liberties |= theirs
            sides |= touched
        else:
            scratch[into + PER_GROUP * kept], scratch[into + PER_GROUP * kept + 1] = theirs, touched
            kept += 1
    scratch[into + PER_GROUP * kept], scratch[into + PER_GROUP * kept + 1] = liberties & empty & ~here, sides
    return kept + 1


def held(facts: Ints, scratch: Ints, groups: int, count: int, aim: int) -> int:
    """The cells of the pairs by which a goal is held, the other seat to move; 0 if it is not."""
    for first in range(count):
        carrier = held_from(facts, scratch, groups, count, first, aim)
        if carrier:
            return carrier
    return 0


@rarely
def held_from(facts: Ints, scratch: Ints, groups: int, count: int, first: int, aim: int) -> int:
    """The same for one group and all that holds together with it."""
    liberties, touched = scratch[groups + PER_GROUP * first], scratch[groups + PER_GROUP * first + 1]
    joined, pairs = 1 << first, 0
    grows = True
    while grows:
        grows = False
        for i in range(count):
            shared = liberties & scratch[groups + PER_GROUP * i] & ~pairs
            if joined >> i & 1 == 0 and shared & (shared - 1):
                pairs |= two_of(shared)
                joined |= 1 << i
                liberties |= scratch[groups + PER_GROUP * i]
                touched |= scratch[groups + PER_GROUP * i + 1]
                grows = True
    if aim == LINE:
        return held_line(facts, scratch, groups, count, liberties, touched, pairs)
    return held_y(facts, scratch, groups, count, liberties, touched, pairs)


def two_of(places: int) -> int:
    rest = places & (places - 1)
    return places & -places | rest & -rest


def held_line(facts: Ints, scratch: Ints, groups: int, count: int, liberties: int, touched: int, pairs: int) -> int:
    for side in range(3):
        carrier = pairs
        is_held = True
        for end in range(side, 6, 3):
            if touched >> end & 1 == 0:
                free = liberties & facts[ON_SIDE + end] & ~carrier
                is_held = is_held and free & (free - 1) != 0
                carrier |= two_of(free)
        if is_held and never_a_y(facts, scratch, groups, count, carrier):
            return carrier
    return 0


def held_y(facts: Ints, scratch: Ints, groups: int, count: int, liberties: int, touched: int, pairs: int) -> int:
    for parity in range(2):
        carrier, legs, is_held = pairs, 0, True
        first = second = third = 0  # what the pairs lead to, of the sides that are not touched yet
        others = sides_apart(facts, 1 - parity)
        for side in range(parity, 6, 2):
            if touched >> side & 1 == 0:
                free = liberties & facts[ON_SIDE + side] & ~carrier
                alone = free & ~others  # cells that touch no other side endanger nothing
                is_held = is_held and free & (free - 1) != 0
                leg = two_of(alone) if alone & (alone - 1) else two_of(free)
                carrier |= leg
                legs += 1
                first, second, third = reached(facts, scratch, groups, count, leg), first, second
        if is_held:
            within = touched | reached(facts, scratch, groups, count, pairs)
            # All legs make the Y, if nothing within is missing.
            if never_a_line(within, first, second, third, 1 << legs if pairs else (1 << legs) - 1):
                return carrier
    return 0


def never_a_line(within: int, first: int, second: int, third: int, some: int) -> bool:
    """Is there no line, whichever legs are filled, up to that set of them? All are given by the sides they touch."""
    for filled in range(some):
        sides = within | first * (filled & 1) | second * (filled >> 1 & 1) | third * (filled >> 2 & 1)
        if GOALS[sides] & LINE:
            return False
    return True


def reached(facts: Ints, scratch: Ints, groups: int, count: int, places: int) -> int:
    """The sides that stones on these places would touch, all together, with the groups beside them."""
    sides = sides_on(facts, places)
    for i in range(count):
        if scratch[groups + PER_GROUP * i] & places:
            sides |= scratch[groups + PER_GROUP * i + 1]
    return sides


@rarely
def never_a_y(facts: Ints, scratch: Ints, groups: int, count: int, carrier: int) -> bool:
    """Is there no Y without a line, whatever part of the carrier is filled? Such a Y touches no other side."""
    for parity in range(2):
        goal = YS[parity]
        places = carrier & ~sides_apart(facts, 1 - parity)
        seeds = places & facts[ON_SIDE + parity]
        for i in range(count):
            sides = scratch[groups + PER_GROUP * i + 1]
            if sides & ~goal == 0 and sides >> parity & 1:
                seeds |= scratch[groups + PER_GROUP * i] & places
        while seeds:
            found, before, touched = seeds & -seeds, 0, 0
            while found != before:
                before = found
                for i in range(count):
                    liberties, sides = scratch[groups + PER_GROUP * i], scratch[groups + PER_GROUP * i + 1]
                    if liberties & found and sides & ~goal == 0:
                        found |= liberties & places
                        touched |= sides
                rest = found
                while rest:
                    found |= facts[BESIDE + facts[CELL_OF + lowest_bit(rest)]] & places
                    rest &= rest - 1
            if (touched | sides_on(facts, found)) & goal == goal:
                return False
            seeds &= ~found
    return True


def sides_apart(facts: Ints, parity: int) -> int:
    """The places on three sides of which no two are adjacent."""
    return facts[ON_SIDE + parity] | facts[ON_SIDE + parity + 2] | facts[ON_SIDE + parity + 4]


def sides_on(facts: Ints, places: int) -> int:
    """The sides on which there are some of these places."""
    sides = 0
    for side in range(6):
        if facts[ON_SIDE + side] & places:
            sides |= 1 << side
    return sides
