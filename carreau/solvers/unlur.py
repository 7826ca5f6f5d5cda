"""Unlur from any position: who wins, by which moves, and how play goes.

Once the colours are settled this is a question for a proof. The contract is played on top: its stones are all black, so
a position in it is a set, and who is to move wins if Black does from this set with White to move (then passing wins),
or if some stone leaves the other seat a set from which it does not win.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from carreau.games import unlur
from carreau.games.unlur import BLACK, CELLS, EMPTIES, PASS, SIDE, UNDECIDED
from carreau.rules.binding import Program
from carreau.rules.game import Game
from carreau.rules.kernel import OVER, SEAT, WINNERS
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.insight import unlur as insight
from carreau.solvers.insight.unlur_facts import MOST_EMPTIES, facts_of
from carreau.solvers.insight.unlur_webs import room
from carreau.solvers.proving import Deciding, Prover, kept_proofs, program_of
from carreau.solvers.solving import UNKNOWN, OutOfReach, Progress, Solving, looking_at

FIRST_WORK, MORE_WORK = 256, 4  # nodes for a question when it is first asked, and how many times more the next time


@dataclass
class Solution:
    """Who wins (None: not decided), the moves that do and those that do not; a line of play that gets there.

    When time runs out some moves are in neither list, or there is no line.
    """

    winner: int | None
    winning: list[str]
    losing: list[str]
    line: list[str]
    nodes: int
    seconds: float
    is_out_of_time: bool = False


@dataclass
class Solver:
    """Answers about one position and those that come of it."""

    state: State
    prover: Prover
    facts: list[int]
    doing: Progress = field(default_factory=lambda: Progress(UNKNOWN))
    known: dict[tuple[int, ...], bool] = field(default_factory=dict)  # does the seat to move win, by the key

    @cached_property
    def far(self) -> list[int]:
        """How far each cell is from the centre, as a square."""
        return [u * u + 3 * v * v for u, v in unlur.spots(self.board[SIDE])]

    @property
    def board(self) -> list[int]:
        return self.state.raw_board

    @property
    def nodes(self) -> int:
        return self.prover.nodes

    def wins(self, words: list[int]) -> Deciding:
        """Does the seat to move win?"""
        if words[BLACK] == UNDECIDED:
            return (yield from self._wins_contract(words))
        notes = insight.notes_of(self.board, self.facts, words)
        white = 1 - words[BLACK]  # what the table keeps is said of one colour, whoever asks
        return (yield from self.prover.decide(words, notes, white, lambda: self.doing)) == (words[SEAT] == white)

    def _wins_contract(self, words: list[int]) -> Deciding:
        notes = insight.notes_of(self.board, self.facts, words)
        key = insight.key(self.facts, notes)[:1]
        if key not in self.known:
            found = False
            for move in self.moves(words):
                found = yield from self.is_good(words, move)
                if found:
                    break
            self.known[key] = found
        return self.known[key]

    def is_good(self, words: list[int], move: int) -> Deciding:
        """Does the seat to move win by this move?"""
        after = self.after(words, move)
        if after[SEAT] == OVER:
            return bool(after[WINNERS] >> words[SEAT] & 1)
        return not (yield from self.wins(after))

    def moves(self, words: list[int]) -> list[int]:
        """Passing first, the question that all others rest on; then from the centre, where a stone settles most."""
        out = [0] * (self.board[CELLS] + 1)
        found = unlur.moves(self.board, words, out)
        return sorted(out[:found], key=lambda move: -1 if move == PASS else self.far[move])

    def after(self, words: list[int], move: int) -> list[int]:
        after = list(words)
        unlur.play(self.board, after, move)
        return after

    def judging(self, words: list[int], judged: dict[int, bool]) -> Solving[None]:
        """Decide which moves win, and note each as it is decided."""
        moves = self.moves(words)
        if words[BLACK] == UNDECIDED:
            for move in moves:
                judged[move] = yield from self.is_good(words, move)
        elif (yield from self.wins(words)):
            yield from self._judging_all(words, moves, judged)
        else:
            judged.update(dict.fromkeys(moves, False))

    def _judging_all(self, words: list[int], moves: list[int], judged: dict[int, bool]) -> Solving[None]:
        """One of the moves wins, and is known to: a little work for each finds it, then more decides the others."""
        work = FIRST_WORK
        while len(judged) < len(moves):
            for move in moves:
                if move not in judged:
                    found = yield from self._within(work, self.is_good(words, move))
                    if found is not None:
                        judged[move] = found
            work *= MORE_WORK

    def _within(self, nodes: int, deciding: Deciding) -> Generator[Progress, None, bool | None]:
        """The answer, or None if it takes more nodes."""
        self.prover.most_nodes = self.prover.nodes + nodes
        try:
            return (yield from deciding)
        except OutOfReach:
            return None
        finally:
            self.prover.most_nodes = None

    def line(self, words: list[int], winner: int) -> Solving[list[int]]:
        """The winner plays moves that win, the other seat what does not lose at once if there is such."""
        played: list[int] = []
        while words[SEAT] != OVER:
            move = -1
            for move in self.moves(words):
                if words[SEAT] == winner:
                    good = yield from self.is_good(words, move)
                else:
                    good = not self._loses_at_once(words, move)
                if good:
                    break
            played.append(move)
            words = self.after(words, move)
        return played

    def _loses_at_once(self, words: list[int], move: int) -> bool:
        after = self.after(words, move)
        if after[SEAT] == OVER:
            return True
        ends = (self.after(after, reply) for reply in self.moves(after))
        return any(end[SEAT] == OVER and end[WINNERS] >> after[SEAT] & 1 for end in ends)


def program(game: Game) -> Program:
    """The machine code of the proofs."""
    return program_of(game, insight)


def solve(state: State, *, folder: Path, memory: int = 2000, seconds: float | None = None) -> Solving[Solution]:
    """Who wins from this position; every move is decided, if the time allows."""
    solver = solver_of(state, folder=folder, memory=memory, seconds=seconds)
    words = list(state.raw_state)
    assert state.seat is not None
    decided: dict[str, bool] = {}
    winner: int | None = None
    line: list[int] = []
    is_out_of_time = False
    try:
        moves = solver.moves(words)
        for number, move in enumerate(moves):
            name = state.game.write_move(state.raw_board, words, move)
            solver.doing = looking_at(name, number, len(moves))
            yield solver.doing
            decided[name] = yield from solver.is_good(words, move)
            winner = state.seat if decided[name] else winner
        winner = 1 - state.seat if winner is None else winner
        line = yield from solver.line(words, winner)
        solver.prover.forget()
    except OutOfReach:  # a proof gives up for want of time alone
        is_out_of_time = True
    finally:
        solver.prover.save()
    winning, losing = ([move for move in state.moves() if decided.get(move) is good] for good in (True, False))
    played = [state.game.write_move(state.raw_board, words, move) for move in line]
    return Solution(winner, winning, losing, played, solver.prover.nodes, solver.prover.spent, is_out_of_time)


def solver_of(state: State, *, folder: Path | None, memory: int, seconds: float | None) -> Solver:
    """Without a folder nothing is kept."""
    board, words = state.raw_board, list(state.raw_state)
    if words[SEAT] == OVER:
        raise OutOfReach(Text("the game is over", "la partie est finie"))
    if words[EMPTIES] > MOST_EMPTIES:
        raise OutOfReach(Text(f"{words[EMPTIES]} empty cells are out of reach; {MOST_EMPTIES} at most",
                              f"{words[EMPTIES]} cases vides, c'est hors de portée ; {MOST_EMPTIES} au plus",
                              ))  # fmt: skip
    facts = facts_of(board, words)
    point = kept_proofs(folder, state) if folder else None
    prover = Prover(
        program(state.game), board, facts, words=len(words), notes=2 * facts[0], moves=board[CELLS] + 1,
        plies=words[EMPTIES] + 1, positions=3 ** words[EMPTIES], memory=memory, point=point,
        scratch=room(board[CELLS]), seconds=seconds,
    )  # fmt: skip
    return Solver(state, prover, facts)
