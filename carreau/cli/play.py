"""`carreau play`: a game in the terminal, against the computer, against people here, or any mix."""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import carreau
from carreau.cli.asking import add_options, options_of
from carreau.cli.computers import Computers
from carreau.cli.keeping import Keeper, last_game
from carreau.cli.menu import Left, chosen_game, chosen_players, chosen_start
from carreau.cli.orders import SHORT_HELP
from carreau.cli.screen import Screen
from carreau.cli.seats import USUAL_LEVEL, Seating, against, checked_count, people, read_seats
from carreau.cli.sitting import Sitting
from carreau.cli.table import Table
from carreau.engines.pool import Pool
from carreau.rules.errors import BadOption, Error
from carreau.rules.language import Text, guillemets
from carreau.rules.records import Record
from carreau.rules.state import State
from carreau.tables.opening import checked_level

DESCRIPTION = Text("Play a game in the terminal. ", "Jouer dans le terminal. ")
EXAMPLES = Text(
    """examples:
  carreau play                                  asks everything; Enter takes what is usual
  carreau play squadro --level 3                you are seat 0, the computer plays at level 3
  carreau play unlur --level 5 --seat 1 --option side=6
  carreau play squaryd                          two people at this keyboard
  carreau play united-square --option mode=teams --seats me,5,Ana,3
  carreau play 012x012 --seats me,2,4,6         four players: you and three computers
  carreau play squadro --level 8 --watch        watch two computers
  carreau play --resume                         go on with the last game that is not over

Every move is kept at once: Ctrl-C, a closed window or a power cut lose nothing.
Levels are 1 (a child beats it) to 8 (it does not forgive). Games alone have no level.
Colours follow NO_COLOR and TERM; --plain is for pipes and screen readers.""",
    """exemples :
  carreau play                                  demande tout ; Entrée prend l'usuel
  carreau play squadro --level 3                vous êtes au siège 0, l'ordinateur joue au niveau 3
  carreau play unlur --level 5 --seat 1 --option side=6
  carreau play squaryd                          deux personnes à ce clavier
  carreau play united-square --option mode=teams --seats moi,5,Ana,3
  carreau play 012x012 --seats moi,2,4,6        quatre joueurs : vous et trois ordinateurs
  carreau play squadro --level 8 --watch        regarder deux ordinateurs
  carreau play --resume                         reprendre la dernière partie inachevée

Chaque coup est gardé aussitôt : Ctrl-C, fenêtre fermée ou panne de courant ne perdent rien.
Les niveaux vont de 1 (un enfant le bat) à 8 (il ne pardonne pas). Les jeux solitaires n'en ont pas.
Les couleurs suivent NO_COLOR et TERM ; --plain sert aux tubes et aux lecteurs d'écran.""",
)

ALONE = Text(
    "This one is played alone: there is no opponent.",
    "Celui-ci se joue seul : il n'y a pas d'adversaire.",
)


def add_to(verbs: Any) -> None:
    help = Text("play a game in the terminal", "jouer dans le terminal")
    verb = verbs.add_parser(
        "play", help=str(help), description=f"{DESCRIPTION}{SHORT_HELP}", epilog=str(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    verb.add_argument("game", nargs="?", help=str(Text("asked if left out", "demandé si absent")))
    add_options(verb)

    def add(name: str, help: Text, **more: Any) -> None:
        verb.add_argument(name, help=str(help), **more)

    add("--level", Text("play against computers of this level, 1 to 8", "jouer contre l'ordinateur, niveau 1 à 8"),
        type=_whole, metavar="N")  # fmt: skip
    add("--seat", Text("with --level: yours, 0 unless told", "avec --level : le vôtre, 0 par défaut"),
        type=_whole, metavar="N")  # fmt: skip
    add("--seats", Text("who plays, seat by seat: a level, `me`, or a name",
                        "qui joue, siège par siège : un niveau, « moi » ou un nom"), metavar="A,B,…")  # fmt: skip
    add("--watch", Text("only computers play", "seuls des ordinateurs jouent"), action="store_true")
    add("--load", Text("go on with a saved game", "reprendre une partie enregistrée"), metavar="FILE")
    add("--resume", Text("go on with the last game that is not over", "reprendre la dernière partie inachevée"),
        action="store_true")  # fmt: skip
    add("--plain", Text("no colours, nothing is ever erased", "pas de couleurs, rien n'est jamais effacé"),
        action="store_true")  # fmt: skip
    add("--engine", Text("another program as the computer (docs/engine-protocol.md)",
                         "un autre programme pour l'ordinateur (docs/engine-protocol.md)"),
        metavar="COMMAND")  # fmt: skip
    add("--ponder", Text("level 8 thinks in your time too", "le niveau 8 réfléchit aussi pendant votre tour"),
        action="store_true")  # fmt: skip
    verb.set_defaults(run=_play)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(str(Text(f"{text!r} is no number", f"{guillemets(text)} n'est pas un nombre")))
    return int(text[:9])


def _play(arguments: argparse.Namespace) -> None:
    _check(arguments)
    screen = Screen(plain=arguments.plain)
    command = shlex.split(arguments.engine) if arguments.engine else None
    pool = Pool(1, command=command, report=lambda failure: None)  # a second failure reaches the table
    with closing(Computers(pool, ponders=arguments.ponder)) as computers, suppress(Left):
        _table(arguments, screen, computers).run()


def _check(arguments: argparse.Namespace) -> None:
    """Options that say the same thing twice, or contradict each other."""
    for first, second in (
        ("seats", "level"), ("seats", "seat"), ("seats", "watch"), ("watch", "seat"), ("resume", "load"),
        ("resume", "game"), ("load", "game"), ("resume", "option"), ("load", "option"),
    ):  # fmt: skip
        if _is_given(arguments, first) and _is_given(arguments, second):
            names = [name if name == "game" else f"--{name}" for name in (first, second)]
            raise BadOption(Text(f"{names[0]} and {names[1]} do not go together",
                                 f"{names[0]} et {names[1]} ne vont pas ensemble"))  # fmt: skip
    if _is_given(arguments, "seat") and not _is_given(arguments, "level"):
        raise BadOption(Text("--seat needs --level", "--seat demande --level"))
    if arguments.level is not None:
        checked_level(arguments.level)


def _is_given(arguments: argparse.Namespace, name: str) -> bool:
    return getattr(arguments, name) not in (None, False, [])


def _table(arguments: argparse.Namespace, screen: Screen, computers: Computers) -> Table:
    if arguments.load:
        record = carreau.read_record(Path(arguments.load).read_text(encoding="utf-8"))
        return _loaded(record, Keeper.of(Path(arguments.load)), arguments, screen, computers)
    if arguments.resume:
        file, record = last_game(unfinished=True)
        return _loaded(record, Keeper(file), arguments, screen, computers)
    if arguments.game:
        state = _started(carreau.game(arguments.game), arguments)
        players = _players(arguments, state) or people(state.seats)
    else:
        waiting = _waiting()
        game = chosen_game(screen, waiting=_described(waiting[1]) if waiting else "")
        if game is None:
            assert waiting is not None
            return _loaded(waiting[1], Keeper(waiting[0]), arguments, screen, computers)
        state = _started(game, arguments) if arguments.option else chosen_start(screen, game)
        players = _players(arguments, state) or chosen_players(screen, state)
    if state.seats == 1 and (arguments.level or arguments.watch):
        screen.say(ALONE)
    return Table(Sitting(state, players), screen=screen, computers=computers, keeper=Keeper())


def _started(game: carreau.Game, arguments: argparse.Namespace) -> State:
    """The first position; as at any table, what the rulebook leaves to chance is drawn."""
    options = {**game.table_options, **options_of(arguments)}
    if arguments.seats and "players" not in options and any(option.name == "players" for option in game.options):
        seats = len(read_seats(arguments.seats))
        with suppress(Error):  # a mode that fixes how many play says so by itself
            return game.start(**{**options, "players": seats})
    return game.start(**options)


def _players(arguments: argparse.Namespace, state: State) -> Seating | None:
    """As the command line says; None if it does not."""
    if arguments.seats:
        return checked_count(read_seats(arguments.seats), state)
    if state.seats == 1:
        return people(1) if arguments.level or arguments.watch else None
    if arguments.watch:
        return against(arguments.level or USUAL_LEVEL, seats=state.seats, person=None)
    if arguments.level:
        return against(arguments.level, seats=state.seats, person=arguments.seat or 0)
    return None


def _loaded(
    record: Record, keeper: Keeper, arguments: argparse.Namespace, screen: Screen, computers: Computers
) -> Table:
    sitting = Sitting.of(record)
    players = _players(arguments, record.state)
    if players is not None:
        sitting = Sitting(record.state, players, record.ending)
    if len(sitting.people) > 1:
        sitting.viewer = None  # whoever goes on with the game need not be the one to move
    return Table(sitting, screen=screen, computers=computers, keeper=keeper)


def _waiting() -> tuple[Path, Record] | None:
    """The last game that can go on, if there is one."""
    try:
        return last_game(unfinished=True)
    except BadOption:
        return None


def _described(record: Record) -> str:
    moves = len(record.moves)
    who = ", ".join(player.label for player in Sitting.of(record).players if player.label)
    after = Text(f"after {moves} move{'s' * (moves != 1)}", f"après {moves} coup{'s' * (moves > 1)}")
    return f"{record.game.name}, {after}{f' ({who})' if who else ''}"
