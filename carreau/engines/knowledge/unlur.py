"""What the search knows of Unlur: replies that keep connections, moves that lose at once, when to pass."""

from __future__ import annotations

from carreau.games.unlur import (
    AROUND,
    BLACK,
    BLACK_STONE,
    CELLS,
    EMPTIES,
    GOALS,
    LINE,
    ORDER,
    PASS,
    STONE,
    TOUCHED,
    UNDECIDED,
    WHITE_STONE,
    WORDS,
    Y,
    root_of,
    touching,
)
from carreau.rules.binding import Program
from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.drivers import below
from carreau.rules.game import Game
from carreau.rules.kernel import SEAT, WINNERS, Ints
from carreau.rules.state import State
from carreau.solvers.unlur import Solver, program, solver_of

FULL = 1024  # a whole win

EXPLORE = 100
RAVE_EXPLORE = 0
EXPAND_AT = 3
HINT_VISITS = 8
RAVE = 1500
MOVE_CODES = PASS + 1
# Playouts underrate Black, whose goal takes more skill: where they gave Black 0.40, Black won half of the games
# that the search then played against itself. So a playout that Black loses counts as this much of a win.
CONSOLATION = 150
WEBBED = 20  # empty cells: from these on, a proof spends most of its time on webs
PROVABLE = 28  # empty cells: with more, proofs are seldom done while a player waits


def is_provable(state: Ints) -> bool:
    return state[EMPTIES] <= PROVABLE


def proof_worth(state: Ints) -> int:
    """How many looks cost about as much as a node of a proof: while many cells are empty it spins webs."""
    return 1 if state[EMPTIES] < WEBBED else 4


def prover(position: State, *, memory: int, step: int) -> Solver:
    """Decides the moves of this position and of those that come of it, so many nodes a step. Memory is in MB."""
    solver = solver_of(position, folder=None, memory=memory, seconds=None)
    solver.prover.steady = step
    return solver


def prover_programs(game: Game) -> list[Program]:
    """Its machine code."""
    return [program(game)]


def row(board: Ints, state: Ints) -> int:
    """Stones of the contract have no colour yet: whom they help is open."""
    return -1 if state[BLACK] == UNDECIDED else state[SEAT]


def choose(board: Ints, state: Ints, out: Ints, random: int) -> int:
    """Playouts pass at once, keep their bridges, and Black makes no line."""
    if state[BLACK] == UNDECIDED:
        return PASS
    empties = state[EMPTIES]
    colour = BLACK_STONE if state[BLACK] == state[SEAT] else WHITE_STONE
    if empties < board[CELLS]:
        saved = rescue(board, state, state[ORDER + WORDS * empties], colour, random)
        if saved >= 0:
            return saved
    place = below(random, empties)
    if colour == BLACK_STONE:
        for _ in range(empties):
            cell = state[ORDER + WORDS * place]
            if not is_suicide(board, state, cell, BLACK_STONE):
                return cell
            place += 1
            if place == empties:
                place = 0
    return state[ORDER + WORDS * place]


def rescue(board: Ints, state: Ints, cell: int, colour: int, random: int) -> int:
    """The cell that keeps a bridge, to a stone or to a side, which the enemy stone on `cell` cuts at; -1 if none."""
    beside = AROUND + 6 * cell
    own = empty = beyond = 0
    for direction in range(6):
        near = board[beside + direction]
        stone = state[STONE + WORDS * near]
        own |= (1 if stone == colour else 0) << direction
        empty |= (1 if stone == 0 else 0) << direction
        beyond |= (1 if near == board[CELLS] else 0) << direction
    empty &= ~beyond
    after, before = turned(own, 1), turned(own, 5)
    found = empty & (after & before | after & turned(beyond, 5) | turned(beyond, 1) & before)
    while found:
        kept = found & -found
        if found != kept and random & 1 << 40:
            kept = found ^ kept
            kept &= -kept
        found ^= kept
        rescuer = board[beside + lowest_bit(kept)]
        if is_needed(board, state, beside, lowest_bit(kept), own) and not is_suicide(board, state, rescuer, colour):
            return rescuer
    return -1


def turned(ring: int, by: int) -> int:
    """A set of neighbours, turned clockwise around the cell."""
    return (ring << by | ring >> (6 - by)) & 63


def is_needed(board: Ints, state: Ints, beside: int, direction: int, own: int) -> bool:
    """Does the cell between two own stones, or one and a side, connect what is not yet connected?"""
    a, b = (direction + 1) % 6, (direction + 5) % 6
    if own >> a & 1 and own >> b & 1:
        return root_of(state, board[beside + a]) != root_of(state, board[beside + b])
    root = root_of(state, board[beside + (a if own >> a & 1 else b)])
    cell = board[beside + direction]
    return state[TOUCHED + WORDS * cell] & ~state[TOUCHED + WORDS * root] != 0


def is_suicide(board: Ints, state: Ints, cell: int, colour: int) -> bool:
    """Would a stone here make the enemy's goal and not its own (rule 5)?"""
    return GOALS[touching(board, state, cell, colour)] == (LINE if colour == BLACK_STONE else Y)


def value(board: Ints, state: Ints, out: Ints, rewards: Ints, values: Ints) -> None:
    """A playout always ends, and with one winner."""
    black = state[BLACK]
    values[black] = FULL if state[WINNERS] >> black & 1 else CONSOLATION
    values[1 - black] = FULL - values[black]


def hint(board: Ints, state: Ints, out: Ints, found: int, hints: Ints) -> None:
    """Win at once, else parry, never make the enemy's goal; these need no search. Else keep cut bridges."""
    if state[BLACK] == UNDECIDED:
        for i in range(found):  # what a stone is worth shows when the answer, to pass, has been looked at enough
            hints[i] = FULL if out[i] == PASS else 350
        return
    colour = BLACK_STONE if state[BLACK] == state[SEAT] else WHITE_STONE
    other = BLACK_STONE + WHITE_STONE - colour
    aim = LINE if colour == WHITE_STONE else Y
    wins = blocks = 0
    for i in range(found):
        hints[i] = 450 + 20 * liveliness(board, state, out[i])
        own = GOALS[touching(board, state, out[i], colour)]
        if own & aim:
            wins += 1
            hints[i] = FULL
        elif own:
            hints[i] = -1
        elif GOALS[touching(board, state, out[i], other)] & (LINE + Y - aim):
            blocks += 1
            hints[i] = FULL - 1
    if wins or blocks:
        for i in range(found):
            if hints[i] < (FULL if wins else FULL - 1):
                hints[i] = -1
        return
    if state[EMPTIES] < board[CELLS]:
        saved = rescue(board, state, state[ORDER + WORDS * state[EMPTIES]], colour, 0)
        for i in range(found):
            if out[i] == saved:
                hints[i] = 900


def liveliness(board: Ints, state: Ints, cell: int) -> int:
    """How many stones stand around a cell, up to three."""
    beside = AROUND + 6 * cell
    stones = 0
    for direction in range(6):
        stones |= (1 if state[STONE + WORDS * board[beside + direction]] else 0) << direction
    return min(bit_count(stones), 3)
