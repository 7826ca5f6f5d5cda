"""Fits the worth of things in `carreau/engines/knowledge/squaryd.py` to games of the engine against itself.

    python bench/training/squaryd.py SECONDS [NODES] [SEED]

plays for so many seconds, one move in ten at random, and prints what each thing adds to the logarithm of the
odds of winning, for three phases of the game. The numbers in use came from 191 games at 4,000 nodes a move
(280 seconds on a busy core), rounded, a pawn in the middle of the game taken for a hundred.
"""

from __future__ import annotations

import sys
import time
from random import Random

import numpy

import carreau
from carreau import State
from carreau.engines.analysis import Limits
from carreau.engines.knowledge.squaryd import forced
from carreau.engines.thinking import Thinker
from carreau.games.squaryd_rules import CORNERS, DOUBLES, EMPTY, PAWNS, SINGLES
from carreau.rules.bits import bit_count

GAME = carreau.game("squaryd")
THINGS = ("pawns", "ones", "doubled twos", "caught", "my twos", "their twos", "in my reach", "in their reach")
PHASES = ((35, 48), (19, 34), (0, 18))  # pawns left to both


def counted(words: list[int], seat: int) -> tuple[int, int, int, int, int, int]:
    """A seat's pawns, ones, twos, squares of two doubled pawns, holes caught, and whether one is in reach."""
    empty, mine = words[EMPTY], words[SINGLES + seat]
    own, enemy = words[DOUBLES + seat], words[DOUBLES + 1 - seat]
    squares = [bit_count(corners & mine) for corners in CORNERS if corners & ~(mine | empty) == 0]
    doubled = [bit_count(corners & own) for corners in CORNERS if corners & ~(own | empty) == 0]
    caught = reach = 0
    for corners in CORNERS:
        if corners & ~(enemy | empty) == 0 and bit_count(corners & enemy) == 3:
            caught |= corners & empty
        if corners & ~(mine | empty) == 0 and bit_count(corners & mine) == 2:
            reach |= corners & empty
    in_reach = int(caught & reach != 0)
    return words[PAWNS + seat], squares.count(1), squares.count(2), doubled.count(2), bit_count(caught), in_reach


def row_of(words: list[int], seat: int) -> list[int]:
    me, other = counted(words, seat), counted(words, 1 - seat)
    symmetric = [me[i] - other[i] for i in (0, 1, 3, 4)]
    return [1, *symmetric, me[2], -other[2], me[5], -other[5]]


def game(luck: Random, nodes: int) -> tuple[list[tuple[State, float]], State]:
    """The positions with a choice, the chance that the search saw in each, and the end."""
    state, seen = GAME.start(), []
    opening = luck.choice((1, 2, 3, 4, 6))
    while state.seat is not None:
        only = forced(state.raw_state)
        if only >= 0:
            move = GAME.write_move(state.raw_board, state.raw_state, only)
        elif len(state.history) < opening:
            move = luck.choice(state.moves())
        else:
            *_, found = Thinker().think(state, Limits(nodes=nodes, memory=8))
            seen.append((state, found.chance))
            move = found.best if found.proven or luck.random() > 0.1 else luck.choice(state.moves())
        state = state.play(move)
    return seen, state


def fitted(rows: numpy.ndarray, wanted: numpy.ndarray) -> numpy.ndarray:
    """Logistic regression by Newton's method, held a little towards nothing."""
    weights = numpy.zeros(rows.shape[1])
    for _ in range(40):
        chance = 1 / (1 + numpy.exp(-rows @ weights))
        slope = rows.T @ (chance - wanted) + weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + numpy.eye(len(weights))
        weights -= numpy.linalg.solve(bend, slope)
    return weights


def main(seconds: float, nodes: int = 4000, seed: int = 1) -> None:
    luck, until, games = Random(seed), time.monotonic() + seconds, 0
    rows, wanted, left = [], [], []
    while time.monotonic() < until:
        seen, over = game(luck, nodes)
        assert over.outcome is not None
        games += 1
        for state, chance in seen:
            assert state.seat is not None
            result = float(state.seat in over.outcome.winners) / len(over.outcome.winners)
            rows.append(row_of(state.raw_state, state.seat))
            wanted.append((result + chance) / 2)
            left.append(sum(state.raw_state[PAWNS : PAWNS + 2]))
    print(f"{games} games, {len(rows)} positions")
    for fewest, most in ((0, 48), *PHASES):
        chosen = [i for i, pawns in enumerate(left) if fewest <= pawns <= most]
        if chosen:
            found = fitted(numpy.array(rows, float)[chosen], numpy.array(wanted)[chosen])
            named = ", ".join(f"{name} {weight:.3f}" for name, weight in zip(("tempo", *THINGS), found, strict=True))
            print(f"{fewest}-{most} pawns left, {len(chosen)} positions: {named}")


if __name__ == "__main__":
    main(float(sys.argv[1]), *map(int, sys.argv[2:]))
