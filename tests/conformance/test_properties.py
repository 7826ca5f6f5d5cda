"""Hypothesis plays: whatever the choices, position, record and move texts give back what they were made from."""

from __future__ import annotations

from every_mode import Mode, all_modes
from hypothesis import given, settings
from hypothesis import strategies as st

import carreau

relaxed = settings(max_examples=60)


@st.composite
def played(draw: st.DrawFn) -> carreau.State:
    """A position of any game in any mode, reached by drawn choices (which Hypothesis can shrink)."""
    mode: Mode = draw(st.sampled_from(all_modes()))
    state = mode.start()
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=60)):
        if state.seat is None:
            break
        moves = state.moves()
        state = state.play(moves[choice % len(moves)])
    return state


@given(state=played())
@relaxed
def test_position_round_trip(state: carreau.State) -> None:
    again = state.game.position(str(state))
    assert again == state
    assert (again.moves(), again.outcome, again.seat) == (state.moves(), state.outcome, state.seat)


@given(state=played(), ending=st.sampled_from(["", "draw", "0:resign", "0:time"]))
@relaxed
def test_record_round_trip(state: carreau.State, ending: str) -> None:
    ending = "" if state.seat is None else ending
    record = carreau.read_record(carreau.write_record(state, ending=ending))
    assert (record.state, record.ending, record.moves) == (state, ending, state.history)
    assert dict(record.options) == dict(state.options)


@given(state=played())
@relaxed
def test_move_round_trip(state: carreau.State) -> None:
    board, words = state.raw_board, state.raw_state
    for number, text in zip(state.legal(), state.moves(), strict=True):
        assert state.seat is not None
        assert state.game.read_move(board, words, text, state.seat) == number


@given(state=played())
@relaxed
def test_tries_contain_the_legal_moves_and_leave_the_state_alone(state: carreau.State) -> None:
    before = str(state)
    assert set(state.moves()) <= set(state.tries())
    for seat in range(state.seats):
        state.tries(seat)
    assert str(state) == before


@given(state=played())
@relaxed
def test_a_view_of_a_view_tells_no_more(state: carreau.State) -> None:
    """What a seat may know of what it knows is what it knows."""
    for seat in range(state.seats):
        view = state.view(seat)
        assert str(view.view(seat)) == str(view)
        assert state.game.position(str(view)) == view
