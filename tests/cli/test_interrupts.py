"""Ctrl-C while something must not be broken off: noticed at once, raised afterwards, never lost."""

from __future__ import annotations

import signal

import pytest

from carreau.cli.interrupts import interrupts_wait


def test_an_interrupt_is_told_at_once_and_raised_afterwards() -> None:
    happened: list[str] = []

    @interrupts_wait(tell=lambda: happened.append("told"))
    def work() -> None:
        signal.raise_signal(signal.SIGINT)
        happened.append("done")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert happened == ["told", "done"]


def test_what_fails_by_itself_says_so() -> None:
    @interrupts_wait()
    def work() -> int:
        signal.raise_signal(signal.SIGINT)
        return 1 // 0

    with pytest.raises(ZeroDivisionError):
        work()


def test_afterwards_ctrl_c_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts_wait():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
