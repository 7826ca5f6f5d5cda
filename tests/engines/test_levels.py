"""The lowest level can be beaten by anyone who looks one move ahead, and no level takes what is not there."""

from __future__ import annotations

import random
from typing import Any

import pytest

import carreau
from carreau.engines.analysis import Limits
from carreau.engines.thinking import Thinker

GAMES = 12
CASES: list[tuple[str, dict[str, Any]]] = [
    ("squadro", {"first": 0}),
    ("unlur", {"side": 6}),
    ("squaryd", {}),
    ("united-square", {"open_hands": True}),
    ("012x012", {"grid": "CAR_006x006_001"}),
]


@pytest.mark.parametrize(("game", "options"), CASES, ids=[game for game, _ in CASES])
def test_level_1_loses_most_games_to_one_look_at_every_move(game: str, options: dict[str, Any]) -> None:
    """A budget of two nodes a move looks one move ahead, and judges it as well as the engine can."""
    won = 0.0
    for number in range(GAMES):
        draw = random.Random(number)
        if game == "united-square":
            options = {**options, "deal": number // 2}
        state = carreau.game(game).start(**options)
        ahead = number % 2  # the seat of the one who looks ahead
        while state.seat is not None:
            looks = Limits(nodes=2 * len(state.moves())) if state.seat == ahead else Limits(level=1)
            limits = Limits(nodes=looks.nodes, level=looks.level, seed=draw.randrange(1 << 30))
            *_, found = Thinker().think(state.view(state.seat), limits)
            state = state.play(found.best)
        assert state.outcome is not None
        won += carreau.game(game).shares(state.raw_board, state.outcome.winners)[ahead]
    assert won > GAMES / 2
