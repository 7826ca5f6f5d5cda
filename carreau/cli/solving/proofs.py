"""What the commands that prove wins have in common: their limits, and how a position with its good moves is drawn."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from carreau.cli.numbers import whole
from carreau.cli.solving.asked import add_svg
from carreau.draw import render_svg
from carreau.rules.language import Text, decimal, same
from carreau.rules.state import State
from carreau.solvers.solving import counted


def add_limits(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--seconds", type=whole(1, 10_000_000), metavar="S",
        help=str(Text("search no longer than this, and say what is proven by then; exit code 3 if that is not all",
                      "ne pas chercher plus longtemps, et dire ce qui est prouvé alors ; code de sortie 3 si ce n'est "
                      "pas tout")),
    )  # fmt: skip
    add_svg(
        verb, Text("draw the position with the winning moves marked", "dessiner la position, coups gagnants marqués")
    )


def draw(file: Path, state: State, moves: Iterable[str], said: str) -> None:
    """A picture of the position with these moves marked."""
    assert state.seat is not None
    touched = (state.game.touches(state.raw_board, state.raw_state, move, state.seat)[:1] for move in moves)
    cells = [cell for each in touched for cell in each]
    scene = state.game.scene(state).with_marks({"target": cells}, same(said))
    file.write_text(render_svg(scene), encoding="utf-8")


def show_out_of_time() -> None:
    print(Text("The time given is over; the same command goes on from here.",
               "Le temps donné est écoulé ; la même commande reprend ici."))  # fmt: skip


def show_line(moves: list[str]) -> None:
    print(Text(f"A line of play: {' '.join(moves)}", f"Une suite du jeu : {' '.join(moves)}"))


def show_work(nodes: int, seconds: float) -> None:
    count, time = counted(nodes), decimal(seconds)
    print(Text(f"{count.en} nodes, {time.en} s", f"{count.fr} nœuds, {time.fr} s"))
