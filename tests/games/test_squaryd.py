"""Squaryd, rules 1 to 5: the board, squares, turns, doubled pawns, winning with a referee, the filling."""

from __future__ import annotations

from itertools import combinations

import pytest
from drawing import malformed, refused, rows
from pawns import (
    BOTH_MODES,
    DIGITS,
    FILLING,
    FOUR_DOUBLES,
    GAME,
    HOLES,
    LETTERS,
    NEAR_THE_END,
    OWN_SQUARE_ON_A_THREAT,
    SQUARES,
    START,
    THREAT,
    completes,
    drawn,
    glyph,
    picture,
    result,
)

import carreau

# Rule 1: the board


def test_the_board_has_48_holes_and_black_starts() -> None:
    """Rule 1: 7x7 holes without the centre; 24 pawns each; Black, seat 0, starts."""
    state = GAME.start()
    assert picture(state) == rows(START)
    assert state.moves() == HOLES
    assert len(HOLES) == 48
    assert state.seat == 0
    assert pawns_left(state) == ["24 pawns", "24 pawns"]
    assert picture(state.play("a7").play("g1").play("c3")) == rows("""
        x . . . . . .
        . . . . . . .
        . . . . . . .
        . . . + . . .
        . . x . . . .
        . . . . . . .
        . . . . . . o
    """)


def pawns_left(state: carreau.State) -> list[str]:
    return [rail.score.en.partition(",")[0] for rail in state.scene().rails]


def test_the_centre_is_no_hole() -> None:
    """Rule 1: and texts that name no hole are no moves."""
    malformed(GAME.start(), "d4", "d4*", "h1", "a8", "a0", "A1", "*", "a1**", "a1 *", "pass", "", "Done", "!")


# Rule 2: squares


def test_there_are_172_squares() -> None:
    """Rule 2: by the definition: four equal sides and two equal diagonals, longer than the sides."""
    places = [(x, y) for x in range(7) for y in range(7) if (x, y) != (3, 3)]
    found = set()
    for four in combinations(places, 4):
        d = sorted((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in combinations(four, 2))
        if d[0] == d[3] and d[4] == d[5] == 2 * d[0]:
            found.add(frozenset(LETTERS[x] + DIGITS[y] for x, y in four))
    assert len(found) == 172
    assert found == SQUARES


@pytest.mark.parametrize("seat", [0, 1])
def test_each_of_the_172_squares_wins(seat: int) -> None:
    """Rules 2 and 4a: any size, any tilt."""
    for square in SQUARES:
        *three, last = sorted(square)
        others = [hole for hole in HOLES if hole not in square][: 3 + seat]
        glyphs = dict.fromkeys(three, "xo"[seat]) | dict.fromkeys(others, "ox"[seat]) | {"d4": "+"}
        board = "/".join("".join(glyphs.get(x + y, ".") for x in LETTERS) for y in DIGITS)
        assert result(GAME.position(f"{board} {seat}").play(last)) == ((seat,), "square", set(square))


@pytest.mark.parametrize(
    ("drawing", "move"),
    [
        ("""
            x . . . . . .
            . . . . . . .
            . . o . . o .
            . . . + . . .
            . . o . . . .
            . . . . . . .
            x . . . . . x
        """, "g7"),
        ("""
            . . o . . . .
            . . . x . . .
            . . . . . . .
            . x . + . . .
            . o . . . . .
            . . . x . . .
            . . o . . . .
        """, "f4"),
        ("""
            . . o . . . .
            . . . . . . .
            o . . . . . .
            . . x + x . .
            . o . x . . .
            . . . . . . .
            . . . . . . .
        """, "d5"),
        ("""
            . . . . . . .
            . . . . x . .
            o . . . . . .
            . x . + . . .
            . o . . . . .
            . . . . . o .
            . . . x . . .
        """, "g3"),
    ],
    ids=["the whole board", "a diamond around the centre", "the smallest around the centre", "tilted"],
)  # fmt: skip
def test_a_square_of_any_size_and_tilt_with_the_centre_inside(drawing: str, move: str) -> None:
    """Rule 2: the missing centre may lie inside it."""
    winners, reason, cells = result(drawn(drawing, 0).play(move))
    assert (winners, reason) == ((0,), "square")
    assert cells == {hole for hole in HOLES if glyph(drawn(drawing, 0), hole) == "x"} | {move}


@pytest.mark.parametrize(
    ("shape", "move"),
    [
        ("""
            . . . . . . .
            . . . . . o .
            . x . . . . .
            . . . + . . .
            o x . . x . .
            . . . . . . .
            . . . . . . o
        """, "e5"),
        ("""
            . . . . . . .
            . . x . . o .
            . . . . . . .
            . . . + . . .
            o x . . . . .
            . . . . . . .
            . . x . . . o
        """, "d3"),
    ],
    ids=["a rectangle", "a rhombus"],
)  # fmt: skip
def test_other_shapes_are_no_squares(shape: str, move: str) -> None:
    """Rule 2: the corners of a square."""
    assert drawn(shape, 0).play(move).outcome is None


# Rule 3: a turn. White threatens to complete a square on d1.

TWO_THREATS = """
    x x . x . . .
    . . . . . . x
    . . . . . o .
    . . . + . . .
    . o . o . o .
    . . . . . . .
    . o . . . . x
"""
MUST_PARRY = "a doubled pawn must parry a threat, rule 3"
DOIT_PARER = "un pion doublé doit parer une menace, règle 3"


@BOTH_MODES
def test_a_doubled_pawn_parries_a_threat_and_the_single_ends_the_turn(claims: str) -> None:
    """Rule 3: first the doubled pawn, in the fourth corner, then exactly one single."""
    state = drawn(THREAT, 0, claims)
    assert [move for move in state.moves() if move.endswith("*")] == ["d1*"]
    state = state.play("d1*")
    assert state.seat == 0
    state = state.play("g1")
    assert picture(state) == rows("""
        x . . . . . .
        . . . . . . x
        . . . . . . .
        . . . + . . .
        . o . o . . .
        . . . . . . .
        . o . X . x x
    """)
    assert state.seat == 1


def test_a_doubled_pawn_costs_two_pawns() -> None:
    """Rule 3: of the 24; a single costs one."""
    state = drawn(THREAT, 0)
    assert pawns_left(state) == ["21 pawns", "21 pawns"]
    assert pawns_left(state.play("d1*")) == ["19 pawns", "21 pawns"]
    assert pawns_left(state.play("d1*").play("g1")) == ["18 pawns", "21 pawns"]


def test_nobody_has_to_parry() -> None:
    """Rule 3: as many doubled pawns as wished, so none is enough."""
    assert drawn(THREAT, 0).play("g1").seat == 1


@BOTH_MODES
def test_several_doubled_pawns_in_one_turn(claims: str) -> None:
    """Rule 3: as many as wished, one by one, in any order; then one single."""
    state = drawn(TWO_THREATS, 0, claims)
    assert [move for move in state.moves() if move.endswith("*")] == ["d5*", "d1*"]
    for doubles in (["d5*", "d1*"], ["d1*", "d5*"]):
        after = GAME.continue_with(state, doubles)
        assert after.seat == 0
        assert not [move for move in after.moves() if move.endswith("*")]
        assert after.play("e1").seat == 1
        assert picture(after) == rows("""
            x x . x . . .
            . . . . . . x
            . . . X . o .
            . . . + . . .
            . o . o . o .
            . . . . . . .
            . o . X . . x
        """)


@BOTH_MODES
def test_a_doubled_pawn_that_parries_nothing_is_refused(claims: str) -> None:
    """Rule 3: each must parry a threat; in the called game too."""
    for state, move in ((drawn(THREAT, 0, claims), "e1*"), (GAME.start(claims=claims), "a1*")):
        refused(state, move, en=MUST_PARRY, fr=DOIT_PARER)


def test_the_movers_own_three_pawns_are_no_threat_to_parry() -> None:
    """Rule 3: the three other corners are enemy pawns."""
    state = drawn(THREAT, 0).play("g1")
    assert not [move for move in state.moves() if move.endswith("*")]
    refused(state, "d1*", en=MUST_PARRY, fr=DOIT_PARER)


def test_a_doubled_pawn_is_no_corner_of_a_threat() -> None:
    """Rule 3: the three other corners are *single* pawns; so a single on the fourth does not lose either."""
    state = drawn("""
        . . . . . . o
        . . . . . . .
        . . . . . . .
        . . . + . . .
        x O . o . . .
        x x . . . . .
        . o . . . . .
    """, 0)  # fmt: skip
    refused(state, "d1*", en=MUST_PARRY, fr=DOIT_PARER)
    assert state.play("d1").outcome is None


@BOTH_MODES
def test_a_taken_hole_is_refused(claims: str) -> None:
    """Rule 3: an empty hole, for singles and doubled pawns."""
    for move in ("a7", "b3", "b3*", "f1*"):
        refused(drawn(THREAT, 0, claims), move, en="this hole is taken, rule 3", fr="ce trou est occupé, règle 3")
    refused(drawn(THREAT, 0, claims).play("d1*"), "d1*", en="this hole is taken, rule 3",
            fr="ce trou est occupé, règle 3")  # fmt: skip


@BOTH_MODES
def test_the_other_player_waits(claims: str) -> None:
    """Rule 3: pawns are placed in turn, in the called game too."""
    for state in (drawn(THREAT, 0, claims), drawn(THREAT, 0, claims).play("d1*")):
        assert state.moves(1) == []
        refused(state, "g1", seat=1, en="not your turn; to move: Black",
                fr="ce n'est pas votre tour ; à jouer : Noir")  # fmt: skip


ONE_PAWN_LEFT = """
    . . o X o x o
    . o O . o . o
    X x X . o o X
    x o o + x x x
    x X o x x O x
    o . . . . O O
    o x x . x . O
"""


def test_one_pawn_is_not_enough_for_a_doubled_pawn() -> None:
    """Rule 3: f6 would parry, but a doubled pawn takes two pawns."""
    state = drawn(ONE_PAWN_LEFT, 0)
    assert pawns_left(state)[0] == "1 pawn"
    refused(state, "f6*", en="a doubled pawn takes two pawns and only one is left, rule 3",
            fr="un pion doublé demande deux pions et il n'en reste qu'un, règle 3")  # fmt: skip


def test_the_last_single_begins_the_filling() -> None:
    """Rule 5: Black has no pawns left, so White's last pawn fills: a single, without rule (c)."""
    state = drawn(ONE_PAWN_LEFT, 0).play("b2")
    assert (state.seat, pawns_left(state)) == (1, ["0 pawns", "1 pawn"])
    black = {hole for hole in HOLES if glyph(state, hole) == "x"}
    answers = [hole for hole in state.moves() if completes(hole, black)]
    assert answers
    for hole in answers:
        assert state.play(hole).outcome.reason in ("draw", "square")


# Rules 4 and 6: winning, with a referee


def test_a_single_on_an_enemy_threat_loses_at_once() -> None:
    """Rules 4c and 6."""
    assert result(drawn(THREAT, 0).play("d1")) == ((1,), "answer", {"b1", "b3", "d3", "d1"})


def test_completing_an_own_square_is_checked_first() -> None:
    """Rules 4a and 6: d1 is on White's threat too, yet Black wins."""
    over = drawn(OWN_SQUARE_ON_A_THREAT, 0).play("d1")
    assert result(over) == ((0,), "square", {"d1", "d2", "e2", "e1"})
    assert over.outcome.scores == (1, 0)
    refused(over, "a1", en="the game is over", fr="la partie est finie")


def test_a_fourth_doubled_pawn_in_a_square_loses_at_once() -> None:
    """Rules 4b and 6: though it parries a threat; other doubled pawns go on."""
    state = drawn(FOUR_DOUBLES, 0)
    assert result(state.play("f4*")) == ((1,), "doubles", {"c5", "e6", "f4", "d3"})


def test_singles_and_doubled_pawns_make_no_square_together() -> None:
    """Rule 4: four single pawns, or four doubled pawns."""
    state = drawn("""
        x . . . . . .
        . . . . . . .
        . . . . . . .
        . . . + . . .
        . o . o . . .
        . . . x x . .
        . o . X . . .
    """, 0)  # fmt: skip
    assert frozenset(["d1", "d2", "e2", "e1"]) in SQUARES
    assert state.play("e1").outcome is None


# Rule 5: the filling. Black has two pawns left and so has White.


@BOTH_MODES
def test_the_last_pawns_on_a_doubled_pawn_end_the_turn(claims: str) -> None:
    """Rule 6: no single is left to play; the other fills."""
    state = drawn(NEAR_THE_END, 0, claims)
    assert pawns_left(state) == ["2 pawns", "2 pawns"]
    state = state.play("a7*")
    assert picture(state) == rows(FILLING)
    assert state.seat == 1
    assert pawns_left(state) == ["0 pawns", "2 pawns"]


@BOTH_MODES
def test_who_has_pawns_left_places_them_all_one_after_another(claims: str) -> None:
    """Rules 5 and 6: only singles, in empty holes of their choice; the other seat waits."""
    state = drawn(FILLING, 1, claims)
    assert state.moves() == [hole for hole in HOLES if glyph(state, hole) == "."]
    refused(state, "a5*", en="only single pawns fill the board at the end, rule 5",
            fr="à la fin, on ne pose que des pions simples, règle 5")  # fmt: skip
    state = state.play("e4")
    assert state.seat == 1
    refused(state, "a1", seat=0, en="not your turn; to move: White",
            fr="ce n'est pas votre tour ; à jouer : Blanc")  # fmt: skip
    assert pawns_left(state.play("a1")) == ["0 pawns", "0 pawns"]


def test_the_game_is_drawn_when_all_pawns_are_placed() -> None:
    """Rule 6: if nobody has won."""
    over = drawn(FILLING, 1).play("e4").play("a1")
    assert result(over) == ((0, 1), "draw", set())
    assert over.outcome.scores == (0.5, 0.5)


def test_a_filling_pawn_on_a_threat_does_not_lose() -> None:
    """Rule 6: the filling is without rule (c). Black threatened a5."""
    before = drawn(FILLING, 1)
    black = {hole for hole in HOLES if glyph(before, hole) == "x"}
    assert completes("a5", black)
    assert before.play("a5").outcome is None


def test_a_filling_pawn_can_still_win() -> None:
    """Rules 4a and 5: White completes a square on b4."""
    assert result(drawn(FILLING, 1).play("b4"))[:2] == ((1,), "square")
