"""Games played alone: a solver says which moves keep a solution; where none is left, trees look for the most points."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from carreau.engines.methods import Candidate, Forest, Question
from carreau.rules.kernel import SEATS

FIRST_LOOKS = 256  # of the trees, for whoever cannot wait for the solver


def has_solver(question: Question) -> bool:
    return question.board[SEATS] == 1 and hasattr(question.known, "keeping") and not question.only_trees


class Solitary:
    """What the game's `keeping` finds: the moves that keep a solution, and how many each leads to."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.keeping: dict[int, int] | None = None  # not known yet
        self._solver = question.known.keeping(question.board, question.state)
        self._steps = 0

    @cached_property
    def trees(self) -> Forest:
        """They see how many points can still be made."""
        grown = Forest(self.question)
        grown.run(max(FIRST_LOOKS, self.question.choices) if self.question.compiled else self.question.choices)
        return grown

    @property
    def depth(self) -> int:
        return 0 if self.keeping is None or self.keeping else self.trees.depth

    @property
    def nodes(self) -> int:
        return self._steps

    @property
    def finished(self) -> bool:
        return bool(self.keeping) or (self.keeping is not None and self.trees.finished)

    def is_settled(self, left: int) -> bool:
        return False

    def run(self, nodes: int) -> None:
        """A step of the solver, which counts as one node, or so many looks of the trees."""
        if self.keeping is None:
            self._steps += 1
            try:
                next(self._solver)
            except StopIteration as end:
                self.keeping = end.value
        else:
            self._steps += nodes
            self.trees.run(nodes)

    def candidates(self) -> list[Candidate]:
        if self.keeping is None:
            return self.trees.candidates()
        if not self.keeping:
            return [replace(each, chance=0.0, proven="loss", distance=None) for each in self.trees.candidates()]
        most = max(self.keeping.values())
        found = [self._judged(move, most) for move in self.question.moves]
        return sorted(found, key=lambda each: -each.share)

    def _judged(self, move: int, most: int) -> Candidate:
        ways = (self.keeping or {}).get(move, 0)
        proven = "win" if ways else "loss"
        return Candidate(move, chance=float(ways > 0), share=ways / most, nodes=0, proven=proven)

    def line(self, move: int) -> tuple[int, ...]:
        return (move,) if self.keeping else self.trees.line(move)
