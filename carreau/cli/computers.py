"""The computers at the table: their moves, what they say, whether they take a draw, and their advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import SystemRandom
from typing import Protocol

from carreau.engines.analysis import LEVELS, Analysis, Limits
from carreau.engines.draws import QUESTION, is_between_allies, takes_draw
from carreau.rules.errors import EngineFailed
from carreau.rules.language import Text
from carreau.rules.state import State

HINT_SECONDS = 2.0
_random = SystemRandom()


class Asked(Protocol):
    """A question that is being thought about."""

    def snapshots(self) -> Iterator[Analysis]:
        """What is found, the answer last."""
        ...

    def cancel(self) -> object: ...


class Thinks(Protocol):
    """What plays: `carreau.engines.pool.Pool`, or a stand-in."""

    def submit(self, state: State, limits: Limits, *, thinker: int | None = None) -> Asked: ...

    def ponder(self, state: State, seat: int) -> object: ...

    def close(self) -> None: ...


Progress = Callable[[Analysis], None]


class Computers:
    """All computers of a table share one engine, which gets to know only what the thinking seat may."""

    def __init__(self, engine: Thinks, *, ponders: bool = False) -> None:
        self.engine = engine
        self.ponders = ponders

    def ponder(self, state: State, levels: Mapping[int, int]) -> None:
        """Let a computer use a person's time, if that was asked for; only the highest level keeps what it finds."""
        best = [seat for seat, level in levels.items() if level == LEVELS[-1]]
        if self.ponders and best:
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
        request = self.engine.submit(state, limits, thinker=thinker)
        try:
            for found in request.snapshots():
                progress(found)
        except KeyboardInterrupt:
            if found is None or not may_be_cut:
                raise
        finally:
            request.cancel()  # in vain, unless the wait was interrupted
        if found is None:
            raise EngineFailed(Text("the engine found no move", "le moteur n'a trouvé aucun coup"))
        return found

    def close(self) -> None:
        self.engine.close()
