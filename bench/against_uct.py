"""Each game's own method against plain UCT on the same rules, at 0.3 s a move and one thread.

    python bench/against_uct.py              plays what is missing of 100 games each (over an hour), then reports
    python bench/against_uct.py squadro      only that
    python bench/against_uct.py --report     only bench/against-uct/README.md, from the games kept beside it

A case is played by the command that the report shows, so any of them can be repeated by hand.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

from carreau.engines.contest.games import Played
from carreau.engines.contest.rating import estimate
from carreau.engines.contest.results import read_results

ROOT = Path(__file__).parents[1]
FOLDER = Path("bench/against-uct")
CASES = {
    "squadro": "squadro",
    "unlur-6": "unlur --option side=6",
    "squaryd": "squaryd",
    "united-square": "united-square",
    "012x012": "012x012",
}
GAMES = 100
WANTED = 0.85
HEAD = f"""\
# Against plain UCT

What a game's own search is worth: its method and knowledge (A) against plain UCT (B: the same compiled rules, uniform
random playouts, no knowledge), both with 0.3 s a move on one thread. Pairs of games from random openings with
seats exchanged; a draw counts half; intervals are 95 %. At least {100 * WANTED:.0f} % is wanted. Every game can be
replayed from the JSON files here. Made by `python bench/against_uct.py`.

| game | games | A's score | Elo | likelihood of superiority | plies | A's, B's time a move | |
|---|---:|---|---:|---:|---:|---|---|
"""


def command(case: str) -> list[str]:
    file = FOLDER / f"{case}.json"
    return ["match", "0.3s", "uct:0.3s", *shlex.split(CASES[case]), "--games", str(GAMES), "--json", str(file)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", help=", ".join(CASES))
    parser.add_argument("--report", action="store_true", help="play nothing")
    asked = parser.parse_args()
    if unknown := set(asked.case) - set(CASES):
        parser.error(f"no case {', '.join(sorted(unknown))}; cases: {', '.join(CASES)}")
    try:
        for case in [] if asked.report else asked.case or CASES:
            print(f"carreau {shlex.join(command(case))}", flush=True)
            subprocess.run([sys.executable, "-m", "carreau", *command(case)], cwd=ROOT, check=True)
    except KeyboardInterrupt:
        pass
    finally:
        write_report()


def write_report() -> None:
    rows, commands = [], []
    for case in CASES:
        file = ROOT / FOLDER / f"{case}.json"
        if file.exists():
            _, games = read_results(file.read_text(encoding="utf-8"), file.name)
            if games:
                rows.append(row(case, games))
                commands.append(f"carreau {shlex.join(command(case))}")
    text = HEAD + "".join(rows) + "\n```sh\n" + "\n".join(commands) + "\n```\n"
    (ROOT / FOLDER / "README.md").write_text(text, encoding="utf-8")


def row(case: str, games: list[Played]) -> str:
    rounds: dict[int, list[float]] = {}
    for played in games:
        rounds.setdefault(played.round, []).append(played.score)
    now = estimate(list(rounds.values()))
    plies = sum(len(played.moves.split()) for played in games) / len(games)
    times = [
        sum(played.seconds[which] for played in games) / max(1, sum(played.plies[which] for played in games))
        for which in (0, 1)
    ]
    failures = sum(bool(played.failed) for played in games)
    remark = "" if now.score >= WANTED else f"below {100 * WANTED:.0f} %"
    return (
        f"| {case} | {now.games}{f' ({failures} failures)' if failures else ''} "
        f"| {100 * now.score:.1f} % ({100 * now.low:.1f}-{100 * now.high:.1f}) | {now.elo:+.0f} ± {now.elo_error:.0f} "
        f"| {100 * now.superiority:.1f} % | {plies:.1f} | {times[0]:.2f} s, {times[1]:.2f} s | {remark} |\n"
    )


if __name__ == "__main__":
    main()
