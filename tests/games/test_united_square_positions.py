"""United Square: words that are kept up to date, symmetries, positions that cannot be."""

from __future__ import annotations

import random
from typing import Any

import pytest
from drawing import SEEDS
from hypothesis import given, settings
from hypothesis import strategies as st
from tiles import (
    GAME,
    GAMES,
    TYPES,
    board_of,
    count_squares,
    hands_of,
    moved_cell,
    moved_face,
    moved_position,
    name,
    placements,
    position,
    random_game,
    scores,
    seen_from,
    shown,
    size_of,
    type_of,
)

import carreau
from carreau.games import united_square_rules as words

# The words that the rules keep up to date, and the symmetries of the game


@pytest.mark.parametrize("options", GAMES, ids=shown)
def test_the_words_kept_up_to_date_are_those_computed_from_scratch(options: dict[str, Any]) -> None:
    """SEEN, FITS, HELD, HANDS, SQUARES, PLACED and TILES after every move of random games."""
    weights = (1, 5, 25, 125)
    for seed in range(4):
        for state in random_game(seed, **options):
            raw, board, size = state.raw_state, board_of(state), size_of(state)
            fits = dict.fromkeys(TYPES, 0)
            fitting = [move.split(":") for move in placements(board, size, list(TYPES))]
            for y in range(size):
                for x in range(size):
                    number, cell = size * y + x, (x, size - 1 - y)
                    assert bool(raw[words.TILES + number]) == (cell in board)
                    if cell not in board:
                        seen = seen_from(board, cell)
                        code = sum(weights[d] * (1 + "BGRY".index(c)) for d, c in seen.items())
                        assert raw[words.SEEN + number] == code
                        for face in (face for at, face in fitting if at == name(cell)):
                            fits[type_of(face)] |= 1 << number
            assert raw[words.FITS : words.FITS + 6] == [fits[tile] for tile in words.TYPES]
            squares = count_squares(board)
            assert raw[words.SQUARES : words.SQUARES + 4] == [squares[colour] for colour in "BGRY"]
            assert raw[words.PLACED] == len(board) - 1
            for seat, hand in enumerate(hands_of(state)):
                assert raw[words.HELD + seat] == sum(1 << words.TYPES.index(tile) for tile in set(hand))
                held = raw[words.HANDS + 6 * seat : words.HANDS + 6 * seat + 6]
                assert held == [hand.count(tile) for tile in words.TYPES]


@pytest.mark.parametrize("options", GAMES, ids=shown)
def test_counting_and_numbering_agree_with_the_list_of_moves(options: dict[str, Any]) -> None:
    """The kernel's `count` and `nth` give the very moves that `moves` lists, on states and on views."""
    for seed in range(3):
        for state in list(random_game(seed, **options))[:-1]:
            for raw in (list(state.raw_state), *(list(state.view(s).raw_state) for s in range(state.seats))):
                out = [0] * GAME.longest_list
                listed = out[: words.moves(state.raw_board, raw, out)]
                counted = words.count(state.raw_board, raw, out)
                numbered = [words.nth(state.raw_board, raw, out, n) for n in range(counted)]
                assert sorted(numbered) == sorted(listed)


SYMMETRIES = [
    (turn, flip) for turn in range(4) for flip in (False, True)
]  # turn clockwise by quarters, after a left-right flip


@pytest.mark.parametrize(("turn", "flip"), SYMMETRIES)
@given(seed=SEEDS, options=st.sampled_from(GAMES))
@settings(max_examples=10)
def test_eight_symmetries_that_keep_the_logo_map_moves_to_moves(
    turn: int, flip: bool, seed: int, options: dict[str, Any]
) -> None:
    """Turns and flips of the board, each with the one change of colours that maps the logo onto itself.

    Colours go round with the logo's sides: a quarter turn shifts blue to green to red to yellow, a left-right
    flip exchanges green and yellow. A flip turns each type of tile into another, so the hands change types.
    """
    assert moved_face("BGRY", turn, flip) == "BGRY"
    assert sorted(type_of(moved_face(tile, turn, flip)) for tile in TYPES) == sorted(TYPES)
    for state in list(random_game(seed, **options))[::2]:
        image = moved_position(state, turn, flip)
        size = size_of(state)
        expected = set()
        for move in state.moves():
            cell, _, face = move.partition(":")
            if move == "pass":
                expected.add("pass")
            else:
                at = moved_cell(("abcdefg".index(cell[0]), int(cell[1]) - 1), size, turn, flip)
                expected.add(f"{name(at)}:{moved_face(face, turn, flip)}")
        assert set(image.moves()) == expected
        assert scores(image) == scores(state)


# Positions that cannot be


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (".    .    BGRY BRYG .", ".    .    GRYB BRYG ."),  # another logo
        (".    .    BGRY BRYG .", ".    .    BGRY RYGB ."),  # green does not meet green
        ("RYBG .    .\n        .    .    .    .    .", "RYBG .    .\n        BGRY .    .    .    ."),  # touches nothing
        (".    .    BGRY BRYG .", ".    .    BGRY BRGG ."),
        (".    .    BGRY BRYG .", ".    .    BGRY BRYG"),
        ("BGRY BGRY BGYR", "BGRY BGRY BGRY"),  # five of one type
        ("BGRY BGRY BGYR", "BGRY BGYR"),  # a tile lost
        ("BGRY BGRY BGYR", "GRYB GRYB BGYR"),
        ("1 duel", "2 duel"),
        ("1 duel", "- duel"),  # not over
        ("1 duel", "1 teams"),
        ("B,R/G,Y", "B,R/G,G"),
        ("B,R/G,Y", "-"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str) -> None:
    """NOTATION: BadPosition, in both languages."""
    drawing = """
        .    .    .    .    .
        .    .    RYBG .    .
        .    .    BGRY BRYG .
        .    .    RYBG .    .
        .    .    .    .    .
    """
    hands = "BGRY BGRY BGYR BGYR BGYR BGYR BRGY BRGY BRGY BRGY/BRYG BRYG BRYG BYGR BYGR BYGR BYGR BYRG BYRG BYRG BYRG"
    rest = "1 duel B,R/G,Y"
    assert position(drawing, hands, rest).seat == 1
    assert sum(old in text for text in (drawing, hands, rest)) == 1
    with pytest.raises(carreau.BadPosition, match="is no United Square position") as caught:
        position(drawing.replace(old, new), hands.replace(old, new), rest.replace(old, new))
    with carreau.in_language("fr"):
        assert "n'est pas une position de United Square" in str(caught.value)


def test_a_hand_that_can_be_deduced_is_known() -> None:
    """Rule 5: in a duel with one set the other's tiles are all that nobody has seen; they pass only when they must."""
    for deal in range(6):
        choose, state = random.Random(deal), GAME.start(deal=deal)
        while state.seat is not None:
            for seat in (0, 1):
                assert state.view(seat).moves() == state.moves()
            state = state.play(choose.choice(state.moves()))
