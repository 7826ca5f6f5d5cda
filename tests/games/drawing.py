"""Boards drawn in the tests, and moves refused on them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

import carreau

SEEDS = st.integers(0, 2**32)  # of random games


def rows(drawing: str) -> list[str]:
    """The lines of a drawn board without the spaces that make it look like one."""
    return ["".join(line.split()) for line in drawing.splitlines() if line.strip()]


def refused(state: carreau.State, move: str, *, en: str, fr: str, seat: int | None = None) -> None:
    """The move is refused with these words in the two languages, and the state is as it was."""
    text, words = str(state), list(state.raw_state)
    with pytest.raises(carreau.IllegalMove) as caught:
        state.play(move, seat=seat)
    assert str(caught.value) == f"{move}: {en}"
    with carreau.in_language("fr"):
        assert str(caught.value) == f"{move} : {fr}"
    assert (str(state), state.raw_state) == (text, words)


def refused_by_rule(state: carreau.State, move: str, en: str, fr: str, rule: int = 3) -> None:
    """The move is illegal; the sentence says why and names the rule, in both languages; nothing changed."""
    before = str(state), list(state.raw_state), state.history, state.moves()
    with pytest.raises(carreau.IllegalMove) as caught:
        state.play(move)
    assert not isinstance(caught.value, carreau.BadMove)
    assert str(caught.value).startswith(f"{move}: ")
    assert en in str(caught.value)
    assert f"rule {rule}" in str(caught.value)
    with carreau.in_language("fr"):
        assert str(caught.value).startswith(f"{move} : ")
        assert fr in str(caught.value)
        assert f"règle {rule}" in str(caught.value)
    assert (str(state), list(state.raw_state), state.history, state.moves()) == before


def refused_option(game: carreau.Game, allowed: str | tuple[str, str], **options: Any) -> None:
    """The option is refused, and the sentence says what is allowed, in English and in French."""
    en, fr = (allowed, allowed) if isinstance(allowed, str) else allowed
    with pytest.raises(carreau.BadOption) as caught:
        game.start(**options)
    assert "is not allowed; allowed:" in str(caught.value)
    assert en in str(caught.value)
    with carreau.in_language("fr"):
        assert "est refusé ; permis :" in str(caught.value)
        assert fr in str(caught.value)


def malformed(state: carreau.State, *moves: str) -> None:
    """None of these texts is a move at all; the state is as it was."""
    text, words = str(state), list(state.raw_state)
    for move in moves:
        with pytest.raises(carreau.BadMove):
            state.play(move)
    assert (str(state), state.raw_state) == (text, words)


def positions(state: carreau.State, seed: int) -> Iterator[carreau.State]:
    """The positions of a random game from there on, the first and the last included."""
    choose = random.Random(seed)
    yield state
    while state.seat is not None:
        state = state.play(choose.choice(state.moves()))
        yield state


def check_count_and_nth(state: carreau.State) -> None:
    """The kernel's `count` and `nth` give what its `moves` lists."""
    rules, board, words = state.game.module, state.raw_board, list(state.raw_state)
    out = [0] * state.game.longest_list
    found = rules.moves(board, words, out)
    assert rules.count(board, words, list(out)) == found == len(state.moves())
    assert [rules.nth(board, words, list(out), n) for n in range(found)] == out[:found]
    assert words == state.raw_state
