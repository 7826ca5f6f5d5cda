"""How commands say which position they mean: game, options, moves, or a position's text."""

from __future__ import annotations

import argparse
import errno
from pathlib import Path
from typing import Any

from carreau.games import game
from carreau.rules.errors import BadOption
from carreau.rules.language import Text
from carreau.rules.state import State

FILE_TROUBLES = {  # in French; in English the system says it
    errno.ENOENT: "ce fichier ou ce dossier n'existe pas",
    errno.EISDIR: "c'est un dossier",
    errno.ENOTDIR: "ce n'est pas un dossier",
    errno.EACCES: "accès refusé",
    errno.EROFS: "on ne peut rien y écrire",
    errno.ENOSPC: "il n'y a plus de place",
    errno.EDQUOT: "le quota est atteint",
    errno.EFBIG: "le fichier est trop gros",
}


def add_position(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("game", help=str(Text("the game's id (carreau games)", "le nom du jeu (carreau games)")))
    add_position_of(verb)


def add_position_of(verb: argparse.ArgumentParser, game: str | None = None) -> None:
    """Options, moves or a text; where the command is about one game, it is not asked for."""
    if game is not None:
        verb.set_defaults(game=game)
    add_options(verb)
    moves = Text("moves to play first, separated by spaces", "coups joués d'abord, séparés par des espaces")
    verb.add_argument("--moves", default="", metavar="'…'", help=str(moves))
    text = Text("start from this position text instead", "partir de ce texte de position")
    verb.add_argument("--position", metavar="'…'", help=str(text))


def add_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--option", action="append", default=[], metavar="K=V",
        help=str(Text("an option of the game (carreau games GAME lists them); K=@FILE reads it from a file",
                      "une option du jeu (carreau games JEU les montre) ; K=@FICHIER la lit dans un fichier")),
    )  # fmt: skip


def options_of(arguments: argparse.Namespace) -> dict[str, Any]:
    return read_pairs(arguments.option)


def read_pairs(pairs: list[str]) -> dict[str, Any]:
    """Options written as K=V, or K=@FILE."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(Text(f"{pair}: expected K=V", f"{pair} : on attend K=V"))
        options[name] = Path(value[1:]).read_text(encoding="utf-8") if value.startswith("@") else value
    return options


def in_words(error: Exception) -> str:
    """What went wrong, without the system's numbers; what happens most with files also in French."""
    if isinstance(error, UnicodeDecodeError):
        return str(Text(f"not a UTF-8 text: {error.reason}", f"pas un texte UTF-8 : {error.reason}"))
    if not isinstance(error, OSError) or not error.filename:
        return str(error)
    why = Text(error.strerror or "", FILE_TROUBLES.get(error.errno or 0, error.strerror or ""))
    return f"{error.filename}{Text(':', ' :')} {why}"


def position_of(arguments: argparse.Namespace) -> State:
    asked = game(arguments.game)
    if arguments.position is not None:
        if arguments.option:
            raise BadOption(Text("--position already holds the options", "--position contient déjà les options"))
        state = asked.position(arguments.position)
    else:
        state = asked.start(**options_of(arguments))
    return asked.continue_with(state, arguments.moves.split())
