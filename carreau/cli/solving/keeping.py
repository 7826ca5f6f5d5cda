"""Where the work on one position is kept, a file a position."""

from __future__ import annotations

import argparse
import hashlib
from typing import Any

from carreau.cli.solving.asked import kept_in
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint, read_sealed


def checkpoint_of(arguments: argparse.Namespace, state: State, **more: Any) -> Checkpoint:
    """For a position, and whatever else the question says."""
    game = state.game
    question = {"game": game.id, "version": game.version, "position": str(state), **more}
    name = hashlib.blake2b(repr(question).encode(), digest_size=8).hexdigest()
    return Checkpoint(kept_in(arguments) / game.id / name, question)


def decided_by_now(checkpoint: Checkpoint) -> tuple[dict[str, int], int]:
    """Of an ending whose search was stopped: the moves decided, 1 for a win of who plays it, -1 for a loss; the nodes.

    What is only known to be worth no more than another move is left out, unless that says that it loses.
    """
    try:
        kept = read_sealed(checkpoint.file)[0]["kept"]
    except FileNotFoundError:  # stopped before anything was searched
        return {}, 0
    values = {move: value for move, (value, is_bound) in kept["values"].items() if value < 0 or not is_bound}
    return {move: (value > 0) - (value < 0) for move, value in values.items()}, kept["nodes"]
