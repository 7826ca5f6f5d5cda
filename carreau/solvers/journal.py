"""What a long solver finds, told to a file bit by bit: a line that says what it is about, then record after record.

Each record has a digest. Reading ends at the first that is not whole, so a process killed in the middle of writing,
or a full disk, costs that record only. From time to time the whole is written anew, without what is out of date; that
takes the place of the file at once. A process writes into the file that it has made itself: two that answer the same
question at the same time do not spoil each other's.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from carreau.solvers.sealed import DIGEST_BYTES, naming, replacing

MAGIC = b"carreau journal 1 "
LENGTH = 8  # bytes of a length
LENGTHS = 2 * LENGTH
SHORT = 1 << 20  # bytes: a shorter journal is not worth writing anew


class Journal:
    """What was kept for another question, or is damaged, is passed over."""

    def __init__(self, file: Path, question: Mapping[str, Any]) -> None:
        self.file = file
        self.size = 0  # bytes, of what this process has written,
        self._begun_with = 0  # and of that when it last wrote all anew
        self._head = MAGIC + json.dumps(question, sort_keys=True).encode() + b"\n"
        self._out: BinaryIO | None = None

    @property
    def wants_all(self) -> bool:
        """Is it to be written anew: not yet by this process, or half of it may be out of date?"""
        return self._out is None or self.size >= max(2 * self._begun_with, SHORT)

    def load(self) -> tuple[dict[str, Any], list[bytes]] | None:
        """What was told last of how things stand, and the bytes of every record; None to begin anew."""
        kept: dict[str, Any] | None = None
        bodies = []
        try:
            with self.file.open("rb") as file:
                if file.read(len(self._head)) == self._head:
                    while record := _read(file):
                        kept, body = record
                        bodies.append(body)
        except OSError:
            return None
        return None if kept is None else (kept, bodies)

    def begin(self, kept: Mapping[str, Any], bodies: Iterable[bytes]) -> None:
        """Put these in place of all there is; on disk when this returns."""
        self.close()
        with replacing(self.file) as out:
            out.write(self._head)
            for body in bodies:
                out.write(_record(kept, body))
            self.size = self._begun_with = out.tell()
        self._out = self.file.open("ab", buffering=0)

    def add(self, kept: Mapping[str, Any], body: bytes) -> None:
        """One record more; on disk when this returns. What could not be written whole is taken back."""
        assert self._out is not None
        record = memoryview(_record(kept, body))
        with naming(self.file):
            try:
                while record:
                    record = record[self._out.write(record) :]
                os.fsync(self._out.fileno())
            except OSError:
                with suppress(OSError):
                    self._out.truncate(self.size)
                raise
        self.size = self._out.tell()

    def close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None

    def forget(self) -> None:
        self.close()
        with suppress(OSError):
            self.file.unlink()


def _record(kept: Mapping[str, Any], body: bytes) -> bytes:
    about = json.dumps(kept, sort_keys=True).encode()
    data = len(about).to_bytes(LENGTH, "little") + len(body).to_bytes(LENGTH, "little") + about + body
    return data + hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()


def _read(file: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    """The next record; None where there is none that is whole."""
    lengths = file.read(LENGTHS)
    about, body = (int.from_bytes(lengths[at : at + LENGTH], "little") for at in (0, LENGTH))
    left = os.fstat(file.fileno()).st_size - file.tell()
    if len(lengths) < LENGTHS or about + body + DIGEST_BYTES > left:
        return None
    data = file.read(about + body)
    total = hashlib.blake2b(lengths, digest_size=DIGEST_BYTES)
    total.update(data)
    if total.digest() != file.read(DIGEST_BYTES):
        return None
    return json.loads(data[:about]), data[about:]
