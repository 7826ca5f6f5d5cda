"""Squaryd: wins that one seat can force by a threat in every turn; and near the end the whole truth.

A win by threats is proven against every reply. That none is found says only that threats alone do not win; asked for
the whole, the solver tries everything, and tells a draw from a loss.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from carreau.games.squaryd_rules import PAWNS_EACH, SINGLES
from carreau.rules.bits import bit_count
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.insight import squaryd as insight
from carreau.solvers.insight.squaryd import BY_THREATS, WHOLE
from carreau.solvers.proving import Prover
from carreau.solvers.solving import UNKNOWN, OutOfReach, Progress, Solving
from carreau.solvers.squaryd_attack import Attack, prover_of
from carreau.solvers.squaryd_check import holds_in_games


class Finding(NamedTuple):
    """Whether a seat can force a win: by threats, or by whatever it likes."""

    attacker: int
    whole: bool
    wins: bool


@dataclass
class Solution:
    """Who can force a win (None: nobody, or not decided), how it was asked, all moves that do, and a line of play."""

    winner: int | None
    whole: bool
    winning: list[str]
    line: list[str]
    nodes: int
    seconds: float
    quiet: int = 0  # singles of the attacker that were free before its threats
    longest: int = 0  # of the games that the win was checked in, in plies
    proven: list[Finding] = field(default_factory=list)  # in the order in which it was asked
    is_out_of_time: bool = False  # moves, the line, the check or, where nobody wins, answers may be missing


def solve(
    state: State, *, folder: Path, memory: int = 2000, seconds: float | None = None, whole: bool = False,
    quiet: int = 0, check: int = 0,
) -> Solving[Solution]:  # fmt: skip
    """Which seat can force a win: first by threats alone, and if asked for the whole, by anything.

    By threats means a threat in every turn, but for the first `quiet` singles of the attacker, which are free.
    A win is then played out in `check` games against random replies, through the rules.
    """
    prover = prover_of(state, folder=folder, memory=memory, seconds=seconds)
    found = Solution(None, whole, [], [], 0, 0.0, quiet)
    try:
        yield from _decide(found, state, prover, check)
        prover.forget()
    except OutOfReach:  # a proof gives up for want of time alone
        found.is_out_of_time = True
    finally:
        prover.save()
    found.nodes, found.seconds = prover.nodes, prover.spent
    return found


def _decide(found: Solution, state: State, prover: Prover, check: int) -> Solving[None]:
    """Ask until a seat wins, then for its moves; what is found is noted as soon as it is proven."""
    assert state.seat is not None
    for whole in (False, True)[: 1 + found.whole]:
        for attacker in (state.seat, 1 - state.seat):
            mode = WHOLE if whole else by_threats(state, attacker, found.quiet)
            asked = Progress(UNKNOWN, question(state, attacker, whole=whole, quiet=found.quiet))
            attack = Attack(prover, insight.facts_of(state.raw_state), attacker, mode, asked)
            wins = yield from attack.wins(list(state.raw_state))
            found.proven.append(Finding(attacker, whole, wins))
            if wins:
                found.winner, found.whole, found.winning = attacker, whole, attack.winning
                if attacker == state.seat:
                    yield from attack.good(state)
                attack.doing = Progress(UNKNOWN, Text("a line of play", "une suite du jeu"))
                found.line = yield from attack.line(state)
                found.longest = yield from holds_in_games(attack, state, check)
                return


def by_threats(state: State, attacker: int, quiet: int) -> int:
    """The mode of an attack in which so many singles from now on may be quiet."""
    return BY_THREATS + (min(PAWNS_EACH, bit_count(state.raw_state[SINGLES + attacker]) + quiet) if quiet else 0)


def question(state: State, attacker: int, *, whole: bool, quiet: int) -> Text:
    name = state.game.seat_name(state.raw_board, state.raw_state, attacker)
    if whole:
        return Text(f"does {name.en} win", f"{name.fr} gagne-t-il")
    if quiet:
        return Text(f"does {name.en} win by threats after {quiet} quiet moves",
                    f"{name.fr} gagne-t-il par menaces après {quiet} coups calmes")  # fmt: skip
    return Text(f"does {name.en} win by threats", f"{name.fr} gagne-t-il par menaces")
