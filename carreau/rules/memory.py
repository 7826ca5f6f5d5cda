"""What was made of an object, kept for whoever comes with the very same object again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar, TypeVarTuple

Thing = TypeVar("Thing")
Made = TypeVar("Made")
More = TypeVarTuple("More")


def once_for_each(most: int) -> Callable[[Callable[[Thing, *More], Made]], Callable[[Thing, *More], Made]]:
    """Like `lru_cache`, but the first argument is known by identity: large values are neither hashed nor compared."""

    def decorate(make: Callable[[Thing, *More], Made]) -> Callable[[Thing, *More], Made]:
        known: dict[Hashable, tuple[Thing, Made]] = {}  # as long as a thing is kept here, no other has its id

        def find(thing: Thing, /, *more: *More) -> Made:
            key: Hashable = (id(thing), more) if more else id(thing)
            found = known.get(key)
            if found is None:
                if len(known) >= most:
                    known.clear()
                found = known[key] = thing, make(thing, *more)
            return found[1]

        return find

    return decorate


def each_once(most: int) -> Callable[[Callable[[Thing], Made]], Callable[[Sequence[Thing]], list[Made]]]:
    """As `once_for_each`, for many things at a time: those that are known cost next to nothing."""

    def decorate(make: Callable[[Thing], Made]) -> Callable[[Sequence[Thing]], list[Made]]:
        known: dict[int, Made] = {}
        kept: list[Thing] = []

        def find_one(thing: Thing) -> Made:
            if id(thing) not in known:
                if len(known) >= most:
                    known.clear()
                    kept.clear()
                known[id(thing)] = make(thing)
                kept.append(thing)
            return known[id(thing)]

        def find(things: Sequence[Thing]) -> list[Made]:
            try:
                return [*map(known.__getitem__, map(id, things))]
            except KeyError:
                return [*map(find_one, things)]

        return find

    return decorate
