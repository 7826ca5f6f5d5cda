"""The engine with tables: solved positions are played at once and perfectly; without them nothing changes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import carreau
from carreau.cli import main
from carreau.cli.solving.squadro import DRAWN_LINE
from carreau.engines.analysis import Limits
from carreau.engines.knowledge import squadro as knowledge
from carreau.engines.methods import AlphaBeta, Candidate, Question
from carreau.engines.thinking import Thinker, _uses_tables
from carreau.solvers.solving import answer_of
from carreau.solvers.squadro.building import build
from carreau.solvers.squadro.checking import by_moves, random_position
from carreau.solvers.squadro.layers import read_layer, unranked
from carreau.solvers.squadro.tables import DRAW, Tables, fresh

GAME = carreau.game("squadro")
LAYER = read_layer("22001-22211")
LONGEST_LINE = 10


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    tables = Tables(tmp_path_factory.mktemp("tables"))
    assert answer_of(build(tables, [LAYER], jobs=1, memory=1000)).is_whole
    return tables


@pytest.fixture
def tables(made: Tables, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Tables that the engine uses."""
    monkeypatch.setattr(knowledge, "tables", lambda: made)
    return made


def searched(state: carreau.State, *, tables: bool = True) -> AlphaBeta:
    """A search that has seen no more than a node or so of each move, interpreted."""
    question = Question(
        GAME, state.raw_board, state.raw_state, knowledge, compiled=False, every=True, tables=tables, expected=100
    )
    search = AlphaBeta(question)
    search.run(1)
    return search


def best(state: carreau.State) -> Candidate:
    search = searched(state)
    assert search.finished
    return search.candidates()[0]


@pytest.mark.parametrize("seed", range(10))
def test_a_solved_position_is_answered_at_once(tables: Tables, seed: int) -> None:
    state = random_position(LAYER, Random(seed))
    found = best(state)
    assert (found.proven, found.distance) == tables.worth(fresh(state.raw_state))
    assert len(searched(state).line(found.move)) == min(LONGEST_LINE, found.distance or 0)


def test_the_winner_wins_in_time_whatever_is_played_against_it(tables: Tables) -> None:
    for seed in range(20):
        random = Random(seed)
        state = random_position(LAYER, random)
        worth = tables.worth(fresh(state.raw_state))
        assert worth is not None
        assert state.seat is not None
        assert worth.distance is not None
        winner = state.seat if worth.value == "win" else 1 - state.seat
        left = worth.distance
        while state.outcome is None:
            is_winner = state.seat == winner
            state = state.play(str(best(state).move + 1) if is_winner else random.choice(state.moves()))
            left -= 1
        assert left >= 0
        assert state.outcome.winners == (winner,)


def test_moves_into_a_solved_layer_need_no_search(tables: Tables) -> None:
    """The position itself is in no table: what its moves that end a leg are worth is known all the same."""
    state = GAME.position("12.11.0.0.6/12.12.12.6.6 0")
    after = tables.worth(fresh(state.play("2").raw_state))
    assert after is not None
    found = next(each for each in searched(state).candidates() if each.move == 1)
    assert (found.proven, found.distance) == after.before
    assert next(each for each in searched(state, tables=False).candidates() if each.move == 1).proven is None


def test_the_engine_does_without_damaged_tables(made: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt = Tables(tmp_path)
    for path in made.folder.glob("*/*.layer"):
        copy = tmp_path / path.parent.name / path.name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes()[:-60])
    monkeypatch.setattr(knowledge, "tables", lambda: spoilt)
    for seed in range(5):
        state = random_position(LAYER, Random(seed))
        assert all(distance == 1 for _, distance in knowledge.looked_up(state.raw_state).values())


def test_analysis_and_level_8_use_tables_and_nobody_else(tables: Tables) -> None:
    used = [_uses_tables(Limits(level=level)) for level in range(1, 9)]
    assert used == [False] * 7 + [True]
    assert not _uses_tables(Limits(nodes=1000))  # who counts nodes wants the same on every machine
    state = random_position(LAYER, Random(3))
    worth = tables.worth(fresh(state.raw_state))
    *_, found = Thinker().think(state, Limits(seconds=60.0))
    assert (found.proven, found.distance) == worth
    assert found.nodes <= len(state.moves())


DRAWN = read_layer("02202-02102")  # the smallest layer in which nobody can force a win everywhere


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    tables = Tables(tmp_path_factory.mktemp("endless") / "squadro")
    assert answer_of(build(tables, [DRAWN], jobs=1, memory=1000)).is_whole
    return tables


def test_draws_by_endless_play_are_held_by_both(endless: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """No move from a drawn position wins, one draws; and the engine plays such a game into its third repetition."""
    monkeypatch.setattr(knowledge, "tables", lambda: endless)
    values = b"".join(endless.values(DRAWN))
    drawn = [rank for rank, value in enumerate(values) if value == DRAW]
    assert len(drawn) == 107
    for rank in Random(1).sample(drawn, 10):
        state = position_of(rank)
        assert by_moves(endless, state) == ("draw", None)
        assert best(state).proven == "draw"
    while state.outcome is None:
        state = state.play(str(best(state).move + 1))
    assert state.outcome.reason == "repetition"


def position_of(rank: int) -> carreau.State:
    progress = [str(place) for place in unranked(DRAWN.grid, rank)]
    return GAME.position(f"{'.'.join(progress[:5])}/{'.'.join(progress[5:])} 1")


def test_best_play_is_told_to_its_end_or_marked_as_going_on(
    endless: Tables, capsys: pytest.CaptureFixture[str]
) -> None:
    values = b"".join(endless.values(DRAWN))
    longest = max(value for value in values if value != DRAW)
    assert longest > DRAWN_LINE + 1  # as much as is shown of a line without end

    def told(rank: int, *more: str) -> str:
        words = ["--folder", str(endless.folder.parent), "--probe", str(position_of(rank)), *more]
        assert main(["solve", "squadro", *words]) == 0
        return capsys.readouterr().out

    won, drawn = values.index(longest), values.index(DRAW)
    facts = json.loads(told(won, "--json"))
    assert (len(facts["line"]), facts["line_ends"]) == (longest, True)
    end = GAME.continue_with(position_of(won), facts["line"])
    assert end.outcome is not None
    assert told(won).splitlines()[-1] == f"best play: {' '.join(facts['line'])}"
    assert json.loads(told(drawn, "--json"))["line_ends"] is False
    assert told(drawn).endswith(" …\n")
