"""The time of each seat: what is left, who uses it up, and when it is over. The present moment is always given."""

from __future__ import annotations

from dataclasses import dataclass, replace

from carreau.tables.entries import Pace


@dataclass(frozen=True, slots=True)
class Clock:
    """Milliseconds. A live clock runs down over the game; a daily one starts afresh with every turn."""

    pace: Pace
    left: tuple[int, ...]  # of each seat, when `since` was
    seat: int | None = None  # whose time runs
    since: int = 0

    @classmethod
    def of(cls, pace: Pace, seats: int) -> Clock:
        return cls(pace, (1000 * pace.seconds,) * seats)

    @property
    def is_kept(self) -> bool:
        return self.pace.kind != "free"

    def start(self, seat: int | None, now: int) -> Clock:
        """The turn is now that seat's, or nobody's."""
        return replace(self, seat=seat, since=now) if self.is_kept else self

    def spent(self, now: int) -> int:
        """What the running seat has used of this turn, never more than it had."""
        if self.seat is None:
            return 0
        return min(max(now - self.since, 0), self.left[self.seat])

    def pass_on(self, spent: int, to: int | None, now: int) -> Clock:
        """The running seat has spent so much of its time; a turn that ends earns what the pace gives."""
        if self.seat is None:
            return self.start(to, now)
        left = self.left[self.seat] - spent
        if to != self.seat:
            left = 1000 * self.pace.seconds if self.pace.kind == "daily" else left + 1000 * self.pace.increment
        changed = (*self.left[: self.seat], left, *self.left[self.seat + 1 :])
        return replace(self, left=changed, seat=to, since=now)

    def credit(self, outage: int) -> Clock:
        """Nobody could move for so long: it does not count."""
        return replace(self, since=self.since + outage) if self.seat is not None else self

    @property
    def falls_at(self) -> int | None:
        """The moment when the running seat has no time left."""
        return None if self.seat is None else self.since + self.left[self.seat]

    def shown(self, now: int) -> tuple[int, ...]:
        """What each seat has left at this moment."""
        if self.seat is None:
            return self.left
        return tuple(left - self.spent(now) if seat == self.seat else left for seat, left in enumerate(self.left))
