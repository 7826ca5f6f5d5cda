"""Squaryd, rule by rule. `x` and `o` are single pawns of Black and White, `X` and `O` doubled ones."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest
from drawing import SEEDS, check_count_and_nth, malformed, refused, rows
from hypothesis import given, settings

import carreau

GAME = carreau.game("squaryd")
RULES = GAME.module
LETTERS, DIGITS = "abcdefg", "7654321"
HOLES = [letter + digit for digit in DIGITS for letter in LETTERS if letter + digit != "d4"]
START = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . + . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def drawn(drawing: str, seat: int, claims: str = "referee") -> carreau.State:
    """The position of a drawing, nobody having claimed anything and nothing being open to (c)."""
    _, _, *rest = str(GAME.start(claims=claims)).split()
    return GAME.position(" ".join(["/".join(rows(drawing)), str(seat), *rest]))


def picture(state: carreau.State) -> list[str]:
    return str(state).split()[0].split("/")


def result(state: carreau.State) -> tuple[tuple[int, ...], str, set[str]]:
    """Winners, reason and cells of a finished game."""
    assert (state.seat, state.moves()) == (None, [])
    assert GAME.position(str(state)) == state
    return state.outcome.winners, state.outcome.reason, set(state.outcome.cells)


# A second referee, on sets of names


def every_square() -> set[frozenset[str]]:
    """A corner, a side (dx, dy) and the same side turned by a right angle."""
    found = set()
    for x, y, dx, dy in product(range(7), range(7), range(-6, 7), range(-6, 7)):
        ring = [(x, y), (x + dx, y + dy), (x + dx - dy, y + dy + dx), (x - dy, y + dx)]
        if (dx, dy) != (0, 0) and all(0 <= i < 7 and 0 <= j < 7 for i, j in ring) and (3, 3) not in ring:
            found.add(frozenset(LETTERS[i] + DIGITS[j] for i, j in ring))
    return found


SQUARES = every_square()
OTHERS = {hole: [square - {hole} for square in SQUARES if hole in square] for hole in HOLES}


def completes(hole: str, pawns: set[str]) -> bool:
    """Is the hole the fourth corner of a square whose other corners are these pawns?"""
    return any(three <= pawns for three in OTHERS[hole])


class Referee:
    """The rules, played on sets."""

    def __init__(self, *, called: bool) -> None:
        self.called = called
        self.singles: list[set[str]] = [set(), set()]
        self.doubles: list[set[str]] = [set(), set()]
        self.left, self.wrong = [24, 24], [0, 0]
        self.seat, self.said_done, self.answer = 0, False, ""
        self.result: tuple[tuple[int, ...], str] | None = None

    @property
    def empty(self) -> list[str]:
        return [hole for hole in HOLES if not any(hole in pawns for pawns in self.singles + self.doubles)]

    def moves(self) -> list[str]:
        me, enemy = self.seat, 1 - self.seat
        if self.result:
            return []
        if self.left == [0, 0] or not self.empty:
            return ["done"]
        parries = [hole for hole in self.empty if completes(hole, self.singles[enemy])]
        may_double = self.left[me] >= 2 and self.left[enemy] > 0
        return self.empty + [f"{hole}*" for hole in parries if may_double]

    def play(self, move: str, seat: int) -> None:
        if move == "done":
            self.result = ((0, 1), "draw") if self.said_done else None
            self.said_done, self.seat = True, 1 - seat
        elif move.startswith("!"):
            self.claim(set(move[1:].split(",")), seat)
        else:
            self.place(move.strip("*"), doubled=move.endswith("*"))

    def is_right(self, holes: set[str], seat: int) -> str:
        """The reason why a claim wins, nothing if it is wrong."""
        if len(holes) == 4 and holes <= self.singles[seat]:
            return "square"
        if len(holes) == 4 and holes <= self.doubles[1 - seat]:
            return "doubles"
        return "answer" if holes == {self.answer} & self.singles[1 - seat] else ""

    def claim(self, holes: set[str], seat: int) -> None:
        if reason := self.is_right(holes, seat):
            self.result = ((seat,), reason)
        else:
            self.wrong[seat] += 1
            if self.wrong[seat] == 3:
                self.result = ((1 - seat,), "wrong-claims")

    def place(self, hole: str, *, doubled: bool) -> None:
        me, enemy = self.seat, 1 - self.seat
        filling = self.left[enemy] == 0
        mine = (self.doubles if doubled else self.singles)[me]
        makes_square = completes(hole, mine)
        answers = not doubled and not filling and completes(hole, self.singles[enemy])
        self.answer = hole if answers else ""
        mine.add(hole)
        self.left[me] -= 2 if doubled else 1
        if not self.called and makes_square:
            self.result = ((enemy,), "doubles") if doubled else ((me,), "square")
        elif not self.called and answers:
            self.result = ((enemy,), "answer")
        elif self.left == [0, 0] or not self.empty:
            self.seat = enemy
            self.result = None if self.called else ((0, 1), "draw")
        elif self.left[enemy] and (not doubled or self.left[me] == 0):
            self.seat = enemy


def chosen(state: carreau.State, referee: Referee, choose: random.Random) -> tuple[str, int]:
    """Mostly a move after which the game goes on, often a doubled pawn; in the called game sometimes a claim."""
    if referee.called and choose.random() < 0.05:
        claimer = choose.randrange(2)
        claims = [move for move in state.tries(claimer) if move.startswith("!")]
        choose.shuffle(claims)
        if choose.random() < 0.2:
            claims.sort(key=lambda claim: not referee.is_right(set(claim[1:].split(",")), claimer))
        return claims[0], claimer
    moves = state.moves()
    choose.shuffle(moves)
    if choose.random() < 0.6:
        moves.sort(key=lambda move: not move.endswith("*"))
    if referee.called or choose.random() < 0.1:
        return moves[0], state.seat
    return next((move for move in moves if state.play(move).seat is not None), moves[0]), state.seat


def watched(seed: int, *, called: bool) -> Iterator[tuple[carreau.State, Referee]]:
    """The positions of a random game, seen by both."""
    choose = random.Random(seed)
    state, referee = GAME.start(claims="called" if called else "referee"), Referee(called=called)
    yield state, referee
    while state.seat is not None:
        move, seat = chosen(state, referee, choose)
        state = state.play(move, seat=seat)
        referee.play(move, seat)
        yield state, referee


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


def glyph(state: carreau.State, hole: str) -> str:
    return picture(state)[DIGITS.index(hole[1])][LETTERS.index(hole[0])]


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

THREAT = """
    x . . . . . .
    . . . . . . x
    . . . . . . .
    . . . + . . .
    . o . o . . .
    . . . . . . .
    . o . . . x .
"""
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
BOTH_MODES = pytest.mark.parametrize("claims", ["referee", "called"])


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

OWN_SQUARE_ON_A_THREAT = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . + . . .
    . o . o . . .
    . . . x x . .
    . o . . x . .
"""
FOUR_DOUBLES = """
    . . . o o x .
    . . . o X o o
    x . X o X . .
    x . . + o . x
    . . x X . x o
    . . x . x . .
    . o x . . . .
"""


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

NEAR_THE_END = """
    . o x o o x x
    o o . x o O .
    . x o x X o O
    . . X + . X .
    x O o x o X o
    x o . x . x x
    . . x o o O x
"""
FILLING = NEAR_THE_END.replace(". o x o", "X o x o", 1)  # Black has parried on a7


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


# Rule 6: the called game


def test_in_the_called_game_nothing_is_automatic() -> None:
    """Rule 6: an own square, an answer and a square of doubles go on unless somebody sees them."""
    for drawing, move in ((OWN_SQUARE_ON_A_THREAT, "d1"), (THREAT, "d1"), (FOUR_DOUBLES, "f4*")):
        state = drawn(drawing, 0, "called").play(move)
        assert state.outcome is None
        assert state.seat == (0 if move.endswith("*") else 1)


def test_the_referee_refuses_claims() -> None:
    """Rule 6: with a referee squares are called automatically, on one's turn and on the other's."""
    for seat in (0, 1, None):
        for claim in ("!b1,b3,d3,d1", "!d1"):
            refused(drawn(THREAT, 0), claim, seat=seat, en="the referee calls squares by itself, rule 6",
                    fr="l'arbitre désigne lui-même les carrés, règle 6")  # fmt: skip


SQUARE = "d1,d2,e2,e1"


@pytest.fixture
def unseen() -> carreau.State:
    """Black has just completed a square on d1, which also answers White's threat; White is to move."""
    return drawn(OWN_SQUARE_ON_A_THREAT, 0, "called").play("d1")


def test_an_own_square_is_claimed_out_of_turn(unseen: carreau.State) -> None:
    """Rules 4a and 6. Notation: the seat before the claim, or as an argument."""
    over = unseen.play(f"0:!{SQUARE}")
    assert over == unseen.play(f"!{SQUARE}", seat=0) == unseen.play(f"0:!{SQUARE}", seat=0)
    assert result(over) == ((0,), "square", set(SQUARE.split(",")))
    assert over.history[-1].startswith("0:!")


def test_an_own_square_is_claimed_in_turn_at_any_later_moment(unseen: carreau.State) -> None:
    """Rule 4: (a) may be pointed out at any later moment."""
    later = GAME.continue_with(unseen, ["a7", "g7", "a6", "g6", "b5"])
    assert later.seat == 0
    over = later.play(f"!{SQUARE}")
    assert over == later.play(f"0:!{SQUARE}")
    assert result(over) == ((0,), "square", set(SQUARE.split(",")))
    assert over.history[-1].startswith("!")


def test_the_corners_come_in_any_order(unseen: carreau.State) -> None:
    """Notation: any corner order; the record keeps one of them."""
    overs = {unseen.play(f"0:!{','.join(order)}") for order in permutations(SQUARE.split(","))}
    assert len(overs) == 1
    histories = {unseen.play(f"0:!{','.join(order)}").history for order in permutations(SQUARE.split(","))}
    assert len(histories) == 1
    record = carreau.write_record(overs.pop())
    assert carreau.read_record(record).outcome.winners == (0,)


def test_four_holes_that_make_no_square_are_told_so(unseen: carreau.State) -> None:
    """Who touched them has written nothing: no word of how a claim is written."""
    with pytest.raises(carreau.IllegalMove, match="not the corners of a square"):
        unseen.play("0:!a1,b2,c3,g7")


def test_a_square_of_the_opponents_doubles_is_claimed() -> None:
    """Rules 4b and 6: at once, out of turn, and later."""
    state = drawn(FOUR_DOUBLES, 0, "called").play("f4*")
    square = {"c5", "e6", "f4", "d3"}
    assert result(state.play("1:!c5,e6,f4,d3")) == ((1,), "doubles", square)
    later = GAME.continue_with(state, ["a1", "a2", "g1"])
    assert later.seat == 1
    assert result(later.play("!c5,e6,f4,d3")) == ((1,), "doubles", square)


def test_an_answer_is_announced() -> None:
    """Rules 4c and 6: the opponent has just answered a threat with a single."""
    state = drawn(THREAT, 0, "called").play("d1")
    assert result(state.play("!d1")) == ((1,), "answer", {"b1", "b3", "d3", "d1"})
    assert state.play("1:!d1") == state.play("!d1", seat=1) == state.play("!d1")


def test_an_answer_that_completes_a_square_goes_to_whoever_speaks_first(unseen: carreau.State) -> None:
    """Rule 6: nothing is automatic, so (c) is open to White as (a) is to Black."""
    assert result(unseen.play("!d1")) == ((1,), "answer", {"b1", "b3", "d3", "d1"})
    assert result(unseen.play(f"0:!{SQUARE}"))[0] == (0,)


def test_an_answer_is_announced_only_until_the_claimer_has_placed_a_pawn() -> None:
    """Rule 6: a single or a doubled pawn ends the time for (c)."""
    state = drawn(THREAT, 0, "called").play("d1")
    for later in (state.play("g1"), state.play("g1").play("a1")):
        assert wrong(later.play("!d1", seat=1)) == [0, 1]
    # Black's three pawns threaten c6, and a fourth answers White on d1.
    state = drawn("""
        . x . . . . .
        x . . . . . .
        . x . . . . .
        . . . + . . .
        . o . o . . .
        . . . . . . .
        . o . . . . .
    """, 0, "called").play("d1")  # fmt: skip
    parried = state.play("c6*")
    assert parried.seat == 1
    assert wrong(parried.play("!d1")) == [0, 1]


def wrong(state: carreau.State) -> list[int]:
    """The wrong claims of the two seats, in a game that goes on."""
    assert state.outcome is None
    return [int(rail.score.en.partition(", ")[2][0]) for rail in state.scene().rails]


def test_a_single_that_answers_no_threat_is_announced_in_vain() -> None:
    """Rule 4c: it must have answered one of the claimer's threats."""
    assert wrong(drawn(THREAT, 0, "called").play("g1").play("!g1")) == [0, 1]
    assert wrong(drawn(THREAT, 0, "called").play("d1*").play("1:!d1")) == [0, 1]  # nor is a doubled pawn a single


def test_a_wrong_claim_before_the_right_one_does_not_spoil_it() -> None:
    """Rule 6: a wrong claim costs nothing; (c) stays open until the claimer places a pawn."""
    state = drawn(THREAT, 0, "called").play("d1").play("!f1").play("0:!b1")
    assert result(state.play("!d1"))[:2] == ((1,), "answer")


@pytest.mark.parametrize(
    ("drawing", "claim", "seat"),
    [
        (THREAT, "!b1,b3,d3,d1", 1),  # three corners are not four
        (THREAT, "!a1,a3,c3,c1", 0),  # nothing there
        (THREAT, "!b3", 0),  # White's single answers no threat
        (THREAT, "!d1", 1),  # no pawn there
        (OWN_SQUARE_ON_A_THREAT, "!e1", 1),  # an old single
        (FOUR_DOUBLES, "!c5,e6,f4,d3", 1),  # three doubles
    ],
)
@pytest.mark.parametrize("to_move", [0, 1])
def test_a_wrong_claim_is_counted_and_changes_nothing_else(drawing: str, claim: str, seat: int, to_move: int) -> None:
    """Rule 6: refused and costs nothing, on one's own turn or on the other's."""
    before = drawn(drawing, 0, "called")
    before = before.play("g1") if to_move else before
    after = before.play(claim, seat=seat)
    assert wrong(before) == [0, 0]
    assert wrong(after) == [1 - seat, seat]
    assert (picture(after), after.seat, after.moves()) == (picture(before), before.seat, before.moves())
    assert after.history[-1] == (claim_text(claim) if seat == to_move else f"{seat}:{claim_text(claim)}")


def claim_text(claim: str) -> str:
    """A claim as the history keeps it: that of a game in which seat 0 makes it at once."""
    return GAME.start(claims="called").play(claim).history[0]


def test_the_opponents_square_and_ones_own_doubles_are_wrong_claims(unseen: carreau.State) -> None:
    """Rule 4: (a) is of one's own single pawns, (b) of the opponent's doubled ones, (c) of one's own threat."""
    assert wrong(unseen.play(f"1:!{SQUARE}")) == [0, 1]
    assert wrong(unseen.play("0:!d1")) == [1, 0]
    doubles = drawn(FOUR_DOUBLES, 0, "called").play("f4*")
    assert wrong(doubles.play("0:!c5,e6,f4,d3")) == [1, 0]


def test_the_third_wrong_claim_loses() -> None:
    """Rule 6: three wrong claims in a game lose it, in turn or out of turn; each seat counts for itself."""
    state = drawn(THREAT, 0, "called").play("!a1,a3,c3,c1").play("1:!a1").play("1:!a1,a3,c3,c1").play("g1")
    assert wrong(state) == [1, 2]
    state = state.play("0:!a1")
    assert wrong(state) == [2, 2]
    assert result(state.play("0:!a1")) == ((1,), "wrong-claims", set())
    assert result(state.play("!a1")) == ((0,), "wrong-claims", set())


def test_claims_that_claim_nothing_are_malformed() -> None:
    """Notation: malformed text always raises, and is not counted."""
    no_holes = ["!", "!d4", "!h1", "!A1", "!a1*", "!done", "2:!a1", "1:", "x:!a1"]
    no_squares = ["!a1,a3,c3", "!a1,a3,c3,c2", "!a1,a2,a3,a4", "!a1,a1,a3,c3", "!a1,a3,c3,c1,e1", "!c4,d4,d5,c5"]
    no_lists = ["!a1,,c3,c1", "!a1 a3 c3 c1", "!a1,a3,c3,c1,", "!!a1,a3,c3,c1"]
    malformed(drawn(THREAT, 0, "called"), *no_holes, *no_squares, *no_lists)
    with pytest.raises(carreau.BadMove):
        drawn(THREAT, 0, "called").play("1:!a1", seat=0)


def test_tries_are_everything_that_can_be_said_and_moves_what_is_right() -> None:
    """Notation: `moves()` never lists claims; `tries()` lists every well-formed move, which `play` knows."""
    state = drawn(THREAT, 0, "called")
    assert not [move for move in state.moves() if move.startswith("!")]
    claims = [move for move in state.tries(1) if move.startswith("!")]
    assert state.tries(1) == claims
    assert len(claims) == len(set(claims)) == 172 + 48
    assert {frozenset(claim[1:].split(",")) for claim in claims} == SQUARES | {frozenset([hole]) for hole in HOLES}
    assert set(state.tries()) >= set(state.moves()) | set(claims)
    for move in claims:
        assert wrong(state.play(move)) == [1, 0]
        assert wrong(state.play(move, seat=1)) == [0, 1]
    for move in set(state.tries()) - set(state.moves()) - set(claims):
        with pytest.raises(carreau.IllegalMove, match="must parry"):
            state.play(move)


def test_with_a_referee_tries_are_the_moves() -> None:
    """Notation: only the called game hides what is right."""
    state = drawn(THREAT, 0)
    assert state.tries() == state.moves()
    assert state.tries(1) == []


# Rule 6: the end of the called game


@pytest.fixture
def ended() -> carreau.State:
    """White has placed the last pawns, on b4, where they complete a square, and on a5, which Black threatened."""
    return drawn(FILLING, 1, "called").play("b4").play("a5")


def test_after_the_last_pawn_both_say_done(ended: carreau.State) -> None:
    """Rule 6: the seat that did not place the last pawn answers first, then the other; nobody claims: a draw."""
    assert (ended.seat, ended.moves()) == (0, ["done"])
    assert ended.question == "All pawns are placed: is there a square to claim?"
    second = ended.play("done")
    assert (second.seat, second.moves()) == (1, ["done"])
    assert GAME.position(str(second)) == second
    assert result(second.play("done")) == ((0, 1), "draw", set())


def test_after_the_last_pawn_claims_are_still_open(ended: carreau.State) -> None:
    """Rule 6: in turn, and out of turn, before and after the first `done`."""
    white = {hole for hole in HOLES if glyph(ended, hole) == "o"}
    square = next(square for square in SQUARES if square <= white)
    claim = f"!{','.join(square)}"
    for over in (
        ended.play(claim, seat=1),
        ended.play("done").play(claim),
        ended.play(claim, seat=0).play(f"1:{claim}"),
    ):
        assert result(over) == ((1,), "square", set(square))
    mistaken = ended.play(claim)
    assert (wrong(mistaken), mistaken.seat, mistaken.moves()) == ([1, 0], 0, ["done"])
    mistaken = ended.play("done").play(claim, seat=0)
    assert (wrong(mistaken), mistaken.seat, mistaken.moves()) == ([1, 0], 1, ["done"])


def test_a_filling_pawn_cannot_be_announced_as_an_answer(ended: carreau.State) -> None:
    """Rule 6: the filling is without rule (c)."""
    assert wrong(ended.play("!a5")) == [1, 0]
    assert wrong(drawn(FILLING, 1, "called").play("a5").play("0:!a5")) == [1, 0]


def test_nothing_is_placed_after_the_last_pawn(ended: carreau.State) -> None:
    """Rule 6: a claim or `done`."""
    empty = next(hole for hole in HOLES if glyph(ended, hole) == ".")
    for move in (empty, f"{empty}*"):
        refused(ended, move, en="the last pawn is placed, claim or say done, rule 6",
                fr="le dernier pion est posé, annoncez ou dites done, règle 6")  # fmt: skip
    refused(ended, "done", seat=1, en="not your turn; to move: Black",
            fr="ce n'est pas votre tour ; à jouer : Noir")  # fmt: skip


@BOTH_MODES
def test_done_is_said_only_after_the_last_pawn(claims: str) -> None:
    """Rule 6: before it, and in the game with a referee, it is refused."""
    for state in (GAME.start(claims=claims), drawn(THREAT, 0, claims), drawn(FILLING, 1, claims)):
        refused(state, "done", en="this is said only after the last pawn of a called game, rule 6",
                fr="ne se dit qu'après le dernier pion d'une partie annoncée, règle 6")  # fmt: skip


def test_a_full_board_ends_the_called_game() -> None:
    """Rule 6: no hole is empty; Black, who did not place the last pawn, answers first."""
    state = GAME.replay(HOLES, claims="called")
    assert (state.seat, state.moves()) == (0, ["done"])
    assert "." not in "".join(picture(state))
    assert result(state.play("done").play("done"))[:2] == ((0, 1), "draw")


# Whole games


@pytest.mark.parametrize("called", [False, True], ids=["referee", "called"])
def test_random_games_agree_with_a_second_referee(called: bool) -> None:
    """Rules 1 to 6 over whole games, with doubled pawns, fillings and claims."""
    reasons = set()
    for seed in range(60):
        for state, referee in watched(seed, called=called):
            assert state.moves() == referee.moves()
            assert pawns_of(state) == [*referee.singles, *referee.doubles]
            if referee.result is None:
                assert state.seat == referee.seat
        assert (state.outcome.winners, state.outcome.reason) == referee.result
        assert GAME.position(str(state)) == state
        reasons.add(state.outcome.reason)
    assert reasons >= ({"square", "draw", "wrong-claims"} if called else {"square", "draw", "answer"})


def pawns_of(state: carreau.State) -> list[set[str]]:
    board = "".join(picture(state)).replace("+", "")
    return [{hole for hole, found in zip(HOLES, board, strict=True) if found == kind} for kind in "xoXO"]


def images() -> Iterator[dict[str, str]]:
    """The eight symmetries of the board, as maps of names."""
    for flip, swap_x, swap_y in product((False, True), repeat=3):
        image = {}
        for x, y in product(range(7), repeat=2):
            i, j = (y, x) if flip else (x, y)
            image[LETTERS[x] + DIGITS[y]] = LETTERS[6 - i if swap_x else i] + DIGITS[6 - j if swap_y else j]
        yield image


@pytest.mark.parametrize("called", [False, True], ids=["referee", "called"])
@given(seed=SEEDS)
@settings(max_examples=4)
def test_the_eight_symmetries_of_the_board(seed: int, called: bool) -> None:
    """A turned or mirrored game has the turned or mirrored moves and ends alike."""
    game = [state for state, _ in watched(seed, called=called)]
    for image in images():

        def mapped(move: str, image: dict[str, str] = image) -> str:
            return re.sub("[a-g][1-7]", lambda hole: image[hole[0]], move)

        mirrored = GAME.start(claims="called" if called else "referee")
        for state in game:
            if state.history:
                mirrored = mirrored.play(mapped(state.history[-1]))
            assert mirrored.seat == state.seat
            assert {mapped(move) for move in state.moves()} == set(mirrored.moves())
        assert mirrored.outcome.winners == game[-1].outcome.winners
        assert mirrored.outcome.reason == game[-1].outcome.reason


# What the kernel keeps up to date


@pytest.mark.parametrize("called", [False, True], ids=["referee", "called"])
@pytest.mark.parametrize("seed", range(6))
def test_pawns_and_threats_are_what_the_board_says(seed: int, called: bool) -> None:
    """The kernel numbers holes from the upper left; a threat counts where the seat has no such pawn yet."""
    for state, referee in watched(seed, called=called):
        words = state.raw_state
        assert named(words[RULES.EMPTY]) == set(referee.empty)
        for seat in (0, 1):
            assert words[RULES.PAWNS + seat] == referee.left[seat]
            assert named(words[RULES.SINGLES + seat]) == referee.singles[seat]
            assert named(words[RULES.DOUBLES + seat]) == referee.doubles[seat]
            for pawns, word in ((referee.singles[seat], RULES.THREATS), (referee.doubles[seat], RULES.DOUBLE_THREATS)):
                threats = {hole for hole in HOLES if completes(hole, pawns)}
                assert named(words[word + seat]) - pawns == threats - pawns


def named(word: int) -> set[str]:
    return {LETTERS[i % 7] + DIGITS[i // 7] for i in range(49) if word >> i & 1}


@pytest.mark.parametrize("called", [False, True], ids=["referee", "called"])
@pytest.mark.parametrize("seed", range(6))
def test_count_and_nth_agree_with_moves(seed: int, called: bool) -> None:
    for state, _ in watched(seed, called=called):
        if state.seat is not None:
            check_count_and_nth(state)


# The position's text


@pytest.mark.parametrize(
    "drawing",
    [
        THREAT.replace("+", "."),
        THREAT.replace(". . . + . . .", ". . . + . . x"),  # White would be to move
        THREAT.replace(". . . + . . .", ". . . + . . X"),  # a doubled pawn that parries nothing
        THREAT.replace(". . . . . . x", ". . . . . . ?"),
        THREAT.replace("x . . . . . .", "x . . . . ."),
        OWN_SQUARE_ON_A_THREAT.replace(". o . . x . .", "o o . x x . ."),  # a square that the referee has not called
    ],
)
def test_positions_that_cannot_occur_are_refused(drawing: str) -> None:
    with pytest.raises(carreau.BadPosition):
        drawn(drawing, 0)
