"""The table of alpha-beta: positions that have been searched, two words each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carreau.engines.alphabeta import AGE_SHIFT, AGES, SPREAD
from carreau.engines.arrays import Arrays
from carreau.rules.bits import LOW_63_BITS

ENTRY_BYTES = 16
LEAST_ENTRIES = 1024
PIECE = 1 << 20  # entries looked at together


class Table:
    """Shared by the threads of a search and kept from move to move."""

    def __init__(self, make: Arrays, size: int) -> None:
        self.size = size
        self.age = 0  # entries are marked with it
        self.words = make.zeros(2 * max(LEAST_ENTRIES, size // ENTRY_BYTES))

    @property
    def entries(self) -> int:
        return len(self.words) // 2

    def grow(self, times: int) -> None:
        """Make room, and keep what is there; only for machine code, between two portions of a search."""
        import numpy

        before = self.words
        self.words = numpy.zeros(2 * times * self.entries, dtype=numpy.int64)
        self.size *= times
        for used in _written(before):
            self._put(used)

    def to_pieces(self) -> Iterator[bytes]:
        """All that is written, some at a time; only for machine code."""
        for used in _written(self.words):
            yield used.tobytes()

    def new_pieces(self) -> Iterator[bytes]:
        """The same of what was written since the age began."""
        for used in _written(self.words):
            yield used[used[:, 1] >> AGE_SHIFT == self.age].tobytes()

    def begin_age(self) -> None:
        """From now on entries are new."""
        self.age = (self.age + 1) % AGES

    def take_in(self, entries: bytes) -> None:
        """Write what another table has given, of any size."""
        import numpy

        words = numpy.frombuffer(entries, numpy.int64)
        for used in _written(words):
            self._put(used)

    def _put(self, used: Any) -> None:
        import numpy

        luck = (used[:, 0] ^ used[:, 1]).astype(numpy.uint64) * numpy.uint64(SPREAD) & numpy.uint64(LOW_63_BITS)
        slots = (luck >> numpy.uint64(31)) * numpy.uint64(self.entries) >> numpy.uint64(32)  # as `alphabeta.slot_of`
        self.words.reshape(-1, 2)[slots] = used


def _written(words: Any) -> Iterator[Any]:
    """The entries that are written, some at a time."""
    for at in range(0, len(words), 2 * PIECE):
        entries = words[at : at + 2 * PIECE].reshape(-1, 2)
        yield entries[entries[:, 1] != 0]
