"""Arrays for the two speeds: int64 arrays for machine code, plain lists for the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Arrays:
    def __init__(self, *, compiled: bool) -> None:
        self.compiled = compiled

    def of(self, words: Sequence[int]) -> Any:
        if not self.compiled:
            return list(words)
        import numpy

        return numpy.array(words, dtype=numpy.int64)

    def zeros(self, n: int) -> Any:
        """So many zeros; the system gives the memory page by page, as it is used."""
        if not self.compiled:
            return [0] * n
        import numpy

        return numpy.zeros(n, dtype=numpy.int64)

    def rows(self, rows: int, words: int) -> Any:
        if not self.compiled:
            return [[0] * words for _ in range(rows)]
        import numpy

        return numpy.zeros((rows, words), dtype=numpy.int64)
