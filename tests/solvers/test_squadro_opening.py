"""The opening of Squadro that comes with Carreau: right by the referee's word, and played without tables."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

import carreau
from carreau.engines.knowledge import squadro as knowledge
from carreau.solvers.squadro.checking import by_moves
from carreau.solvers.squadro.opening import FILE, read_opening, write_opening
from carreau.solvers.squadro.tables import Tables, fresh

GAME = carreau.game("squadro")
YELLOW, RED = 0, 1
WHOLE = 9  # plies of which every position is known with its moves
FURTHER = 14  # plies to which the winner is led


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tables:
    tables = Tables(tmp_path)
    monkeypatch.setattr(knowledge, "tables", lambda: tables)
    return tables


@given(some.dictionaries(some.integers(0, 2**40 - 1), some.integers(0, 255)))
def test_what_is_written_is_read_again(values: dict[int, int]) -> None:
    keys, found = read_opening(write_opening(values))
    assert dict(zip(keys, found, strict=True)) == values
    assert list(keys) == sorted(values)


def test_it_is_small_enough_to_come_along() -> None:
    assert FILE.stat().st_size < 1_000_000


def test_yellow_wins_whoever_starts(no_tables: Tables) -> None:
    """As others have published."""
    values = [no_tables.worth(fresh(GAME.start(first=seat).raw_state)) for seat in (YELLOW, RED)]
    assert [worth and worth.value for worth in values] == ["win", "loss"]


@pytest.mark.parametrize("first", [YELLOW, RED])
def test_every_position_of_the_first_plies_is_worth_what_its_moves_are(no_tables: Tables, first: int) -> None:
    random = Random(first)
    for _ in range(60):
        state = GAME.start(first=first)
        for _ in range(random.randrange(WHOLE - 1)):
            state = state.play(random.choice(state.moves()))
        worth = no_tables.worth(fresh(state.raw_state))
        assert worth is not None, str(state)
        assert worth == by_moves(no_tables, state), str(state)


@pytest.mark.parametrize("first", [YELLOW, RED])
def test_the_winner_is_led_on_whatever_is_played_against_it(no_tables: Tables, first: int) -> None:
    """Each of Yellow's turns has a move that wins, nearer to the end than the one before."""
    start = no_tables.worth(fresh(GAME.start(first=first).raw_state))
    assert start is not None
    assert start.distance is not None
    for seed in range(40):
        random = Random(seed)
        state, left = GAME.start(first=first), start.distance
        for _ in range(FURTHER):
            if state.seat == YELLOW:
                wins = {move: plies for move, (value, plies) in knowledge.looked_up(state.raw_state).items()
                        if value == "win" and plies is not None}  # fmt: skip
                move = min(wins, key=lambda each: wins[each])
                assert wins[move] <= left
                left = wins[move]
                state = state.play(str(move + 1))
            else:
                state = state.play(random.choice(state.moves()))
            left -= 1


def test_analysis_of_the_start_is_exact_and_needs_no_search() -> None:
    found = carreau.analyse(GAME.start(first=YELLOW), seconds=60)
    assert found.proven == "win"
    assert found.nodes <= 5


def test_beyond_the_opening_nothing_is_claimed(no_tables: Tables) -> None:
    assert no_tables.worth(fresh(GAME.position("3.1.2.1.0/3.0.4.3.3 0").raw_state)) is None
