"""Where a game is saved, and what may be written over for it."""

from __future__ import annotations

from pathlib import Path

import carreau
from carreau.cli.seats import in_record
from carreau.cli.sitting import Sitting
from carreau.rules.errors import Error


def would_lose_nothing(file: Path, sitting: Sitting) -> bool:
    """Is there nothing at that place, or this very game, as far as it had come?"""
    if not file.is_file():  # a folder or a device answers for itself
        return True
    try:
        text = file.read_text(encoding="utf-8")
        return not text or _begins(carreau.read_record(text), sitting)
    except (UnicodeDecodeError, Error):
        return False


def _begins(record: carreau.Record, sitting: Sitting) -> bool:
    positions = [*sitting.past, sitting.state]
    count = len(record.moves)
    return (
        record.ending in ("", sitting.ending)
        and dict(record.players) == in_record(sitting.players)
        and count < len(positions)
        and record.state == positions[count]
        and record.moves == positions[count].history
    )
