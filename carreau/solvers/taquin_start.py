"""The first plan of a taquin: a cheapest matching of cubes with targets, by the Hungarian method."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from carreau.solvers.taquin_map import Map, distances
from carreau.solvers.taquin_plan import CELL_OF, CUBE_ON, HOLE, LEFT, OWNER, PER_CUBE, PRICE, RENT, TARGET_OF, place_of

NEVER = 1 << 30


def first_node(map: Map) -> list[int]:
    """The words of a node, `taquin_plan` says which."""
    cells, cubes = map.cells, map.cells - 1
    node = [0] * (CUBE_ON + cells + PER_CUBE * cubes)
    node[HOLE] = map.hole
    node[CUBE_ON + map.hole] = -1
    for cube, cell in enumerate(map.cubes):
        node[CUBE_ON + cell] = cube
        node[place_of(cells, CELL_OF) + cube] = cell
    for first, end in pairwise(map.begins):
        ways = [map.ways[cell][first:end] for cell in map.cubes[first:end]]
        owners, prices, rents = cheapest_matching(ways)
        for i, (owner, price, rent) in enumerate(zip(owners, prices, rents, strict=True), first):
            node[place_of(cells, OWNER) + i] = first + owner
            node[place_of(cells, TARGET_OF) + first + owner] = i
            node[place_of(cells, PRICE) + i] = price
            node[place_of(cells, RENT) + i] = rent
            node[LEFT] += ways[owner][i - first]
    _make_even(map, node)
    return node


def _make_even(map: Map, node: list[int]) -> None:
    """Make all ways longer than price and rent by an even number; those of the plan stay as long."""
    colours = [distance % 2 for distance in distances(map.steps, 0)]
    for i in range(map.cells - 1):
        price, rent = place_of(map.cells, PRICE) + i, place_of(map.cells, RENT) + i
        node[price] -= (node[price] + colours[map.cubes[i]]) % 2
        node[rent] += (node[rent] + colours[map.targets[i]]) % 2


def cheapest_matching(costs: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[int]]:
    """For a square of costs: each column's row, and the prices of rows and columns that prove it cheapest."""
    size = len(costs)
    prices, rents = [0] * (size + 1), [0] * (size + 1)
    owner = [size] * size + [size]  # the last column is where a row without a column stands
    for row in range(size):
        owner[size] = row
        column = size
        least, before, is_done = [NEVER] * size, [size] * size, [False] * (size + 1)
        while owner[column] != size:
            is_done[column] = True
            standing = owner[column]
            gap, nearest = NEVER, size
            for j in range(size):
                if not is_done[j]:
                    slack = costs[standing][j] - prices[standing] - rents[j]
                    if slack < least[j]:
                        least[j], before[j] = slack, column
                    if least[j] < gap:
                        gap, nearest = least[j], j
            for j in range(size + 1):
                if is_done[j]:
                    prices[owner[j]] += gap
                    rents[j] -= gap
                elif j < size:
                    least[j] -= gap
            column = nearest
        while column != size:
            owner[column] = owner[before[column]]
            column = before[column]
    return owner[:size], prices[:size], rents[:size]
