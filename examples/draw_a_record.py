"""Draw every position of a game record as an SVG file.

python examples/draw_a_record.py game.txt pictures/
"""

from __future__ import annotations

import sys
from pathlib import Path

import carreau


def main(record_file: str, folder: str) -> None:
    end = carreau.read_record(Path(record_file).read_text(encoding="utf-8")).state
    state = end.game.position(end.origin) if end.origin else end.game.start(**end.options)
    Path(folder).mkdir(parents=True, exist_ok=True)
    for number, move in enumerate((None, *end.history)):
        state = state if move is None else state.play(move)
        Path(folder, f"{number:03}.svg").write_text(state.svg(), encoding="utf-8")
    print(f"{len(end.history) + 1} pictures in {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
