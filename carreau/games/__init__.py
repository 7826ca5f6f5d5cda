"""The games: every module here that has a `GAME`, and those that other packages announce.

Another package adds a game by an entry point in the group `carreau.games` that names its `GAME`.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from carreau.rules.errors import UnknownGame
from carreau.rules.game import Game
from carreau.rules.language import Text, guillemets

SHELF = ("squadro", "unlur", "squaryd", "united_square", "zero_one_two")  # the order in which they are shown


def _shelf_place(module: str) -> tuple[int, str]:
    return (SHELF.index(module) if module in SHELF else len(SHELF), module)


@cache
def games() -> dict[str, Game]:
    """Every game there is, by id, ours first."""
    names = sorted((module.name for module in iter_modules(__path__)), key=_shelf_place)
    modules = [import_module(f"{__name__}.{name}") for name in names]
    found = {module.GAME.id: module.GAME for module in modules if hasattr(module, "GAME")}
    for point in entry_points(group="carreau.games"):
        try:
            game = point.load()
            found.setdefault(game.id, game)
        except Exception as error:  # one broken package must not take the others away
            warnings.warn(f"the game {point.name!r} ({point.value}) cannot be loaded: {error}", stacklevel=2)
    return found


def game(game_id: str) -> Game:
    """The game with that id."""
    try:
        return games()[game_id]
    except (KeyError, TypeError):
        known = ", ".join(games())
        raise UnknownGame(
            Text(f"no game {game_id!r}; games: {known}", f"pas de jeu {guillemets(game_id)} ; jeux : {known}")
        ) from None
