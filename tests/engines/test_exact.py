"""Endings searched out are what brute force finds, straight from the rules; a search that was stopped goes on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

import numpy
import pytest

import carreau
from carreau.engines import exact as exact_module
from carreau.engines import exact_kept
from carreau.engines.alphabeta import slot_of
from carreau.engines.arrays import Arrays
from carreau.engines.exact import exact
from carreau.engines.position_table import Table
from carreau.rules.errors import BadOption
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import OutOfReach, answer_of

GAME = carreau.game("united-square")
SMALL_ENDING = "CAR_006x006_001 ######/#....#/#....#/#....#/######/###### 1.1.3/4.1.2 1"


def ahead(state: State) -> int:
    """The points that seat 0 is ahead by in a finished game."""
    assert state.outcome
    return round(state.outcome.scores[0] - state.outcome.scores[1])


def minimax(state: State, known: dict[str, int]) -> int:
    """The points that seat 0 ends ahead by with best play."""
    if state.outcome:
        return ahead(state)
    if str(state) not in known:
        values = [minimax(state.play(move), known) for move in state.moves()]
        known[str(state)] = max(values) if state.seat == 0 else min(values)
    return known[str(state)]


def ending(deal: int, plies: int, **options: object) -> State:
    """A duel played at random, so many moves before its end."""
    random = Random(deal)
    trail = [GAME.start(deal=deal, first=deal % 2, **options)]
    while trail[-1].seat is not None:
        trail.append(trail[-1].play(random.choice(trail[-1].moves())))
    return trail[-1 - plies]


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


@pytest.mark.parametrize("deal", range(10))
def test_every_move_is_worth_what_brute_force_says(deal: int) -> None:
    """In points and as a result, with open hands as with those that can be deduced."""
    state = ending(deal, 5, sets=1 + deal // 8, open_hands=True)
    known: dict[str, int] = {}
    side = 1 if state.seat == 0 else -1
    values = {move: side * minimax(state.play(move), known) for move in state.moves()}
    best = max(values.values())
    found = answer_of(exact(state, margins=True))
    assert (found.value, found.moves, found.seat) == (best, values, state.seat)
    assert list(found.moves.values()) == sorted(values.values(), reverse=True)
    assert side * ahead(found.end) == best
    assert GAME.continue_with(state, list(found.line)) == found.end
    result = answer_of(exact(state))
    assert result.moves == {move: sign(value) for move, value in values.items()}
    seen = answer_of(exact(state.view(state.seat or 0), margins=True, every=False))
    assert seen.value == best
    assert set(seen.best) <= {move for move, value in values.items() if value == best}
    assert all(values[move] <= seen.moves[move] for move in seen.bounds)


def test_threads_find_the_same() -> None:
    state = ending(3, 8)
    one, two = (answer_of(exact(state, margins=True, threads=threads)) for threads in (1, 2))
    assert one.moves == two.moves


@pytest.mark.parametrize("game", ["united-square", "012x012"])
@pytest.mark.parametrize("every", [True, False])
def test_a_search_that_was_stopped_goes_on_where_it_was(
    game: str, every: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped again and again, wherever: the same answer, and not one node more than without a stop."""
    monkeypatch.setattr(exact_module, "PORTION", 300)
    state = ending(5, 8) if game == GAME.id else carreau.game(game).position(SMALL_ENDING)
    margins = game == GAME.id
    whole = answer_of(exact(state, margins=margins, every=every))
    point = Checkpoint(tmp_path / "ending", {})
    stops = 0
    found = None
    while found is None:
        solving = exact(state, margins=margins, every=every, checkpoint=point)
        try:
            for _ in range(3 + 3 * stops):
                next(solving)
            solving.close()
            stops += 1
            assert sorted(os.listdir(tmp_path)) == ["ending", "ending.table"]
        except StopIteration as end:
            found = end.value
    assert stops > 1
    assert found == whole
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("deal", range(4))
def test_several_walks_go_on_each_from_where_it_was(deal: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_module, "PORTION", 300)
    state = ending(deal, 7)
    whole = answer_of(exact(state, margins=True))
    point = Checkpoint(tmp_path / "ending", {})
    for steps in (4, 8, 16):
        stopped = exact(state, margins=True, threads=3, checkpoint=point)
        for _ in zip(range(steps), stopped, strict=False):
            pass
        stopped.close()
    found = answer_of(exact(state, margins=True, threads=2, checkpoint=point))
    assert (found.moves, found.value) == (whole.moves, whole.value)
    assert found.nodes < 1.5 * whole.nodes


def test_walks_go_on_without_the_table_and_a_table_serves_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either file may be damaged, or older than the other."""
    monkeypatch.setattr(exact_module, "PORTION", 300)
    state = ending(5, 8)
    whole = answer_of(exact(state, margins=True))
    point = Checkpoint(tmp_path / "ending", {})
    for spoilt in (["ending"], ["ending.table"], ["ending", "ending.table"]):
        stopped = exact(state, margins=True, threads=2, checkpoint=point)
        while next(stopped).share < 0.5:
            pass
        stopped.close()
        for name in spoilt:
            (tmp_path / name).write_bytes(b"carreau sealed 1 nonsense")
        found = answer_of(exact(state, margins=True, checkpoint=point))
        assert (found.moves, found.value) == (whole.moves, whole.value)
        if len(spoilt) == 2:
            assert found == whole
        else:
            assert found.nodes < 1.5 * whole.nodes, "what was known was not searched again"


def test_what_is_on_disk_in_the_middle_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is told to the search before it is gone: the table was written once, then only what was new."""
    monkeypatch.setattr(exact_module, "PORTION", 300)
    monkeypatch.setattr(exact_kept, "SAVE_EVERY", 0)
    monkeypatch.setattr(exact_kept, "TABLE_SHARE", 0)
    state = ending(5, 8)
    whole = answer_of(exact(state, margins=True))
    running = exact(state, margins=True, checkpoint=Checkpoint(tmp_path / "now" / "ending", {}))
    while next(running).share < 0.5:
        pass
    shutil.copytree(tmp_path / "now", tmp_path / "then")
    running.close()
    table = (tmp_path / "then" / "ending.table").stat().st_size
    assert table < 2.5 * (tmp_path / "now" / "ending.table").stat().st_size
    assert answer_of(exact(state, margins=True, checkpoint=Checkpoint(tmp_path / "then" / "ending", {}))) == whole


def test_another_question_finds_nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_module, "PORTION", 300)
    state = ending(5, 8)
    point = Checkpoint(tmp_path / "ending", {})
    stopped = exact(state, margins=True, checkpoint=point)
    while next(stopped).share < 0.5:
        pass
    stopped.close()
    assert answer_of(exact(state, checkpoint=point)) == answer_of(exact(state))


def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that cannot be is said in a sentence; one that cannot grow stays as it is."""
    state = ending(5, 8)
    whole = answer_of(exact(state, margins=True))

    def none(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(exact_module, "FIRST_TABLE", 1 << 14)
    monkeypatch.setattr(Table, "grow", none)
    assert answer_of(exact(state, margins=True)).moves == whole.moves
    monkeypatch.setattr(Arrays, "zeros", none)
    with pytest.raises(OutOfReach, match="no 0 MB of memory"):
        answer_of(exact(state, margins=True))


def test_what_cannot_be_searched_out_is_refused() -> None:
    with pytest.raises(BadOption, match="over"):
        answer_of(exact(ending(1, 0)))
    with pytest.raises(BadOption, match="two players"):
        answer_of(exact(GAME.start(mode="teams", deal=1)))
    with pytest.raises(BadOption, match="hidden"):
        answer_of(exact(GAME.start(deal=1).public()))


def test_a_table_that_grows_keeps_what_is_in_it() -> None:
    random = Random(1)
    table = Table(Arrays(compiled=True), 1 << 20)
    for _ in range(1000):
        key, data = random.getrandbits(62), random.getrandbits(42) | 1
        at = 2 * slot_of(key, table.entries)
        table.words[at : at + 2] = key ^ data, data
    before = {(int(mixed ^ data), int(data)) for mixed, data in table.words.reshape(-1, 2) if data}
    table.grow(4)
    assert table.entries == 4 * (1 << 16)
    for key, data in before:
        at = 2 * slot_of(key, table.entries)
        assert (table.words[at] ^ data, table.words[at + 1]) == (key, data)
    assert numpy.count_nonzero(table.words[1::2]) == len(before)
