"""Squaryd: wins that one seat can force by a threat in every turn; and near the end the whole truth.

A win by threats is proven against every reply. That none is found says only that threats alone do not win; asked for
the whole, the solver tries everything, and tells a draw from a loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.insight import squaryd as insight
from carreau.solvers.insight.squaryd import BY_THREATS, WHOLE
from carreau.solvers.solving import OutOfReach, Progress, Solving
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
    longest: int = 0  # of the games that the win was checked in, in plies


def solve(
    state: State, *, folder: Path, memory: int = 2000, seconds: float | None = None, whole: bool = False,
    check: int = 0,
) -> Solving[Solution]:  # fmt: skip
    """Which seat can force a win: first by threats alone, and if asked for the whole, by anything.

    A win is then played out in `check` games against random replies, through the rules.
    """
    prover = prover_of(state, folder=folder, memory=memory, seconds=seconds)
    assert state.seat is not None
    proven: list[Text] = []
    for mode in (BY_THREATS, WHOLE)[: 1 + whole]:
        for attacker in (state.seat, 1 - state.seat):
            asked = question(state, attacker, mode)
            attack = Attack(prover, insight.facts_of(state.raw_state), attacker, mode, Progress(-1, asked))
            try:
                won = yield from attack.wins(list(state.raw_state))
            except OutOfReach as short:
                raise OutOfReach(so_far(proven, asked, short)) from short
            if won:
                winning = (yield from attack.good(state)) if attacker == state.seat else []
                line = yield from attack.line(state)
                longest = yield from holds_in_games(attack, state, check)
                prover.point.forget()
                return Solution(attacker, mode == WHOLE, winning, line, prover.nodes, prover.spent, longest)
            proven.append(Text(f"{asked.en}: no", f"{asked.fr} : non"))
    prover.point.forget()
    return Solution(None, whole, [], [], prover.nodes, prover.spent)


def question(state: State, attacker: int, mode: int) -> Text:
    name = state.game.seat_name(state.raw_board, state.raw_state, attacker)
    if mode == BY_THREATS:
        return Text(f"does {name.en} win by threats", f"{name.fr} gagne-t-il par menaces")
    return Text(f"does {name.en} win", f"{name.fr} gagne-t-il")


def so_far(proven: list[Text], asked: Text, short: OutOfReach) -> Text:
    """What is proven when the time is over."""
    return Text("; ".join([*(text.en for text in proven), f"{asked.en}: {short.text.en}"]),
                " ; ".join([*(text.fr for text in proven), f"{asked.fr} : {short.text.fr}"]))  # fmt: skip
