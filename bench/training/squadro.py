"""Learns the numbers by which Squadro positions are judged, from games of the engine against itself.

    python bench/training/squadro.py [--from-scratch] [--games N]

Every position of a game is moved towards what its own shallow search saw and, through the positions after it,
towards how the game ended (temporal differences, TREND of each). The search judges with the numbers as they
are being learned, so it gets better as it goes. Two threads learn into the same numbers.

The committed numbers: 56,000 games at depths 1 to 3 from nothing, then 33,000 at depths 3 and 4, by an earlier form
of this script in which pairs of one colour did not know the seat to move. 18,000 games more at depths 4 and 5
gained nothing (51 % of 80 games) and were dropped.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from threading import Thread
from types import FunctionType
from typing import Any, cast

import numpy

from carreau.engines.alphabeta import (
    ALPHA,
    BASE,
    BEST_MOVE,
    BETA,
    DEPTH,
    DOING,
    ENTER,
    FRAME,
    INFINITE,
    KILLERS,
    MOST_PLIES,
    NO_MOVE,
    NODES,
    PLY,
    RUN,
    STOP_AT,
    SURE,
    VALUE,
    search,
)
from carreau.engines.knowledge import plain
from carreau.engines.knowledge import squadro as known
from carreau.engines.knowledge.squadro import NUMBERS, PAIRS, PIECES, PLACES, RACE, judge, key, race_number
from carreau.games import squadro
from carreau.games.squadro import KEY, LANES
from carreau.rules.binding import LINE, STACK, Program
from carreau.rules.drivers import below, next_random, seeded
from carreau.rules.kernel import OVER, SEAT, WINNERS, Ints, Kernel

rules = cast(Kernel, None)  # bound to Squadro's

FINE = 1000  # while learning, numbers are kept this much finer
LONGEST_GAME = 400
OPENINGS = 9  # games start with none to eight random moves
TREND = 0.7  # how much a position learns from those after it, beside its own search
STRAY = 0.04  # how often a move is drawn by lot
FIRST_GUESS = 0.35  # what a move ahead is worth before anything is learned
FROM_SCRATCH = ((1, 0.02), (1, 0.02), (1, 0.015), (1, 0.01), (2, 0.01), (2, 0.008), (2, 0.006), (2, 0.004))
FURTHER = ((3, 0.005), (3, 0.004), (3, 0.003), (3, 0.002), (3, 0.0015), (3, 0.001))

# The words of the settings, and of the figures that come back.
GAMES, LEAST_DEPTH, SEED = range(3)
RATE, ERROR, SEEN = range(3)
Floats = Any


def evaluate(board: Ints, state: Ints) -> int:
    """The board holds the numbers that are being learned."""
    value = judge(board, state[KEY], state[SEAT]) // FINE
    return value if state[SEAT] == 0 else -value


def chance(value: float) -> float:
    if abs(value) > SURE:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + math.exp(-value / 1000))


def learn(learned: Ints, places: int, seat: int, step: int) -> None:
    """Add to every number that `judge` adds up."""
    learned[race_number(places, seat)] += step
    at = seat * PAIRS * PLACES * PLACES
    for yellow in range(LANES):
        row = PLACES * (places >> 4 * yellow & 15)
        for red in range(LANES):
            learned[at + row + (places >> 4 * (LANES + red) & 15)] += step
            at += PLACES * PLACES
    for side in range(2):
        own = places >> 4 * LANES * side
        for one in range(LANES):
            row = PLACES * (own >> 4 * one & 15)
            for other in range(one + 1, LANES):
                learned[at + row + (own >> 4 * other & 15)] += step
                at += PLACES * PLACES


def self_play(
    learned: Ints, start: Ints, states: list[Ints], lists: list[Ints], scores: list[Ints], frames: Ints, table: Ints,
    path: Ints, killers: Ints, history: Ints, run: Ints, seen: Ints, values: Floats, settings: Ints, figures: Floats,
) -> None:  # fmt: skip
    state = states[0]
    for number in range(settings[GAMES]):
        random = seeded(settings[SEED], number)
        for i in range(len(start)):
            state[i] = start[i]
        state[SEAT] = number & 1
        to_draw = number // 2 % OPENINGS
        length = 0
        while state[SEAT] != OVER and length < LONGEST_GAME:
            random = next_random(random)
            move = -1
            if to_draw > 0:
                to_draw -= 1
            else:
                for i in range(len(table)):
                    table[i] = 0
                frames[ALPHA], frames[BETA] = -INFINITE, INFINITE
                frames[DEPTH] = settings[LEAST_DEPTH] + below(random, 2)
                run[PLY], run[BASE], run[DOING], run[STOP_AT] = 0, 0, ENTER, run[NODES] + 1_000_000
                search(learned, states, lists, scores, frames, table, path, killers, history, run)
                values[length] = run[VALUE] if state[SEAT] == 0 else -run[VALUE]
                seen[length] = key(learned, state)
                random = next_random(random)
                if below(random, 1024) >= STRAY * 1024:
                    move = frames[BEST_MOVE]
                else:
                    seen[length] |= 1 << 62  # what comes after says nothing of this position
                length += 1
            random = next_random(random)
            rules.play(learned, state, rules.choose(learned, state, lists[0], random) if move < 0 else move)
        goal = 0.5
        if state[SEAT] == OVER:
            goal = 1.0 if state[WINNERS] == 1 else 0.0
        for i in range(length - 1, -1, -1):
            own = chance(values[i])
            goal = own if seen[i] >> 62 or abs(values[i]) > SURE else TREND * goal + (1 - TREND) * own
            places, seat = (seen[i] & (1 << 62) - 1) >> 1, seen[i] & 1
            error = goal - chance(judge(learned, places, seat) / FINE)
            learn(learned, places, seat, round(figures[RATE] * error * 1000 * FINE))
            figures[ERROR] += error * error
            figures[SEEN] += 1


def compiled() -> Any:
    members: dict[str, Any] = {
        name: value
        for name, value in vars(plain).items()
        if (isinstance(value, FunctionType) and value.__module__ == plain.__name__) or isinstance(value, int)
    }
    members |= {"evaluate": evaluate, "key": key, "REPEATS": 0}
    floats = "float64[::1]"
    signature = f"void({LINE}, {LINE}, {', '.join([STACK] * 3 + [LINE] * 7)}, {floats}, {LINE}, {floats})"
    program = Program(squadro, sys.modules[__name__], {"self_play": signature}, {"knowledge": members})
    return program.compiled("self_play")


def worker(play: Any, learned: Any, games: int, depth: int, rate: float, seed: int, found: list[Any]) -> None:
    def zeros(n: int) -> Any:
        return numpy.zeros(n, dtype=numpy.int64)

    def rows(n: int) -> Any:
        return zeros((MOST_PLIES + 2) * n).reshape(-1, n)

    start = numpy.array(squadro.set_up([0] * PIECES, 0), dtype=numpy.int64)
    figures = numpy.array([rate, 0.0, 0.0])
    play(
        learned, start, rows(len(start)), rows(5), rows(5), zeros(FRAME * (MOST_PLIES + 2)), zeros(1 << 2 * depth + 4),
        zeros(MOST_PLIES + 2), zeros(KILLERS * (MOST_PLIES + 2)) + NO_MOVE, zeros(2), zeros(RUN), zeros(LONGEST_GAME),
        numpy.zeros(LONGEST_GAME), numpy.array([games, depth, seed]), figures,
    )  # fmt: skip
    found.append(figures)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--from-scratch", action="store_true")
    options.add_argument("--games", type=int, default=5000, help="of each stage")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    side = known.LONGEST_RACE + 1
    if chosen.from_scratch:
        learned = numpy.zeros(NUMBERS, dtype=numpy.int64)
        ahead = numpy.arange(side) - numpy.arange(side)[:, None]
        for seat in (0, 1):
            guess = FIRST_GUESS * (ahead + (0.5 if seat == 0 else -0.5)) * 1000 * FINE
            learned[RACE + seat * side**2 : RACE + (seat + 1) * side**2] = guess.reshape(-1)
    else:
        learned = numpy.array(known.LEARNED) * FINE
    play = compiled()
    began = time.monotonic()
    for stage, (depth, rate) in enumerate((FROM_SCRATCH if chosen.from_scratch else ()) + FURTHER):
        found: list[Any] = []
        threads = [
            Thread(target=worker, args=(play, learned, chosen.games // 2, depth, rate, seed, found))
            for seed in (chosen.seed + 2 * stage, chosen.seed + 2 * stage + 1)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        _, error, seen = sum(found)
        spent = time.monotonic() - began
        print(f"{spent:.0f} s: depth {depth}, rate {rate}, error {math.sqrt(error / seen):.4f}", flush=True)
        rounded = numpy.round(learned / FINE).astype(int)
        lines = [" ".join(map(str, rounded[i : i + PLACES])) for i in range(0, NUMBERS, PLACES)]
        assert known.__file__ is not None
        with open(known.__file__.removesuffix(".py") + ".txt", "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
