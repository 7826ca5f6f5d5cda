"""Words in the two languages of the project."""

from __future__ import annotations

from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import NamedTuple

LANGUAGES = ("en", "fr")
_here: ContextVar[str | None] = ContextVar("language", default=None)  # inside `in_language`
_everywhere = "en"


class Text(NamedTuple):
    """One sentence or name, in English and in French; `str()` gives the current language."""

    en: str
    fr: str

    def __str__(self) -> str:
        return self.fr if (_here.get() or _everywhere) == "fr" else self.en

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def set_language(language: str) -> None:
    """Choose the language of every text shown from now on, in all threads: "en" or "fr"."""
    global _everywhere
    _everywhere = _known(language)


class _Language:
    """Not made by `contextmanager`, which takes longer than most that is done inside."""

    __slots__ = ("_language", "_token")

    def __init__(self, language: str) -> None:
        self._language = _known(language)

    def __enter__(self) -> None:
        self._token = _here.set(self._language)

    def __exit__(self, *_: object) -> None:
        _here.reset(self._token)


def in_language(language: str) -> AbstractContextManager[None]:
    """Show texts in that language inside a `with` block."""
    return _Language(language)


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"a language is {' or '.join(LANGUAGES)}, not {language!r}")
    return language


def same(text: str) -> Text:
    """A text that reads the same in both languages."""
    return Text(text, text)


def decimal(number: float, places: int | None = 1) -> Text:
    """A number with its fraction, behind a point or a comma; without `places`, as short as it can be written."""
    text = f"{number:g}" if places is None else f"{number:.{places}f}"
    return Text(text, text.replace(".", ","))


def shortened(value: object, most: int = 40) -> str:
    """What somebody typed, short enough to be quoted."""
    try:
        text = str(value)
    except ValueError:  # a number of thousands of digits
        return "…"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def guillemets(value: object) -> str:
    """What somebody typed, quoted as French does; what cannot be printed is escaped."""
    return f"« {repr(str(value))[1:-1]} »"
