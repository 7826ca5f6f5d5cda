"""carreau.analyse, analysing and choose, with our own engine in its own process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from processes import PATIENCE, busy_cores, seen_to_end

import carreau
from carreau.engines import default_pool, process
from carreau.engines.analysis import Limits
from carreau.engines.pool import Pool
from carreau.engines.process import Engine
from carreau.rules.errors import EngineFailed

SQUADRO = carreau.game("squadro").start(first=0)
UNKNOWN = carreau.game("squadro").position("3.1.2.1.0/3.0.4.3.3 0")  # to the opening, and to whom has no tables


def warm(state: carreau.State) -> None:
    """A number of nodes waits for the machine code, without which nothing is repeatable; for long, if it must."""
    assert not default_pool().submit(state, Limits(nodes=50), deadline=300.0).result().cold


@pytest.fixture(autouse=True, scope="module")
def _warm_squadro() -> None:
    warm(SQUADRO)


def test_analyse_says_what_to_play_and_why() -> None:
    found = carreau.analyse(SQUADRO, nodes=2000)
    assert found.best in SQUADRO.moves()
    assert found.best == found.moves[0].move == found.pv[0]
    assert 0 <= found.chance <= 1
    assert found.proven is None
    assert found.nodes >= 2000
    assert sorted(line.move for line in found.moves) == SQUADRO.moves()


def test_analyse_is_repeatable() -> None:
    once, again = (carreau.analyse(SQUADRO, nodes=3000, seed=4) for _ in range(2))
    assert (once.best, once.chance, once.nodes, once.pv) == (again.best, again.chance, again.nodes, again.pv)


def test_a_match_of_two_legs_is_thought_about_in_its_leg() -> None:
    match = carreau.two_legs("united-square", deal=3)
    assert carreau.analyse(match, nodes=50).best in match.moves()
    assert carreau.choose(match, level=1) in match.moves()


@pytest.mark.parametrize("think", [carreau.analyse, carreau.analysing, carreau.choose])
def test_what_is_no_state_is_refused_in_a_sentence(think: Callable[[Any], object]) -> None:
    with pytest.raises(carreau.BadPosition, match="expected a state or a view of one, not str"):
        think("squadro")


def test_analysing_shows_the_analysis_grow_and_ends_when_it_is_left() -> None:
    snapshots = carreau.analysing(UNKNOWN, seconds=600)
    first, second = next(snapshots), next(snapshots)
    assert first.nodes < second.nodes
    snapshots.close()  # type: ignore[attr-defined]
    assert carreau.analyse(SQUADRO, nodes=100).best in SQUADRO.moves()  # the engine is free again


def test_analysing_that_nobody_looks_at_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(Pool, "submit", lambda pool, *question: begun.append(question))
    carreau.analysing(SQUADRO, seconds=600)
    assert begun == []


def test_choose_plays_a_move_of_any_level_and_the_same_one_for_the_same_seed() -> None:
    state = carreau.game("united-square").start(deal=1)
    warm(state)
    for level in (1, 4):
        moves = {carreau.choose(state, level=level, seed=7) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(state.moves())
    assert carreau.choose(state, 1) in state.moves()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seconds": 0}, r"seconds=0 is not allowed; allowed: more than 0"),
        ({"seconds": -1}, "seconds=-1"),
        ({"seconds": float("nan")}, "seconds=nan"),
        ({"seconds": float("inf")}, "seconds=inf"),
        ({"seconds": "1"}, "seconds=1 is not allowed"),
        ({"seconds": True}, "seconds=True"),
        ({"nodes": 0}, "nodes=0"),
        ({"nodes": 1.5}, "nodes=1.5"),
        ({"threads": 0}, "threads=0"),
        ({"memory": 0}, "memory=0"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_bad_arguments_of_analyse(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(carreau.BadOption, match=message):
        carreau.analyse(SQUADRO, **arguments)  # type: ignore[arg-type]
    with pytest.raises(carreau.BadOption, match=message):
        carreau.analysing(SQUADRO, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [0, 9, 1.5, "5", None, True])
def test_bad_levels(level: object) -> None:
    with pytest.raises(carreau.BadOption, match=r"level=.* is not allowed; allowed: 1 to 8"):
        carreau.choose(SQUADRO, level=level)  # type: ignore[arg-type]


def test_a_finished_game_is_refused() -> None:
    over = carreau.game("squaryd").replay("a1 g7 a3 g6 c1 c3")
    for ask in (carreau.analyse, carreau.analysing, carreau.choose):
        with pytest.raises(carreau.IllegalMove, match="the game is over"):
            ask(over)  # type: ignore[operator]


def test_the_error_belongs_to_the_family() -> None:
    assert issubclass(carreau.EngineFailed, carreau.Error)


def test_kill_9_in_mid_search_and_the_game_goes_on() -> None:
    failures: list[EngineFailed] = []
    failed = threading.Event()

    def report(failure: EngineFailed) -> None:
        failures.append(failure)
        failed.set()

    with Pool(1, report=report) as pool:
        request = pool.submit(UNKNOWN, Limits(seconds=600))  # it has no end of its own
        next(shown := request.snapshots())
        killed = pool.pids
        os.kill(killed[0], 9)
        assert failed.wait(3 * PATIENCE)
        request.stop()
        first = request.result(3 * PATIENCE)
        shown.close()
        state = UNKNOWN.play(first.best)
        second = pool.submit(state, Limits(level=2)).result(3 * PATIENCE)
        assert second.best in state.moves()
        assert pool.pids != killed
        assert ["SIGKILL" in str(failure) for failure in failures] == [True]


def test_our_engine_answers_in_time_under_load() -> None:
    with Engine() as engine:
        engine.best(SQUADRO, Limits(nodes=10))
        with busy_cores():
            began = time.monotonic()
            assert engine.best(UNKNOWN, Limits(seconds=0.3)) in UNKNOWN.moves()
            assert time.monotonic() - began < 0.3 + process.GRACE + 1.0


def test_the_engine_ponders_on_what_its_seat_may_know() -> None:
    """Seat 0 thinks while seat 1, whose hand it cannot see, is to move."""
    state = carreau.game("united-square").start(mode="free-for-all", deal=1)
    state = state.play(state.moves()[0])
    with Pool(1) as pool:
        expected = next(pool.ponder(state, 0, limits=Limits(nodes=300)).snapshots())
        assert expected.best in state.view(0).moves()


def test_while_the_machine_code_is_made_it_says_so_and_still_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARREAU_CACHE_DIR", str(tmp_path))
    with Engine() as engine:
        *_, last = engine.ask(UNKNOWN, Limits(seconds=0.2))
        assert last.cold
        assert last.best in SQUADRO.moves()


PARENT = """
import os, sys, carreau
from carreau.engines import default_pool
start = carreau.game("squadro").position("3.1.2.1.0/3.0.4.3.3 0")
searches = [carreau.analysing(start, seconds=600) for _ in range(2)]
for search in searches:
    next(search)
print(*default_pool().pids, flush=True)
sys.stdin.readline()
if sys.argv[1] == "kill":
    os.kill(os.getpid(), 9)
if sys.argv[1] == "raise":
    raise SystemError
"""


@pytest.mark.parametrize("end", ["exit", "raise", "kill"])
def test_nothing_is_left_running_after_exit(end: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, end],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert parent.stdin
    assert parent.stdout
    pids = [int(word) for word in parent.stdout.readline().split()]
    with seen_to_end(*pids, parent.pid):
        parent.stdin.write("\n")
        parent.stdin.flush()
    parent.communicate()


def test_a_file_in_the_current_directory_is_not_taken_for_a_module(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("json", "queue", "random", "carreau"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with Engine() as engine:
        assert engine.best(SQUADRO, Limits(nodes=100)) in SQUADRO.moves()


def test_asking_many_at_once_is_fair_to_all() -> None:
    """The functions share one pool, from whatever thread they are called."""
    requests = [default_pool().submit(SQUADRO, Limits(nodes=200), client=client) for client in range(6)]
    assert {request.result(3 * PATIENCE).best for request in requests} <= set(SQUADRO.moves())
    assert len(default_pool().pids) <= default_pool().size
