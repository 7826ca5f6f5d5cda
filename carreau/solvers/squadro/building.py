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
from carreau.solvers.squadro.layers import Layer, size
from carreau.solvers.squadro.solving import LOOPS, LayerWork, program, room_for
from carreau.solvers.squadro.tables import DRAW, Tables

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
    waiting = missing_of(tables, wanted)
    running: dict[Future[None], tuple[Layer, int]] = {}
    done = Built(0, 0, not waiting)
    stop = threading.Event()
    if waiting:
        yield Progress(0.0, Text("making machine code ready", "préparation du code machine"))
        for loop in LOOPS:
            program().compiled(loop)
    left = sum(waiting.values())
    pool = ThreadPoolExecutor(jobs)
    try:
        while waiting or running:
            layers = {layer for layer, _ in running.values()}
            may_begin = len(running) < jobs and time.monotonic() < until
            if may_begin and (most is None or done.layers + len(running) < most):
                layer = _next(waiting, layers, memory << 20)
                if layer is not None:
                    running[pool.submit(_solve, tables, layer, stop)] = layer, waiting.pop(layer)
                    continue
            if not running:
                return done
            for future in wait(running, timeout=LOOK, return_when=FIRST_COMPLETED).done:
                layer, positions = running.pop(future)
                layers.remove(layer)
                try:
                    future.result()
                except _DamagedLayer as damaged:
                    again = missing_of(tables, {*waiting, layer, damaged.layer})
                    waiting = {each: count for each, count in again.items() if each not in layers}
                    left = sum(waiting.values()) + sum(count for _, count in running.values())
                else:
                    left -= positions
                    done = Built(done.layers + 1, done.positions + positions, not waiting and not running)
            yield Progress(done.positions / (done.positions + left), _doing(done, len(waiting), layers))
        return done
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


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


def _solve(tables: Tables, layer: Layer, stop: threading.Event) -> None:
    """Solve one layer and put it on the disk."""
    started = time.thread_time()
    work = LayerWork(layer, lambda other: _read(tables, other))
    for _ in work.solve():
        if stop.is_set():
            raise _Stopped
    yellow, red = work.packed(0), work.packed(1)
    counts = [numpy.bincount(values, minlength=DRAW + 1) for values in (yellow, red)]
    plies = numpy.nonzero((counts[0] + counts[1])[:DRAW])[0]
    facts = {
        "wins": [int(count[1:DRAW:2].sum()) for count in counts],  # of Yellow and of Red to move
        "draws": [int(count[DRAW]) for count in counts],
        "longest": int(plies[-1]) if len(plies) else 0,
        "sweeps": work.sweeps,
        "seconds": round(time.thread_time() - started, 3),
    }
    tables.write(layer, memoryview(red), facts)


def _read(tables: Tables, layer: Layer) -> Any:
    """The values of a layer; a damaged file is removed, so that it is solved again."""
    values = numpy.empty(size(layer.grid), dtype=numpy.uint8)
    at = 0
    try:
        for block in tables.values(layer):
            values[at : at + len(block)] = numpy.frombuffer(block, dtype=numpy.uint8)
            at += len(block)
    except (Damaged, OSError, ValueError):
        tables.remove(layer)
        raise _DamagedLayer(layer) from None
    return values


def _doing(done: Built, waiting: int, running: Iterable[Layer]) -> Text:
    names = ", ".join(sorted(map(str, running)))
    return Text(f"{done.layers} layers solved, {waiting} waiting: {names}",
                f"{done.layers} couches résolues, {waiting} en attente : {names}")  # fmt: skip
