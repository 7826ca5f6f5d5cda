"""The options of a game: their names, defaults and allowed values."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets, same, shortened

UNTITLED = same("")


@dataclass(frozen=True)
class Option:
    """One keyword of `game.start()`. `read` takes a value or its text and raises ValueError if it is bad."""

    name: str
    default: Any
    allowed: Text  # for people: "3 to 12"
    read: Callable[[Any], Any]
    help: Text
    values: tuple[str | int | bool, ...] = ()  # all there are, if they are few
    labels: Mapping[str | int | bool, Text] = field(default_factory=dict, hash=False)  # what a page calls them
    is_rare: bool = False  # for those who know what they want
    title: Text = field(default=UNTITLED)  # a word or two for a page; the name if there is none
    examples: Mapping[str, Text] = field(default_factory=dict, hash=False)  # some values of many, and their names
    is_clear: bool = False  # a page need not show the help: the title and the labels say it
    is_seat: bool = False  # the values are seats, and a page calls them by their names
    needs_others: bool = False  # it makes no difference to who plays alone

    @property
    def heading(self) -> Text:
        return same(self.name.replace("_", " ").capitalize()) if self.title is UNTITLED else self.title


FIRST_VALUE = object()
MOST_SHOWN = 20  # values of a number that a page lists


def choice(
    name: str,
    values: tuple[str | int, ...],
    help: Text,
    *,
    default: object = FIRST_VALUE,
    labels: Mapping[str | int | bool, Text] | None = None,
    is_rare: bool = False,
    title: Text = UNTITLED,
    is_clear: bool = False,
    is_seat: bool = False,
) -> Option:
    """One of a few values; the first is the default unless another, or None, is named."""
    by_text = {str(value): value for value in values}

    def read(given: Any) -> Any:
        if isinstance(given, bool) or shortened(given) not in by_text:
            raise ValueError
        return by_text[shortened(given)]

    chosen = values[0] if default is FIRST_VALUE else default
    return Option(
        name, chosen, same(", ".join(by_text)), read, help, values, labels or {}, is_rare, title,
        is_clear=is_clear, is_seat=is_seat,
    )  # fmt: skip


def whole(
    name: str,
    default: int,
    lowest: int,
    highest: int,
    help: Text,
    *,
    is_rare: bool = False,
    title: Text = UNTITLED,
    is_clear: bool = False,
    is_seat: bool = False,
) -> Option:
    """A whole number within limits."""

    def read(given: Any) -> int:
        number = seed_in(given)
        if number is None or not lowest <= number <= highest:
            raise ValueError
        return number

    allowed = Text(f"{lowest} to {highest}", f"{lowest} à {highest}")
    values = tuple(range(lowest, highest + 1)) if highest - lowest < MOST_SHOWN else ()
    return Option(
        name, default, allowed, read, help, values, is_rare=is_rare, title=title, is_clear=is_clear, is_seat=is_seat
    )


def flag(name: str, help: Text, *, title: Text = UNTITLED, needs_others: bool = False) -> Option:
    """Yes or no; no is the default."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

    def read(given: Any) -> bool:
        if isinstance(given, bool):
            return given
        if shortened(given).lower() not in words:
            raise ValueError
        return words[shortened(given).lower()]

    return Option(
        name, False, Text("True or False", "True ou False"), read, help, (False, True), title=title,
        needs_others=needs_others,
    )  # fmt: skip


def anything(
    name: str,
    allowed: Text,
    help: Text,
    *,
    is_rare: bool = True,
    title: Text = UNTITLED,
    examples: Mapping[str, Text] | None = None,
    is_clear: bool = False,
) -> Option:
    """A value that the game itself reads in `resolve`; absent (None) by default."""
    return Option(
        name, None, allowed, lambda given: given, help, is_rare=is_rare, title=title, examples=examples or {},
        is_clear=is_clear,
    )  # fmt: skip


def seed(help: Text) -> Option:
    """A number that fixes what is drawn at random."""

    def read(given: Any) -> int:
        number = seed_in(given)
        if number is None:
            raise ValueError
        return number

    title = Text("Lot", "Tirage")
    return Option("seed", None, Text("a whole number", "un nombre entier"), read, help, is_rare=True, title=title)


def seed_in(given: object) -> int | None:
    """The seed that a number from 0 on, or the text of one, means; None for anything else."""
    number = whole_number(given)
    if number is None and isinstance(given, str) and re.fullmatch(r"[0-9]{1,18}", given.strip()):
        number = int(given)
    return number if number is not None and number >= 0 else None


def whole_number(given: object) -> int | None:
    """A whole number of any kind, numpy's too, but no truth value; None for anything else."""
    if type(given) is int:  # nearly always, and much faster found out than the rest
        return given
    if isinstance(given, bool) or not isinstance(given, SupportsIndex):
        return None
    return operator.index(given)


def read_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value; BadOption names what is allowed."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise BadOption(
                Text(
                    f"unknown option {name!r}; options: {names}",
                    f"option inconnue {guillemets(name)} ; options : {names}",
                )
            )
    values = {}
    for name, option in known.items():
        value = given.get(name)
        if value is None:
            values[name] = option.default
            continue
        try:
            values[name] = option.read(value)
        except (ValueError, TypeError, OverflowError):
            raise bad_option(name, value, option.allowed) from None
    return values


def bad_option(name: str, value: object, allowed: Text) -> BadOption:
    shown = shortened(value)
    return BadOption(
        Text(
            f"{name}={shown} is not allowed; allowed: {allowed.en}",
            f"{name}={shown} est refusé ; permis : {allowed.fr}",
        ),
        option=name,
        value=value,
        allowed=allowed,
    )
