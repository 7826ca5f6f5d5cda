"""Many boards side by side in one picture, each with a line under it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from carreau.draw.markup import tag, words
from carreau.draw.sheet import layers_of, sheet_of, view_box
from carreau.rules.scene import Scene

BOARD, GAP, LINE = 240, 20, 24  # in the picture's units


def gallery_svg(boards: Sequence[tuple[Scene, str]], title: str) -> str:
    """The boards in rows, about as many rows as columns."""
    columns = ceil(sqrt(len(boards)))
    rows = ceil(len(boards) / columns)
    sheets = [sheet_of(scene) for scene, _ in boards]
    drawn = []
    for number, (sheet, (_, line)) in enumerate(zip(sheets, boards, strict=True)):
        row, column = divmod(number, columns)
        x, y = GAP + column * (BOARD + GAP), GAP + row * (BOARD + LINE + GAP)
        drawn.append(tag("svg", *layers_of(sheet), x=x, y=y, width=BOARD, height=BOARD, viewBox=view_box(sheet)))
        middle, under = x + BOARD // 2, y + BOARD + LINE * 3 // 4
        drawn.append(words("text", line, x=middle, y=under, text_anchor="middle", font_size=14, fill="#444"))
    definitions = {name: markup for sheet in sheets for name, markup in sheet.defs().items()}
    width, height = GAP + columns * (BOARD + GAP), GAP + rows * (BOARD + LINE + GAP)
    return tag(
        "svg",
        words("title", title),
        tag("defs", *definitions.values()),
        tag("rect", width=width, height=height, rx=16, fill="#fff"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family="sans-serif",
    )
