"""How long level 8 thinks, in every mode: about two seconds a move are wanted, on two cores with nothing else to do.

python bench/levels/pace.py                  every mode, six positions of a game between weak levels
python bench/levels/pace.py --mode unlur-8 --positions 12
"""

from __future__ import annotations

import argparse
import time

from modes import MODES, Mode

import carreau
from carreau.engines.analysis import LEVELS, Limits
from carreau.engines.process import Engine

WEAK = 4  # plays the game whose positions are taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", nargs="+", choices=[mode.name for mode in MODES], metavar="MODE", help="only these")
    parser.add_argument("--positions", type=int, default=6)
    asked = parser.parse_args()
    print(f"{'':<28}{'mean':>8}{'longest':>9}   seconds in turn")
    for mode in MODES:
        if not asked.mode or mode.name in asked.mode:
            took = [seconds_for(state) for state in sampled(game_of(mode), asked.positions)]
            shown = " ".join(f"{each:.1f}" for each in took)
            print(f"{mode.name:<28}{sum(took) / len(took):>7.2f}s{max(took):>8.2f}s   {shown}", flush=True)


def game_of(mode: Mode) -> list[carreau.State]:
    """The positions of a game in which there is a choice."""
    state = mode.start()
    positions = []
    while state.seat is not None:
        if len(state.moves()) > 1:
            positions.append(state)
        state = state.play(carreau.choose(state, level=WEAK, seed=len(state.history)))
    return positions


def sampled(positions: list[carreau.State], count: int) -> list[carreau.State]:
    """So many of them, evenly spread."""
    return [positions[len(positions) * i // count] for i in range(min(count, len(positions)))]


def seconds_for(state: carreau.State) -> float:
    """Of one move, without what an earlier one has found."""
    with Engine() as engine:
        engine.best(state, Limits(nodes=1))  # the start of the process, and the machine code
        started = time.perf_counter()
        engine.best(state, Limits(level=LEVELS[-1], seed=1))
        return time.perf_counter() - started


if __name__ == "__main__":
    main()
