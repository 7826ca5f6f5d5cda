"""The puzzle of 012x012: turns that fill the tray from any position, few of them, and how few there can be.

To begin with, the longest line is laid each time, which needs no machine code. Then a search goes turn by turn, keeps
the most promising trays, and leaves out those that need more turns than it aims at, by the bound of `puzzle_lines`.
Each time it may keep twice as many. One that had to drop no tray for want of room and found nothing has proven that
there is nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from carreau.games import zero_one_two_rules
from carreau.games.taquin import SIZE
from carreau.rules.binding import LINE, Program
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers import puzzle_lines
from carreau.solvers.puzzle_lines import STAMPS, WORK
from carreau.solvers.solution import Solution, checked
from carreau.solvers.solving import Progress, Solving

LOOPS = {"look": f"int64({', '.join([LINE] * 6)}, int64)", "lay": f"void({LINE}, {LINE}, int64)"}
TRAY_BYTES = 1500  # about what a tray that is kept takes, with what led to it
STEP = 50  # trays looked at between two looks at the clock


class Tray(NamedTuple):
    """A tray on the way, and how it came about."""

    words: Any  # the kernel's state
    cells: int  # those filled since the start, a bit each
    move: int
    before: Tray | None


@cache
def program() -> Program:
    return Program(zero_one_two_rules, puzzle_lines, LOOPS)


class Eye:
    """Looks at trays: the turns there are, and how many are needed after each."""

    def __init__(self, position: State) -> None:
        self.board = _array(position.raw_board)
        self.start = Tray(_array(position.raw_state), 0, 0, None)
        self.size = position.raw_board[SIZE]
        self._out, self._bounds = (_array([0] * position.game.longest_list) for _ in range(2))
        self._work = _array([0] * (WORK * self.size * self.size))
        self._stamps = _array([0] * STAMPS)
        self._stamp = 0
        self._cells: dict[int, int] = {}
        self._look = program().compiled("look")
        self._lay = program().compiled("lay")

    def turns(self, tray: Tray) -> list[tuple[int, int]]:
        """The turns, each with the number of turns that are needed at least after it."""
        self._stamp += 1
        found = self._look(self.board, tray.words, self._out, self._bounds, self._work, self._stamps, self._stamp)
        return list(zip(self._bounds[:found].tolist(), self._out[:found].tolist(), strict=True))

    def after(self, tray: Tray, move: int) -> Tray:
        words = tray.words.copy()
        self._lay(self.board, words, move)
        return Tray(words, tray.cells | self.cells(move), move, tray)

    def cells(self, move: int) -> int:
        """The cells of a line, as bits."""
        known = self._cells.get(move)
        if known is None:
            cell, step = move >> 6, (-self.size, 1, self.size, -1)[move >> 4 & 3]
            known = self._cells[move] = sum(1 << cell + i * step for i in range(move & 15))
        return known


class Sweep:
    """One search, turn by turn, for a solution of at most `aim` turns that keeps at most `width` trays."""

    def __init__(self, eye: Eye, aim: int, width: int) -> None:
        self.eye = eye
        self.aim = aim
        self.width = width
        self.has_dropped = False
        self.solved: Tray | None = None
        self.turns = 0
        self._trays = [eye.start]
        self._next: dict[int, tuple[int, int, int, Tray]] = {}  # by filled cells: how good, by which turn, from where
        self._at = 0

    @property
    def is_done(self) -> bool:
        return self.solved is not None or not self._trays

    def run(self, trays: int) -> None:
        """Look at so many trays; the next turn begins when all of this one have been looked at."""
        for tray in self._trays[self._at : self._at + trays]:
            self._spread(tray)
        self._at += trays
        if self._at >= len(self._trays):
            self._go_on()

    def _spread(self, tray: Tray) -> None:
        room = self.aim - self.turns - 1
        for bound, move in self.eye.turns(tray):
            if bound <= room:
                cells = tray.cells | self.eye.cells(move)
                if cells not in self._next:
                    self._next[cells] = (bound, cells.bit_count(), move, tray)

    def _go_on(self) -> None:
        found = sorted(self._next.values(), key=lambda one: (one[0], -one[1], one[2]))
        self.has_dropped |= len(found) > self.width
        self.turns += 1
        self._trays = [self.eye.after(tray, move) for _, _, move, tray in found[: self.width]]
        if found and found[0][0] == 0:
            self.solved = self._trays[0]
        self._next = {}
        self._at = 0

    def way(self) -> list[int]:
        """The turns of the solution."""
        way = []
        tray = self.solved
        while tray is not None and tray.before is not None:
            way.append(tray.move)
            tray = tray.before
        return way[::-1]


class PuzzleSolver:
    """Solves a position of a puzzle that is not over; `best` is what it has at any time.

    In all that we have tried, thousands of trays, the first solution already had as few turns as the bound.
    """

    def __init__(
        self, position: State, *, memory: int = 500 << 20, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.position = position
        self.memory = memory
        self.clock = clock
        self.width = 1
        self.best = Solution(longest_first(position), 1)

    def solving(self, seconds: float) -> Solving[Solution]:
        """Improve the solution for so long, or until it is proven to be a shortest, or there is no room for more."""
        yield Progress(0.0, Text("compiling, the first time", "compilation, la première fois"))
        eye = Eye(self.position)
        self._begin(eye)
        started = self.clock()
        while not self.best.is_shortest and self.width * TRAY_BYTES <= self.memory:
            for aim in range(self.best.bound, len(self.best.moves)):
                sweep = Sweep(eye, aim, self.width)
                while not sweep.is_done:
                    spent = self.clock() - started
                    if spent >= seconds:
                        return self.best
                    yield Progress(spent / seconds, self._report())
                    sweep.run(STEP)
                self._take_in(sweep)
                if sweep.solved:
                    break
            else:
                self.width *= 2
        return self.best

    def _take_in(self, sweep: Sweep) -> None:
        if sweep.solved:
            self.best = self.best._replace(moves=self._checked(sweep.way()))
        elif not sweep.has_dropped:
            self.best = self.best._replace(bound=max(self.best.bound, sweep.aim + 1))

    def _begin(self, eye: Eye) -> None:
        """What one tray at a time finds, and the bound."""
        sweep = Sweep(eye, len(self.best.moves) - 1, 1)
        while not sweep.is_done:
            sweep.run(1)
        self.best = self.best._replace(bound=min(bound + 1 for bound, _ in eye.turns(eye.start)))
        self._take_in(sweep)

    def _checked(self, way: list[int]) -> tuple[str, ...]:
        game, board = self.position.game, self.position.raw_board
        return checked(self.position, [game.write_move(board, self.position.raw_state, move) for move in way])

    def _report(self) -> Text:
        found, bound = len(self.best.moves), self.best.bound
        return Text(f"{found} turns, at least {bound}; {self.width} trays at a time",
                    f"{found} tours, au moins {bound} ; {self.width} plateaux à la fois")  # fmt: skip


def longest_first(position: State) -> tuple[str, ...]:
    """A solution that lays the longest line each time."""
    state = position
    while state.seat is not None:
        longest = max(state.legal(), key=lambda move: move & 15)
        state = state.play(state.game.write_move(state.raw_board, state.raw_state, longest))
    return state.history[len(position.history) :]


def _array(words: Any) -> Any:
    import numpy

    return numpy.array(words, dtype=numpy.int64)
