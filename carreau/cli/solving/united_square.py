"""`carreau solve united-square`: the solutions of the solitaire from any position of it, and the endings of a duel."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from carreau.cli.asking import add_position_of, options_of, position_of
from carreau.cli.numbers import whole
from carreau.cli.solving.asked import add_common, add_jobs, add_svg, show_json, solve, warn
from carreau.cli.solving.keeping import checkpoint_of
from carreau.draw.gallery import gallery_svg
from carreau.games.united_square import GAME
from carreau.games.united_square_rules import DUEL, LETTERS, MODE, MODES, PLACED, SIZE, SOLITAIRE
from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets
from carreau.rules.state import State
from carreau.solvers.united_square import (
    EVERY_BORDER,
    POSSIBLE_BORDERS,
    Border,
    Outlook,
    count,
    outlook,
    solutions,
    solved,
)

MOST_DRAWN = 400
DESCRIPTION = Text(
    "Solve the solitaire: fill the space with all tiles, every edge matched, each side of one colour. Without more it "
    "says how many solutions a position still has, shows one, and lists the moves that keep one, each with the number "
    "of solutions it leads to. Equal tiles are not told apart; the logo lies as the rules have it. A border is written "
    "north, east, south, west, such as BGRY. A duel is searched out: who wins by how much with best play.",
    "Résoudre le solitaire : remplir l'espace avec toutes les tuiles, bords accordés, chaque côté d'une seule couleur. "
    "Sans autre demande, la commande dit combien de solutions il reste à une position, en montre une, et donne les "
    "coups qui en gardent une, avec le nombre de solutions de chacun. Les tuiles identiques ne sont pas distinguées ; "
    "le logo est posé comme le veut la règle. Un bord s'écrit nord, est, sud, ouest, par exemple BGRY. Un duel est "
    "calculé jusqu'au bout : qui gagne, et de combien, au meilleur jeu.",
)
EPILOG = Text(
    "Examples: carreau solve united-square --sets 2 --count · carreau solve united-square --list --most 3 · carreau "
    "solve united-square --moves 'c4:YGBR' --svg solution.svg · carreau solve united-square --svg all.svg --most 98. "
    "Each line of --list is a position: carreau show united-square --position '…' draws it. A duel: carreau solve "
    "united-square --option mode=duel --option deal=1 --moves '…', or --position '…'.",
    "Exemples : carreau solve united-square --sets 2 --count · carreau solve united-square --list --most 3 · carreau "
    "solve united-square --moves 'c4:YGBR' --svg solution.svg · carreau solve united-square --svg tout.svg --most 98. "
    "Chaque ligne de --list est une position : carreau show united-square --position '…' la dessine. Un duel : carreau "
    "solve united-square --option mode=duel --option deal=1 --moves '…', ou --position '…'.",
)


def add_to(games: Any) -> None:
    help = Text("every solution of the solitaire; endings of a duel", "toutes les solutions ; les fins de duel")
    verb = games.add_parser(GAME.id, help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    add_position_of(verb, GAME.id)
    verb.add_argument("--sets", type=int, choices=(1, 2), help=str(Text("1: 5x5, 2: 7x7", "1 : 5x5, 2 : 7x7")))
    answers = verb.add_mutually_exclusive_group()
    answers.add_argument(
        "--count", action="store_true",
        help=str(Text("only count the solutions; the number comes last",
                      "seulement compter les solutions ; le nombre vient en dernier")),
    )  # fmt: skip
    answers.add_argument(
        "--list", action="store_true",
        help=str(Text("every solution, one a line", "toutes les solutions, une par ligne")),
    )  # fmt: skip
    verb.add_argument(
        "--most", type=whole(1, 10**9), metavar="N",
        help=str(Text("list, or draw, so many at most", "en donner, ou en dessiner, autant au plus")),
    )  # fmt: skip
    add_svg(verb, Text(f"draw one solution, or with --most up to {MOST_DRAWN} side by side; in a duel the end",
                       f"dessiner une solution, ou avec --most jusqu'à {MOST_DRAWN} côte à côte ; en duel la fin",
                       ))  # fmt: skip
    borders = verb.add_mutually_exclusive_group()
    borders.add_argument(
        "--border", type=_border, metavar="B,G,R,Y",
        help=str(Text("only with these sides: north, east, south, west",
                      "seulement avec ces côtés : nord, est, sud, ouest")),
    )  # fmt: skip
    borders.add_argument(
        "--every-border", action="store_true",
        help=str(Text("go through all 24 borders, also those that are proven to be impossible",
                      "passer par les 24 bords, même ceux dont l'impossibilité est prouvée")),
    )  # fmt: skip
    verb.add_argument(
        "--every-move", action="store_true",
        help=str(Text("in a duel: what every move is worth, however long it takes",
                      "en duel : ce que vaut chaque coup, même si c'est long")),
    )  # fmt: skip
    add_jobs(verb)
    add_common(verb)
    verb.set_defaults(run=_solve)


def _border(text: str) -> Border:
    letters = text.replace(",", "").strip()
    if len(letters) != 4 or not set(letters) <= set(LETTERS):
        expected = Text(
            "four of the letters B, G, R, Y, such as B,G,R,Y", "quatre lettres parmi B, G, R, Y, comme B,G,R,Y"
        )
        raise argparse.ArgumentTypeError(
            str(Text(f"{text!r} is not {expected.en}", f"{guillemets(text)} : {expected.fr}"))
        )
    return letters


def _solve(arguments: argparse.Namespace) -> None:
    state = _position(arguments)
    if state.raw_board[MODE] == DUEL:
        from carreau.cli.solving.united_square_duel import solve_duel  # with all that the engines know

        solve_duel(arguments, state)
        return
    if state.raw_board[MODE] != SOLITAIRE:
        mode = MODES[state.raw_board[MODE]]
        raise BadOption(
            Text(f"{mode}: only solitaire and duel are solved", f"{mode} : on ne résout que solitaire et duel")
        )
    if arguments.every_move:
        raise BadOption(Text("--every-move is for the duel", "--every-move concerne le duel"))
    if arguments.most and not (arguments.list or arguments.svg):
        raise BadOption(Text("--most is for --list and --svg", "--most concerne --list et --svg"))
    borders = _borders(arguments)
    if arguments.count:
        _count(arguments, state, borders)
    elif arguments.list:
        _list(arguments, state, borders)
    else:
        _show(arguments, state, borders)
    if arguments.svg:
        _draw(arguments, state, borders)


def _position(arguments: argparse.Namespace) -> State:
    """The position that is asked about; the solitaire, unless another mode is named."""
    if arguments.position is not None:
        if arguments.sets is not None:
            raise BadOption(Text("--position already holds the sets", "--position contient déjà le nombre de jeux"))
        return position_of(arguments)
    options = options_of(arguments)
    if arguments.sets is not None and "sets" in options:
        raise BadOption(Text("--sets and --option sets say the same", "--sets et --option sets disent la même chose"))
    if "mode" not in options:
        arguments.option = [*arguments.option, f"mode={MODES[SOLITAIRE]}"]
    if arguments.sets is not None:
        arguments.option = [*arguments.option, f"sets={arguments.sets}"]
    return position_of(arguments)


def _borders(arguments: argparse.Namespace) -> Sequence[Border]:
    if arguments.border:
        return (arguments.border,)
    return EVERY_BORDER if arguments.every_border else POSSIBLE_BORDERS


def _count(arguments: argparse.Namespace, state: State, borders: Sequence[Border]) -> None:
    checkpoint = checkpoint_of(arguments, state, borders=list(borders))
    found = solve(count(state.raw_board, state.raw_state, borders, checkpoint=checkpoint))
    total = sum(found.values())
    if arguments.json:
        show_json(GAME.id, {"position": str(state), "borders": found, "solutions": total})
        return
    for border, number in found.items():
        print(f"{border} {number}")
    print(total)


def _boards(state: State, borders: Sequence[Border], most: int | None) -> Iterator[State]:
    return islice(map(solved, solutions(state.raw_board, state.raw_state, borders)), most)


def _list(arguments: argparse.Namespace, state: State, borders: Sequence[Border]) -> None:
    found = map(str, _boards(state, borders, arguments.most))
    if arguments.json:
        show_json(GAME.id, {"position": str(state), "list": list(found)})
        return
    board = None
    for board in found:
        print(board)
    if board is None:
        warn(Text("there is no solution", "il n'y a pas de solution"))


def _show(arguments: argparse.Namespace, state: State, borders: Sequence[Border]) -> None:
    found = solve(outlook(state.raw_board, state.raw_state, borders))
    moves = sorted(found.moves.items(), key=lambda item: -item[1])
    keeping = {GAME.write_move(state.raw_board, state.raw_state, move): ways for move, ways in moves}
    example = None if found.example is None else solved(found.example)
    if arguments.json:
        show_json(GAME.id, {
            "position": str(state), "solutions": found.count, "borders": found.borders, "moves": keeping,
            "solution": None if example is None else str(example),
        })  # fmt: skip
        return
    print("\n".join([*_summary(state, found), *_keeping(state, keeping)]))
    if example is not None:
        print(f"\n{example.board()}\n{example}")


def _summary(state: State, found: Outlook) -> list[str]:
    size = state.raw_board[SIZE]
    placed, tiles = state.raw_state[PLACED], size * size - 1
    lines = [
        str(Text(f"{size}x{size}, {placed} of {tiles} tiles placed", f"{size}x{size}, {placed} tuiles sur {tiles}"))
    ]
    if not found.count:
        return [*lines, str(Text("no solution remains: every filling was tried",
                                 "il ne reste aucune solution : tout a été essayé"))]  # fmt: skip
    many = found.count > 1
    left = Text(f"{found.count} solution{'s remain' if many else ' remains'}",
                f"il reste {found.count} solution{'s' * many}")  # fmt: skip
    borders = ", ".join(f"{border} {number}" for border, number in found.borders.items())
    return [*lines, str(left), str(Text(f"border {borders}", f"bord {borders}"))]


def _keeping(state: State, keeping: dict[str, int]) -> list[str]:
    """The moves that keep a solution, beside how many there are in all."""
    legal = len(state.moves())
    if not keeping or not legal:
        return []
    head = Text(
        f"{len(keeping)} of {legal} moves keep a solution:", f"{len(keeping)} coups sur {legal} en gardent une :"
    )
    return [str(head), *(f"  {move}  {ways}" for move, ways in keeping.items())]


def _draw(arguments: argparse.Namespace, state: State, borders: Sequence[Border]) -> None:
    boards = list(_boards(state, borders, min(arguments.most or 1, MOST_DRAWN)))
    if not boards:
        warn(Text("there is no solution to draw", "il n'y a pas de solution à dessiner"))
        return
    if len(boards) == 1:
        picture = boards[0].svg()
    else:
        title = Text(f"{len(boards)} solutions of United Square", f"{len(boards)} solutions de United Square")
        picture = gallery_svg([(board.scene(), str(number)) for number, board in enumerate(boards, 1)], str(title))
    arguments.svg.write_text(picture, encoding="utf-8")
