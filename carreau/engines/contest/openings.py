"""Openings: the first few moves of a match's games, drawn at random from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from carreau.rules.errors import BadOption
from carreau.rules.game import Game
from carreau.rules.language import Text
from carreau.rules.state import State

CHANCE = ("seed", "deal")  # options that fix what is drawn at random, in games that have them
ENOUGH = 500  # without a wish for their length, openings are as long as it takes to have so many different ones
TRIES = 100


@dataclass(frozen=True)
class Opening:
    """The options that were drawn, besides those of the match, and the moves that were."""

    drawn: Mapping[str, Any]
    moves: tuple[str, ...]

    def start(self, game: Game, options: Mapping[str, Any]) -> State:
        return game.continue_with(game.start(**{**options, **self.drawn}), self.moves)


class Openings:
    """The openings of a match, numbered from 0. Number n is the same whenever and wherever it is drawn."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        *,
        seed: int,
        plies: int | None = None,
        is_settled: Callable[[State], bool] = lambda state: False,
        is_balanced: Callable[[State], bool] | None = None,
    ) -> None:
        """`is_settled` may refuse positions for more reasons than that a move ends the game.

        If openings are to be balanced, every other try is a move longer: where the move itself is worth much,
        only then there are any.
        """
        self.game = game
        self.options = dict(options)
        self.seed = seed
        self.plies = plies
        self.is_settled = is_settled
        self.is_balanced = is_balanced
        self._kept: dict[int, Opening] = {}
        self._drawn: list[Opening] = []
        self._seen: set[str] = set()

    def __getitem__(self, number: int) -> Opening:
        while len(self._drawn) <= number:
            next_number = len(self._drawn)
            self._drawn.append(self._kept.get(next_number) or self._draw(next_number))
        return self._drawn[number]

    def keep(self, number: int, opening: Opening) -> None:
        """An opening that has been played, and is not drawn again: who judges balance may have changed since."""
        self._kept[number] = opening
        self._seen.add(str(opening.start(self.game, self.options)))

    def _draw(self, number: int) -> Opening:
        """An opening unlike the earlier ones, if there are enough of them."""
        random = Random(f"opening {number} of {self.seed}")
        last = None
        for attempt in range(TRIES):
            drawn = self._draw_options(number, random)
            longer = attempt % 2 if self.is_balanced else 0
            state = self._play(self.game.start(**{**self.options, **drawn}), random, longer=longer)
            if state is not None and str(state) in self._seen:
                last = Opening(drawn, state.history)
            elif state is not None and not self._is_decided(state):
                self._seen.add(str(state))
                return Opening(drawn, state.history)
        if last is None:
            raise BadOption(
                Text(
                    f"found no opening of {self.plies} plies that leaves the game open",
                    f"aucune ouverture de {self.plies} coups ne laisse la partie ouverte",
                )
            )
        return last

    def _draw_options(self, number: int, random: Random) -> dict[str, Any]:
        free = {option.name for option in self.game.options} - set(self.options)
        drawn = {name: random.randrange(2**31) for name in CHANCE if name in free}
        # Who starts changes from pair to pair: inside a pair only the players change places.
        if "first" in free and self.game.start(**{**self.options, **drawn}).seats == 2:
            drawn["first"] = number % 2
        return drawn

    def _play(self, state: State, random: Random, *, longer: int) -> State | None:
        """Random moves; None if they end the game."""
        different = 1
        while len(state.history) < self.plies if self.plies is not None else different < ENOUGH:
            if state.seat is None:
                return None
            moves = state.moves()
            different *= len(moves)
            state = state.play(random.choice(moves))
        for _ in range(longer):
            if state.seat is not None:
                state = state.play(random.choice(state.moves()))
        return None if state.seat is None else state

    def _is_decided(self, state: State) -> bool:
        """Can one more move end the game, or is it as good as won?"""
        if any(state.play(move).seat is None for move in state.moves()) or self.is_settled(state):
            return True
        return self.is_balanced is not None and not self.is_balanced(state)
