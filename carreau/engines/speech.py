"""What a computer seat says out of turn or before its move, in the games where players must speak up.

No search and no process is needed for that: it is seen on the board, or overlooked.
"""

from __future__ import annotations

from random import Random

from carreau.engines.programs import known_of
from carreau.rules.state import State

# How often each level, from 1 to 8, does not see what it could say.
OVERLOOKED = (0.6, 0.45, 0.3, 0.2, 0.1, 0.05, 0.02, 0.0)


def claim(view: State, level: int, seed: int) -> str | None:
    """What the seat whose view this is says now, for `State.play(claim, seat)`; None if it has nothing to say.

    Of a whole position, not a view, it is the seat to move. The same seed overlooks the same claims.
    """
    known = known_of(view.game)
    if view.seat is None or not hasattr(known, "claim"):
        return None
    seat: int = getattr(view, "viewer", view.seat)
    found: str | None = known.claim(view, seat)
    if found is not None and Random(f"{seed} {seat} {view}").random() < OVERLOOKED[level - 1]:
        return None
    return found
