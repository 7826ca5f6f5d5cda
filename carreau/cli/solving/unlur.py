"""`carreau solve unlur`: who wins a position, by which moves, and how play goes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from carreau.cli.asking import add_position_of, position_of
from carreau.cli.solving.asked import OUT_OF_TIME, add_common, kept_in, show_json, solve, warn
from carreau.cli.solving.proofs import add_limits, draw, show_line, show_out_of_time, show_work
from carreau.games.unlur import EMPTIES
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers import unlur
from carreau.solvers.insight.unlur_facts import MOST_EMPTIES
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

LONG_FROM = 34  # empty cells: what has so many may be decided in seconds, or not in an hour
MAY_BE_LONG = Text(
    "with so many empty cells an answer may take seconds or days; stop when you like, the same command goes on from "
    "there",
    "avec tant de cases vides, la réponse peut prendre des secondes ou des jours ; arrêtez quand vous voulez, "
    "la même commande reprend où elle en était",
)


def add_to(games: Any) -> None:
    help = Text("the exact winner of a position, contract included", "le gagnant exact d'une position, contrat compris")
    verb = games.add_parser("unlur", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    add_position_of(verb, "unlur")
    add_limits(verb)
    add_common(verb)
    verb.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    state = position_of(arguments)
    if LONG_FROM <= state.raw_state[EMPTIES] <= MOST_EMPTIES:
        warn(MAY_BE_LONG)
    solving = unlur.solve(
        state, folder=kept_in(arguments), memory=arguments.memory, seconds=arguments.seconds
    )  # fmt: skip
    found = solve(solving)
    if arguments.svg:
        draw(arguments.svg, state, found.winning, str(result(state, found)))
    if arguments.json:
        show_json("unlur", {
            "position": str(state), "seat": state.seat, "winner": found.winner,
            "winning": found.winning, "losing": found.losing, "line": found.line, "nodes": found.nodes,
            "seconds": round(found.seconds, 3), "out_of_time": found.is_out_of_time,
        })  # fmt: skip
    else:
        show(state, found)
    return OUT_OF_TIME if found.is_out_of_time else 0


def show(state: State, found: Solution) -> None:
    print(result(state, found))
    undecided = len(state.moves()) - len(found.winning) - len(found.losing)
    if undecided:
        for text in moves_so_far(found, undecided):
            print(text)
    else:
        print(moves_that_win(state, found))
    if found.line:
        show_line(found.line)
    if found.is_out_of_time:
        show_out_of_time()
    show_work(found.nodes, found.seconds)


def result(state: State, found: Solution) -> Text:
    if found.winner is None:
        return Text("Not decided", "Pas tranché")
    name = state.game.seat_name(state.raw_board, state.raw_state, found.winner)
    return Text(f"{name.en} wins (seat {found.winner})", f"{name.fr} gagne (siège {found.winner})")


def moves_so_far(found: Solution, undecided: int) -> Iterator[Text]:
    """What is known of the moves when time has run out."""
    winning, losing = (", ".join(moves) for moves in (found.winning, found.losing))
    if winning:
        yield Text(f"Proven to win: {winning}", f"Gagnent, c'est prouvé : {winning}")
    if losing:
        yield Text(f"Proven to lose: {losing}", f"Perdent, c'est prouvé : {losing}")
    yield Text(f"Moves not decided: {undecided}", f"Coups non tranchés : {undecided}")


def moves_that_win(state: State, found: Solution) -> Text:
    moves = ", ".join(found.winning)
    if not moves:
        return Text("No move of the seat to move wins.", "Aucun coup de qui doit jouer ne gagne.")
    all_moves = len(state.moves())
    return Text(f"Winning moves, {len(found.winning)} of {all_moves}: {moves}",
                f"Coups gagnants, {len(found.winning)} sur {all_moves} : {moves}")  # fmt: skip
