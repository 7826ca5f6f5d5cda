"""`carreau engine`: our engine on standard input and output, for other programs to talk to."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.rules.language import Text


def add_to(verbs: Any) -> None:
    help = Text(
        "our engine on standard input and output, for other programs (docs/engine-protocol.md)",
        "notre moteur sur l'entrée et la sortie, pour d'autres programmes (docs/engine-protocol.md)",
    )
    verb = verbs.add_parser("engine", help=str(help), description=str(help))
    verb.set_defaults(run=_serve)


def _serve(arguments: argparse.Namespace) -> None:
    from carreau.engines.program import main

    main()
