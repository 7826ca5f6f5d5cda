"""Trees, and beside them proofs of which moves win and which lose: the trees judge what is not decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from carreau.engines.compilation import Compilation, compilation_of
from carreau.engines.methods import Candidate, Forest, Question
from carreau.rules.kernel import SEATS
from carreau.rules.state import State

TURN = 128  # looks of the trees between two turns of the proofs,
PROOF_TURN = 256  # which take about as long as so many looks
STEP = 32  # nodes of a proof between two looks at how many there were
SHARE = 4  # of the memory, one part in so many is for the proofs


def can_be_proven(question: Question) -> bool:
    """May proofs be used, and can they perhaps be done while somebody waits?"""
    known = question.known
    if not question.tables or question.only_trees or question.board[SEATS] != 2 or not hasattr(known, "prover"):
        return False
    return bool(known.is_provable(question.state))


def machine_code(question: Question) -> Compilation:
    """What proofs run on. Nobody waits for it: until it is there, trees do alone."""
    return compilation_of(tuple(question.known.prover_programs(question.game)))


class Prover(Protocol):
    """What a game's `prover` makes for a position: it decides the moves of this and of all that come of it."""

    @property
    def nodes(self) -> int: ...

    def judging(self, words: list[int], judged: dict[int, bool]) -> Iterator[object]:
        """Note step by step which moves win, and which do not."""
        ...


class Proofs:
    """In turns of fixed length, until a win is found or, asked for every move, all are decided."""

    def __init__(self, question: Question, trees: Forest | None = None, prover: Prover | None = None) -> None:
        """Trees and a prover may come from an earlier position of the same game."""
        self.question = question
        self.trees = trees or Forest(replace(question, memory=question.memory - question.memory // SHARE))
        self.prover: Prover = prover or _prover_of(question)
        self._before = self.prover.nodes
        self._worth: int = question.known.proof_worth(question.state)
        self._judged: dict[int, bool] = {}
        self._work: Iterator[object] = self.prover.judging(list(question.state), self._judged)
        self._has_ended = False

    @property
    def depth(self) -> int:
        return self.trees.depth

    @property
    def nodes(self) -> int:
        return self.trees.nodes + self._worth * (self.prover.nodes - self._before)

    @property
    def _is_lost(self) -> bool:
        """Does every move lose? Then the trees say which is the hardest to punish."""
        return self._has_ended and not any(self._judged.values())

    @property
    def finished(self) -> bool:
        has_answer = self._has_ended or (True in self._judged.values() and not self.question.every)
        return self.trees.finished or (has_answer and not self._is_lost)

    def is_settled(self, left: int) -> bool:
        return False  # a proof may say at any time that the trees are wrong

    def run(self, nodes: int) -> None:
        """In turns of fixed length: how often the clock is looked at must not change what is found."""
        for _ in range(-(-nodes // (TURN + PROOF_TURN))):
            until = self.prover.nodes + PROOF_TURN // self._worth
            while not self._has_ended and self.prover.nodes < until:
                self._has_ended = next(self._work, self) is self
            self.trees.run(TURN)
            if self.finished:
                return

    def candidates(self) -> list[Candidate]:
        return sorted((self._with_proof(each) for each in self.trees.candidates()), key=_goodness, reverse=True)

    def _with_proof(self, seen: Candidate) -> Candidate:
        if seen.proven or seen.move not in self._judged:
            return seen
        wins = self._judged[seen.move]
        return replace(seen, chance=float(wins), proven="win" if wins else "loss")

    def line(self, move: int) -> tuple[int, ...]:
        return self.trees.line(move)


def _prover_of(question: Question) -> Prover:
    position = State(question.game, {}, list(question.board), list(question.state))
    found: Prover = question.known.prover(position, memory=max(1, question.memory // SHARE >> 20), step=STEP)
    return found


def _goodness(candidate: Candidate) -> tuple[int, float]:
    """A win whose length is known comes before others, the shortest first; among equals what the trees like best."""
    if candidate.distance is not None and candidate.proven == "win":
        return 3, -candidate.distance
    return {"win": 2, None: 1, "loss": 0}.get(candidate.proven, 1), candidate.share
