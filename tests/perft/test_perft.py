"""Move counts of an independent referee, and our own for modes it does not cover, as data files.

A case is a JSON object a line: game, options, moves played first, counts at depth 1, 2, 3…
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import carreau

CASES = [
    (f"{file.stem}:{number} {case['game']}", case)
    for file in sorted(Path(__file__).parent.glob("*.jsonl"))
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    for case in [json.loads(line)]
]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_move_counts(case: dict[str, Any]) -> None:
    state = carreau.game(case["game"]).replay(case["moves"].split(), **case["options"])
    for depth, expected in enumerate(case["perft"], 1):
        found = carreau.perft(state, depth, interpret=expected < 2000)
        if found != expected:
            below = "\n".join(f"  {move}: {count}" for move, count in carreau.divide(state, depth).items())
            pytest.fail(f"depth {depth}: expected {expected}, found {found}; by first move:\n{below}")


def test_every_case_of_the_referee_is_here() -> None:
    assert sum(name.startswith("referee:") for name, _ in CASES) == 45
    assert {case["game"] for _, case in CASES} >= {"squadro", "unlur", "squaryd", "united-square", "012x012"}
