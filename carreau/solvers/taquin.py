"""The taquin of 012x012: a solution in seconds, ever shorter while there is time, and proof where it can be had.

First the tray is solved row by row (`taquin_rows`), which never fails and is never short. Then two searches work side
by side, or in turn on one core: a beam, twice as wide each time, which finds shorter solutions, and a search of every
way up to a length, two slides longer each time, which proves how many are needed at least. Where the two meet the
solution is a shortest one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager

from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solution import Solution, checked
from carreau.solvers.solving import Progress, Solving
from carreau.solvers.taquin_map import LETTERS, map_of
from carreau.solvers.taquin_rows import solve_by_rows
from carreau.solvers.taquin_tools import Beam, Proof, Tables, program

FIRST_WIDTH = 128
SAVE_EVERY = 5.0  # seconds
PROOF_STEP = 100_000  # trays, where the proof does not take turns with a beam


class TaquinSolver:
    """Solves a position of a taquin that is not over; `best` is what it has at any time.

    What it has found is kept at the checkpoint, and a later solver of the same position goes on from there.
    """

    def __init__(
        self, position: State, *, memory: int = 500 << 20, threads: int = 1, checkpoint: Checkpoint | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.position = position
        self.map = map_of(position.raw_board, position.raw_state)
        self.memory = memory
        self.threads = threads
        self.checkpoint = checkpoint
        self.clock = clock
        self.width = FIRST_WIDTH
        self.best = Solution(self._solved(solve_by_rows(self.map)), 0)
        self._proof = b""  # where the proof stood when it was kept
        self._saved = (self.best, self.width, self._proof)
        self._next_save = 0.0
        self._recall()

    def solving(self, seconds: float) -> Solving[Solution]:
        """Improve the solution for so long, or until it is proven to be a shortest."""
        yield Progress(0.0, Text("compiling, the first time", "compilation, la première fois"))
        tables = Tables(self.map)
        proof = self._proof_of(tables)
        try:
            yield from self._improving(tables, proof, seconds)
        finally:
            self._keep(proof)
        return self.best

    def _improving(self, tables: Tables, proof: Proof, seconds: float) -> Iterator[Progress]:
        beam: Beam | None = None
        started = self.clock()
        with _Proving(proof, beside=self.threads > 1) as proving:
            while not self._take_in(proving) and (spent := self.clock() - started) < seconds:
                yield Progress(spent / seconds, self._report())
                if beam is None and self._has_room():
                    beam = Beam(tables, self.width, len(self.best.moves))
                if beam is None:
                    self._shorten(proving.alone())
                    continue
                looked, way = beam.step()
                self._shorten(way)
                if way is not None or beam.is_lost:
                    self.width *= 2
                    beam = None
                self._shorten(proving.go_on(looked))

    def _shorten(self, way: list[int] | None) -> None:
        if way is not None and len(way) < len(self.best.moves):
            self.best = self.best._replace(moves=self._solved(way))

    def _proof_of(self, tables: Tables) -> Proof:
        proof = Proof(tables, self.memory // 4, self.best.bound)
        if self._proof:
            proof.take_up(self._proof)
        return proof

    def _take_in(self, proving: _Proving) -> bool:
        """Note what is found and proven; True when there is nothing left to find."""
        if proving.is_idle and time.monotonic() >= self._next_save:
            self._keep(proving.proof)
        else:
            self._note_bound(proving.proof.bound)
            self._save()
        return self.best.is_shortest

    def _keep(self, proof: Proof) -> None:
        """Save where the proof stands, too; it must not be running."""
        self._note_bound(proof.bound)
        self._proof = proof.to_bytes()
        self._next_save = time.monotonic() + SAVE_EVERY
        self._save()

    def _note_bound(self, bound: int) -> None:
        self.best = self.best._replace(bound=min(bound, len(self.best.moves)))

    def _has_room(self) -> bool:
        return Beam.bytes_of(self.map.cells, self.width, len(self.best.moves)) <= self.memory // 2

    def _report(self) -> Text:
        found, bound = len(self.best.moves), self.best.bound
        return Text(f"{found} slides, at least {bound}; beam of {self.width}",
                    f"{found} glissements, au moins {bound} ; faisceau de {self.width}")  # fmt: skip

    def _solved(self, directions: list[int]) -> tuple[str, ...]:
        return checked(self.position, (LETTERS[direction] for direction in directions))

    def _recall(self) -> None:
        kept = self.checkpoint.load() if self.checkpoint else None
        if kept is not None:
            about, proof = kept
            self.best = Solution(checked(self.position, about["moves"]), about["bound"])
            self.width = about["width"]
            self._proof = proof if about.get("code") == program().cache_name else b""
            self._saved = (self.best, self.width, self._proof)

    def _save(self) -> None:
        now = (self.best, self.width, self._proof)
        if self.checkpoint and self._saved != now:
            kept = {
                "moves": "".join(self.best.moves), "bound": self.best.bound, "width": self.width,
                "code": program().cache_name,
            }  # fmt: skip
            self.checkpoint.save(kept, self._proof)
            self._saved = now


class _Proving(AbstractContextManager["_Proving"]):
    """A proof on a core of its own, or in turn with a beam; what it returns is a shortest way, once it has one."""

    def __init__(self, proof: Proof, *, beside: bool) -> None:
        self.proof = proof
        self._other = ThreadPoolExecutor(1) if beside else None
        self._step: Future[list[int] | None] | None = None

    def __exit__(self, *_: object) -> None:
        if self._other is not None:
            self._other.shutdown()

    @property
    def is_idle(self) -> bool:
        return self._step is None

    def go_on(self, trays: int) -> list[int] | None:
        """On one core, look at as many trays as the beam has; on another, see how far it is."""
        if self._other is None:
            return self.proof.run(max(1, trays))
        if self._step is None:
            self._step = self._other.submit(self.proof.run, PROOF_STEP)
        return self.alone() if self._step.done() else None

    def alone(self) -> list[int] | None:
        step, self._step = self._step, None
        return self.proof.run(PROOF_STEP) if step is None else step.result()
