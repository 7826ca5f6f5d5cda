"""Games played alone that can always be finished: a solver says how, in ever fewer moves."""

from __future__ import annotations

from math import inf

from carreau.engines.methods import Candidate, Question
from carreau.rules.kernel import SEATS
from carreau.rules.state import State

LONGEST_LINE = 30


def can_be_finished(question: Question) -> bool:
    return question.board[SEATS] == 1 and hasattr(question.known, "solver") and not question.only_trees


class Shortest:
    """The best solution of the game's `solver` so far; without machine code, the one that it begins with."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._solver = question.known.solver(State(question.game, {}, list(question.board), list(question.state)))
        self._work = self._solver.solving(inf)
        self._nodes = 0
        self._has_ended = False

    @property
    def depth(self) -> int:
        return len(self._solver.best.moves)

    @property
    def nodes(self) -> int:
        """Steps of the solver."""
        return self._nodes

    @property
    def finished(self) -> bool:
        return self._has_ended

    def is_settled(self, left: int) -> bool:
        return False

    def run(self, nodes: int) -> None:
        self._nodes += 1
        if self.question.compiled:
            try:
                next(self._work)
            except StopIteration:
                self._has_ended = True

    def candidates(self) -> list[Candidate]:
        """Every move leads to the end sooner or later, so all are wins; of one is known how soon."""
        best = self._solution()[0]
        sure = Candidate(best, chance=1.0, share=1.0, nodes=self._nodes, proven="win", distance=self.depth)
        others = (move for move in self.question.moves if move != best)
        return [sure, *(Candidate(move, chance=1.0, share=0.0, nodes=0, proven="win") for move in others)]

    def line(self, move: int) -> tuple[int, ...]:
        solution = self._solution()
        return solution if solution[0] == move else (move,)

    def _solution(self) -> tuple[int, ...]:
        game, board, state = self.question.game, list(self.question.board), list(self.question.state)
        return tuple(game.read_move(board, state, move, 0) for move in self._solver.best.moves[:LONGEST_LINE])
