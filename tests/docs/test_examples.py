"""The programs in examples/ run and do what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import carreau
from carreau.engines.analysis import Limits
from carreau.engines.process import Engine

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout


def test_first_moves_ranks_the_moves_of_a_game() -> None:
    lines = run("first_moves.py", "squadro", "first=1").splitlines()
    assert sorted(line.split()[0] for line in lines) == ["1", "2", "3", "4", "5"]
    shares = [float(line.split()[1].rstrip("%")) for line in lines]
    assert shares == sorted(shares, reverse=True)


def test_a_record_is_drawn_position_by_position(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(carreau.write_record(carreau.game("squaryd").replay(["a1", "g7", "a3"])), encoding="utf-8")
    assert run("draw_a_record.py", str(record), str(tmp_path / "pictures")).startswith("4 pictures")
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == [f"{n:03}.svg" for n in range(4)]


def test_the_minimal_engine_plays_a_game_to_its_end() -> None:
    with Engine([sys.executable, str(EXAMPLES / "minimal_engine.py")]) as engine:
        state = carreau.game("squadro").start(first=0)
        while state.outcome is None:
            state = state.play(engine.best(state, Limits(level=1)))
        assert engine.name == "Tortoise"
    assert state.outcome.reason


def test_every_example_is_tested() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [path.name for path in EXAMPLES.glob("*.py") if path.name not in text] == []
