"""`carreau solve` called as people call it, in this process."""

from __future__ import annotations

import pytest

from carreau.cli import main


def run(*arguments: str) -> int:
    """The exit code of `carreau solve` with these arguments."""
    try:
        return main(["solve", *arguments])
    except SystemExit as end:  # argparse
        return int(end.code or 0)


def need_refusal(capsys: pytest.CaptureFixture[str], arguments: list[str], word: str) -> None:
    """Bad input ends with one line that has this word, and with 2."""
    assert run(*arguments) == 2
    told = capsys.readouterr()
    assert told.err.startswith("carreau: ")
    assert told.err.count("\n") == 1
    assert word in told.err
    assert told.out == ""
