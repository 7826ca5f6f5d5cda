"""The memory that a search may have is the memory that it takes, looked at from outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import carreau
from carreau.engines.analysis import Limits
from carreau.engines.process import Engine

MB = 1024  # kB, in which the system counts
STATUS = Path("/proc/self/status")
SEARCHES = {
    "alpha-beta": (carreau.game("squadro").start(first=0), 4_000_000),
    "a tree": (carreau.game("unlur").start(side=6), 60_000),
    "trees of guesses": (carreau.game("united-square").start(mode="free-for-all", deal=1), 60_000),
}


def most_used(engine: Engine) -> int:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{engine.pid}/status").read_text(encoding="ascii"))
    assert found
    return int(found[1])


@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell what a process uses")
@pytest.mark.parametrize("search", SEARCHES)
def test_memory_is_bounded_by_the_option(search: str) -> None:
    """The same work with 8 MB and with 128 MB: the first stays within its bound, which the second needs not."""
    state, nodes = SEARCHES[search]
    with Engine() as engine:
        engine.best(state, Limits(nodes=100, memory=1))
        before = most_used(engine)
        engine.best(state, Limits(nodes=nodes, memory=8))
        little = most_used(engine) - before
        engine.best(state, Limits(nodes=nodes, memory=128))
        much = most_used(engine) - before
    assert little < 12 * MB
    assert much > 16 * MB
