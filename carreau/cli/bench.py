"""`carreau bench`: how fast random play and the searches are, in one run on one thread."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import carreau
from carreau.rules.language import Text, guillemets

if TYPE_CHECKING:
    from carreau.engines.analysis import Analysis, Limits

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "squadro": ("squadro", {"first": 0}),
    "unlur-6": ("unlur", {"side": 6}),
    "unlur-8": ("unlur", {"side": 8}),
    "squaryd": ("squaryd", {}),
    "united-square": ("united-square", {"deal": 1}),
    "012x012": ("012x012", {"players": 2}),
}


def add_to(verbs: Any) -> None:
    help = Text("measure random play and searches, one thread", "mesurer le jeu au hasard et les recherches, un fil")
    verb = verbs.add_parser("bench", help=str(help), description=str(help))
    what = Text(
        "playouts: random games a second; search: nodes a second; signature: node counts of fixed searches, the same "
        "on every machine until a search changes",
        "playouts : parties au hasard par seconde ; search : nœuds par seconde ; signature : nœuds de recherches "
        "fixes, les mêmes partout tant qu'aucune recherche ne change",
    )
    verb.add_argument("what", choices=tuple(MEASURES), help=str(what))
    verb.add_argument("--json", action="store_true")
    verb.add_argument("--seconds", type=_seconds, default=2.0, help=str(Text("for each figure", "par mesure")))
    verb.set_defaults(run=lambda arguments: MEASURES[arguments.what](arguments))


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < 3600:
        raise argparse.ArgumentTypeError(str(Text(f"{text!r} is no time", f"{guillemets(text)} n'est pas une durée")))
    return seconds


def _playouts(arguments: argparse.Namespace) -> None:
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


def _search(arguments: argparse.Namespace) -> None:
    """Nodes a second of the game's own search and of plain UCT; a node of a tree is one playout."""
    from carreau.engines.analysis import Limits

    figures = {}
    if not arguments.json:
        print(f"{'':<15}{'method':>10}{'nodes/s':>13}{'depth':>7}{'plain UCT/s':>13}")
    for name, (game, options) in CASES.items():
        state = carreau.game(game).start(**options)
        own = _thought(state, Limits(seconds=arguments.seconds))
        plain = _thought(state, Limits(seconds=arguments.seconds, method="uct"))
        method = _method(state)
        figures[name] = {
            "method": method,
            "nodes": round(own.nodes_per_second),
            "depth": own.depth,
            "uct": round(plain.nodes_per_second),
        }
        if not arguments.json:
            print(f"{name:<15}{method:>10}{own.nodes_per_second:>13,.0f}{own.depth:>7}{plain.nodes_per_second:>13,.0f}")
    if arguments.json:
        print(json.dumps(figures))


def _signature(arguments: argparse.Namespace) -> None:
    """The node counts of fixed searches, a line a game; a commit that changes one names the new numbers."""
    from carreau.engines.signature import signature_of

    figures = {name: signature_of(carreau.game(game).start(**options)) for name, (game, options) in CASES.items()}
    lines = (f"{name:<15}{counts}" for name, counts in figures.items())
    print(json.dumps(figures) if arguments.json else "\n".join(lines))


def _method(state: carreau.State) -> str:
    from carreau.engines.programs import fact, known_of

    return str(fact(known_of(state.game), "METHOD"))


def _thought(state: carreau.State, limits: Limits) -> Analysis:
    """The last word of a search in this process, with its machine code loaded beforehand."""
    from carreau.engines.thinking import Thinker

    assert state.seat is not None
    while _last(Thinker().think(state.view(state.seat), replace(limits, seconds=0.01))).cold:
        pass
    return _last(Thinker().think(state.view(state.seat), limits))


def _last(found: Iterator[Analysis]) -> Analysis:
    *_, last = found
    return last


MEASURES = {"playouts": _playouts, "search": _search, "signature": _signature}
