"""A scene as a text board, for a terminal and for a screen reader.

Cells keep their places: columns by x, with room for the half steps of hexagons, and a line for every y.
The last move stands in [brackets], a winning group in (parentheses).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil

from carreau.rules.scene import Label, Rail, Scene

LABELS = ("coordinate", "dots-across", "dots-down")
SAME_LINE = 0.3  # labels this close to a line of cells, in cell widths, are written on it
BRACKETS = {"win": ("(", ")"), "last": ("[", "]")}


def render(scene: Scene) -> str:
    """The board, then a line a seat (`>` marks the seat to move), then the status."""
    parts = [_board(scene), "\n".join(_rail_lines(scene.rails)), str(scene.status or "")]
    return "\n\n".join(part for part in parts if part)


class _Page:
    """Characters on lines; what is written later lies on top."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], str] = {}

    def write(self, line: int, column: int, text: str) -> None:
        for shift, character in enumerate(text):
            self._characters[line, column + shift] = character

    def at(self, line: int, column: int) -> str:
        return self._characters.get((line, column), " ")

    def __str__(self) -> str:
        if not self._characters:
            return ""
        left = min(column for _, column in self._characters)
        last = max(line for line, _ in self._characters)
        return "\n".join(self._line(line, left) for line in range(last + 1))

    def _line(self, line: int, left: int) -> str:
        columns = [column for row, column in self._characters if row == line]
        return "".join(self.at(line, column) for column in range(left, max(columns, default=left) + 1)).rstrip()


def _board(scene: Scene) -> str:
    shown = _glyphs(scene)
    if not shown:
        return ""
    width = max(len(glyph) for glyph in shown.values())
    step = _step(width, (x for x, _ in shown))
    labels = [replace(label, text=plain_label(label)) for label in scene.labels if label.kind in LABELS]
    lines = _lines([y for _, y in shown], [label.at[1] for label in labels])
    page = _Page()
    for (x, y), glyph in shown.items():
        page.write(lines[y], round(x * step), glyph.center(width))
    _write_brackets(page, scene, lines, step, width)
    for label in sorted(labels, key=lambda label: -label.at[0]):  # left of the board, the nearest first
        _write_label(page, label, shown, lines, step, width)
    return str(page)


def _glyphs(scene: Scene) -> dict[tuple[float, float], str]:
    """What stands at every place."""
    shown = {_place(cell.at): cell.note or cell.glyph for cell in scene.cells}
    shown.update((_place(piece.at), piece.glyph) for piece in scene.pieces)
    return shown


def plain_label(label: Label) -> str:
    """Dots as a small raised number."""
    return label.text if label.kind == "coordinate" else "⁰¹²³⁴⁵⁶⁷⁸⁹"[len(label.text)]


def _place(at: tuple[float, float]) -> tuple[float, float]:
    return round(at[0], 2), round(at[1], 2)


def _step(width: int, xs: Iterable[float]) -> int:
    """Characters from a cell to the next, even where cells are shifted by a half."""
    step = width + 1
    shifted = any(x != int(x) for x in xs)
    return step + step % 2 if shifted else step


def _lines(cell_ys: list[float], label_ys: list[float]) -> dict[float, int]:
    """The line number of every y."""
    rows = sorted(set(cell_ys))
    own = {round(y, 2) for y in label_ys if min(abs(y - row) for row in rows) > SAME_LINE}
    order = {y: line for line, y in enumerate(sorted({*rows, *own}))}
    for y in label_ys:
        nearest = min(order, key=lambda known: abs(known - y))
        order.setdefault(round(y, 2), order[nearest])
    return order


def _write_brackets(page: _Page, scene: Scene, lines: dict[float, int], step: int, width: int) -> None:
    cells = {cell.id: cell for cell in scene.cells}
    kinds = {mark.kind for mark in scene.marks}
    for kind in ("win",) if "win" in kinds else ("last",):  # one kind: neighbours share the gap between them
        opening, closing = BRACKETS[kind]
        for mark in scene.marks:
            if mark.kind != kind or mark.cell not in cells:
                continue
            x, y = _place(cells[mark.cell].at)
            before, after = round(x * step) - 1, round(x * step) + width
            # [a b], not [a][b]
            page.write(lines[y], before, " " if page.at(lines[y], before) == closing else opening)
            page.write(lines[y], after, " " if page.at(lines[y], after) == opening else closing)


def _write_label(
    page: _Page,
    label: Label,
    shown: dict[tuple[float, float], str],
    lines: dict[float, int],
    step: int,
    width: int,
) -> None:
    line = lines[round(label.at[1], 2)]
    neighbours = [x for x, y in shown if lines[y] == line]
    if neighbours and label.at[0] < min(neighbours):
        column = round(min(neighbours) * step) - 2 - len(label.text)
        while page.at(line, column + len(label.text) - 1) != " ":  # beside another label
            column -= 2
    elif neighbours and label.at[0] > max(neighbours):
        column = round(max(neighbours) * step) + width + 2
    else:
        column = round(label.at[0] * step) + ceil((width - len(label.text)) / 2)
    page.write(line, column, label.text)


# Rails


def _rail_lines(rails: tuple[Rail, ...]) -> list[str]:
    shown = [(rail, str(rail.title), str(rail.score or "")) for rail in rails]
    titles = max((len(title) for _, title, _ in shown), default=0)
    scores = max((len(score) for _, _, score in shown), default=0)
    return [
        f"{'>' if rail.to_move else ' '} {title:{titles}}  {score:{scores}}  {_stock(rail)}".rstrip()
        for rail, title, score in shown
    ]


def _stock(rail: Rail) -> str:
    return " ".join(f"{piece.glyph}×{count}" for piece, count in rail.items)
