"""012x012, rule 9 and the rest: options, words that are kept up to date, symmetries, positions that cannot be."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from drawing import SEEDS, refused_option
from hypothesis import given, settings
from hypothesis import strategies as st
from trays import GAME, OPEN, ROW_5_EMPTY, STEPS, drawing_of, drawn, lines_of, name, random_game, rows_of, stocks_of

import carreau
from carreau.games import zero_one_two_rules as words

# Rule 9 and options


def test_players_may_bring_their_own_grid_as_rows() -> None:
    """Rule 9 and NOTATION: the rows as digits, top row first, separated by /."""
    state = GAME.start(grid="/".join(lines_of(OPEN)))
    assert drawing_of(state) == lines_of(OPEN)
    assert state.options["grid"] == "/".join(lines_of(OPEN))


def test_the_default_grid_is_our_first() -> None:
    """NOTATION: `grid` "CAR_012x012_001"."""
    assert GAME.start().options["grid"] == "CAR_012x012_001"
    assert GAME.start().seats == 2


@pytest.mark.parametrize(
    ("allowed", "options"),
    [
        ("2, 1, 3, 4, 6, 8", {"players": 5}),
        ("2, 1, 3, 4, 6, 8", {"players": True}),
        ("game, puzzle, taquin", {"mode": "solo"}),
        (("True or False", "True ou False"), {"strict": "maybe"}),
        ("CAR_012x012_001", {"grid": "GRI_012x012_001"}),
        ("CAR_012x012_001", {"grid": 7}),
        ("CAR_012x012_001", {"grid": ""}),
        ("CAR_012x012_001", {"grid": ["CAR_012x012_001"]}),
        ("CAR_012x012_001", {"grid": "CAR_012x012_001/"}),
    ],
    ids=str,
)
def test_a_bad_option_is_refused_with_what_is_allowed(allowed: str | tuple[str, str], options: dict[str, Any]) -> None:
    """NOTATION: a bad option raises BadOption naming the allowed values."""
    refused_option(GAME, allowed, **options)


# The words that the rules keep up to date, numbered moves, and the symmetries of the square


@pytest.mark.parametrize(("size", "players"), [(6, 2), (6, 6), (12, 2), (12, 8)])
def test_the_words_kept_up_to_date_are_those_computed_from_scratch(size: int, players: int) -> None:
    """FILLED, BEFORE, AFTER, LEFT and STOCKS after every move of random games."""
    for seed in range(3):
        for state in random_game(seed, size, players=players):
            rows = [[mark == "#" for mark in row] for row in rows_of(state)[1]]
            columns = [list(column) for column in zip(*rows, strict=True)]
            raw = state.raw_state
            for first, lines in ((0, rows), (words.COLUMN_STRIPS, columns)):
                for i, line in enumerate(lines):
                    shift = words.LANE * (i % 4) + 1
                    strip = first + i // 4
                    bits = {at: raw[at + strip] >> shift - 1 for at in (words.FILLED, words.BEFORE, words.AFTER)}
                    framed = [True, *line, True]
                    assert [bool(bits[words.FILLED] >> j & 1) for j in range(size + 2)] == framed
                    before = lines[i - 1] if i > 0 else [True] * size
                    after = lines[i + 1] if i + 1 < size else [True] * size
                    assert [bool(bits[words.BEFORE] >> j + 1 & 1) for j in range(size)] == before
                    assert [bool(bits[words.AFTER] >> j + 1 & 1) for j in range(size)] == after
            assert raw[words.LEFT] == sum(not filled for line in rows for filled in line)
            codes = rows_of(state)[0]
            spent = [0, 0, 0]
            for y in range(size):
                for x in range(size):
                    spent[int(codes[y][x])] += rows[y][x]
            left = [sum(stock[code] for stock in stocks_of(state)) for code in range(3)]
            assert [a + b for a, b in zip(spent, left, strict=True)] == [size * size // 3] * 3


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 6, "free_pass": 3}, {"players": 3, "strict": True}, {"mode": "puzzle"}],
    ids=str,
)
def test_counting_and_numbering_agree_with_the_list_of_moves(options: dict[str, Any]) -> None:
    """The kernel's `count` and `nth` give the very moves that `moves` lists, whatever n."""
    for seed, size in ((1, 6), (2, 6), (3, 6), (4, 6), (5, 12)):
        for state in list(random_game(seed, size, **options))[:-1]:
            board, raw = state.raw_board, list(state.raw_state)
            out = [0] * GAME.longest_list
            listed = out[: words.moves(board, raw, out)]
            out = [0] * GAME.longest_list
            counted = words.count(board, raw, out)
            assert counted == len(listed)
            assert sorted(words.nth(board, raw, out, n) for n in range(counted)) == sorted(listed)
            assert tuple(sorted(listed)) == state.legal()
            assert raw == state.raw_state


def test_counting_and_numbering_agree_in_the_taquin() -> None:
    """`count` and `nth` list the slides too."""
    choose = random.Random(1)
    state = GAME.start(grid="CAR_006x006_003", mode="taquin", tray=5)
    for _ in range(60):
        out = [0] * GAME.longest_list
        counted = words.count(state.raw_board, list(state.raw_state), out)
        numbered = [words.nth(state.raw_board, list(state.raw_state), out, n) for n in range(counted)]
        assert tuple(sorted(numbered)) == state.legal()
        state = state.play(choose.choice(state.moves()))


SYMMETRIES = [(turn, flip) for turn in range(4) for flip in (False, True)]  # a left-right flip, then quarter turns


def moved_rows(rows: list[str], turn: int, flip: bool) -> list[str]:
    if flip:
        rows = [row[::-1] for row in rows]
    for _ in range(turn):  # clockwise
        rows = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows))]
    return rows


def moved_move(move: str, size: int, turn: int, flip: bool) -> str:
    if move in ("pass", "skip"):
        return move
    digits = next((i for i, c in enumerate(move) if c in STEPS), len(move))
    x, y = "abcdefghijkl".index(move[0]), int(move[1:digits]) - 1
    side, cubes = move[digits : digits + 1], move[digits + 1 :]
    if flip:
        x = size - 1 - x
        side = {"E": "W", "W": "E"}.get(side, side)
    for _ in range(turn):
        x, y = y, size - 1 - x
        side = {"N": "E", "E": "S", "S": "W", "W": "N"}.get(side, "")
    return f"{name((x, y))}{side}{cubes}"


@pytest.mark.parametrize(("turn", "flip"), SYMMETRIES)
@given(seed=SEEDS, tray=st.sampled_from([(6, 2), (6, 3), (6, 4), (6, 6), (12, 2), (12, 8)]))
@settings(max_examples=8)
def test_the_eight_symmetries_of_the_square_map_moves_to_moves(
    turn: int, flip: bool, seed: int, tray: tuple[int, int]
) -> None:
    """Rules 2 to 4 know no direction: a turned or flipped tray has the turned or flipped moves."""
    size, players = tray
    for state in list(random_game(seed, size, players=players))[:-1:2]:
        codes, cubes = rows_of(state)
        _, _, stocks, seat = str(state).split()
        grid = "/".join(moved_rows(codes, turn, flip))
        image = GAME.position(f"{grid} {'/'.join(moved_rows(cubes, turn, flip))} {stocks} {seat}")
        assert set(image.moves()) == {moved_move(move, size, turn, flip) for move in state.moves()}


# Positions that cannot be


@pytest.mark.parametrize(
    "change",
    [
        ("0 1 2 2 1 0", "0 1 C 2 1 0"),  # a cube more than the stocks say
        ("0 1 2 2 1 0", "0 1 2 2 1"),
        ("1.1.1/1.1.1", "2.1.1/1.1.1"),
        ("1.1.1/1.1.1", "1.1.1"),
        ("1.1.1/1.1.1", "-1.1.1/3.1.1"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 2"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 -"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 won=0"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 strict=no"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 turns=1"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 free_pass=2"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 colour=red"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 +0"),  # written in another way than str() writes it
        ("1.1.1/1.1.1 0", "1.1.1/1.1.01 0"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 free_pass=-1"),
    ],
    ids=lambda change: change[1],
)
def test_a_position_that_cannot_be_is_refused(change: tuple[str, str]) -> None:
    """NOTATION: BadPosition."""

    def position(drawing: str, rest: str) -> carreau.State:
        stocks, seat, *more = rest.split()
        return drawn(drawing, stocks, seat, *more)

    rest = "1.1.1/1.1.1 0"
    assert position(ROW_5_EMPTY, rest).seat == 0
    with pytest.raises(carreau.BadPosition):
        position(ROW_5_EMPTY.replace(*change), rest.replace(*change))


def test_a_taquin_s_seat_is_0_or_a_dash() -> None:
    """NOTATION: BadPosition; `-0` is neither."""
    text = str(GAME.start(grid="CAR_006x006_002", mode="taquin", tray=1))
    assert GAME.position(text).seat == 0
    for seat in ("-", "1", "-0"):
        with pytest.raises(carreau.BadPosition):
            GAME.position(text.replace(" - 0 ", f" - {seat} "))


def test_a_cube_that_no_order_of_placing_explains_is_refused() -> None:
    """Rule 2: every cube on the tray was put down with two adjoining contacts."""
    floating = OPEN.replace("0 2 0 0 2 2", "0 2 W 0 2 2")
    with pytest.raises(carreau.BadPosition):
        drawn(floating, "5.6.6/6.6.6", 1)
    in_the_corner = OPEN.replace("0 0 1 0 0 0", "W 0 1 0 0 0")
    assert drawn(in_the_corner, "5.6.6/6.6.6", 1).seat == 1


def test_the_second_turn_after_a_mistake_is_explained() -> None:
    """Rule 6: the others see why somebody goes on."""
    start = carreau.game("012x012").start(players=2, grid="CAR_006x006_001", strict=True)
    states = [start]
    for move in ("c3N2", "a6E2", None):
        states.append(states[-1].play(move or states[-1].moves()[0]))
    remarks = [
        str(after.game.remark(after.raw_board, before.raw_state, after.raw_state, after.history[-1]))
        for before, after in pairwise(states)
    ]
    assert remarks[0].startswith("Taken back")
    assert remarks[1:] == ["A second turn in a row, after the mistake.", "None"]
    assert [state.seat for state in states] == [0, 0, 0, 1]
