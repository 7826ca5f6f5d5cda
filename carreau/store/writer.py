"""One thread that writes. What waits at the same time is committed together; who waits learns when it is stored."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from carreau.rules.errors import Error
from carreau.rules.language import Text

Job = Callable[[Connection], object]
MOST_WAITING = 20_000
MOST_TOGETHER = 500


class Overloaded(Error):
    """More waits to be stored than can be; nothing of the request was."""


class Waiting(NamedTuple):
    job: Job
    stored: asyncio.Future[None]


class Writer:
    """Jobs are functions of a connection. They may be run twice if a neighbour fails, so they only write.

    A job whose class has a static method `together(jobs, connection)` is done with its neighbours of that class.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.Queue[Waiting | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> asyncio.Future[None]:
        """Done when the job's work is committed, or has failed and left nothing behind.

        Who asked may go away meanwhile: what waits is written all the same.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._jobs.put_nowait(Waiting(job, future))
        except queue.Full:
            raise Overloaded(Text("the server is too busy, try again", "le serveur est débordé, réessayez")) from None
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._batch()
            if batch:
                _tell(self._write(batch))

    def _batch(self) -> tuple[list[Waiting], bool]:
        """All that waits, at least one; False with the last."""
        batch = []
        item = self._jobs.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST_TOGETHER:
                return batch, True
            try:
                item = self._jobs.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _write(self, batch: list[Waiting]) -> list[Outcome]:
        """All in one transaction; if that fails, each in its own, so that only the guilty fail."""
        try:
            with self._engine.begin() as connection:
                _do([waiting.job for waiting in batch], connection)
        except Exception as error:
            if len(batch) == 1:
                return [(batch[0].stored, error)]
            return [outcome for waiting in batch for outcome in self._write([waiting])]
        return [(waiting.stored, None) for waiting in batch]


Outcome = tuple[asyncio.Future[None], Exception | None]


def _tell(outcomes: list[Outcome]) -> None:
    """All of a loop's at once: waking it for each would cost more than the writing."""
    for loop, its in groupby(outcomes, key=lambda outcome: outcome[0].get_loop()):
        with suppress(RuntimeError):  # closed meanwhile; nobody waits there any more
            loop.call_soon_threadsafe(_settle, [*its])


def _settle(outcomes: Iterable[Outcome]) -> None:
    for future, error in outcomes:
        if future.done():  # who asked has gone
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


def _do(jobs: list[Job], connection: Connection) -> None:
    """In order; neighbours that can be done together are."""
    for kind, alike in groupby(jobs, key=type):
        together = getattr(kind, "together", None)
        if together is not None:
            together([*alike], connection)
        else:
            for job in alike:
                job(connection)
