"""An ending that is being searched out, kept on disk every few seconds: where its walks stand, and the table.

From where its walks stand a search goes on exactly; the table saves it from searching positions again. Of the table,
which may be large, only what is new is written, as often as a small share of the time allows.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from carreau.solvers.journal import Journal
from carreau.solvers.sealed import Checkpoint

SAVE_EVERY = 5.0  # seconds
TABLE_SHARE = 10  # of the time, one part in so many may go into writing the table


class _Table(Protocol):
    @property
    def size(self) -> int: ...
    def to_pieces(self) -> Iterator[bytes]: ...
    def new_pieces(self) -> Iterator[bytes]: ...
    def begin_age(self) -> None: ...


class Keepable(Protocol):
    """A search that can be kept."""

    @property
    def table(self) -> _Table: ...
    def found(self) -> tuple[dict[str, Any], bytes]: ...
    def remember(self, facts: dict[str, Any], walks: bytes) -> None: ...
    def remember_table(self, size: int, pieces: Iterable[bytes]) -> None: ...


class Kept:
    """What is kept of a search, in two files. What other code has written may mean something else: it is not read."""

    def __init__(self, checkpoint: Checkpoint, search: Keepable, **more: Any) -> None:
        """`more`: what the question is beside what the checkpoint says, and the code that answers it."""
        self.search = search
        question = {**checkpoint.question, **more}
        self.moves = Checkpoint(checkpoint.file, question)
        self.table = Journal(checkpoint.file.with_name(f"{checkpoint.file.name}.table"), question)
        self._next_save = time.monotonic() + SAVE_EVERY
        self._next_table = self._next_save
        self._remember()

    def _remember(self) -> None:
        if table := self.table.load():
            self.search.remember_table(table[0]["size"], table[1])
        if moves := self.moves.load():
            self.search.remember(*moves)

    def save_if_due(self) -> None:
        now = time.monotonic()
        if now >= self._next_save:
            if now >= self._next_table:
                self._save_table()
            self._save_moves()

    def save(self) -> None:
        self._save_table()
        self._save_moves()

    def _save_moves(self) -> None:
        self.moves.save(*self.search.found())
        self._next_save = time.monotonic() + SAVE_EVERY

    def _save_table(self) -> None:
        began = time.monotonic()
        table, kept = self.search.table, {"size": self.search.table.size}
        if self.table.wants_all:
            self.table.begin(kept, table.to_pieces())
        else:
            self.table.add(kept, b"".join(table.new_pieces()))
        table.begin_age()
        now = time.monotonic()
        self._next_table = now + TABLE_SHARE * (now - began)

    def forget(self) -> None:
        self.moves.forget()
        self.table.forget()
