"""Measures what the rules promise besides playouts: worst move lists, compile and start-up times, memory.

Run by `make bench`. Figures of one run on one machine; the promises stand in the last column.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy

import carreau
from carreau.rules.binding import compiled

GAMES_PER_MODE = 30
LARGEST = {"unlur": [{"side": 12}]}  # beyond the modes that the tests sample
COLD = """
import sys, time, resource
start = time.perf_counter()
import carreau
from carreau.rules.binding import DRIVERS, compiled
module = carreau.game(sys.argv[1]).module
import numba
ready = time.perf_counter()
for driver in DRIVERS:
    compiled(module, driver)
done = time.perf_counter()
resident = [line for line in open("/proc/self/status") if line.startswith("VmRSS")][0].split()[1]
print(done - ready, done - start, int(resident) / 1024)
"""


def worst_lists(game: carreau.Game) -> tuple[float, float, int]:
    """Milliseconds of the slowest interpreted `moves()`, microseconds compiled, and the longest list."""
    slowest, slowest_compiled, longest = 0.0, 0.0, 0
    legal = compiled(game.module, "legal")
    for options in [*game.samples, *LARGEST.get(game.id, [])]:
        for seed in range(GAMES_PER_MODE):
            choose = random.Random(seed)
            state = game.start(**options)
            for _ in range(400):
                if state.seat is None:
                    break
                fresh = carreau.State(game, state.options, state.raw_board, state.raw_state)
                slowest = max(slowest, min(timed(lambda state=state: again(state)) for _ in range(2)))
                board, words = numpy.array(state.raw_board), numpy.array(state.raw_state)
                out = numpy.zeros(game.longest_list, dtype=numpy.int64)
                fast = min(timed(lambda: legal(board, words, out)) for _ in range(3))  # noqa: B023
                slowest_compiled = max(slowest_compiled, fast)
                moves = fresh.moves()
                longest = max(longest, len(moves))
                state = state.play(choose.choice(moves))
    return 1e3 * slowest, 1e6 * slowest_compiled, longest


def again(state: carreau.State) -> None:
    """List the moves anew, as a state that has not been asked yet does."""
    carreau.State(state.game, state.options, state.raw_board, state.raw_state).moves()


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_new_process(game: str, cache: str) -> tuple[float, float, float]:
    done = subprocess.run(
        [sys.executable, "-c", COLD, game], env={**os.environ, "CARREAU_CACHE_DIR": cache},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    compile_seconds, ready_seconds, megabytes = map(float, done.stdout.split())
    return compile_seconds, ready_seconds, megabytes


def main() -> None:
    promise = f"{'promised':<15}{'< 5 ms':>12}{'< 50 µs':>12}{'':>8}{'< 6 s':>10}{'< 1 s':>10}{'< 250 MB':>11}"
    print(f"\n{'':<15}{'moves()':>12}{'compiled':>12}{'longest':>8}{'cold':>10}{'warm':>10}{'resident':>11}")
    print(promise)
    for game in carreau.games().values():
        slow, fast, longest = worst_lists(game)
        with tempfile.TemporaryDirectory() as cache:
            cold, _, _ = in_new_process(game.id, cache)
            _, warm, memory = in_new_process(game.id, cache)
        print(f"{game.id:<15}{slow:>9.2f} ms{fast:>9.1f} µs{longest:>8}{cold:>8.1f} s{warm:>8.2f} s{memory:>8.0f} MB")


if __name__ == "__main__":
    main()
