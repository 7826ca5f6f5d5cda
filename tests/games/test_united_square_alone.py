"""United Square, rule 7: the solitaire."""

from __future__ import annotations

import pytest
from tiles import GAME, ONE_HOLE, board_of, cells, hands_of, moved_cell, moved_position, name, position, random_game

import carreau

# Rule 7: solitaire


SOLVED = """
        BGRY BYRG BGRY BYRG BGRY
        RBGY RYGB RGBY RBYG RGYB
        GRBY GYBR BGRY YRBG YGBR
        BRGY BYGR RGBY BRYG BGYR
        GBRY GYRB BGRY YBRG YGRB
"""  # the border: blue, green, red, yellow
SOLVED_TWO_SETS = """
        GYRB GRBY GYBR GBRY GRYB GYBR GRBY
        RGYB BYRG BGRY RBYG YRGB BGYR BRYG
        YGRB RYBG RGBY YRBG GBYR YGRB YRBG
        RGYB BRYG BYGR BGRY YBRG RYGB BRGY
        YRGB YBGR GYRB RGBY RYBG GBRY GRYB
        GYRB GBRY RYGB BRGY BYGR RGBY YRBG
        RGYB RBYG GRYB GBYR GRYB BGYR BRYG
"""  # the border: green, red, yellow, blue
PATCHWORK = """
        RBGY YGRB YBRG GRYB GBYR
        GBYR RYGB RGBY YRBG YGBR
        YBGR GYRB BGRY BRYG BGYR
        GBRY RGYB RBYG YRGB YBGR
        RBYG YGRB YBRG GRYB GYBR
"""  # all tiles placed, but no side of one colour


def laid_out(drawing: str) -> list[str]:
    """The moves that build a drawing from its centre outwards."""
    board = cells(drawing)
    middle = max(board)[0] // 2
    order = sorted(board, key=lambda cell: (abs(cell[0] - middle) + abs(cell[1] - middle), cell))
    return [f"{name(cell)}:{board[cell]}" for cell in order[1:]]


@pytest.mark.parametrize(
    ("drawing", "sets", "tiles"), [(SOLVED, 1, 24), (SOLVED_TWO_SETS, 2, 48)], ids=["24 tiles", "48 tiles"]
)
def test_solitaire_is_solved_with_all_tiles_placed_and_every_side_plain(drawing: str, sets: int, tiles: int) -> None:
    """Rule 7: all 24 (or 48) tiles, every touching edge matched, each side of one single colour."""
    *moves, last = laid_out(drawing)
    assert len(moves) == tiles - 1
    before = GAME.replay(moves, mode="solitaire", sets=sets)
    assert (before.seat, before.outcome) == (0, None)
    after = before.play(last)
    assert board_of(after) == cells(drawing)
    assert after.seat is None
    assert after.outcome == carreau.Outcome((0,), (tiles,), "solved")


def test_solitaire_with_a_side_of_two_colours_is_not_solved() -> None:
    """Rule 7, ruling: the border is judged at the end: all placed, a side not of one colour."""
    after = GAME.replay(laid_out(PATCHWORK), mode="solitaire")
    assert board_of(after) == cells(PATCHWORK)
    assert after.outcome == carreau.Outcome((), (24,), "border")


ONE_CORNER_OFF = """
        BRGY YBGR YRGB YBGR YGRB
        GRBY GYBR GRBY GBYR RGYB
        BGRY BYRG BGRY YRBG YGBR
        RBGY RYGB RGBY BRYG BGYR
        GBRY GYRB BGRY YBRG YGRB
"""  # the sides: blue and four yellow, green, red, yellow


@pytest.mark.parametrize("turn", range(4), ids=["north", "east", "south", "west"])
def test_each_of_the_four_sides_is_judged(turn: int) -> None:
    """Rule 7: each side of one colour: where a single tile spoils a single side it is 'border'."""
    full = GAME.replay(laid_out(ONE_CORNER_OFF), mode="solitaire")
    assert full.outcome == carreau.Outcome((), (24,), "border")
    state = moved_position(full, turn, flip=False)
    board = board_of(state)
    sides = [{board[moved_cell((x, 4), 5, d, flip=False)][d] for x in range(5)} for d in range(4)]
    assert [len(colours) for colours in sides] == [2 if d == turn else 1 for d in range(4)]
    assert state.outcome == carreau.Outcome((), (24,), "border")


def test_solitaire_is_stuck_when_tiles_are_left_that_fit_nowhere() -> None:
    """Rule 7, ruling: it ends when nothing more can be placed: stuck; the score is the tiles placed."""
    before = position(ONE_HOLE.replace("BRGY BYGR", "BRGY .   "), "BYGR BYGR", "0 solitaire -")
    after = before.play("e1:BYGR")
    assert after.outcome == carreau.Outcome((), (23,), "stuck")
    assert hands_of(after) == [["BYGR"]]


def test_a_placement_in_solitaire_follows_rule_3_only() -> None:
    """Rule 7, ruling: a border of another colour is not refused while playing; a pass is never needed."""
    for seed in range(10):
        for state in random_game(seed, mode="solitaire"):
            assert "pass" not in state.moves()
        assert state.outcome is not None
        assert state.outcome.reason == "stuck"
        assert state.outcome.scores == (len(board_of(state)) - 1,)
        assert len(hands_of(state)[0]) == 24 - state.outcome.scores[0]


def test_one_colour_for_the_whole_border_is_impossible() -> None:
    """Rule 7: a corner tile shows two border edges and has no repeated colour."""
    corners = {"a5": (0, 3), "e5": (0, 1), "e1": (1, 2), "a1": (2, 3)}
    seen = 0
    for seed in range(20):
        for state in random_game(seed, mode="solitaire"):
            for move in state.moves():
                if move[:2] in corners:
                    one, two = corners[move[:2]]
                    assert move[3:][one] != move[3:][two]
                    seen += 1
    assert seen > 20
