"""A proof of a Squaryd win held against the rules: the public ones, interpreted, move by move.

The attacker plays what the proof says, the other seat what it likes: everything, where that can be tried, or many
games at random. Each must end with the attacker's win.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from carreau.rules.state import State
from carreau.solvers.solving import Solving
from carreau.solvers.squaryd_attack import Attack


def holds_always(attack: Attack, state: State) -> Solving[int]:
    """Try every reply; the number of positions met. For short wins: there are forty replies to each threat."""
    seen = {state}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for after in (yield from following(attack, here)):
            if after.outcome is not None:
                need_win(attack, after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen)


def following(attack: Attack, state: State) -> Solving[Iterable[State]]:
    if state.seat != attack.attacker:
        return [state.play(move) for move in state.moves()]
    return [state.play((yield from attack.choice(state)))]


def holds_in_games(attack: Attack, state: State, games: int, seed: int = 0) -> Solving[int]:
    """Play so many games against random replies, threats always doubled; the longest, in plies."""
    choose = random.Random(seed)
    longest = 0
    for _ in range(games):
        here, plies = state, 0
        while here.outcome is None:
            if here.seat == attack.attacker:
                move = yield from attack.choice(here)
            else:
                replies = here.moves()
                doubled = [move for move in replies if move.endswith("*")]
                move = choose.choice(doubled or replies)
            here = here.play(move)
            plies += 1
        need_win(attack, here)
        longest = max(longest, plies)
    return longest


def need_win(attack: Attack, end: State) -> None:
    if end.outcome is None or end.outcome.winners != (attack.attacker,):
        raise AssertionError(f"the proof does not hold: {end}")
