"""Matches that show what the methods are worth; bench/matches/README.md is made from them.

    python bench/matches.py                    plays what is missing (hours), then reports
    python bench/matches.py squadro-uct        only that
    python bench/matches.py --report           only the page, from the games kept beside it

A match is played by the command that the page shows, so any of them can be repeated by hand.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from carreau.engines.contest.games import Played
from carreau.engines.contest.rating import estimate
from carreau.engines.contest.results import read_results

ROOT = Path(__file__).parents[1]
FOLDER = Path("bench/matches")
WANTED = 0.85  # of the points, against plain UCT
HEAD = """\
# Matches between methods

Pairs of games from random openings with seats exchanged; a draw counts half; intervals are 95 %. *Pairs* are those
that A won, shared and lost; *by seat* is A's score as the first and as the second seat. Every game can be replayed from
the JSON files here. Made by `python bench/matches.py`.
"""


@dataclass(frozen=True)
class Case:
    """One match, by the words of its command."""

    a: str
    b: str
    game: str
    games: int
    remark: str = ""  # what the games tell, where that is not what was wanted

    def command(self, name: str) -> list[str]:
        # Two threads want both cores for themselves.
        jobs = ["--jobs", "1"] if "threads" in self.a else []
        kept = str(FOLDER / f"{name}.json")
        return ["match", self.a, self.b, *shlex.split(self.game), "--games", str(self.games), *jobs, "--json", kept]


UCT = ("0.3s", "uct:0.3s")
TREE = ("0.3s", "tree:0.3s")
THREADS = ("0.3s,threads=2", "0.3s")
SECTIONS: dict[str, tuple[str, dict[str, Case]]] = {
    "Against plain UCT": (
        "A is the game's own method and knowledge, B plain UCT (the same compiled rules, uniform random playouts, no "
        f"knowledge), both on one thread. At least {100 * WANTED:.0f} % is wanted.",
        {
            "squadro-uct": Case(*UCT, "squadro", 100),
            "unlur-6-uct": Case(*UCT, "unlur --option side=6", 100),
            "squaryd-uct": Case(
                *UCT, "squaryd", 100,
                "the first move decides between strong players: from such openings, of two random moves, Black won "
                "98.8 % of 40 games of our engine against itself. With it A won every game.",
            ),
            "squaryd-balanced-uct": Case(
                *UCT, "squaryd --balanced", 100, "openings in which a quick look sees even chances; the players decide."
            ),
            "united-square-uct": Case(
                *UCT, "united-square", 100,
                "the deal decides: in 29 of 50 pairs the same hand won both games, whoever played it. Plain UCT sees "
                "the last ten plies of a game of twenty too.",
            ),
            "united-square-balanced-uct": Case(
                *UCT, "united-square --balanced", 100,
                "still 20 of 50 pairs were shared: what looks even after a quick look is often settled by the deal.",
            ),
            "012x012-uct": Case(*UCT, "012x012", 100),
        },
    ),
    "Against trees alone": (
        "A is the game's own method, alpha-beta or, in United Square, trees with an exact search of the ending; B "
        "trees with all that is known of the game, on one thread. (Squadro's knowledge is for alpha-beta only: there "
        "this is the match against plain UCT.)",
        {
            "squaryd-tree": Case(*TREE, "squaryd", 40),
            "united-square-tree": Case(
                *TREE, "united-square", 40, "the exact ending proves results, it wins no more games."
            ),
            "012x012-tree": Case(*TREE, "012x012", 40),
        },
    ),
    "Two threads against one": (
        "The same method and time, on a machine with nothing else to do.",
        {
            "squadro-threads": Case(*THREADS, "squadro", 40),
            "unlur-6-threads": Case(*THREADS, "unlur --option side=6", 40),
            "squaryd-threads": Case(*THREADS, "squaryd", 40),
        },
    ),
}  # fmt: skip
CASES = {name: case for _, cases in SECTIONS.values() for name, case in cases.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", help=", ".join(CASES))
    parser.add_argument("--report", action="store_true", help="play nothing")
    asked = parser.parse_args()
    if unknown := set(asked.case) - set(CASES):
        parser.error(f"no case {', '.join(sorted(unknown))}; cases: {', '.join(CASES)}")
    try:
        for name in [] if asked.report else asked.case or CASES:
            command = CASES[name].command(name)
            print(f"carreau {shlex.join(command)}", flush=True)
            subprocess.run([sys.executable, "-m", "carreau", *command], cwd=ROOT, check=True)
    except KeyboardInterrupt:
        pass
    finally:
        (ROOT / FOLDER / "README.md").write_text(report(), encoding="utf-8")


def report() -> str:
    return HEAD + "".join(section(title, *content) for title, content in SECTIONS.items())


def section(title: str, text: str, cases: dict[str, Case]) -> str:
    """A table of the matches that have been played, their remarks, and the commands that play them again."""
    kept = {name: games for name in cases if (games := kept_games(name))}
    if not kept:
        return ""
    lines = [
        f"\n## {title}\n\n{text}\n",
        "| game | games | A's score | Elo | pairs | by seat | plies | A's, B's time a move |",
        "|---|---:|---|---:|---|---|---:|---|",
        *(row(cases[name].game, games) for name, games in kept.items()),
        "",
        *(f"- **{cases[name].game}**: {cases[name].remark}" for name in kept if cases[name].remark),
        "\n```sh",
        *(f"carreau {shlex.join(cases[name].command(name))}" for name in kept),
        "```\n",
    ]
    return "\n".join(lines)


def kept_games(name: str) -> list[Played]:
    file = ROOT / FOLDER / f"{name}.json"
    return read_results(file.read_text(encoding="utf-8"), file.name)[1] if file.exists() else []


def row(game: str, games: list[Played]) -> str:
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
    return (
        f"| {game} | {now.games}{f' ({failures} failures)' if failures else ''} "
        f"| {100 * now.score:.1f} % ({100 * now.low:.1f}-{100 * now.high:.1f}) | {now.elo:+.0f} ± {now.elo_error:.0f} "
        f"| {won}-{len(pairs) - won - lost}-{lost} | {by_seat} | {plies:.1f} | {times[0]:.2f} s, {times[1]:.2f} s |"
    )


if __name__ == "__main__":
    main()
