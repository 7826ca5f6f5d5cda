"""One Monte Carlo tree of a position: grown by compiled code in slices, read here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

from carreau.engines import tree
from carreau.engines.arrays import Arrays
from carreau.engines.programs import fact, program_of
from carreau.engines.tree import CERTAIN, ELSEWHERE, FAMILY, FAMILY_SIZE, MOVE, NODE, PROVEN, SEATED, VALUE, VISITS
from carreau.rules.drivers import seeded
from carreau.rules.game import Game
from carreau.rules.kernel import MOST_SEATS, SEATS
from carreau.rules.playouts import SEARCH_ROOM

COUNTED = [VISITS, VALUE, ELSEWHERE]
LONGEST_PATH = 400
LONGEST_LINE = 30
INTERPRETED_ROOM = 20_000  # nodes of a tree that the interpreter grows
BYTES = 8 * (NODE + 1)  # of a node, and of its place in `reroot`


@dataclass
class Branch:
    """What a tree knows of one move of its root; several trees are added up."""

    move: int
    visits: int
    value: float  # the sum over the visits of what they were worth, each 0 to 1
    winners: int | None = None  # proven: the seats that win, as bits
    distance: int = 0


class Tree:
    def __init__(
        self, game: Game, board: Sequence[int], state: Sequence[int], known: ModuleType, *,
        compiled: bool, memory: int, seed: int, blind: int = 0, every: bool = False,
    ) -> None:  # fmt: skip
        make = Arrays(compiled=compiled)
        self.known = known
        self.program = program_of(game, known, tree)
        self._grow = self.program.compiled("grow") if compiled else self.program.interpreted("grow")
        room = max(1000, memory // BYTES) if compiled else INTERPRETED_ROOM
        self.board = make.of(board)
        self.make = make
        self.seats = board[SEATS]
        self.nodes = make.zeros(NODE * room)
        self.path = make.zeros(LONGEST_PATH)
        self.rewards = make.of(rewards_of(game, board))
        self.values = make.zeros(MOST_SEATS)
        self.out = make.zeros(max(game.longest_list, MOST_SEATS))
        self.hints = make.zeros(game.longest_list)
        self.played = make.zeros(MOST_SEATS * fact(known, "MOVE_CODES"))
        self.growth = SEARCH_ROOM * game.room
        self.run = make.zeros(tree.RUN)
        self.run[tree.RANDOM] = seeded(seed, 0)
        self.run[tree.USED] = 1
        self.run[tree.ROOM] = room
        self.run[tree.BLIND] = blind
        self.run[tree.EVERY] = every
        self.set_root(state)

    def set_root(self, state: Sequence[int]) -> None:
        self.root = self.make.of(state)
        self.state = self.make.zeros(len(state) + self.growth)
        self.shared: Any = 0  # what is counted of the root's moves that all threads know

    def grow(self, iterations: int) -> int:
        """Look so many times; returns how many were done, fewer when the root is proven."""
        before = int(self.run[tree.DONE])
        self.run[tree.TODO] = iterations
        self._grow(self.board, self.root, self.state, self.out, self.nodes, self.path, self.values, self.rewards,
                   self.hints, self.played, self.run)  # fmt: skip
        return int(self.run[tree.DONE]) - before

    def counts(self) -> Any:
        """What is counted of the root's moves, a row each: it can be read and written there. For compiled trees."""
        children = self.children(0)
        return self.nodes[NODE * children.start : NODE * children.stop].reshape(-1, NODE)

    @property
    def is_proven(self) -> bool:
        return bool(self.nodes[PROVEN])

    @property
    def is_done(self) -> bool:
        """Is there nothing left to find out?"""
        if not self.is_proven or not self.run[tree.EVERY]:
            return self.is_proven
        return all(self.nodes[NODE * child + PROVEN] for child in self.children(0))

    @property
    def deepest(self) -> int:
        return int(self.run[tree.DEEPEST])

    def children(self, node: int) -> range:
        family = int(self.nodes[NODE * node + FAMILY])
        first = family // FAMILY_SIZE
        return range(first, first + family % FAMILY_SIZE)

    def branches(self) -> list[Branch]:
        found = []
        for child in self.children(0):
            at = NODE * child
            visits, certain = int(self.nodes[at + VISITS]), int(self.nodes[at + PROVEN])
            branch = Branch(int(self.nodes[at + MOVE]), visits, float(self.nodes[at + VALUE]) / tree.FULL)
            if certain:
                branch.winners, branch.distance = certain % CERTAIN - 1, certain // CERTAIN + 1
            found.append(branch)
        return found

    def line(self, move: int) -> tuple[int, ...]:
        """A move of the root and how play would go on: the best reply while there is a record of one."""
        moves = [move]
        node = next((child for child in self.children(0) if self.nodes[NODE * child + MOVE] == move), 0)
        while node and len(moves) < LONGEST_LINE and (children := self.children(node)):
            seat = int(self.nodes[NODE * node + SEATED]) & 7
            node = max(children, key=lambda child: self._rank(child, seat))
            if self.nodes[NODE * node + VISITS] < 4 and not self.nodes[NODE * node + PROVEN]:
                break
            moves.append(int(self.nodes[NODE * node + MOVE]))
        return tuple(moves)

    def _rank(self, node: int, seat: int) -> tuple[float, int]:
        certain, visits = int(self.nodes[NODE * node + PROVEN]), int(self.nodes[NODE * node + VISITS])
        if not certain:
            return (0.5 if visits else 0.25), visits
        reward = int(self.rewards[8 * (certain % CERTAIN - 1) + seat])
        plies = certain // CERTAIN
        return reward / tree.FULL, (-plies if 2 * reward > tree.FULL else plies)

    def go_to(self, moves: Sequence[int], state: Sequence[int]) -> bool:
        """Follow moves from the root and keep what is known below them; False if the tree does not reach there."""
        node = 0
        for move in moves:
            for child in self.children(node):
                if self.nodes[NODE * child + MOVE] == move:
                    node = child
                    break
            else:
                return False
        reroot = self.program.compiled("reroot") if self.make.compiled else self.program.interpreted("reroot")
        reroot(self.nodes, node, self.make.zeros(int(self.run[tree.USED])), self.run)
        self.run[tree.DEEPEST] = 0
        self.set_root(state)
        return True


def share(trees: Sequence[Tree]) -> None:
    """Let trees of one root know what the others have counted of its moves, so that they look where all would.

    Trees that know nothing of each other are no stronger together than one of them.
    """
    counts = [each.counts() for each in trees]
    moves = counts[0][:, MOVE].tolist()
    if not moves or any(rows[:, MOVE].tolist() != moves for rows in counts):
        return  # one of them has not come so far
    news = [rows[:, COUNTED] - each.shared for rows, each in zip(counts, trees, strict=True)]
    for rows, own, each in zip(counts, news, trees, strict=True):
        rows[:, COUNTED] += sum(news) - own
        each.shared = rows[:, COUNTED]


def rewards_of(game: Game, board: Sequence[int]) -> list[int]:
    """What each set of winners is worth to each seat, 0 to FULL, by 8 * set + seat."""
    return _rewards(game, tuple(board))


@lru_cache(maxsize=16)
def _rewards(game: Game, board: tuple[int, ...]) -> list[int]:
    rewards = [0] * (8 << MOST_SEATS)
    for winners in range(1 << board[SEATS]):
        seats = tuple(seat for seat in range(board[SEATS]) if winners >> seat & 1)
        for seat, share in enumerate(game.shares(list(board), seats)):
            rewards[8 * winners + seat] = round(share * tree.FULL)
    return rewards
