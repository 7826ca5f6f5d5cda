"""Clocks at a table: who pays for what, and when time is over. No test waits: the moment is an argument."""

from __future__ import annotations

from test_tables import ANA, BEN, FRIEND, HERE, ME, Play

from carreau.tables import orders
from carreau.tables.entries import Ended, Pace
from carreau.tables.opening import Wish
from carreau.tables.table import Table

LIVE = Pace("live", 60, 2)


def seconds(table: Table, now: int) -> list[float]:
    return [left / 1000 for left in table.clock.shown(now)]


def test_a_turn_is_paid_for_and_earns_its_increment() -> None:
    play = Play("squadro", ME, HERE, pace=LIVE, first=0)
    play.now += 10_000
    assert seconds(play.table, play.now) == [50, 60]
    play.move(0, "1", ANA)
    assert seconds(play.table, play.now) == [52, 60]
    play.now += 1_500
    assert seconds(play.table, play.now) == [52, 58.5]
    play.move(1, "1", ANA)
    assert seconds(play.table, play.now) == [52, 60.5]


def test_a_turn_of_several_moves_earns_one_increment() -> None:
    """Squaryd: doubled pawns are moves of the same turn."""
    play = Play("squaryd", ME, HERE, pace=LIVE)
    for hole in ("a1", "g7", "a3", "g6", "c3"):
        play.move(play.table.seat or 0, hole, ANA)
    before = seconds(play.table, play.now)
    play.now += 4_000
    play.move(1, "c1*", ANA)
    assert seconds(play.table, play.now) == [before[0], before[1] - 4]
    play.now += 1_000
    play.move(1, "g1", ANA)
    assert seconds(play.table, play.now) == [before[0], before[1] - 5 + 2]


def test_time_runs_when_everybody_has_sat_down() -> None:
    play = Play("squadro", ME, FRIEND, pace=LIVE, first=0)
    play.now += 500_000
    assert seconds(play.table, play.now) == [60, 60]
    assert orders.fall(play.table, now=play.now) == []
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    play.now += 1_000
    assert seconds(play.table, play.now) == [59, 60]


def test_who_has_no_time_left_has_lost() -> None:
    play = Play("squadro", ME, HERE, pace=LIVE, first=0)
    play.now += 59_999
    assert orders.fall(play.table, now=play.now) == []
    play.now += 1
    play.denied("over", orders.move, 0, "1", ply=0, player=ANA)
    (entry,) = play.give(orders.fall)
    assert entry == Ended(play.now, "0:time")
    assert seconds(play.table, play.now + 10_000) == [0, 60]
    assert orders.fall(play.table, now=play.now + 10_000) == []
    outcome = play.table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "time")


def test_a_computer_never_loses_on_time() -> None:
    """It may have to wait for an engine."""
    play = Play("squadro", ME, Wish("computer", level=8), pace=LIVE, first=1)
    assert play.table.clock.falls_at is None
    play.now += 3_600_000
    play.move(1, "1")
    assert seconds(play.table, play.now) == [60, 60]
    play.now += 5_000
    assert seconds(play.table, play.now) == [55, 60]


def test_days_start_afresh_with_every_turn() -> None:
    play = Play("squadro", ME, HERE, pace=Pace("daily", 86_400), first=0)
    play.now += 80_000_000
    play.move(0, "1", ANA)
    assert seconds(play.table, play.now) == [86_400, 86_400]
    play.now += 86_400_000
    assert orders.fall(play.table, now=play.now)


def test_an_outage_does_not_count() -> None:
    """Also not after another one: what was given back stands in the log."""
    play = Play("squadro", ME, HERE, pace=LIVE, first=0)
    begun = play.now + 10_000
    play.now += 60_000
    play.give(orders.credit, (begun, play.now))
    play.now += 10_000
    assert seconds(play.table, play.now) == [40, 60]
    assert seconds(Table.of("t", play.log), play.now) == [40, 60]
    play.give(orders.credit, (play.now, play.now + 500_000))
    play.now += 505_000
    assert seconds(play.table, play.now) == [35, 60]
    play.move(0, "1", ANA)
    assert seconds(play.table, play.now) == [37, 60]


def test_only_a_turn_that_suffered_is_credited() -> None:
    play = Play("squadro", ME, HERE, pace=LIVE, first=0)
    assert orders.credit(play.table, (0, play.now), now=play.now) == []  # it began after the outage
    free = Play("squadro", ME, HERE, first=0)
    assert orders.credit(free.table, (0, free.now + 5), now=free.now + 5) == []


def test_a_takeback_does_not_give_time_back() -> None:
    play = Play("squadro", ME, HERE, pace=LIVE, first=0)
    play.now += 10_000
    play.move(0, "1", ANA)
    play.now += 10_000
    play.give(orders.take_back, 0, player=ANA)
    assert seconds(play.table, play.now)[0] <= 52
    play.now += 1_000
    assert seconds(play.table, play.now)[0] <= 51


def test_without_a_clock_nothing_runs() -> None:
    play = Play("squadro", ME, HERE, first=0)
    play.now += 10**12
    assert play.table.clock.falls_at is None
    play.move(0, "1", ANA)
    assert orders.fall(play.table, now=play.now) == []
