"""`carreau solve`: exact answers about a game, with proof."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.cli.solving import squadro, squaryd, united_square, unlur, zero_one_two
from carreau.rules.language import LANGUAGES, Text

DESCRIPTION = Text(
    "Answer exactly what can be answered exactly. Long work shows how far it is, can be stopped with Ctrl-C at any "
    "time, and goes on when the same command is given again. Exit codes: 0 answered, 2 bad input or out of reach, "
    "3 not decided in the time given by --seconds (what is proven by then is shown), 130 stopped with Ctrl-C.",
    "Répondre exactement à ce qui peut l'être. Un long travail montre où il en est, s'arrête à tout moment par Ctrl-C "
    "et reprend quand la même commande est redonnée. Codes de sortie : 0 réponse trouvée, 2 demande incorrecte ou hors "
    "de portée, 3 pas tranché dans le temps donné par --seconds (ce qui est prouvé est montré), 130 arrêté par Ctrl-C.",
)
SOLVERS: tuple[Any, ...] = (
    squadro,
    squaryd,
    united_square,
    unlur,
    zero_one_two,
)  # a module a game


def add_to(verbs: Any) -> None:
    help = Text("exact answers: count, solve, prove", "réponses exactes : compter, résoudre, prouver")
    verb = verbs.add_parser("solve", help=str(help), description=str(DESCRIPTION))
    games = verb.add_subparsers(metavar=str(Text("GAME", "JEU")), required=True, parser_class=type(verb))
    for module in SOLVERS:
        module.add_to(games)
    for game in games.choices.values():
        game.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
