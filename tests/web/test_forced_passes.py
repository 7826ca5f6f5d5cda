"""Where a pass is all there is: said to who must pass, without a word about anybody's hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import carreau
from carreau.tables.opening import Wish, from_record, open_table
from carreau.tables.table import Table
from carreau.web.frames import Position, write_frame
from carreau.web.sight import NOBODY, Person, eye, glance, position


def table_where(is_stuck: bool, game: str, **options: Any) -> Table:
    """Two people at one screen; the first is to move, and can only pass, or can do something else."""
    for seed in range(200):
        state, random = carreau.game(game).start(**options), Random(seed)
        while state.seat is not None:
            if len(state.history) > 3 and state.seat == 0 and (state.moves() == ["pass"]) == is_stuck:
                begun = from_record(carreau.read_record(carreau.write_record(state)))
                wishes = [Wish("me"), Wish("here", "Ben")]
                return Table("t", open_table(wishes=wishes, player="ana", name="Ana", now=0, **begun).opened)
            state = state.play(random.choice(state.moves()))
    raise AssertionError("nobody has to pass")


def seen_by(table: Table, person: Person) -> Position:
    return position(table, person, glance(table, eye(table, person), person.lang), None, moment=0)


@pytest.mark.parametrize("shown", [NOBODY, 1])
def test_no_hand_is_shown_for_a_pass(shown: int) -> None:
    """Whoever was at the screen last: it need not be handed over, and all tiles of both are face down."""
    table = table_where(True, "united-square", deal=3)
    frame = seen_by(table, Person("ana", "en", shown))
    assert (frame.only, frame.curtain, frame.acting) == ("pass", NOBODY, 0)
    assert frame.touches == {"0": {"pass": "pass"}}
    assert {held[0].split()[-1] for seat in frame.seats for held in seat.held} == {"????"}
    assert "hand 0 B" not in write_frame(frame)
    assert "hand 1 B" not in write_frame(frame)


def test_where_there_is_a_choice_the_curtain_stays() -> None:
    table = table_where(False, "united-square", deal=3)
    frame = seen_by(table, Person("ana", "en", 1))
    assert (frame.only, frame.curtain, frame.touches) == ("", 0, {})


def test_nobody_else_is_told() -> None:
    table = table_where(True, "united-square", deal=3)
    assert seen_by(table, Person("cleo", "en")).only == ""


def test_what_could_be_said_instead_is_told_with_it() -> None:
    frame = seen_by(table_where(True, "012x012", grid="CAR_006x006_001"), Person("ana", "en"))
    assert frame.only == "pass"
    assert list(frame.prompts) == ["?"]


def test_who_has_to_find_out_is_not_told() -> None:
    """In the strict mode of 012x012 legal moves are not shown: a pass is one of many things to try."""
    frame = seen_by(table_where(True, "012x012", grid="CAR_006x006_001", strict=True), Person("ana", "en"))
    assert frame.only == ""


def test_a_question_is_for_people_to_answer() -> None:
    """In Unlur a pass takes Black, even where it is all that remains of the contract."""
    state = carreau.game("unlur").start(side=3)
    while state.moves() != ["pass"]:
        state = state.play(next(move for move in state.moves() if move != "pass"))
    begun = from_record(carreau.read_record(carreau.write_record(state)))
    table = Table("t", open_table(wishes=[Wish("me"), Wish("me")], player="ana", name="Ana", now=0, **begun).opened)
    assert seen_by(table, Person("ana", "en")).only == ""
