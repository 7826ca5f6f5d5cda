"""A beam and a proof for one taquin: the loops of `taquin_search` with the arrays they work on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import isqrt
from random import Random
from typing import Any

from carreau.games import zero_one_two_rules
from carreau.rules.binding import LINE, Program
from carreau.solvers import taquin_search
from carreau.solvers.taquin_map import KINDS, Map, distances
from carreau.solvers.taquin_plan import CUBE_ON, LEFT, WORK
from carreau.solvers.taquin_search import (
    FOUND,
    LATER,
    LIMIT,
    LOOKS,
    NODES,
    NOWHERE,
    PLY,
    ROUND,
    RUN,
    SCORE_SHIFT,
    SLOT,
    STOP_AT,
)
from carreau.solvers.taquin_start import first_node

SHELF = "int16[:,::1]"
LOOPS = {
    "spread": f"int64({', '.join([LINE] * 7)}, {SHELF}, {LINE}, int64, int64, {', '.join([LINE] * 5)})",
    "settle": f"int64({', '.join([LINE] * 4)}, {SHELF}, {', '.join([LINE] * 3)}, int64, {SHELF}, {LINE}, {LINE})",
    "deepen": f"int64({', '.join([LINE] * 5)}, {SHELF}, {', '.join([LINE] * 5)})",
}
CORE = 3  # lines of the tray that are put right together, at the end
PATIENCE = 120  # slides without a more promising tray than before, after which a beam is lost
REMEMBERED = 64  # trays for each place in a beam
SLOT_BYTES = 8 * SLOT
CODE_BITS = 2
WORD_CELLS = 30  # whose codes one word holds


@cache
def program() -> Program:
    return Program(zero_one_two_rules, taquin_search, LOOPS)


class Tables:
    """What the loops need to know of a taquin."""

    def __init__(self, map: Map) -> None:
        self.start = first_node(map)
        self.cells = map.cells
        self.steps = _array([line.get(direction, NOWHERE) for line in map.steps for direction in range(4)])
        self.far = _array([far for cell in range(map.cells) for far in distances(map.steps, cell)])
        self.ways = _array([way for line in map.ways for way in line])
        self.codes = _array(map.codes)
        self.begins = _array(map.begins)
        layers = layers_of(isqrt(map.cells))
        self.layers = _array([*layers, *(layers[target] for target in map.targets)])
        marks, names = marks_of(map.cells), names_of(map.cells)
        self.marks, self.names = _array(marks), _array(names)
        self.key = _key(map, marks)
        self.name = [_key(map, names[: len(marks)]), _key(map, names[len(marks) :])]
        self.spread, self.settle, self.deepen = (program().compiled(loop) for loop in ("spread", "settle", "deepen"))
        self.plan = (self.steps, self.ways, self.codes, self.begins)

    def work(self) -> Any:
        """Room for the search of an exchange; each thread needs its own."""
        return _zeros(WORK * self.cells)

    def nodes(self, count: int) -> Any:
        """A shelf for so many nodes, the first node on it."""
        import numpy

        shelf = numpy.zeros((count, len(self.start)), dtype=numpy.int16)
        shelf[0] = self.start
        return shelf


class Beam:
    """Of all trays that many slides away, the most promising; a step goes one slide further."""

    def __init__(self, tables: Tables, width: int, shorter_than: int) -> None:
        self.tables = tables
        self.width = width
        self.most = shorter_than - 1
        self.nodes, self.after = tables.nodes(width), tables.nodes(width)
        self.keys, self.after_keys = _zeros(width), _zeros(width)
        self.keys[0] = tables.key
        self.seen = _zeros(REMEMBERED * width + LOOKS)
        self.scores, self.children, self.child_keys = _zeros(4 * width), _zeros(4 * width), _zeros(4 * width)
        self.work = tables.work()
        self.count = 1
        self.lead, self.since = 1 << 62, 0  # the best score so far, and how many slides ago
        self.came: list[Any] = []  # a layer: each node's child number in the layer before

    @property
    def is_lost(self) -> bool:
        """Does it go round in circles? A wider one may find the way out."""
        return self.count == 0 or self.since > PATIENCE

    @staticmethod
    def bytes_of(cells: int, width: int, slides: int) -> int:
        """About what a beam needs."""
        node = 2 * (CUBE_ON + cells + 5 * cells)
        return width * (2 * node + 8 * (REMEMBERED + 14) + 8 * slides)

    def step(self) -> tuple[int, list[int] | None]:
        """How many trays were looked at, and the solution if one was found."""
        import numpy

        tables = self.tables
        left = self.most - len(self.came) - 1
        found = tables.spread(tables.steps, tables.far, *tables.plan[1:], tables.layers, tables.marks, self.nodes,
                            self.keys, self.count, left, self.seen, self.scores, self.children, self.child_keys,
                            self.work)  # fmt: skip
        chosen = numpy.argsort(self.scores[:found], kind="stable")[: self.width]
        self.count = len(chosen)
        lead = int(self.scores[chosen[0]]) >> SCORE_SHIFT if found else self.lead
        self.lead, self.since = min(lead, self.lead), 0 if lead < self.lead else self.since + 1
        solved = tables.settle(*tables.plan, self.nodes, self.children, self.child_keys, chosen, self.count, self.after,
                             self.after_keys, self.work)  # fmt: skip
        self.came.append(self.children[chosen])
        self.nodes, self.after = self.after, self.nodes
        self.keys, self.after_keys = self.after_keys, self.keys
        return int(found), None if solved < 0 else self._way(solved)

    def _way(self, number: int) -> list[int]:
        way = []
        for layer in reversed(self.came):
            child = int(layer[number])
            way.append(child & 3)
            number = child >> 2
        return way[::-1]


class Proof:
    """Tries every way up to a length, two slides longer each time: fewer or more by one is impossible.

    (The hole changes its colour on a chequered tray with every slide, so all solutions are even, or all odd.)
    """

    def __init__(self, tables: Tables, memory: int, at_least: int = 0) -> None:
        self.tables = tables
        self.bound = max(at_least, tables.start[LEFT])  # no solution is shorter
        self.words = _zeros(RUN)
        self.work = tables.work()
        self.table = _zeros(SLOT * max(1024, memory // SLOT_BYTES))
        self._begin()

    @property
    def nodes(self) -> int:
        return int(self.words[NODES])

    def _begin(self) -> None:
        self.shelf = self.tables.nodes(self.bound + 2)
        self.keys = _zeros(2 * self.bound + 4)
        self.keys[:2] = self.tables.name
        self.tried = _zeros(self.bound + 2)
        self.words[PLY], self.words[LIMIT] = 0, self.bound
        self.words[ROUND] += 1

    def run(self, nodes: int) -> list[int] | None:
        """Look at so many trays more; a solution, if one was found, has `bound` slides and is a shortest."""
        tables, words = self.tables, self.words
        words[STOP_AT] = words[NODES] + nodes
        while True:
            came = tables.deepen(*tables.plan, tables.names, self.shelf, self.keys, self.tried, self.table, self.work,
                               words)  # fmt: skip
            if came == FOUND:
                return [int(next_one) - 1 for next_one in self.tried[: words[PLY]]]
            if came == LATER:
                return None
            self.bound += 2
            self._begin()

    def to_bytes(self) -> bytes:
        """Where this length stands, between two runs; what was met is left out, it only saves work."""
        plies = int(self.words[PLY]) + 1
        used = (self.words, self.tried[:plies], self.keys[: 2 * plies], self.shelf[:plies])
        return b"".join(each.tobytes() for each in used)

    def take_up(self, kept: bytes) -> None:
        """Go on from where another proof of the same taquin stood; of another bound it knows nothing."""
        import numpy

        words = numpy.frombuffer(kept, numpy.int64, RUN)
        if words[LIMIT] != self.bound:
            return
        plies = int(words[PLY]) + 1
        at = 0
        for part in (self.words, self.tried[:plies], self.keys[: 2 * plies], self.shelf[:plies]):
            part.reshape(-1)[:] = numpy.frombuffer(kept, part.dtype, part.size, at)
            at += part.nbytes


def layers_of(size: int) -> list[int]:
    """When each cell is put right: rows from the top and columns from the left in turn, the last 3x3 at once."""
    core = max(0, size - CORE)
    layers = []
    for row in range(size):
        for column in range(size):
            line = min(row, column)
            layers.append(2 * line + (row > column) if line < core else 2 * core)
    return layers


def marks_of(cells: int) -> list[int]:
    """A random word for each cell and code: those of a tray's cubes together stand for it, with next to no doubt."""
    random = Random(cells)
    return [random.getrandbits(62) for _ in range(KINDS * cells)]


def names_of(cells: int) -> list[int]:
    """The same twice over, for proofs; up to 60 cells the two words hold the very codes, and there is no doubt."""
    if cells > 2 * WORD_CELLS:
        random = Random(-cells)
        return [random.getrandbits(62) for _ in range(2 * KINDS * cells)]
    return [
        (code + 1) << CODE_BITS * (cell % WORD_CELLS) if cell // WORD_CELLS == word else 0
        for word in range(2)
        for cell in range(cells)
        for code in range(KINDS)
    ]


def _key(map: Map, marks: Sequence[int]) -> int:
    """The mark of the first tray."""
    key = 0
    for cube, cell in enumerate(map.cubes):
        key ^= marks[KINDS * cell + map.codes[cube]]
    return key


def _array(words: Sequence[int]) -> Any:
    import numpy

    return numpy.array(words, dtype=numpy.int64)


def _zeros(count: int) -> Any:
    import numpy

    return numpy.zeros(count, dtype=numpy.int64)
