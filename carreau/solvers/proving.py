"""Proofs that are kept: one table for all questions about positions that come of one first position.

What has cost some work, decided or not, goes to disk every few seconds, and into the table again when the same is asked
next time: a search that was killed finds its way back to where it was. Numbers that are not decided only say where to
look first.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from types import ModuleType

from carreau.rules.binding import LINE, STACK, Program
from carreau.rules.game import Game
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers import proof
from carreau.solvers.journal import Journal
from carreau.solvers.proof import INFINITE, LOG_ENTRY, REFUTATION_LIMIT
from carreau.solvers.proof_table import ENTRY_BYTES, ProofTable
from carreau.solvers.solving import OutOfReach, Progress, counted

LOOPS = {
    "prove": f"boolean({LINE}, {LINE}, {', '.join([STACK] * 6)}, {', '.join([LINE] * 5)})",
    "restore": f"void({LINE}, {LINE})",
}
INSIGHTS = ("look", "place", "failed", "note", "key", "key_after", "seen_in")
LEAST_PORTION = 1 << 12  # nodes between two looks at the clock: at first,
STEP = 0.15  # and then so many that they take about so many seconds
SAVE_EVERY = 5.0  # seconds
WORTH_KEEPING = 4  # how long, in binary, the work for a position must be to be kept,
NEVER_KEPT = 1 << 62
MOST_KEPT = 1 << 23  # unless more than so many are: a quarter of a gigabyte, and the journal at most twice that
LOG_ROOM = 1 << 14

Deciding = Generator[Progress, None, bool]


def program_of(game: Game, insight: ModuleType) -> Program:
    return Program(game.module, proof, LOOPS, {"insight": {name: getattr(insight, name) for name in INSIGHTS}})


def kept_proofs(folder: Path, state: State) -> Journal:
    """Where the proofs about a position are kept."""
    question = {"game": state.game.id, "rules": state.game.version, "position": str(state)}
    name = hashlib.blake2b(json.dumps(question).encode(), digest_size=8).hexdigest()
    return Journal(folder / "proofs" / f"{state.game.id}-{name}.proofs", question)


class Prover:
    """Decides positions, for as long as it may; `nodes` and `spent` (seconds) count what earlier runs took too."""

    def __init__(
        self, program: Program, board: Sequence[int], facts: Sequence[int], *, words: int, notes: int, moves: int,
        plies: int, positions: int, memory: int, point: Journal | None, scratch: int = 1, seconds: float | None = None,
    ) -> None:  # fmt: skip
        """`positions` says how many there can be at most: the table need not be larger. Memory is in MB.

        `scratch` is how many words the insight works with. Without a `point` nothing is kept.
        """
        import numpy

        self.point = point
        self.seconds = seconds
        self.most_nodes: int | None = None  # as many as it may see in all
        self.steady: int | None = None  # nodes between two steps, where they must not depend on the clock
        self.nodes = 0
        self.spent = 0.0
        rows = plies + 2
        self._board, self._facts = (numpy.array(words, dtype=numpy.int64) for words in (board, facts))
        self._states, self._notes = numpy.zeros((rows, words), numpy.int64), numpy.zeros((rows, notes), numpy.int64)
        self._lists = [numpy.zeros((rows, moves), numpy.int64) for _ in range(4)]
        self._frames = numpy.zeros(rows * proof.FRAME, numpy.int64)
        self._table = ProofTable(program.compiled("restore"), memory=memory, positions=positions)
        self._log = numpy.zeros(LOG_ENTRY * LOG_ROOM, numpy.int64)
        self._scratch = numpy.zeros(scratch, numpy.int64)
        self._run = numpy.zeros(proof.RUN, numpy.int64)
        self._run[proof.WORTH] = 1 << WORTH_KEEPING if point else NEVER_KEPT
        self._prove: Callable[..., bool] = program.compiled("prove")
        self._code = program.cache_name  # entries that other code has written may have another meaning
        self._logged: list[bytes] = []  # since the last save
        self._saved = self._told = time.monotonic()
        self._portion = LEAST_PORTION
        self._used = 0.0
        self._remember()

    def _remember(self) -> None:
        found = self.point.load() if self.point else None
        if found is None or found[0].get("code") != self._code:
            return
        kept, bodies = found
        self.nodes, self.spent = kept["nodes"], kept["spent"]
        self._table.make_room(sum(map(len, bodies)) // ENTRY_BYTES)
        for body in bodies:
            self._table.take_in(body)

    def decide(
        self, state: Sequence[int], notes: Sequence[int], attacker: int, tell: Callable[[], Progress], *, mode: int = 0
    ) -> Deciding:
        """Can the attacker force a win? Who asks calls `save` in the end, whatever ends it."""
        run, frames = self._run, self._frames
        self._states[0], self._notes[0] = state, notes
        frames[proof.PROOF_LIMIT] = frames[REFUTATION_LIMIT] = INFINITE
        run[proof.ATTACKER], run[proof.MODE] = attacker, mode
        run[proof.PLY], run[proof.DOING] = 0, proof.ENTER
        done = False
        while not done:
            done = self._go_on()
            if not done and self._is_spent:
                count = counted(self.nodes)
                raise OutOfReach(Text(f"not decided after {count.en} nodes", f"pas tranché après {count.fr} nœuds"))
            if self.point and time.monotonic() - self._saved > SAVE_EVERY:
                self.save()
            if self.steady or not done or time.monotonic() - self._told > STEP:  # many that are quickly done take long
                self._told = time.monotonic()
                yield self._told_of(tell())
        return bool(run[proof.PROOF] == 0)

    @property
    def _is_spent(self) -> bool:
        is_late = self.seconds is not None and self._used >= self.seconds
        return is_late or (self.most_nodes is not None and self.nodes >= self.most_nodes)

    def _told_of(self, asked: Progress) -> Progress:
        """A proof cannot say how far it is; that it works, it can."""
        count = counted(self.nodes)
        return asked._replace(doing=Text(f"{asked.doing.en}: {count.en} nodes", f"{asked.doing.fr} : {count.fr} nœuds"))

    def _go_on(self) -> bool:
        run, began, before = self._run, time.monotonic(), int(self._run[proof.NODES])
        run[proof.STOP_AT] = before + (self.steady or self._portion)
        self._table.make_room()
        done = self._prove(self._board, self._facts, self._states, self._notes, *self._lists, self._frames,
                           self._table.words, self._log, self._scratch, run)  # fmt: skip
        took = time.monotonic() - began
        seen = int(run[proof.NODES]) - before
        self.nodes += seen
        self._table.filled += seen
        self.spent += took
        self._used += took
        if run[proof.LOGGED]:
            self._logged.append(self._log[: LOG_ENTRY * run[proof.LOGGED]].tobytes())
            run[proof.LOGGED] = 0
        if not done:
            self._portion = max(LEAST_PORTION, int(seen * min(4.0, STEP / max(took, 1e-6))))
        return bool(done)

    def save(self) -> None:
        if self.point is None:
            return
        kept = {"nodes": self.nodes, "spent": self.spent, "code": self._code}
        if self.point.wants_all:
            worth = max(WORTH_KEEPING, self._table.length_of(MOST_KEPT))
            self._run[proof.WORTH] = 1 << worth
            self.point.begin(kept, self._table.entries_of(worth))
        else:
            self.point.add(kept, b"".join(self._logged))
        self._logged.clear()
        self._saved = time.monotonic()

    def forget(self) -> None:
        """All is answered: nothing need be kept."""
        if self.point:
            self.point.forget()
            self.point = None
