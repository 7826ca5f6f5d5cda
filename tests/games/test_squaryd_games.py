"""Squaryd, whole games and positions, against a second referee and by symmetry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from drawing import SEEDS, check_count_and_nth
from hypothesis import given, settings
from pawns import (
    DIGITS,
    GAME,
    HOLES,
    LETTERS,
    OWN_SQUARE_ON_A_THREAT,
    RULES,
    THREAT,
    completes,
    drawn,
    picture,
    watched,
)

import carreau

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
