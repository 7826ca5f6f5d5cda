"""The first plies of Squadro and what they are worth: these come with Carreau, so that nobody has to make tables first.

They were read from the tables of the whole game (`bench/opening.py` does it again): every position with Red to move
that can arise in the first plies, whoever starts, and further on those in which the winner has played best, whatever
the other side has. With Yellow to move a position is worth what its moves lead to, as in the tables.
"""

from __future__ import annotations

import lzma
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

FILE = Path(__file__).with_name("opening.xz")
COUNT = 4  # bytes: how many positions follow
KEY_BYTES = 8  # their keys, each as what it is more than the one before; then a byte each as in the tables


def opening_value(key: int) -> int | None:
    """The byte of a position with Red to move, by the key that the state keeps; None if it is not among them."""
    keys, values = _opening()
    at = bisect_left(keys, key)
    return values[at] if at < len(keys) and keys[at] == key else None


@cache
def _opening() -> tuple[array[int], bytes]:
    return read_opening(FILE.read_bytes())


def read_opening(data: bytes) -> tuple[array[int], bytes]:
    """The keys, in order, and the values of what `write_opening` has written."""
    plain = lzma.decompress(data)
    values_at = COUNT + KEY_BYTES * int.from_bytes(plain[:COUNT], "little")
    steps = memoryview(plain)[COUNT:values_at].cast("q")
    return array("q", accumulate(steps)), plain[values_at:]


def write_opening(values: Mapping[int, int]) -> bytes:
    keys = sorted(values)
    steps = array("q", (key - before for before, key in zip([0, *keys], keys, strict=False)))
    plain = len(keys).to_bytes(COUNT, "little") + steps.tobytes() + bytes(values[key] for key in keys)
    return lzma.compress(plain, preset=9 | lzma.PRESET_EXTREME)
