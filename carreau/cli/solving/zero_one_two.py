"""`carreau solve 012x012`: the taquin and the puzzle from any position, and who wins an ending of two players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from carreau.cli.asking import add_position_of, position_of
from carreau.cli.numbers import whole
from carreau.cli.solving.asked import add_common, add_jobs, add_svg, show_json, solve
from carreau.cli.solving.keeping import checkpoint_of
from carreau.draw.gallery import gallery_svg
from carreau.games.taquin import MODE
from carreau.games.zero_one_two import GAME
from carreau.games.zero_one_two_options import MODES
from carreau.games.zero_one_two_rules import GAME_MODE, TAQUIN
from carreau.rules.errors import BadOption
from carreau.rules.language import Text, decimal
from carreau.rules.state import State
from carreau.solvers.solution import Solution, Solver

SECONDS = 10
STAGES = 12  # pictures of a solution on its way, at most
SHOWN = 100  # moves a line of text, about
DESCRIPTION = Text(
    "Solve a position of 012x012. The taquin: slides that show the model, few of them, and how many are needed at "
    "least. The puzzle: turns that fill the tray, and how many are needed at least. Both get better while there is "
    "time, and say so when nothing shorter exists. Two players: who wins the ending with best play, and how.",
    "Résoudre une position de 012x012. Le taquin : des glissements qui montrent le modèle, peu nombreux, et combien il "
    "en faut au moins. Le puzzle : des tours qui remplissent le plateau, et combien il en faut au moins. Les deux "
    "s'améliorent tant qu'il y a du temps, et disent quand rien de plus court n'existe. À deux joueurs : qui gagne la "
    "fin de partie au meilleur jeu, et comment.",
)
EPILOG = Text(
    "Examples: carreau solve 012x012 --option mode=taquin --option grid=CAR_006x006_001 --option tray=7 · carreau "
    "solve 012x012 --option mode=puzzle --moves 'a1E5 a2N4' · carreau solve 012x012 --position '…' --svg steps.svg. "
    "The moves are written as everywhere: carreau show 012x012 … --moves '…' replays them.",
    "Exemples : carreau solve 012x012 --option mode=taquin --option grid=CAR_006x006_001 --option tray=7 · carreau "
    "solve 012x012 --option mode=puzzle --moves 'a1E5 a2N4' · carreau solve 012x012 --position '…' --svg etapes.svg. "
    "Les coups s'écrivent comme partout : carreau show 012x012 … --moves '…' les rejoue.",
)


def add_to(games: Any) -> None:
    help = Text("the taquin, the puzzle, and endings of two", "le taquin, le puzzle, les fins de partie à deux")
    verb = games.add_parser(GAME.id, help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    add_position_of(verb, GAME.id)
    verb.add_argument(
        "--seconds", type=whole(1, 1_000_000), metavar="S",
        help=str(Text(f"alone: how long to look for something shorter, {SECONDS} unless told; two players: search no "
                      "longer than this, exit code 3 if it is not decided by then",
                      f"seul : combien de temps chercher plus court, {SECONDS} par défaut ; à deux : ne pas chercher "
                      "plus longtemps, code de sortie 3 si ce n'est pas tranché")),
    )  # fmt: skip
    verb.add_argument(
        "--every-move", action="store_true",
        help=str(Text("two players: what every move is worth, however long it takes",
                      "à deux : ce que vaut chaque coup, même si c'est long")),
    )  # fmt: skip
    add_svg(verb, Text("draw the way to the solution, stage by stage; two players: the end",
                       "dessiner la solution, étape par étape ; à deux : la fin"))  # fmt: skip
    add_jobs(verb)
    add_common(verb)
    verb.set_defaults(run=_solve)


def _solve(arguments: argparse.Namespace) -> int:
    state = position_of(arguments)
    if state.seat is None:
        raise BadOption(Text("the game is over, there is nothing to solve",
                             "la partie est finie, il n'y a rien à résoudre"))  # fmt: skip
    if state.raw_board[MODE] == GAME_MODE:
        from carreau.cli.solving.zero_one_two_ending import solve_ending  # with all that the engines know

        return solve_ending(arguments, state)
    if arguments.every_move:
        raise BadOption(Text("--every-move is for two players", "--every-move concerne les parties à deux"))
    solver = _solver(arguments, state)
    try:
        solve(solver.solving(arguments.seconds or SECONDS))
    finally:  # stopped by Ctrl-C too: with the best so far
        _show(arguments, state, solver.best)
    return 0


def _solver(arguments: argparse.Namespace, state: State) -> Solver:
    from carreau.solvers.puzzle import PuzzleSolver
    from carreau.solvers.taquin import TaquinSolver

    memory = arguments.memory << 20
    if state.raw_board[MODE] == TAQUIN:
        return TaquinSolver(state, memory=memory, threads=arguments.jobs, checkpoint=checkpoint_of(arguments, state))
    return PuzzleSolver(state, memory=memory)


def _show(arguments: argparse.Namespace, state: State, found: Solution) -> None:
    path = _path(state, found.moves)
    if arguments.svg:
        arguments.svg.write_text(_picture(path), encoding="utf-8")
    if arguments.json:
        show_json(GAME.id, {
            "position": str(state), "mode": MODES[state.raw_board[MODE]], "moves": found.moves,
            "length": len(found.moves), "at_least": found.bound, "shortest": found.is_shortest, "end": str(path[-1]),
        })  # fmt: skip
        return
    print(" ".join(found.moves))
    print(verdict_of(state, found))


def verdict_of(state: State, found: Solution) -> Text:
    """How many moves, and what is proven."""
    count, bound = len(found.moves), found.bound
    if state.raw_board[MODE] == TAQUIN:
        many = Text(f"{count} slide{'s' * (count != 1)}", f"{count} glissement{'s' * (count > 1)}")
    else:
        many = Text(f"{count} turn{'s' * (count != 1)}", f"{count} tour{'s' * (count > 1)}")
    if found.is_shortest:
        return Text(f"{many.en}, proven: fewer are impossible", f"{many.fr}, c'est prouvé : impossible en moins")
    ratio = decimal(count / bound, 2)
    return Text(
        f"{many.en}; at least {bound} are needed, so this is {ratio.en} times the bound at most",
        f"{many.fr} ; il en faut au moins {bound}, c'est donc {ratio.fr} fois le minimum prouvé",
    )


def _path(state: State, moves: Sequence[str]) -> list[State]:
    path = [state]
    for move in moves:
        path.append(path[-1].play(move))
    return path


def _picture(path: Sequence[State]) -> str:
    """Stages of the way, evenly spaced, the first and the last among them."""
    count = len(path) - 1
    stages = sorted({round(count * i / (STAGES - 1)) for i in range(STAGES)})
    boards = [(path[stage].scene(), str(Text(f"after {stage}", f"après {stage}"))) for stage in stages]
    return gallery_svg(boards, f"012x012, {count}")
