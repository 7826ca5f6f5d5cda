"""How much somebody may ask for: so many things in so many seconds, and then no more for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Budget:
    """Fills up steadily, is spent one by one. The moment is given, in milliseconds."""

    __slots__ = ("_left", "_most", "_per_millisecond", "_seen")

    def __init__(self, most: int, seconds: float, now: int) -> None:
        self._most = most
        self._per_millisecond = most / (1000 * seconds)
        self._left = float(most)
        self._seen = now

    def spend(self, now: int) -> bool:
        """False if nothing is left."""
        self._left = min(self._most, self._left + (now - self._seen) * self._per_millisecond)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Budgets:
    """One for each of many, such as addresses; those not heard of for long are forgotten."""

    def __init__(self, most: int, seconds: float, *, remembered: int = 10_000) -> None:
        self._terms = most, seconds
        self._remembered = remembered
        self._budgets: OrderedDict[Hashable, Budget] = OrderedDict()

    def spend(self, who: Hashable, now: int) -> bool:
        budget = self._budgets.get(who)
        if budget is None:
            budget = self._budgets[who] = Budget(*self._terms, now)
            if len(self._budgets) > self._remembered:
                self._budgets.popitem(last=False)
        self._budgets.move_to_end(who)
        return budget.spend(now)
