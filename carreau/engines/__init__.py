"""Opponents and analysis. Every search runs in a process of its own; what is exported here hides that."""

from __future__ import annotations

import atexit
import math
import os
import secrets
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from carreau.engines.analysis import LEVELS, RANGES, Analysis, Limits, Line
from carreau.rules.errors import BadPosition
from carreau.rules.language import Text
from carreau.rules.legs import TwoLegs
from carreau.rules.options import bad_option, whole_number
from carreau.rules.state import State

if TYPE_CHECKING:
    from carreau.engines.pool import Pool

__all__ = ["LEVELS", "Analysis", "Limits", "Line", "analyse", "analysing", "choose", "default_pool"]

DEFAULT_SECONDS = 1.0


def analyse(
    state: State | TwoLegs,
    seconds: float | None = None,
    nodes: int | None = None,
    *,
    threads: int = 1,
    memory: int = 256,
    seed: int = 0,
) -> Analysis:
    """What is to be played here, and why: at most so many seconds or nodes, one second by default.

    Only what the seat to move may know is used. `memory` is in MB.
    """
    return deque(analysing(state, seconds, nodes, threads=threads, memory=memory, seed=seed), maxlen=1)[0]


def analysing(
    state: State | TwoLegs,
    seconds: float | None = None,
    nodes: int | None = None,
    *,
    threads: int = 1,
    memory: int = 256,
    seed: int = 0,
) -> Iterator[Analysis]:
    """The same as it is found, several times a second; leaving the iteration ends the search."""
    limits = Limits(
        seconds=_seconds(DEFAULT_SECONDS if seconds is None and nodes is None else seconds),
        nodes=None if nodes is None else _whole("nodes", nodes),
        every=True,
        threads=_whole("threads", threads),
        memory=_whole("memory", memory),
        seed=_whole("seed", seed),
    )
    from carreau.engines.process import seen_by

    return _searched(seen_by(None, _position(state)), limits)


def _searched(view: State, limits: Limits) -> Iterator[Analysis]:
    """The search begins with the first step: one that nobody looks at would have nobody to end it."""
    yield from default_pool().submit(view, limits).snapshots()


def choose(state: State | TwoLegs, level: int = 5, *, seed: int | None = None) -> str:
    """The move of a computer opponent of level 1 to 8; up to level 7, the same one for the same seed.

    In called Squaryd it may be a claim, which weak levels overlook now and then.
    """
    level = _whole("level", level)
    limits = Limits(
        level=level,
        seed=secrets.randbits(31) if seed is None else _whole("seed", seed),
    )
    from carreau.engines.process import seen_by
    from carreau.engines.speech import claim

    position = _position(state)
    said = claim(seen_by(None, position), level, limits.seed)
    if said is not None:
        return said
    request = default_pool().submit(position, limits)
    try:
        return request.result().best
    finally:
        request.cancel()  # in vain, unless the wait was interrupted


def _position(given: object) -> State:
    """The position to think about: of a match of two legs, the one in the leg that is being played."""
    state = given.state if isinstance(given, TwoLegs) else given
    if not isinstance(state, State):
        kind = type(given).__name__
        raise BadPosition(Text(f"expected a state or a view of one, not {kind}",
                               f"on attend une position ou sa vue, et non {kind}"))  # fmt: skip
    return state


def _seconds(given: float | None) -> float | None:
    if given is None:
        return None
    try:
        number = math.nan if isinstance(given, bool | str) else float(given)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    most = RANGES["seconds"][1]
    if not 0 < number <= most:
        raise bad_option("seconds", given, Text(f"more than 0, at most {most}", f"plus de 0, au plus {most}"))
    return number


def _whole(name: str, given: object) -> int:
    lowest, highest = RANGES[name]
    number = whole_number(given)
    if number is None or not lowest <= number <= highest:
        raise bad_option(name, given, Text(f"{lowest} to {highest}", f"{lowest} à {highest}"))
    return number


_pools: dict[int, Pool] = {}


def default_pool() -> Pool:
    """The pool that the functions above use: one a process, made when it is first needed, closed at exit."""
    from carreau.engines.pool import Pool

    process = os.getpid()  # a fork needs engines of its own
    if process not in _pools:
        ours = Pool()
        if _pools.setdefault(process, ours) is ours:
            atexit.register(ours.close)
    return _pools[process]
