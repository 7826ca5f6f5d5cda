"""The pool: fair, true to a client's engine, cancellable at once, unmoved by crashes, gone at the end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from concurrent.futures import CancelledError
from pathlib import Path

import pytest
from processes import PATIENCE, odd, seen_to_end

import carreau
from carreau.engines import process
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.pool import Pool, Request
from carreau.rules.errors import EngineFailed

START = carreau.game("squadro").position("3.1.2.1.0/3.0.4.3.3 0")
QUICK = Limits(nodes=1)  # answered at once
UNTIL_STOPPED = Limits(seconds=60.0)


def occupied(pool: Pool, client: str, *, state: carreau.State = START) -> Request:
    """A request that an engine is thinking about, and will be until it is stopped."""
    began = threading.Event()
    request = pool.submit(state, UNTIL_STOPPED, client=client, watch=lambda _: began.set())
    assert began.wait(PATIENCE)
    return request


def engine_of(request: Request) -> int:
    return request.result(PATIENCE).nodes  # the odd engine says so


def test_a_hundred_requests_of_one_client_do_not_starve_another() -> None:
    served: list[str] = []
    with Pool(1, command=odd("good")) as pool:
        first = occupied(pool, "greedy")
        requests = [pool.submit(START, QUICK, client="greedy") for _ in range(100)]
        requests += [pool.submit(START, QUICK, client=name) for name in ("modest", "shy")]
        for request in requests:
            request.add_done_callback(lambda done: served.append(done.client))  # type: ignore[attr-defined]
        first.stop()
        for request in requests:
            request.result(PATIENCE)
    assert served[:4] == ["greedy", "modest", "shy", "greedy"]
    assert served[4:] == ["greedy"] * 98


def test_a_client_stays_with_its_engine() -> None:
    with Pool(2, command=odd("good")) as pool:
        ana, bo = occupied(pool, "ana"), occupied(pool, "bo")
        ana.stop()
        bo.stop()
        homes = {"ana": engine_of(ana), "bo": engine_of(bo)}
        assert homes["ana"] != homes["bo"]
        for client in ("ana", "bo", "bo", "ana", "ana", "bo"):
            assert engine_of(pool.submit(START, QUICK, client=client)) == homes[client]


def test_no_engine_idles_while_a_request_waits() -> None:
    with Pool(2, command=odd("good")) as pool:
        busy = occupied(pool, "ana")
        other = engine_of(pool.submit(START, QUICK, client="ana"))
        busy.stop()
        assert other != engine_of(busy)


def test_one_client_alone_uses_one_process() -> None:
    with Pool(4, command=odd("good")) as pool:
        for _ in range(5):
            engine_of(pool.submit(START, QUICK))
        assert len(pool.pids) == 1


def test_an_engine_killed_in_mid_search_is_reported_replaced_and_asked_again(tmp_path: Path) -> None:
    failures: list[EngineFailed] = []
    found: list[Analysis] = []

    def kill(analysis: Analysis) -> None:
        if not found:
            os.kill(analysis.nodes, 9)
        found.append(analysis)

    with Pool(1, command=odd("waits-once", tmp_path / "once"), report=failures.append) as pool:
        request = pool.submit(START, QUICK, watch=kill)
        assert request.result(PATIENCE).best == "1"
        assert [str(failure) for failure in failures] == ["engine Odd: killed by SIGKILL"]
        assert found[0].nodes != found[-1].nodes
        assert pool.submit(START, QUICK).result(PATIENCE).best == "1"  # and the game goes on


def test_a_second_failure_is_the_requests() -> None:
    failures: list[EngineFailed] = []
    with Pool(1, command=odd("crash"), report=failures.append) as pool:
        with pytest.raises(EngineFailed, match="out of cheese"):
            pool.submit(START, QUICK).result(PATIENCE)
        assert len(failures) == 2


def test_a_broken_report_or_watch_breaks_nothing(tmp_path: Path) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    with Pool(1, command=odd("crash-once", tmp_path / "once"), report=broken) as pool:
        assert pool.submit(START, QUICK, watch=broken).result(PATIENCE).best == "1"
        assert pool.submit(START, QUICK).result(PATIENCE).best == "1"


def test_the_deadline_covers_both_attempts() -> None:
    failures: list[EngineFailed] = []
    with Pool(1, command=odd("hang"), report=failures.append) as pool:
        with pytest.raises(EngineFailed, match="in time"):
            pool.submit(START, UNTIL_STOPPED, deadline=0.3).result(PATIENCE)
        assert len(failures) == 1


def test_a_waiting_request_is_cancelled_at_once() -> None:
    with Pool(1, command=odd("good")) as pool:
        busy = occupied(pool, "ana")
        waiting = pool.submit(START, QUICK, client="ana")
        assert waiting.cancel()
        with pytest.raises(CancelledError):
            waiting.result()
        busy.stop()
        assert engine_of(busy) == engine_of(pool.submit(START, QUICK))


def test_a_running_request_is_cancelled_at_once_and_its_engine_is_kept() -> None:
    with Pool(1, command=odd("good")) as pool:
        busy = occupied(pool, "ana")
        assert busy.latest is not None
        engine = busy.latest.nodes
        assert busy.cancel()
        assert busy.cancelled()
        assert busy.cancel()  # twice is once
        assert engine_of(pool.submit(START, QUICK)) == engine


def test_an_engine_that_ignores_cancelling_is_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(process, "GRACE", 0.1)
    with Pool(1, command=odd("waits-once", tmp_path / "once")) as pool:
        began = threading.Event()
        deaf = pool.submit(START, QUICK, watch=lambda _: began.set())  # it does not hear `stop`
        assert began.wait(PATIENCE)
        assert deaf.latest is not None
        with seen_to_end(deaf.latest.nodes):
            assert deaf.cancel()
        assert pool.submit(START, QUICK).result(PATIENCE).best == "1"


def test_an_answered_request_cannot_be_cancelled() -> None:
    with Pool(1, command=odd("good")) as pool:
        request = pool.submit(START, QUICK)
        request.result(PATIENCE)
        assert not request.cancel()


def test_stop_gives_what_there_is() -> None:
    with Pool(1, command=odd("good")) as pool:
        early = pool.submit(START, UNTIL_STOPPED)
        early.stop()  # perhaps before an engine has it
        assert early.result(PATIENCE).best == "2"


def test_snapshots_end_with_the_result_and_closing_them_cancels() -> None:
    with Pool(1, command=odd("good")) as pool:
        request = pool.submit(START, UNTIL_STOPPED)
        snapshots = request.snapshots()
        assert next(snapshots).best == "1"
        request.stop()
        assert [analysis.best for analysis in snapshots] == ["2"]
        request = pool.submit(START, UNTIL_STOPPED)
        next(snapshots := request.snapshots())
        snapshots.close()  # type: ignore[attr-defined]
        assert request.cancelled()


def test_a_request_can_be_awaited_and_cancelled_from_asyncio() -> None:
    async def play(pool: Pool) -> str:
        busy = asyncio.wrap_future(occupied(pool, "ana"))
        busy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await busy
        answer = await asyncio.wait_for(asyncio.wrap_future(pool.submit(START, QUICK)), PATIENCE)
        return answer.best

    with Pool(1, command=odd("good")) as pool:
        assert asyncio.run(play(pool)) == "1"


def test_a_closed_pool_leaves_nothing_running_and_nobody_waiting() -> None:
    pool = Pool(2, command=odd("good"))
    running = [occupied(pool, name) for name in ("ana", "bo")]
    waiting = pool.submit(START, QUICK)
    with seen_to_end(*pool.pids):
        pool.close()
    assert pool.pids == []
    assert all(request.cancelled() for request in (*running, waiting))
    with pytest.raises(RuntimeError, match="the pool is closed"):
        pool.submit(START, QUICK)
    pool.close()


def test_close_does_not_wait_for_an_engine_that_hangs() -> None:
    pool = Pool(1, command=odd("hang"))
    occupied(pool, "ana")
    with seen_to_end(*pool.pids):
        pool.close()


def test_a_finished_game_is_refused_by_submit() -> None:
    with Pool(1, command=odd("good")) as pool, pytest.raises(carreau.IllegalMove, match="the game is over"):
        pool.submit(carreau.game("squaryd").replay("a1 g7 a3 g6 c1 c3"), QUICK)


# Pondering


def pondering(pool: Pool, client: str) -> Request:
    began = threading.Event()
    request = pool.ponder(START.play("1"), 0, client=client, watch=lambda _: began.set())
    assert began.wait(PATIENCE)
    return request


def test_pondering_makes_way_for_its_own_client_on_the_same_engine() -> None:
    with Pool(2, command=odd("good")) as pool:
        home = engine_of(pool.submit(START, QUICK, client="ana"))
        ponder = pondering(pool, "ana")
        assert ponder.latest is not None
        assert ponder.latest.nodes == home
        assert engine_of(pool.submit(START, QUICK, client="ana")) == home
        assert ponder.cancelled()


def test_pondering_makes_way_only_when_its_engine_is_needed() -> None:
    with Pool(2, command=odd("good")) as pool:
        ponder = pondering(pool, "ana")
        bo = occupied(pool, "bo")
        assert not ponder.done()
        assert engine_of(pool.submit(START, QUICK, client="cleo")) > 0
        assert ponder.cancelled()
        bo.cancel()


def test_pondering_waits_for_an_idle_engine_and_can_be_taken_back() -> None:
    with Pool(1, command=odd("good")) as pool:
        busy = occupied(pool, "bo")
        waiting = pool.ponder(START.play("1"), 0, client="ana")
        later = pool.ponder(START.play("2"), 0, client="ana")
        assert waiting.cancelled()  # one position a client
        busy.stop()
        assert next(later.snapshots()).best == "1"
        assert later.cancelled()  # by leaving the snapshots
        assert engine_of(pool.submit(START, QUICK)) == engine_of(busy)


def test_pondering_that_only_waits_does_not_make_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An engine slow to leave its old position is given to another client; the new position keeps its turn."""
    monkeypatch.setattr(process, "GRACE", 0.1)
    with Pool(1, command=odd("waits-once", tmp_path / "once")) as pool:
        old = pondering(pool, "ana")  # it does not hear `stop`
        with pool._changed:  # the engine is slow: it takes nothing else between these two
            new = pool.ponder(START.play("2"), 0, client="ana")
            bo = pool.submit(START, QUICK, client="bo")
        assert old.cancelled()
        assert bo.result(PATIENCE).best == "1"
        assert new.result(PATIENCE).best == "1"


# Whole processes

PARENT = """
import os, sys, carreau
from carreau.engines.analysis import Limits
from carreau.engines.pool import Pool
pool = Pool(2, command=sys.argv[2:])
start = carreau.game("squadro").position("3.1.2.1.0/3.0.4.3.3 0")
searches = [pool.submit(start, Limits(seconds=60.0), client=client).snapshots() for client in ("ana", "bo")]
for search in searches:
    next(search)
print(*pool.pids, flush=True)
sys.stdin.readline()
if sys.argv[1] == "exit":
    sys.exit()
elif sys.argv[1] == "raise":
    raise SystemError
elif sys.argv[1] == "kill":
    os.kill(os.getpid(), 9)
elif sys.argv[1] == "terminate":
    os.kill(os.getpid(), 15)
"""


@pytest.mark.parametrize("end", ["exit", "raise", "kill", "terminate"])
def test_nothing_is_left_running_however_the_parent_ends(end: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, end, *odd("good")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert parent.stdin
    assert parent.stdout
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert len(pids) == 2
    with seen_to_end(*pids, parent.pid):
        parent.stdin.write("\n")
        parent.stdin.flush()
    parent.communicate()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_cannot_use_the_pool_of_its_parent() -> None:
    with Pool(1, command=odd("good")) as pool:
        home = engine_of(pool.submit(START, QUICK))
        fork = os.fork()
        if fork == 0:
            code = 1
            try:
                pool.submit(START, QUICK)
            except RuntimeError:
                pool.close()
                code = 0
            os._exit(code)
        assert os.waitpid(fork, 0)[1] == 0
        assert engine_of(pool.submit(START, QUICK)) == home
