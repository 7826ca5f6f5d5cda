"""The closed family of errors that bad input raises; each carries its sentence in both languages."""

from __future__ import annotations

from typing import Any

from carreau.rules.language import Text, same


class Error(Exception):
    """Anything a caller did that Carreau refuses; nothing was changed."""

    def __init__(self, text: Text | str) -> None:
        both = same(text) if isinstance(text, str) else text
        self.text = Text(_one_line(both.en), _one_line(both.fr))
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)


def _one_line(text: str) -> str:
    """What users typed may be quoted in an error, but cannot break its line or hide in it."""
    return "".join(c if c.isprintable() else " " for c in text)


class IllegalMove(Error):
    """A move that the rules refuse here; the sentence names the rule. `reason` is for those who see which move."""

    def __init__(self, text: Text | str, reason: Text | None = None) -> None:
        super().__init__(text)
        self.reason = reason or self.text


class BadMove(IllegalMove):
    """A move that does not parse."""


class BadPosition(Error, ValueError):
    """A position text that does not parse or cannot occur."""


class BadRecord(Error, ValueError):
    """A game record that does not parse or holds an illegal move."""


class BadOption(Error, ValueError):
    """An option that does not exist or has a value that is not allowed; then it says which, and what is."""

    def __init__(self, text: Text | str, option: str = "", value: Any = None, allowed: Text | None = None) -> None:
        super().__init__(text)
        self.option = option
        self.value = value
        self.allowed = allowed


class UnknownGame(Error, KeyError):
    """No game has that id."""


class EngineFailed(Error):
    """An engine crashed, hung, broke the protocol or played an illegal move; it has been ended."""
