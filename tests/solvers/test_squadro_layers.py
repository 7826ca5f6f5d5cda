"""Squadro's layers: numbered without gaps, closed under the rules, and solved like a plain search would."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy
import pytest

import carreau
from carreau.games.squadro import HOME, KEY, LANES
from carreau.rules.errors import BadPosition
from carreau.solvers.squadro.layers import (
    AT_HOME,
    LONG,
    OUT,
    Layer,
    all_layers,
    layer_of,
    rank_of,
    read_layer,
    size,
    unranked,
)
from carreau.solvers.squadro.solving import LayerWork
from carreau.solvers.squadro.tables import DRAW, Worth, worth_of

GAME = carreau.game("squadro")


def text(progress: list[int], seat: int) -> str:
    return f"{'.'.join(map(str, progress[:LANES]))}/{'.'.join(map(str, progress[LANES:]))} {seat}"


def progress_of(state: carreau.State) -> list[int]:
    return [state.raw_state[KEY] >> 4 * piece & 15 for piece in range(2 * LANES)]


def positions_of(layer: Layer) -> list[list[int]]:
    """Every position of a layer's grid that the referee accepts, in the order of the places."""
    found = []
    for progress in product(*layer.grid.yellow.places, *layer.grid.red.places):
        try:
            GAME.position(text(list(progress), 0))
        except BadPosition:
            continue
        found.append(list(progress))
    return found


@pytest.mark.parametrize("name", ["22211-22211", "22201-02212", "12122-12220"])
def test_a_layer_is_numbered_without_gaps(name: str) -> None:
    layer = read_layer(name)
    positions = positions_of(layer)
    assert str(layer) == name
    assert size(layer.grid) == len(positions)
    assert [rank_of(layer.grid, progress) for progress in positions] == [*range(len(positions))]
    for rank in range(0, len(positions), 97):
        assert unranked(layer.grid, rank) == positions[rank]


def test_all_layers_stand_after_those_they_lean_on() -> None:
    layers = all_layers()
    place = {layer: number for number, layer in enumerate(layers)}
    assert len(place) == 232**2
    assert layers[-1] == Layer((OUT,) * 10)
    for layer in Random(1).sample(layers, 500):
        assert all(place[other] < place[layer] for other in layer.leans_on())


def test_the_turned_part_has_as_many_positions_as_others_have_counted() -> None:
    turned = [layer for layer in all_layers() if layer.has_all_turned]
    assert len(turned) == 26**2
    assert sum(2 * size(layer.grid) for layer in turned) == 319_105_312


@pytest.mark.parametrize("seed", range(20))
def test_play_from_the_start_stays_within_the_grids(seed: int) -> None:
    random = Random(seed)
    state = GAME.start(first=seed % 2)
    while state.outcome is None:
        progress = progress_of(state)
        layer = layer_of(progress)
        assert rank_of(layer.grid, progress) is not None
        state = state.play(random.choice(state.moves()))
        after = layer_of(progress_of(state))
        assert after == layer or after in {layer.after(piece) for piece in range(10) if layer.legs[piece] != AT_HOME}


class BruteForce:
    """Every position of some layers, played by the referee; wins and losses found ply by ply."""

    def __init__(self, layers: list[Layer]) -> None:
        self.after: dict[str, list[str]] = {}
        for layer in layers:
            for progress in positions_of(layer):
                for seat in (0, 1):
                    state = GAME.position(text(progress, seat))
                    self.after[str(state)] = [self.name(state.play(move)) for move in state.moves()]
        self.plies = {"over": 0}  # even for a loss of the seat to move, odd for a win
        found, ply = True, 0
        while found:
            ply += 1
            found = [name for name in self.after if name not in self.plies and self.ends_in(ply, name)]
            self.plies |= dict.fromkeys(found, ply)

    @staticmethod
    def name(state: carreau.State) -> str:
        """A position without its past."""
        return "over" if state.outcome else " ".join(str(state).split()[:2])

    def ends_in(self, ply: int, name: str) -> bool:
        after = [self.plies.get(other) for other in self.after[name]]
        if ply % 2:
            return ply - 1 in after
        return all(plies is not None and plies % 2 for plies in after)


def solved(layers: list[Layer]) -> dict[Layer, LayerWork]:
    """Layers solved in memory, those first that others lean on."""
    works: dict[Layer, LayerWork] = {}
    for layer in sorted(layers, key=lambda layer: layer.order):
        work = works[layer] = LayerWork(layer, lambda other: works[other].packed(1))
        for _ in work.solve():
            pass
    return works


def closure(layer: Layer) -> list[Layer]:
    found = [layer]
    for each in found:  # grows
        found += [other for other in each.next_layers() if other not in found]
    return found


WITH_DRAWS = pytest.param("02202-02102", marks=pytest.mark.heavy)


@pytest.mark.parametrize("name", ["22201-22211", "22211-02221", WITH_DRAWS])
def test_layers_are_solved_as_by_brute_force(name: str) -> None:
    layers = closure(read_layer(name))
    brute = BruteForce(layers)
    for layer, work in solved(layers).items():
        positions = positions_of(layer)
        for seat in (0, 1):
            expected = [brute.plies.get(text(progress, seat), 255) for progress in positions]
            assert work.packed(seat).tolist() == expected, (str(layer), seat)


def test_what_nobody_can_win_is_a_draw() -> None:
    """If leaving a layer led to draws only, all of it would be drawn, but for what ends the game at once."""

    def drawn(layer: Layer) -> Any:
        return numpy.full(size(layer.grid), 255, dtype=numpy.uint8)

    layer = read_layer("00222-22200")  # nobody is one leg from winning
    work = LayerWork(layer, drawn)
    assert len([*work.solve()]) > 1
    assert set(work.packed(0).tolist()) == set(work.packed(1).tolist()) == {255}
    assert HOME in layer.grid.yellow.places[2]


def test_what_takes_too_long_for_a_byte_is_still_won_or_lost() -> None:
    """If Red won in 251 plies wherever the layer is left, whole numbers would run into the sign for a draw."""

    def won(layer: Layer) -> Any:
        return numpy.full(size(layer.grid), LONG - 1, dtype=numpy.uint8)

    work = LayerWork(read_layer("00222-22200"), won)
    for _ in work.solve():
        pass
    assert set(work.packed(0).tolist()) == {LONG}
    assert set(work.packed(1).tolist()) == {LONG + 1}
    assert worth_of(LONG) == Worth("loss", None)
    assert worth_of(LONG).before == worth_of(LONG + 1) == Worth("win", None)
    assert worth_of(LONG - 1).before == worth_of(LONG)
    ranked = [worth_of(byte) for byte in (1, LONG - 1, LONG + 1, DRAW, LONG, LONG - 2, 0)]
    assert [worth.merit for worth in ranked] == sorted((worth.merit for worth in ranked), reverse=True)
