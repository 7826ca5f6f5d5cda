"""How far the tables reach, and what the rest would take, by what the solved layers took."""

from __future__ import annotations

from typing import NamedTuple

from carreau.games.squadro import GAME
from carreau.solvers.sealed import Damaged
from carreau.solvers.squadro.layers import all_layers, size
from carreau.solvers.squadro.tables import Tables, Worth, fresh

SEATS = 2
ENOUGH = 1_000_000  # positions, for a rate that means something


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
    left: tuple[Cost, Cost] | None  # at least and at most; None where nothing has been measured
    longest: int  # plies of the longest win
    draws: int
    turned_left: int  # layers with all ten pieces turned that are missing
    start: tuple[Worth | None, Worth | None]  # what the start is worth to Yellow, or Red, to move


class _Kind(NamedTuple):
    """Layers that cost about the same for each position: as many pieces in play, as many legs done."""

    pieces: int
    level: int


def extent_of(tables: Tables) -> Extent:
    done: dict[_Kind, Cost] = {}
    left: dict[_Kind, int] = {}
    turned_left = longest = draws = 0
    solved = tables.solved()
    for layer in all_layers():
        kind = _Kind(sum(len(layer.racing(seat)) for seat in range(SEATS)), layer.level)
        about = solved.get(layer)
        if about is None:
            left[kind] = left.get(kind, 0) + SEATS * size(layer.grid)
            turned_left += layer.has_all_turned
            continue
        cost = Cost(SEATS * about["positions"], about["seconds"], tables.path(layer).stat().st_size)
        done[kind] = done.get(kind, Cost()).plus(cost)
        longest = max(longest, about["longest"])
        draws += sum(about["draws"])
    total = Cost()
    for cost in done.values():
        total = total.plus(cost)
    return Extent(len(solved), len(all_layers()), total, _rest(done, left), longest, draws, turned_left, _start(tables))


def _rest(done: dict[_Kind, Cost], left: dict[_Kind, int]) -> tuple[Cost, Cost] | None:
    """What the missing layers cost: at the rate of the earliest solved ones like them, and if it goes on growing."""
    if not done:
        return None
    least, most = Cost(), Cost()
    for kind, positions in left.items():
        near = _nearest(done, kind)
        rate = done[near].for_as_many(positions)
        least = least.plus(rate)
        most = most.plus(rate)
        growth = _growth(done, near).for_as_many(positions)
        steps = max(0, near.level - kind.level)
        most = most.plus(Cost(0, steps * growth.seconds, steps * growth.bytes))
    return least, most


def _growth(done: dict[_Kind, Cost], kind: _Kind) -> Cost:
    """How much dearer a position was than with a leg more done; a kind without a later one grows like its neighbour."""
    seconds = size_growth = 0.0
    for each in (kind, kind._replace(pieces=kind.pieces - 1)):
        here, later = done.get(each), done.get(each._replace(level=each.level + 1))
        if here and later:
            seconds = max(seconds, here.for_as_many(1).seconds - later.for_as_many(1).seconds)
            size_growth = max(size_growth, here.for_as_many(1).bytes - later.for_as_many(1).bytes)
    return Cost(1, seconds, size_growth)


def _nearest(done: dict[_Kind, Cost], kind: _Kind) -> _Kind:
    """The solved kind that is most like another: first by pieces, then by legs; tiny layers tell too little."""
    large = [each for each in done if done[each].positions >= ENOUGH] or list(done)
    return min(large, key=lambda each: (abs(each.pieces - kind.pieces), abs(each.level - kind.level)))


def _start(tables: Tables) -> tuple[Worth | None, Worth | None]:
    try:
        yellow, red = (tables.worth(fresh(GAME.start(first=seat).raw_state)) for seat in range(SEATS))
    except Damaged:
        return None, None
    return yellow, red
