"""Tiles of four triangles. Every colour has a motif of its own, whole in each triangle: no colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from carreau.draw.markup import Defs, tag

IVORY = "#fbf5e6"
INK = "#2a2520"
QUARTER = "M-44.5-46.5H44.5L0-2Z"  # the northern triangle, with a hair of ivory around it


@dataclass(frozen=True, slots=True)
class TileColour:
    name: str
    paint: str
    motif: str


def _dots() -> str:
    rows = ((-38.5, (-26, -13, 0, 13, 26)), (-26.5, (-13, 0, 13)), (-14.5, (0,)))
    spots = "".join(f"M{x} {y}h0" for y, row in rows for x in row)
    return tag("path", d=spots, stroke="#fff", stroke_width=6.6, stroke_linecap="round", opacity=".92")


def _bars() -> str:
    bars = "M-31-40H31M-22.5-31.5H22.5M-14-23H14M-5.5-14.5H5.5"
    return tag("path", d=bars, stroke="#fff", stroke_width=3.6, stroke_linecap="round", opacity=".9")


def _crosses() -> str:
    signs = "".join(f"M{x - 5} {y - 5}l10 10m0-10l-10 10" for x, y in ((-23, -37), (0, -37), (23, -37), (0, -19)))
    return tag(
        "path",
        d=signs,
        fill="none",
        stroke="#fff",
        stroke_width=3.8,
        stroke_linecap="round",
        opacity=".92",
    )


TILE_COLOURS = {
    "B": TileColour("blue", "#2257a8", _dots()),
    "G": TileColour("green", "#3f9163", _bars()),
    "R": TileColour("red", "#c5403a", _crosses()),
    "Y": TileColour("yellow", "#f3bf45", ""),
}
LOGO = (
    tag("circle", r=18, fill=IVORY, stroke=INK, stroke_width=2),
    tag("path", d="M0-11L11 0L0 11L-11 0Z", fill=INK),
)
HUES = {colour.name: colour.paint for colour in TILE_COLOURS.values()}


def tile(face: str, defs: Defs) -> str:
    """The id of the drawing of a tile, its letters clockwise from the top; an unknown face is a back."""
    known = len(face) == 4 and set(face) <= set(TILE_COLOURS)
    key = f"tile-{face if known else 'back'}"
    return defs.find(key) or defs.add(
        key,
        "g",
        tag("rect", x=-45, y=-42, width=95, height=95, rx=8, fill="#0d0a05", opacity=".3"),
        tag("rect", x=-49, y=-49, width=98, height=98, rx=6, fill=IVORY, stroke="#8d8270", stroke_width=1),
        _front(face, defs) if known else _back(),
    )


def _front(face: str, defs: Defs) -> str:
    return "".join(
        tag("use", href=f"#{_quarter(letter, defs)}", transform=f"rotate({90 * side})" if side else None)
        for side, letter in enumerate(face)
    )


def _quarter(letter: str, defs: Defs) -> str:
    colour = TILE_COLOURS[letter]
    return defs.add(f"quarter-{colour.name}", "g", tag("path", d=QUARTER, fill=colour.paint), colour.motif)


def _back() -> str:
    """Nothing to be learnt from it: a quiet lattice."""
    lattice = "".join(
        f"M{44 - step} {side * 44}L44 {side * (44 - step)}M{step - 44} {side * 44}L-44 {side * (44 - step)}"
        for step in (22, 44, 66, 88)
        for side in (-1, 1)
    )
    return (
        tag("rect", x=-45, y=-45, width=90, height=90, rx=4, fill="#a5967d")
        + tag("path", d=lattice, fill="none", stroke="#fff", stroke_width=2, opacity=".28")
        + tag("path", d="M0-17L17 0L0 17L-17 0Z", fill="#a5967d", stroke=IVORY, stroke_width=3.5)
    )


def logo(defs: Defs) -> str:
    """The id of the diamond that the first tile carries."""
    return defs.add("logo", "g", *LOGO)


def swatch(name: str, defs: Defs) -> str | None:
    """The id of a small square in a tile's colour with its motif, or None if tiles have no such colour."""
    for letter, colour in TILE_COLOURS.items():
        if colour.name == name.lower():
            quarter = _quarter(letter, defs)
            return defs.add(
                f"swatch-{colour.name}",
                "g",
                tag("rect", x=-49, y=-49, width=98, height=98, rx=18, fill=colour.paint),
                *(tag("use", href=f"#{quarter}", transform=f"rotate({turn})") for turn in (0, 90, 180, 270)),
            )
    return None
