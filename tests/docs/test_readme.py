"""What the README shows runs, and what it points to exists."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from carreau.cli import main

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")]
)
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})
    board, figures = capsys.readouterr().out.rsplit("\n\n", 1)
    assert "x" in board
    assert "o" in board
    *_, wins, best = figures.splitlines()
    assert sum(eval(wins)) == 2000
    assert re.fullmatch(r"[a-k]\d+", best)


def test_the_commands_run(capsys: pytest.CaptureFixture[str]) -> None:
    commands = re.findall(r"^\$ carreau (.*)$", README, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        assert main(shlex.split(command)) == 0
    assert "3125" in capsys.readouterr().out


def test_the_library_page_is_true() -> None:
    done = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 20
    assert done.failed == 0


def test_the_two_commands_are_shown_and_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in ("play", "test"):
        assert f"make {command}" in README
        assert f"\n{command}: " in makefile


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", text):
        path = target[0] or target[1]
        if not path.startswith("http"):
            assert (page.parent / path).exists(), f"{page.name} points to {path}"
