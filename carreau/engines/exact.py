"""Endings searched out: what a position of two seats is worth with best play by both sides, proven.

Alpha-beta without a single guess, one move of the position after another, two at a time on two cores; how far each has
got is kept on disk, so that a long search goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from carreau.engines import alphabeta
from carreau.engines.alphabeta import INFINITE, SURE
from carreau.engines.arrays import Arrays
from carreau.engines.compilation import compilation_of
from carreau.engines.deepening import DEEPEST, Deepening
from carreau.engines.exact_kept import Kept
from carreau.engines.position_table import Table
from carreau.engines.programs import fact, known_of, program_of
from carreau.engines.walk import Walk
from carreau.rules.binding import Program, interpreted
from carreau.rules.errors import BadOption
from carreau.rules.game import Game
from carreau.rules.kernel import OVER, SEAT, SEATS
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import OutOfReach, Progress, Solving, counted, no_memory

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
    code = _program_of(position.game).cache_name
    kept = Kept(checkpoint, search, code=code, margins=margins, every=every) if checkpoint else None
    with ThreadPoolExecutor(threads) as workers:
        try:
            for progress in search.work(workers):
                if kept:
                    kept.save_if_due()
                yield progress
        except GeneratorExit:
            if kept:
                kept.save()
            raise
    if kept:
        kept.forget()
    return search.ending()


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
    compilation = compilation_of((_program_of(game),))
    compilation.start()
    while not compilation.is_ready:
        yield Progress(-1, Text("compiling, once", "compilation, une seule fois"))
        compilation.wait(0.1)


def _program_of(game: Game) -> Program:
    return program_of(game, known_of(game), alphabeta)


def _looked_at(nodes: int) -> Text:
    count = counted(nodes)
    return Text(f"{count.en} positions", f"{count.fr} positions")


class _Search:
    """The moves of a position, each searched out; then best play."""

    def __init__(self, state: State, *, margins: bool, every: bool, threads: int, memory: int) -> None:
        self.state = state
        self.game, self.board, self.root = state.game, state.raw_board, list(state.raw_state)
        self.known = known_of(self.game)
        self.margins, self.every, self.threads, self.memory = margins, every, threads, memory
        self.outcome_only = margins or not fact(self.known, "DISTANCES")
        self.make = Arrays(compiled=True)
        self.table = self._table(FIRST_TABLE)
        self.moves = self._in_order()
        self.values: dict[int, int] = {}  # of the moves that are done, for the seat to move
        self.bounds: set[int] = set()  # those of which is only known that they are worth no more
        self.searched: dict[int, _Reply] = {}  # those that are being searched
        self.line: list[str] = []  # best play, as far as it is known
        self.nodes = 0

    def _table(self, size: int) -> Table:
        size = min(size, self.memory)
        try:
            return Table(self.make, size)
        except MemoryError:
            raise no_memory(size >> 20) from None

    def _in_order(self) -> list[int]:
        """The moves, those first that look best."""
        out, scores = [0] * self.game.longest_list, [0] * self.game.longest_list
        found = interpreted(self.game.module, "legal")(self.board, self.root, out)
        fact(self.known, "order")(self.board, self.root, out, found, scores)
        return sorted(out[:found], key=lambda move: -scores[out.index(move)])

    def text(self, move: int) -> str:
        return self.game.write_move(self.board, self.root, move)

    def found(self) -> tuple[dict[str, Any], bytes]:
        """What is known by now, for a checkpoint: facts, and where each walk stands."""
        walks = [(self.text(move), reply.low, reply.to_bytes()) for move, reply in self.searched.items()]
        facts = {
            "nodes": self.nodes,
            "values": {self.text(move): [value, move in self.bounds] for move, value in self.values.items()},
            "searched": [(move, low, len(walk)) for move, low, walk in walks],
            "line": self.line,
        }
        return facts, b"".join(walk for _, _, walk in walks)

    def remember(self, facts: dict[str, Any], walks: bytes) -> None:
        by_text = {self.text(move): move for move in self.moves}
        self.nodes, self.line = facts["nodes"], facts["line"]
        for text, (value, is_bound) in facts["values"].items():
            self.values[by_text[text]] = value
            self.bounds |= {by_text[text]} if is_bound else set()
        at = 0
        for text, low, length in facts["searched"]:
            self.searched[by_text[text]] = _Reply(self, by_text[text], low, walks[at : at + length])
            at += length

    def remember_table(self, size: int, pieces: Iterable[bytes]) -> None:
        self.table = self._table(size)
        for entries in pieces:
            self.table.take_in(entries)

    def work(self, workers: ThreadPoolExecutor) -> Iterator[Progress]:
        """Search every move, in portions, and find best play."""
        waiting = [move for move in self.moves if move not in self.values and move not in self.searched]
        while waiting or self.searched:
            # The first alone: what it is worth makes it far easier to say that others are worth no more.
            while waiting and len(self.searched) < (self.threads if self.values or self.every else 1):
                move = waiting.pop(0)
                self.searched[move] = _Reply(self, move, self._low())
            for nodes in workers.map(lambda reply: reply.run(PORTION), self.searched.values()):
                self.nodes += nodes
            for move in [move for move, reply in self.searched.items() if reply.is_done]:
                self._take(move, self.searched.pop(move))
            self._make_room()
            yield Progress(len(self.values) / len(self.moves), _looked_at(self.nodes))
        yield from self._best_play()

    def _low(self) -> int:
        """Values up to this need not be told apart."""
        return -SURE if self.every else max([-SURE, *(min(value, SURE - 1) for value in self.values.values())])

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
            try:
                self.table.grow(GROWTH)
            except MemoryError:  # go on with what there is
                self.memory = self.table.size

    def _best_play(self) -> Iterator[Progress]:
        """Best play to the end, each move searched again: what is in the table makes it quick."""
        if not self.line:
            best = max((move for move in self.moves if move not in self.bounds), key=self.values.__getitem__)
            self.line = [self.text(best)]
        state = self.end
        while state.seat is not None:
            search = Deepening(self.game, self.board, state.raw_state, self.known, table=self.table, make=self.make,
                               exact=True, margins=self.margins)  # fmt: skip
            self.nodes += search.run(PORTION)
            while not search.done:
                yield Progress(-1, _looked_at(self.nodes))
                self.nodes += search.run(PORTION)
            self.line.append(self.game.write_move(self.board, state.raw_state, search.moves[0].move))
            state = state.play(self.line[-1])
            yield Progress(-1, _looked_at(self.nodes))

    @property
    def end(self) -> State:
        return self.game.continue_with(self.state, self.line)

    def ending(self) -> Ending:
        values = self.values if self.margins else {move: sign(value) for move, value in self.values.items()}
        order = sorted(self.moves, key=lambda move: (-values[move], move in self.bounds))
        value, end = values[order[0]], self.end
        if self._led_to(end) != value:
            raise AssertionError("best play does not lead to what was found")
        return Ending(
            seat=self.root[SEAT], value=value, moves={self.text(move): values[move] for move in order},
            bounds=frozenset(self.text(move) for move in self.bounds), line=tuple(self.line), end=end,
            nodes=self.nodes,
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

    def __init__(self, search: _Search, move: int, low: int, kept: bytes = b"") -> None:
        """`kept`: where the walk stood when it was kept."""
        self.search, self.low = search, low
        self.walk = Walk(search.game, search.board, search.root, search.known, table=search.table, make=search.make,
                         margins=search.margins)  # fmt: skip
        self.words = list(self.walk.root)
        interpreted(search.game.module, "step")(search.board, self.words, move)
        self.flips = self.words[SEAT] != search.root[SEAT]
        self.is_done = self.words[SEAT] == OVER
        if kept:
            self.walk.take_up(kept)
        elif not self.is_done:
            window = (low, SURE) if search.outcome_only else (-INFINITE, INFINITE)
            if self.flips:
                window = (-window[1], -window[0])
            self.walk.start(self.words, depth=DEEPEST - 1, window=window)

    def run(self, nodes: int) -> int:
        if self.is_done:
            return 1
        before = self.walk.nodes
        self.walk.stop_after(nodes)
        self.is_done = self.walk.go_on()
        return self.walk.nodes - before

    def to_bytes(self) -> bytes:
        return self.walk.to_bytes()

    def value(self) -> int:
        """For the seat that moved, as alpha-beta counts."""
        if self.words[SEAT] == OVER:
            return self.search.outcome(self.words)
        found = self.walk.value
        if self.walk.guesses and abs(found) <= SURE:
            raise OutOfReach(
                Text("this position cannot be searched out", "cette position ne peut pas être calculée jusqu'au bout")
            )
        return -found if self.flips else found
