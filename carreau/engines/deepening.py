"""Iterative deepening at the root: alpha-beta, one move of the root after another, ever deeper."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType, ModuleType

from carreau.engines import alphabeta
from carreau.engines.alphabeta import INFINITE, SURE, WIN
from carreau.engines.arrays import Arrays
from carreau.engines.position_table import Table
from carreau.engines.programs import fact, program_of
from carreau.engines.walk import Walk
from carreau.rules.binding import interpreted
from carreau.rules.game import Game
from carreau.rules.kernel import OVER, SEAT

DEEPEST = 120  # more than any game that can be searched out has plies left
LONGEST_LINE = 30
LOOKED_UP_LINE = 9  # moves of a line that comes from tables: each takes time, and the end is certain anyway
Values = Generator[None, None, int]


@dataclass
class RootMove:
    move: int
    value: int = 0
    depth: int = 0
    nodes: int = 0
    is_bound: bool = False  # of the value is only known that it is no more: the search asked whether it beats the best


class Deepening:
    """A search that deepens until it knows, or is no longer asked to go on."""

    def __init__(
        self, game: Game, board: Sequence[int], state: Sequence[int], known: ModuleType, *,
        table: Table, make: Arrays, seed: int = 0, blind: int = 0, every: bool = False, exact: bool = False,
        ahead: int = 0, margins: bool = False, window: tuple[int, int] = (-SURE, SURE),
        solved: Mapping[int, tuple[str, int | None]] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.known = known
        self.solved = {move: _solved_value(*found) for move, found in solved.items()}  # need no search
        self.depths = [DEEPEST] if exact else range(1 + ahead, DEEPEST + 1)
        self.every = every
        self.outcome_only = exact and (margins or not fact(known, "DISTANCES"))
        self.low, self.high = window  # where the outcome alone is asked for: of values beyond, only that they are
        self.make = make
        self.board = board
        self.walk = Walk(game, board, state, known, table=table, make=make, margins=margins)
        self.root = self.walk.root
        self.walk.run[alphabeta.SEED] = seed
        self.walk.run[alphabeta.BLIND] = blind
        program = program_of(game, known, alphabeta)
        self._follow = (program.compiled if make.compiled else program.interpreted)("follow")
        self._outcome = program.interpreted("outcome")
        self._longest_list = game.longest_list
        self.after = {}
        out = [0] * game.longest_list
        for move in sorted(out[: interpreted(game.module, "legal")(list(board), self.root, out)]):
            self.after[move] = list(self.root)
            interpreted(game.module, "step")(list(board), self.after[move], move)
        self.moves = [RootMove(move) for move in self.after]  # best first
        self.depth = 0  # completed
        self.is_exact = False
        self.done = False
        self._work = self._deepen()

    @property
    def nodes(self) -> int:
        return self.walk.nodes

    def run(self, nodes: int) -> int:
        """Search so many nodes more; returns how many were."""
        before = self.nodes
        self.walk.stop_after(nodes)
        if not self.done:
            try:
                next(self._work)
            except StopIteration:
                self.done = True
        return self.nodes - before

    def _deepen(self) -> Generator[None]:
        for depth in self.depths:
            guesses = self.walk.guesses
            best = -INFINITE
            for each in list(self.moves):
                started = self.nodes
                value = yield from self._value_of(each.move, depth, best)
                each.value, each.depth = value, depth
                is_sure = self.after[each.move][SEAT] == OVER or each.move in self.solved
                each.is_bound = value <= best and not self.every and not is_sure
                each.nodes += self.nodes - started
                if value > best:
                    best = value
                    # The best so far stands first, for whoever asks now and for the next depth,
                    self.moves.remove(each)
                    self.moves.insert(0, each)
                if value < -SURE:
                    self.moves.sort(key=lambda move: move.value < -SURE)  # but not before one that may not lose
                if self.outcome_only and best >= self.high and not self.every:
                    break
            self.depth = depth
            if self.every or best < -SURE:
                self.moves.sort(key=lambda each: (-each.value, each.is_bound))
            self.is_exact = self.walk.guesses == guesses
            if self.is_exact or (self._is_decided(best) and depth >= WIN - abs(best)):
                return

    def _is_decided(self, best: int) -> bool:
        """Is nothing left to find out: the best move, or every one if all are asked for, wins or loses for certain?"""
        return all(abs(each.value) > SURE for each in self.moves) if self.every else abs(best) > SURE

    def _value_of(self, move: int, depth: int, best: int) -> Values:
        """What a move of the root is worth; unless every value is asked for, of worse ones only that they are."""
        after, seat = self.after[move], self.root[SEAT]
        if move in self.solved:
            self.walk.run[alphabeta.NODES] += 1
            return self.solved[move]
        if after[SEAT] == OVER:
            self.walk.run[alphabeta.NODES] += 1
            return int(self._outcome(list(self.board), after, [0] * self._longest_list, seat, 1, self.walk.run))
        if self.outcome_only:
            low = self.low if self.every else max(best, self.low)
            return (yield from self._searched(after, depth - 1, low, self.high))
        if not self.every and best > -INFINITE:
            value = yield from self._searched(after, depth - 1, best, best + 1)
            if value <= best:
                return value
            return (yield from self._searched(after, depth - 1, best, INFINITE))
        return (yield from self._searched(after, depth - 1, -INFINITE, INFINITE))

    def _searched(self, state: list[int], depth: int, low: int, high: int) -> Values:
        """The value of a position for the seat to move at the root, within a window."""
        same = state[SEAT] == self.root[SEAT]
        self.walk.start(state, depth=depth, window=(low, high) if same else (-high, -low))
        while not self.walk.go_on():
            yield
        return self.walk.value if same else -self.walk.value

    def line(self, move: int) -> tuple[int, ...]:
        """A move and how play would go on."""
        if move in self.solved:
            return (move, *self.known.looked_up_line(self.after[move], LOOKED_UP_LINE))
        after = self.make.of(self.after[move])
        line = self.make.zeros(LONGEST_LINE)
        out = self.make.zeros(self._longest_list)
        length = self._follow(self.walk.board, after, out, self.walk.table.words, line, self.walk.run)
        return (move, *(int(word) for word in line[:length]))


def _solved_value(proven: str, distance: int | None) -> int:
    plies = distance or 0
    return {"win": WIN - plies, "draw": 0, "loss": plies - WIN}[proven]
