"""United Square: a test for every rule and ruling, with the board drawn.

A drawing has a tile as its north, east, south and west triangles (B blue, G green, R red, Y yellow), an empty
cell as a dot, and the logo, BGRY, in the middle. Column a is on the left, row 1 at the bottom.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from drawing import SEEDS, refused_by_rule, refused_option
from hypothesis import given, settings
from hypothesis import strategies as st

import carreau
from carreau.games import united_square_rules as words

GAME = carreau.game("united-square")
TYPES = ("BGRY", "BGYR", "BRGY", "BRYG", "BYGR", "BYRG")
NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west, rows counted from the bottom
HALVES = (
    " ".join([*["BGRY"] * 4, *["BGYR"] * 4, *["BRGY"] * 4]),
    " ".join([*["BRYG"] * 4, *["BYGR"] * 4, *["BYRG"] * 4]),
)
DEAL = "/".join(HALVES)  # seat 0 holds the types BGRY, BGYR, BRGY, seat 1 the others

GAMES: tuple[dict[str, Any], ...] = (
    {"mode": "duel"},
    {"mode": "duel", "sets": 2, "first": 1},
    {"mode": "free-for-all", "players": 3},
    {"mode": "free-for-all", "players": 4, "sets": 2, "first": 2},
    {"mode": "teams"},
    {"mode": "rival-partners", "sets": 2},
    {"mode": "solitaire"},
    {"mode": "solitaire", "sets": 2},
)
HIDDEN_GAMES: tuple[dict[str, Any], ...] = (
    {"mode": "free-for-all", "players": 3},
    {"mode": "free-for-all", "players": 3, "sets": 2},
    {"mode": "free-for-all", "players": 4},
    {"mode": "teams"},
    {"mode": "teams", "sets": 2},
    {"mode": "rival-partners"},
)


def shown(options: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items())


# Drawings


Board = dict[tuple[int, int], str]


def cells(drawing: str) -> Board:
    """The tiles of a drawing by column and row, from 0 at the bottom left."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    size = len(lines)
    assert all(len(line) == size for line in lines)
    return {(x, size - 1 - y): face for y, line in enumerate(lines) for x, face in enumerate(line) if face != "."}


def name(cell: tuple[int, int]) -> str:
    return f"{'abcdefg'[cell[0]]}{cell[1] + 1}"


def position(drawing: str, hands: str, rest: str) -> carreau.State:
    """The position of a drawing; hands as 'BGRY BGYR/-', then seat, mode and colours."""
    rows = "/".join(",".join(line.split()) for line in drawing.strip().splitlines())
    held = "/".join(",".join(hand.split()) for hand in hands.split("/"))
    return GAME.position(f"{rows} {held} {rest} hidden")


def board_of(state: carreau.State) -> Board:
    return cells(str(state).split()[0].replace("/", "\n").replace(",", " "))


def hands_of(state: carreau.State) -> list[list[str]]:
    return [[] if hand == "-" else hand.split(",") for hand in str(state).split()[1].split("/")]


def owners_of(state: carreau.State) -> dict[str, int]:
    """Who owns which colour."""
    colours = str(state).split()[4]
    return {
        colour: seat for seat, owned in enumerate(colours.split("/")) for colour in owned.split(",") if owned != "-"
    }


def size_of(state: carreau.State) -> int:
    return str(state).split()[0].count("/") + 1


def scores(state: carreau.State) -> list[int]:
    """The SQUAREs of each seat so far, as the board shows them."""
    return [int(rail.score.en.split()[0]) for rail in state.scene().rails if rail.score]


# An independent referee, straight from rules 1 and 3


def rotations(tile: str) -> list[str]:
    return [tile[turn:] + tile[:turn] for turn in range(4)]


def type_of(face: str) -> str:
    return next(turned for turned in rotations(face) if turned[0] == "B")


def seen_from(board: Board, cell: tuple[int, int]) -> dict[int, str]:
    """The colours that face an empty cell, by direction."""
    faces = {d: board.get((cell[0] + dx, cell[1] + dy)) for d, (dx, dy) in enumerate(NEIGHBOURS)}
    return {d: face[(d + 2) % 4] for d, face in faces.items() if face}


def placements(board: Board, size: int, hand: list[str]) -> set[str]:
    """Every way to put a tile of the hand on an empty cell beside a tile with all touching edges matched."""
    found = set()
    for cell in ((x, y) for x in range(size) for y in range(size)):
        seen = seen_from(board, cell)
        if cell in board or not seen:
            continue
        for face in (face for tile in set(hand) for face in rotations(tile)):
            if all(face[d] == colour for d, colour in seen.items()):
                found.add(f"{name(cell)}:{face}")
    return found


def count_squares(board: Board) -> Counter[str]:
    """Matched edges by colour; an edge that does not match fails the test."""
    squares: Counter[str] = Counter()
    for (x, y), face in board.items():
        for d in (0, 1):
            beside = board.get((x + NEIGHBOURS[d][0], y + NEIGHBOURS[d][1]))
            if beside:
                assert face[d] == beside[d + 2]
                squares[face[d]] += 1
    return squares


def random_game(seed: int, **options: Any) -> Iterator[carreau.State]:
    """Every position of a random game, the start and the end included."""
    choose = random.Random(seed)
    state = GAME.start(**({"deal": seed} if options["mode"] != "solitaire" else {}), **options)
    yield state
    while state.seat is not None:
        state = state.play(choose.choice(state.moves()))
        yield state


# Rule 1: the tiles


def test_there_are_six_tiles_of_four_different_colours_up_to_rotation() -> None:
    """Rule 1: four triangles of four different colours; there are six such tiles up to rotation."""
    every = {min(rotations("".join(face))) for face in permutations("BGRY")}
    assert every == {min(rotations(tile)) for tile in TYPES}
    assert set(hands_of(GAME.start(mode="solitaire"))[0]) == set(TYPES)
    assert len(every) == 6


@pytest.mark.parametrize(("sets", "copies"), [(1, 4), (2, 8)])
def test_a_set_has_four_copies_of_each_tile(sets: int, copies: int) -> None:
    """Rule 1: four copies of each: 24; two sets: 48."""
    for mode in ("solitaire", "duel", "teams"):
        dealt = Counter(tile for hand in hands_of(GAME.start(mode=mode, sets=sets)) for tile in hand)
        assert dealt == dict.fromkeys(TYPES, copies)
        assert dealt.total() == 24 * sets


def test_tiles_turn_but_never_flip() -> None:
    """Rule 1: tiles turn, never flip: BYRG is the mirror image of BGRY and not in the hand."""
    state = position(
        """
        .    .    .    .    .
        .    .    .    .    .
        .    .    BGRY .    .
        .    .    .    .    .
        .    .    .    .    .
        """,
        DEAL,
        "0 duel B,R/G,Y",
    )
    assert "c4:RYBG" in state.moves()  # BGRY turned upside down
    refused_by_rule(state, "c4:RGBY", "no tile BYRG in this hand", "pas de tuile BYRG en main")


def test_a_tile_with_a_colour_twice_is_no_move() -> None:
    """Rule 1: a tile has four different colours."""
    state = GAME.start(deal=DEAL)
    for text in ("c4:RRBG", "c4:RYB", "c4:RYBGR", "c4:rybg", "c4", "f4:RYBG", "c6:RYBG", "c4RYBG", "passe", "????"):
        with pytest.raises(carreau.BadMove) as caught:
            state.play(text)
        assert "c4:GRYB" in str(caught.value)
        with carreau.in_language("fr"):
            assert "on attend" in str(caught.value)
    assert state == GAME.start(deal=DEAL)


# Rules 2 and 8: the space and the logo


@pytest.mark.parametrize(("sets", "size", "centre"), [(1, 5, (2, 2)), (2, 7, (3, 3))])
def test_the_logo_lies_at_the_centre_of_the_space(sets: int, size: int, centre: tuple[int, int]) -> None:
    """Rule 2: the logo at the centre of 5x5 (25 cells) or 7x7 (49 cells)."""
    state = GAME.start(sets=sets)
    assert size_of(state) == size
    assert len(state.scene().cells) == size * size
    assert board_of(state) == {centre: "BGRY"}
    assert [piece.at for piece in state.scene().pieces if piece.logo] == [centre]


def test_the_logo_is_blue_green_red_yellow_clockwise_from_the_top() -> None:
    """Rule 8: so the tile north of it shows blue to it, east green, south red, west yellow."""
    state = GAME.start(mode="solitaire")
    touching = {"c4": "B", "d3": "G", "c2": "R", "b3": "Y"}
    facing = {"c4": 2, "d3": 3, "c2": 0, "b3": 1}
    for move in state.moves():
        cell, _, face = move.partition(":")
        assert face[facing[cell]] == touching[cell]
    assert {move[:2] for move in state.moves()} == set(touching)


@pytest.mark.parametrize(
    ("options", "each"),
    [
        ({"mode": "solitaire"}, [24]),
        ({"mode": "duel"}, [12, 12]),
        ({"mode": "free-for-all", "players": 3}, [8, 8, 8]),
        ({"mode": "free-for-all", "players": 4}, [6, 6, 6, 6]),
        ({"mode": "free-for-all"}, [6, 6, 6, 6]),
        ({"mode": "teams"}, [6, 6, 6, 6]),
        ({"mode": "rival-partners"}, [6, 6, 6, 6]),
    ],
    ids=lambda value: shown(value) if isinstance(value, dict) else "",
)
def test_hands_are_equal_and_doubled_with_two_sets(options: dict[str, Any], each: list[int]) -> None:
    """Rules 2 and 4: 12, 8 or 6 tiles each with one set, doubled with two."""
    assert [len(hand) for hand in hands_of(GAME.start(**options))] == each
    assert [len(hand) for hand in hands_of(GAME.start(sets=2, **options))] == [2 * n for n in each]


# Rule 3: placing


def test_a_tile_goes_on_an_empty_cell_beside_another() -> None:
    """Rule 3: next to at least one tile: first only the four cells around the logo, one turn a tile each."""
    state = position(
        """
        .    .    .    .    .
        .    .    .    .    .
        .    .    BGRY .    .
        .    .    .    .    .
        .    .    .    .    .
        """,
        DEAL,
        "0 duel B,R/G,Y",
    )
    assert set(state.moves()) == {
        *("c4:RYBG", "c4:YRBG", "c4:GYBR"),  # blue to the south
        *("d3:RYBG", "d3:YRBG", "d3:YBRG"),  # green to the west
        *("c2:RYBG", "c2:RBGY", "c2:RGYB"),  # red to the north
        *("b3:RYBG", "b3:GYRB", "b3:GYBR"),  # yellow to the east
    }
    refused_by_rule(state, "a1:BGRY", "must touch another by an edge", "doit en toucher une autre")
    refused_by_rule(state, "d4:BGRY", "must touch another by an edge", "doit en toucher une autre")
    refused_by_rule(state, "c3:BGRY", "a tile lies on this cell already", "une tuile est déjà là")


def test_orientation_is_forced_by_one_touching_edge() -> None:
    """Rule 3: no colour is on a tile twice, so an edge to match leaves one way to turn it."""
    state = GAME.start(deal=DEAL)
    for face in rotations("BGRY"):
        if face == "RYBG":
            assert f"c4:{face}" in state.moves()
        else:
            refused_by_rule(state, f"c4:{face}", "the south edge must be blue", "le bord sud doit être bleu")


def test_every_touching_edge_must_match() -> None:
    """Rule 3: d4 touches two tiles: yellow to the west and blue to the south, both must match."""
    state = position(
        """
        .    .    .    .    .
        .    .    RYBG .    .
        .    .    BGRY BRYG .
        .    .    RYBG .    .
        .    .    .    .    .
        """,
        "BGRY BGRY BGYR BGYR BGYR BGYR BRGY BRGY BRGY BRGY/BRYG BRYG BRYG BYGR BYGR BYGR BYGR BYRG BYRG BYRG BYRG",
        "1 duel B,R/G,Y",
    )
    assert {move for move in state.moves() if move.startswith("d4")} == {"d4:GRBY", "d4:RGBY"}
    refused_by_rule(state, "d4:BRYG", "the south edge must be blue", "le bord sud doit être bleu")
    refused_by_rule(state, "d4:YGBR", "the west edge must be yellow", "le bord ouest doit être jaune")
    refused_by_rule(state, "c5:BYGR", "the south edge must be red", "le bord sud doit être rouge")
    refused_by_rule(state, "c1:RBYG", "the north edge must be blue", "le bord nord doit être bleu")
    refused_by_rule(state, "b3:BRYG", "the east edge must be yellow", "le bord est doit être jaune")
    after = state.play("d4:GRBY")
    assert board_of(after) == cells(
        """
        .    .    .    .    .
        .    .    RYBG GRBY .
        .    .    BGRY BRYG .
        .    .    RYBG .    .
        .    .    .    .    .
        """
    )
    assert len(hands_of(after)[1]) == 10
    assert after.seat == 0


def test_a_square_belongs_to_the_owner_of_its_colour_whoever_made_it() -> None:
    """Rule 3: each matched edge is a SQUARE for the owner of the colour: seat 1's tile gives both one."""
    state = GAME.start(deal=DEAL, colours="B,R/G,Y")
    assert scores(state) == [0, 0]
    state = state.play("c4:RYBG")  # blue with the logo
    assert scores(state) == [1, 0]
    state = state.play("d3:BRYG")  # green
    assert scores(state) == [1, 1]
    state = state.play("c2:RYBG")  # red
    assert scores(state) == [2, 1]
    state = state.play("d4:GRBY")  # by seat 1: yellow for itself and blue for seat 0
    assert scores(state) == [3, 2]


@pytest.mark.parametrize("options", GAMES, ids=shown)
def test_scores_are_the_squares_counted_again_on_the_board(options: dict[str, Any]) -> None:
    """Rule 3: SQUAREs counted from scratch over the board, after every move of random games."""
    for seed in range(6):
        for state in random_game(seed, **options):
            squares = count_squares(board_of(state))
            if options["mode"] == "solitaire":
                expected = [len(board_of(state)) - 1]
            else:
                owners = owners_of(state)
                expected = [sum(squares[c] for c in owners if owners[c] == seat) for seat in range(state.seats)]
            assert scores(state) == expected
        assert state.outcome is not None
        assert list(state.outcome.scores) == expected


@pytest.mark.parametrize("options", GAMES, ids=shown)
def test_legal_moves_are_those_of_a_plain_referee(options: dict[str, Any]) -> None:
    """Rule 3: in random games, every placement that matches all touching edges, a pass if there is none."""
    for seed in range(8):
        for state in random_game(seed, **options):
            board, size, hands = board_of(state), size_of(state), hands_of(state)
            if state.seat is None:
                assert not any(placements(board, size, hand) for hand in hands)
            else:
                legal = state.moves()
                assert len(legal) == len(set(legal))
                assert set(legal) == (placements(board, size, hands[state.seat]) or {"pass"})


def test_who_can_place_must_place_of_any_colour() -> None:
    """Rule 3: a player who can place must place, even if every SQUARE to be made is the opponent's."""
    state = position(
        """
        BGYR YBRG .    BRYG GBYR
        YBRG .    GYBR .    YBGR
        RGBY RYBG BGRY YBRG GYRB
        .    BGYR RYBG RGBY RBYG
        YGRB YRBG .    BYGR .
        """,
        "BRYG BYGR/BRYG/BYRG/BGRY BRYG",
        "0 free-for-all G/B/R/Y",
    )
    assert state.moves() == ["a2:BRYG"]  # blue to a3, red to b2, yellow to a1: nothing green for seat 0
    refused_by_rule(state, "pass", "who can place a tile must place one", "qui peut poser une tuile doit en poser une")
    gained = [after - before for before, after in zip(scores(state), scores(state.play("a2:BRYG")), strict=True)]
    assert gained == [0, 1, 1, 1]


def test_who_cannot_place_passes_with_an_explicit_move() -> None:
    """Rule 3: who cannot place passes; NOTATION: a forced pass is an explicit move and turns the seat."""
    state = position(
        """
        BGYR YBRG .    BRYG GBYR
        YBRG .    GYBR .    YBGR
        RGBY RYBG BGRY YBRG GYRB
        .    BGYR RYBG RGBY RBYG
        YGRB YRBG .    BYGR .
        """,
        "BRYG/BGRY/BYGR BYRG/BRYG BRYG",
        "2 free-for-all B/G/R/Y",
    )
    assert state.moves() == ["pass"]
    after = state.play("pass")
    assert after.seat == 3
    assert after.history == ("pass",)
    assert board_of(after) == board_of(state)
    assert hands_of(after) == hands_of(state)
    assert after.moves() != ["pass"]  # the game goes on: seat 3 can place
    assert after.outcome is None


def test_a_cell_that_sees_one_colour_twice_is_dead() -> None:
    """Rule 3: d4 sees yellow to the west and to the south: no tile fits, now or later."""
    state = GAME.start(deal=DEAL)
    for move in ("c4:RYBG", "b3:RYGB", "d3:YRBG"):
        state = state.play(move)
    assert board_of(state) == cells(
        """
        .    .    .    .    .
        .    .    RYBG .    .
        .    RYGB BGRY YRBG .
        .    .    .    .    .
        .    .    .    .    .
        """
    )
    assert not [move for move in state.moves() if move.startswith("d4")]
    refused_by_rule(state, "d4:GRBY", "sees one colour twice and is dead", "voit deux fois la même couleur")
    choose = random.Random(1)
    while state.seat is not None:
        state = state.play(choose.choice(state.moves()))
        assert (3, 3) not in board_of(state)


ONE_HOLE = """
        YRBG YBGR RGYB RYBG RGBY
        BYRG .    YGBR BRYG BYGR
        RBGY RYGB BGRY YBRG GRYB
        GRYB GBYR RYGB RGBY YRBG
        YGRB YRBG GYBR BRGY BYGR
"""  # SQUAREs: blue 10, green 9, red 8, yellow 9; b4 sees red twice, a BYGR is left
TWO_BEST = """
        BRGY YBGR GRYB GBYR GRYB
        GYBR GRBY YGBR YRBG YGBR
        BRYG BYGR BGRY BRYG BYGR
        YRGB GBYR RGYB YRBG GYBR
        GRBY .    YRBG BGYR BYRG
"""  # SQUAREs: blue 10, green 9, red 10, yellow 8; a BGRY is left
THREE_BEST = """
        BGYR BRYG BYGR BRGY GBYR
        YBGR YRGB GYBR GRBY YBGR
        GRBY GYBR BGRY BYRG GBRY
        BGYR .    RGBY RYBG .
        YRBG GYBR BGRY BRYG YGBR
"""  # SQUAREs: blue 6, green 9, red 9, yellow 9; a BYGR and a BGYR are left
ALL_EQUAL = """
        BRGY GYBR RGBY YBRG RYGB
        GYRB BGRY .    RYBG GRBY
        RGBY RYBG BGRY BYRG BGRY
        BRYG .    RBGY RYGB RGBY
        YGRB YBRG GYRB GRBY BYGR
"""  # SQUAREs: 8 of each colour; a BGYR and a BRYG are left


def test_the_drawn_ends_have_the_squares_that_they_say() -> None:
    """The four drawings that the tests of rule 4 build on."""
    assert count_squares(cells(ONE_HOLE)) == {"B": 10, "G": 9, "R": 8, "Y": 9}
    assert count_squares(cells(TWO_BEST)) == {"B": 10, "G": 9, "R": 10, "Y": 8}
    assert count_squares(cells(THREE_BEST)) == {"B": 6, "G": 9, "R": 9, "Y": 9}
    assert count_squares(cells(ALL_EQUAL)) == {"B": 8, "G": 8, "R": 8, "Y": 8}


def test_the_game_ends_when_nobody_can_place() -> None:
    """Rule 3: after e1 a tile is left, but its only empty cell, b4, is dead: the game is over."""
    state = position(ONE_HOLE.replace("BRGY BYGR", "BRGY .   "), "BYGR BYGR/-", "0 duel B,G/R,Y")
    assert state.outcome is None
    after = state.play("e1:BYGR")
    assert board_of(after) == cells(ONE_HOLE)
    assert hands_of(after) == [["BYGR"], []]
    assert (after.seat, after.moves()) == (None, [])
    assert after.outcome == carreau.Outcome((0,), (19, 17), "squares")
    with pytest.raises(carreau.IllegalMove, match="the game is over"):
        after.play("pass")
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="la partie est finie"):
        after.play("pass")


def test_the_game_goes_on_while_anybody_can_place() -> None:
    """Rule 3: seat 0 has no tile left and passes, seat 1 still places."""
    state = position(ONE_HOLE.replace("BRGY BYGR", "BRGY .   "), "-/BYGR BYGR", "0 duel B,G/R,Y")
    assert state.moves() == ["pass"]
    after = state.play("pass").play("e1:BYGR")
    assert after.outcome == carreau.Outcome((0,), (19, 17), "squares")


def test_seats_play_in_turn_from_the_first() -> None:
    """Rule 3: in turn; the option `first` says who starts."""
    for first in range(3):
        state = GAME.start(mode="free-for-all", players=3, first=first, deal=4)
        seats = []
        for _ in range(6):
            seats.append(state.seat)
            state = state.play(state.moves()[0])
        assert seats == [(first + turn) % 3 for turn in range(6)]


# Rule 4: modes and winners


@pytest.mark.parametrize(
    ("drawing", "hands", "rest", "winners", "points", "reason"),
    [
        # Duel: two colours each, the most SQUAREs of both win.
        (ONE_HOLE, "BYGR/-", "duel B,G/R,Y", (0,), (19, 17), "squares"),
        (ONE_HOLE, "BYGR/-", "duel R,Y/B,G", (1,), (17, 19), "squares"),
        (ONE_HOLE, "BYGR/-", "duel B,R/G,Y", (0, 1), (18, 18), "tie"),
        # Chacun pour soi, four: one colour each.
        (ONE_HOLE, "-/-/BYGR/-", "free-for-all B/G/R/Y", (0,), (10, 9, 8, 9), "squares"),
        (ONE_HOLE, "-/-/BYGR/-", "free-for-all Y/R/B/G", (2,), (9, 8, 10, 9), "squares"),
        (TWO_BEST, "-/-/-/BGRY", "free-for-all B/G/R/Y", (0, 2), (10, 9, 10, 8), "squares"),
        (ALL_EQUAL, "-/BRYG/-/BGYR", "free-for-all B/G/R/Y", (0, 1, 2, 3), (8, 8, 8, 8), "tie"),
        # Chacun pour soi, three: the fourth colour is neutral, even where it has the most.
        (ONE_HOLE, "-/-/BYGR", "free-for-all B/G/R", (0,), (10, 9, 8), "squares"),
        (ONE_HOLE, "-/-/BYGR", "free-for-all G/R/Y", (0, 2), (9, 8, 9), "squares"),
        (THREE_BEST, "BYGR/-/BGYR", "free-for-all G/R/Y", (0, 1, 2), (9, 9, 9), "tie"),
        (THREE_BEST, "BYGR/-/BGYR", "free-for-all B/G/R", (1, 2), (6, 9, 9), "squares"),
        # Esprit d'équipe: seats 0 and 2 against 1 and 3, points added.
        (ONE_HOLE, "BYGR/-/-/-", "teams B/R/G/Y", (0, 2), (10, 8, 9, 9), "squares"),
        (ONE_HOLE, "BYGR/-/-/-", "teams R/B/Y/G", (1, 3), (8, 10, 9, 9), "squares"),
        (TWO_BEST, "BGRY/-/-/-", "teams B/G/Y/R", (1, 3), (10, 9, 8, 10), "squares"),
        (ONE_HOLE, "BYGR/-/-/-", "teams B/G/R/Y", (0, 1, 2, 3), (10, 9, 8, 9), "tie"),
        # L'équipier adverse: the better team, and in it only the better partner.
        (ONE_HOLE, "-/-/-/BYGR", "rival-partners B/R/G/Y", (0,), (10, 8, 9, 9), "squares"),
        (ONE_HOLE, "-/-/-/BYGR", "rival-partners G/R/B/Y", (2,), (9, 8, 10, 9), "squares"),
        (TWO_BEST, "-/-/-/BGRY", "rival-partners B/G/Y/R", (3,), (10, 9, 8, 10), "squares"),
    ],
)
def test_the_winners_of_each_mode(
    drawing: str, hands: str, rest: str, winners: tuple[int, ...], points: tuple[int, ...], reason: str
) -> None:
    """Rule 4: who wins, from drawn final positions; equal scores share the win (ruling)."""
    state = position(drawing, hands, f"- {rest}")
    assert state.outcome == carreau.Outcome(winners, points, reason)
    assert reason in GAME.reasons


def test_rival_partners_with_equal_scores_share() -> None:
    """Rule 4, ruling: blue and red, the better team, have 10 each: both win."""
    state = position(TWO_BEST, "-/-/-/BGRY", "- rival-partners B/G/R/Y")
    assert state.outcome == carreau.Outcome((0, 2), (10, 9, 10, 8), "squares")


def test_tied_teams_of_rival_partners_both_qualify() -> None:
    """Rule 4, ruling: 18 to 18; blue (10) beats red (8), green and yellow (9 each) share."""
    state = position(ONE_HOLE, "-/-/-/BYGR", "- rival-partners B/G/R/Y")
    assert state.outcome == carreau.Outcome((0, 1, 3), (10, 9, 8, 9), "squares")


def test_rival_partners_who_are_all_equal_all_win() -> None:
    """Rule 4, rulings together: tied teams of equal partners."""
    state = position(ALL_EQUAL, "-/BRYG/-/BGYR", "- rival-partners B/G/R/Y")
    assert state.outcome == carreau.Outcome((0, 1, 2, 3), (8, 8, 8, 8), "tie")


@pytest.mark.parametrize(
    ("options", "owned"),
    [
        ({"mode": "duel"}, "B,R/G,Y"),
        ({"mode": "free-for-all", "players": 3}, "B/G/R"),
        ({"mode": "free-for-all"}, "B/G/R/Y"),
        ({"mode": "teams"}, "B/G/R/Y"),
        ({"mode": "rival-partners"}, "B/G/R/Y"),
    ],
    ids=lambda value: shown(value) if isinstance(value, dict) else value,
)
def test_default_colours(options: dict[str, Any], owned: str) -> None:
    """Rule 4 and NOTATION: two colours each in a duel, one each otherwise."""
    assert GAME.start(**options).options["colours"] == owned


def test_colours_can_be_chosen() -> None:
    """Rule 4: players choose their colours."""
    state = GAME.start(colours="Y,B/R,G", deal=DEAL)
    assert owners_of(state) == {"Y": 0, "B": 0, "R": 1, "G": 1}
    assert scores(state.play("c2:RYBG")) == [0, 1]
    three = GAME.start(mode="free-for-all", players=3, colours="Y/R/G", deal=1)
    blue = next(move for move in three.moves() if move.startswith("c4"))
    assert scores(three.play(blue)) == [0, 0, 0]  # blue is neutral


def test_the_final_count_follows_the_diagonals_of_the_lozenge() -> None:
    """Rule 4, ruling: the picture outlines every SQUARE, in the order of the diagonals."""
    state = position(ONE_HOLE, "BYGR/-", "- duel B,G/R,Y")
    outlines = [stroke for stroke in state.scene().strokes if stroke.closed]
    hues = Counter(stroke.hue for stroke in outlines)
    assert hues == {"blue": 10, "green": 9, "red": 8, "yellow": 9}
    middles = [tuple(sum(point[axis] for point in stroke.points) / 4 for axis in (0, 1)) for stroke in outlines]
    diagonals = [x + y for x, y in middles]
    assert diagonals == sorted(diagonals)
    assert len(set(middles)) == 36


# Options


@pytest.mark.parametrize("mode", ["duel", "teams", "rival-partners", "solitaire"])
def test_players_are_refused_where_the_mode_fixes_them(mode: str) -> None:
    """Rule 4 and NOTATION: `players` only in free-for-all."""
    for players in (3, 4):
        refused_option(GAME, mode, mode=mode, players=players)


@pytest.mark.parametrize(
    ("allowed", "options"),
    [
        ("duel, free-for-all, teams, rival-partners, solitaire", {"mode": "duo"}),
        ("4, 3", {"mode": "free-for-all", "players": 2}),
        ("4, 3", {"mode": "free-for-all", "players": 5}),
        ("1, 2", {"sets": 3}),
        ("1, 2", {"sets": True}),
        (("True or False", "True ou False"), {"open_hands": "perhaps"}),
        (("0 to 1", "0 à 1"), {"first": 2}),
        (("0 to 2", "0 à 2"), {"mode": "free-for-all", "players": 3, "first": 3}),
        (("0 to 0", "0 à 0"), {"mode": "solitaire", "first": 1}),
        (("0 to 3", "0 à 3"), {"first": 4}),
        (("0 to 3", "0 à 3"), {"first": -1}),
        ("B,R/G,Y", {"colours": "B/G/R/Y"}),
        ("B,R/G,Y", {"colours": "B,R/G,G"}),
        ("B,R/G,Y", {"colours": "B,R/G,X"}),
        ("B,R/G,Y", {"colours": "B,R,G/Y"}),
        ("B,R/G,Y", {"colours": 5}),
        ("B/G/R", {"mode": "free-for-all", "players": 3, "colours": "B/G/R/Y"}),
        ("B/G/R/Y", {"mode": "teams", "colours": "B,R/G,Y"}),
        (("none alone", "aucune en solitaire"), {"mode": "solitaire", "colours": "B"}),
    ],
    ids=lambda value: shown(value) if isinstance(value, dict) else "",
)
def test_a_bad_option_is_refused_with_what_is_allowed(allowed: str | tuple[str, str], options: dict[str, Any]) -> None:
    """NOTATION: a bad option raises BadOption naming the allowed values."""
    refused_option(GAME, allowed, **options)


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    """NOTATION: keyword options; a bad one names what there is."""
    with pytest.raises(carreau.BadOption, match="mode, players, sets, open_hands, first, deal, colours"):
        GAME.start(tiles=3)


@pytest.mark.parametrize(
    "deal",
    [
        HALVES[0],
        f"{DEAL}/BGRY",
        DEAL.replace("BYRG", "BGRY"),
        DEAL.replace("BGRY", "GRYB"),
        DEAL.replace("BGRY ", "", 1),
        DEAL.replace("/", " ").replace("BRYG", "/BRYG", 1).replace("BGRY", "BGRY /", 1),
        "a seed",
        "",
        1.5,
        True,
    ],
)
def test_a_bad_deal_is_refused_with_what_is_allowed(deal: object) -> None:
    """NOTATION: a deal is a seed or explicit hands, which must be the whole set in equal parts."""
    refused_option(GAME, ("2 hands of 12 tiles, 4 of each type", "2 mains de 12 tuiles, 4 de chaque type"), deal=deal)


def test_a_deal_of_another_mode_is_refused() -> None:
    """Rule 4: hands of 6, not of 12, for four."""
    refused_option(
        GAME, ("4 hands of 6 tiles, 4 of each type", "4 mains de 6 tuiles, 4 de chaque type"), mode="teams", deal=DEAL
    )
    refused_option(
        GAME, ("2 hands of 24 tiles, 8 of each type", "2 mains de 24 tuiles, 8 de chaque type"), sets=2, deal=DEAL
    )


def test_a_deal_by_seed_is_reproducible() -> None:
    """NOTATION: `deal` a seed: the same seed deals the same hands, another seed others."""
    for options in GAMES:
        if options["mode"] != "solitaire":
            assert GAME.start(deal=7, **options) == GAME.start(deal=7, **options)
            assert GAME.start(deal="7", **options) == GAME.start(deal=7, **options)
            assert GAME.start(deal=7, **options) != GAME.start(deal=8, **options)
    assert len({str(GAME.start()) for _ in range(5)}) > 1  # absent: random


def test_an_explicit_deal_gives_the_hands_as_written() -> None:
    """NOTATION: explicit hands, separated by /; a start stores the deal, so that a record can repeat it."""
    state = GAME.start(deal=DEAL)
    assert [" ".join(hand) for hand in hands_of(state)] == list(HALVES)
    assert state.options["deal"] == DEAL
    drawn = GAME.start(mode="teams", deal=3)
    assert GAME.start(**drawn.options) == drawn


# Rule 5: hidden hands


def test_a_view_shows_its_own_hand_and_the_number_of_the_others_tiles() -> None:
    """Rule 5: hands are hidden from the others; unknown tiles are ????."""
    for options in GAMES:
        for state in list(random_game(3, **options))[:-1]:
            for seat in range(state.seats):
                hands = hands_of(state)
                expected = [hand if s == seat else ["????"] * len(hand) for s, hand in enumerate(hands)]
                assert hands_of(state.view(seat)) == expected
                assert board_of(state.view(seat)) == board_of(state)
                assert state.view(seat).seat == state.seat


def test_partners_do_not_see_each_other_s_hands() -> None:
    """Rule 4, ruling: the hands of partners stay hidden from each other."""
    for mode in ("teams", "rival-partners"):
        state = GAME.start(mode=mode, deal=1)
        assert hands_of(state.view(0))[2] == ["????"] * 6
        assert hands_of(state.view(3))[1] == ["????"] * 6


def twin(state: carreau.State, viewer: int, choose: random.Random) -> carreau.State | None:
    """The same game with one tile that two others still hold exchanged, if that can be."""
    one, two = choose.sample([seat for seat in range(state.seats) if seat != viewer], 2)
    hands = hands_of(state)
    given, taken = choose.choice(hands[one] or [""]), choose.choice(hands[two] or [""])
    if given == taken or "" in (given, taken):
        return None
    deal = [hand.split() for hand in state.options["deal"].split("/")]
    deal[one][deal[one].index(given)] = taken
    deal[two][deal[two].index(taken)] = given
    options = {**state.options, "deal": "/".join(" ".join(hand) for hand in deal)}
    try:
        return GAME.replay(state.history, **options)
    except carreau.IllegalMove:  # a pass that the other hand would not have made tells something
        return None


def everything_in(view: carreau.View) -> dict[str, object]:
    """All that a view gives away."""
    return {
        "text": str(view),
        "repr": repr(view),
        "svg": view.svg(),
        "targets": view.svg(targets=True),
        "board": view.board(),
        "record": carreau.write_record(view),
        "options": dict(view.options),
        "moves": view.moves(),
        "history": view.history,
        "words": list(view.raw_state),
        "board words": list(view.raw_board),
        "words before": view.before,
        "origin": view.origin,
        "scene": view.scene(),
        "pickle": pickle.dumps(view),
        "hash": hash(view),
    }


@pytest.mark.parametrize("options", HIDDEN_GAMES, ids=shown)
def test_a_view_is_the_same_whatever_the_others_hold(options: dict[str, Any]) -> None:
    """Rule 5, the canary: two truths that differ in the others' hands give one view, byte for byte."""
    choose = random.Random(11)
    compared = 0
    for seed in range(2):
        for state in list(random_game(seed, **options))[1:-1:4]:
            for viewer in range(state.seats):
                other = twin(state, viewer, choose)
                if other is None or other.seat is None:
                    continue
                assert str(other) != str(state)
                assert everything_in(state.view(viewer)) == everything_in(other.view(viewer))
                from_text = GAME.position(str(state)).view(viewer), GAME.position(str(other)).view(viewer)
                assert everything_in(from_text[0]) == everything_in(from_text[1])
                compared += 1
    assert compared > 12


@pytest.mark.parametrize("sets", [1, 2])
def test_a_duel_s_view_names_no_tile_of_the_other_hand(sets: int) -> None:
    """Rule 5: two hands can be deduced from each other, but the view does not say it."""
    for state in list(random_game(5, mode="duel", sets=sets))[:-1]:
        for seat in (0, 1):
            view = state.view(seat)
            rail = view.scene().rails[1 - seat]
            assert {piece.face for piece, _ in rail.items} <= {"????"}
            deal = view.options["deal"].split("/")
            assert set(deal[1 - seat].split()) == {"????"}
            assert deal[seat] == state.options["deal"].split("/")[seat]
            assert f"hand {1 - seat} B" not in view.svg()
            assert (f"hand {seat} B" in view.svg()) == bool(hands_of(state)[seat])


def test_open_hands_are_seen_by_all() -> None:
    """Rule 5: except in a tournament game, where they are open."""
    for state in random_game(2, mode="teams", open_hands=True):
        for seat in range(4):
            assert str(state.view(seat)) == str(state)
            assert dict(state.view(seat).options) == dict(state.options)


def test_after_the_end_views_show_every_hand() -> None:
    """Rule 5 and NOTATION: a complete game hides nothing any more."""
    for seed in range(4):
        *_, last = random_game(seed, mode="free-for-all", players=4)
        for seat in range(4):
            view = last.view(seat)
            assert "????" not in str(view)
            assert str(view) == str(last)
            assert view.options["deal"] == last.options["deal"]
            assert carreau.write_record(view) == carreau.write_record(last)


@pytest.mark.parametrize("options", [*HIDDEN_GAMES, {"mode": "duel"}], ids=shown)
def test_playing_on_a_view_follows_the_game(options: dict[str, Any]) -> None:
    """NOTATION: a view is used like a state; it stays what its seat knows, move after move."""
    for seed in range(3):
        game = list(random_game(seed, **options))
        for seat in range(game[0].seats):
            view: carreau.State = game[0].view(seat)
            for state in game[1:-1]:
                view = view.play(state.history[-1])
                assert isinstance(view, carreau.View)
                assert view == state.view(seat)
                assert list(view.raw_state) == list(state.view(seat).raw_state)
                assert (view.history, dict(view.options)) == (state.history, dict(state.view(seat).options))
            view = view.play(game[-1].history[-1])
            assert view.seat is None
            assert view.outcome == game[-1].outcome


def test_a_view_lists_every_move_that_its_seat_can_make_or_must_expect() -> None:
    """NOTATION: own moves exactly; another seat's include all that it may turn out to have."""
    for options in HIDDEN_GAMES:
        for state in list(random_game(8, **options))[:-1]:
            for seat in range(state.seats):
                seen = set(state.view(seat).moves())
                if seat == state.seat:
                    assert seen == set(state.moves())
                else:
                    assert seen >= set(state.moves())


@pytest.mark.parametrize("options", [*HIDDEN_GAMES, {"mode": "duel"}], ids=shown)
def test_a_record_from_a_view_reads_back(options: dict[str, Any]) -> None:
    """NOTATION: a record of an unfinished game with hidden hands is written from a view."""
    for state in list(random_game(4, **options))[:-1:3]:
        for seat in range(state.seats):
            view = state.view(seat)
            again = carreau.read_record(carreau.write_record(view)).state
            assert str(again) == str(view)
            assert again.history == view.history
            assert again.moves() == view.moves()
            from_text = GAME.position(str(view))
            assert (str(from_text), from_text.moves()) == (str(view), view.moves())


def test_a_complete_record_holds_the_hands() -> None:
    """NOTATION: a complete record holds the hands."""
    *_, last = random_game(4, mode="teams")
    text = carreau.write_record(last)
    assert f"option.deal: {last.options['deal']}" in text
    assert carreau.read_record(text).state == last
    assert "????" not in text


# Rule 6: the tournament


def play_out(match: carreau.TwoLegs, choose: random.Random) -> carreau.TwoLegs:
    leg = match.leg
    while match.seat is not None and match.leg == leg:
        match = match.play(choose.choice(match.moves()))
    return match


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_leg_exchanges_hands_and_starter(first: int) -> None:
    """Rule 6: the same deal, hands exchanged; who now holds the first starter's hand starts."""
    match = carreau.two_legs("united-square", deal=DEAL, first=first, colours="B,G/R,Y")
    assert (match.leg, match.seat) == (1, first)
    hands = hands_of(match.state)
    assert [" ".join(hand) for hand in hands] == list(HALVES)
    second = play_out(match, random.Random(1))
    assert (second.leg, second.seat) == (2, 1 - first)
    assert hands_of(second.state) == hands[::-1]
    assert hands_of(second.state)[1 - first] == hands[first]
    assert board_of(second.state) == {(2, 2): "BGRY"}
    assert owners_of(second.state) == owners_of(match.state)  # ruling: players keep their colours
    assert second.outcome is None


def test_a_random_deal_is_a_halving_kept_for_the_match() -> None:
    """Rule 6, ruling: the back colours are a random halving of the set, fixed for the match."""
    match = carreau.two_legs("united-square")
    hands = hands_of(match.state)
    assert [len(hand) for hand in hands] == [12, 12]
    assert hands_of(play_out(match, random.Random(2)).state) == hands[::-1]


def test_hands_are_open_in_a_tournament() -> None:
    """Rules 5 and 6: in both legs."""
    match = carreau.two_legs("united-square", deal=1)
    for leg in (match, play_out(match, random.Random(3))):
        assert leg.state.options["open_hands"] is True
        assert [str(leg.state.view(seat)) for seat in (0, 1)] == [str(leg.state)] * 2


def test_the_match_score_is_the_sum_of_both_legs() -> None:
    """Rule 6, ruling: most SQUAREs in both legs together win; equal sums share."""
    decided = shared = 0
    for seed in range(30):
        choose = random.Random(seed)
        second = play_out(carreau.two_legs("united-square", deal=seed), choose)
        end = play_out(second, choose)
        assert second.first_leg is not None
        assert end.state.outcome is not None
        assert end.outcome is not None
        one, two = second.first_leg.scores, end.state.outcome.scores
        assert end.outcome.scores == (one[0] + two[0], one[1] + two[1])
        difference = end.outcome.scores[0] - end.outcome.scores[1]
        assert end.outcome.winners == ((0, 1) if difference == 0 else (0,) if difference > 0 else (1,))
        decided += difference != 0
        shared += difference == 0
        assert end.moves() == []
    assert decided
    assert shared


def test_a_match_is_a_duel() -> None:
    """Rule 6: two players; other modes, and games without legs, are refused."""
    with pytest.raises(carreau.BadOption, match="duel"):
        carreau.two_legs("united-square", mode="teams")
    with pytest.raises(carreau.BadOption, match="unlur has no match of two legs"):
        carreau.two_legs("unlur")


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


def moved_direction(d: int, turn: int, flip: bool) -> int:
    return (turn + (-d if flip else d)) % 4


def moved_cell(cell: tuple[int, int], size: int, turn: int, flip: bool) -> tuple[int, int]:
    x, y = cell
    if flip:
        x = size - 1 - x
    for _ in range(turn):
        x, y = y, size - 1 - x
    return x, y


def recoloured(colour: str, turn: int, flip: bool) -> str:
    """The one change of colours that makes the moved logo the logo again."""
    return "BGRY"[moved_direction("BGRY".index(colour), turn, flip)]


def moved_face(face: str, turn: int, flip: bool) -> str:
    moved = {moved_direction(d, turn, flip): recoloured(colour, turn, flip) for d, colour in enumerate(face)}
    return "".join(moved[d] for d in range(4))


def moved_position(state: carreau.State, turn: int, flip: bool) -> carreau.State:
    size = size_of(state)
    _, _, seat, mode, colours, openness = str(state).split()
    board = {moved_cell(cell, size, turn, flip): moved_face(f, turn, flip) for cell, f in board_of(state).items()}
    rows = "/".join(",".join(board.get((x, y), ".") for x in range(size)) for y in reversed(range(size)))
    hands = [[type_of(moved_face(tile, turn, flip)) for tile in hand] for hand in hands_of(state)]
    held = "/".join(",".join(hand) or "-" for hand in hands)
    owned = "".join(recoloured(c, turn, flip) if c in "BGRY" else c for c in colours)
    return GAME.position(f"{rows} {held} {seat} {mode} {owned} {openness}")


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
