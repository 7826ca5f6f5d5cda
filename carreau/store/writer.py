"""One thread that writes. What waits at the same time is committed together; who waits learns when it is stored."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from itertools import groupby

from sqlalchemy import Connection, Engine

from carreau.rules.errors import Error
from carreau.rules.language import Text

Job = Callable[[Connection], object]
MOST_WAITING = 20_000
MOST_TOGETHER = 500


class Overloaded(Error):
    """More waits to be stored than can be; nothing of the request was."""


class Writer:
    """Jobs are functions of a connection. They may be run twice if a neighbour fails, so they only write.

    A job whose class has a static method `together(jobs, connection)` is done with its neighbours of that class.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.Queue[tuple[Job, Future[None]] | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[None]:
        """The future is done when the job's work is committed, or has failed and left nothing behind."""
        future: Future[None] = Future()
        try:
            self._jobs.put_nowait((job, future))
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
            wanted = [each for each in batch if each[1].set_running_or_notify_cancel()]
            if wanted:
                self._write(wanted)

    def _batch(self) -> tuple[list[tuple[Job, Future[None]]], bool]:
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

    def _write(self, batch: list[tuple[Job, Future[None]]]) -> None:
        """All in one transaction; if that fails, each in its own, so that only the guilty fail."""
        try:
            with self._engine.begin() as connection:
                _do([job for job, _ in batch], connection)
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
            else:
                for each in batch:
                    self._write([each])
            return
        for _, future in batch:
            future.set_result(None)


def _do(jobs: list[Job], connection: Connection) -> None:
    """In order; neighbours that can be done together are."""
    for kind, alike in groupby(jobs, key=type):
        together = getattr(kind, "together", None)
        if together is not None:
            together([*alike], connection)
        else:
            for job in alike:
                job(connection)
