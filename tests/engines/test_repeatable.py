"""A budget of work is the same work on a slow machine: how often the clock is looked at changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

import carreau
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.thinking import Thinker

CASES: list[tuple[str, dict[str, Any], int]] = [
    ("squadro", {"first": 0}, 6),
    ("unlur", {"side": 4}, 6),
    ("united-square", {"deal": 2}, 4),
    ("united-square", {"deal": 2}, 14),  # an exact search takes turns with the tree
    ("united-square", {"deal": 2, "mode": "free-for-all"}, 6),
]


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by itself whenever somebody looks at it."""
    ticks = count()
    return lambda: next(ticks) * step


def thought(state: carreau.State, limits: Limits, *, step: float) -> Analysis:
    assert state.seat is not None
    *_, last = Thinker(clock=ticking(step)).think(state.view(state.seat), limits)
    return replace(last, seconds=0)


@pytest.mark.parametrize(
    "limits", [Limits(nodes=6000, seed=1, every=True), Limits(level=3, seed=3)], ids=["nodes", "level"]
)
@pytest.mark.parametrize(("game", "options", "plies"), CASES)
def test_fast_and_slow_machines_find_the_same(game: str, options: dict[str, Any], plies: int, limits: Limits) -> None:
    random = Random(plies)
    state = carreau.game(game).start(**options)
    for _ in range(plies):
        state = state.play(random.choice(state.moves()))
    fast, usual, slow = (thought(state, limits, step=step) for step in (0.0001, 0.02, 1.0))
    assert fast == usual == slow
