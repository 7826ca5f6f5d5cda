"""The node counts of fixed searches: they change when a game's search does, and only then."""

from __future__ import annotations

from random import Random

from carreau.engines.analysis import Limits
from carreau.engines.thinking import Thinker
from carreau.rules.state import State

POSITIONS = 4
PLIES_APART = 6
NODES = 4_000


def signature_of(state: State, *, seed: int = 0) -> str:
    """How many nodes the best move took, of so many in all, in some positions of one random game."""
    counts = []
    draw = Random(seed)
    for number in range(POSITIONS):
        if state.seat is None:
            break
        *_, found = Thinker().think(state.view(state.seat), Limits(nodes=NODES, seed=number, every=True))
        counts.append(found.moves[0].nodes)
        for _ in range(PLIES_APART):
            if state.seat is not None:
                state = state.play(draw.choice(state.moves()))
    return "-".join(str(count) for count in counts)
