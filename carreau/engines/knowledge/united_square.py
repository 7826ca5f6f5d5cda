"""What the search knows of United Square: which cells are worth how much to whom, and what hidden hands may hold.

A tree of moves, each position in it judged at once by the SQUAREs that are there and those to be hoped for:
played to the end at random, a game says less than that. Towards the end of a duel an exact search joins in. The
solitaire is solved; only where it has no solution any more the tree looks how many tiles can still be placed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from carreau.games.united_square_rules import (
    FACES,
    FITS,
    FITTING,
    HANDS,
    HELD,
    MODE,
    NEIGHBOURS,
    OWNER,
    PASS,
    PLACED,
    RIVAL_PARTNERS,
    SEEN,
    SIZE,
    SOLITAIRE,
    SQUARES,
    TEAMS,
    TILES,
    UNKNOWN,
    WEIGHTS,
)
from carreau.games.united_square_rules import deal_unseen as sample
from carreau.rules.bits import bit_count, lowest_bit, multiply
from carreau.rules.kernel import OVER, SEAT, SEATS, WINNERS, Ints
from carreau.solvers.solving import Solving
from carreau.solvers.united_square import outlook

EXPLORE = 200
HINT_VISITS = 3
PLAYOUT_PLIES = 0  # judged as it stands
MOVE_CODES = PASS + 1
DISTANCES = 0  # the number of plies left is nearly the same whatever is played

SQUARE = 100  # SQUAREs to be hoped for are counted in hundredths
# What a cell that can still be filled is worth to each colour that it sees, by 5 * its empty neighbours + how many
# colours it sees: the more empty neighbours, the easier it is killed. Fitted to the final scores of games
# between searches (bench/training/united_square.py); so are the two below.
HOPE = (0, 0, 100, 83, 90, 0, 86, 59, 30, 0, 0, 63, 25, 0, 0, 0, 33, 0, 0, 0)
TO_MOVE = 35  # in a duel, what it is worth to be on move,
ANOTHER_TYPE = 28  # and to have one more type of tile in hand

# The colours that a cell sees, a bit a colour.
COLOURS_SEEN = tuple(
    sum({1 << seen // weight % 5 - 1 for weight in WEIGHTS if seen // weight % 5}) for seen in range(625)
)
# How likely it is to catch up, by TRAILS * tiles left + tenths of a SQUARE behind: the more tiles the likelier.
TRAILS = 100
CATCHING_UP = tuple(
    round((1 << 20) * exp(-0.17 * behind / (0.5 + 0.14 * left) ** 0.5))
    for left in range(49)
    for behind in range(TRAILS)
)
NOT_OVER_YET = 12  # tiles left, as which the margin of a finished game is judged
EXACT_TILES = 15  # so many tiles left in a duel are searched to the end in a second or so


def is_hidden(board: Sequence[int], state: Sequence[int]) -> bool:
    """Can the unknown tiles be dealt in more than one way? What one seat alone holds is known by counting."""
    return sum(1 for seat in range(board[SEATS]) if state[UNKNOWN + seat]) > 1


def prepare(board: Sequence[int], state: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """The position to search: with the hand filled in that can be deduced, as in every duel."""
    is_deducible = any(state[UNKNOWN : UNKNOWN + 4]) and not is_hidden(board, state)
    return board, sample(board, state, Random(0)) if is_deducible else state


def keeping(board: Sequence[int], state: Sequence[int]) -> Solving[dict[int, int]]:
    """In the solitaire: the moves that keep a solution, and how many solutions each leads to."""
    found = yield from outlook(board, state)
    return found.moves


def is_endgame(board: Ints, state: Ints) -> bool:
    return tiles_left(board, state) <= EXACT_TILES


def tiles_left(board: Ints, state: Ints) -> int:
    return board[SIZE] * board[SIZE] - 1 - state[PLACED]


def value(board: Ints, state: Ints, out: Ints, rewards: Ints, values: Ints) -> None:
    prospects(board, state, out)
    if board[MODE] == SOLITAIRE:
        values[0] = all_but(board, dead_cells(board, state))
    elif state[SEAT] != OVER:
        for seat in range(board[SEATS]):
            values[seat] = chance(board, out, seat, tiles_left(board, state))
    else:  # a narrow loss is better than a clear one: the others may err
        for seat in range(board[SEATS]):
            values[seat] = (15 * rewards[8 * state[WINNERS] + seat] + chance(board, out, seat, NOT_OVER_YET)) // 16


def all_but(board: Ints, dead: int) -> int:
    """Alone, what it is worth, 0 to 1024, to fill all cells but so many."""
    cells = board[SIZE] * board[SIZE] - 1
    return 1024 * (cells - dead) // cells


def dead_cells(board: Ints, state: Ints) -> int:
    """The empty cells that no tile in play can fill any more."""
    if state[SEAT] == OVER:
        return tiles_left(board, state)
    types = types_in_play(board, state)
    dead = 0
    for cell in range(board[SIZE] * board[SIZE]):
        if state[TILES + cell] == 0 and is_dead(state[SEEN + cell], types):
            dead += 1
    return dead


def is_dead(seen: int, types: int) -> bool:
    return seen != 0 and FITTING[seen] & types == 0


def prospects(board: Ints, state: Ints, hoped: Ints) -> None:
    """The SQUAREs, in hundredths, that each seat can expect in the end, apart from what all can."""
    for seat in range(board[SEATS]):
        hoped[seat] = 0
    for colour in range(4):
        if board[OWNER + colour] >= 0:
            hoped[board[OWNER + colour]] += SQUARE * state[SQUARES + colour]
    if state[SEAT] == OVER:
        return
    if board[SEATS] == 2:
        hoped[state[SEAT]] += TO_MOVE
        for seat in range(2):
            hoped[seat] += ANOTHER_TYPE * bit_count(state[HELD + seat])
    cells = cells_open_to(state, types_in_play(board, state))
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        seen = COLOURS_SEEN[state[SEEN + cell]]
        add(board, hoped, seen, HOPE[5 * empty_beside(board, state, cell) + bit_count(seen)])


def types_in_play(board: Ints, state: Ints) -> int:
    types = 0
    for seat in range(board[SEATS]):
        types |= state[HELD + seat]
    return types


def cells_open_to(state: Ints, types: int) -> int:
    """The cells that take one of these types, a bit a cell."""
    cells = 0
    for tile in range(6):
        if types >> tile & 1:
            cells |= state[FITS + tile]
    return cells


def empty_beside(board: Ints, state: Ints, cell: int) -> int:
    empty = 0
    for direction in range(4):
        if state[TILES + board[NEIGHBOURS + 4 * cell + direction]] == 0:
            empty += 1
    return empty


def add(board: Ints, hoped: Ints, colours: int, worth: int) -> None:
    """Give the owner of each of these colours so much."""
    for colour in range(4):
        if colours >> colour & 1 and board[OWNER + colour] >= 0:
            hoped[board[OWNER + colour]] += worth


def chance(board: Ints, hoped: Ints, seat: int, left: int) -> int:
    """A seat's part of the win, 0 to 1024, when these SQUAREs are expected."""
    if board[MODE] == TEAMS or board[MODE] == RIVAL_PARTNERS:
        ours = hoped[seat] + hoped[seat ^ 2]
        theirs = hoped[seat ^ 1] + hoped[seat ^ 3]
        won = 1024 * weight(ours, theirs, left) // (weight(ours, theirs, left) + weight(theirs, ours, left))
        if board[MODE] == TEAMS:
            return won
        mine, partner = hoped[seat], hoped[seat ^ 2]
        return won * weight(mine, partner, left) // (weight(mine, partner, left) + weight(partner, mine, left))
    most = hoped[0]
    for other in range(1, board[SEATS]):
        most = max(most, hoped[other])
    total = 0
    for other in range(board[SEATS]):
        total += weight(hoped[other], most, left)
    return 1024 * weight(hoped[seat], most, left) // total


def weight(mine: int, most: int, left: int) -> int:
    return CATCHING_UP[TRAILS * left + max(0, min(TRAILS - 1, (most - mine) // 10))]


def hint(board: Ints, state: Ints, out: Ints, found: int, hints: Ints) -> None:
    """What each move changes: the cell it fills, and what the cells beside it see."""
    if board[MODE] == SOLITAIRE:
        hint_alone(board, state, out, found, hints)
        return
    now = [0] * 4
    after = [0] * 4
    prospects(board, state, now)
    types = types_in_play(board, state)
    left = tiles_left(board, state) - 1
    for i in range(found):
        for seat in range(board[SEATS]):
            after[seat] = now[seat]
        if board[SEATS] == 2:
            after[state[SEAT]] -= TO_MOVE
            after[1 - state[SEAT]] += TO_MOVE
        if out[i] != PASS:
            cell, face = out[i] >> 5, out[i] & 31
            seen = COLOURS_SEEN[state[SEEN + cell]]
            add(board, after, seen, SQUARE - HOPE[5 * empty_beside(board, state, cell) + bit_count(seen)])
            for direction in range(4):
                beside = board[NEIGHBOURS + 4 * cell + direction]
                if state[TILES + beside] == 0:
                    show(board, state, after, beside, (1 + FACES[4 * face + direction]) * WEIGHTS[direction ^ 2], types)
        hints[i] = chance(board, after, state[SEAT], left)


def hint_alone(board: Ints, state: Ints, out: Ints, found: int, hints: Ints) -> None:
    """Which cells each move leaves that can still be filled."""
    types = types_in_play(board, state)
    dead = dead_cells(board, state)
    for i in range(found):
        killed = 0
        cell, face = out[i] >> 5, out[i] & 31
        for direction in range(4):
            beside = board[NEIGHBOURS + 4 * cell + direction]
            if state[TILES + beside] == 0 and not is_dead(state[SEEN + beside], types):
                more = (1 + FACES[4 * face + direction]) * WEIGHTS[direction ^ 2]
                killed += is_dead(state[SEEN + beside] + more, types)
        hints[i] = all_but(board, dead + killed)


def show(board: Ints, state: Ints, hoped: Ints, cell: int, more: int, types: int) -> None:
    """An empty cell comes to see one colour more: new hopes for old."""
    empty = empty_beside(board, state, cell)
    seen = state[SEEN + cell]
    if FITTING[seen] & types:
        colours = COLOURS_SEEN[seen]
        add(board, hoped, colours, -HOPE[5 * empty + bit_count(colours)])
    if FITTING[seen + more] & types:
        colours = COLOURS_SEEN[seen + more]
        add(board, hoped, colours, HOPE[5 * (empty - 1) + bit_count(colours)])


def key(board: Ints, state: Ints) -> int:
    """The tiles laid, the hands and whose turn it is."""
    total = state[SEAT]
    packed = 0
    for seat in range(2):
        for tile in range(6):
            packed = packed << 4 | state[HANDS + 6 * seat + tile]
    total = mixed(total, packed)
    packed = 0
    for cell in range(board[SIZE] * board[SIZE]):
        packed = packed << 5 | state[TILES + cell]
        if cell % 12 == 11:
            total = mixed(total, packed)
            packed = 0
    return mixed(total, packed)


def mixed(total: int, packed: int) -> int:
    total = multiply(total ^ packed, 0x1E3779B97F4A7C15)
    return total ^ total >> 29


def order(board: Ints, state: Ints, out: Ints, found: int, scores: Ints) -> None:
    """The SQUAREs that a move makes, and what it shows to and takes from the cells beside."""
    mine = colours_of(board, state[SEAT])
    for i in range(found):
        score = 0
        if out[i] != PASS:
            cell, face = out[i] >> 5, out[i] & 31
            score = 8 * difference(COLOURS_SEEN[state[SEEN + cell]], mine)
            for direction in range(4):
                beside = board[NEIGHBOURS + 4 * cell + direction]
                if state[TILES + beside] == 0:
                    colour = FACES[4 * face + direction]
                    seen = COLOURS_SEEN[state[SEEN + beside]]
                    score += -4 * difference(seen, mine) if seen >> colour & 1 else 3 * difference(1 << colour, mine)
        scores[i] = score << 20


def colours_of(board: Ints, seat: int) -> int:
    owned = 0
    for colour in range(4):
        if board[OWNER + colour] == seat:
            owned |= 1 << colour
    return owned


def difference(colours: int, mine: int) -> int:
    """How many more of these colours are mine than not."""
    return 2 * bit_count(colours & mine) - bit_count(colours)
