"""What a proof knows of Unlur once the colours are settled: who wins at once, what must be answered, what is the same.

A seat that can make its goal wins, and so does one that holds it by pairs of cells or, while many are empty, by a web.
Two cells on which the other would make theirs cannot both be taken; one must be. Where the other would hold theirs
after one more stone, that or a cell of the pairs or the web must be taken. A stone that makes the other's goal loses,
so it is never looked at.

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
    STONE,
    WHITE_STONE,
    WORDS,
    Y,
    moves,
    sides_of,
    touching,
)
from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.kernel import SEAT, Ints, rarely
from carreau.solvers.insight.unlur_facts import BITS, MOST_EMPTIES, SYMMETRIES, place
from carreau.solvers.insight.unlur_pairs import (
    OWN,
    PER_GROUP,
    THEIRS,
    TRIAL,
    gather,
    held,
    held_from,
    two_of,
    with_stone,
)
from carreau.solvers.insight.unlur_webs import (
    CARRIERS,
    IS_SEARCHED,
    MOST_GROUPS,
    NEAREST,
    WEIGHTS,
    find_goals,
    is_of,
    spin,
    web_at,
    weigh,
)
from carreau.solvers.proof import ALL, MOVER_FAILS, MOVER_WINS, UNDECIDED

# The notes: for each symmetry the black stones since the first position, and the white ones, as sets of bits.
BLACK_TO_MOVE = 1 << MOST_EMPTIES  # in the word of the black stones

WEBS_FROM = 12  # empty cells: with fewer, webs cost more than they tell

# A move's numbers start larger by one for so many cells that it is further from both goals than the best move; the
# mover's also for so many that their goal is away, the other seat's for so many that theirs is.
FURTHER, AWAY = 8, 4

# How a fence is found, in `scratch`: what each cell is to a group, a stack of cells, and for each side a fence.
GROUP, BESIDE, BEYOND = 1, 2, 3


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
) -> tuple[int, int, int, int]:
    """What is decided at sight, with its ground; else the moves that matter, where they must be, and why: a ground."""
    colour = BLACK_STONE if state[BLACK] == state[SEAT] else WHITE_STONE
    other = BLACK_STONE + WHITE_STONE - colour
    aim = LINE if colour == WHITE_STONE else Y
    kept = threats = empty = 0
    answer = -1
    for i in range(moves(board, state, out)):
        cell = out[i]
        empty |= place(facts, cell)
        goals = GOALS[touching(board, state, cell, colour)]
        if goals & aim:
            return MOVER_WINS, 0, ALL, place(facts, cell)
        if GOALS[touching(board, state, cell, other)] & (LINE + Y - aim):
            threats |= place(facts, cell)
            if goals == 0:
                answer = cell
        if goals == 0:
            out[kept] = cell
            mine[kept] = theirs[kept] = 1
            kept += 1
    if threats & (threats - 1):
        return MOVER_FAILS, 0, ALL, two_of(threats)
    if threats and answer < 0:
        return MOVER_FAILS, 0, ALL, failed(board, facts, state, threats, threats, scratch)
    if threats:
        out[0] = answer
        return UNDECIDED, 1, threats, threats
    if kept == 0:
        return MOVER_FAILS, 0, ALL, ALL
    return look_further(board, facts, state, out, mine, theirs, kept, colour, empty, scratch)


@rarely
def look_further(
    board: Ints, facts: Ints, state: Ints, out: Ints, mine: Ints, theirs: Ints, kept: int, colour: int, empty: int,
    scratch: Ints,
) -> tuple[int, int, int, int]:  # fmt: skip
    """The same, where nobody can make a goal at once: who holds one, or would after one more stone?"""
    aim = LINE if colour == WHITE_STONE else Y
    cells = board[CELLS]
    own, opposed, carriers = OWN * cells, THEIRS * cells, CARRIERS * cells
    enemies = gather(board, facts, state, BLACK_STONE + WHITE_STONE - colour, empty, scratch, opposed)
    carrier = held(facts, scratch, opposed, enemies, LINE + Y - aim)
    if carrier:
        return MOVER_FAILS, 0, ALL, carrier
    groups = gather(board, facts, state, colour, empty, scratch, own)
    carrier = held(facts, scratch, own, groups, aim)
    if carrier:
        return MOVER_WINS, 0, ALL, carrier
    if state[EMPTIES] >= WEBS_FROM and max(groups, enemies) <= MOST_GROUPS:
        verdict, carrier, found = look_at_webs(
            board, facts, state, out, mine, theirs, kept, colour, groups, enemies, empty, scratch
        )
    else:
        verdict, carrier, found = look_at_pairs(board, facts, state, out, kept, groups, enemies, empty, aim, scratch)
    if verdict != UNDECIDED:
        return verdict, 0, ALL, carrier
    if found == 0:
        return UNDECIDED, kept, ALL, ALL
    must, ground = narrowed(scratch, carriers, found, empty)
    left = 0
    for i in range(kept):
        if place(facts, out[i]) & must:
            out[left], mine[left], theirs[left] = out[i], mine[i], theirs[i]
            left += 1
    if left == 0:
        return MOVER_FAILS, 0, ALL, failed(board, facts, state, must, ground, scratch)
    return UNDECIDED, left, must, ground


@rarely
def look_at_webs(
    board: Ints, facts: Ints, state: Ints, out: Ints, mine: Ints, theirs: Ints, kept: int, colour: int, groups: int,
    enemies: int, empty: int, scratch: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """What webs decide, with its ground, or how many threats of the other seat they show; the moves are ranked."""
    cells, aim, other = board[CELLS], LINE if colour == WHITE_STONE else Y, BLACK_STONE + WHITE_STONE - colour
    own, opposed = OWN * cells, THEIRS * cells
    web, their_web = web_at(cells, state[EMPTIES] + 1), web_at(cells, state[EMPTIES])
    taken = taken_by(board, facts, state, colour)
    if not has_been_searched(facts, state, scratch, web, colour, empty, taken):
        spin(board, facts, state, scratch, web, own, groups, colour, empty, taken)
        carrier, found = find_goals(board, facts, scratch, web, own, groups, empty, aim)
        if carrier or found:
            return MOVER_WINS, carrier if carrier else scratch[CARRIERS * cells], 0
        weigh(board, scratch, web, empty, aim)
    taken = taken_by(board, facts, state, other)
    spin(board, facts, state, scratch, their_web, opposed, enemies, other, empty, taken)
    carrier, found = find_goals(board, facts, scratch, their_web, opposed, enemies, empty, LINE + Y - aim)
    if carrier:
        return MOVER_FAILS, carrier, 0
    weigh(board, scratch, their_web, empty, LINE + Y - aim)
    scratch[their_web + IS_SEARCHED] = 1
    rank(facts, scratch, out, kept, mine, theirs, web, their_web)
    return UNDECIDED, ALL, found


@rarely
def look_at_pairs(
    board: Ints, facts: Ints, state: Ints, out: Ints, kept: int, groups: int, enemies: int, empty: int, aim: int,
    scratch: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """The same by goals that one more stone holds by pairs; the moves stay as they are."""
    cells = board[CELLS]
    carrier = held_with_stone(board, facts, scratch, OWN * cells, groups, out, kept, empty, aim)
    if carrier:
        return MOVER_WINS, carrier, 0
    found = threats_by_pairs(board, facts, state, scratch, THEIRS * cells, enemies, empty, LINE + Y - aim)
    return UNDECIDED, ALL, found


@rarely
def taken_by(board: Ints, facts: Ints, state: Ints, colour: int) -> int:
    """The cells that a colour has taken since the first position."""
    taken = 0
    for cell in range(board[CELLS]):
        if state[STONE + WORDS * cell] == colour:
            taken |= place(facts, cell)
    return taken


def has_been_searched(
    facts: Ints, state: Ints, scratch: Ints, web: int, colour: int, empty: int, taken: int
) -> bool:  # fmt: skip
    """Was this web searched for threats before the other seat's last stone, which had to answer them all?"""
    last = place(facts, state[ORDER + WORDS * state[EMPTIES]])
    return scratch[web + IS_SEARCHED] == 1 and is_of(scratch, web, colour, empty | last, taken) and last & empty == 0


@rarely
def held_with_stone(
    board: Ints, facts: Ints, scratch: Ints, own: int, groups: int, out: Ints, kept: int, empty: int, aim: int
) -> int:
    """The ground of a goal that one more stone holds by pairs, or 0."""
    trial = TRIAL * board[CELLS]
    for i in range(kept):
        after = with_stone(board, facts, scratch, own, groups, out[i], empty, trial)
        carrier = held_from(facts, scratch, trial, after, after - 1, aim)
        if carrier:
            return carrier | place(facts, out[i])
    return 0


@rarely
def threats_by_pairs(
    board: Ints, facts: Ints, state: Ints, scratch: Ints, opposed: int, enemies: int, empty: int, aim: int
) -> int:
    """List the grounds of the goals that the other seat would hold by pairs after one more stone."""
    cells = board[CELLS]
    trial, carriers = TRIAL * cells, CARRIERS * cells
    found = 0
    for i in range(state[EMPTIES]):
        cell = state[ORDER + WORDS * i]
        after = with_stone(board, facts, scratch, opposed, enemies, cell, empty, trial)
        if GOALS[scratch[trial + PER_GROUP * (after - 1) + 1]] == 0:
            carrier = held_from(facts, scratch, trial, after, after - 1, aim)
            if carrier:
                scratch[carriers + found] = carrier | place(facts, cell)
                found += 1
    return found


@rarely
def rank(
    facts: Ints, scratch: Ints, out: Ints, kept: int, mine: Ints, theirs: Ints, web: int, their_web: int
) -> None:  # fmt: skip
    """Cells that matter to both seats come first; the others start with larger numbers."""
    for i in range(kept):
        cell = out[i]
        here = lowest_bit(place(facts, cell))
        weight = scratch[web + WEIGHTS + here] + scratch[their_web + WEIGHTS + here]
        j = i
        while j > 0 and mine[j - 1] > weight:
            out[j], mine[j] = out[j - 1], mine[j - 1]
            j -= 1
        out[j], mine[j] = cell, weight
    least = mine[0]
    for i in range(kept):
        mine[i] = 1 + scratch[web + NEAREST] // AWAY + (mine[i] - least) // FURTHER
        theirs[i] = 1 + scratch[their_web + NEAREST] // AWAY


@rarely
def narrowed(scratch: Ints, carriers: int, found: int, empty: int) -> tuple[int, int]:
    """The cells that are in every carrier, and together those of a few carriers that are enough to see it."""
    must, ground = empty, 0
    narrows = True
    while narrows:
        fewest, best = bit_count(must), -1
        for i in range(found):
            count = bit_count(must & scratch[carriers + i])
            if count < fewest:
                fewest, best = count, i
        narrows = best >= 0
        if narrows:
            must &= scratch[carriers + best]
            ground |= scratch[carriers + best]
    return must, ground


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
            sides = sides_of(board, i)
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
