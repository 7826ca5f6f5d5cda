"""`carreau solve unlur`: who wins a position, by which moves, and how play goes."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.cli.asking import add_position_of, position_of
from carreau.cli.solving.asked import add_common, kept_in, show_json, solve
from carreau.cli.solving.proofs import add_limits, draw, show_line, show_work
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers import unlur
from carreau.solvers.unlur import Solution

DESCRIPTION = Text(
    "Solve an Unlur position exactly, contract included: who wins, every move that does, and a line of best play. "
    "Boards of side 3 take seconds; larger ones can be solved once enough cells are taken. What is proven is kept "
    "every few seconds, and goes into the search again when the same is asked next time.",
    "Résoudre exactement une position d'Unlur, contrat compris : qui gagne, tous les coups gagnants et la suite du "
    "jeu. Un plateau de côté 3 prend quelques secondes ; les plus grands se résolvent quand assez de cases sont "
    "prises. Ce qui est prouvé est gardé toutes les quelques secondes et ressert quand la question est reposée.",
)
EPILOG = Text(
    "Examples: carreau solve unlur --option side=3 · carreau solve unlur --option side=3 --moves 'c3 pass' --svg a.svg",
    "Exemples : carreau solve unlur --option side=3 · "
    "carreau solve unlur --option side=3 --moves 'c3 pass' --svg a.svg",
)


def add_to(games: Any) -> None:
    help = Text("the exact winner of a position, contract included", "le gagnant exact d'une position, contrat compris")
    verb = games.add_parser("unlur", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    add_position_of(verb, "unlur")
    add_limits(verb)
    add_common(verb)
    verb.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> None:
    state = position_of(arguments)
    solving = unlur.solve(
        state, folder=kept_in(arguments), memory=arguments.memory, seconds=arguments.seconds
    )  # fmt: skip
    found = solve(solving)
    if arguments.svg:
        draw(arguments.svg, state, found.winning, str(result(state, found)))
    if arguments.json:
        show_json({
            "game": "unlur", "position": str(state), "seat": state.seat, "winner": found.winner,
            "winning": found.winning, "line": found.line, "nodes": found.nodes, "seconds": round(found.seconds, 3),
        })  # fmt: skip
    else:
        print(result(state, found))
        print(moves_that_win(state, found))
        show_line(found.line)
        show_work(found.nodes, found.seconds)


def result(state: State, found: Solution) -> Text:
    name = state.game.seat_name(state.raw_board, state.raw_state, found.winner)
    return Text(f"{name.en} wins (seat {found.winner})", f"{name.fr} gagne (siège {found.winner})")


def moves_that_win(state: State, found: Solution) -> Text:
    moves = ", ".join(found.winning)
    if not moves:
        return Text("No move of the seat to move wins.", "Aucun coup de qui doit jouer ne gagne.")
    all_moves = len(state.moves())
    return Text(f"Winning moves, {len(found.winning)} of {all_moves}: {moves}",
                f"Coups gagnants, {len(found.winning)} sur {all_moves} : {moves}")  # fmt: skip
