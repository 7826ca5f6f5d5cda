"""`carreau solve 012x012` for two players: who wins with best play, from any position near enough to the end."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.cli.solving.asked import show_json, solve
from carreau.cli.solving.keeping import checkpoint_of
from carreau.engines.exact import Ending, exact
from carreau.engines.knowledge.zero_one_two import ENDING  # before, the search looks at some lines only
from carreau.games.zero_one_two import GAME
from carreau.games.zero_one_two_rules import LEFT, STRICT
from carreau.rules.errors import BadOption
from carreau.rules.kernel import SEATS
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.solving import OutOfReach

EVERY_MOVE_CELLS = 16  # with so many empty cells or fewer, the worth of every move is found without being asked for


def solve_ending(arguments: argparse.Namespace, state: State) -> None:
    left = state.raw_state[LEFT]
    if state.raw_board[SEATS] != 2:
        raise BadOption(Text("only games of two players, the puzzle and the taquin are solved",
                             "on ne résout que les parties à deux, le puzzle et le taquin"))  # fmt: skip
    if left > ENDING:
        raise OutOfReach(Text(f"{left} cells are empty; a game can be searched out from {ENDING} on",
                              f"il reste {left} cases vides ; une partie s'épuise à partir de {ENDING}"))  # fmt: skip
    every = arguments.every_move or left <= EVERY_MOVE_CELLS
    checkpoint = checkpoint_of(arguments, state, every=every)
    found = solve(exact(state, every=every, threads=arguments.jobs, memory=arguments.memory, checkpoint=checkpoint))
    if arguments.svg:
        arguments.svg.write_text(found.end.svg(), encoding="utf-8")
    if arguments.json:
        show_json(_facts(state, found))
    else:
        print("\n".join(_lines(state, found, left)))


def _facts(state: State, found: Ending) -> dict[str, Any]:
    winner = found.seat if found.value > 0 else 1 - found.seat
    return {
        "position": str(state), "mode": "game", "seat": found.seat, "winner": winner, "best": found.best,
        "moves": found.moves, "at_most": sorted(found.bounds), "line": found.line, "end": str(found.end),
        "nodes": found.nodes, "if_nobody_errs": bool(state.raw_board[STRICT]),
    }  # fmt: skip


def _lines(state: State, found: Ending, left: int) -> list[str]:
    seats = [GAME.seat_name(state.raw_board, state.raw_state, seat) for seat in (found.seat, 1 - found.seat)]
    mover, winner = seats[0], seats[0] if found.value > 0 else seats[1]
    wins = [move for move, value in found.moves.items() if value > 0]
    head = Text(f"{left} empty cells, to move: {mover.en}", f"{left} cases vides, à jouer : {mover.fr}")
    result = Text(f"{winner.en} wins with best play", f"{winner.fr} gagne au meilleur jeu")
    if state.raw_board[STRICT]:  # rule 6: tries are moves, but the search plays only what is right
        result = Text(
            f"{result.en}, if nobody errs (strict: an illegal try, not searched, costs a second turn in a row)",
            f"{result.fr}, si personne ne se trompe (strict : un coup refusé, non calculé, oblige à rejouer ensuite)",
        )
    if found.value < 0:
        choice = Text("every move loses", "tous les coups perdent")
    else:
        choice = Text(f"moves that win: {' '.join(wins)}", f"coups gagnants : {' '.join(wins)}")
    line = Text(f"best play: {' '.join(found.line)}", f"le meilleur jeu : {' '.join(found.line)}")
    return [str(head), str(result), str(choice), str(line), "", found.end.board(), str(found.end)]
