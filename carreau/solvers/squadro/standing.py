"""How a seat's pieces can stand, as arrays for the compiled loops; all facts in them come from the rules' functions."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy

from carreau.games.squadro import HOME, LANES, SPACES, STANDING, sent_back, set_up
from carreau.solvers.squadro.layers import GOALS, STEPS, Side, leg_of

KEPT = 64  # sides whose arrays are kept; neighbouring layers have most of them in common


class Standing(NamedTuple):
    """All ways in which a side's pieces can stand, numbered; the last lane counts fastest."""

    lanes: Any  # those with a piece that is not home
    progress: Any  # of the five pieces, by number of the way
    taken: Any  # the crossings on which they stand: by own lane, then enemy lane
    met: Any  # the same by enemy lane, then own lane: whom an enemy meets there
    falls: Any  # what the number loses when a piece is jumped
    step: Any  # by lane and progress: what it adds to the number, or -1 for a place the piece never has here
    kinds: Any  # by lane: how many places the piece can have
    without: Any  # the number when a piece has ended its leg

    @property
    def ways(self) -> int:
        return len(self.taken)


@lru_cache(KEPT)
def standing_of(side: Side) -> Standing:
    kinds = [len(places) for places in side.places]
    step = steps_of(side)
    progress = numpy.array(list(product(*side.places)), dtype=numpy.int64)
    taken, met, falls, without = [], [], [], []
    for lane, column in enumerate(progress.T):
        words = numpy.array([_words(side.seat, lane, there) for there in range(STEPS)], dtype=numpy.int64)
        taken.append(words[column, 0])
        met.append(words[column, 1])
        back = numpy.array([*map(sent_back, range(HOME)), HOME])
        falls.append(step[lane, column] - step[lane, back[column]])
        goal = (*GOALS, HOME)[leg_of(side.places[lane][0])]
        without.append(number(steps_of(side.with_places(lane, (goal,))), progress, leaving=lane))
    lanes = [lane for lane in range(LANES) if side.places[lane] != (HOME,)]
    return Standing(
        lanes=numpy.array(lanes, dtype=numpy.int64), progress=progress.ravel(), taken=sum(taken), met=sum(met),
        falls=_flat(falls), step=step.ravel(), kinds=numpy.array(kinds, dtype=numpy.int64), without=_flat(without),
    )  # fmt: skip


def steps_of(side: Side) -> Any:
    """What each progress of a lane adds to the number of a way; -1 where the side has no such place."""
    step = numpy.full((LANES, STEPS), -1, dtype=numpy.int64)
    weight = 1
    for lane in reversed(range(LANES)):
        for digit, progress in enumerate(side.places[lane]):
            step[lane, progress] = digit * weight
        weight *= len(side.places[lane])
    return step


def number(step: Any, progress: Any, *, leaving: int = -1) -> Any:
    """The numbers of ways to stand, -1 for those that a side does not have; a piece that leaves is where it must be."""
    parts = [step[lane, progress[:, lane]] for lane in range(LANES) if lane != leaving]
    total = sum(parts)
    for part in parts:
        total[part < 0] = -1
    return total


def numbers_in(side: Side, other: Side) -> Any:
    """Where another side's ways to stand are among this side's; -1 for those that are not."""
    return number(steps_of(side), standing_of(other).progress.reshape(-1, LANES))


def _words(seat: int, lane: int, progress: int) -> tuple[int, int]:
    """The crossing where a piece stands as two bits, one for each order of lanes; as the kernel keeps them."""
    places = [0] * (2 * LANES)
    places[LANES * seat + lane] = progress
    lanes = set_up(places, 0)[STANDING + SPACES * (1 - seat) :][:LANES]
    taken = sum(1 << LANES * lane + enemy for enemy in range(LANES) if lanes[enemy])
    return taken, sum(word << LANES * enemy for enemy, word in enumerate(lanes))


def _flat(by_lane: list[Any]) -> Any:
    return numpy.stack(by_lane, axis=1).astype(numpy.int64).ravel()
