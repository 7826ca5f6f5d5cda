"""A match of two legs: what the first gave one player the second gives the other, and both are added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from carreau.rules.errors import BadOption
from carreau.rules.game import Game
from carreau.rules.language import Text
from carreau.rules.outcome import Outcome
from carreau.rules.state import State


@dataclass(frozen=True)
class TwoLegs:
    """A value like a state: `play` gives the match after a move. The second leg starts when the first ends.

    In the outcome players are numbered by their seats of the first leg, if they change places for the second.
    """

    leg: int  # 1 or 2
    state: State  # of the leg being played
    first_leg: Outcome | None = None

    @property
    def seat(self) -> int | None:
        return self.state.seat

    def moves(self) -> list[str]:
        return self.state.moves()

    def play(self, move: str, seat: int | None = None) -> TwoLegs:
        after = self.state.play(move, seat)
        if after.outcome is None or self.leg == 2:
            return replace(self, state=after)
        second = after.game.start(**after.game.second_leg(dict(after.options)))
        return TwoLegs(2, second, after.outcome)

    @property
    def outcome(self) -> Outcome | None:
        """None until both legs are over; then the sum of both."""
        last = self.state.outcome
        if self.first_leg is None or last is None:
            return None
        second = last.scores[::-1] if self.state.game.swaps_seats else last.scores
        return sum_of_legs(self.first_leg.scores, second)


def sum_of_legs(first: Sequence[float], second: Sequence[float]) -> Outcome:
    scores = tuple(a + b for a, b in zip(first, second, strict=True))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(winners, scores, "two-legs")


def start_two_legs(game: Game, /, **options: Any) -> TwoLegs:
    """The first leg of a match."""
    if not game.has_two_legs:
        raise BadOption(Text(f"{game.id} has no match of two legs", f"{game.id} ne se joue pas en deux manches"))
    return TwoLegs(1, game.start(**game.first_leg(options)))
