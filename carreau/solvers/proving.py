"""Proofs that are kept: one table for all questions about positions that come of one first position.

What has been decided at great cost goes to disk every few seconds, and into the table again when the same is asked next
time: a search that was killed finds its way back over what it had proven.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from carreau.rules.binding import LINE, STACK, Program
from carreau.rules.game import Game
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers import proof
from carreau.solvers.proof import ENTRY, INFINITE, LOG_ENTRY, PLACES, REFUTATION_LIMIT
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import OutOfReach, Progress

LOOPS = {
    "prove": f"boolean({LINE}, {LINE}, {', '.join([STACK] * 6)}, {', '.join([LINE] * 5)})",
    "restore": f"void({LINE}, {LINE})",
}
INSIGHTS = ("look", "place", "failed", "note", "key", "key_after", "seen_in")
LEAST_PORTION = 1 << 12  # nodes between two looks at the clock: at first,
STEP = 0.15  # and then so many that they take about so many seconds
SAVE_EVERY = 5.0  # seconds
WORTH_KEEPING = 1 << 10  # nodes that a proof must have cost to be kept
LOG_ROOM = 1 << 14
TABLE_VERSION = 1  # what an entry means: proofs kept under another one are not read
MEGABYTE = 1_000_000
FIRST_PLACES = 1 << 15

Deciding = Generator[Progress, None, bool]


def program_of(game: Game, insight: ModuleType) -> Program:
    return Program(game.module, proof, LOOPS, {"insight": {name: getattr(insight, name) for name in INSIGHTS}})


def kept_proofs(folder: Path, state: State) -> Checkpoint:
    """Where the proofs about a position are kept."""
    question = {"game": state.game.id, "rules": state.game.version, "position": str(state), "table": TABLE_VERSION}
    name = hashlib.blake2b(json.dumps(question).encode(), digest_size=8).hexdigest()
    return Checkpoint(folder / "proofs" / f"{state.game.id}-{name}.proofs", question)


class Prover:
    """Decides positions, for as long as it may; `nodes` and `spent` (seconds) count what earlier runs took too."""

    def __init__(
        self, program: Program, board: Sequence[int], facts: Sequence[int], *, words: int, notes: int, moves: int,
        plies: int, positions: int, memory: int, point: Checkpoint, seconds: float | None = None,
    ) -> None:  # fmt: skip
        """`positions` says how many there can be at most: the table need not be larger. Memory is in MB."""
        import numpy

        self.point = point
        self.seconds = seconds
        self.nodes = 0
        self.spent = 0.0
        rows = plies + 2
        self._most = max(1024, min(memory * MEGABYTE // (8 * ENTRY * PLACES), positions // PLACES + 1))
        self._board, self._facts = (numpy.array(words, dtype=numpy.int64) for words in (board, facts))
        self._states, self._notes = numpy.zeros((rows, words), numpy.int64), numpy.zeros((rows, notes), numpy.int64)
        self._lists = [numpy.zeros((rows, moves), numpy.int64) for _ in range(4)]
        self._frames = numpy.zeros(rows * proof.FRAME, numpy.int64)
        self._table = self._room_for(min(self._most, FIRST_PLACES))
        self._filled = 0  # entries at most
        self._log = numpy.zeros(LOG_ENTRY * LOG_ROOM, numpy.int64)
        self._scratch = numpy.zeros(3 * moves + 8, numpy.int64)
        self._run = numpy.zeros(proof.RUN, numpy.int64)
        self._run[proof.WORTH] = WORTH_KEEPING
        self._prove: Callable[..., bool] = program.compiled("prove")
        self._restore: Callable[..., None] = program.compiled("restore")
        self._kept: list[bytes] = []
        self._saved = time.monotonic()
        self._portion = LEAST_PORTION
        self._used = 0.0
        found = point.load()
        if found is not None:
            kept, body = found
            self.nodes, self.spent = kept["nodes"], kept["spent"]
            self._kept.append(body)
            self._restore(self._table, numpy.frombuffer(body, numpy.int64).copy())
            self._filled = len(body) // (8 * LOG_ENTRY)

    def _room_for(self, places: int) -> Any:
        import numpy

        try:
            return numpy.zeros(ENTRY * PLACES * places, numpy.int64)
        except MemoryError:
            megabytes = 8 * ENTRY * PLACES * places // MEGABYTE
            raise OutOfReach(Text(f"there are no {megabytes} MB of memory for the table",
                                  f"il n'y a pas {megabytes} Mo de mémoire pour la table")) from None  # fmt: skip

    def _grow(self) -> None:
        """A table larger than what is written into it costs memory and time: it grows as it fills."""
        places = len(self._table) // (ENTRY * PLACES)
        if self._filled > places * PLACES // 2 and places < self._most:
            larger = self._room_for(min(self._most, 4 * places))
            self._restore(larger, self._table)
            self._table = larger

    def decide(
        self, state: Sequence[int], notes: Sequence[int], attacker: int, tell: Callable[[], Progress], *, mode: int = 0
    ) -> Deciding:
        """Can the attacker force a win?"""
        run, frames = self._run, self._frames
        self._states[0], self._notes[0] = state, notes
        frames[proof.PROOF_LIMIT] = frames[REFUTATION_LIMIT] = INFINITE
        run[proof.ATTACKER], run[proof.MODE] = attacker, mode
        run[proof.PLY], run[proof.DOING] = 0, proof.ENTER
        try:
            while not self._go_on():
                if self.seconds is not None and self._used >= self.seconds:
                    raise OutOfReach(Text(f"not decided after {self.nodes:,} nodes",
                                          f"pas tranché après {self.nodes} nœuds"))  # fmt: skip
                if time.monotonic() - self._saved > SAVE_EVERY:
                    self.save()
                yield tell()
        except BaseException:
            self.save()
            raise
        return bool(run[proof.PROOF] == 0)

    def _go_on(self) -> bool:
        run, began, before = self._run, time.monotonic(), int(self._run[proof.NODES])
        run[proof.STOP_AT] = before + self._portion
        self._grow()
        done = self._prove(self._board, self._facts, self._states, self._notes, *self._lists, self._frames,
                           self._table, self._log, self._scratch, run)  # fmt: skip
        took = time.monotonic() - began
        seen = int(run[proof.NODES]) - before
        self.nodes += seen
        self._filled += seen
        self.spent += took
        self._used += took
        if run[proof.LOGGED]:
            self._kept.append(self._log[: LOG_ENTRY * run[proof.LOGGED]].tobytes())
            run[proof.LOGGED] = 0
        if not done:
            self._portion = max(LEAST_PORTION, int(seen * min(4.0, STEP / max(took, 1e-6))))
        return bool(done)

    def save(self) -> None:
        self._kept = [b"".join(self._kept)]
        self.point.save({"nodes": self.nodes, "spent": self.spent}, self._kept[0])
        self._saved = time.monotonic()
