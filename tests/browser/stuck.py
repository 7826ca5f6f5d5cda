"""Positions in which somebody can only pass, found by playing at random."""

from __future__ import annotations

from random import Random
from typing import Any

import carreau


def stuck(game: str, seat: int = 0, **options: Any) -> carreau.State:
    """A position of the game in which that seat can do nothing but pass."""
    for seed in range(400):
        state, random = carreau.game(game).start(**options), Random(seed)
        while state.seat is not None:
            moves = state.moves()
            if moves == ["pass"] and state.seat == seat:
                return state
            state = state.play(random.choice(moves))
    raise AssertionError("nobody has to pass")
