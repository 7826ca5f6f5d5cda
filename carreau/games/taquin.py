"""The taquin of 012x012 (rule 8): cubes slide in the tray, one hole, until they show the grid's model.

A kernel of its own, which `zero_one_two.py` calls in that mode: cell by cell, no bits.
"""

from __future__ import annotations

from carreau.rules.kernel import EAST, FREE, NORTH, SOUTH, WEST, Ints, end, rarely

# The board, after the number of seats:
MODE, SIZE = 1, 2
CODES = 3  # a word a cell, the top row first: the grid

# The state:
TURNS = FREE  # slides so far, which is the score
HOLE = TURNS + 1
WRONG = HOLE + 1  # how many cubes lie on a cell of another code
TRAY = WRONG + 1  # a word a cell: the code of the cube there; the hole's word means nothing


@rarely
def slides(board: Ints, state: Ints, out: Ints) -> int:
    """The directions in which the hole can travel."""
    size, hole = board[SIZE], state[HOLE]
    row, column = hole // size, hole % size
    found = 0
    if row > 0:
        out[found] = NORTH
        found += 1
    if column < size - 1:
        out[found] = EAST
        found += 1
    if row < size - 1:
        out[found] = SOUTH
        found += 1
    if column > 0:
        out[found] = WEST
        found += 1
    return found


@rarely
def slide(board: Ints, state: Ints, direction: int) -> None:
    size, hole = board[SIZE], state[HOLE]
    if direction == NORTH:
        cube = hole - size
    elif direction == EAST:
        cube = hole + 1
    elif direction == SOUTH:
        cube = hole + size
    else:
        cube = hole - 1
    code = state[TRAY + cube]
    state[WRONG] += (board[CODES + hole] != code) - (board[CODES + cube] != code)
    state[TRAY + hole] = code
    state[HOLE] = cube
    state[TURNS] += 1
    judge(board, state)


def judge(board: Ints, state: Ints) -> None:
    """Solved: every cube shows the model and the hole is on its last cell (ruling)."""
    if state[WRONG] == 0 and state[HOLE] == board[SIZE] * board[SIZE] - 1:
        end(state, 1)
