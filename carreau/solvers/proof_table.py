"""The table of a proof: as large as it is filled, never larger than it may be, and what of it is worth keeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from carreau.solvers.proof import ENTRY, PLACES
from carreau.solvers.solving import OutOfReach, no_memory

MEGABYTE = 1_000_000
ENTRY_BYTES = 8 * ENTRY
FIRST_PLACES = 1 << 15
GROWTH = 4
PIECE = 1 << 18  # entries looked at together
LENGTH_BITS = 6  # of an entry's numbers: how long the work for them is, in binary
NUMBERS = 2  # the word of an entry that holds them; 0 where nothing was written


class ProofTable:
    """The words of `proof.py`'s table; `restore` is its loop that writes entries into one."""

    def __init__(self, restore: Callable[..., None], *, memory: int, positions: int) -> None:
        """`positions` says how many there can be at most: the table need not be larger. Memory is in MB."""
        self._restore = restore
        self._most = max(1024, min(memory * MEGABYTE // (ENTRY_BYTES * PLACES), positions // PLACES + 1))
        self.filled = 0  # entries at most
        self.words = self._room_for(min(self._most, FIRST_PLACES))

    @property
    def places(self) -> int:
        return len(self.words) // (ENTRY * PLACES)

    def _room_for(self, places: int) -> Any:
        import numpy

        try:
            return numpy.zeros(ENTRY * PLACES * places, numpy.int64)
        except MemoryError:
            raise no_memory(ENTRY_BYTES * PLACES * places // MEGABYTE) from None

    def make_room(self, more: int = 0) -> None:
        """A table larger than what is written into it costs memory and time: it grows as it fills.

        Where there is no memory to grow, it stays as it is: what has cost least gives way.
        """
        places = self.places
        while self.filled + more > places * PLACES // 2 and places < self._most:
            places = min(self._most, GROWTH * places)
        if places == self.places:
            return
        try:
            larger = self._room_for(places)
        except OutOfReach:
            self._most = self.places
            return
        self._restore(larger, self.words)
        self.words = larger

    def take_in(self, entries: bytes) -> None:
        """Write entries that were kept."""
        import numpy

        self.filled += len(entries) // ENTRY_BYTES
        self._restore(self.words, numpy.frombuffer(entries, numpy.int64).copy())

    def entries_of(self, length: int) -> Iterator[bytes]:
        """The entries whose work is so long in binary, or longer."""
        for entries, lengths in self._pieces():
            yield entries[lengths >= length].tobytes()

    def length_of(self, most: int) -> int:
        """How long, in binary, the work must be for no more than so many entries to be worth keeping."""
        import numpy

        counts = [0] * (1 << LENGTH_BITS)
        for _, lengths in self._pieces():
            for length, count in enumerate(numpy.bincount(lengths)):
                counts[length] += int(count)
        kept, length = 0, len(counts)
        while length > 0 and kept + counts[length - 1] <= most:
            length -= 1
            kept += counts[length]
        return length

    def _pieces(self) -> Iterator[tuple[Any, Any]]:
        """The entries that are written, some at a time, each with how long its work is."""
        for at in range(0, len(self.words), ENTRY * PIECE):
            entries = self.words[at : at + ENTRY * PIECE].reshape(-1, ENTRY)
            entries = entries[entries[:, NUMBERS] != 0]
            yield entries, entries[:, NUMBERS] & (1 << LENGTH_BITS) - 1
