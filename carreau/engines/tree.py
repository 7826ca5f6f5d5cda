"""Monte Carlo tree search over any game's kernel: two to eight seats, teams, passes, several moves in a row.

A node is eight words of one flat array. Its value is counted for the seat that chose to go there, so seats
and teams of any number need nothing more. A node whose outcome is certain is proven and never played out
again. `rules` is the kernel, `knowledge` what the search has been told of the game (see `knowledge`).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, cast

from carreau.rules.drivers import below, next_random
from carreau.rules.kernel import OVER, SEAT, SEATS, WINNERS, Ints, Kernel

rules = cast(Kernel, None)
knowledge = cast(Any, None)

# The words of a node.
MOVE = 0  # that leads here
FAMILY = 1  # 4096 * the first child + how many there are, 0 before it has any; children lie side by side
VISITS = 2
VALUE = 3  # the sum of what the visits were worth to the seat that chose this move
SEATED = 4  # once there are children: the seat to move, and 8 times the row in which RAVE counts its moves, or -8
HINT = 5  # a guess of the value before any visit, 0 to FULL
PROVEN = 6  # 0, or 1 + the winners, with the number of plies to the end above CERTAIN
ELSEWHERE = 7  # RAVE: the visits and values of playouts in which the seat played the move later, in one word
NODE = 8

FAMILY_SIZE = 4096
CERTAIN = 1 << 10
FULL = 1024  # a whole win
RAVE_VISIT = 1 << 40  # in ELSEWHERE: the visits count above this, the values below
RAVE_ENOUGH = RAVE_VISIT << 20  # no more are counted: the word must not overflow

# The words of a run: its settings and where it stands.
RANDOM, USED, ROOM, TODO, DONE, BLIND, DEEPEST, SERIAL, EVERY = range(9)
RUN = 9


def grow(
    board: Ints, root: Ints, state: Ints, out: Ints, tree: Ints, path: Ints, values: Ints, rewards: Ints,
    hints: Ints, played: Ints, run: Ints,
) -> None:  # fmt: skip
    """Play TODO times from the root to the end of a game, and remember it in the tree; stop if the root is proven.

    If EVERY move of the root is of interest, none is left out there, all get their looks, and all are to be proven.
    """
    for _ in range(run[TODO]):
        if tree[PROVEN] and (run[EVERY] == 0 or least_seen(tree) == 0):
            return
        for i in range(len(root)):
            state[i] = root[i]
        run[SERIAL] += 1
        node = 0
        depth = 0
        path[0] = 0
        while True:
            at = NODE * node
            if tree[at + PROVEN] and (node or run[EVERY] == 0):
                break
            if state[SEAT] == OVER:
                tree[at + PROVEN] = 1 + state[WINNERS]
                break
            if tree[at + FAMILY] == 0 and (
                tree[at + VISITS] < knowledge.EXPAND_AT
                or depth == len(path) - 1
                or not expand(board, state, out, tree, node, hints, run)
            ):
                break
            run[RANDOM] = next_random(run[RANDOM])
            chosen = 0
            if run[EVERY] and node == 0 and (tree[PROVEN] or run[RANDOM] >> 24 & 3 == 0):
                chosen = least_seen(tree)
            node = chosen or select(tree, node, rewards, run[RANDOM])
            move = tree[NODE * node + MOVE]
            mark(board, state, move, played, run)
            rules.play(board, state, move)
            depth += 1
            path[depth] = node
        certain = tree[NODE * node + PROVEN]
        if certain:
            for seat in range(board[SEATS]):
                values[seat] = rewards[8 * (certain % CERTAIN - 1) + seat]
        else:
            play_out(board, state, out, played, run)
            knowledge.value(board, state, out, rewards, values)
        run[DEEPEST] = max(run[DEEPEST], depth)
        run[DONE] += 1
        back_up(tree, path, depth, values, played, run)
        if certain:
            prove(tree, path, depth, rewards)


def mark(board: Ints, state: Ints, move: int, played: Ints, run: Ints) -> None:
    """RAVE: note that the seat to move has played this."""
    if knowledge.RAVE:
        row = knowledge.row(board, state)
        if row >= 0:
            played[knowledge.MOVE_CODES * row + move] = run[SERIAL]


def play_out(board: Ints, state: Ints, out: Ints, played: Ints, run: Ints) -> None:
    x = run[RANDOM]
    plies = 0
    while state[SEAT] != OVER and plies < knowledge.PLAYOUT_PLIES:
        x = next_random(x)
        move = knowledge.choose(board, state, out, x)
        mark(board, state, move, played, run)
        rules.play(board, state, move)
        plies += 1
    run[RANDOM] = x


def expand(board: Ints, state: Ints, out: Ints, tree: Ints, node: int, hints: Ints, run: Ints) -> bool:
    """Give a node its children; False if there is no room left."""
    found = rules.moves(board, state, out)
    if run[USED] + found > run[ROOM]:
        return False
    if knowledge.HINT_VISITS:
        knowledge.hint(board, state, out, found, hints)
    first = run[USED]
    kept = 0
    for i in range(found):
        if i < found - 1 or kept:  # one move at least is always seen
            if knowledge.HINT_VISITS and hints[i] < 0 and not (run[EVERY] and node == 0):
                continue
            if run[BLIND] and node:
                run[RANDOM] = next_random(run[RANDOM])
                if below(run[RANDOM], 1024) < run[BLIND]:
                    continue
        child = NODE * (first + kept)
        for word in range(NODE):
            tree[child + word] = 0
        tree[child + MOVE] = out[i]
        if knowledge.HINT_VISITS:
            tree[child + HINT] = max(0, hints[i])
        kept += 1
    run[USED] += kept
    tree[NODE * node + SEATED] = state[SEAT] + (8 * knowledge.row(board, state) if knowledge.RAVE else 0)
    tree[NODE * node + FAMILY] = FAMILY_SIZE * first + kept
    return True


def select(tree: Ints, node: int, rewards: Ints, random: int) -> int:
    """The child to look at next: the best, or one that has been looked at too little."""
    family = tree[NODE * node + FAMILY]
    first, children = family // FAMILY_SIZE, family % FAMILY_SIZE
    seat = tree[NODE * node + SEATED] & 7
    rave = knowledge.RAVE > 0 and tree[NODE * node + SEATED] >= 0
    spread = (knowledge.RAVE_EXPLORE if rave else knowledge.EXPLORE) / 1000
    if spread:
        spread *= sqrt(log(tree[NODE * node + VISITS] + 1.0))
    best = first
    most = -1.0
    child = first + below(random, children)
    only_open = random >> 20 & 3 == 0  # a certain draw may seem best for ever: now and then look at the others
    for _ in range(children):
        worth = promise(tree, NODE * child, seat, rewards, spread)
        if only_open and tree[NODE * child + PROVEN]:
            worth = -0.5
        if worth > most:
            most = worth
            best = child
        child += 1
        if child == first + children:
            child = first
    return best


def least_seen(tree: Ints) -> int:
    """The child of the root that has been looked at least, of those that are not proven; 0 if there is none."""
    family = tree[FAMILY]
    first, children = family // FAMILY_SIZE, family % FAMILY_SIZE
    least = 0
    for child in range(first, first + children):
        if tree[NODE * child + PROVEN] == 0 and (
            least == 0 or tree[NODE * child + VISITS] < tree[NODE * least + VISITS]
        ):
            least = child
    return least


def promise(tree: Ints, at: int, seat: int, rewards: Ints, spread: float) -> float:
    """How much a child deserves a visit."""
    if tree[at + PROVEN]:
        return rewards[8 * (tree[at + PROVEN] % CERTAIN - 1) + seat] / FULL - 0.001
    visits = tree[at + VISITS]
    if knowledge.RAVE == 0 and knowledge.HINT_VISITS == 0:
        if visits == 0:
            return 1000.0
        return tree[at + VALUE] / (FULL * visits) + spread / sqrt(1.0 * visits)
    weight = 1.0 * visits + knowledge.HINT_VISITS
    own = (1.0 * tree[at + VALUE] + knowledge.HINT_VISITS * tree[at + HINT]) / (FULL * weight) if weight else 0.5
    if knowledge.RAVE:
        elsewhere = tree[at + ELSEWHERE]
        if elsewhere:
            share = sqrt(knowledge.RAVE / (3.0 * visits + knowledge.RAVE))
            seen = elsewhere // RAVE_VISIT
            share *= seen / (seen + 3.0)
            own += share * ((elsewhere % RAVE_VISIT) / (1.0 * FULL * seen) - own)
    return own + spread / sqrt(visits + 1.0)


def back_up(tree: Ints, path: Ints, depth: int, values: Ints, played: Ints, run: Ints) -> None:
    tree[VISITS] += 1
    for step in range(depth):
        parent = NODE * path[step]
        seat = tree[parent + SEATED] & 7
        child = NODE * path[step + 1]
        tree[child + VISITS] += 1
        tree[child + VALUE] += values[seat]
        if knowledge.RAVE and tree[parent + SEATED] >= 0:
            family = tree[parent + FAMILY]
            first = NODE * (family // FAMILY_SIZE)
            row = knowledge.MOVE_CODES * (tree[parent + SEATED] >> 3)
            for at in range(first, first + NODE * (family % FAMILY_SIZE), NODE):
                if played[row + tree[at + MOVE]] == run[SERIAL] and tree[at + ELSEWHERE] < RAVE_ENOUGH:
                    tree[at + ELSEWHERE] += RAVE_VISIT + values[seat]


def prove(tree: Ints, path: Ints, depth: int, rewards: Ints) -> None:
    """The end of the path is certain: so may be the nodes above it."""
    for step in range(depth - 1, -1, -1):
        if not settle(tree, path[step], rewards):
            return


def settle(tree: Ints, node: int, rewards: Ints) -> bool:
    """Prove a node if a child wins, or if all are proven: the best for its seat, wins soon, losses late.

    Among three and more, a seat may have the choice between ends that are all the same to it: then nothing is certain.
    """
    family = tree[NODE * node + FAMILY]
    first, children = family // FAMILY_SIZE, family % FAMILY_SIZE
    seat = tree[NODE * node + SEATED] & 7
    best = -1
    outcome = 0
    can_choose = False  # between ends that are equally good to the seat, and not to the others
    open_children = 0
    for child in range(first, first + children):
        certain = tree[NODE * child + PROVEN]
        if certain == 0:
            open_children += 1
            continue
        reward = rewards[8 * (certain % CERTAIN - 1) + seat]
        plies = certain // CERTAIN
        better = 2048 * reward + (plies if 2 * reward < FULL else 1024 - plies)
        if reward != best // 2048:
            can_choose = can_choose and reward < best // 2048
        elif certain % CERTAIN != outcome % CERTAIN:
            can_choose = True
        if better > best:
            best = better
            outcome = certain
    if best // 2048 < FULL and (open_children or can_choose):
        return False
    tree[NODE * node + PROVEN] = outcome + CERTAIN
    return True


def reroot(tree: Ints, node: int, moved: Ints, run: Ints) -> None:
    """Make a node the root and forget all that is not below it; families stay together, in the order they came."""
    for i in range(run[USED]):
        moved[i] = 0
    moved[node] = 1
    for old in range(node, run[USED]):  # children always lie behind their parent
        family = tree[NODE * old + FAMILY]
        if moved[old] and family:
            for child in range(family // FAMILY_SIZE, family // FAMILY_SIZE + family % FAMILY_SIZE):
                moved[child] = 1
    used = 0
    for old in range(node, run[USED]):
        if moved[old]:
            moved[old] = used
            for word in range(NODE):
                tree[NODE * used + word] = tree[NODE * old + word]
            used += 1
    for new in range(used):
        family = tree[NODE * new + FAMILY]
        if family:
            tree[NODE * new + FAMILY] = FAMILY_SIZE * moved[family // FAMILY_SIZE] + family % FAMILY_SIZE
    run[USED] = used
