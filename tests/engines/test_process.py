"""Engines as processes: what comes of crashing, hanging, lying and dying ones; nothing hidden leaves the caller."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from processes import PATIENCE, busy_cores, odd, seen_to_end

import carreau
from carreau.engines import process
from carreau.engines.analysis import Limits
from carreau.engines.process import Engine
from carreau.rules.errors import EngineFailed

START = carreau.game("squadro").position("3.1.2.1.0/3.0.4.3.3 0")
QUICK = Limits(nodes=1)  # answered at once
UNTIL_STOPPED = Limits(seconds=60.0)


def test_snapshots_end_with_the_answer() -> None:
    with Engine(odd("good")) as engine:
        assert engine.pid is None
        (only,) = engine.ask(START, QUICK)
        assert (only.best, only.chance, only.seat) == ("1", 0.6, 0)
        assert only.nodes == engine.pid
        assert engine.name == "Odd"
        assert engine.best(START, QUICK) == "1"
        assert only.nodes == engine.pid  # one process for many questions


def test_closing_the_iterator_stops_the_search_and_keeps_the_process() -> None:
    with Engine(odd("good")) as engine:
        search = engine.ask(START, UNTIL_STOPPED)
        first = next(search)
        search.close()
        assert engine.best(START, QUICK) == "1"
        assert engine.pid == first.nodes


def test_dropping_the_iterator_is_closing_it() -> None:
    with Engine(odd("good")) as engine:
        assert next(engine.ask(START, UNTIL_STOPPED)).best == "1"
        assert engine.best(START, QUICK) == "1"


def test_one_question_at_a_time() -> None:
    with Engine(odd("good")) as engine:
        search = engine.ask(START, UNTIL_STOPPED)
        next(search)
        with pytest.raises(RuntimeError, match="one question at a time"):
            next(engine.ask(START, QUICK))
        search.stop()
        assert [analysis.best for analysis in search] == ["2"]  # it is not disturbed


def test_stop_and_cancel_come_from_another_thread() -> None:
    with Engine(odd("good")) as engine:
        search = engine.ask(START, UNTIL_STOPPED)
        next(search)
        threading.Thread(target=search.stop).start()
        assert [analysis.best for analysis in search] == ["2"]
        search = engine.ask(START, UNTIL_STOPPED)
        next(search)
        threading.Thread(target=search.cancel).start()
        assert list(search) == []
        assert engine.best(START, QUICK) == "1"


def test_stop_before_the_first_step_is_not_lost() -> None:
    with Engine(odd("good")) as engine:
        search = engine.ask(START, UNTIL_STOPPED)
        search.stop()
        assert [analysis.best for analysis in search][-1] == "2"


def test_a_finished_game_is_refused_at_once() -> None:
    state = carreau.game("squaryd").replay("a1 g7 a3 g6 c1 c3")
    with pytest.raises(carreau.IllegalMove, match="the game is over"):
        Engine(odd("good")).ask(state, QUICK)


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("crash", r"ended with code 3 \(out of cheese\)"),
        ("illegal", "illegal move, 9"),
        ("error", "it says: my head hurts"),
        ("endless-line", "does not stop talking"),
    ],
)
def test_a_fault_ends_the_process_and_says_why(behaviour: str, reason: str) -> None:
    engine = Engine(odd(behaviour))
    with pytest.raises(EngineFailed, match=reason):
        engine.best(START, QUICK)
    assert engine.pid is None


def test_a_flood_ends_the_process_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is too much depends on the time; here nothing is forgotten, however slowly we can read."""
    monkeypatch.setattr("carreau.engines.child.BYTES_PER_SECOND", 0)
    monkeypatch.setattr("carreau.engines.child.BURST", 4 << 20)
    engine = Engine(odd("flood"))
    with pytest.raises(EngineFailed, match="does not stop talking"):
        engine.best(START, QUICK)
    assert engine.pid is None


def test_the_deadline_ends_the_process_and_says_why() -> None:
    engine = Engine(odd("never-ready"))
    with pytest.raises(EngineFailed, match="not ready in time"):
        engine.best(START, QUICK, deadline=0.3)
    assert engine.pid is None
    engine = Engine(odd("hang"))
    engine.best(START, QUICK)  # it is ready, however long that takes
    with pytest.raises(EngineFailed, match="no answer in time"):
        engine.best(START, UNTIL_STOPPED, deadline=0.3)
    assert engine.pid is None


def test_a_failed_engine_starts_again(tmp_path: Path) -> None:
    with Engine(odd("crash-once", tmp_path / "once")) as engine:
        with pytest.raises(EngineFailed):
            engine.best(START, QUICK)
        assert engine.best(START, QUICK) == "1"


def test_a_program_that_does_not_exist_is_a_failed_engine() -> None:
    with pytest.raises(EngineFailed, match=r"cannot start /does/not/exist: No such file"):
        Engine(["/does/not/exist"]).best(START, QUICK)


def test_an_engine_killed_in_mid_search_is_noticed_at_once() -> None:
    engine = Engine(odd("good"))
    search = engine.ask(START, UNTIL_STOPPED)
    next(search)
    assert engine.pid is not None
    os.kill(engine.pid, 9)
    with pytest.raises(EngineFailed, match="killed by SIGKILL"):
        next(search)
    with engine:
        assert engine.best(START, QUICK) == "1"


def test_an_engine_killed_between_questions_is_replaced_in_silence() -> None:
    with Engine(odd("good")) as engine:
        engine.best(START, QUICK)
        pid = engine.pid
        assert pid is not None
        with seen_to_end(pid):
            os.kill(pid, 9)
        assert engine.best(START, QUICK) == "1"
        assert engine.pid != pid


def test_noise_and_nonsense_do_no_harm() -> None:
    """A full pipe of errors, broken information and unknown words; the last word counts, not the last information."""
    with Engine(odd("noise")) as engine:
        *_, last = engine.ask(START, QUICK)
        assert (last.best, last.chance, last.pv, last.nodes) == ("1", 0.25, ("1", "3"), engine.pid)


def test_a_kill_takes_the_family_with_it(tmp_path: Path) -> None:
    engine = Engine(odd("family", tmp_path / "pid"))
    search = engine.ask(START, UNTIL_STOPPED, deadline=PATIENCE)
    next(search)
    assert engine.pid is not None
    with seen_to_end(engine.pid, int((tmp_path / "pid").read_text(encoding="utf-8"))):
        engine.kill()
    with pytest.raises(EngineFailed):
        next(search)


def test_close_ends_even_a_deaf_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.1)
    monkeypatch.setattr(process, "LEAVE_SECONDS", 0.1)
    engine = Engine(odd("hang"))
    search = engine.ask(START, UNTIL_STOPPED)
    next(search)
    assert engine.pid is not None
    with seen_to_end(engine.pid):
        search.close()
    with Engine(odd("good")) as engine:
        engine.best(START, QUICK)
        assert engine.pid is not None
        with seen_to_end(engine.pid):
            engine.close()
        assert engine.pid is None


def test_a_little_before_the_deadline_the_engine_is_asked_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(process, "time", SimpleNamespace(monotonic=lambda: now))
    with Engine(odd("good")) as engine:
        search = engine.ask(START, UNTIL_STOPPED, deadline=100.0)
        assert next(search).best == "1"
        now += 99.5  # and no further: it may take as long as it needs
        assert [analysis.best for analysis in search] == ["2"]  # its answer to `stop`


def test_seconds_have_a_deadline_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.2)
    monkeypatch.setattr(process, "FIRST_GRACE", 0.2)
    began = time.monotonic()
    with pytest.raises(EngineFailed, match="no answer in time"):
        Engine(odd("hang")).best(START, Limits(seconds=0.1))
    assert time.monotonic() - began < PATIENCE


def test_a_program_that_still_loads_is_not_hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock starts when it is ready to think; told to stop before, it would answer without having thought."""
    now = 100.0
    monkeypatch.setattr(process, "time", SimpleNamespace(monotonic=lambda: now))
    fresh, running = (
        process._Answering(START.view(0), Limits(seconds=1), None, grace)
        for grace in (process.FIRST_GRACE, process.GRACE)
    )
    now += 1 + process.GRACE
    assert running.wants_to_stop
    assert not fresh.wants_to_stop
    now += process.FIRST_GRACE / 2
    assert fresh.wants_to_stop
    assert not fresh.is_late


def test_the_deadline_is_kept_under_load() -> None:
    """With every core busy twice over, a hanging engine fails, and a thinking one answers, about when it must."""
    with busy_cores():
        for behaviour in ("hang", "good"):
            with Engine(odd(behaviour)) as engine:
                engine.best(START, QUICK)  # it runs: how long that takes is not the question
                began = time.monotonic()
                search = engine.ask(START, UNTIL_STOPPED, deadline=5.0)  # told to stop after four seconds
                if behaviour == "hang":
                    with pytest.raises(EngineFailed):
                        list(search)
                else:
                    assert list(search)[-1].best == "2"
                assert 4.0 <= time.monotonic() - began < 5.0 + 5.0  # to be killed takes a moment, too


def views_that_differ_in_hidden_tiles() -> Iterator[tuple[carreau.State, carreau.State]]:
    """Pairs of games in which only tiles that seat 0, which is to move, cannot see differ."""
    game = carreau.game("united-square")
    for options in ({"mode": "free-for-all"}, {"mode": "rival-partners"}, {"mode": "teams", "sets": 2}):
        one = game.start(deal=5, **options)
        mine, *others = one.options["deal"].split("/")
        tiles = iter(sorted(" ".join(others).split()))
        hands = [mine, *(" ".join(next(tiles) for _ in other.split()) for other in others)]
        two = game.start(deal="/".join(hands), **options)
        assert one != two
        yield one, two


def test_the_engine_hears_nothing_of_hidden_hands(tmp_path: Path) -> None:
    """Every byte sent to it is the same, whatever the others hold."""
    for number, pair in enumerate(views_that_differ_in_hidden_tiles()):
        heard = []
        for name, state in zip("ab", pair, strict=True):
            file = tmp_path / f"{number}{name}"
            with Engine(odd("listen", file)) as engine:
                for asked, seat in ((state, None), (state.play(state.moves()[0]), 0)):  # to move, and pondering
                    with pytest.raises(EngineFailed):  # it answers a move of Squadro
                        list(engine.ask(asked, QUICK, thinker=seat))
            heard.append(file.read_bytes())
        assert heard[0] == heard[1]
        assert b"????" in heard[0]
        assert heard[0].count(b"position united-square") == 2


SHELL_ENGINE = r"""
while read -r word rest; do
  case $word in
    carreau) echo "name Shell"; echo ready ;;
    go) echo "best 3" ;;
    quit) exit ;;
  esac
done
"""


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell")
def test_an_engine_in_another_language() -> None:
    with Engine(["sh", "-c", SHELL_ENGINE]) as engine:
        (analysis,) = engine.ask(START, Limits(level=5))
        assert (analysis.best, analysis.chance, analysis.pv) == ("3", 0.5, ("3",))
        assert engine.name == "Shell"


def test_claims_are_accepted_where_the_rules_accept_them() -> None:
    called = carreau.game("squaryd").start(claims="called").play("a1").play("g7")
    program = SHELL_ENGINE.replace("best 3", "best !a1,a3,c3,c1")
    with Engine(["sh", "-c", program]) as engine:
        assert engine.best(called, QUICK) == "!a1,a3,c3,c1"
    other_seat = SHELL_ENGINE.replace("best 3", "best 1:!a1,a3,c3,c1")
    with pytest.raises(EngineFailed, match="not a move of seat 0"), Engine(["sh", "-c", other_seat]) as engine:
        engine.best(called, QUICK)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_neither_keeps_nor_disturbs_the_parents_engine() -> None:
    """An engine leaves at the end of its input; a fork of its owner must not hold that open."""
    with Engine(odd("good")) as engine:
        engine.best(START, QUICK)
        child = engine._child
        assert child is not None
        done, wait = os.pipe()
        fork = os.fork()
        if fork == 0:
            os.close(wait)
            engine.close()  # is nothing to the fork
            os.read(done, 1)
            os._exit(0)
        assert engine.best(START, QUICK) == "1"
        with seen_to_end(child.pid):
            os.dup2(os.open(os.devnull, os.O_WRONLY), child._input.fileno())  # as if this process had died
        os.close(wait)
        os.waitpid(fork, 0)
