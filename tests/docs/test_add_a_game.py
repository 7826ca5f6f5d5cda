"""The game that docs/add-a-game.md builds is found by its entry point and passes every conformance test."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which a package with the page's game is installed."""
    site = tmp_path_factory.mktemp("site")
    (site / "morpion.py").write_text("\n\n".join(blocks("python")), encoding="utf-8")
    facts = site / "morpion-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: morpion\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text("[carreau.games]\nmorpion = morpion:GAME\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(site)}


def run(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )


def test_the_game_passes_the_conformance_tests_with_no_other_edit(installed: dict[str, str]) -> None:
    done = run(["-m", "pytest", "tests/conformance", "-k", "morpion", "-p", "no:cacheprovider"], installed)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 20


def test_its_commands_run(installed: dict[str, str]) -> None:
    for line in blocks("console")[0].splitlines():
        command = line.removeprefix("$ carreau ")
        done = run(
            ["-c", f"import shlex; from carreau.cli import main; raise SystemExit(main(shlex.split({command!r})))"],
            installed,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_its_python_examples_are_true(installed: dict[str, str], tmp_path: Path) -> None:
    example = tmp_path / "example.txt"
    example.write_text("\n".join(blocks("pycon")), encoding="utf-8")
    done = run(["-m", "doctest", str(example)], installed)
    assert done.returncode == 0, done.stdout


def test_a_broken_package_does_not_take_the_other_games_away(tmp_path: Path) -> None:
    facts = tmp_path / "broken-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text("[carreau.games]\nbroken = nowhere:GAME\n", encoding="utf-8")
    done = run(["-W", "ignore", "-m", "carreau", "games"], {**os.environ, "PYTHONPATH": str(tmp_path)})
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 5
