"""The line of a solver at work tells the time left as soon as it can, and never before."""

from __future__ import annotations

import pytest

from carreau.cli import progress as module
from carreau.cli.progress import WorkLine
from carreau.rules.language import same
from carreau.solvers.solving import Progress


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(WorkLine, "show", lambda _, line: lines.append(line))
    return lines


def test_time_left_counts_from_when_a_share_was_first_told(shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes before, compiling or a question nobody can measure, says nothing about the rest."""
    now = 1000.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    line = WorkLine()
    for seconds, share in ((5, -1.0), (60, -1.0), (60, 0.5), (100, 0.5), (70, 0.75)):
        now = 1000.0 + seconds
        line.tell(Progress(share, same("work")))
    assert shown == [
        "0:05  work",
        "1:00  work",
        f"[{'#' * 12}{'.' * 12}] 50.0 %  work",
        f"[{'#' * 12}{'.' * 12}] 50.0 %  work",
        f"[{'#' * 18}{'.' * 6}] 75.0 %  0:10 left  work",
    ]
