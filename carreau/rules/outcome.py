"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """Who won, with what scores, why, and the cells that show it.

    A draw has every seat in `winners`, a failed solitaire none. Games without points score 1 for a win,
    0 for a loss and 0.5 for a draw.
    """

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str
    cells: tuple[str, ...] = ()


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a set kept as bits."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def plain_scores(winners: tuple[int, ...], seats: int) -> tuple[float, ...]:
    """The scores of a game without points."""
    if len(winners) == seats > 1:
        return (0.5,) * seats
    return tuple(1 if seat in winners else 0 for seat in range(seats))
