"""All fillings of one half of a United Square space, those that the other half cannot tell apart taken as one.

A half is filled cell by cell, in reading order from its corner to the logo; the lower half is read backwards, which is
the same after half a turn. A cell then knows two of its edges at least, so that two tiles fit at most. All that matters
for the cells to come is packed into one number, the key: the colours that face them, and the tiles used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from carreau.games.united_square_rules import FACES, FITTING, TURNS, WEIGHTS
from carreau.rules.kernel import EAST, NORTH, SOUTH, WEST

# A key has three bits for each colour (0 for none, or 1 + the colour): towards the next cell of the row, then towards
# the next cell of each column; and four bits for each type of tile, how many of it are used.
COLOUR_BITS, COUNT_BITS = 3, 4
COLOUR, COUNT = (1 << COLOUR_BITS) - 1, (1 << COUNT_BITS) - 1
BEGIN = 0  # the key of a half in which nothing is filled

Ways: TypeAlias = dict[int, int]  # a number for each key of a layer: of fillings up to it, or from it on
Filling: TypeAlias = tuple[int, ...]  # a face for each step of a half


@dataclass(frozen=True)
class Space:
    """What there is to fill: each cell's edges as far as they are settled, and the tiles that are left."""

    size: int
    seen: tuple[int, ...]  # a word a cell, as the kernel writes it; a border of known colour is seen like a neighbour
    empty: tuple[bool, ...]
    stock: tuple[int, ...]  # a word a type

    @property
    def counts(self) -> int:
        """Where in a key the counts begin."""
        return COLOUR_BITS * (self.size + 1)

    def meeting(self, key: int) -> int:
        """The key of the other half that makes this one whole: the same colours along the seam, the other tiles."""
        seam = key & (1 << self.counts) - 1
        stock = sum(left << COUNT_BITS * tile for tile, left in enumerate(self.stock))
        return seam | stock - (key >> self.counts) << self.counts


class Choice(NamedTuple):
    """A tile that fits on a cell, and what it does to the key."""

    face: int
    counter: int  # where the key counts its type
    most: int  # of this type
    change: int


class Step:
    """The filling of one cell of a half."""

    def __init__(self, space: Space, cell: int, *, is_lower: bool) -> None:
        self.space = space
        self.cell = cell
        self.above, self.before = (SOUTH, EAST) if is_lower else (NORTH, WEST)  # as its half is read
        column = cell % space.size
        next_cell, cell_below = (cell - 1, cell - space.size) if is_lower else (cell + 1, cell + space.size)
        ends_row = column == (0 if is_lower else space.size - 1)
        self.tells_next = not ends_row and space.empty[next_cell]
        self.tells_below = space.empty[cell_below]
        self.column = COLOUR_BITS * (1 + column)
        self.keeps = ~(COLOUR << self.column | COLOUR)
        self._choices: dict[int, tuple[Choice, ...]] = {}

    def choices(self, key: int) -> tuple[Choice, ...]:
        """What fits after a filling of this key, if it is in stock."""
        facing = key & ~self.keeps
        found = self._choices.get(facing)
        if found is None:
            found = self._choices[facing] = tuple(self._fitting(facing >> self.column, facing & COLOUR))
        return found

    def _fitting(self, above: int, before: int) -> Iterator[Choice]:
        space = self.space
        seen = space.seen[self.cell] + above * WEIGHTS[self.above] + before * WEIGHTS[self.before]
        for tile, stock in enumerate(space.stock):
            if FITTING[seen] >> tile & 1:
                face = 4 * tile + TURNS[6 * seen + tile]
                counter = space.counts + COUNT_BITS * tile
                change = 1 << counter
                if self.tells_next:
                    change |= 1 + FACES[4 * face + (self.before ^ 2)]  # ^ 2: the opposite direction
                if self.tells_below:
                    change |= 1 + FACES[4 * face + (self.above ^ 2)] << self.column
                yield Choice(face, counter, stock, change)

    def after(self, key: int) -> Iterator[tuple[int, int]]:
        """Every way to go on from a key: the face laid and the key then."""
        kept = key & self.keeps
        for face, counter, most, change in self.choices(key):
            if key >> counter & COUNT < most:
                yield face, kept + change


class Half:
    """The upper or the lower half of a space; filled layer by layer, a step each."""

    def __init__(self, space: Space, *, is_lower: bool) -> None:
        middle = space.size**2 // 2
        cells = range(2 * middle, middle, -1) if is_lower else range(middle)
        self.steps = [Step(space, cell, is_lower=is_lower) for cell in cells if space.empty[cell]]
        self.layers: list[Ways] = [{BEGIN: 1}]

    @property
    def ends(self) -> Ways:
        """How many fillings of the half there are with each key; when it is filled."""
        return self.layers[-1]

    def fill(self) -> Iterator[None]:
        """Go through the steps, one at a time."""
        for step in self.steps:
            layer: Ways = {}
            for key, ways in self.ends.items():
                for _, after in step.after(key):
                    layer[after] = layer.get(after, 0) + ways
            self.layers.append(layer)
            yield

    def weighed(self, ends: Mapping[int, int]) -> list[Ways]:
        """For each layer how much there is to every key, from what there is to those at the end."""
        found = [{key: ends[key] for key in self.ends if ends.get(key)}]
        for step, layer in zip(reversed(self.steps), reversed(self.layers[:-1]), strict=True):
            worth = found[-1]
            sums = {key: sum(worth.get(after, 0) for _, after in step.after(key)) for key in layer}
            found.append({key: total for key, total in sums.items() if total})
        return found[::-1]

    def faces(self, weights: Sequence[Ways]) -> dict[tuple[int, int], int]:
        """How much there is to each cell and face, by the weights that `weighed` gives."""
        found: dict[tuple[int, int], int] = {}
        for step, layer, worth in zip(self.steps, self.layers, weights[1:], strict=False):
            for key, ways in layer.items():
                for face, after in step.after(key):
                    if after in worth:
                        found[step.cell, face] = found.get((step.cell, face), 0) + ways * worth[after]
        return found

    def fillings(self, weights: Sequence[Ways], key: int = BEGIN, depth: int = 0) -> Iterator[tuple[Filling, int]]:
        """Every filling from a key on that has any weight, and the key at its end."""
        if key not in weights[depth]:
            return
        if depth == len(self.steps):
            yield (), key
            return
        for face, after in self.steps[depth].after(key):
            for rest, end in self.fillings(weights, after, depth + 1):
                yield (face, *rest), end
