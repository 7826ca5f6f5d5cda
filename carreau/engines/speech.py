"""What a computer seat says out of turn or before its move, in the games where players must speak up.

No search and no process is needed for that: it is seen on the board, or overlooked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from carreau.engines.analysis import Analysis, Line
from carreau.engines.programs import known_of
from carreau.rules.state import State

# How often each level, from 1 to 8, does not see what it could say.
OVERLOOKED = (0.6, 0.45, 0.3, 0.2, 0.1, 0.05, 0.02, 0.0)


def claim(view: State, level: int, seed: int) -> str | None:
    """What the seat whose view this is says now, for `State.play(claim, seat)`; None if it has nothing to say.

    Of a whole position, not a view, it is the seat to move. The same seed overlooks the same claims.
    """
    if view.seat is None:
        return None
    seat: int = getattr(view, "viewer", view.seat)
    found = seen(view, seat)
    if found is not None and Random(f"{seed} {seat} {view}").random() < OVERLOOKED[level - 1]:
        return None
    return found


def seen(view: State, seat: int) -> str | None:
    """What there is to say for a seat, overlooked or not."""
    known = known_of(view.game)
    found: str | None = known.claim(view, seat) if hasattr(known, "claim") else None
    return found


def by_claims(view: State, found: Iterator[Analysis]) -> Iterator[Analysis]:
    """What a search finds, put right by what there is to say: a claim wins, and so does the other seat's."""
    seat = view.seat
    assert seat is not None
    own = seen(view, seat)
    if own is not None:
        line = Line(own, 1.0, "win", 1, pv=(own,))
        yield Analysis(seat, own, 1.0, "win", 1, moves=(line,), pv=line.pv)
    elif any(seen(view, other) for other in range(view.seats) if other != seat):
        for each in found:
            lost = tuple(replace(line, chance=0.0, proven="loss", distance=1, pv=line.pv[:1]) for line in each.moves)
            yield replace(each, chance=0.0, proven="loss", distance=1, moves=lost, pv=each.pv[:1])
    else:
        yield from found
