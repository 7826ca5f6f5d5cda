"""Where the work on one position is kept, a file a position."""

from __future__ import annotations

import argparse
import hashlib
from typing import Any

from carreau.cli.solving.asked import kept_in
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint


def checkpoint_of(arguments: argparse.Namespace, state: State, **more: Any) -> Checkpoint:
    """For a position, and whatever else the question says."""
    game = state.game
    question = {"game": game.id, "version": game.version, "position": str(state), **more}
    name = hashlib.blake2b(repr(question).encode(), digest_size=8).hexdigest()
    return Checkpoint(kept_in(arguments) / game.id / name, question)
