"""A taquin solved row by row: never short, but never without an answer.

The upper rows are filled from the left, a cube at a time; the two last cells of a row together, since the last alone
would have no way in. Then the two lowest rows column by column, and the last six cells at once. Why it cannot fail:

- The free cells are a block with part of one more row, two cells of it at least. Taking away one cell leaves them
  connected, so the hole can always get before a cube that is to move on without moving it.
- On a block of two lines by three or more, every even exchange of cubes can be reached (Wilson, 1974). A pair is
  brought to its place with other cubes left over; exchanging two of those makes an odd exchange even.
- In the last six cells lie five cubes of three codes: two of them are alike, and exchanging them is no exchange.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from math import isqrt
from operator import eq
from typing import TypeVar

from carreau.solvers.taquin_map import Map

Spot = TypeVar("Spot", bound=Hashable)
ROOM = 27  # free cells in which a pair of cubes is sought its way all at once


def solve_by_rows(map: Map) -> list[int]:
    """Directions of the hole that solve the taquin; for trays of 3x3 and more."""
    builder = _Builder(map)
    builder.build()
    return builder.slides


def route(start: Spot, goal: Callable[[Spot], bool], after: Callable[[Spot], Iterator[tuple[int, Spot]]]) -> list[int]:
    """The shortest way to a spot that is as wanted: the directions."""
    came: dict[Spot, tuple[int, Spot] | None] = {start: None}
    queue = deque([start])
    while queue:
        spot = queue.popleft()
        if goal(spot):
            way = []
            step = came[spot]
            while step is not None:
                way.append(step[0])
                step = came[step[1]]
            return way[::-1]
        for direction, there in after(spot):
            if there not in came:
                came[there] = direction, spot
                queue.append(there)
    raise AssertionError("no way: see why it cannot happen")


class _Builder:
    def __init__(self, map: Map) -> None:
        self.steps = map.steps
        self.model = map.model
        self.tray = list(map.tray)
        self.hole = map.hole
        self.size = isqrt(map.cells)
        self.free = set(range(map.cells))
        self.slides: list[int] = []

    def build(self) -> None:
        size = self.size
        for row in range(size - 2):
            for column in range(size - 2):
                self.place(size * row + column)
            self.place_pair(size * row + size - 2, size * row + size - 1)
        for column in range(size - 3):
            self.place_pair(size * (size - 2) + column, size * (size - 1) + column)
        self.finish()

    def slide(self, direction: int) -> None:
        cube = self.steps[self.hole][direction]
        self.tray[self.hole] = self.tray[cube]
        self.hole = cube
        self.slides.append(direction)

    def walk(self, cell: int, within: set[int]) -> Iterator[tuple[int, int]]:
        return ((direction, after) for direction, after in self.steps[cell].items() if after in within)

    def lead_hole(self, goal: Callable[[int], bool], within: set[int]) -> None:
        for direction in route(self.hole, goal, lambda cell: self.walk(cell, within)):
            self.slide(direction)

    def nearest(self, target: int, *, but: int | None = None) -> int:
        """The free cube of the target's code that is nearest to it."""

        def fits(cell: int) -> bool:
            return cell not in (self.hole, but) and self.tray[cell] == self.model[target]

        cell = target
        for direction in route(target, fits, lambda cell: self.walk(cell, self.free)):
            cell = self.steps[cell][direction]
        return cell

    def bring(self, cube: int, to: int, within: set[int]) -> None:
        """Move a cube along its shortest way: each time the hole goes before it, then they change places."""
        for direction in route(cube, lambda cell: cell == to, lambda cell: self.walk(cell, within)):
            ahead = self.steps[cube][direction]
            self.lead_hole(partial(eq, ahead), within - {cube})
            self.slide(next(back for back, cell in self.steps[ahead].items() if cell == cube))
            cube = ahead

    def place(self, target: int) -> None:
        self.bring(self.nearest(target), target, self.free)
        self.free.remove(target)

    def place_pair(self, first: int, second: int) -> None:
        if self.hole not in (first, second) and all(self.tray[cell] == self.model[cell] for cell in (first, second)):
            self.free -= {first, second}
            return
        one = self.nearest(first)
        other = self.nearest(second, but=one)
        within = self.free
        if len(within) > ROOM:
            one, other, within = self.gather(first, second)

        def after(spot: tuple[int, int, int]) -> Iterator[tuple[int, tuple[int, int, int]]]:
            hole, a, b = spot
            for direction, cell in self.walk(hole, within):
                yield direction, (cell, hole if cell == a else a, hole if cell == b else b)

        for direction in route((self.hole, one, other), lambda spot: spot[1:] == (first, second), after):
            self.slide(direction)
        self.free -= {first, second}

    def gather(self, first: int, second: int) -> tuple[int, int, set[int]]:
        """Bring a pair and the hole into the last two columns; where the pair lies then, and those cells."""
        corner = len(self.tray) - 1
        above = corner - self.size
        self.bring(self.nearest(first), corner, self.free)
        self.bring(self.nearest(second, but=corner), above, self.free - {corner})
        strip = {cell for cell in self.free if cell % self.size >= self.size - 2}
        self.lead_hole(strip.__contains__, self.free - {corner, above})
        return corner, above, strip

    def finish(self) -> None:
        cells = sorted(self.free)
        wanted = tuple(self.model[cell] for cell in cells[:-1])

        def after(spot: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
            hole = spot.index(-1)
            for direction, cell in self.walk(cells[hole], self.free):
                changed = list(spot)
                changed[hole], changed[cells.index(cell)] = spot[cells.index(cell)], -1
                yield direction, tuple(changed)

        start = tuple(-1 if cell == self.hole else self.tray[cell] for cell in cells)
        for direction in route(start, lambda spot: spot == (*wanted, -1), after):
            self.slide(direction)
