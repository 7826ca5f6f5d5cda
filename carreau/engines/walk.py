"""One walk of alpha-beta: the arrays it needs, and where it stands. It can be kept as bytes and taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType

from carreau.engines import alphabeta
from carreau.engines.alphabeta import FRAME, KILLERS, MOST_PLIES, NO_MOVE
from carreau.engines.arrays import Arrays
from carreau.engines.position_table import Table
from carreau.engines.programs import fact, program_of
from carreau.rules.game import Game

BASE = 1  # the ply that a walk starts at: the root's moves lead there


class Walk:
    """Searches positions that come of a root, one after another, in portions of nodes."""

    def __init__(
        self, game: Game, board: Sequence[int], state: Sequence[int], known: ModuleType, *,
        table: Table, make: Arrays, margins: bool = False,
    ) -> None:  # fmt: skip
        self.root = known.without_past(state) if hasattr(known, "without_past") else list(state)
        met_twice = _met_twice(known.past(state)) if hasattr(known, "past") else []
        self.table = table
        self.board = make.of(board)
        self.states = make.rows(MOST_PLIES + 2, len(self.root))
        self.lists = make.rows(MOST_PLIES + 2, game.longest_list)
        self.scores = make.rows(MOST_PLIES + 2, game.longest_list)
        self.frames = make.zeros(FRAME * (MOST_PLIES + 2))
        root_key = fact(known, "key")(list(board), self.root)
        self.path = make.of([*met_twice, root_key, *([0] * (MOST_PLIES + 2))])
        self.killers = make.of([NO_MOVE] * (KILLERS * (MOST_PLIES + 2)))
        self.history = make.zeros(2 * fact(known, "MOVE_CODES"))
        self.run = make.zeros(alphabeta.RUN)
        self.run[alphabeta.MARGINS] = margins
        self.run[alphabeta.PAST] = len(met_twice)
        self.run[alphabeta.SALT] = Random(str(met_twice)).getrandbits(62) if met_twice else 0
        program = program_of(game, known, alphabeta)
        self._search = (program.compiled if make.compiled else program.interpreted)("search")

    @property
    def nodes(self) -> int:
        return int(self.run[alphabeta.NODES])

    @property
    def guesses(self) -> int:
        return int(self.run[alphabeta.GUESSED])

    @property
    def value(self) -> int:
        """What was found, for the seat to move where the walk started."""
        return int(self.run[alphabeta.VALUE])

    def start(self, state: Sequence[int], *, depth: int, window: tuple[int, int]) -> None:
        """Ask for the value of a position, for its seat to move; of values beyond the window only that they are."""
        for i, word in enumerate(state):
            self.states[BASE][i] = word
        at = FRAME * BASE
        self.frames[at + alphabeta.ALPHA], self.frames[at + alphabeta.BETA] = window
        self.frames[at + alphabeta.DEPTH] = depth
        self.run[alphabeta.PLY] = self.run[alphabeta.BASE] = BASE
        self.run[alphabeta.DOING] = alphabeta.ENTER

    def stop_after(self, nodes: int) -> None:
        self.run[alphabeta.STOP_AT] = self.nodes + nodes

    def go_on(self) -> bool:
        """Is the value known now? False if the nodes ran out first."""
        self.run[alphabeta.AGE] = self.table.age
        return bool(self._search(self.board, self.states, self.lists, self.scores, self.frames, self.table.words,
                                 self.path, self.killers, self.history, self.run))  # fmt: skip

    def to_bytes(self) -> bytes:
        """Where it stands; only for machine code, between two portions."""
        rows = int(self.run[alphabeta.PLY]) + 1
        used = [self.states[:rows], self.lists[:rows], self.scores[:rows], self.frames[: FRAME * rows]]
        return b"".join(each.tobytes() for each in (self.run, self.path, self.killers, self.history, *used))

    def take_up(self, kept: bytes) -> None:
        """Go on from where another walk of the same root stood."""
        import numpy

        words = numpy.frombuffer(kept, numpy.int64)
        rows = int(words[alphabeta.PLY]) + 1
        whole = (self.run, self.path, self.killers, self.history)
        used = (self.states[:rows], self.lists[:rows], self.scores[:rows], self.frames[: FRAME * rows])
        at = 0
        for each in (*whole, *used):
            each.reshape(-1)[:] = words[at : at + each.size]
            at += each.size


def _met_twice(past: Sequence[int]) -> list[int]:
    """The positions that would end the game as a draw if they came back."""
    return sorted(key for key in set(past) if past.count(key) == 2)
