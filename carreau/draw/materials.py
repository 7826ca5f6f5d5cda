"""What boards are made of: wood, felt, a frame around paper, or a quiet card; and the cells cut into them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sin

from carreau.draw.geometry import Box, Outline, hexagon_points
from carreau.draw.markup import UNIT, Defs, move_to, number, path_of, tag, words
from carreau.rules.scene import Cell


@dataclass(frozen=True, slots=True, eq=False)  # known by identity: there is one of each
class Material:
    """The colours of a surface and of what is drawn on it; they are the same by day and by night."""

    name: str
    light: str  # the slab at its upper left
    shade: str  # and at its lower right
    print: str  # coordinates, dots, codes at the rim
    carved: str  # what is cut into the surface
    last: str
    target: str
    grain: str = ""  # the veins of wood, none for other surfaces
    win: str = "#f3cf6b"


MATERIALS = {
    material.name: material
    for material in (
        Material("maple", "#e8c698", "#cd9d64", "#4f2e0f", "#b58248", "#9c3a12", "#1f5f53", "#8a5420"),
        Material("walnut", "#8b5b36", "#663c20", "#fbe9d0", "#4a2a15", "#ffb98d", "#a9e3d3", "#2f1808"),
        Material("felt", "#35594f", "#264138", "#c3d8ce", "#3c5950", "#ffb98d", "#f8e08e"),
        Material("frame", "#4d423c", "#2c2522", "#d9cdba", "#f4edde", "#c4643a", "#1f5f53"),
        Material("hexagon", "#dbb17b", "#ba8850", "#3f240b", "#f6e9cf", "#c4643a", "#1f5f53", "#8a5420"),
        Material("plain", "", "", "", "", "#c4643a", "#3f8f80", win="#c99a1e"),
    )
}


def material_of(surface: str) -> Material:
    """The material of that name; a surface we do not know is a quiet card."""
    return MATERIALS.get(surface, MATERIALS["plain"])


def slab(material: Material, outline: Outline, field: Box, defs: Defs) -> str:
    """The board itself, without its cells, in board units."""
    body = _body(material, outline, defs)
    finish = _FINISHES.get(material.name)
    return body + (finish(outline, field, defs) if finish else "")


def _body(material: Material, outline: Outline, defs: Defs) -> str:
    if material.name == "plain":
        return outline.draw(class_="card", stroke_width=2)
    shadow = defs.add(
        "shadow",
        "filter",
        tag("feDropShadow", dx=2, dy=8, stdDeviation=9, flood_color="#1a0f05", flood_opacity=".32"),
        x="-10%",
        y="-10%",
        width="120%",
        height="124%",
    )
    wood = defs.linear(material.name, material.light, material.shade)
    veins = _grain(material, outline, defs) if material.grain else ""
    edge = defs.linear("edge", "#fff1d6 .42", "#000 .3")
    return (
        outline.draw(fill=wood, filter=f"url(#{shadow})")
        + veins
        + outline.inset(2).draw(fill="none", stroke=edge, stroke_width=4)
    )


def _grain(material: Material, outline: Outline, defs: Defs) -> str:
    """A few veins along the board, always the same ones."""
    box = outline.box
    clip = defs.add(f"clip-{outline.key}", "clipPath", outline.draw())
    count = 19
    lines = []
    for vein in range(count):
        y = box.top + box.height * (vein + 0.5 + 0.35 * sin(vein * 2.4)) / count
        wave = box.height / count * (0.3 + 0.25 * sin(vein * 1.7))
        third = box.width / 3
        lines.append(
            f"M{number(box.left)} {number(y)}c{number(third)} {number(wave)} "
            f"{number(2 * third)} {number(-wave)} {number(box.width)} {number(wave * sin(vein))}"
        )
    return tag(
        "path",
        d="".join(lines),
        fill="none",
        stroke=material.grain,
        stroke_opacity=".11",
        stroke_width=3,
        clip_path=f"url(#{clip})",
    )


def _stitches(outline: Outline, field: Box, defs: Defs) -> str:
    return outline.inset(18).draw(
        fill="none", stroke="#b9d3c6", stroke_opacity=".35", stroke_width=2.5, stroke_dasharray="12 8"
    )


def _paper_in_frame(outline: Outline, field: Box, defs: Defs) -> str:
    """The frame's mitred corners, and the printed sheet with the frame's shadow on it."""
    box, sheet = outline.box, field.grown(0.08 * UNIT)
    mitres = "".join(
        f"M{number(x)} {number(y)}L{number(inner_x)} {number(inner_y)}"
        for x, inner_x in ((box.left + 12, sheet.left), (box.right - 12, sheet.right))
        for y, inner_y in ((box.top + 12, sheet.top), (box.bottom - 12, sheet.bottom))
    )
    lip = defs.linear("lip", "#000 .55", "#fff .3")
    return (
        tag("path", d=mitres, stroke="#000", stroke_opacity=".35", stroke_width=2.5)
        + sheet.draw(fill="#e2d7c2", rx=8)
        + sheet.grown(2).draw(fill="none", stroke=lip, stroke_width=5, rx=9)
    )


def _basin(outline: Outline, field: Box, defs: Defs) -> str:
    """The sunken floor under the pale hexagons."""
    lip = defs.linear("basin", "#5a3411 .55", "#fff .4")
    floor = outline.inset(outline.rim - 0.8 * UNIT)
    return floor.draw(
        fill="#b98a53",
        fill_opacity=".55",
        stroke=lip,
        stroke_width=4,
    )


_FINISHES: dict[str, Callable[[Outline, Box, Defs], str]] = {
    "felt": _stitches,
    "frame": _paper_in_frame,
    "hexagon": _basin,
}


# Cells


def cell_layer(cells: tuple[Cell, ...], material: Material, defs: Defs) -> str:
    """Every cell as an element that can be named and touched."""
    drawn = "".join(_cell(cell, material, defs) for cell in cells)
    theme = "field" if material.name == "plain" else ""
    return tag("g", drawn, class_=f"cells {theme}".rstrip(), stroke_width=2 if theme else None)


def _cell(cell: Cell, material: Material, defs: Defs) -> str:
    x, y = cell.at[0] * UNIT, cell.at[1] * UNIT
    shape = _SHAPES.get(cell.shape, _square)(cell, material, defs)
    spoken = f"{cell.id}, {cell.note}" if cell.note else cell.id
    use = tag("use", href=f"#{shape}") if shape else tag("path", d=SPACE, fill="none", pointer_events="all")
    note = _note(cell.note, material) if cell.note else ""
    opacity = ".55" if cell.tone == "forbidden" and material.name == "plain" else None
    return tag(
        "g",
        words("title", spoken),
        use,
        note,
        class_=f"cell {cell.tone}".rstrip(),
        data_id=cell.id,
        transform=move_to(x, y),
        opacity=opacity,
    )


SPACE = "M-50-50h100v100h-100z"


def _note(note: str, material: Material) -> str:
    ink = {"fill": "#6b604f"} if material.name != "plain" else {"class_": "soft", "stroke": "none"}
    return words("text", note, y=9.5, font_size=26, text_anchor="middle", **ink)


def _space(cell: Cell, material: Material, defs: Defs) -> str:
    return ""


def _square(cell: Cell, material: Material, defs: Defs) -> str:
    if material.name == "plain":
        return defs.add("cell-plain", "rect", x=-47, y=-47, width=94, height=94, rx=8)
    if material.name == "frame":
        return defs.add(
            f"cell-frame{_suffix(cell)}",
            "rect",
            x=-49,
            y=-49,
            width=98,
            height=98,
            rx=3,
            fill=_toned(cell, "#f5eedd"),
        )
    hollow = defs.linear("hollow", "#000 .3", "#fff .16")
    return defs.add(
        f"cell-{material.name}{_suffix(cell)}",
        "rect",
        x=-46,
        y=-46,
        width=92,
        height=92,
        rx=7,
        fill="#fff" if cell.tone != "forbidden" else "#000",
        fill_opacity=".07",
        stroke=hollow,
        stroke_width=2.5,
    )


def _hex(cell: Cell, material: Material, defs: Defs) -> str:
    outline = path_of(hexagon_points(0.955), closed=True)
    if material.name == "plain":
        return defs.add("cell-hex-plain", "path", d=outline)
    pale = defs.linear(f"hex{_suffix(cell)}", *_HEX_TONES.get(cell.tone, _HEX_TONES[""]))
    rim = defs.linear("hex-rim", "#fff .75", "#8a5a25 .5")
    return defs.add(
        f"cell-hex{_suffix(cell)}",
        "path",
        d=outline,
        fill=pale,
        stroke=rim,
        stroke_width=2.5,
    )


_HEX_TONES = {
    "": ("#faf0da", "#eedcb8"),
    "edge": ("#f0deba", "#e2c896"),
    "forbidden": ("#d3b688", "#c6a674"),
}


def _hole(cell: Cell, material: Material, defs: Defs) -> str:
    if material.name == "plain":
        return defs.add("cell-hole-plain", "circle", r=34)
    depth = defs.linear(f"hole-{material.name}", "#000 .72", "#000 .3")
    lip = defs.linear("hole-lip", "#000 .45", "#fff .42")
    dim = ".45" if cell.tone == "forbidden" else None
    return defs.add(
        f"cell-hole-{material.name}{_suffix(cell)}",
        "circle",
        r=31,
        fill=depth,
        stroke=lip,
        stroke_width=3.5,
        opacity=dim,
    )


_SHAPES: dict[str, Callable[[Cell, Material, Defs], str]] = {
    "space": _space,
    "square": _square,
    "hex": _hex,
    "hole": _hole,
}


def _suffix(cell: Cell) -> str:
    return f"-{cell.tone}" if cell.tone in ("edge", "forbidden") else ""


def _toned(cell: Cell, colour: str) -> str:
    return {"edge": "#ece3cf", "forbidden": "#d8ccb5"}.get(cell.tone, colour)
