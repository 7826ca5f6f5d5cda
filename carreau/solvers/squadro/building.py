"""Layer after layer solved and put on the disk, several at a time; whatever stops it, finished layers stay."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from math import inf
from typing import Any, NamedTuple

import numpy

from carreau.rules.language import Text
from carreau.solvers.sealed import Damaged
from carreau.solvers.solving import OutOfReach, Progress, Solving
from carreau.solvers.squadro.checking import Checked
from carreau.solvers.squadro.layers import Layer, size
from carreau.solvers.squadro.solving import LOOPS, LayerWork, program, room_for
from carreau.solvers.squadro.tables import DRAW, Tables, compressed

LOOK = 0.2  # seconds between two reports
LOOK_AHEAD = 200  # layers; where none of them can begin, the running ones hold them up
BASE = 250 << 20  # bytes that the interpreter and the compiled loops take


class Built(NamedTuple):
    layers: int
    positions: int  # with either seat to move
    is_whole: bool  # nothing is missing of what was asked for


class _DamagedLayer(Exception):
    def __init__(self, layer: Layer) -> None:
        self.layer = layer


class _Stopped(Exception):
    pass


def missing_of(tables: Tables, wanted: Iterable[Layer]) -> dict[Layer, int]:
    """The layers to solve until all the wanted are there, each after those it leans on, with their positions."""
    found: set[Layer] = set()
    asked = list(wanted)
    for layer in asked:  # grows
        if layer not in found and tables.about(layer) is None:
            found.add(layer)
            asked += layer.leans_on()
    return {layer: 2 * size(layer.grid) for layer in sorted(found, key=lambda layer: layer.order)}


def build(
    tables: Tables, wanted: Iterable[Layer], *, jobs: int, memory: int, most: int | None = None, until: float = inf
) -> Solving[Built]:
    """Solve what is missing of the wanted layers: at most so many, none begun after a time, in so many MB of memory."""
    tables.clear_up()
    waiting = missing_of(tables, wanted)
    if not waiting:
        return Built(0, 0, is_whole=True)
    yield Progress(0.0, Text("making machine code ready", "préparation du code machine"))
    for loop in LOOPS:
        program().compiled(loop)
    works = _Works(tables, waiting, jobs, memory << 20)
    try:
        while works.waiting or works.running:
            is_time = time.monotonic() < until and (most is None or works.layers + len(works.running) < most)
            if is_time and works.begin():
                continue
            if not works.running:
                break
            works.take_in()
            yield works.progress
        return Built(works.layers, works.positions, is_whole=not works.waiting)
    finally:
        works.stop()


class Shelf:
    """The values of layers that were solved or read last, in so many bytes: each is leaned on by many that follow."""

    def __init__(self, tables: Tables, room: int) -> None:
        self.tables = tables
        self.room = room
        self._kept: dict[Layer, Any] = {}  # the one that was asked for last is at the end
        self.held = 0  # bytes
        self._lock = threading.Lock()

    def values(self, layer: Layer) -> Any:
        with self._lock:
            values = self._kept.pop(layer, None)
            if values is not None:
                self._kept[layer] = values
                return values
        values = _read(self.tables, layer)
        self.put(layer, values)
        return values

    def put(self, layer: Layer, values: Any) -> None:
        with self._lock:
            if layer not in self._kept and len(values) <= self.room:
                self._kept[layer] = values
                self.held += len(values)
                while self.held > self.room:
                    self.held -= len(self._kept.pop(next(iter(self._kept))))


class _Works:
    """The layers that wait, those that threads are solving, and how many are done."""

    def __init__(self, tables: Tables, waiting: dict[Layer, int], jobs: int, room: int) -> None:
        self.tables = tables
        self.room = room
        largest = max(map(room_for, waiting))
        self.shelf = Shelf(tables, room - BASE - jobs * largest)
        self.waiting = waiting
        self.running: dict[Future[None], Layer] = {}
        self.jobs = jobs
        self.layers = self.positions = 0
        self.total = sum(waiting.values())
        self._pool = ThreadPoolExecutor(jobs)
        self._stopped = threading.Event()

    def begin(self) -> bool:
        """Set a thread to work, if there is one, and a layer that it can solve now in the memory there is."""
        if len(self.running) == self.jobs:
            return False
        layer = _next(self.waiting, set(self.running.values()), self.room)
        if layer is not None:
            del self.waiting[layer]
            self.running[self._pool.submit(_solve, self.tables, layer, self.shelf, self._stopped)] = layer
        return layer is not None

    def take_in(self) -> None:
        """Wait a moment for layers to be finished."""
        for future in wait(self.running, timeout=LOOK, return_when=FIRST_COMPLETED).done:
            layer = self.running.pop(future)
            try:
                future.result()
            except _DamagedLayer as damaged:
                if self.tables.about(damaged.layer) is not None:  # in a folder where it cannot be set aside
                    raise damaged.__cause__ or damaged from None
                self._wait_for({*self.waiting, layer, damaged.layer})
            else:
                self.layers += 1
                self.positions += 2 * size(layer.grid)

    def _wait_for(self, layers: set[Layer]) -> None:
        """Begin anew with what is missing now."""
        running = set(self.running.values())
        missing = missing_of(self.tables, layers)
        self.waiting = {layer: positions for layer, positions in missing.items() if layer not in running}
        self.total = self.positions + sum(missing.values())

    @property
    def progress(self) -> Progress:
        names = ", ".join(sorted(map(str, self.running.values())))
        return Progress(
            self.positions / self.total,
            Text(f"{self.layers} layers solved, {len(self.waiting)} waiting: {names}",
                 f"{self.layers} couches résolues, {len(self.waiting)} en attente : {names}"),
        )  # fmt: skip

    def stop(self) -> None:
        self._stopped.set()
        self._pool.shutdown(cancel_futures=True)


def _next(waiting: dict[Layer, int], running: set[Layer], room: int) -> Layer | None:
    """The first layer that does not wait for another; None for now if there is none, or no memory for it."""
    for layer in islice(waiting, LOOK_AHEAD):
        if not any(other in waiting or other in running for other in layer.leans_on()):
            break
    else:
        return None
    needed = BASE + room_for(layer)
    if needed > room and not running:
        megabytes = (needed >> 20) + 1
        raise OutOfReach(
            Text(
                f"layer {layer} needs {megabytes} MB of memory: --memory {megabytes}",
                f"la couche {layer} demande {megabytes} Mo de mémoire : --memory {megabytes}",
            )
        )
    return layer if needed + sum(map(room_for, running)) <= room else None


def _solve(tables: Tables, layer: Layer, shelf: Shelf, stop: threading.Event) -> None:
    """Solve one layer and put it on the disk."""
    started = time.thread_time()
    work = LayerWork(layer, shelf.values)
    for _ in work.solve():
        if stop.is_set():
            raise _Stopped
    yellow, red = work.packed(0), work.packed(1)
    counts = [numpy.bincount(values, minlength=DRAW + 1) for values in (yellow, red)]
    blocks = compressed(memoryview(red))
    plies = numpy.nonzero((counts[0] + counts[1])[:DRAW])[0]
    facts = {
        "wins": [int(count[1:DRAW:2].sum()) for count in counts],  # of Yellow and of Red to move
        "draws": [int(count[DRAW]) for count in counts],
        "longest": int(plies[-1]) if len(plies) else 0,
        "sweeps": work.sweeps,
        "seconds": round(time.thread_time() - started, 3),
    }
    tables.write(layer, blocks, facts)
    shelf.put(layer, red)


def check_all(tables: Tables) -> Solving[Checked]:
    """Hold every position of every solved layer, as it lies on the disk, against those after its moves."""
    layers = list(tables.solved())
    positions = sum(2 * size(layer.grid) for layer in layers)
    wrong = []
    done = 0
    for layer in layers:
        yield Progress(done / positions, Text(f"layer {layer}", f"couche {layer}"))
        done += 2 * size(layer.grid)
        try:
            is_right = LayerWork(layer, lambda other: _read(tables, other)).disagreements() == 0
        except _DamagedLayer:
            is_right = False
        if not is_right:
            wrong.append(str(layer))
    return Checked(positions, 0, tuple(wrong))


def _read(tables: Tables, layer: Layer) -> Any:
    """The values of a layer; where its file is damaged, it is to be solved again."""
    values = numpy.empty(size(layer.grid), dtype=numpy.uint8)
    at = 0
    try:
        for block in tables.values(layer):
            values[at : at + len(block)] = numpy.frombuffer(block, dtype=numpy.uint8)
            at += len(block)
    except (Damaged, FileNotFoundError) as error:
        raise _DamagedLayer(layer) from error
    return values
