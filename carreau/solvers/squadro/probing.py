"""What the tables say of a position in play, its past included, and how it would go on."""

from __future__ import annotations

from carreau.games.squadro import EARLIER, GAME, HISTORY
from carreau.rules.binding import interpreted
from carreau.rules.kernel import OVER, SEAT, WINNERS
from carreau.solvers.squadro.tables import DRAWN, LOST, Tables, Worth, fresh, legal


def certain(tables: Tables, state: list[int]) -> dict[int, Worth]:
    """What each move is worth to the seat to move; a move of which the tables cannot be sure is left out."""
    found = {}
    for move in legal(state):
        after = [*state, *([0] * GAME.room)]
        interpreted(GAME.module, "step")(GAME.board({}), after, move)
        worth = _after(tables, after)
        if worth is not None:
            found[move] = worth.before
    return found


def _after(tables: Tables, state: list[int]) -> Worth | None:
    if state[SEAT] == OVER:
        return DRAWN if state[WINNERS] == 3 else LOST
    worth = tables.worth(fresh(state))
    return None if worth is None or _is_spoilt(tables, state, worth) else worth


def _is_spoilt(tables: Tables, state: list[int], worth: Worth) -> bool:
    """May the past turn a win into a draw by repetition?

    Who wins as the tables say comes nearer to the end with every ply, so meets each position once; a third time is
    possible only for one that has been met twice already, is won for the same side and lies nearer to the end. A draw
    stays one: whoever keeps to drawn positions is safe, and repetitions only add draws.
    """
    if worth.value == "draw":
        return False
    past = list(state[HISTORY : HISTORY + state[EARLIER]])
    for entry in {entry for entry in past if past.count(entry) == 2}:
        met = fresh([entry & 1, 0, entry >> 1])
        other = tables.worth(met)
        if other is None:
            return True
        same_winner = (met[SEAT] == state[SEAT]) == (other.value == worth.value)
        if other.value != "draw" and same_winner and (worth.is_long or _is_nearer(other, worth)):
            return True
    return False


def _is_nearer(other: Worth, worth: Worth) -> bool:
    return other.distance is not None and worth.distance is not None and other.distance < worth.distance


def line(tables: Tables, state: list[int], most: int) -> list[int]:
    """How play goes on when both play well: up to so many moves, fewer where the tables or the game end."""
    moves: list[int] = []
    state = fresh(state)
    worth = tables.worth(state)
    while worth is not None and state[SEAT] != OVER and len(moves) < most:
        for move in legal(state):
            after = list(state)
            interpreted(GAME.module, "step")(GAME.board({}), after, move)
            next_worth = _after(tables, after)
            if next_worth is not None and next_worth.before == worth:  # one is enough
                break
        else:
            break
        moves.append(move)
        state, worth = after, next_worth
    return moves
