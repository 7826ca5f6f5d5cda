"""The small commands: games, legal, perft, replay, show, warm, grid."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import carreau
from carreau import draw
from carreau.cli.asking import add_position, position_of
from carreau.games.grids import Grid, find_grid, our_grids, read_grid
from carreau.rules.binding import rules_program
from carreau.rules.errors import BadOption
from carreau.rules.language import Text, decimal, guillemets


def add_to(verbs: Any) -> None:
    def add(name: str, run: Callable[[argparse.Namespace], None], help: Text) -> argparse.ArgumentParser:
        verb: argparse.ArgumentParser = verbs.add_parser(name, help=str(help), description=str(help))
        verb.set_defaults(run=run)
        return verb

    verb = add("games", _games, Text("list the games, or one game's options", "les jeux, ou les options d'un jeu"))
    verb.add_argument("game", nargs="?")

    verb = add("legal", _legal, Text("the legal moves, one a line", "les coups permis, un par ligne"))
    add_position(verb)

    verb = add("perft", _perft, Text("count move sequences of a length", "compter les suites de coups"))
    add_position(verb)
    verb.add_argument("depth", type=_whole, help=str(Text("how many moves", "combien de coups")))
    verb.add_argument(
        "--divide", action="store_true",
        help=str(Text("also the count below each move", "aussi le compte après chaque coup")),
    )  # fmt: skip

    verb = add("replay", _replay, Text("check a record and show its end", "vérifier une partie, montrer sa fin"))
    verb.add_argument("file", help=str(Text("the record, - for standard input", "le fichier, - pour l'entrée")))
    verb.add_argument("--json", action="store_true")

    verb = add("show", _show, Text("draw a position", "dessiner une position"))
    add_position(verb)
    verb.add_argument("--seat", type=_whole, help=str(Text("as this seat may see it", "telle que ce siège la voit")))
    verb.add_argument("--svg", metavar="FILE", help=str(Text("write a picture", "écrire une image")))
    verb.add_argument("--theme", default="light", choices=("light", "dark", "auto"))
    verb.add_argument(
        "--targets",
        action="store_true",
        help=str(Text("with --svg: mark what can be played", "avec --svg : marquer ce qui est jouable")),
    )

    add("warm", _warm, Text("compile every game now", "compiler tous les jeux maintenant"))

    verb = add("grid", _grid, Text("picture grids of 012x012", "les grilles-images de 012x012"))
    verb.add_argument("action", choices=("list", "check", "show"))
    which = Text(
        "check: a file; show: a reference or a file",
        "check : un fichier ; show : une référence ou un fichier",
    )
    verb.add_argument("grid", nargs="?", help=str(which))
    verb.add_argument(
        "--svg", metavar="FILE", help=str(Text("write the solution picture", "écrire l'image de la solution"))
    )


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            str(Text(f"{text!r} is no number", f"{guillemets(text)} n'est pas un nombre"))
        ) from None


def _games(arguments: argparse.Namespace) -> None:
    if arguments.game is None:
        for game in carreau.games().values():
            print(f"{game.id:<15}{game.players:>5}  {game.idea}")
        return
    game = carreau.game(arguments.game)
    print(f"{game.name} ({game.credit})\n{game.idea}")
    for option in game.options:
        default = "" if option.default is None else f" [{option.default}]"
        print(f"  {option.name:<12}{option.help}{Text(':', ' :')} {option.allowed}{default}")


def _legal(arguments: argparse.Namespace) -> None:
    for move in position_of(arguments).moves():
        print(move)


def _perft(arguments: argparse.Namespace) -> None:
    state = position_of(arguments)
    if arguments.divide and arguments.depth > 0:
        for move, below in carreau.divide(state, arguments.depth).items():
            print(f"{move}: {below}")
    print(carreau.perft(state, arguments.depth))


def _replay(arguments: argparse.Namespace) -> None:
    if arguments.file == "-":
        text = sys.stdin.buffer.read().decode("utf-8")
    else:
        text = Path(arguments.file).read_text(encoding="utf-8")
    record = carreau.read_record(text)
    if arguments.json:
        facts = {
            "game": record.game.id,
            "moves": list(record.moves),
            "position": str(record.state),
            "seat": record.seat,
            "outcome": None if record.outcome is None else asdict(record.outcome),
        }
        print(json.dumps(facts, ensure_ascii=False))
        return
    scene = record.state.scene()
    if record.ending:  # nobody is to move
        scene = replace(scene, status=None, rails=tuple(replace(rail, to_move=False) for rail in scene.rails))
    print(draw.render_text(scene))
    count = len(record.moves)
    moves = Text(f"{count} move{'s' * (count != 1)}", f"{count} coup{'s' * (count > 1)}")
    print(Text(f"{moves.en}, result {record.result}", f"{moves.fr}, résultat {record.result}"))


def _show(arguments: argparse.Namespace) -> None:
    state = position_of(arguments)
    if arguments.seat is not None:
        state = state.view(arguments.seat)
    if arguments.svg:
        Path(arguments.svg).write_text(state.svg(targets=arguments.targets, theme=arguments.theme), encoding="utf-8")
    else:
        print(state.board())
        print(state)


def _warm(arguments: argparse.Namespace) -> None:
    """Compile every game's rules and searches; what is there already only needs loading."""
    from carreau.engines.programs import searches_of

    programs = [(game, [rules_program(game.module), *searches_of(game)]) for game in carreau.games().values()]
    work = [
        (game, known, program, loop) for game, known in programs for program in known for loop in program.signatures
    ]
    started = time.perf_counter()
    announced = None
    for done, (game, known, program, loop) in enumerate(work):
        if sys.stdout.isatty():
            filled = 30 * done // len(work)
            print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {game.id:<15}", end="", flush=True)
        elif announced is not game:
            announced = game
            ready = all(each.is_compiled() for each in known)
            print(f"{game.id}: {Text('ready', 'prêt') if ready else Text('compiling', 'compilation')}", flush=True)
        program.compiled(loop)
    seconds = time.perf_counter() - started
    took = decimal(seconds)
    end = Text(f"all games compiled ({took.en} s)", f"tous les jeux sont compilés ({took.fr} s)")
    print(f"\r[{'#' * 30}] {end}" if sys.stdout.isatty() else end)


def _grid(arguments: argparse.Namespace) -> None:
    if arguments.action == "list":
        for grid in our_grids().values():
            print(f"{grid.reference}  {grid.motif}")
        return
    if arguments.grid is None:
        raise BadOption(Text("which grid? name a file or a reference", "quelle grille ? un fichier ou une référence"))
    if arguments.action == "show" and not Path(arguments.grid).exists():
        grid = find_grid(arguments.grid)
    else:
        grid = read_grid(Path(arguments.grid).read_text(encoding="utf-8"))
    picture = replace(_solution(grid).scene(), rails=(), status=None)
    if arguments.svg:
        Path(arguments.svg).write_text(draw.render_svg(picture), encoding="utf-8")
    if arguments.action == "show":
        print(draw.render_text(picture))
        return
    if grid.reference in our_grids() and grid.text != grid.reference:
        taken = grid.reference
        raise BadOption(
            Text(f"the reference {taken} is one of ours, rule 9", f"la référence {taken} est une des nôtres, règle 9")
        )
    size, third = len(grid.rows), len(grid.codes) // 3
    print(
        Text(
            f"good: {size}x{size}, {third} cells of each code; play it with --option grid=@{arguments.grid}",
            f"bonne : {size}x{size}, {third} cases de chaque code ; jouez avec --option grid=@{arguments.grid}",
        )
    )


def _solution(grid: Grid) -> carreau.State:
    """The tray full: the picture that the grid hides."""
    full = "/".join("#" * len(grid.rows) for _ in grid.rows)
    return carreau.game("012x012").position(f"{grid.text} {full} 0.0.0 - won=0 mode=puzzle turns=0")
