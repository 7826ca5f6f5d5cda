"""Alone, the engine knows: a solution remains and which moves keep it, or none does and it goes as far as it can."""

from __future__ import annotations

import pytest

import carreau
from carreau.engines import advice
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.knowledge import united_square
from carreau.engines.thinking import Thinker
from carreau.games.united_square_rules import FITTING, PLACED, SEEN, SIZE, TILES
from carreau.rules.state import State
from carreau.solvers.solving import answer_of
from carreau.solvers.united_square import outlook

GAME = carreau.game("united-square")
SPOILT = ["c4:YGBR", "c5:BRYG"]


def think(state: State, **limits: int) -> Analysis:
    *_, found = Thinker().think(state.view(0), Limits(**{"nodes": 400, "seed": 1, **limits}))
    return found


def test_the_moves_that_keep_a_solution_are_proven_wins_and_all_others_losses() -> None:
    state = GAME.replay(["c4:YGBR"], mode="solitaire")
    found = think(state)
    keeping = answer_of(outlook(state.raw_board, state.raw_state)).moves
    texts = {GAME.write_move(state.raw_board, state.raw_state, move) for move in keeping}
    assert {line.move for line in found.moves if line.proven == "win"} == texts
    assert {line.move for line in found.moves if line.proven == "loss"} == set(state.moves()) - texts
    assert (found.proven, found.chance) == ("win", 1.0)
    assert keeping[GAME.read_move(state.raw_board, state.raw_state, found.best, 0)] == max(keeping.values())
    [line] = advice.hint(found, choices=len(state.moves()), alone=True)
    assert f"{len(texts)} of {len(state.moves())} moves keep one" in line


@pytest.mark.parametrize("sets", [1, 2])
def test_by_its_own_hints_a_solitaire_is_solved(sets: int) -> None:
    """From where it has gone on for a while; a hidden hand makes no difference to whom it belongs."""
    state = GAME.start(mode="solitaire", sets=sets)
    aim = answer_of(outlook(state.raw_board, state.raw_state)).example
    assert aim is not None
    tiles = state.raw_board[SIZE] ** 2 - 1
    while len(state.history) < tiles - 8:
        moves = {GAME.read_move(state.raw_board, state.raw_state, move, 0): move for move in state.moves()}
        state = state.play(next(text for move, text in moves.items() if aim[move >> 5] == move & 31))
    while state.outcome is None:
        state = state.play(think(state).best)
    assert state.outcome.reason == "solved"


def test_where_no_solution_remains_it_says_so_and_places_many_tiles() -> None:
    state = GAME.replay(SPOILT, mode="solitaire")
    found = think(state)
    assert {line.proven for line in found.moves} == {"loss"}
    [line] = advice.hint(found, choices=len(state.moves()), alone=True)
    assert "no solution remains" in line
    while state.outcome is None:
        state = state.play(think(state).best)
    assert state.raw_state[PLACED] >= 20


def test_where_no_solution_remains_it_stops_when_told() -> None:
    """The quick steps of the solver must not make it take long ones afterwards."""
    *_, found = Thinker().think(GAME.replay(SPOILT, mode="solitaire"), Limits(seconds=0.1))
    assert found.proven == "loss"


def test_who_has_no_time_for_the_solver_gets_a_guess() -> None:
    found = think(GAME.start(mode="solitaire", sets=2), nodes=1)
    assert found.proven is None
    assert "no time to solve it" in advice.hint(found, choices=24, alone=True)[0]


def test_dead_cells_and_what_a_move_kills_are_counted_as_they_are() -> None:
    state = GAME.replay(SPOILT, mode="solitaire")
    for _ in range(8):
        board, words = state.raw_board, list(state.raw_state)
        moves = [GAME.read_move(board, words, move, 0) for move in state.moves()]
        hints = [0] * len(moves)
        united_square.hint(board, words, moves, len(moves), hints)
        for text, guess in zip(state.moves(), hints, strict=True):
            after = state.play(text)
            types = united_square.types_in_play(board, words)
            if after.outcome is None:
                assert guess == united_square.all_but(board, dead(after, types))
        state = state.play(state.moves()[0])


def dead(state: State, types: int) -> int:
    """Straight from what the cells see."""
    words = state.raw_state
    cells = [cell for cell in range(state.raw_board[SIZE] ** 2) if words[TILES + cell] == 0]
    return sum(1 for cell in cells if words[SEEN + cell] and not FITTING[words[SEEN + cell]] & types)
