"""The two ways to search, and both together, behind one face."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import exp
from random import Random
from types import ModuleType
from typing import Protocol

from carreau.engines.alphabeta import SURE, WIN
from carreau.engines.arrays import Arrays
from carreau.engines.deepening import Deepening
from carreau.engines.monte_carlo import Branch, Tree, rewards_of, share
from carreau.engines.position_table import Table
from carreau.engines.programs import fact
from carreau.engines.tree import FULL
from carreau.rules.binding import interpreted
from carreau.rules.game import Game
from carreau.rules.kernel import SEAT

WORLDS = 16  # how many guesses of the hidden hands are searched, at most
LOOKS_A_WORLD = 250  # a small budget is not spread over more of them than it can look into
TURN = 32  # looks of the trees between two turns of the exact search
PLAYOUT_WORTH = 8  # nodes of alpha-beta that cost about as much as a playout
ENDGAME_TABLE = 32 << 20  # bytes: to clear more takes longer than most endgames
# A table that is larger than what a search writes into it costs time: to clear it, and to reach into it.
TABLE_BYTES = 32  # for each node expected,
SMALL_TABLE = 4 << 20  # up to this many,
TABLE_BYTES_BEYOND = 8  # then for each node: most are leaves, which are not written
TABLE_A_SECOND = 16 << 20  # bytes that a second of one thread can fill


@dataclass(frozen=True)
class Question:
    """A position for a search, and how it is to be searched."""

    game: Game
    board: Sequence[int]
    state: Sequence[int]
    known: ModuleType
    compiled: bool = True
    threads: int = 1
    memory: int = 256 << 20
    expected: int | None = None  # nodes, if that is known
    seconds: float | None = None  # if that is known
    seed: int = 0
    blind: int = 0
    every: bool = False  # a true value for every move, not only for the best
    complete: bool = False  # and each gets its looks, whatever the first of them say
    only_trees: bool = False  # even where the game has a better method
    tables: bool = False  # solved positions may be looked up

    @property
    def seat(self) -> int:
        return self.state[SEAT]

    @property
    def moves(self) -> list[int]:
        """The legal moves."""
        out = [0] * self.game.longest_list
        return out[: interpreted(self.game.module, "legal")(list(self.board), list(self.state), out)]

    @property
    def choices(self) -> int:
        """How many legal moves there are."""
        return len(self.moves)

    @property
    def is_hidden(self) -> bool:
        """Are there hands that nobody but their owner knows?"""
        return hasattr(self.known, "is_hidden") and bool(self.known.is_hidden(self.board, self.state))


@dataclass(frozen=True)
class Candidate:
    """A move of the position, as a search sees it."""

    move: int
    chance: float
    share: float  # 0 to 1: how good it is beside the best
    nodes: int
    proven: str | None = None
    distance: int | None = None


class Search(Protocol):
    """Work on a question, in portions; asked for candidates at any time, best first."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def finished(self) -> bool:
        """Is there nothing left to find out?"""
        ...

    def is_settled(self, left: int) -> bool:
        """Can so many nodes more no longer change which move is best?"""
        ...

    def run(self, nodes: int) -> None: ...

    def candidates(self) -> list[Candidate]: ...

    def line(self, move: int) -> tuple[int, ...]:
        """A move and how play would go on."""
        ...


class Forest:
    """Monte Carlo trees: one a thread, or one for each guess of the hidden hands."""

    def __init__(self, question: Question) -> None:
        self.question = question
        known = question.known
        self.rewards = rewards_of(question.game, question.board)
        hands = Random(question.seed)
        count = question.threads
        if question.is_hidden:
            count = WORLDS if question.expected is None else max(2, min(WORLDS, question.expected // LOOKS_A_WORLD))
        states = [
            known.sample(question.board, question.state, hands) if question.is_hidden else question.state
            for _ in range(count)
        ]
        self.trees = [
            Tree(question.game, question.board, state, known, compiled=question.compiled,
                 seed=count * question.seed + i, memory=question.memory // count, blind=question.blind,
                 every=question.complete)
            for i, state in enumerate(states)
        ]  # fmt: skip
        self._nodes = 0
        self._turn = 0

    @property
    def nodes(self) -> int:
        return self._nodes

    @property
    def depth(self) -> int:
        return max(each.deepest for each in self.trees)

    @property
    def finished(self) -> bool:
        if self.question.is_hidden:
            return all(each.is_done for each in self.trees)
        return any(each.is_done for each in self.trees)

    def run(self, nodes: int) -> None:
        """Every tree gets its part; what cannot be divided goes round."""
        count = len(self.trees)
        parts = [nodes // count] * count
        for i in range(nodes % count):
            parts[(self._turn + i) % count] += 1
        self._turn = (self._turn + nodes) % count
        if self.question.threads == 1:
            done = [each.grow(part) for each, part in zip(self.trees, parts, strict=True)]
        else:
            with ThreadPoolExecutor(self.question.threads) as workers:
                done = list(workers.map(lambda each, part: each.grow(part), self.trees, parts))
            if not self.question.is_hidden:
                share(self.trees)
        self._nodes += sum(done)

    def candidates(self) -> list[Candidate]:
        trees = [each for each in self.trees if each.is_done] if not self.question.is_hidden else []
        merged: dict[int, list[tuple[Branch, float]]] = {}
        for each in trees[:1] or self.trees:
            branches = each.branches()
            most = max((self._rank(branch) for branch in branches), default=1.0)
            for branch in branches:
                merged.setdefault(branch.move, []).append((branch, self._rank(branch) / max(most, 1e-9)))
        if not merged:
            return []
        totals = {move: sum(share for _, share in found) for move, found in merged.items()}
        most = max(totals.values()) or 1.0
        found = [self._candidate(merged[move], totals[move] / most) for move in merged]
        best, *others = sorted(found, key=_goodness, reverse=True)
        # Of a move that nobody has looked at is known that it did not seem worth a look.
        return [
            best,
            *(each if each.nodes or each.proven else replace(each, chance=min(0.5, best.chance)) for each in others),
        ]

    def line(self, move: int) -> tuple[int, ...]:
        if self.question.is_hidden:
            return (move,)  # the replies would be those to one guess of the hands
        return max((each.line(move) for each in self.trees), key=len)

    def _reward(self, branch: Branch) -> float | None:
        return None if branch.winners is None else self.rewards[8 * branch.winners + self.question.seat] / FULL

    def _rank(self, branch: Branch) -> float:
        """How much speaks for a branch in its tree: its visits, or the proof."""
        reward = self._reward(branch)
        if reward == 1.0:
            return 1e9 - branch.distance
        return 0.0 if reward == 0.0 else branch.visits

    def _candidate(self, found: list[tuple[Branch, float]], share: float) -> Candidate:
        chances = []
        for branch, _ in found:
            reward = self._reward(branch)
            if reward is not None:
                chances.append(reward)
            elif branch.visits:
                chances.append(branch.value / branch.visits)
        first = max((branch for branch, _ in found), key=lambda branch: (branch.winners is not None, branch.visits))
        proven = None if self.question.is_hidden else self._reward(first)
        visits = [branch.visits for branch, _ in found]
        return Candidate(
            move=first.move,
            chance=sum(chances) / len(chances) if chances and proven is None else (0.5 if proven is None else proven),
            share=share,
            nodes=sum(visits) if self.question.is_hidden else max(visits),  # threads share what they count
            proven=None if proven is None else _word(proven),
            distance=None if proven is None else first.distance,
        )

    def is_settled(self, left: int) -> bool:
        if self.question.every or left > self._nodes:
            return False
        visits = sorted(candidate.nodes for candidate in self.candidates())
        return len(visits) > 1 and visits[-1] - visits[-2] > left

    def go_to(self, moves: Sequence[int], question: Question) -> bool:
        """Follow moves that were played to another question and keep what is known; False if that is nothing."""
        if self.question.is_hidden or question.is_hidden or self.question.complete != question.complete:
            return False
        self.question = question  # another seat may be to move: what is good for it is judged anew
        self._nodes = 0
        if not all(each.go_to(moves, question.state) for each in self.trees):
            return False
        # Below the root moves that lose at once were left out.
        return not question.complete or all(len(each.children(0)) in (0, question.choices) for each in self.trees)


class AlphaBeta:
    """Iterative deepening; further threads look ahead into the shared table."""

    def __init__(self, question: Question, table: Table | None = None, *, exact: bool = False) -> None:
        self.question = question
        make = Arrays(compiled=question.compiled)
        size = table_size(question)
        # A table made for a much shorter search would soon be full.
        self.table = table if table is not None and table.size >= size // 2 else Table(make, size)
        look_up = question.tables and hasattr(question.known, "looked_up")
        solved = question.known.looked_up(question.state) if look_up else {}
        self.searches = [
            Deepening(question.game, question.board, question.state, question.known, table=self.table, make=make,
                      seed=question.seed, blind=question.blind, every=question.every and i == 0, exact=exact, ahead=i,
                      solved=solved)
            for i in range(question.threads)
        ]  # fmt: skip

    @property
    def depth(self) -> int:
        return self.searches[0].depth

    @property
    def nodes(self) -> int:
        return sum(each.nodes for each in self.searches)

    @property
    def finished(self) -> bool:
        return self.searches[0].done

    def is_settled(self, left: int) -> bool:
        return False

    @property
    def is_exact(self) -> bool:
        return self.finished and (self.searches[0].is_exact or abs(self.searches[0].moves[0].value) > SURE)

    def run(self, nodes: int) -> None:
        part = -(-nodes // len(self.searches))
        if len(self.searches) == 1:
            self.searches[0].run(part)
        else:
            with ThreadPoolExecutor(len(self.searches)) as workers:
                list(workers.map(lambda each: each.run(part), self.searches))

    def candidates(self) -> list[Candidate]:
        main = self.searches[0]
        scale = fact(self.question.known, "SCALE")
        best = main.moves[0].value
        found: list[Candidate] = []
        for each in main.moves:
            proven = distance = None
            if each.value < -SURE:
                proven, distance = "loss", None if each.is_bound else WIN + each.value
            elif each.value > SURE and not each.is_bound:
                proven, distance = "win", WIN - each.value
            elif main.done and main.is_exact and each.depth and each.value == 0 and (found == [] or main.every):
                proven = "draw"  # of a worse move, the search may only know that it is no better
            found.append(
                Candidate(
                    move=each.move,
                    chance=_chance(each.value, scale),
                    share=exp(max(-50.0, min(0.0, (each.value - best) / (0.25 * scale)))),
                    nodes=each.nodes,
                    proven=proven,
                    distance=distance,
                )
            )
        return found

    def line(self, move: int) -> tuple[int, ...]:
        return self.searches[0].line(move)


class Solving:
    """Trees, and beside them an exact search of the rest of the game, until one of the two is done."""

    def __init__(self, question: Question, table: Table | None = None) -> None:
        self.question = question
        self.trees = Forest(question)
        small = replace(question, memory=min(question.memory, ENDGAME_TABLE))
        self.exact = AlphaBeta(small, table, exact=True)

    @property
    def depth(self) -> int:
        return self.trees.depth

    @property
    def nodes(self) -> int:
        return self.trees.nodes + self.exact.nodes // PLAYOUT_WORTH

    @property
    def finished(self) -> bool:
        return (self.exact.is_exact and not self._is_lost) or self.trees.finished

    @property
    def _is_lost(self) -> bool:
        """Does every move lose, none of them later than another? Then the trees say which is the hardest to punish."""
        if fact(self.question.known, "DISTANCES") or not self.exact.is_exact:
            return False
        return self.exact.searches[0].moves[0].value < -SURE

    def is_settled(self, left: int) -> bool:
        return False  # the exact search may say at any time that the trees are wrong

    def run(self, nodes: int) -> None:
        """In turns of fixed length: how often the clock is looked at must not change what is found."""
        for _ in range(-(-nodes // (2 * TURN))):
            self.exact.run(PLAYOUT_WORTH * TURN)
            if not self.exact.is_exact or self._is_lost:
                self.trees.run(TURN)
            if self.finished:
                return

    def candidates(self) -> list[Candidate]:
        if self._is_lost and (found := self.trees.candidates()):
            return [replace(each, chance=0.0, proven="loss", distance=None) for each in found]
        return self.exact.candidates() if self.exact.is_exact else self.trees.candidates()

    def line(self, move: int) -> tuple[int, ...]:
        return self.exact.line(move) if self.exact.is_exact else self.trees.line(move)


def table_size(question: Question) -> int:
    """Bytes; no more than the search can fill."""
    size = question.memory if question.compiled else 1 << 20
    if question.expected is not None:
        size = min(size, TABLE_BYTES * question.expected, max(SMALL_TABLE, TABLE_BYTES_BEYOND * question.expected))
    if question.seconds is not None:
        size = min(size, int(TABLE_A_SECOND * question.seconds * question.threads))
    return size


def _goodness(candidate: Candidate) -> tuple[int, float]:
    if candidate.proven == "win":
        return 2, -(candidate.distance or 0)
    if candidate.proven == "loss":
        return 0, candidate.distance or 0
    return 1, candidate.share


def _word(reward: float) -> str:
    return "win" if reward == 1.0 else "loss" if reward == 0.0 else "draw"


def _chance(value: int, scale: int) -> float:
    if abs(value) > SURE:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-max(-40.0, min(40.0, value / scale))))
