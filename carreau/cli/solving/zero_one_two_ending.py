"""`carreau solve 012x012` for two players: who wins with best play, from any position near enough to the end."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.cli.solving.asked import OUT_OF_TIME, show_json, solve_within
from carreau.cli.solving.keeping import checkpoint_of, decided_by_now
from carreau.cli.solving.proofs import show_out_of_time
from carreau.engines.exact import Ending, exact
from carreau.engines.knowledge.zero_one_two import ENDING  # before, the search looks at some lines only
from carreau.games.zero_one_two import GAME
from carreau.games.zero_one_two_rules import LEFT, STRICT
from carreau.rules.errors import BadOption
from carreau.rules.kernel import SEATS
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import OutOfReach

EVERY_MOVE_CELLS = 16  # with so many empty cells or fewer, the worth of every move is found without being asked for


def solve_ending(arguments: argparse.Namespace, state: State) -> int:
    left = state.raw_state[LEFT]
    if state.raw_board[SEATS] != 2:
        raise BadOption(Text("only games of two players, the puzzle and the taquin are solved",
                             "on ne résout que les parties à deux, le puzzle et le taquin"))  # fmt: skip
    if left > ENDING:
        raise OutOfReach(Text(f"{left} cells are empty; a game can be searched out from {ENDING} on",
                              f"il reste {left} cases vides ; une partie s'épuise à partir de {ENDING}"))  # fmt: skip
    every = arguments.every_move or left <= EVERY_MOVE_CELLS
    checkpoint = checkpoint_of(arguments, state, every=every)
    work = exact(state, every=every, threads=arguments.jobs, memory=arguments.memory, checkpoint=checkpoint)
    found = solve_within(work, arguments.seconds)
    if found is None:
        _show_unfinished(arguments, state, checkpoint)
        return OUT_OF_TIME
    if arguments.svg:
        arguments.svg.write_text(found.end.svg(), encoding="utf-8")
    if arguments.json:
        show_json(GAME.id, _facts(state, found))
    else:
        print("\n".join(_lines(state, found, left)))
    return 0


def _show_unfinished(arguments: argparse.Namespace, state: State, checkpoint: Checkpoint) -> None:
    """What is proven when the time is over: the moves that were decided by then."""
    assert state.seat is not None
    decided, nodes = decided_by_now(checkpoint)
    wins = [move for move, value in decided.items() if value > 0]
    is_lost = not wins and set(decided) == set(state.moves())
    winner = state.seat if wins else 1 - state.seat if is_lost else None
    if arguments.json:
        show_json(GAME.id, {
            "position": str(state), "mode": "game", "seat": state.seat, "winner": winner, "best": wins,
            "moves": decided, "at_most": [], "line": [], "end": None, "nodes": nodes,
            "if_nobody_errs": bool(state.raw_board[STRICT]), "out_of_time": True,
        })  # fmt: skip
        return
    loses = [move for move, value in decided.items() if value < 0]
    print(Text("not decided", "pas tranché") if winner is None else _result(state, winner))
    for moves, text in (
        (wins, Text("moves that win", "coups gagnants")),
        (loses, Text("moves that lose", "coups perdants")),
    ):
        if moves:
            print(Text(f"{text.en}: {' '.join(moves)}", f"{text.fr} : {' '.join(moves)}"))
    show_out_of_time()


def _facts(state: State, found: Ending) -> dict[str, Any]:
    winner = found.seat if found.value > 0 else 1 - found.seat
    return {
        "position": str(state), "mode": "game", "seat": found.seat, "winner": winner, "best": found.best,
        "moves": found.moves, "at_most": sorted(found.bounds), "line": found.line, "end": str(found.end),
        "nodes": found.nodes, "if_nobody_errs": bool(state.raw_board[STRICT]), "out_of_time": False,
    }  # fmt: skip


def _lines(state: State, found: Ending, left: int) -> list[str]:
    mover = GAME.seat_name(state.raw_board, state.raw_state, found.seat)
    wins = [move for move, value in found.moves.items() if value > 0]
    head = Text(f"{left} empty cells, to move: {mover.en}", f"{left} cases vides, à jouer : {mover.fr}")
    result = _result(state, found.seat if found.value > 0 else 1 - found.seat)
    if found.value < 0:
        choice = Text("every move loses", "tous les coups perdent")
    else:
        choice = Text(f"moves that win: {' '.join(wins)}", f"coups gagnants : {' '.join(wins)}")
    line = Text(f"best play: {' '.join(found.line)}", f"le meilleur jeu : {' '.join(found.line)}")
    return [str(head), str(result), str(choice), str(line), "", found.end.board(), str(found.end)]


def _result(state: State, winner: int) -> Text:
    name = GAME.seat_name(state.raw_board, state.raw_state, winner)
    if not state.raw_board[STRICT]:
        return Text(f"{name.en} wins with best play", f"{name.fr} gagne au meilleur jeu")
    # Rule 6: tries are moves, but the search plays only what is right.
    return Text(
        f"{name.en} wins with best play, if nobody errs (strict: an illegal try, not searched, costs a second turn "
        "in a row)",
        f"{name.fr} gagne au meilleur jeu, si personne ne se trompe (strict : un coup refusé, non calculé, oblige à "
        "rejouer ensuite)",
    )
