"""A taquin as its solvers see it: where the hole can go from each cell, and how far each cell is from each target.

Both are taken from the rules, by asking them on a tray of the same size, so legality is not written a second time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from carreau.games import taquin
from carreau.games.taquin import CODES, HOLE, SIZE, TRAY

KINDS = 3  # codes
LETTERS = "NESW"


@dataclass(frozen=True)
class Map:
    """The tray's cells, the model, and the cubes; cubes and targets are numbered code by code, so a code's are in row.

    The model's last cell is where the hole belongs, and no target.
    """

    steps: tuple[Mapping[int, int], ...]  # for each cell: by direction, the cell where the hole gets
    model: tuple[int, ...]  # a code a cell
    tray: tuple[int, ...]  # the code of the cube on each cell; the hole's means nothing
    hole: int

    @property
    def cells(self) -> int:
        return len(self.model)

    @property
    def last(self) -> int:
        return self.cells - 1

    @cached_property
    def cubes(self) -> tuple[int, ...]:
        """The cells of the cubes, code by code."""
        return _by_code(self.tray, self.hole)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The cells that want a cube, code by code."""
        return _by_code(self.model, self.last)

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The code of each cube, and of the target of the same number."""
        return tuple(self.model[cell] for cell in self.targets)

    @cached_property
    def begins(self) -> tuple[int, ...]:
        """The first cube of each code, and the number of cubes."""
        return tuple(sum(code < kind for code in self.codes) for kind in range(KINDS + 1))

    @cached_property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """How many slides a cube on a cell needs at least to each target."""
        far = [distances(self.steps, cell) for cell in range(self.cells)]
        return tuple(tuple(line[target] for target in self.targets) for line in far)


def map_of(board: Sequence[int], state: Sequence[int]) -> Map:
    """The map of a taquin's arrays."""
    cells = board[SIZE] ** 2
    steps = tuple(_steps(list(board), list(state), cell) for cell in range(cells))
    return Map(steps, tuple(board[CODES : CODES + cells]), tuple(state[TRAY : TRAY + cells]), state[HOLE])


def distances(steps: Sequence[Mapping[int, int]], start: int) -> list[int]:
    """How many steps each cell is from one."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for after in steps[cell].values():
            if after not in found:
                found[after] = found[cell] + 1
                queue.append(after)
    return [found[cell] for cell in range(len(steps))]


def _steps(board: list[int], state: list[int], cell: int) -> dict[int, int]:
    out = [0] * 4
    state[HOLE] = cell
    steps = {}
    for direction in out[: taquin.slides(board, state, out)]:
        after = list(state)
        taquin.slide(board, after, direction)
        steps[direction] = after[HOLE]
    return steps


def _by_code(codes: Sequence[int], without: int) -> tuple[int, ...]:
    return tuple(sorted((cell for cell in range(len(codes)) if cell != without), key=lambda cell: (codes[cell], cell)))
