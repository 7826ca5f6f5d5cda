"""What is drawn on a board besides cells and pieces: lines, marks on cells, and the print at the rim."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from carreau.draw.colours import colour_of
from carreau.draw.geometry import capsule, hexagon_points
from carreau.draw.markup import UNIT, move_to, number, path_of, tag, words
from carreau.draw.materials import Material
from carreau.rules.memory import once_for_each
from carreau.rules.scene import Cell, Label, Mark, Scene, Stroke, cells_by_id

BELOW_PIECES = ("groove", "rim", "square", "trail")
RIM_HUES = {"blue": "#18568f", "green": "#22703f", "violet": "#673a9a"}
CROWD = 16  # with more targets than this, each is drawn more quietly


# Strokes


def strokes_below(strokes: Iterable[Stroke], material: Material) -> str:
    """Lines that the pieces stand on."""
    below = [stroke for stroke in strokes if stroke.kind in BELOW_PIECES and stroke.points]
    grooves = [stroke for stroke in below if stroke.kind == "groove"]
    others = [stroke for stroke in below if stroke.kind != "groove"]
    drawn = _grooves(grooves, material) + "".join(_stroke(stroke, material) for stroke in others)
    return _layer("strokes", drawn)


def strokes_above(strokes: Iterable[Stroke], material: Material) -> str:
    """Lines that lie over the pieces."""
    above = [stroke for stroke in strokes if stroke.kind not in BELOW_PIECES and stroke.points]
    return _layer("strokes", "".join(_stroke(stroke, material) for stroke in above))


def _layer(name: str, drawn: str) -> str:
    return tag("g", drawn, class_=name, fill="none", stroke_linejoin="round") if drawn else ""


def _grooves(grooves: list[Stroke], material: Material) -> str:
    """One network of lanes, cut at once: its far edge in the light, its near edge in the shade."""
    if not grooves:
        return ""
    d = "".join(path_of(groove.points, closed=groove.closed) for groove in grooves)
    cuts = (("#fff", ".4", 31, (1, 2.5)), (material.carved or "#8b8175", None, 31, (0, 0)),
            (material.shade or "#a59a8d", ".8", 26, (1.5, 2)))  # fmt: skip
    return "".join(
        tag(
            "path",
            d=d,
            stroke=colour,
            stroke_opacity=opacity,
            stroke_width=width,
            stroke_linecap="round",
            transform=move_to(*shift) if any(shift) else None,
        )
        for colour, opacity, width, shift in cuts
    )


@once_for_each(most=4096)
def _stroke(stroke: Stroke, material: Material) -> str:
    return _STROKES.get(stroke.kind, _line)(stroke, material)


def _line(stroke: Stroke, material: Material) -> str:
    return tag(
        "path",
        d=path_of(stroke.points, closed=stroke.closed),
        stroke=colour_of(stroke.hue).body if stroke.hue else material.target,
        stroke_width=4,
        stroke_dasharray="14 10" if stroke.dashed else None,
    )


def _rim(stroke: Stroke, material: Material) -> str:
    d = path_of(stroke.points, closed=stroke.closed)
    hue = RIM_HUES.get(stroke.hue) or colour_of(stroke.hue).body
    dashes = "26 20" if stroke.dashed else None
    return tag("path", d=d, stroke="#fff4dc", stroke_opacity=".55", stroke_width=19, stroke_linecap="round") + tag(
        "path",
        d=d,
        stroke=hue,
        stroke_width=12,
        stroke_dasharray=dashes,
        stroke_linecap="butt" if stroke.dashed else "round",
    )


def _path(stroke: Stroke, material: Material) -> str:
    d = path_of(stroke.points, closed=stroke.closed)
    return tag("path", d=d, stroke="#3a2203", stroke_opacity=".75", stroke_width=19, stroke_linecap="round") + tag(
        "path", d=d, stroke="#f6c945", stroke_width=11, stroke_linecap="round"
    )


def _square(stroke: Stroke, material: Material) -> str:
    d = path_of(stroke.points, closed=True)
    return tag("path", d=d, fill=material.win, fill_opacity=".16", stroke="#2b1503", stroke_opacity=".4",
               stroke_width=9) + tag("path", d=d, stroke=material.win, stroke_width=5)  # fmt: skip


def _trail(stroke: Stroke, material: Material) -> str:
    return tag(
        "path",
        d=capsule(stroke.points[0], stroke.points[-1], 36),
        stroke=material.target,
        stroke_width=4.5,
        stroke_dasharray="11 9",
        stroke_linecap="round",
    )


def _hairline(stroke: Stroke, material: Material) -> str:
    hue = colour_of(stroke.hue)
    d = path_of(stroke.points, closed=stroke.closed)
    return tag("path", d=d, stroke="#fffaf0", stroke_width=5.5) + tag("path", d=d, stroke=hue.edge, stroke_width=3)


_STROKES: dict[str, Callable[[Stroke, Material], str]] = {
    "rim": _rim,
    "path": _path,
    "square": _square,
    "trail": _trail,
    "hairline": _hairline,
}


# Marks


def marks_below(scene: Scene, material: Material) -> str:
    """The glow of winning cells, under their pieces."""
    cells = cells_by_id(scene.cells)
    won = [cells[mark.cell] for mark in scene.marks if mark.kind == "win" and mark.cell in cells]
    if not won:
        return ""
    drawn = "".join(
        _contour(cell, 0.97, fill=material.win, fill_opacity=".6", stroke="#9a6b09", stroke_width=3.5) for cell in won
    )
    return tag("g", drawn, class_="marks")


def marks_above(scene: Scene, material: Material) -> str:
    """Outlines around what was just played (unless a trail shows it) and what can be played."""
    shown = {"win"} | {"last" for stroke in scene.strokes if stroke.kind == "trail"}
    cells = cells_by_id(scene.cells)
    crowded = sum(mark.kind == "target" for mark in scene.marks) > CROWD
    drawn = "".join(
        _outline(mark, cells[mark.cell], material, quiet=crowded)
        for mark in scene.marks
        if mark.cell in cells and mark.kind not in shown
    )
    return tag("g", drawn, class_="marks", fill="none", stroke_linecap="round") if drawn else ""


@lru_cache(maxsize=4096)
def _outline(mark: Mark, cell: Cell, material: Material, *, quiet: bool) -> str:
    if mark.kind == "last":
        casing = _contour(cell, 0.9, stroke="#2b1503", stroke_opacity=".4", stroke_width=9)
        return casing + _contour(cell, 0.9, class_="last", stroke=material.last, stroke_width=5.5)
    free = 0.94 if cell.shape == "space" else 0.86  # frames of neighbours keep apart
    return _contour(
        cell,
        0.6 if quiet else free,
        class_=mark.kind,
        stroke=material.target,
        stroke_width=4 if quiet else 5,
        stroke_dasharray="7 9" if quiet else "12 10",
        stroke_opacity=".65" if quiet else None,
    )


def _contour(cell: Cell, size: float, **paint: str | float | None) -> str:
    """The cell's own shape, a little smaller, around its middle."""
    place = {"transform": move_to(cell.at[0] * UNIT, cell.at[1] * UNIT), "data_cell": cell.id}
    if cell.shape == "hex":
        return tag("path", d=path_of(hexagon_points(size), closed=True), **place, **paint)
    if cell.shape == "hole":
        return tag("circle", r=42 * size, **place, **paint)
    side = UNIT * size
    return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=10, **place, **paint)


# Print


def label_layer(labels: tuple[Label, ...], material: Material, size: float) -> str:
    """Coordinates, dots and the diamond; `size` is the height of the letters in board units."""
    dots = [label for label in labels if label.kind.startswith("dots-")]
    diamonds = [label for label in labels if label not in dots and _is_diamond(label)]
    print_ = [label for label in labels if label not in dots and label not in diamonds]
    drawn = _dots(dots, material) + "".join(_diamond(label, material) for label in diamonds)
    drawn += "".join(
        words("text", label.text, x=label.at[0] * UNIT, y=label.at[1] * UNIT + size * 0.36) for label in print_
    )
    if not drawn:
        return ""
    ink: dict[str, str] = {"fill": material.print} if material.print else {"class_": "soft"}
    return tag("g", drawn, font_size=size, text_anchor="middle", **ink)


def _is_diamond(label: Label) -> bool:
    return label.kind == "diamond" or label.text in ("◇", "◆")


def _diamond(label: Label, material: Material) -> str:
    ink = material.print or "#85796c"
    return tag(
        "path",
        d="M0-24L24 0L0 24L-24 0ZM0-13L13 0L0 13L-13 0Z",
        transform=move_to(label.at[0] * UNIT, label.at[1] * UNIT),
        fill="none",
        stroke=ink,
        stroke_opacity=".7",
        stroke_width=3,
        stroke_linejoin="round",
    )


def _dots(labels: list[Label], material: Material) -> str:
    if not labels:
        return ""
    spots = "".join(f"M{number(x)} {number(y)}h0" for label in labels for x, y in _spots(label))
    ink = material.print or "#85796c"
    pits = tag("path", d=spots, stroke="#fff", stroke_opacity=".55", transform="translate(1 2)")
    return tag("g", pits, tag("path", d=spots, stroke=ink), stroke_width=11, stroke_linecap="round", class_="dots")


def _spots(label: Label) -> list[tuple[float, float]]:
    count = len(label.text)
    shifts = [15 * (i - (count - 1) / 2) for i in range(count)]
    x, y = label.at[0] * UNIT, label.at[1] * UNIT
    return [(x + shift, y) if label.kind == "dots-across" else (x, y + shift) for shift in shifts]
