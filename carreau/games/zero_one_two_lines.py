"""The lines of cubes of 012x012: how they are written, which cells they reach, and what is wrong with them."""

from __future__ import annotations

import re
from functools import lru_cache

from carreau.games.taquin import SIZE
from carreau.games.zero_one_two_rules import (
    COLUMN_STRIPS,
    FILLED,
    LANE,
    cells_of,
    flanked,
    has_cubes,
    ordinary,
    starts,
)
from carreau.rules.kernel import EAST, NORTH, WEST
from carreau.rules.language import Text
from carreau.rules.scene import cell_name
from carreau.rules.touch import Path

DIRECTIONS = "NESW"
LINE = re.compile(r"([a-l])([1-9]|1[0-2])(?:([NESW])([2-9]|1[0-2]))?")
# A row has at most 24 turns of rule 3 (two ends, twelve lengths), a column 22 (single cubes are found in the
# rows): 552, and a skip; the survey of a strip and a mark stand at the end of the list.
LONGEST_LIST = 640


@lru_cache(maxsize=8192)
def ends_of(move: str) -> Path:
    """The first and the last cell of a line of cubes; nothing if it is none."""
    found = LINE.fullmatch(move)
    if not found:
        return ()
    column, row, direction, cubes = found.groups()
    first = f"{column}{row}"
    if direction is None:
        return first, first
    reach = int(cubes) - 1 if direction in "NE" else 1 - int(cubes)
    last = f"{column}{int(row) + reach}" if direction in "NS" else f"{chr(ord(column) + reach)}{row}"
    return first, last


def line_fault(board: list[int], state: list[int], move: int) -> Text:
    """Which rule a line of cubes breaks first."""
    size, cell, cubes = board[SIZE], move >> 6, move & 15
    direction = move >> 4 & 3 if cubes > 1 else EAST
    backward = int(direction in (NORTH, WEST))
    row, column = divmod(cell, size)
    first, line, along = (0, row, column) if direction in (EAST, WEST) else (COLUMN_STRIPS, column, row)
    strip, bit = first + line // 4, LANE * (line % 4) + along + 1
    step = (-size, 1, size, -1)[direction]
    names = [cell_name(cell + n * step, board[SIZE]) for n in range(cubes)]
    bits = [bit + n * (-1 if backward else 1) for n in range(cubes)]
    for name, at in zip(names, bits, strict=True):
        if state[FILLED + strip] >> at & 1:
            return Text(f"{name} holds a cube already, rule 2", f"{name} contient déjà un cube, règle 2")
    for name, at in zip(names, bits, strict=True):
        reachable = flanked(board, state, strip)
        if at == bit:
            reachable = starts(state, strip, reachable)
        if not reachable >> at & 1:
            return Text(f"the cube on {name} needs contact on two adjoining sides, rule 2",
                        f"le cube en {name} doit toucher par deux faces attenantes, règle 2")  # fmt: skip
    if not has_cubes(board, state, strip, cells_of(bit, backward, cubes)):
        return Text("not enough cubes of that code in stock, rule 3", "pas assez de cubes de ce code, règle 3")
    if not ordinary(board, state, [0] * LONGEST_LIST):
        return Text("no ordinary turn is left: a line of one code, as far as it can go, rule 4",
                    "plus de coup normal : une ligne d'un seul code, aussi longue que possible, règle 4")  # fmt: skip
    if cubes == 1:
        return Text("one cube needs three contacts, or its own code beyond both open faces, rule 3",
                    "un cube seul demande trois contacts, ou son code derrière ses faces libres, règle 3")  # fmt: skip
    return Text("two cubes of the same code need a third, rule 3",
                "deux cubes du même code en demandent un troisième, règle 3")  # fmt: skip
