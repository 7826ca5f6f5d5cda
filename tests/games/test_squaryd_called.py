"""Squaryd, rule 6: the game in which the players call squares themselves, and its end."""

from __future__ import annotations

from itertools import permutations

import pytest
from drawing import malformed, refused
from pawns import (
    BOTH_MODES,
    FILLING,
    FOUR_DOUBLES,
    GAME,
    HOLES,
    OWN_SQUARE_ON_A_THREAT,
    SQUARES,
    THREAT,
    drawn,
    glyph,
    picture,
    result,
)

import carreau

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
