"""The loops of the taquin's two searches.

`spread` and `settle` are a step of a beam: of all trays one slide further, the most promising are kept. `deepen` tries
every way up to a length, depth first, and so proves that there is none. Both rest on the plan of `taquin_plan`.
"""

from __future__ import annotations

from carreau.rules.bits import multiply
from carreau.rules.drivers import below
from carreau.rules.kernel import Ints
from carreau.solvers.taquin_plan import (
    CELL_OF,
    CUBE_ON,
    HOLE,
    LEFT,
    TARGET_OF,
    carry_out,
    change_of,
    place_of,
)

NOWHERE = -1  # beyond the frame
MIXER = 0x1E3779B97F4A7C15

# How promising a tray is: less is better.
WAY = 10  # a step of any way
HOLE_AWAY = 8  # a step of the hole to the nearest wrong cube of the first layer that has one
LAYER_WAY = 5  # a step of a way in that layer, in addition
LAYER = 1000  # a layer that is all right, from the first on
FAR = 99
SCORE_SHIFT = 20  # below it, chance decides among equals
LOOKS = 8  # neighbouring places where a tray may be remembered

# The words of a depth-first run.
PLY, LIMIT, NODES, STOP_AT, ROUND = range(5)
RUN = 5
LATER, NONE, FOUND = range(3)  # what came of it
SLOT = 3  # two words that name a tray, and when it was met: round and ply


def spread(
    steps: Ints, far: Ints, ways: Ints, codes: Ints, begins: Ints, layers: Ints, marks: Ints, nodes: list[Ints],
    keys: Ints, count: int, most: int, seen: Ints, scores: Ints, children: Ints, child_keys: Ints, work: Ints,
) -> int:  # fmt: skip
    """Write every new tray that is one slide from some node and has at most that sum of ways; returns how many."""
    cells = len(steps) // 4
    found = 0
    for number in range(count):
        node = nodes[number]
        hole = node[HOLE]
        for direction in range(4):
            to = steps[4 * hole + direction]
            if to == NOWHERE:
                continue
            cube = node[CUBE_ON + to]
            key = keys[number] ^ mark(marks, to, codes[cube]) ^ mark(marks, hole, codes[cube])
            if is_known(seen, key):
                continue
            left = node[LEFT] + change_of(node, cells, ways, codes, begins, cube, hole, work)
            if left <= most:
                worth = WAY * left + unrest(node, cells, far, ways, layers, cube, to)
                scores[found] = worth << SCORE_SHIFT | key & (1 << SCORE_SHIFT) - 1
                children[found] = 4 * number + direction
                child_keys[found] = key
                found += 1
    return found


def mark(marks: Ints, cell: int, code: int) -> int:
    return marks[3 * cell + code]


def is_known(seen: Ints, key: int) -> bool:
    """Has a tray been met? If not, it has now; one that was met long ago may be forgotten."""
    slots = len(seen) - LOOKS
    at = below(multiply(key, MIXER), slots)
    place = at + (key & LOOKS - 1)
    for i in range(at, at + LOOKS):
        if seen[i] == key:
            return True
        if seen[i] == 0:
            place = i
            break
    seen[place] = key
    return False


def unrest(node: Ints, cells: int, far: Ints, ways: Ints, layers: Ints, cube: int, hole: int) -> int:
    """What is left in the first layer that is not right, when a cube has slid and the hole is elsewhere.

    The layers are put right one after another: else the last wrong cubes would lie scattered over the tray, each
    far from the next, and the hole spoils what it passes. The plan is that before the slide, which is near enough.
    """
    cubes = cells - 1
    cell_of, target_of = place_of(cells, CELL_OF), place_of(cells, TARGET_OF)
    first = nearest = FAR
    restless = 0
    for i in range(cubes):
        at = node[HOLE] if i == cube else node[cell_of + i]
        target = node[target_of + i]
        way = ways[at * cubes + target]
        if way:
            layer = min(layers[at], layers[cells + target])
            if layer < first:
                first, nearest, restless = layer, FAR, 0
            if layer == first:
                restless += way
                nearest = min(nearest, far[at * cells + hole])
    return HOLE_AWAY * nearest + LAYER_WAY * restless + LAYER * (FAR - first)


def settle(
    steps: Ints, ways: Ints, codes: Ints, begins: Ints, nodes: list[Ints], children: Ints, child_keys: Ints,
    chosen: Ints, count: int, after: list[Ints], after_keys: Ints, work: Ints,
) -> int:  # fmt: skip
    """Make nodes of the chosen children; returns the number of one that is solved, or -1."""
    cells = len(steps) // 4
    for number in range(count):
        child = children[chosen[number]]
        node, made = nodes[child >> 2], after[number]
        for i in range(len(made)):
            made[i] = node[i]
        carry_out(made, cells, ways, codes, begins, steps[4 * node[HOLE] + (child & 3)], work)
        after_keys[number] = child_keys[chosen[number]]
        if made[LEFT] == 0:
            return number
    return -1


def deepen(
    steps: Ints, ways: Ints, codes: Ints, begins: Ints, marks: Ints, nodes: list[Ints], keys: Ints, tried: Ints,
    table: Ints, work: Ints, run: Ints,
) -> int:  # fmt: skip
    """Go on trying every way of at most LIMIT slides from the first node; `tried` holds the next direction a ply.

    A tray that was met in this round after no more slides need not be entered again; two words name it, which for
    trays up to 6x6 hold its very codes.
    """
    cells = len(steps) // 4
    ply = run[PLY]
    while True:
        node = nodes[ply]
        if node[LEFT] == 0:
            run[PLY] = ply
            return FOUND
        direction = tried[ply]
        tried[ply] += 1
        if direction == 4:
            if ply == 0:
                return NONE
            ply -= 1
            continue
        to = steps[4 * node[HOLE] + direction]
        if to == NOWHERE or (ply and to == nodes[ply - 1][HOLE]):
            continue
        cube = node[CUBE_ON + to]
        left = node[LEFT] + change_of(node, cells, ways, codes, begins, cube, node[HOLE], work)
        if ply + 1 + left > run[LIMIT]:
            continue
        for word in range(2):
            change = marks[word * 3 * cells + 3 * to + codes[cube]]
            change ^= marks[word * 3 * cells + 3 * node[HOLE] + codes[cube]]
            keys[2 * ply + 2 + word] = keys[2 * ply + word] ^ change
        run[NODES] += 1
        if is_worse(table, keys[2 * ply + 2], keys[2 * ply + 3], run[ROUND], ply + 1):
            continue
        made = nodes[ply + 1]
        for i in range(len(made)):
            made[i] = node[i]
        carry_out(made, cells, ways, codes, begins, to, work)
        ply += 1
        tried[ply] = 0
        if run[NODES] >= run[STOP_AT]:
            run[PLY] = ply
            return LATER


def is_worse(table: Ints, one: int, other: int, round: int, ply: int) -> bool:
    """Was the tray met in this round after as many slides or fewer? If not, that is noted."""
    slot = SLOT * below(multiply(one ^ multiply(other, MIXER) >> 7, MIXER), len(table) // SLOT)
    now = round << 16 | ply
    met = table[slot + 2]
    if table[slot] == one and table[slot + 1] == other and met >> 16 == round and met <= now:
        return True
    table[slot], table[slot + 1], table[slot + 2] = one, other, now
    return False
