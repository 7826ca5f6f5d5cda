"""The eight levels: budgets of work, and what the weak ones overlook.

A budget counts nodes, not seconds, so a level is the same on every machine. The figures come from matches;
see `bench/levels`.
"""

from __future__ import annotations

from dataclasses import dataclass

from carreau.engines.programs import fact, known_of
from carreau.rules.state import State

LEVELS = range(1, 9)


@dataclass(frozen=True)
class Level:
    nodes: int
    blind: int = 0  # of 1024 moves in the search, how many are not seen
    heat: float = 0.0  # how freely it chooses among moves that seem good; 0 always takes the best
    threads: int = 1


TREE = (
    Level(60, 400, 0.6),
    Level(150, 250, 0.4),
    Level(500, 120, 0.25),
    Level(2_000, 40, 0.1),
    Level(8_000),
    Level(32_000),
    Level(128_000),
    Level(500_000, threads=2),
)
ALPHABETA = (
    Level(150, 400, 0.6),
    Level(600, 250, 0.4),
    Level(2_500, 120, 0.25),
    Level(10_000, 40, 0.1),
    Level(50_000),
    Level(300_000),
    Level(2_000_000),
    Level(16_000_000, threads=2),
)


def level_of(state: State, number: int) -> Level:
    """What a level does in this game and mode."""
    known = known_of(state.game)
    if hasattr(known, "levels"):
        own: tuple[Level, ...] = known.levels(state.raw_board)
        return own[number - 1]
    return (ALPHABETA if fact(known, "METHOD") == "alphabeta" else TREE)[number - 1]
