"""United Square, rules 1 to 4 and 8: tiles, the space, placing, modes and winners, options."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from drawing import refused_by_rule, refused_option
from tiles import (
    DEAL,
    GAME,
    GAMES,
    HALVES,
    ONE_HOLE,
    TYPES,
    board_of,
    cells,
    count_squares,
    hands_of,
    owners_of,
    placements,
    position,
    random_game,
    rotations,
    scores,
    shown,
    size_of,
)

import carreau

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
