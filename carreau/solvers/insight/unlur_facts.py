"""What stays the same of Unlur through a proof: the empty cells of its first position as bits of a word, and the board.

A cell's bit is its place; cells that are taken in the first position have none.
"""

from __future__ import annotations

from collections.abc import Sequence

from carreau.games.unlur import AROUND, CELLS, MOST_CELLS, SIDE, STONE, WORDS, sides_of, spots
from carreau.rules.kernel import Ints

MOST_EMPTIES = 61  # so that they are the bits of a word, with one to spare

# How many symmetries the first position has; for each side the places on it; for each place its cell; for each cell the
# places around it; for each place how many steps lead from it, then for each where to, and the pair of places between;
# then for each cell its place in each symmetry, the first of which leaves everything where it is.
SYMMETRIES, ON_SIDE = 0, 1
CELL_OF = ON_SIDE + 6
BESIDE = CELL_OF + MOST_EMPTIES
STEPS = BESIDE + MOST_CELLS
STEP = 1 + 2 * 12
BITS = STEPS + MOST_EMPTIES * STEP


def facts_of(board: Ints, state: Sequence[int]) -> list[int]:
    cells = range(board[CELLS])
    empty = [cell for cell in cells if not state[STONE + WORDS * cell]]
    places = {cell: 1 << i for i, cell in enumerate(empty)}
    kept = [
        image
        for image in symmetries(board[SIDE])
        if all(state[STONE + WORDS * image[cell]] == state[STONE + WORDS * cell] for cell in cells)
    ]
    facts = [0] * BITS
    facts[SYMMETRIES] = len(kept)
    for cell, place in places.items():
        facts[CELL_OF + place.bit_length() - 1] = cell
        for side in range(6):
            facts[ON_SIDE + side] |= place * (sides_of(board, cell) >> side & 1)
    for cell in cells:
        around = board[AROUND + 6 * cell : AROUND + 6 * cell + 6]
        facts[BESIDE + cell] = sum(places.get(near, 0) for near in around)
    for here in range(len(empty)):
        found = [word for step in steps(facts, empty, here) for word in step]
        facts[STEPS + STEP * here : STEPS + STEP * here + 1 + len(found)] = [len(found) // 2, *found]
    return facts + [places.get(image[cell], 0) for cell in cells for image in kept]


def steps(facts: list[int], empty: list[int], here: int) -> list[tuple[int, int]]:
    """To the places beside this, with no pair of places between, and to those a bridge away."""
    found = []
    for there in range(len(empty)):
        between = facts[BESIDE + empty[here]] & facts[BESIDE + empty[there]]
        if facts[BESIDE + empty[here]] >> there & 1:
            found.append((there, 0))
        elif there != here and between.bit_count() == 2:
            found.append((there, between))
    return found


def symmetries(side: int) -> list[list[int]]:
    """The twelve ways to lay the board on itself, as where each cell goes; first the one that moves nothing."""
    number = {spot: cell for cell, spot in enumerate(spots(side))}
    found = []
    images = list(number)
    for _ in range(2):
        for _ in range(6):
            found.append([number[spot] for spot in images])
            images = [((u - 3 * v) // 2, (u + v) // 2) for u, v in images]  # a sixth of a turn
        images = [(-u, v) for u, v in images]
    return found


def place(facts: Ints, cell: int) -> int:
    return facts[BITS + facts[SYMMETRIES] * cell]
