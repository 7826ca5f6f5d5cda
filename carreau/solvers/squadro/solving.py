"""One layer solved from the layers that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import numpy

from carreau.games import squadro
from carreau.games.squadro import LANES
from carreau.rules.binding import LINE, Program
from carreau.solvers.squadro import sweeps
from carreau.solvers.squadro.layers import GOALS, PIECES, Grid, Layer, Side, size
from carreau.solvers.squadro.standing import numbers_in, standing_of
from carreau.solvers.squadro.sweeps import AFTER, NEVER, OPEN, RED_TO_MOVE, YELLOW_TO_MOVE

BYTES = "uint8[::1]"
LOOPS = {
    "sweep": f"int64({BYTES}, {LINE}, {LINE}, int64, int64, {', '.join([LINE] * 16)})",
    "for_yellow": f"void({BYTES}, {', '.join([LINE] * 10)})",
    "pack": f"int64({BYTES}, int64, {LINE}, {LINE}, {BYTES})",
    "unpack": f"int64({BYTES}, {', '.join([LINE] * 4)}, int64, {BYTES})",
}
AT_ONCE = 1_000_000  # positions that are valued between two looks at the clock
Read = Callable[[Layer], Any]  # the packed values of a layer with Red to move, as bytes


@cache
def program() -> Program:
    return Program(squadro, sweeps, LOOPS)


def room_for(layer: Layer) -> int:
    """How many bytes of memory it takes to solve a layer, about."""
    ways = [_ways(side) for side in layer.grid]
    after = sum(1 / len(places) for side in layer.grid for places in side.places)
    packed = max([size(each.grid) for each in layer.next_layers()], default=0)
    return int(ways[0] * ways[1] * (2 + after + 1)) + 2 * packed + size(layer.grid) + (40 << 20)


class _News:
    """For each row and either seat to move, the least value that the last sweep has written there."""

    def __init__(self, rows: int) -> None:
        self.yellow, self.red = (numpy.full(rows, NEVER, dtype=numpy.int64) for _ in range(2))


class LayerWork:
    """The values of one layer: open at first, then swept until they no longer change. What is open then is a draw."""

    def __init__(self, layer: Layer, read: Read) -> None:
        self.layer = layer
        self.read = read
        self.grid = layer.grid
        self.yellow, self.red = (standing_of(side) for side in self.grid)
        self.sweeps = 0

    def solve(self) -> Iterator[None]:
        """Solve it, in steps of a fraction of a second."""
        self.values, self.layout = _laid_out(self.grid, range(PIECES), self._after)
        yield
        changes = 1
        news = _News(self.yellow.ways)
        while changes:
            changes = 0
            self.sweeps += 1
            for found in self._sweep(news):
                changes += found
                yield

    def disagreements(self) -> int:
        """How many values of the layer's own table are not what those after their moves make them."""
        self.values, self.layout = _laid_out(self.grid, range(PIECES), self._after)
        here = self.layout[RED_TO_MOVE]
        self.values[here : 2 * here] = self._with_red_to_move(self.layer, self.grid)
        self._value_for_yellow(self.grid, self.values, self.layout)
        return sum(self._sweep(_News(self.yellow.ways)))

    def _sweep(self, news: _News) -> Iterator[int]:
        """Value every row once, in parts; tells how many values have changed."""
        sweep = program().compiled("sweep")
        at_once = max(1, AT_ONCE // self.red.ways)
        for end in range(self.yellow.ways, 0, -at_once):
            found = sweep(
                self.values, self.layout, numpy.zeros(sweeps.ROW, dtype=numpy.int64), max(0, end - at_once), end,
                news.yellow, news.red,
                self.yellow.lanes, self.yellow.progress, self.yellow.taken, self.yellow.met, self.yellow.falls,
                self.yellow.step, self.yellow.without,
                self.red.lanes, self.red.progress, self.red.met, self.red.falls, self.red.step, self.red.kinds,
                self.red.without,
            )  # fmt: skip
            yield found

    def packed(self, seat: int) -> Any:
        """The values with that seat to move, as they are kept."""
        out = numpy.empty(size(self.grid), dtype=numpy.uint8)
        program().compiled("pack")(
            self.values, self.layout[YELLOW_TO_MOVE + seat], self.yellow.taken, self.red.met, out
        )
        return out

    def _after(self, piece: int) -> Any:
        """What positions are worth in which a piece has just ended its leg."""
        after = self.layer.after(piece)
        grid = _ended(self.grid, self.layer, piece)
        if piece < LANES:
            return self._with_red_to_move(after, grid)
        if after.is_over:
            return _lost(grid)
        return self._with_yellow_to_move(after, grid)

    def _with_red_to_move(self, layer: Layer, grid: Grid) -> Any:
        """The part of a layer that lies in a grid, as its table has it."""
        if layer.is_over:
            return _lost(grid)
        values = numpy.full(_ways(grid.yellow) * _ways(grid.red), OPEN, dtype=numpy.uint8)
        whole = layer.grid
        program().compiled("unpack")(
            self.read(layer), standing_of(whole.yellow).taken, standing_of(whole.red).met,
            numbers_in(grid.yellow, whole.yellow), numbers_in(grid.red, whole.red), _ways(grid.red), values,
        )  # fmt: skip
        return values

    def _with_yellow_to_move(self, layer: Layer, grid: Grid) -> Any:
        """The same for Yellow, whom tables do not know: what its moves lead to."""

        def after(piece: int) -> Any:
            return self._with_red_to_move(layer.after(piece), _ended(grid, layer, piece))

        values, layout = _laid_out(grid, range(LANES), after)  # of Yellow's pieces only: Red does not move
        to_move = values[layout[RED_TO_MOVE] :][: layout[RED_TO_MOVE]]
        to_move[:] = self._with_red_to_move(layer, grid)
        self._value_for_yellow(grid, values, layout)
        return values[: layout[RED_TO_MOVE]]

    @staticmethod
    def _value_for_yellow(grid: Grid, values: Any, layout: Any) -> None:
        yellow, red = (standing_of(side) for side in grid)
        row = numpy.zeros(sweeps.ROW, dtype=numpy.int64)
        program().compiled("for_yellow")(
            values, layout, row, _News(yellow.ways).red, yellow.lanes, yellow.progress, yellow.taken, yellow.step,
            yellow.without, red.met, red.falls,
        )  # fmt: skip


def _laid_out(grid: Grid, pieces: Iterable[int], after: Callable[[int], Any]) -> tuple[Any, Any]:
    """All values side by side, those of the grid open, and where each array begins; one for each of the pieces."""
    here = _ways(grid.yellow) * _ways(grid.red)
    places = [*grid.yellow.places, *grid.red.places]
    sizes = {piece: here // len(places[piece]) for piece in pieces if places[piece] != (GOALS[-1],)}
    values = numpy.empty(2 * here + sum(sizes.values()), dtype=numpy.uint8)
    values[: 2 * here] = OPEN
    layout = numpy.zeros(sweeps.LAYOUT, dtype=numpy.int64)
    layout[RED_TO_MOVE] = here
    begin = 2 * here
    for piece, count in sizes.items():
        layout[AFTER + piece] = begin
        values[begin : begin + count] = after(piece)
        begin += count
    return values, layout


def _ended(grid: Grid, layer: Layer, piece: int) -> Grid:
    """The positions in which a piece has just come to the end of its leg."""
    return grid.with_places(piece, (GOALS[layer.legs[piece]],))


def _lost(grid: Grid) -> Any:
    """The game is over: whoever would move has lost."""
    return numpy.zeros(_ways(grid.yellow) * _ways(grid.red), dtype=numpy.uint8)


def _ways(side: Side) -> int:
    ways = 1
    for places in side.places:
        ways *= len(places)
    return ways
