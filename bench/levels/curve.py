"""What four times the work is worth: matches between budgets, from which those of the levels were chosen.

python bench/levels/curve.py --mode unlur-6 --from 64 --steps 5 --games 60
"""

from __future__ import annotations

import argparse
import os
from contextlib import closing

from modes import MODES

from carreau.engines.contest.games import Setting
from carreau.engines.contest.match import Match
from carreau.engines.contest.players import read_player

SEED = 77


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", nargs="+", choices=[mode.name for mode in MODES], required=True, metavar="MODE")
    parser.add_argument("--from", type=int, default=64, dest="start", help="nodes of the smallest budget")
    parser.add_argument("--factor", type=int, default=4)
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    for mode in (mode for mode in MODES if mode.name in asked.mode):
        total = 0.0
        for step in range(asked.steps):
            low, high = (asked.start * asked.factor ** (step + more) for more in (0, 1))
            players = read_player(f"{high}n"), read_player(f"{low}n")
            with Match(Setting(mode.game, mode.options, players, seed=SEED, alone=mode.alone), asked.games) as match:
                with closing(match.play(asked.jobs)) as games:
                    for _ in games:
                        pass
                found = match.estimate
                seconds = sum(played.seconds[0] for played in match.played)
                plies = sum(played.plies[0] for played in match.played)
            total += found.elo
            print(f"{mode.name:<26}{low:>9} → {high:>9}  {100 * found.score:5.1f} %  Elo {found.elo:+5.0f} ± "
                  f"{found.elo_error:3.0f}  in all {total:+5.0f}  {1000 * seconds / max(1, plies):8.1f} ms a move",
                  flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
