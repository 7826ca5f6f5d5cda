"""The searches bound to a game: its kernel, and what is known of the game beside it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any

from carreau.engines import alphabeta, knowledge, tree
from carreau.engines.knowledge import plain
from carreau.rules.binding import LINE, STACK, Program
from carreau.rules.game import Game
from carreau.rules.state import State

OUR_GAMES = "carreau.games"  # the package; `carreau.games` itself is the function that lists them
TREE = {
    "grow": f"void({', '.join([LINE] * 11)})",
    "reroot": f"void({LINE}, int64, {LINE}, {LINE})",
}
ALPHABETA = {
    "search": f"boolean({LINE}, {STACK}, {STACK}, {STACK}, {', '.join([LINE] * 6)})",
    "follow": f"int64({', '.join([LINE] * 6)})",
}


@cache
def known_of(game: Game, *, method: str = "") -> ModuleType:
    """What is known of a game: for ours the module named like its file, else the plain one."""
    package, _, file = type(game).__module__.rpartition(".")
    name = f"{knowledge.__name__}.{file}"
    if method == "uct" or package != OUR_GAMES or find_spec(name) is None:
        return plain
    return import_module(name)


def can_advise(state: State) -> bool:
    """Is there anything that can be said about the next move? Among several always, alone where there is a solver."""
    return can_go_wrong(state) or hasattr(known_of(state.game), "solver")


def can_go_wrong(state: State) -> bool:
    """Is there something to lose by a move? Alone, only where a solver says whether a solution remains."""
    return state.seats > 1 or hasattr(known_of(state.game), "keeping")


def fact(known: ModuleType, name: str) -> Any:
    """What a game's knowledge says, or the plain one where it is silent."""
    return getattr(known, name, getattr(plain, name))


@cache
def program_of(game: Game, known: ModuleType, loops: ModuleType) -> Program:
    """A search, `tree` or `alphabeta`, bound to a game."""
    members = {
        name: fact(known, name)
        for name, value in vars(plain).items()
        if (isinstance(value, FunctionType) and value.__module__ == plain.__name__) or isinstance(value, int)
    }
    return Program(game.module, loops, TREE if loops is tree else ALPHABETA, {"knowledge": members})


def searches_of(game: Game) -> list[Program]:
    """Every search that the game's opponents and hints use, for those who compile them beforehand."""
    known = known_of(game)
    kinds = [tree, alphabeta] if fact(known, "METHOD") == "alphabeta" or hasattr(known, "is_endgame") else [tree]
    solvers = known.solver_programs() if hasattr(known, "solver_programs") else []
    provers = known.prover_programs(game) if hasattr(known, "prover_programs") else []
    return [*(program_of(game, known, kind) for kind in kinds), *solvers, *provers]
