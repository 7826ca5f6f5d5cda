"""The command `carreau`. Bad input ends with one line on standard error and exit code 2.

A verb that has another code to end with returns it: `carreau solve` does where its time ran out.
"""

from __future__ import annotations

import argparse
import codecs
import io
import os
import re
import sys
import unicodedata
from collections.abc import Sequence
from typing import NoReturn, TypeVar

import carreau
from carreau.cli import analyse, bench, commands, engine, match, play, serve, solve
from carreau.cli.asking import in_words
from carreau.rules.errors import Error
from carreau.rules.language import LANGUAGES, Text, in_language

PLAINER = "carreau-plainer"
_Action = TypeVar("_Action", bound=argparse.Action)


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error(PLAINER, _plainer)
        sys.stdout.reconfigure(errors=PLAINER)
    with in_language(_language(given)):
        return _run(given)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """For terminals that know only ASCII: 3 for ³, e for é, x for ×; ? for what has nothing like it."""
    assert isinstance(error, UnicodeEncodeError)
    letters = error.object[error.start : error.end].replace("×", "x").replace("·", "-")
    plain = (unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?" for letter in letters)
    return "".join(plain), error.end


def _run(given: list[str]) -> int:
    try:
        parsed = _parser().parse_args(given)
        code: int | None = parsed.run(parsed)
        sys.stdout.flush()
    except Error as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader (head, less) has seen enough; nothing may be flushed to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, UnicodeDecodeError) as error:
        return _complain(in_words(error))
    except MemoryError:
        return _complain(str(Text("there is not enough memory", "la mémoire ne suffit pas")))
    except KeyboardInterrupt:
        return 130
    return code or 0


def _complain(message: str) -> int:
    print(f"carreau: {' '.join(message.split())}", file=sys.stderr)
    return 2


def _language(arguments: list[str]) -> str:
    """From --lang, else from the environment."""
    for i, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else None
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value in LANGUAGES:
            return str(value)
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].startswith("fr") else "en"
    return "en"


class _Parser(argparse.ArgumentParser):
    """argparse with one-line errors, and its own few words in French too."""

    def error(self, message: str) -> NoReturn:
        hint = Text(f"see {self.prog} --help", f"voir {self.prog} --help")
        sys.exit(_complain(f"{Text(message, _with_french_signs(_translated(message)))} ({hint})"))

    def _add_action(self, action: _Action) -> _Action:
        """Where a value is asked for, its name is in capitals and in the reader's language."""
        if action.nargs != 0 and action.choices is None:
            name = str(action.metavar or action.dest.upper())
            action.metavar = str(Text(name, METAVARS.get(name, name)))
        return super()._add_action(action)

    def format_help(self) -> str:
        return _translated(super().format_help())


FRENCH = {
    "usage:": "usage :",
    "positional arguments:": "arguments :",
    "options:": "options :",
    "show this help message and exit": "montrer cette aide",
    "the following arguments are required:": "il manque :",
    "unrecognized arguments:": "arguments inconnus :",
    "invalid choice:": "choix impossible :",
    "choose from": "au choix",
    "expected one argument": "il faut une valeur",
    "not allowed with argument": "ne va pas avec",
    "ambiguous option:": "option ambiguë :",
    "could match": "peut être",
    "ignored explicit argument": "ne prend pas de valeur, pas même",
}
METAVARS = {
    "COMMAND": "COMMANDE", "DEPTH": "PROFONDEUR", "DIR": "DOSSIER", "FILE": "FICHIER", "GAME": "JEU", "GRID": "GRILLE",
    "MB": "Mo", "PLIES": "COUPS", "RECORD": "PARTIE", "SEAT": "SIÈGE", "SECONDS": "SECONDES",
}  # fmt: skip


def _translated(text: str) -> str:
    for english, french in FRENCH.items():
        text = text.replace(english, str(Text(english, french)))
    return text


def _with_french_signs(text: str) -> str:
    """A space before the colon, and guillemets for what argparse quotes."""
    spaced = re.sub(r"^(argument [^:]*):", r"\1 :", text)
    return re.sub(r"(?<![^\s(])'([^']*)'(?![^\s,)])", r"« \1 »", spaced)


def _parser() -> argparse.ArgumentParser:
    description = Text(
        "Five abstract board games with exact rules: play them, count them, draw them.",
        "Cinq jeux de plateau abstraits aux règles exactes : jouer, compter, dessiner.",
    )
    epilog = Text(
        "Try: carreau play unlur --level 3 · carreau show squaryd --moves 'd5 c3' · carreau games squadro",
        "Essayez : carreau play unlur --level 3 · carreau show squaryd --moves 'd5 c3' · carreau games squadro",
    )
    parser = _Parser(prog="carreau", description=str(description), epilog=str(epilog))
    parser.add_argument("--lang", choices=LANGUAGES, help=str(Text("language", "langue")))
    parser.add_argument(
        "--version",
        action="version",
        version=f"carreau {carreau.__version__}",
        help=str(Text("show the version", "montrer la version")),
    )
    verbs = parser.add_subparsers(metavar=str(Text("COMMAND", "COMMANDE")), required=True, parser_class=_Parser)
    for module in (play, serve, analyse, match, solve, commands, bench, engine):
        module.add_to(verbs)
    for verb in verbs.choices.values():
        verb.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser
