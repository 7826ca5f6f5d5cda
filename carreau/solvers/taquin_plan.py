"""Which cube goes to which target so that all ways together are as short as can be, kept up to date slide by slide.

The sum of the ways is a lower bound of the slides left: a slide moves one cube by one cell. Cubes of a code are alike,
so it is the cost of a cheapest matching of cubes with targets, code by code. `prices` (of cubes) and `rents` (of
targets) prove that it is cheapest: no way is shorter than its price and rent together, and the ways of the plan are
exactly as long. Two facts make the update cheap:

- The colours of a chequered tray decide whether a way is even or odd, so the sum changes by one with each slide, and
  `prices` and `rents` are kept such that a way is always longer than price and rent by an even number.
- A cube that comes nearer to its target makes the sum one less, and nothing can make it two less. One that goes away
  from it makes it one more, unless it can pass its target on along ways that are exactly as long as price and rent.

A node is a tray with its plan, in one line of words; `map` words are in `taquin_map`.
"""

from __future__ import annotations

from carreau.rules.kernel import Ints, rarely

# The words of a node: two, then a word a cell (its cube, -1 for the hole), and five words a cube or target.
HOLE, LEFT, CUBE_ON = 0, 1, 2
CELL_OF, TARGET_OF, PRICE, OWNER, RENT = range(5)
PER_CUBE = 5

# Three words a target for the search of an exchange, then the queue.
REACHED_CUBE, REACHED, CAME_FROM, QUEUE = range(4)
WORK = 4


def place_of(cells: int, what: int) -> int:
    """Where a node's words of that kind begin."""
    return CUBE_ON + cells + what * (cells - 1)


@rarely
def can_pass_on(node: Ints, cells: int, ways: Ints, codes: Ints, begins: Ints, cube: int, to: int, work: Ints) -> bool:
    """Can a cube that slides to a cell away from its target get a target that it comes nearer to instead?

    Looks for a chain from the cube to its own target: each takes over the next one's, over ways that are exactly as
    long as price and rent. `work` says what was reached, for `carry_out`.
    """
    cubes = cells - 1
    cell_of, price = place_of(cells, CELL_OF), place_of(cells, PRICE)
    owner, rent = place_of(cells, OWNER), place_of(cells, RENT)
    first, end = begins[codes[cube]], begins[codes[cube] + 1]
    for i in range(first, end):
        work[REACHED_CUBE * cubes + i] = 0
        work[REACHED * cubes + i] = 0
    own = node[place_of(cells, TARGET_OF) + cube]
    work[REACHED_CUBE * cubes + cube] = 1
    work[QUEUE * cubes] = cube
    head, tail = 0, 1
    while head < tail:
        i = work[QUEUE * cubes + head]
        head += 1
        at, limit = node[cell_of + i] * cubes, node[price + i]
        if i == cube:
            at, limit = to * cubes, limit - 1
        for target in range(first, end):
            if ways[at + target] == limit + node[rent + target] and work[REACHED * cubes + target] == 0:
                work[REACHED * cubes + target] = 1
                work[CAME_FROM * cubes + target] = i
                if target == own:
                    return True
                other = node[owner + target]
                if work[REACHED_CUBE * cubes + other] == 0:
                    work[REACHED_CUBE * cubes + other] = 1
                    work[QUEUE * cubes + tail] = other
                    tail += 1
    return False


def change_of(node: Ints, cells: int, ways: Ints, codes: Ints, begins: Ints, cube: int, to: int, work: Ints) -> int:
    """By how much the sum of the ways changes, -1 or 1, when a cube slides to a cell."""
    target = node[place_of(cells, TARGET_OF) + cube]
    here = node[place_of(cells, CELL_OF) + cube]
    if ways[to * (cells - 1) + target] < ways[here * (cells - 1) + target]:
        return -1
    return -1 if can_pass_on(node, cells, ways, codes, begins, cube, to, work) else 1


@rarely
def carry_out(node: Ints, cells: int, ways: Ints, codes: Ints, begins: Ints, to: int, work: Ints) -> None:
    """The hole travels to a cell: its cube slides, and the plan follows."""
    cubes = cells - 1
    hole = node[HOLE]
    cube = node[CUBE_ON + to]
    cell_of, target_of, price = place_of(cells, CELL_OF), place_of(cells, TARGET_OF), place_of(cells, PRICE)
    owner, rent = place_of(cells, OWNER), place_of(cells, RENT)
    target = node[target_of + cube]
    if ways[hole * cubes + target] < ways[to * cubes + target]:
        node[LEFT] -= 1
    elif can_pass_on(node, cells, ways, codes, begins, cube, hole, work):
        node[LEFT] -= 1
        taken = cubes
        while taken != cube:
            taken = work[CAME_FROM * cubes + target]
            before = node[target_of + taken]
            node[target_of + taken] = target
            node[owner + target] = taken
            target = before
    else:
        node[LEFT] += 1
        for i in range(begins[codes[cube]], begins[codes[cube] + 1]):
            node[price + i] += 2 * work[REACHED_CUBE * cubes + i]
            node[rent + i] -= 2 * work[REACHED * cubes + i]
    node[price + cube] -= 1
    node[CUBE_ON + hole] = cube
    node[CUBE_ON + to] = -1
    node[cell_of + cube] = hole
    node[HOLE] = to
