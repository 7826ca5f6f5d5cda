"""One seat's attack in Squaryd: which of its moves win, and what it plays next."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from carreau.games.squaryd_rules import CALLED, EMPTY, THREATS, is_filling
from carreau.rules.bits import bit_count
from carreau.rules.errors import BadOption
from carreau.rules.kernel import OVER, SEAT, WINNERS
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.insight import squaryd as insight
from carreau.solvers.insight.squaryd import may_be_quiet
from carreau.solvers.proving import Deciding, Prover, kept_proofs, program_of
from carreau.solvers.solving import OutOfReach, Progress, Solving, looking_at

LONGEST_LIST = 2 * 48


def prover_of(state: State, *, folder: Path, memory: int, seconds: float | None = None) -> Prover:
    refuse(state)
    facts = insight.facts_of(state.raw_state)
    empty = bit_count(state.raw_state[EMPTY])
    return Prover(
        program_of(state.game, insight), state.raw_board, facts, words=len(state.raw_state), notes=2 * facts[0],
        moves=LONGEST_LIST, plies=empty + 1, positions=5**empty, memory=memory, point=kept_proofs(folder, state),
        seconds=seconds,
    )  # fmt: skip


def refuse(state: State) -> None:
    if state.seat is None:
        raise OutOfReach(Text("the game is over", "la partie est finie"))
    if state.raw_board[CALLED]:
        raise BadOption(Text("games with called squares are not solved; give the same pawns with the referee",
                             "les parties annoncées ne se résolvent pas ; donnez les mêmes pions avec l'arbitre",
                             ))  # fmt: skip


@dataclass
class Attack:
    """One seat's attack, from one position and those that come of it."""

    prover: Prover
    facts: list[int]
    attacker: int
    mode: int
    doing: Progress
    winning: list[str] = field(default_factory=list)

    def wins(self, words: list[int]) -> Deciding:
        """Can the attacker force a win from here?"""
        if words[SEAT] == OVER:
            return words[WINNERS] == 1 << self.attacker
        notes = insight.notes_of(self.facts, words, self.attacker, self.mode)
        tell = lambda: self.doing  # noqa: E731
        return (yield from self.prover.decide(words, notes, self.attacker, tell, mode=self.mode))

    def after(self, state: State) -> dict[str, State]:
        """What comes of each move, those that the attacker may not play left out."""
        found = {move: state.play(move) for move in state.moves()}
        if state.seat != self.attacker or not has_choice(state) or may_be_quiet(state.raw_state, self.mode):
            return found
        return {move: after for move, after in found.items() if after.outcome or is_threat(after)}

    def good(self, state: State) -> Solving[None]:
        """Find the moves after which the attacker wins; those found stay when time runs out."""
        after = self.after(state)
        for number, (move, following) in enumerate(after.items()):
            self.doing = looking_at(move, number, len(after))
            if (yield from self.wins(list(following.raw_state))):
                self.winning.append(move)

    def choice(self, state: State) -> Solving[str]:
        """A move of the attacker that wins, where there is one; one that wins at once before all."""
        after = self.after(state)
        for move in sorted(after, key=lambda move: after[move].outcome is None):
            if (yield from self.wins(list(after[move].raw_state))):
                return move
        raise AssertionError("a won position has a move that wins")

    def line(self, state: State) -> Solving[list[str]]:
        """The attacker plays to win; the other seat parries, and else lives as long as one reply lets it."""
        played = []
        while state.outcome is None:
            if state.seat == self.attacker:
                move = yield from self.choice(state)
            else:
                move = longest_living(state)
            state = state.play(move)
            played.append(move)
        return played


def has_choice(state: State) -> bool:
    """Is the seat to move neither facing a threat nor filling the board, so that its single is a choice?"""
    return not is_filling(state.raw_state) and not any(move.endswith("*") for move in state.moves())


def is_threat(after: State) -> bool:
    """Has the single just put left something to double?"""
    words, enemy = after.raw_state, 1 - after.raw_state[SEAT]
    return words[THREATS + enemy] & words[EMPTY] != 0


def longest_living(state: State) -> str:
    """A reply after which the other seat does not win at once, if there is one: doubled pawns first."""
    moves = sorted(state.moves(), key=lambda move: not move.endswith("*"))
    for move in moves:
        after = state.play(move)
        if after.outcome is None and not wins_at_once(after, 1 - state.raw_state[SEAT]):
            return move
    return moves[0]


def wins_at_once(state: State, seat: int) -> bool:
    after = (state.play(move) for move in state.moves()) if state.seat == seat else ()
    return any(each.outcome is not None and each.outcome.winners == (seat,) for each in after)
