"""Plays each level against the next one below, in every mode, and writes what came of it; 0 moves at random.

    python bench/levels/calibrate.py                       every pair of every mode (days, with the upper levels)
    python bench/levels/calibrate.py --minutes 30          as far as that goes; the same command goes on
    python bench/levels/calibrate.py --mode unlur-6 --pair 3-4 --games 100 20
    python bench/levels/calibrate.py --report              only README.md and the plots, from the results

Results of levels whose budget or weaknesses have changed since are played again; after a change of the search or
of what it knows, say --again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from modes import GAMES, MODES, PAIRS, Mode, player_of
from report import write_report

import carreau
from carreau.engines.contest.games import Setting
from carreau.engines.contest.match import Match
from carreau.engines.contest.players import read_player

SEED = 2024
LAST_OF_MANY = 6  # pairs up to this level get many games, the slow ones above fewer


def main() -> None:
    asked = arguments()
    modes = [mode for mode in MODES if not asked.mode or mode.name in asked.mode]
    pairs = [pair for pair in PAIRS if not asked.pair or f"{pair[0]}-{pair[1]}" in asked.pair]
    until = time.monotonic() + 60 * asked.minutes
    try:
        if not asked.report:
            for pair in pairs:  # the weak and quick ones of all modes first
                for mode in modes:
                    if pair in mode.pairs and time.monotonic() < until:
                        play_pair(mode, pair, asked, until)
    finally:
        write_report()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", nargs="+", choices=[mode.name for mode in MODES], metavar="MODE", help="only these")
    parser.add_argument("--pair", nargs="+", choices=[f"{low}-{high}" for low, high in PAIRS], help="only these")
    parser.add_argument(
        "--games", nargs=2, type=int, default=(200, 40), metavar=("MANY", "FEW"),
        help=f"a pair: up to level {LAST_OF_MANY}, and above",
    )  # fmt: skip
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at a time")
    parser.add_argument("--again", action="store_true", help="forget the results there are")
    parser.add_argument("--report", action="store_true", help="play nothing, write README.md and the plots")
    return parser.parse_args()


def play_pair(mode: Mode, pair: tuple[int, int], asked: argparse.Namespace, until: float) -> None:
    """The upper level is player A. Goes on with what is there if the levels are still the same."""
    low, high = pair
    levels = mode.settings(pair)
    digest = hashlib.sha256(" ".join([carreau.__version__, *levels]).encode()).hexdigest()[:8]
    GAMES.mkdir(exist_ok=True)
    file = GAMES / f"{mode.name}-{low}-{high}-{digest}.json"
    if asked.again:
        file.unlink(missing_ok=True)
        mode.result_file(pair).unlink(missing_ok=True)
    wanted = asked.games[0] if high <= LAST_OF_MANY else asked.games[1]
    if is_done(mode.result_file(pair), levels, wanted):
        return
    players = read_player(player_of(high)), read_player(player_of(low))
    setting = Setting(mode.game, mode.options, players, seed=SEED, alone=mode.alone, balanced=mode.balanced)
    started = time.monotonic()
    with Match(setting, wanted, file=file) as match:
        match.games = match.sides * math.ceil(wanted / match.sides)  # whole rounds
        with closing(match.play(asked.jobs)) as games:
            for _ in games:
                if time.monotonic() > until:
                    break
        if match.played:
            keep(mode.result_file(pair), summary(mode, pair, levels, match))
            now, took, spoilt = match.estimate, time.monotonic() - started, troubles(match)
            print(f"{mode.name:<28}{low}-{high}  {now.games:>4} games  {100 * now.score:5.1f} %"
                  f"  Elo {now.elo:+5.0f} ± {now.elo_error:3.0f}  {took:6.0f} s{spoilt}", flush=True)  # fmt: skip


def troubles(match: Match) -> str:
    """What spoils a calibration: engines that failed, or that had to do without machine code."""
    failed = [played.note for played in match.played if played.failed]
    cold = sum(played.cold for played in match.played)
    first = f"  {len(failed)} failures, the first: {failed[0]}" if failed else ""
    return first + (f"  {cold} moves without machine code: run carreau warm first" if cold else "")


def is_done(file: Path, levels: Sequence[str], wanted: int) -> bool:
    if not file.exists():
        return False
    known = json.loads(file.read_text(encoding="utf-8"))
    return bool(known["settings"] == list(levels) and sum(map(len, known["rounds"])) >= wanted)


def summary(mode: Mode, pair: tuple[int, int], levels: Sequence[str], match: Match) -> dict[str, Any]:
    """What is kept of a match: the score of every game by rounds, and means; no moves."""
    plies = [sum(played.plies[which] for played in match.played) for which in (0, 1)]
    seconds = [sum(played.seconds[which] for played in match.played) for which in (0, 1)]
    return {
        "mode": mode.name,
        "game": mode.game,
        "options": dict(mode.options),
        "levels": list(pair),
        "settings": list(levels),
        "carreau": carreau.__version__,
        "seed": SEED,
        "sides": match.sides,
        "plies": round(sum(len(played.moves.split()) for played in match.played) / len(match.played), 1),
        "milliseconds": [round(1000 * seconds[which] / max(1, plies[which]), 2) for which in (1, 0)],
        "failures": sum(bool(played.failed) for played in match.played),
        "cold": sum(played.cold for played in match.played),
        "rounds": [[int(score) if score in (0, 1) else round(score, 3) for score in each] for each in match.rounds],
    }


def keep(file: Path, facts: dict[str, Any]) -> None:
    """A new file takes the old one's place at once."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in facts.items()]
    fresh = file.with_suffix(".new")
    fresh.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    fresh.replace(file)


if __name__ == "__main__":
    main()
