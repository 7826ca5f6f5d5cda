"""What an engine is asked and what it answers: plain values, the same in every process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

LEVELS = range(1, 9)
# The least and the most that each number of the limits may be.
RANGES = {
    "seconds": (0, 7 * 86400),
    "nodes": (1, 2**62),
    "level": (LEVELS[0], LEVELS[-1]),
    "threads": (1, 256),
    "memory": (1, 1 << 20),
    "seed": (0, 2**62),
}


@dataclass(frozen=True)
class Limits:
    """How much work a search may do, and how well it may play."""

    seconds: float | None = None
    nodes: int | None = None
    level: int | None = None  # 1 to 8: a level's budget of work and its weaknesses
    method: str = ""  # the game's own; "uct" is plain UCT, "tree" trees alone, the yardsticks of the benchmarks
    every: bool = False  # a true chance for every move, not only for the best
    threads: int = 1
    memory: int = 256  # MB for trees and tables
    seed: int = 0


@dataclass(frozen=True)
class Line:
    """One move of the position: what it is worth to the seat to move, and how play would go on."""

    move: str
    chance: float  # 0 to 1
    proven: str | None = None  # "win", "loss" or "draw"
    distance: int | None = None  # plies to the proven end, at most: a tree may know a way and not the shortest
    nodes: int = 0
    pv: tuple[str, ...] = ()  # begins with the move


@dataclass(frozen=True)
class Analysis:
    """What a search has found so far."""

    seat: int
    best: str
    chance: float
    proven: str | None = None
    distance: int | None = None
    moves: tuple[Line, ...] = ()  # best first
    pv: tuple[str, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    cold: bool = False  # the machine code was not ready: the interpreter thought, slowly

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "moves": [vars(line) for line in self.moves]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Analysis:
        known = _known(cls, data)
        known["moves"] = tuple(Line(**_known(Line, line)) for line in data.get("moves", ()))
        return cls(**known)


def _known(kind: type[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that we know of, lists made tuples: another version may say more."""
    names = {field.name for field in fields(kind)}
    return {key: tuple(value) if key == "pv" else value for key, value in data.items() if key in names}
