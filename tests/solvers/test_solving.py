"""Solvers run to their end, or are stopped between two steps."""

from __future__ import annotations

import os
import signal

import pytest

from carreau.cli.solving.asked import solve
from carreau.solvers.solving import Progress, Solving, answer_of


def counting(to: int, closed: list[int]) -> Solving[str]:
    done = 0
    try:
        for done in range(to):
            yield Progress(done / to)
    finally:
        closed.append(done)
    return "counted"


def test_a_solver_that_is_let_run_gives_its_answer() -> None:
    assert answer_of(counting(5, [])) == "counted"
    assert solve(counting(5, [])) == "counted"


def test_ctrl_c_closes_the_solver_between_two_steps(capsys: pytest.CaptureFixture[str]) -> None:
    closed: list[int] = []

    def interrupted() -> Solving[str]:
        for progress in counting(1000, closed):
            if progress.share == 0.5:
                os.kill(os.getpid(), signal.SIGINT)
            yield progress
        return ""

    with pytest.raises(KeyboardInterrupt):
        solve(interrupted())
    assert closed == [500]
    assert "goes on from here" in capsys.readouterr().err
