"""What the searches do is kept as numbers: a commit that changes a search changes them, and says so.

After a change that was meant: python tests/engines/test_signature.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

import carreau
from carreau.cli.bench import CASES
from carreau.engines.signature import signature_of

KEPT = Path(__file__).with_name("signatures.txt")


def kept() -> dict[str, str]:
    lines = KEPT.read_text(encoding="ascii").splitlines()
    return {name: counts for name, _, counts in (line.partition(" ") for line in lines)}


def now(name: str) -> str:
    game, options = CASES[name]
    return signature_of(carreau.game(game).start(**options))


@pytest.mark.parametrize("name", CASES)
def test_the_searches_are_the_ones_whose_numbers_are_kept(name: str) -> None:
    assert now(name) == kept()[name]


if __name__ == "__main__":
    KEPT.write_text("".join(f"{name} {now(name)}\n" for name in CASES), encoding="ascii")
