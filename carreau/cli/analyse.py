"""`carreau analyse`: what every move of a game was worth, as a table and as a picture."""

from __future__ import annotations

import argparse
import errno
import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import carreau
from carreau.cli.keeping import last_game
from carreau.cli.seats import from_record
from carreau.draw.chart import Chart, Series, Slip, chart_png, chart_svg
from carreau.draw.theme import THEMES
from carreau.engines.advice import percent
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.process import Engine
from carreau.engines.programs import can_go_wrong
from carreau.engines.review import Judged, Worth, chances_of, positions_of, review
from carreau.rules.errors import BadOption, EngineFailed
from carreau.rules.language import Text, decimal, guillemets
from carreau.rules.records import Record
from carreau.rules.state import State
from carreau.tables.words import ended

USUAL_SECONDS = 0.5
MOST_SECONDS = 86400.0
NEXT_TO_RECORD = ""
PICTURES = (".svg", ".png")
DESCRIPTION = Text(
    "Replay a record, analyse every position from its mover's view, and show what each move was worth: the mover's "
    "winning chance before and after it, or a proven result with its distance in moves of both sides. Moves that gave "
    "something away are marked ?! (8 % of the chance), ? (16 %) or ?? (30 %), with the better move.",
    "Rejouer une partie, analyser chaque position du point de vue de qui joue, et montrer ce que vaut chaque coup : "
    "les chances de gagner avant et après, ou le résultat prouvé et sa distance, en coups des deux camps. Les coups "
    "qui ont coûté sont marqués ?! (8 % des chances), ? (16 %) ou ?? (30 %), avec le meilleur coup.",
)
EPILOG = Text(
    "Examples: carreau analyse game.txt · carreau analyse game.txt --seconds 2 --plot · carreau analyse --plot last.png"
    " (without a record: the game played last)",
    "Exemples : carreau analyse partie.txt · carreau analyse partie.txt --seconds 2 --plot · carreau analyse --plot "
    "derniere.png (sans fichier : la dernière partie jouée)",
)


def add_to(verbs: Any) -> None:
    help = Text("find the mistakes of a game", "trouver les erreurs d'une partie")
    verb = verbs.add_parser("analyse", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    record = Text("a game record, - for standard input", "une partie enregistrée, - pour l'entrée standard")
    verb.add_argument("record", nargs="?", metavar="RECORD", help=str(record))
    budget = verb.add_mutually_exclusive_group()
    usual = decimal(USUAL_SECONDS)
    budget.add_argument(
        "--seconds", type=_seconds, metavar="S",
        help=str(Text(f"for each position, {usual.en} unless told", f"par position, {usual.fr} par défaut")),
    )  # fmt: skip
    budget.add_argument(
        "--nodes", type=_count, metavar="N",
        help=str(Text("positions searched for each position: the same result on every machine",
                      "positions cherchées par position : même résultat sur toute machine")),
    )  # fmt: skip
    verb.add_argument(
        "--plot", nargs="?", const=NEXT_TO_RECORD, metavar="FILE",
        help=str(Text("draw the winning chance, as .svg or .png; an SVG beside the record unless told",
                      "dessiner les chances de gagner, en .svg ou .png ; par défaut un SVG à côté de la partie")),
    )  # fmt: skip
    verb.add_argument("--theme", default="auto", choices=THEMES)
    verb.add_argument("--json", action="store_true")
    verb.set_defaults(run=_analyse)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(str(Text(f"{text!r} is no time", f"{guillemets(text)} n'est pas une durée")))
    return seconds


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:19]) < 2**62):
        expected = Text("a whole number from 1 on", "un nombre entier à partir de 1")
        raise argparse.ArgumentTypeError(
            str(Text(f"{text!r} is not {expected.en}", f"{guillemets(text)} : {expected.fr}"))
        )
    return int(text)


def _analyse(arguments: argparse.Namespace) -> None:
    record, file = _read(arguments.record)
    plot = _plot_file(arguments.plot, file)
    if not can_go_wrong(record.state):
        raise BadOption(Text("this game can always be finished, so there is no winning chance to follow",
                             "cette partie peut toujours être finie, il n'y a pas de chances à suivre"))  # fmt: skip
    limits = Limits(seconds=arguments.seconds, nodes=arguments.nodes)
    if arguments.seconds is None and arguments.nodes is None:
        limits = Limits(seconds=USUAL_SECONDS)
    positions = positions_of(record.state)
    with closing(Engine()) as engine:
        judged = _reviewed(positions, lambda state: _asked(engine, state, limits))
    names = [_seat_name(record, seat) for seat in range(record.state.seats)]
    if arguments.json:
        print(json.dumps(_as_json(record, judged), ensure_ascii=False))
    else:
        print("\n".join(_table(record, judged, names)))
    if plot is not None:
        chart = _chart(record, judged, positions, names, limits)
        if plot.suffix.lower() == ".png":
            plot.write_bytes(chart_png(chart, theme=arguments.theme))
        else:
            plot.write_text(chart_svg(chart, theme=arguments.theme), encoding="utf-8")
        print(Text(f"plot: {plot}", f"graphique : {plot}"), file=sys.stderr)


def _read(name: str | None) -> tuple[Record, Path | None]:
    if name == "-":
        return carreau.read_record(sys.stdin.buffer.read().decode("utf-8")), None
    if name is None:
        file, record = last_game(unfinished=False)
        return record, file
    return carreau.read_record(Path(name).read_text(encoding="utf-8")), Path(name)


def _plot_file(asked: str | None, record: Path | None) -> Path | None:
    if asked is None:
        return None
    if asked == NEXT_TO_RECORD:
        return record.with_suffix(".svg") if record else Path("carreau.svg")
    if Path(asked).suffix.lower() not in PICTURES:
        raise BadOption(Text(f"--plot {asked}: a picture is a file .svg or .png",
                             f"--plot {asked} : une image est un fichier .svg ou .png"))  # fmt: skip
    if not Path(asked).parent.is_dir():  # said now, not after a long analysis
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), asked)
    return Path(asked)


def _asked(engine: Engine, state: State, limits: Limits) -> Analysis:
    """One analysis; an engine that fails gets a second try."""
    try:
        *_, found = engine.ask(state, limits)
    except EngineFailed:
        *_, found = engine.ask(state, limits)
    return found


def _reviewed(positions: list[State], analyse: Callable[[State], Analysis]) -> list[Judged]:
    """All moves judged, with the progress on standard error; Ctrl-C ends it with those that are done."""
    judged: list[Judged] = []
    try:
        for move in _with_progress(review(positions, analyse), len(positions) - 1):
            judged.append(move)
    except KeyboardInterrupt:
        done, moves = len(judged), len(positions) - 1
        print(Text(f"stopped after {done} of {moves} moves", f"arrêté après {done} coups sur {moves}"), file=sys.stderr)
    return judged


def _with_progress(judged: Iterator[Judged], moves: int) -> Iterator[Judged]:
    shown = sys.stderr.isatty()
    try:
        for done, move in enumerate(judged, 1):
            if shown:
                filled = 30 * done // max(moves, 1)
                print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{moves}", end="", file=sys.stderr, flush=True)
            yield move
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _seat_name(record: Record, seat: int) -> str:
    state = record.state
    name = str(state.game.seat_name(state.raw_board, state.raw_state, seat))
    player = from_record(record.players, state.seats)[seat].label
    return f"{name} ({player})" if player else name


# The table


def worth(value: Worth | None) -> str:
    """A chance, or a proven result with its distance; a hyphen for what is not known."""
    if value is None:
        return "-"
    if value.proven is None:
        return percent(value.chance)
    if value.proven == "draw":
        return str(Text("draw", "nulle"))
    far = "" if value.distance is None else f" {value.distance}"
    result = Text("wins", "gagne") if value.proven == "win" else Text("loses", "perd")
    near = Text(f"{result.en} in{far}", f"{result.fr} en{far}") if far else result
    return str(near)


def _table(record: Record, judged: list[Judged], names: list[str]) -> list[str]:
    head = [
        "", str(Text("seat", "siège")), str(Text("move", "coup")), "", str(Text("before", "avant")),
        str(Text("after", "après")), str(Text("better", "mieux")),
    ]  # fmt: skip
    rows = [
        [
            f"{move.number}.", names[move.seat], move.move, move.mark, worth(move.before), worth(move.after),
            (move.better or "") if move.mark else "",
        ]
        for move in judged
    ]  # fmt: skip
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    right = (0, 4, 5)
    lines = [
        "  ".join(cell.rjust(width) if column in right else cell.ljust(width)
                  for column, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in [head, *rows]
    ]  # fmt: skip
    return [
        f"{record.game.name}. {ended_in_words(record)}.",
        "",
        *lines,
        "",
        *_summary(judged, names),
    ]


def ended_in_words(record: Record) -> str:
    """How the game ended, in a sentence without its full stop."""
    if record.ending:
        return str(ended(record))
    return record.state.status if record.state.outcome else str(Text("Unfinished", "Inachevée"))


def _summary(judged: list[Judged], names: list[str]) -> list[str]:
    """How many slips everybody made."""
    width = max(len(name) for name in names)
    return [
        f"{name:<{width}}  " + "  ".join(
            f"{sum(move.mark == mark for move in judged if move.seat == seat)} {mark}" for mark in ("?!", "?", "??")
        )
        for seat, name in enumerate(names)
    ]  # fmt: skip


def _as_json(record: Record, judged: list[Judged]) -> dict[str, Any]:
    return {
        "game": record.game.id,
        "result": record.result,
        "players": {str(seat): name for seat, name in record.players.items()},
        "moves": [asdict(move) for move in judged],
    }


# The picture


def _chart(record: Record, judged: list[Judged], positions: list[State], names: list[str], limits: Limits) -> Chart:
    game = record.game
    lines = chances_of(judged, positions)
    rails = {rail.seat: rail for rail in record.state.scene().rails}
    colours = [rails[seat].colours if seat in rails else () for seat in range(len(names))]
    series = tuple(
        Series(names[seat], tuple(line), colours[seat][0] if len(colours[seat]) == 1 else "")
        for seat, line in enumerate(lines)
    )
    two = len(lines) == 1
    title = Text(f"{game.name.en}: winning chance", f"{game.name.fr} : chances de gagner")
    if two:
        title = Text(f"{title.en} of {names[0]}", f"{title.fr} de {names[0]}")
    work = f"{decimal(limits.seconds, None)} s" if limits.seconds else f"{limits.nodes} " + str(Text("nodes", "nœuds"))
    return Chart(
        title=str(title),
        moves=len(positions) - 1,
        series=series,
        slips=tuple(_slip(move, two=two) for move in judged if move.mark),
        sides=(str(Text(f"{names[0]} wins", f"{names[0]} gagne")), str(Text(f"{names[1]} wins", f"{names[1]} gagne")))
        if len(names) == 2
        else None,
        note=str(Text(f"{work} a position", f"{work} par position")),
    )


def _slip(move: Judged, *, two: bool) -> Slip:
    assert move.after is not None
    chance = move.after.chance
    shown = 1 - chance if two and move.seat else chance
    return Slip(
        (move.number, shown), move.mark, f"{move.number}. {move.move} {move.mark} ({move.better})",
        0 if two else move.seat,
    )  # fmt: skip
