"""`carreau solve united-square` for a duel: who wins by how much, from any position near enough to the end."""

from __future__ import annotations

import argparse
from typing import Any

from carreau.cli.solving.asked import show_json, solve
from carreau.cli.solving.keeping import checkpoint_of
from carreau.engines.exact import Ending, exact
from carreau.engines.knowledge.united_square import tiles_left
from carreau.games.united_square import GAME
from carreau.games.united_square_rules import SIZE
from carreau.rules.errors import BadOption
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.solving import OutOfReach

MOST_TILES = 20  # more would take days
EVERY_MOVE_TILES = 12  # with so many left or fewer, the worth of every move is found without being asked for


def solve_duel(arguments: argparse.Namespace, state: State) -> None:
    asked = [name for name in ("count", "list", "most", "border", "every_border") if getattr(arguments, name)]
    if asked:
        flag = asked[0].replace("_", "-")
        raise BadOption(Text(f"--{flag} is for the solitaire", f"--{flag} concerne le solitaire"))
    left = tiles_left(state.raw_board, state.raw_state)
    if left > MOST_TILES:
        raise OutOfReach(Text(f"{left} tiles are left; a duel can be searched out from {MOST_TILES} on",
                              f"il reste {left} tuiles ; un duel se calcule à partir de {MOST_TILES}"))  # fmt: skip
    every = arguments.every_move or left <= EVERY_MOVE_TILES
    found = solve(exact(state, margins=True, every=every, threads=arguments.jobs, memory=arguments.memory,
                        checkpoint=checkpoint_of(arguments, state, every=every)))  # fmt: skip
    if arguments.json:
        show_json(GAME.id, _facts(state, found))
    else:
        print("\n".join(_lines(state, found, left)))
    if arguments.svg:
        arguments.svg.write_text(found.end.svg(), encoding="utf-8")


def _facts(state: State, found: Ending) -> dict[str, Any]:
    return {
        "position": str(state), "seat": found.seat, "margin": found.value, "scores": _scores(found),
        "moves": found.moves, "at_most": sorted(found.bounds), "line": found.line, "end": str(found.end),
        "nodes": found.nodes,
    }  # fmt: skip


def _scores(found: Ending) -> list[int]:
    assert found.end.outcome is not None
    return [round(score) for score in found.end.outcome.scores]


def _lines(state: State, found: Ending, left: int) -> list[str]:
    size = state.raw_board[SIZE]
    mine, theirs = (GAME.seat_name(state.raw_board, state.raw_state, seat) for seat in (found.seat, 1 - found.seat))
    head = Text(
        f"{size}x{size}, {left} tiles left, to move: {mine.en}",
        f"{size}x{size}, reste {left} tuiles, à jouer : {mine.fr}",
    )
    moves = [f"  {move}  {'≤ ' if move in found.bounds else ''}{value:+}" for move, value in found.moves.items()]
    return [
        str(head),
        str(_result(found, mine, theirs)),
        str(Text("what each move is worth to the mover:", "ce que vaut chaque coup pour qui le joue :")),
        *moves,
        str(Text(f"best play: {' '.join(found.line)}", f"le meilleur jeu : {' '.join(found.line)}")),
        "",
        found.end.board(),
        str(found.end),
    ]


def _result(found: Ending, mine: Text, theirs: Text) -> Text:
    scores = _scores(found)
    score = f"{scores[found.seat]}-{scores[1 - found.seat]}"
    if found.value == 0:
        return Text(f"a draw with best play, {score}", f"partie nulle au meilleur jeu, {score}")
    ahead = mine if found.value > 0 else theirs
    score = score if found.value > 0 else "-".join(reversed(score.split("-")))
    return Text(f"{ahead.en} wins by {abs(found.value)} with best play, {score}",
                f"{ahead.fr} gagne de {abs(found.value)} au meilleur jeu, {score}")  # fmt: skip
