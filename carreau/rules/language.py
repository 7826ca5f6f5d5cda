"""Words in the two languages of the project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

LANGUAGES = ("en", "fr")
_current: ContextVar[str] = ContextVar("language", default="en")


class Text(NamedTuple):
    """One sentence or name, in English and in French; `str()` gives the current language."""

    en: str
    fr: str

    def __str__(self) -> str:
        return self.fr if _current.get() == "fr" else self.en

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def set_language(language: str) -> None:
    """Choose the language of every text shown from now on: "en" or "fr"."""
    if language not in LANGUAGES:
        raise ValueError(f"language is {' or '.join(LANGUAGES)}, not {language!r}")
    _current.set(language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Show texts in that language inside a `with` block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def same(text: str) -> Text:
    """A text that reads the same in both languages."""
    return Text(text, text)
