"""`carreau solve squadro`: tables of solved positions, made backwards from the end of the game."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from carreau.cli.numbers import whole
from carreau.cli.progress import duration
from carreau.cli.solving.asked import add_common, add_jobs, add_svg, show_json, solve
from carreau.engines.advice import verdict
from carreau.games.squadro import COLOURS, GAME
from carreau.rules.errors import BadOption, Error
from carreau.rules.language import Text, decimal
from carreau.rules.state import State
from carreau.solvers.solving import OutOfReach, counted
from carreau.solvers.squadro.checking import Checked, check
from carreau.solvers.squadro.extent import Cost, Extent, extent_of
from carreau.solvers.squadro.layers import LONG, Layer, all_layers, layer_of, rank_of
from carreau.solvers.squadro.probing import certain, line
from carreau.solvers.squadro.tables import Tables, Worth, best_of, fresh, progress_of

SAMPLES = 500
ALL = 0  # positions to check: every one
DRAWN_LINE = 40  # moves of best play shown where it has no end
DESCRIPTION = Text(
    "Solve Squadro backwards: first all positions in which the ten pieces have turned, then ever earlier ones, as far "
    "as you let it run. Each layer is on the disk as soon as it is solved, and the engine uses it at once: analysis, "
    "hints and level 8 play such positions perfectly. Without further words, it goes on with what is missing. Tables "
    "lie in the user's folder for data, or in the folder that CARREAU_TABLES names. The first moves of the game need "
    "no tables: what they are worth comes with Carreau.",
    "Résoudre Squadro à rebours : d'abord toutes les positions où les dix pièces ont fait demi-tour, puis de plus en "
    "plus tôt, aussi loin que vous le laissez aller. Chaque couche est sur le disque dès qu'elle est résolue, et le "
    "moteur s'en sert aussitôt : l'analyse, les conseils et le niveau 8 y jouent parfaitement. Sans autre précision, "
    "le travail reprend là où il en était. Les tables sont dans le dossier de données de l'utilisateur, ou dans celui "
    "que nomme CARREAU_TABLES. Les premiers coups de la partie se passent de tables : leur valeur est fournie avec "
    "Carreau.",
)
EPILOG = Text(
    "Examples: carreau solve squadro --turned · carreau solve squadro --minutes 60 · carreau solve squadro --status · "
    "carreau solve squadro --probe \"6.6.6.6.6/6.6.6.6.6 0\" (the progress of Yellow's and of Red's five pieces, 12 "
    "for home, and the seat to move) · carreau solve squadro --check 2000",
    "Exemples : carreau solve squadro --turned · carreau solve squadro --minutes 60 · carreau solve squadro --status · "
    'carreau solve squadro --probe "6.6.6.6.6/6.6.6.6.6 0" (l\'avancée des cinq pièces de Jaune et de Rouge, 12 pour '
    "rentrée, et qui joue) · carreau solve squadro --check 2000",
)


def add_to(games: Any) -> None:
    help = Text("tables of positions, solved from the end", "tables de positions, résolues depuis la fin")
    verb = games.add_parser("squadro", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    what = verb.add_mutually_exclusive_group()
    what.add_argument("--status", action="store_true", help=str(
        Text("what is solved, and what the rest would take", "ce qui est résolu, et ce que le reste demanderait")
    ))  # fmt: skip
    what.add_argument("--probe", metavar="POSITION", help=str(
        Text("what a position and each of its moves are worth", "ce que valent une position et chacun de ses coups")
    ))  # fmt: skip
    what.add_argument("--check", nargs="?", type=_samples, const=SAMPLES, metavar="N", help=str(Text(
        f"hold N random positions of the tables against the rules, {SAMPLES} unless told; all: each one, which is long",
        f"confronter aux règles N positions des tables, au hasard, {SAMPLES} par défaut ; all : toutes, c'est long",
    )))  # fmt: skip
    what.add_argument("--turned", action="store_true", help=str(Text(
        "only the part in which all ten pieces have turned", "seulement la partie où les dix pièces ont fait demi-tour"
    )))  # fmt: skip
    verb.add_argument("--layers", type=whole(1, 100_000), metavar="N", help=str(
        Text("solve at most N layers", "résoudre au plus N couches")
    ))  # fmt: skip
    verb.add_argument("--minutes", type=whole(1, 1_000_000), metavar="M", help=str(
        Text("begin no layer after M minutes", "ne plus commencer de couche après M minutes")
    ))  # fmt: skip
    verb.add_argument("--seed", type=whole(0, 1 << 31), default=0, metavar="N", help=str(
        Text("with --check: draw other positions", "avec --check : tirer d'autres positions")
    ))  # fmt: skip
    add_svg(
        verb,
        Text("with --probe: draw the board after the best move", "avec --probe : dessiner le plateau après ce coup"),
    )
    add_jobs(verb)
    add_common(verb)
    verb.set_defaults(run=_run)


def _samples(text: str) -> int:
    return ALL if text == "all" else whole(1, 10_000_000)(text)


def _run(arguments: argparse.Namespace) -> None:
    if arguments.svg and arguments.probe is None:
        raise BadOption(Text("--svg draws what --probe finds", "--svg dessine ce que trouve --probe"))
    tables = Tables(None if arguments.folder is None else arguments.folder / GAME.id)
    if arguments.status:
        _show_status(tables, arguments)
    elif arguments.probe is not None:
        _probe(tables, arguments)
    elif arguments.check is not None:
        _check(tables, arguments)
    else:
        _build(tables, arguments)


# Building


def batches(*, turned: bool) -> Iterator[tuple[Text, list[Layer]]]:
    """What is solved together and told of: the part with all pieces turned, then level by level."""
    for level, layers in groupby(all_layers(), key=lambda layer: -1 if layer.has_all_turned else layer.level):
        if level < 0:
            yield Text("all ten pieces turned", "les dix pièces au retour"), list(layers)
        elif not turned:
            yield Text(f"{level} legs done", f"{level} trajets faits"), list(layers)


def _build(tables: Tables, arguments: argparse.Namespace) -> None:
    from carreau.solvers.squadro.building import Built, build

    started = time.monotonic()
    until = float("inf") if arguments.minutes is None else started + 60 * arguments.minutes
    total = Built(0, 0, True)
    for name, layers in batches(turned=arguments.turned):
        most = None if arguments.layers is None else arguments.layers - total.layers
        built = solve(build(tables, layers, jobs=arguments.jobs, memory=arguments.memory, most=most, until=until))
        total = Built(total.layers + built.layers, total.positions + built.positions, built.is_whole)
        if built.layers and not arguments.json:
            print(_told(name, built.layers, built.positions, time.monotonic() - started), flush=True)
        if not built.is_whole:
            break
    if arguments.json:
        seconds = round(time.monotonic() - started, 1)
        show_json(
            GAME.id, {"layers": total.layers, "positions": total.positions, "whole": total.is_whole, "seconds": seconds}
        )
        return
    print(_where(total.is_whole, turned=arguments.turned))


def _told(name: Text, layers: int, positions: int, seconds: float) -> Text:
    count, time = counted(positions), duration(seconds)
    many = layers > 1
    return Text(f"{name.en}: {layers} layer{'s' * many} solved, {count.en} positions, {time} since the beginning",
                f"{name.fr} : {layers} couche{'s' * many} résolue{'s' * many}, {count.fr} positions, {time} depuis le "
                "début")  # fmt: skip


def _where(is_whole: bool, *, turned: bool) -> Text:
    if not is_whole:
        return Text("there is more: the same command goes on", "il en reste : la même commande reprend ici")
    if turned:
        return Text("the part with all pieces turned is solved", "la partie où tout est au retour est résolue")
    return Text("the whole game is solved", "le jeu entier est résolu")


# What is there


def _show_status(tables: Tables, arguments: argparse.Namespace) -> None:
    extent = extent_of(tables)
    if arguments.json:
        show_json(GAME.id, _status_facts(tables, extent))
        return
    for text in _status(tables, extent, arguments.jobs):
        print(text)


def _status_facts(tables: Tables, extent: Extent) -> dict[str, Any]:
    left = extent.left
    return {
        "folder": str(tables.folder),
        "layers": extent.layers,
        "all_layers": extent.all_layers,
        "positions": extent.done.positions,
        "bytes": int(extent.done.bytes),
        "cpu_seconds": round(extent.done.seconds, 1),
        "longest": extent.longest,
        "draws": extent.draws,
        "turned_layers_left": extent.turned_left,
        "left": left and {
            "positions": left[0].positions,
            "cpu_hours": [each.seconds / 3600 for each in left],  # at the rate of the earliest layers; growing on
            "bytes": [int(each.bytes) for each in left],
        },
        "start": [None if worth is None else worth._asdict() for worth in extent.start],
    }  # fmt: skip


def _status(tables: Tables, extent: Extent, jobs: int) -> Iterator[Text]:
    done = extent.done
    yield Text(f"tables: {tables.folder}", f"tables : {tables.folder}")
    count, layers, every = counted(done.positions), counted(extent.layers), counted(extent.all_layers)
    yield Text(
        f"solved: {layers.en} of {every.en} layers, {count.en} positions, {_size(done.bytes).en}, "
        f"{_hours(done.seconds).en} of one core",
        f"résolu : {layers.fr} couches sur {every.fr}, {count.fr} positions, {_size(done.bytes).fr}, "
        f"{_hours(done.seconds).fr} d'un cœur",
    )
    if extent.layers:
        draws, longest = counted(extent.draws), extent.longest
        more = Text(" or more", " ou plus") if longest >= LONG else Text("", "")
        yield Text(
            f"among them: {draws.en} draws by endless play; the longest win takes {longest} moves{more.en}",
            f"parmi elles : {draws.fr} nulles par jeu sans fin ; le gain le plus long prend {longest} coups{more.fr}",
        )
    yield from _left(extent.left, jobs)
    yield from _start(extent)


def _left(left: tuple[Cost, Cost] | None, jobs: int) -> Iterator[Text]:
    if left is None:
        yield Text("left: everything; what it takes can be told once something is solved",
                   "reste : tout ; ce qu'il faudra se dira dès que quelque chose sera résolu")  # fmt: skip
    elif left[0].positions:
        count = counted(left[0].positions)
        hours = [_hours(each.seconds) for each in left]
        each = [_hours(each.seconds / jobs) for each in left]
        room = [_size(each.bytes) for each in left]
        yield Text(
            f"left: {count.en} positions, {hours[0].en} of one core ({each[0].en} on {jobs}) and {room[0].en} at "
            f"the rate of the earliest layers; {hours[1].en} ({each[1].en}) and {room[1].en} if that goes on growing",
            f"reste : {count.fr} positions, {hours[0].fr} d'un cœur ({each[0].fr} sur {jobs}) et {room[0].fr} au "
            f"rythme des dernières couches ; {hours[1].fr} ({each[1].fr}) et {room[1].fr} si cela croît encore",
        )


def _start(extent: Extent) -> Iterator[Text]:
    source = Text("", "")
    if extent.layers < extent.all_layers:
        source = Text(", by the opening that comes with Carreau", ", d'après l'ouverture fournie avec Carreau")
    for seat, worth in enumerate(extent.start):
        colour = COLOURS[seat]
        if worth is None:
            yield Text(f"the start, {colour.en} to move: not reached", f"le début, à {colour.fr} : pas atteint")
        else:
            result = _worth(worth)
            yield Text(f"the start, {colour.en} to move: {colour.en} {result.en}{source.en}",
                       f"le début, à {colour.fr} : {colour.fr} {result.fr}{source.fr}")  # fmt: skip


def _size(count: float) -> Text:
    if count < 1e9:
        return Text(f"{decimal(count / 1e6).en} MB", f"{decimal(count / 1e6).fr} Mo")
    return Text(f"{decimal(count / 1e9).en} GB", f"{decimal(count / 1e9).fr} Go")


def _hours(seconds: float) -> Text:
    if seconds < 3600:
        return Text(f"{decimal(seconds / 60).en} minutes", f"{decimal(seconds / 60).fr} minutes")
    return Text(f"{decimal(seconds / 3600).en} hours", f"{decimal(seconds / 3600).fr} heures")


# One position


def _probe(tables: Tables, arguments: argparse.Namespace) -> None:
    state = GAME.position(arguments.probe)
    if state.outcome is not None:
        raise Error(Text("the game is over there", "la partie y est finie"))
    known = certain(tables, state.raw_state)
    moves = sorted(known.items(), key=lambda each: each[1].merit, reverse=True)
    worth = best_of([known.get(int(move) - 1) for move in state.moves()])
    if worth is None:
        raise _unknown(tables, state)
    best = moves[0][0]
    after = state.play(str(best + 1))
    rest = [] if after.outcome else line(tables, after.raw_state, worth.distance or DRAWN_LINE)
    pv = [str(move + 1) for move in [best, *rest]]
    ends = worth.distance == len(pv)
    if arguments.svg:
        arguments.svg.write_text(after.svg(), encoding="utf-8")
    if arguments.json:
        facts = {"position": str(state), "seat": state.seat, **worth._asdict(), "line": pv, "line_ends": ends}
        listed = [{"move": str(move + 1), **each._asdict()} for move, each in moves]
        show_json(GAME.id, {**facts, "moves": listed})
        return
    print(state.board())
    colour, result = COLOURS[state.seat or 0], _worth(worth)
    print(Text(f"{colour.en} to move {result.en}", f"{colour.fr}, qui joue, {result.fr}"))
    for move, each in moves:
        print(f"  {move + 1}  {_worth(each)}")
    moves_on = " ".join(pv if ends else [*pv, "…"])
    print(Text(f"best play: {moves_on}", f"le meilleur jeu : {moves_on}"))


def _unknown(tables: Tables, state: State) -> OutOfReach:
    """Why the tables do not answer."""
    progress = progress_of(state.raw_state)
    layer = layer_of(progress)
    if rank_of(layer.grid, progress) is None:
        return OutOfReach(
            Text(
                "no game from the start comes to this position: a fast piece never stops on the first crossing; "
                "before all pieces have turned, the tables leave such positions out",
                "aucune partie ne mène à cette position : une pièce rapide ne s'arrête jamais au premier croisement ; "
                "tant que tout n'a pas fait demi-tour, les tables omettent ces positions",
            )
        )
    if best_of([worth for _, worth in tables.moves(fresh(state.raw_state))]) is not None:
        return OutOfReach(
            Text(
                "positions met twice before may make this a draw, and the tables know nothing of the past",
                "des positions déjà vues deux fois peuvent la rendre nulle, et les tables ne savent rien du passé",
            )
        )
    return OutOfReach(
        Text(f"layer {layer} is not solved yet: carreau solve squadro goes on towards it, --status says how far it is",
             f"la couche {layer} n'est pas encore résolue : carreau solve squadro y mène, --status dit où il en est")
    )  # fmt: skip


def _worth(worth: Worth) -> Text:
    return verdict(worth.value, worth.distance, 0.5)


# The check


def _check(tables: Tables, arguments: argparse.Namespace) -> None:
    from carreau.solvers.squadro.building import check_all

    layers = list(tables.solved())
    if not layers:
        raise OutOfReach(Text("nothing is solved yet: carreau solve squadro --turned",
                              "rien n'est encore résolu : carreau solve squadro --turned"))  # fmt: skip
    work = check(tables, layers, arguments.check, arguments.seed) if arguments.check != ALL else check_all(tables)
    checked: Checked = solve(work)
    if arguments.json:
        show_json(GAME.id, checked._asdict())
    elif not checked.wrong:
        count, searched = counted(checked.positions), counted(checked.searched)
        print(
            Text(
                f"{count.en} positions agree with all their moves, {searched.en} of them also with a plain search",
                f"{count.fr} positions s'accordent avec tous leurs coups, dont {searched.fr} aussi avec une recherche",
            )
        )
    if checked.wrong:
        one, many = checked.wrong[0], len(checked.wrong)
        raise Error(Text(f"wrong or damaged: {one} ({many} in all)", f"faux ou abîmé : {one} ({many} en tout)"))
