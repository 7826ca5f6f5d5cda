"""What the search knows of 012x012: whoever still has cubes places the last one, so cubes are to be saved.

The stocks add up to the empty cells. A seat that has run out can only watch the others fill the tray, a seat
that must pass has saved its cubes, and every turn is better the fewer cubes it costs. A single cube where
one is enough is the cheapest; who finds none has to lay two. So two seats are searched by alpha-beta, judged
by the cubes left and by who finds a single cube next; more seats by a tree whose playouts save cubes. The puzzle and
the taquin are solved.
"""

from __future__ import annotations

from typing import cast

from carreau.games.taquin import MODE, SIZE
from carreau.games.zero_one_two_rules import (
    CELLS,
    COLUMN_STRIPS,
    FILLED,
    FREE_PASS,
    GAME_MODE,
    LEFT,
    OWES,
    PASS,
    SKIP,
    STOCKS,
    STRIPS,
    TAQUIN,
    WRONG_GUESS,
    affordable,
    least_stock,
    line_move,
    one_is_enough,
    starts,
    two_are_enough,
    within_means,
)
from carreau.rules.binding import Program
from carreau.rules.bits import bit_count, multiply, nth_bit
from carreau.rules.drivers import below
from carreau.rules.kernel import EAST, NORTH, SEAT, SOUTH, Ints, Kernel, rarely
from carreau.rules.state import State
from carreau.solvers import puzzle, taquin_tools
from carreau.solvers.puzzle import PuzzleSolver
from carreau.solvers.solution import Solver
from carreau.solvers.taquin import TaquinSolver

rules = cast(Kernel, None)

METHOD = "alphabeta"
SCALE = 200  # two cubes more than the other
MOVE_CODES = WRONG_GUESS
FORCED_IS_FREE = 1  # passes come in rows

CUBE = 100  # what a cube left is worth
# What the number of single cubes that the seat to move may lay is worth to it: the other takes the next one.
NO_SINGLE, EVEN_SINGLES, ODD_SINGLES = -120, -30, 10
UNEVEN = 12  # what a stock loses for each cube between its largest and its smallest code
LONG = 4  # lines of more cubes are a waste
ENDING = 40  # empty cells from which on long lines are looked at all the same: they can fill the tray

EXPLORE = 400
EXPAND_AT = 2
HINT_VISITS = 4
WORTH = (700, 650, 500, 350, 150, 100, 80, 60, 40, 20, 10, 5, 0)  # a hint, by cubes


def solver(position: State) -> Solver:
    """Alone: who knows a short way to the end."""
    return TaquinSolver(position) if position.raw_board[MODE] == TAQUIN else PuzzleSolver(position)


def solver_programs() -> list[Program]:
    """The machine code of both."""
    return [taquin_tools.program(), puzzle.program()]


def cubes_of(state: Ints, seat: int) -> int:
    at = STOCKS + 3 * seat
    return state[at] + state[at + 1] + state[at + 2]


def spread(state: Ints, seat: int) -> int:
    at = STOCKS + 3 * seat
    a, b, c = state[at], state[at + 1], state[at + 2]
    return max(a, b, c) - min(a, b, c)


def single_cubes(board: Ints, state: Ints, strip: int) -> int:
    """The cells of a strip of rows where a single cube is a turn for the seat to move."""
    return starts(state, strip, within_means(board, state, strip)) & one_is_enough(board, state, strip)


def key(board: Ints, state: Ints) -> int:
    """The tray, the first seat's stock, from which follows the other's, and who may do what."""
    total = state[STOCKS] << 12 | state[STOCKS + 1] << 6 | state[STOCKS + 2]
    total = total << 6 | (state[FREE_PASS] + 1) << 2 | state[OWES] << 1 | state[SEAT]
    for strip in range(COLUMN_STRIPS):
        total = multiply(total ^ total >> 29, 0x1E3779B97F4A7C15) ^ state[FILLED + strip]
    return multiply(total ^ total >> 31, 0x14D049BB133111EB)


def evaluate(board: Ints, state: Ints) -> int:
    singles = 0
    for strip in range(COLUMN_STRIPS):
        singles += bit_count(single_cubes(board, state, strip))
    tempo = NO_SINGLE
    if singles:
        tempo = ODD_SINGLES if singles & 1 else EVEN_SINGLES
    seat = state[SEAT]
    unevenness = spread(state, seat) - spread(state, 1 - seat)
    return CUBE * (2 * cubes_of(state, seat) - state[LEFT]) + tempo - UNEVEN * unevenness


@rarely
def narrow(board: Ints, state: Ints, out: Ints, found: int) -> int:
    """Keep one move where any wins, one end of lines over the same cells, and no long line before the ending."""
    left = state[LEFT]
    longest = 0
    for i in range(found):
        if out[i] < PASS and (out[longest] >= PASS or out[i] & 15 > out[longest] & 15):
            longest = i
    if out[longest] < PASS and (out[longest] & 15 == left or cubes_of(state, state[SEAT]) == left):
        out[0] = out[longest]
        return 1
    kept = 0
    for i in range(found):
        move = out[i]
        if move < PASS and ((move & 15 > LONG and left > ENDING) or is_twin(board, out, kept, move)):
            continue
        out[kept] = move
        kept += 1
    return kept


def is_twin(board: Ints, out: Ints, kept: int, move: int) -> bool:
    """Is the line laid from its other end among the last that were kept? (The rules list it shortly before.)"""
    cubes, direction = move & 15, move >> 4 & 3
    if cubes == 1 or direction == EAST or direction == SOUTH:
        return False
    step = board[SIZE] if direction == NORTH else 1
    twin = 64 * ((move >> 6) - (cubes - 1) * step) + 16 * (SOUTH if direction == NORTH else EAST) + cubes
    for i in range(kept - 1, -1, -1):
        if out[i] == twin:
            return True
        if out[i] & 15 != cubes:
            return False
    return False


def order(board: Ints, state: Ints, out: Ints, found: int, scores: Ints) -> None:
    """The fewest cubes first, whatever has been good elsewhere."""
    for i in range(found):
        cubes = out[i] & 15 if out[i] < PASS else 0
        scores[i] = 16 - cubes << 24


def reduce(board: Ints, state: Ints, move: int, number: int, depth: int) -> int:
    if depth < 2:
        return 0
    if move < PASS and move & 15 > 3:
        return 3
    return (number > 4) + (number > 15)


@rarely
def choose(board: Ints, state: Ints, out: Ints, random: int) -> int:
    """In playouts everyone saves cubes: one if that is enough, then a free pass, then two, then what there is."""
    if board[MODE] != GAME_MODE:
        return rules.choose(board, state, out, random)
    total = 0
    for strip in range(COLUMN_STRIPS):
        out[strip] = single_cubes(board, state, strip)
        total += bit_count(out[strip])
    if total:
        n = below(random, total)
        strip = 0
        while n >= bit_count(out[strip]):
            n -= bit_count(out[strip])
            strip += 1
        return line_move(board, strip, nth_bit(out[strip], n), 0, 1)
    if state[FREE_PASS] == state[SEAT]:
        return SKIP
    total = pairs(board, state, out)
    if total == 0:
        return rules.choose(board, state, out, random)
    n = below(random, total)
    at = 0
    while n >= bit_count(out[at]):
        n -= bit_count(out[at])
        at += 1
    return line_move(board, at >> 1, nth_bit(out[at], n), at & 1, 2)


@rarely
def pairs(board: Ints, state: Ints, out: Ints) -> int:
    """Write the cells where turns of two cubes begin, where one is not enough, by 2 * strip + backward."""
    is_sure = least_stock(state) >= 2
    total = 0
    for strip in range(STRIPS):
        inside = board[CELLS + strip]
        means = within_means(board, state, strip)
        begins = starts(state, strip, means)
        forward = begins & means >> 1 & inside & two_are_enough(board, state, strip, 0)
        backward = begins & means << 1 & inside & two_are_enough(board, state, strip, 1)
        if not is_sure:
            forward = affordable(board, state, strip, 0, 2, forward)
            backward = affordable(board, state, strip, 1, 2, backward)
        out[2 * strip] = forward
        out[2 * strip + 1] = backward
        total += bit_count(forward) + bit_count(backward)
    return total


def hint(board: Ints, state: Ints, out: Ints, found: int, hints: Ints) -> None:
    for i in range(found):
        hints[i] = WORTH[out[i] & 15 if out[i] < PASS else 0]
