"""Looking back at finished games: every move judged by the computer, once, for all who want to know."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from carreau.engines.analysis import Analysis, Limits
from carreau.engines.pool import Pool, Request
from carreau.engines.review import Judged, chances_of, positions_of, review
from carreau.rules.errors import EngineFailed
from carreau.rules.state import State
from carreau.tables.table import Table

SECONDS = 0.3  # for each position
AT_ONCE = 2  # games; more wait
KEPT = 100  # games whose review is remembered


class Review:
    """What is known so far of one game."""

    def __init__(self, last: State) -> None:
        self.moves = len(last.history)
        self.judged: list[Judged] = []
        self.lines: list[list[tuple[int, float]]] = []  # winning chances: one line for two seats, else one a seat
        self.is_done = False
        self.has_failed = False
        self.listeners: set[Callable[[Review], None]] = set()
        self._last = last
        self._request: Request | None = None
        self._is_unwanted = False

    @property
    def is_of_use(self) -> bool:
        return not self.has_failed and not self._is_unwanted

    def stop(self) -> None:
        self._is_unwanted = True
        if self._request is not None:
            self._request.cancel()

    def run(self, pool: Pool, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread, which waits for engines so that nothing else has to; every change is made in the loop's."""

        def change(what: Callable[..., None], *facts: Any) -> None:
            with suppress(RuntimeError):  # the loop has closed: nobody is left to tell
                loop.call_soon_threadsafe(what, *facts)

        def analysis(state: State) -> Analysis:
            if self._is_unwanted:
                raise CancelledError
            self._request = pool.submit(state, Limits(seconds=SECONDS), client=self)
            return self._request.result()

        judged: list[Judged] = []
        try:
            positions = positions_of(self._last)
            for move in review(positions, analysis):
                judged.append(move)
                change(self._take, move, chances_of(judged, positions[: len(judged) + 1]))
        except (EngineFailed, CancelledError):
            change(self._end, True)
        else:
            change(self._end, False)

    def _take(self, move: Judged, lines: list[list[tuple[int, float]]]) -> None:
        self.judged.append(move)
        self.lines = lines
        self._tell()

    def _end(self, has_failed: bool) -> None:
        self.is_done, self.has_failed = not has_failed, has_failed
        self._tell()

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener(self)


class Reviews:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="review")
        self._reviews: OrderedDict[tuple[str, int], Review] = OrderedDict()

    def listen(self, table: Table, listener: Callable[[Review], None]) -> Review:
        """Be told of the review of a finished game, from what is known already to its end."""
        key = table.id, table.version
        found = self._reviews.get(key)
        if found is None or not found.is_of_use:
            found = self._reviews[key] = Review(table.state)
            loop = asyncio.get_running_loop()
            loop.run_in_executor(self._threads, found.run, self._pool, loop)
        self._reviews.move_to_end(key)
        if len(self._reviews) > KEPT:
            self._reviews.popitem(last=False)
        found.listeners.add(listener)
        listener(found)
        return found

    def leave(self, left: Review, listener: Callable[[Review], None]) -> None:
        """What nobody waits for any more is stopped; what is done is kept."""
        left.listeners.discard(listener)
        if not left.listeners and not left.is_done:
            left.stop()

    async def close(self) -> None:
        for each in self._reviews.values():
            each.stop()
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
