"""Positions of Unlur, and what they are worth by trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterator

import carreau

GAME = carreau.game("unlur")


def brute(state: carreau.State, known: dict[str, int]) -> int:
    """Who wins, by trying everything; positions are told apart by their text."""
    if state.outcome is not None:
        return state.outcome.winners[0]
    text = str(state)
    if text not in known:
        assert state.seat is not None
        after = (brute(state.play(move), known) for move in state.moves())
        known[text] = state.seat if any(winner == state.seat for winner in after) else 1 - state.seat
    return known[text]


def positions(seed: int, empties: int, side: int = 3) -> Iterator[carreau.State]:
    """Positions of random games in which nobody ends the game as long as there is a way not to."""
    choose = random.Random(seed)
    while True:
        state = GAME.start(side=side)
        contract = choose.randrange(2 * side)
        while state.seat is not None and str(state).count(".") > empties:
            moves = [move for move in state.moves() if move != "pass" or len(state.history) >= contract]
            if "pass" in moves:
                moves = ["pass"]
            choose.shuffle(moves)
            after = [state.play(move) for move in moves]
            state = next((each for each in after if each.seat is not None), after[0])
        if state.seat is not None:
            yield state
