"""Squaryd: wins that one seat can force by a threat in every turn; and near the end the whole truth.

A win by threats is proven against every reply. That none is found says only that threats alone do not win; asked for
the whole, the solver tries everything, and tells a draw from a loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from carreau.games.squaryd_rules import PAWNS_EACH, SINGLES
from carreau.rules.bits import bit_count
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.insight import squaryd as insight
from carreau.solvers.insight.squaryd import BY_THREATS, WHOLE
from carreau.solvers.solving import UNKNOWN, OutOfReach, Progress, Solving
from carreau.solvers.squaryd_attack import Attack, prover_of
from carreau.solvers.squaryd_check import holds_in_games


@dataclass
class Solution:
    """Who can force a win (None: neither can), how it was asked, all moves that do, and a line of play."""

    winner: int | None
    whole: bool
    winning: list[str]
    line: list[str]
    nodes: int
    seconds: float
    quiet: int = 0  # singles of the attacker that were free before its threats
    longest: int = 0  # of the games that the win was checked in, in plies


def solve(
    state: State, *, folder: Path, memory: int = 2000, seconds: float | None = None, whole: bool = False,
    quiet: int = 0, check: int = 0,
) -> Solving[Solution]:  # fmt: skip
    """Which seat can force a win: first by threats alone, and if asked for the whole, by anything.

    By threats means a threat in every turn, but for the first `quiet` singles of the attacker, which are free.
    A win is then played out in `check` games against random replies, through the rules.
    """
    prover = prover_of(state, folder=folder, memory=memory, seconds=seconds)
    assert state.seat is not None
    proven: list[Text] = []
    for everything in (False, True)[: 1 + whole]:
        for attacker in (state.seat, 1 - state.seat):
            mode = WHOLE if everything else by_threats(state, attacker, quiet)
            asked = question(state, attacker, mode, quiet)
            attack = Attack(prover, insight.facts_of(state.raw_state), attacker, mode, Progress(UNKNOWN, asked))
            try:
                if (yield from attack.wins(list(state.raw_state))):
                    proven.append(Text(f"{asked.en}: yes", f"{asked.fr} : oui"))
                    asked = Text("all moves that do, and a line", "tous les coups qui le font, et une suite")
                    winning = (yield from attack.good(state)) if attacker == state.seat else []
                    line = yield from attack.line(state)
                    longest = yield from holds_in_games(attack, state, check)
                    prover.point.forget()
                    return Solution(attacker, mode == WHOLE, winning, line, prover.nodes, prover.spent, quiet, longest)
            except OutOfReach as short:
                raise OutOfReach(so_far(proven, asked, short)) from short
            proven.append(Text(f"{asked.en}: no", f"{asked.fr} : non"))
    prover.point.forget()
    return Solution(None, whole, [], [], prover.nodes, prover.spent, quiet)


def by_threats(state: State, attacker: int, quiet: int) -> int:
    """The mode of an attack in which so many singles from now on may be quiet."""
    return BY_THREATS + (min(PAWNS_EACH, bit_count(state.raw_state[SINGLES + attacker]) + quiet) if quiet else 0)


def question(state: State, attacker: int, mode: int, quiet: int) -> Text:
    name = state.game.seat_name(state.raw_board, state.raw_state, attacker)
    if mode == WHOLE:
        return Text(f"does {name.en} win", f"{name.fr} gagne-t-il")
    if quiet:
        return Text(f"does {name.en} win by threats after {quiet} quiet moves",
                    f"{name.fr} gagne-t-il par menaces après {quiet} coups calmes")  # fmt: skip
    return Text(f"does {name.en} win by threats", f"{name.fr} gagne-t-il par menaces")


def so_far(proven: list[Text], asked: Text, short: OutOfReach) -> Text:
    """What is proven when the time is over."""
    return Text("; ".join([*(text.en for text in proven), f"{asked.en}: {short.text.en}"]),
                " ; ".join([*(text.fr for text in proven), f"{asked.fr} : {short.text.fr}"]))  # fmt: skip
