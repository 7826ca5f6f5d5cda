"""The tables held against the rules: by the referee, position by position, and by search without tables.

A table is right if it is consistent everywhere: a won position has a move to a lost one, a lost one only moves to won
ones, a drawn one a move to a draw and none to a loss, and distances are those of the best move and one more. As they
fall with each ply, winning leads to the end, and nobody is driven out of a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from carreau.games.squadro import GAME, LANES
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.sealed import Damaged
from carreau.solvers.solving import Progress, Solving
from carreau.solvers.squadro.layers import Layer, size, unranked
from carreau.solvers.squadro.tables import LOST, Tables, Worth, best_of, fresh

SEARCHED = 6  # plies: what ends sooner is also searched to its end, without tables


class Checked(NamedTuple):
    positions: int
    searched: int  # of them, also by search without tables
    wrong: tuple[str, ...]  # positions whose table is not what the rules make of it


def check(tables: Tables, layers: Sequence[Layer], samples: int, seed: int) -> Solving[Checked]:
    """Check random positions, drawn from the solved layers by their sizes."""
    random = Random(seed)
    sizes = [size(layer.grid) for layer in layers]
    searched = 0
    wrong = []
    drawn = random.choices(layers, sizes, k=samples)
    for done, layer in enumerate(sorted(drawn, key=lambda layer: layer.order)):
        state = random_position(layer, random)
        worth = None
        try:
            worth = tables.worth(fresh(state.raw_state))
            is_right = worth is not None and worth == by_moves(tables, state)
        except Damaged:
            is_right = False
        if worth is not None and worth.distance is not None and worth.distance <= SEARCHED:
            searched += 1
            is_right = is_right and by_search(state, worth)
        if not is_right:
            wrong.append(str(state))
        yield Progress((done + 1) / samples, Text(f"layer {layer}", f"couche {layer}"))
    return Checked(samples, searched, tuple(wrong))


def random_position(layer: Layer, random: Random) -> State:
    progress = unranked(layer.grid, random.randrange(size(layer.grid)))
    sides = [".".join(map(str, side)) for side in (progress[:LANES], progress[LANES:])]
    return GAME.position(f"{'/'.join(sides)} {random.randrange(2)}")


def by_moves(tables: Tables, state: State) -> Worth | None:
    """What a position is worth by the tables' word on those after every move, which the referee plays."""
    after = [state.play(move) for move in state.moves()]
    known = [LOST if each.outcome else tables.worth(fresh(each.raw_state)) for each in after]
    return best_of([None if worth is None else worth.before for worth in known])


def by_search(state: State, worth: Worth) -> bool:
    """Does the game end like this, and in no fewer plies, whatever is played? Every move is played out."""
    ends = wins_within if worth.value == "win" else loses_within
    plies = worth.distance or 0
    return ends(state, plies) and not ends(state, plies - 2)


def wins_within(state: State, plies: int) -> bool:
    return plies > 0 and any(loses_within(state.play(move), plies - 1) for move in state.moves())


def loses_within(state: State, plies: int) -> bool:
    if state.outcome:
        return True  # the other side has just won
    return plies > 0 and all(wins_within(state.play(move), plies - 1) for move in state.moves())
