"""The computers at the table: their moves, what they say, whether they take a draw, and their advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import SystemRandom
from typing import Protocol

from carreau.cli.interrupts import interrupts_wait
from carreau.engines.analysis import LEVELS, Analysis, Limits
from carreau.engines.draws import QUESTION, is_between_allies, takes_draw
from carreau.rules.errors import EngineFailed
from carreau.rules.language import Text
from carreau.rules.state import State

HINT_SECONDS = 2.0
ATTENTION = 0.1  # seconds
_random = SystemRandom()

Progress = Callable[[Analysis], None]


class Thinks(Protocol):
    """What plays: `carreau.engines.pool.Pool`, or a stand-in."""

    def submit(
        self, state: State, limits: Limits, *, thinker: int | None = None, watch: Progress | None = None
    ) -> Future[Analysis]: ...

    def ponder(self, state: State, seat: int) -> object: ...

    def close(self) -> None: ...


class Computers:
    """All computers of a table share one engine, which gets to know only what the thinking seat may."""

    def __init__(self, engine: Thinks, *, ponders: bool = False) -> None:
        self.engine = engine
        self.ponders = ponders

    def ponder(self, state: State, levels: Mapping[int, int]) -> None:
        """Let a computer use a person's time, if that was asked for; only the highest level keeps what it finds."""
        best = [seat for seat, level in levels.items() if level == LEVELS[-1]]
        if self.ponders and best:
            with interrupts_wait():
                self.engine.ponder(state, best[0])

    def move(self, state: State, level: int, progress: Progress) -> str:
        return self._ask(state, Limits(level=level, seed=_random.getrandbits(31)), progress).best

    def advice(self, state: State, progress: Progress) -> Analysis:
        """The best that two seconds find; interrupted, what has been found so far."""
        return self._ask(state, Limits(seconds=HINT_SECONDS, threads=2, every=True), progress, may_be_cut=True)

    def takes_draw(self, state: State, seat: int, *, offered_by: int) -> bool:
        """Would that computer agree to a draw?"""
        if is_between_allies(state, seat, offered_by):
            return True
        return takes_draw(state, seat, self._ask(state, QUESTION, lambda _: None, thinker=seat))

    def claim(self, state: State, seat: int, level: int) -> str | None:
        """What the computer points out, in a game of claims."""
        from carreau.engines.speech import claim

        return claim(state.view(seat), level, _random.getrandbits(31))

    def _ask(
        self,
        state: State,
        limits: Limits,
        progress: Progress,
        *,
        thinker: int | None = None,
        may_be_cut: bool = False,
    ) -> Analysis:
        """The last analysis; an engine that failed has had a second try."""
        found: Analysis | None = None
        news: SimpleQueue[Analysis | None] = SimpleQueue()  # None is the last: answered, or interrupted
        try:
            with interrupts_wait(tell=lambda: news.put(None)):
                request = self.engine.submit(state, limits, thinker=thinker, watch=news.put)
                request.add_done_callback(lambda _: news.put(None))
                try:
                    while (latest := _next(news)) is not None:
                        found = latest
                        progress(found)
                    if request.done():
                        found = request.result()
                finally:
                    request.cancel()  # in vain, unless the wait was interrupted
        except KeyboardInterrupt:
            if found is None or not may_be_cut:
                raise
        if found is None:
            raise EngineFailed(Text("the engine found no move", "le moteur n'a trouvé aucun coup"))
        return found

    def close(self) -> None:
        with interrupts_wait():
            self.engine.close()


def _next(news: SimpleQueue[Analysis | None]) -> Analysis | None:
    """A signal that comes just before a wait does not end it: from time to time Python must have its turn."""
    while True:
        with suppress(Empty):
            return news.get(timeout=ATTENTION)
