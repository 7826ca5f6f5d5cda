"""`carreau solve squaryd`: wins that can be forced, and how."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.cli.asking import add_position_of, position_of
from carreau.cli.numbers import whole
from carreau.cli.solving.asked import OUT_OF_TIME, add_common, kept_in, show_json, solve
from carreau.cli.solving.proofs import add_limits, draw, show_line, show_out_of_time, show_work
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers import squaryd
from carreau.solvers.squaryd import Solution, question

DESCRIPTION = Text(
    "Find a win that can be forced by a threat in every turn, for the seat to move or against it, and prove it against "
    "every reply: all moves that win so, and a line of play. With --whole every move is tried, not threats only: "
    "near the end of a game that tells win, draw and loss apart. What is proven is kept every few seconds.",
    "Trouver une victoire forcée par une menace à chaque tour, pour qui doit jouer ou contre lui, et la prouver contre "
    "toute réponse : tous les coups qui gagnent ainsi, et la suite du jeu. Avec --whole, on essaie tout, pas seulement "
    "les menaces : vers la fin, cela départage victoire, nulle et défaite. Ce qui est prouvé est gardé au fur et à "
    "mesure.",
)
EPILOG = Text(
    "Example: carreau solve squaryd --position '....o../..o..../xo.x..x/o.o+..x/.....x./.x...../....o.. 0' --check 20",
    "Exemple : carreau solve squaryd --position '....o../..o..../xo.x..x/o.o+..x/.....x./.x...../....o.. 0' --check 20",
)


def add_to(games: Any) -> None:
    help = Text("wins that can be forced by threats", "victoires forcées par des menaces")
    verb = games.add_parser("squaryd", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    add_position_of(verb, "squaryd")
    verb.add_argument("--whole", action="store_true", help=str(
        Text("if threats do not decide, try everything", "si les menaces ne décident rien, tout essayer")
    ))  # fmt: skip
    verb.add_argument("--quiet", type=whole(0, 24), default=0, metavar="N", help=str(Text(
        "let the attacker's next N singles be quiet before the threats begin",
        "laisser les N prochains pions simples de l'attaquant être calmes, avant les menaces",
    )))  # fmt: skip
    verb.add_argument("--check", type=whole(1, 100_000), default=0, metavar="N", help=str(
        Text("play a win out in N games against random replies", "jouer la victoire en N parties contre le hasard")
    ))  # fmt: skip
    add_limits(verb)
    add_common(verb)
    verb.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    state = position_of(arguments)
    found = solve(squaryd.solve(
        state, folder=kept_in(arguments), memory=arguments.memory, seconds=arguments.seconds, whole=arguments.whole,
        quiet=arguments.quiet, check=arguments.check,
    ))  # fmt: skip
    if arguments.svg:
        draw(arguments.svg, state, found.winning, str(result(state, found)))
    if arguments.json:
        show_json("squaryd", {
            "position": str(state), "seat": state.seat, "winner": found.winner,
            "by_threats": found.winner is not None and not found.whole, "quiet": found.quiet, "winning": found.winning,
            "line": found.line, "nodes": found.nodes, "seconds": round(found.seconds, 3),
            "longest_checked": found.longest, "proven": [each._asdict() for each in found.proven],
            "out_of_time": found.is_out_of_time,
        })  # fmt: skip
    else:
        show(state, found, arguments.check)
    return OUT_OF_TIME if found.is_out_of_time else 0


def show(state: State, found: Solution, games: int) -> None:
    print(result(state, found))
    if found.is_out_of_time:
        for each in found.proven:
            asked = question(state, each.attacker, whole=each.whole, quiet=found.quiet)
            print(Text(f"{asked.en.replace('does', 'Does', 1)}? {'Yes' if each.wins else 'No'}.",
                       f"{asked.fr} ? {'Oui' if each.wins else 'Non'}."))  # fmt: skip
    if found.winning:
        moves, count = ", ".join(found.winning), len(found.winning)
        so_far = Text(" so far", " jusqu'ici") if found.is_out_of_time and not found.line else Text("", "")
        print(Text(f"Winning moves{so_far.en}, {count}: {moves}", f"Coups gagnants{so_far.fr}, {count} : {moves}"))
    if found.line:
        show_line(found.line)
    if found.longest:
        print(Text(f"Checked in {games} games by the rules, the longest of {found.longest} moves.",
                   f"Vérifié par les règles en {games} parties, la plus longue de {found.longest} coups."))  # fmt: skip
    if found.is_out_of_time:
        show_out_of_time()
    show_work(found.nodes, found.seconds)


def result(state: State, found: Solution) -> Text:
    if found.winner is None:
        if found.is_out_of_time:
            return Text("Not decided.", "Pas tranché.")
        if found.whole:
            return Text("Draw: neither seat can force a win.", "Nulle : personne ne peut forcer la victoire.")
        if found.quiet:
            return Text(f"Neither seat can force a win by threats after {found.quiet} quiet moves.",
                        f"Personne ne peut forcer la victoire par menaces après {found.quiet} coups calmes.",
                        )  # fmt: skip
        return Text("Neither seat can force a win by threats alone.",
                    "Personne ne peut forcer la victoire par menaces seules.")  # fmt: skip
    name = state.game.seat_name(state.raw_board, state.raw_state, found.winner)
    plies = len(found.line)
    if not plies:  # the time ran out first
        return Text(f"{name.en} wins{'' if found.whole else ' by threats'}.",
                    f"{name.fr} gagne{'' if found.whole else ' par menaces'}.")  # fmt: skip
    if found.whole:
        return Text(f"{name.en} wins, in {plies} moves of both sides below.",
                    f"{name.fr} gagne, en {plies} coups des deux camps ci-dessous.")  # fmt: skip
    return Text(f"{name.en} wins by threats, in {plies} moves of both sides below.",
                f"{name.fr} gagne par menaces, en {plies} coups des deux camps ci-dessous.")  # fmt: skip
