"""Games played alone: a solver says which moves keep a solution; where none is left, trees look for the most points."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from carreau.engines.methods import Candidate, Forest, Question
from carreau.engines.programs import fact
from carreau.engines.tree import FULL
from carreau.rules.kernel import SEATS

LOOKS = 32  # of the trees at a time


def has_solver(question: Question) -> bool:
    return question.board[SEATS] == 1 and hasattr(question.known, "keeping") and not question.only_trees


class Solitary:
    """What the game's `keeping` finds: the moves that keep a solution, and how many each leads to."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.keeping: dict[int, int] | None = None  # not known yet
        self._solver = question.known.keeping(question.board, question.state)
        self._nodes = 0

    @cached_property
    def trees(self) -> Forest:
        """Interpreted: nobody alone waits for machine code, and some thousand looks are plenty."""
        grown = Forest(replace(self.question, compiled=False, threads=1))
        grown.run(self.question.choices)
        return grown

    @property
    def depth(self) -> int:
        return self.trees.depth if self.keeping == {} else 0

    @property
    def nodes(self) -> int:
        return self._nodes

    @property
    def finished(self) -> bool:
        return bool(self.keeping) or (self.keeping == {} and self.trees.finished)

    def is_settled(self, left: int) -> bool:
        return False

    def run(self, nodes: int) -> None:
        """A step of the solver, which counts as one node, or some looks: the pace of one says nothing of the other."""
        if self.keeping is None:
            self._nodes += 1
            try:
                next(self._solver)
            except StopIteration as end:
                self.keeping = end.value
        else:
            self.trees.run(min(nodes, LOOKS))
            self._nodes += min(nodes, LOOKS)

    def candidates(self) -> list[Candidate]:
        if self.keeping == {}:
            return [replace(each, chance=0.0, proven="loss", distance=None) for each in self.trees.candidates()]
        found = self._guessed() if self.keeping is None else [self._judged(move) for move in self.question.moves]
        return sorted(found, key=lambda each: -each.share)

    def _judged(self, move: int) -> Candidate:
        assert self.keeping
        ways = self.keeping.get(move, 0)
        share = ways / max(self.keeping.values())
        return Candidate(move, chance=float(ways > 0), share=share, nodes=0, proven="win" if ways else "loss")

    def _guessed(self) -> list[Candidate]:
        """For whoever cannot wait: what the moves look like."""
        moves, hints = self.question.moves, [0] * self.question.choices
        fact(self.question.known, "hint")(
            list(self.question.board), list(self.question.state), moves, len(moves), hints
        )
        return [Candidate(move, hint / FULL, hint / FULL, 0) for move, hint in zip(moves, hints, strict=True)]

    def line(self, move: int) -> tuple[int, ...]:
        return self.trees.line(move) if self.keeping == {} else (move,)
