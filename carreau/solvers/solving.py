"""How a solver works for its caller: step by step, telling how far it is, stoppable between any two steps.

A solver is a generator that yields its progress and returns its answer. Closing it stops it; one that keeps its
progress on disk then goes on where it was, when it is asked again, and loses a step at most if it is killed.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeAlias, TypeVar

from carreau.rules.errors import Error
from carreau.rules.language import Text

Answer = TypeVar("Answer")
UNKNOWN = -1.0  # a share, where the time left cannot be told


class Progress(NamedTuple):
    """How much of the work is done, 0 to 1 (UNKNOWN: nobody can tell), and what is being done."""

    share: float
    doing: Text = Text("", "")


Solving: TypeAlias = Generator[Progress, None, Answer]


def looking_at(move: str, number: int, of: int) -> Progress:
    """For moves that are decided one after another: one may take a thousand times as long as those before it."""
    return Progress(UNKNOWN, Text(f"move {move}, {number + 1} of {of}", f"coup {move}, {number + 1} sur {of}"))


class OutOfReach(Error):
    """What was asked needs more time, memory or disk than it was given; the sentence says how much."""


def counted(number: int) -> Text:
    """A large number as each language groups its digits."""
    return Text(f"{number:,}", f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"))


def no_memory(megabytes: int) -> OutOfReach:
    return OutOfReach(Text(f"there are no {megabytes} MB of memory for the table",
                           f"il n'y a pas {megabytes} Mo de mémoire pour la table"))  # fmt: skip


def answer_of(solving: Solving[Answer]) -> Answer:
    """Let a solver run to its end."""
    while True:
        try:
            next(solving)
        except StopIteration as end:
            found: Answer = end.value
            return found
