"""The options of a game: their names, defaults and allowed values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from carreau.rules.errors import BadOption
from carreau.rules.language import Text, same


@dataclass(frozen=True)
class Option:
    """One keyword of `game.start()`. `read` takes a value or its text and raises ValueError if it is bad."""

    name: str
    default: Any
    allowed: Text  # for people: "3 to 12"
    read: Callable[[Any], Any]
    help: Text


FIRST_VALUE = object()


def choice(name: str, values: tuple[str | int, ...], help: Text, *, default: object = FIRST_VALUE) -> Option:
    """One of a few values; the first is the default unless another, or None, is named."""
    by_text = {str(value): value for value in values}

    def read(given: Any) -> Any:
        if isinstance(given, bool) or str(given) not in by_text:
            raise ValueError
        return by_text[str(given)]

    chosen = values[0] if default is FIRST_VALUE else default
    return Option(name, chosen, same(", ".join(by_text)), read, help)


def whole(name: str, default: int, lowest: int, highest: int, help: Text) -> Option:
    """A whole number within limits."""

    def read(given: Any) -> int:
        if isinstance(given, bool | float) or not lowest <= int(given) <= highest:
            raise ValueError
        return int(given)

    return Option(name, default, Text(f"{lowest} to {highest}", f"{lowest} à {highest}"), read, help)


def flag(name: str, help: Text) -> Option:
    """Yes or no; no is the default."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

    def read(given: Any) -> bool:
        if isinstance(given, bool):
            return given
        if str(given).lower() not in words:
            raise ValueError
        return words[str(given).lower()]

    return Option(name, False, Text("True or False", "True ou False"), read, help)


def anything(name: str, allowed: Text, help: Text) -> Option:
    """A value that the game itself reads in `resolve`; absent (None) by default."""
    return Option(name, None, allowed, lambda given: given, help)


def seed(help: Text) -> Option:
    """A number that fixes what is drawn at random."""

    def read(given: Any) -> int:
        if isinstance(given, bool | float):
            raise ValueError
        return int(given)

    return Option("seed", None, Text("a whole number", "un nombre entier"), read, help)


def read_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value; BadOption names what is allowed."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise BadOption(
                Text(
                    f"unknown option {name!r}; options: {names}",
                    f"option inconnue {name!r} ; options : {names}",
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
    shown = str(value) if len(str(value)) <= 40 else f"{str(value)[:37]}..."
    return BadOption(
        Text(
            f"{name}={shown} is not allowed; allowed: {allowed.en}",
            f"{name}={shown} est refusé ; permis : {allowed.fr}",
        )
    )
