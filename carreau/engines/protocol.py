"""The words that controllers and engines exchange; docs/engine-protocol.md says what they mean."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from carreau.engines.analysis import RANGES, Analysis, Limits, Line
from carreau.rules.language import Text
from carreau.rules.options import bad_option
from carreau.rules.state import View

VERSION = 1
LONGEST_LINE = 4 << 20  # bytes; a position of a big tray with a line for each move stays far below
SHORTEST_SECONDS = 0.001

WORDS: dict[str, Callable[[str], Any]] = {
    "level": int, "seconds": float, "nodes": int, "method": str, "every": {"yes": True, "no": False}.__getitem__,
    "threads": int, "memory": int, "seed": int,
}  # fmt: skip


def write_position(view: View) -> list[str]:
    """The messages that say what to think about, and how it came about."""
    history = [" ".join(["history", *view.history])] if view.history else []
    return [f"position {view.game.id} {view}", *history]


def write_go(limits: Limits) -> str:
    """The message that asks for a search; what has its usual value is left out."""
    words = ["go"]
    for name in WORDS:
        value = getattr(limits, name)
        if value != getattr(Limits, name):
            words += [name, _written(value)]
    return " ".join(words)


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{max(value, SHORTEST_SECONDS):.3f}" if isinstance(value, float) else str(value)


def read_go(words: Sequence[str]) -> Limits:
    """What the words after `go` ask for; unknown ones are passed over, a bad value is a BadOption."""
    given: dict[str, Any] = {}
    following = iter(words)
    for word in following:
        if word in WORDS:
            value = next(following, "")
            try:
                given[word] = WORDS[word](value)
            except (ValueError, KeyError):
                allowed = Text("yes or no", "yes ou no") if word == "every" else Text("a number", "un nombre")
                raise bad_option(word, value, allowed) from None
            if word in RANGES:
                least, most = RANGES[word]
                if not least <= given[word] <= most:
                    raise bad_option(word, value, Text(f"{least} to {most}", f"{least} à {most}"))
    return Limits(**given)


def write_info(analysis: Analysis) -> str:
    return f"info {json.dumps(analysis.to_json(), separators=(',', ':'))}"


def read_info(text: str, *, seat: int, accepts: Callable[[str], bool]) -> Analysis | None:
    """What another program says it has found, or None if it makes no sense here."""
    try:
        found = Analysis.from_json({"chance": 0.5, **json.loads(text), "seat": seat})
        sound = _is_sound(found) and accepts(found.best)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return found if sound else None


def answer(move: str, *, seat: int, last: Analysis | None, seconds: float) -> Analysis:
    """The final word: the move, with what the last information said about it."""
    if last is None:
        return Analysis(seat=seat, best=move, chance=0.5, pv=(move,), seconds=seconds)
    if last.best == move:
        return last
    line = next((line for line in last.moves if line.move == move), Line(move, 0.5, pv=(move,)))
    return replace(
        last, best=move, chance=line.chance, proven=line.proven, distance=line.distance, pv=line.pv or (move,)
    )


def _is_sound(found: Analysis) -> bool:
    """Has every field a value of its kind? A caller is not to stumble over what a stranger wrote."""
    texts = (found.best, *found.pv)
    counts = (found.nodes, found.depth, *(line.nodes for line in found.moves))
    chances = (found.chance, *(line.chance for line in found.moves))
    return (
        all(isinstance(text, str) for text in texts)
        and all(isinstance(count, int) and count >= 0 for count in counts)
        and all(isinstance(chance, int | float) and 0 <= chance <= 1 for chance in chances)
        and isinstance(found.seconds, int | float)
        and found.seconds >= 0
        and isinstance(found.cold, bool)
        and _is_proof(found)
        and all(isinstance(line.move, str) and all(isinstance(move, str) for move in line.pv) for line in found.moves)
        and all(_is_proof(line) for line in found.moves)
    )


def _is_proof(found: Analysis | Line) -> bool:
    known = found.distance is None or (isinstance(found.distance, int) and found.distance >= 0)
    return known and found.proven in (None, "win", "loss", "draw")
