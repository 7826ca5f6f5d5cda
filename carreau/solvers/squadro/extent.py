"""How far the tables reach, and what the rest would take, by what the solved layers took."""

from __future__ import annotations

from typing import NamedTuple

from carreau.games.squadro import GAME
from carreau.solvers.sealed import Damaged
from carreau.solvers.squadro.layers import all_layers, size
from carreau.solvers.squadro.tables import Tables, Worth, fresh

SEATS = 2


class Cost(NamedTuple):
    positions: int = 0
    seconds: float = 0.0  # of one core
    bytes: float = 0.0

    def plus(self, other: Cost) -> Cost:
        return Cost(self.positions + other.positions, self.seconds + other.seconds, self.bytes + other.bytes)

    def for_as_many(self, positions: int) -> Cost:
        """What so many positions would cost at the same rate."""
        ratio = positions / self.positions
        return Cost(positions, self.seconds * ratio, self.bytes * ratio)


class Extent(NamedTuple):
    layers: int  # solved
    all_layers: int
    done: Cost
    left: Cost | None  # None where nothing has been measured
    longest: int  # plies of the longest win
    draws: int
    turned_left: int  # layers with all ten pieces turned that are missing
    start: tuple[Worth | None, Worth | None]  # what the start is worth to Yellow, or Red, to move


def extent_of(tables: Tables) -> Extent:
    done: dict[int, Cost] = {}  # by how many pieces are in play: moves, sweeps and bytes go with them
    left: dict[int, int] = {}
    turned_left = longest = draws = 0
    solved = tables.solved()
    for layer in all_layers():
        pieces = sum(len(layer.racing(seat)) for seat in range(SEATS))
        about = solved.get(layer)
        if about is None:
            left[pieces] = left.get(pieces, 0) + SEATS * size(layer.grid)
            turned_left += layer.has_all_turned
            continue
        cost = Cost(SEATS * about["positions"], about["seconds"], tables.path(layer).stat().st_size)
        done[pieces] = done.get(pieces, Cost()).plus(cost)
        longest = max(longest, about["longest"])
        draws += sum(about["draws"])
    total = Cost()
    for cost in done.values():
        total = total.plus(cost)
    return Extent(len(solved), len(all_layers()), total, _rest(done, left), longest, draws, turned_left, _start(tables))


def _rest(done: dict[int, Cost], left: dict[int, int]) -> Cost | None:
    """What the missing layers cost at the rate of solved ones with as many pieces in play, or with the most so far."""
    if not done:
        return None
    total = Cost()
    for pieces, positions in left.items():
        total = total.plus(done.get(pieces, done[max(done)]).for_as_many(positions))
    return total


def _start(tables: Tables) -> tuple[Worth | None, Worth | None]:
    try:
        yellow, red = (tables.worth(fresh(GAME.start(first=seat).raw_state)) for seat in range(SEATS))
    except Damaged:
        return None, None
    return yellow, red
