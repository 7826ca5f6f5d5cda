"""One readable game of each kind, kept as a text: a change of rules, notation or board shows as a difference.

`python tests/playthroughs/test_playthroughs.py` writes the texts again after a change that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import carreau

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))


def transcript(record: carreau.Record) -> str:
    """The record, then every position with its legal moves."""
    return "\n".join([carreau.write_record(record.state, players=record.players), *_positions(record.state)]) + "\n"


def _positions(end: carreau.State) -> Iterator[str]:
    state = end.game.start(**end.options)
    for number, move in enumerate((*end.history, None)):
        yield f"=== after {number} moves"
        yield str(state)
        yield state.board()
        if state.outcome is None:
            yield f"legal: {' '.join(state.moves())}"
        else:
            yield f"outcome: {state.outcome}"
        if move is not None:
            state = state.play(move)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = carreau.read_record(text.partition("\n===")[0])
    assert transcript(record) == text
    assert record.outcome is not None


def test_every_game_has_a_playthrough() -> None:
    assert {carreau.read_record(f.read_text(encoding="utf-8").partition("\n===")[0]).game.id for f in FILES} >= {
        "squadro", "unlur", "squaryd", "united-square", "012x012",
    }  # fmt: skip


if __name__ == "__main__":
    for path in FILES:
        known = carreau.read_record(path.read_text(encoding="utf-8").partition("\n===")[0])
        path.write_text(transcript(known), encoding="utf-8")
