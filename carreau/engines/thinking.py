"""Thinking about a position, in this process: the game's best method, within its limits, ever better answers.

Engines do this in processes of their own; see `program.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from carreau.engines import alphabeta, tree
from carreau.engines.analysis import LEVELS, Analysis, Limits
from carreau.engines.answers import analysis_of
from carreau.engines.compilation import Compilation, compilation_of
from carreau.engines.levels import Level, level_of
from carreau.engines.methods import AlphaBeta, Forest, Question, Search, Solving
from carreau.engines.programs import fact, known_of, program_of
from carreau.engines.proofs import Proofs, can_be_proven, machine_code
from carreau.engines.shortest import Shortest, can_be_finished
from carreau.engines.solitary import Solitary, has_solver
from carreau.engines.speech import by_claims
from carreau.rules.binding import Program, interpreted
from carreau.rules.kernel import OVER, SEAT, SEATS
from carreau.rules.state import State

LOOK = 0.02  # seconds between two looks at the clock
SNAPSHOT = 0.1  # seconds between two snapshots
PATIENCE = 10.0  # seconds that a level waits for machine code before it answers without
COLD_SECONDS = 1.0  # of thinking without it: more would only hold up the compiler, which shares the interpreter
FIRST_PORTION = 64  # nodes
LEAST_LOOKS = 2  # at each move, however small the budget
MOST_SINCE = 16  # moves between two questions that belong to the same game

PARTS = 8  # of a budget: from the half on, each ends with a look whether the best move can still change
ENDLESS = 1 << 60


@dataclass(frozen=True)
class _Memory:
    """What is kept of the last search, for the next position of the same game."""

    question: Question
    search: Search
    history: tuple[str, ...]


class Thinker:
    """Thinks about one position after another, and remembers what may help with the next."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._memory: _Memory | None = None

    def think(
        self,
        position: State,
        limits: Limits,
        *,
        history: Sequence[str] = (),
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[Analysis]:
        """What the search finds, ever better; the last is the answer, and there always is one.

        A level plays its move and leaves it to the table what it claims; an analysis tells the truth.
        """
        found = self._found(position, limits, tuple(history), stopped)
        return by_claims(position, found) if limits.level is None else found

    def _found(
        self, position: State, limits: Limits, history: tuple[str, ...], stopped: Callable[[], bool]
    ) -> Iterator[Analysis]:
        level = None if limits.level is None else level_of(position, limits.level)
        question = _question(position, limits, level)
        compilation = compilation_of(_programs(question))
        compilation.load()
        work = _Work(question, limits, level, self._clock, stopped)
        work.is_settled = len(position.legal()) == 1 and not limits.every
        if not compilation.is_ready:
            compilation.start()
            yield from work.without(compilation)
            if not compilation.is_ready:
                return
        yield from work.on(self._search(question, limits, history))

    def _search(self, question: Question, limits: Limits, history: tuple[str, ...]) -> Search:
        """A search of the question; where the answer need not be repeatable, with what the last one found."""
        memory, self._memory = self._memory, None
        keeps = limits.seconds is not None or limits.level == LEVELS[-1]
        search = None
        if keeps and memory is not None and _has_same_settings(memory.question, question):
            search = _continued(memory, question, history)
        del memory  # its trees make room for the new ones
        search = search or _search(question)
        if keeps:
            self._memory = _Memory(question, search, history)
        return search


class _Work:
    """The work on one question: portions of search, looks at the clock, snapshots."""

    def __init__(
        self,
        question: Question,
        limits: Limits,
        level: Level | None,
        clock: Callable[[], float],
        stopped: Callable[[], bool],
    ) -> None:
        self.question = question
        self.level = level
        self.clock = clock
        self.stopped = stopped
        self.started = clock()
        self.until = ENDLESS if limits.seconds is None else self.started + limits.seconds
        self.budget = question.expected or ENDLESS
        self.every_line = limits.every
        self.is_settled = False
        self.shown = self.started

    def on(self, search: Search) -> Iterator[Analysis]:
        portion = FIRST_PORTION
        milestones = [self.budget * part // PARTS for part in range(PARTS // 2, PARTS + 1)]
        while True:
            before = self.clock()
            left = milestones[0] - search.nodes
            search.run(max(1, min(portion, left)))
            now = self.clock()
            if portion >= left:
                # Only here, so that the answer does not depend on how often the clock was looked at.
                milestones = milestones[1:] or milestones
                self.is_settled = search.is_settled(self.budget - search.nodes)
            if now - before < LOOK / 2:
                portion *= 2
            elif now - before > 2 * LOOK:
                portion = max(FIRST_PORTION, portion // 2)
            if self._is_done(search, now) and (found := self._found(search)):
                yield found
                return
            if now - self.shown >= SNAPSHOT and (found := self._found(search)):
                self.shown = now
                yield found

    def _is_done(self, search: Search, now: float) -> bool:
        spent = search.nodes >= self.budget
        return spent or now >= self.until or search.finished or self.is_settled or self.stopped()

    def _found(self, search: Search, *, cold: bool = False) -> Analysis | None:
        seconds = self.clock() - self.started
        return analysis_of(self.question, search, seconds, cold=cold, level=self.level, every_line=self.every_line)

    def without(self, compilation: Compilation) -> Iterator[Analysis]:
        """Let the interpreter think, which is slow, until the machine code is there or an answer is due."""
        until = min(self.until, self.started + PATIENCE) if self.level is not None else self.until
        search = _search(replace(self.question, compiled=False, threads=1))
        while True:
            now = self.clock()
            if now - self.started < COLD_SECONDS or not search.candidates():
                search.run(1)
            else:
                compilation.wait(SNAPSHOT)
            due = search.finished or compilation.is_ready or now >= until or self.stopped()
            if (due or now - self.shown >= SNAPSHOT) and (found := self._found(search, cold=True)):
                self.shown = now
                yield found
                if due:
                    return


def _question(position: State, limits: Limits, level: Level | None) -> Question:
    known = known_of(position.game, method=limits.method)
    board, state = position.raw_board, position.raw_state
    if hasattr(known, "prepare"):
        board, state = known.prepare(board, state)
    nodes = limits.nodes if level is None else max(level.nodes, LEAST_LOOKS * len(position.legal()))
    return Question(
        game=position.game, board=board, state=state, known=known, expected=nodes, memory=limits.memory << 20,
        threads=max(limits.threads, level.threads if level else 1), seed=limits.seed, seconds=limits.seconds,
        blind=level.blind if level else 0, every=limits.every or bool(level and (level.heat or level.missed)),
        complete=limits.every, only_trees=limits.method == "tree", tables=_uses_tables(limits),
    )  # fmt: skip


def _uses_tables(limits: Limits) -> bool:
    """Analysis and the strongest level use all there is; other levels, and who asks for the same everywhere, do not."""
    return limits.level == LEVELS[-1] or (limits.level is None and limits.nodes is None)


def _is_for_alphabeta(question: Question) -> bool:
    if question.only_trees or question.board[SEATS] != 2 or question.is_hidden:
        return False
    return bool(fact(question.known, "METHOD") == "alphabeta")


def _is_endgame(question: Question) -> bool:
    """Can the rest of the game perhaps be searched out?"""
    known = question.known
    if question.only_trees or question.board[SEATS] != 2 or question.is_hidden or not hasattr(known, "is_endgame"):
        return False
    return bool(known.is_endgame(question.board, question.state))


def _search(question: Question) -> Search:
    if _is_for_alphabeta(question):
        return AlphaBeta(question)
    if has_solver(question):
        return Solitary(question)
    if can_be_finished(question):
        return Shortest(question)
    if _is_endgame(question):
        return Solving(question)
    return Proofs(question) if _has_proofs(question) else Forest(question)


def _has_proofs(question: Question) -> bool:
    """Can proofs be used now? If only their machine code is missing, let it be made for the next time."""
    if not question.compiled or not can_be_proven(question):
        return False
    code = machine_code(question)
    code.start()
    return code.is_ready


def _programs(question: Question) -> tuple[Program, ...]:
    """The machine code that the search needs."""
    if has_solver(question):
        return ()
    if can_be_finished(question):
        return tuple(question.known.solver_programs())
    deep, grown = (program_of(question.game, question.known, loops) for loops in (alphabeta, tree))
    if _is_for_alphabeta(question):
        return (deep,)
    return (grown, deep) if _is_endgame(question) else (grown,)


def _has_same_settings(a: Question, b: Question) -> bool:
    names = ("game", "board", "known", "memory", "blind", "only_trees")
    return all(getattr(a, name) == getattr(b, name) for name in names)


def _continued(memory: _Memory, question: Question, history: tuple[str, ...]) -> Search | None:
    """The last search, gone on to this position by the moves played since."""
    if isinstance(memory.search, AlphaBeta):
        return AlphaBeta(question, memory.search.table)
    if isinstance(memory.search, Solving) and _is_endgame(question):
        return Solving(question, memory.search.exact.table)
    if history[: len(memory.history)] != memory.history:
        return None  # another game
    since = history[len(memory.history) :]
    last = memory.search
    trees, prover = (last.trees, last.prover) if isinstance(last, Proofs) else (last, None)
    if not isinstance(trees, Forest) or _is_endgame(question) or not 0 < len(since) <= MOST_SINCE:
        return None
    if memory.question.threads != question.threads:  # there is a tree a thread
        return None
    game, board, state = question.game, list(question.board), list(memory.question.state)
    moves = []
    for text in since:
        if state[SEAT] == OVER:
            return None
        moves.append(game.read_move(board, state, text, state[SEAT]))
        state += [0] * game.room
        interpreted(game.module, "step")(board, state, moves[-1])
    if game.write_position(board, state) != game.write_position(board, list(question.state)):
        return None  # another game
    if not trees.go_to(moves, question):
        return None
    return Proofs(question, trees, prover) if _has_proofs(question) else trees
