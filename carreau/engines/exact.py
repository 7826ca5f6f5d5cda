"""Endings searched out: what a position of two seats is worth with best play by both sides, proven.

Alpha-beta without a single guess, one move of the position after another, two at a time on two cores; what is known of
each move is kept on disk, so that a long search goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from carreau.engines import alphabeta
from carreau.engines.alphabeta import SURE
from carreau.engines.arrays import Arrays
from carreau.engines.compilation import compilation_of
from carreau.engines.deepening import Deepening, Table
from carreau.engines.programs import fact, known_of, program_of
from carreau.rules.binding import interpreted
from carreau.rules.errors import BadOption
from carreau.rules.game import Game
from carreau.rules.kernel import OVER, SEAT, SEATS
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import OutOfReach, Progress, Solving

PORTION = 100_000  # nodes between two looks whether to stop
FIRST_TABLE = 64 << 20  # bytes; it grows when it is full
GROWTH = 4


@dataclass(frozen=True)
class Ending:
    """What best play leads to, in points ahead, or as 1 for a win, 0 for a draw, -1 for a loss of the seat to move."""

    seat: int
    value: int
    moves: dict[str, int]  # each move's value, best first
    bounds: frozenset[str]  # the moves of which is only known that they are worth no more than that
    line: tuple[str, ...]  # best play to the end
    end: State
    nodes: int

    @property
    def best(self) -> list[str]:
        return [move for move, value in self.moves.items() if value == self.value and move not in self.bounds]


def exact(
    state: State, *, margins: bool = False, every: bool = True, threads: int = 1, memory: int = 1000,
    checkpoint: Checkpoint | None = None,
) -> Solving[Ending]:  # fmt: skip
    """Search a position out. `every`: the true value of every move, not only of the best; `memory` in MB.

    With `margins` a move is worth the points that it leaves the mover ahead by in the end.
    """
    position = _known_to_all(state)
    yield from _compiled(position.game)
    search = _Search(position, margins=margins, every=every, threads=threads, memory=memory << 20)
    if checkpoint and (kept := checkpoint.load()):
        search.remember(kept[0])
    with ThreadPoolExecutor(threads) as workers:
        for finished in search.work(workers):
            if finished and checkpoint:
                checkpoint.save(search.found())
            yield Progress(len(search.values) / len(search.moves), _looked_at(search.nodes))
        line, end = yield from search.best_play()
    if checkpoint:
        checkpoint.forget()
    return search.ending(line, end)


def _known_to_all(state: State) -> State:
    """The position with every hand that can be deduced filled in; refused if something stays hidden."""
    known = known_of(state.game)
    if state.seat is None:
        raise BadOption(Text("the game is over", "la partie est finie"))
    if state.raw_board[SEATS] != 2:
        raise BadOption(Text("endings are searched out for two players only",
                             "on ne calcule les fins de partie qu'à deux joueurs"))  # fmt: skip
    if not hasattr(known, "prepare"):
        return state
    board, words = known.prepare(state.raw_board, state.raw_state)
    if hasattr(known, "is_hidden") and known.is_hidden(board, words):
        raise BadOption(Text("both hands are hidden: say what they hold",
                             "les deux mains sont cachées : il faut les donner"))  # fmt: skip
    return state.game.position(state.game.write_position(list(board), list(words)))


def _compiled(game: Game) -> Iterator[Progress]:
    compilation = compilation_of((program_of(game, known_of(game), alphabeta),))
    compilation.start()
    while not compilation.is_ready:
        yield Progress(-1, Text("compiling, once", "compilation, une seule fois"))
        compilation.wait(0.1)


def _looked_at(nodes: int) -> Text:
    return Text(f"{nodes:,} positions", f"{nodes:,} positions".replace(",", " "))


class _Search:
    """The moves of a position, each searched out."""

    def __init__(self, state: State, *, margins: bool, every: bool, threads: int, memory: int) -> None:
        self.state = state
        self.game, self.board, self.root = state.game, state.raw_board, list(state.raw_state)
        self.known = known_of(self.game)
        self.margins, self.every, self.threads, self.memory = margins, every, threads, memory
        self.make = Arrays(compiled=True)
        self.table = Table(self.make, min(FIRST_TABLE, memory))
        self.moves = self._in_order()
        self.values: dict[int, int] = {}  # of the moves that are done, for the seat to move
        self.bounds: set[int] = set()  # those of which is only known that they are worth no more
        self.nodes = 0

    def _in_order(self) -> list[int]:
        """The moves, those first that look best."""
        out, scores = [0] * self.game.longest_list, [0] * self.game.longest_list
        found = interpreted(self.game.module, "legal")(self.board, self.root, out)
        fact(self.known, "order")(self.board, self.root, out, found, scores)
        return sorted(out[:found], key=lambda move: -scores[out.index(move)])

    def text(self, move: int) -> str:
        return self.game.write_move(self.board, self.root, move)

    def found(self) -> dict[str, Any]:
        """What is known of each move by now, for a checkpoint."""
        return {self.text(move): [value, move in self.bounds] for move, value in self.values.items()}

    def remember(self, found: dict[str, Any]) -> None:
        for move in self.moves:
            if self.text(move) in found:
                self.values[move], is_bound = found[self.text(move)]
                self.bounds |= {move} if is_bound else set()

    def work(self, workers: ThreadPoolExecutor) -> Iterator[bool]:
        """Search every move, in portions; yields after each whether a move is done."""
        waiting = [move for move in self.moves if move not in self.values]
        searched: dict[int, _Reply] = {}
        while waiting or searched:
            # The first alone: what it is worth makes it far easier to say that others are worth no more.
            while waiting and len(searched) < (self.threads if self.values or self.every else 1):
                move = waiting.pop(0)
                searched[move] = self._reply(move)
            for nodes in workers.map(lambda reply: reply.run(PORTION), searched.values()):
                self.nodes += nodes
            done = [move for move, reply in searched.items() if reply.is_done]
            for move in done:
                self._take(move, searched.pop(move))
            self._make_room()
            yield bool(done)

    def _reply(self, move: int) -> _Reply:
        low = -SURE if self.every else max([-SURE, *(min(value, SURE - 1) for value in self.values.values())])
        words = [*self.root, *([0] * self.game.room)]
        interpreted(self.game.module, "step")(self.board, words, move)
        return _Reply(self, words, low)

    def _take(self, move: int, reply: _Reply) -> None:
        self.values[move] = reply.value()
        if -SURE < reply.low >= self.values[move]:
            self.bounds.add(move)

    def outcome(self, words: list[int]) -> int:
        """What a finished game is worth."""
        run = [0] * alphabeta.RUN
        run[alphabeta.MARGINS] = self.margins
        judged = program_of(self.game, self.known, alphabeta).interpreted("outcome")
        return int(judged(self.board, words, [0] * self.game.longest_list, self.root[SEAT], 1, run))

    def _make_room(self) -> None:
        if self.nodes > self.table.entries and 2 * GROWTH * self.table.size <= self.memory:
            self.table.grow(GROWTH)

    def deepening(self, words: Sequence[int], window: tuple[int, int] = (-SURE, SURE)) -> Deepening:
        return Deepening(self.game, self.board, words, self.known, table=self.table, make=self.make, exact=True,
                         margins=self.margins, window=window)  # fmt: skip

    def best_play(self) -> Solving[tuple[tuple[str, ...], State]]:
        """Best play to the end, each move searched again: what is in the table makes it quick."""
        best = max((move for move in self.moves if move not in self.bounds), key=self.values.__getitem__)
        line = [self.text(best)]
        state = self.state.play(line[0])
        while state.seat is not None:
            search = self.deepening(state.raw_state)
            while not search.done:
                self.nodes += search.run(PORTION)
                yield Progress(-1, _looked_at(self.nodes))
            line.append(self.game.write_move(self.board, state.raw_state, search.moves[0].move))
            state = state.play(line[-1])
        return tuple(line), state

    def ending(self, line: tuple[str, ...], end: State) -> Ending:
        values = self.values if self.margins else {move: sign(value) for move, value in self.values.items()}
        order = sorted(self.moves, key=lambda move: (-values[move], move in self.bounds))
        value = values[order[0]]
        if self._led_to(end) != value:
            raise AssertionError("best play does not lead to what was found")
        return Ending(
            seat=self.root[SEAT], value=value, moves={self.text(move): values[move] for move in order},
            bounds=frozenset(self.text(move) for move in self.bounds), line=line, end=end, nodes=self.nodes,
        )  # fmt: skip

    def _led_to(self, end: State) -> int:
        """The value of a finished game as its referee sees it."""
        assert end.outcome is not None
        seat = self.root[SEAT]
        if self.margins:
            return round(end.outcome.scores[seat] - end.outcome.scores[1 - seat])
        return 0 if len(end.outcome.winners) == 2 else 1 if seat in end.outcome.winners else -1


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


class _Reply:
    """The search of the position after a move: of values up to `low` it need only say that they are no more."""

    def __init__(self, search: _Search, words: list[int], low: int) -> None:
        self.search, self.words, self.low = search, words, low
        self.seat = search.root[SEAT]
        self.flips = words[SEAT] != self.seat
        window = (-SURE, -low) if self.flips else (low, SURE)
        self.below = None if words[SEAT] == OVER else search.deepening(words, window)

    def run(self, nodes: int) -> int:
        return 1 if self.below is None else self.below.run(nodes)

    @property
    def is_done(self) -> bool:
        return self.below is None or self.below.done

    def value(self) -> int:
        """For the seat that moved, as alpha-beta counts."""
        if self.below is None:
            return self.search.outcome(self.words)
        best = self.below.moves[0].value
        if not self.below.is_exact and abs(best) <= SURE:
            raise OutOfReach(
                Text("this position cannot be searched out", "cette position ne peut pas être calculée jusqu'au bout")
            )
        return -best if self.flips else best
