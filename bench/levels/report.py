"""Turns the results of the calibration into README.md, with a plot a game."""

from __future__ import annotations

import json
import math
from typing import Any

from modes import FLOOR, HERE, MODES, STEPS, Mode
from plot import Curve, draw

import carreau
from carreau.engines.contest.rating import Estimate, elo_of, estimate

TARGET = (120, 300)  # Elo between neighbours
METHOD = """\
# How strong the levels are

Each level plays the one below it, in every mode with two or more seats, by `carreau match`; where levels lie close
together, level 1 also plays random moves:

- **Openings.** A round has one opening: the same few random moves (as many as give at least 500 different openings),
  the same deal, the same first seat. No opening ends the game or lets the next move end it. In Squadro, Squaryd and
  012x012 for two, where the first moves decide between strong players, only openings are taken in which a quick look
  sees even chances.
- **Seats.** In a round the upper level takes each place in turn, the lower level all others. With two seats a
  round is a pair of games with seats exchanged. In teams a place is a team; among rival partners, who have to beat
  their partner too, it is a single seat.
- **Score.** A win counts 1, a draw one half, a win shared by n seats 1/n each. With more than two places, what is
  measured is the *share of wins* against what equals would have (a third among three, and so on).
- **Elo.** `400 log10(s (n - 1) / (1 - s))` for a share s among n places, which for two is the usual formula and
  makes equals 0 in every mode.
- **Error bars** are 95 % intervals. Their unit is the round, because its games share an opening (for pairs this is
  the pentanomial model); Wilson's interval keeps them honest near 0 and 100 %.
- **Tuning.** The ladders were adjusted until these very matches came out well, in up to five rounds and with the
  same seed, so the tables flatter them a little. Squadro's 7 against 6 was played on to 160 games after 40 gave +44.
  Levels of United Square for three and four up to 7 play 400 games, because 200 could not show small steps.
- **Two threads.** The trees of level 8's threads now tell each other what they have counted (decision 7). Its games
  against level 7 in Unlur are older: it may be stronger there than they say.
- Levels are budgets of work, so the scores do not depend on the machine; the times do, and are of this one.

Neighbours are meant to differ by {low} to {high} Elo; a table marks with ↓ or ↑ where the whole interval lies
outside. Everything here comes from `results/` by `python bench/levels/calibrate.py --report`; without `--report`
the command plays what is missing.
"""


def write_report() -> None:
    parts = [METHOD.format(low=TARGET[0], high=TARGET[1])]
    for game_id, game in carreau.games().items():
        modes = [mode for mode in MODES if mode.game == game_id]
        found = {mode: results(mode) for mode in modes}
        if not any(found.values()):
            continue
        curves = [Curve(mode.title, points(rated)) for mode, rated in found.items() if rated]
        (HERE / f"{game_id}.svg").write_text(draw(game.name.en, curves) + "\n", encoding="utf-8")
        parts.append(f"## {game.name.en}\n\n![Elo of the levels of {game.name.en}]({game_id}.svg)\n")
        parts += [table(mode, rated) for mode, rated in found.items() if rated]
    (HERE / "README.md").write_text("\n".join(parts), encoding="utf-8")


def results(mode: Mode) -> dict[tuple[int, int], dict[str, Any]]:
    """What is known of each pair, as long as its levels are what they were."""
    files = {pair: mode.result_file(pair) for pair in mode.pairs}
    known = {pair: json.loads(file.read_text(encoding="utf-8")) for pair, file in files.items() if file.exists()}
    return {pair: facts for pair, facts in known.items() if facts["settings"] == mode.settings(pair)}


def rating(facts: dict[str, Any]) -> Estimate:
    return estimate(facts["rounds"], facts["sides"])


def finite_elo(now: Estimate) -> tuple[float, float]:
    """The difference and its error; a clean sweep counts as half a game given away."""
    least = 0.5 / (now.games + 1)
    elo = elo_of(min(max(now.score, least), 1 - least), now.sides)
    error = now.elo_error
    if math.isinf(error):
        error = elo - now.elo_low if now.score > 0.5 else now.elo_high - elo
    return elo, error


def points(rated: dict[tuple[int, int], dict[str, Any]]) -> list[tuple[int, float, float]]:
    """Level, Elo above level 1 and its error, as far as the chain of results is unbroken."""
    chain = [(1, 0.0, 0.0)]
    for pair in STEPS:
        if pair not in rated:
            break
        step, error = finite_elo(rating(rated[pair]))
        level, elo, so_far = chain[-1]
        chain.append((level + 1, elo + step, math.hypot(so_far, error)))
    return chain


def table(mode: Mode, rated: dict[tuple[int, int], dict[str, Any]]) -> str:
    share = "score" if rating(next(iter(rated.values()))).sides == 2 else "share of wins"
    expected = rating(next(iter(rated.values()))).expected
    lines = [
        f"### {mode.title}\n",
        f"| levels | games | {share} ({100 * expected:.1f} % if equal) | Elo | | plies | time a move |",
        "|---|---:|---|---:|---|---:|---|",
    ]
    for pair, facts in rated.items():
        now = rating(facts)
        elo, error = finite_elo(now)
        mark = "↓" if now.elo_high < TARGET[0] else "↑" if now.elo_low > TARGET[1] else ""
        against = f"{pair[1]} against {pair[0]}"
        if pair == FLOOR:
            mark, against = "", "1 against random moves"
        low, high = (duration(each) for each in facts["milliseconds"])
        failures = f" ({facts['failures']} failures)" if facts["failures"] else ""
        lines.append(
            f"| {against} | {now.games}{failures} "
            f"| {100 * now.score:.1f} % ({100 * now.low:.1f}-{100 * now.high:.1f}) | {elo:+.0f} ± {error:.0f} | {mark} "
            f"| {facts['plies']} | {high} against {low} |"
        )
    missing = [f"{low}-{high}" for low, high in mode.pairs if (low, high) not in rated]
    if missing:
        lines.append(f"\nNot played yet: {', '.join(missing)}.")
    if mode.close and not missing:
        _, elo, error = points(rated)[-1]
        floor, floor_error = finite_elo(rating(rated[FLOOR]))
        meant = TARGET[0] * len(STEPS)
        lines.append(
            f"\nAll steps together are {elo:+.0f} ± {error:.0f} Elo, not {meant} or more: {mode.close}. From random "
            f"moves to level 8 there are {elo + floor:.0f} ± {math.hypot(error, floor_error):.0f}."
        )
    return "\n".join(lines) + "\n"


def duration(milliseconds: float) -> str:
    return f"{milliseconds:.1f} ms" if milliseconds < 100 else f"{milliseconds / 1000:.2f} s"
