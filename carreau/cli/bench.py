"""`carreau bench`: how fast random play is, compiled and interpreted, in one run on one thread."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import carreau
from carreau.rules.language import Text

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "squadro": ("squadro", {"first": 0}),
    "unlur-6": ("unlur", {"side": 6}),
    "unlur-8": ("unlur", {"side": 8}),
    "squaryd": ("squaryd", {}),
    "united-square": ("united-square", {"deal": 1}),
    "012x012": ("012x012", {"players": 2}),
}


def add_to(verbs: Any) -> None:
    help = Text("measure random play (playouts a second)", "mesurer le jeu au hasard (parties par seconde)")
    verb = verbs.add_parser("bench", help=str(help), description=str(help))
    verb.add_argument("what", choices=("playouts",))
    verb.add_argument("--json", action="store_true")
    verb.add_argument("--seconds", type=_seconds, default=2.0, help=str(Text("for each figure", "par mesure")))
    verb.set_defaults(run=_bench)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < 3600:
        raise argparse.ArgumentTypeError(str(Text(f"{text!r} is no time", f"{text!r} n'est pas une durée")))
    return seconds


def _bench(arguments: argparse.Namespace) -> None:
    figures = {}
    if not arguments.json:
        print(f"{'':<15}{'compiled/s':>12}{'interpreted/s':>15}{'ratio':>7}{'plies':>7}")
    for name, (game, options) in CASES.items():
        state = carreau.game(game).start(**options)
        compiled, plies = _rate(state, arguments.seconds, interpret=False)
        interpreted, _ = _rate(state, arguments.seconds, interpret=True)
        figures[name] = {
            "compiled": round(compiled),
            "interpreted": round(interpreted, 1),
            "plies": round(plies, 2),
        }
        if not arguments.json:
            print(f"{name:<15}{compiled:>12,.0f}{interpreted:>15,.0f}{compiled / interpreted:>7.0f}{plies:>7.1f}")
        elif sys.stderr.isatty():
            print(name, file=sys.stderr)
    if arguments.json:
        print(json.dumps(figures))


def _rate(state: carreau.State, seconds: float, *, interpret: bool) -> tuple[float, float]:
    """Playouts a second, and their mean length, over about that many seconds."""
    carreau.playouts(state, 1, interpret=interpret)  # whatever is compiled or built once
    n, took, plies = 1, 0.0, 0.0
    while took < seconds:
        n = max(2 * n, int(n * seconds / took)) if took else 2 * n
        started = time.perf_counter()
        plies = carreau.playouts(state, n, seed=n, interpret=interpret).plies
        took = time.perf_counter() - started
    return n / took, plies
