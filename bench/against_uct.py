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
seats exchanged; a draw counts half; intervals are 95 %. At least {100 * WANTED:.0f} % is wanted. *Pairs* are those
that A won, shared and lost; *by seat* is A's score as the first and as the second seat. Every game can be replayed from
the JSON files here. Made by `python bench/against_uct.py`.

| game | games | A's score | Elo | pairs | by seat | plies | A's, B's time a move | |
|---|---:|---|---:|---|---|---:|---|---|
"""
# Why a game stays below what is wanted, as far as the games tell.
REASONS = {
    "squaryd": "the first move decides: with it A wins nearly always; without it plain UCT often keeps the advantage "
    "to the end.",
    "united-square": "the deal decides: in most pairs the same hand wins both games, whoever plays it, or both are "
    "close. Plain UCT sees the last ten plies of a game of twenty too.",
}


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
    text = HEAD + "".join(rows) + reasons() + "\n```sh\n" + "\n".join(commands) + "\n```\n"
    (ROOT / FOLDER / "README.md").write_text(text, encoding="utf-8")


def reasons() -> str:
    return "\nWhy some stay below:\n" + "".join(f"- **{case}**: {reason}\n" for case, reason in REASONS.items())


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
    pairs = [sum(scores) - 1 for scores in rounds.values() if len(scores) == 2]
    won, lost = sum(margin > 0 for margin in pairs), sum(margin < 0 for margin in pairs)
    seats = [[played.score for played in games if played.seats[seat] == "A"] for seat in (0, 1)]
    by_seat = ", ".join(f"{100 * sum(scores) / max(1, len(scores)):.0f} %" for scores in seats)
    failures = sum(bool(played.failed) for played in games)
    remark = "" if now.score >= WANTED else f"below {100 * WANTED:.0f} %"
    return (
        f"| {case} | {now.games}{f' ({failures} failures)' if failures else ''} "
        f"| {100 * now.score:.1f} % ({100 * now.low:.1f}-{100 * now.high:.1f}) | {now.elo:+.0f} ± {now.elo_error:.0f} "
        f"| {won}-{len(pairs) - won - lost}-{lost} | {by_seat} | {plies:.1f} "
        f"| {times[0]:.2f} s, {times[1]:.2f} s | {remark} |\n"
    )


if __name__ == "__main__":
    main()
