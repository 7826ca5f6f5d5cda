"""Every game with every sample of its options, found by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import carreau


@dataclass(frozen=True)
class Mode:
    """A game and one set of options."""

    game: carreau.Game
    options: dict[str, Any]

    def start(self) -> carreau.State:
        return self.game.start(**self.options)

    @property
    def ends(self) -> bool:
        """Does random play come to an end soon? (A taquin's does not.)"""
        return carreau.playouts(self.start(), 3, limit=2000, interpret=True).unfinished == 0

    def positions(self, seed: int, most: int = 120) -> Iterator[carreau.State]:
        """The positions of one random game, the start and the end included."""
        choose = random.Random(seed)
        state = self.start()
        yield state
        while state.seat is not None and most > 0:
            state = state.play(choose.choice(state.moves()))
            most -= 1
            yield state

    def end(self, seed: int) -> carreau.State:
        *_, last = self.positions(seed, 1000)
        return last


def all_modes() -> list[Mode]:
    return [Mode(game, dict(options)) for game in carreau.games().values() for options in game.samples]


def named(mode: Mode) -> str:
    return " ".join([mode.game.id, *(f"{key}={value}" for key, value in mode.options.items())])
