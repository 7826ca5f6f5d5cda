"""How pieces look: each kind, in each colour, is drawn once around (0, 0) and used wherever it lies.

Light comes from the upper left, also on a piece that is turned.
"""

from __future__ import annotations

from collections.abc import Callable

from carreau.draw.colours import Colour, colour_of
from carreau.draw.markup import UNIT, Defs, number, tag, words
from carreau.draw.tiles import logo, tile
from carreau.rules.scene import Piece

Painter = Callable[[Piece, Colour, Defs], str]

HULL = "M-38-23H6C22-23 35-10 43 0C35 10 22 23 6 23H-38Q-43 23-43 18V-18Q-43-23-38-23Z"
DECK = "M-33-15H5C15-15 24-8 31 0C24 8 15 15 5 15H-33Q-35 15-35 13V-13Q-35-15-33-15Z"

GLINT = {"fill": "none", "stroke": "#fff", "stroke_opacity": ".3", "stroke_width": "2"}


def piece_layer(pieces: tuple[Piece, ...], defs: Defs) -> str:
    """Every piece on the board as an element with its name."""
    return tag("g", "".join(_on_board(piece, defs) for piece in pieces), class_="pieces") if pieces else ""


def logo_layer(pieces: tuple[Piece, ...], defs: Defs) -> str:
    """Our diamond, over the lines that may cross its tile."""
    return "".join(
        tag("use", href=f"#{logo(defs)}", x=piece.at[0] * UNIT, y=piece.at[1] * UNIT) for piece in pieces if piece.logo
    )


def _on_board(piece: Piece, defs: Defs) -> str:
    return tag(
        "use",
        words("title", str(piece.name) or piece.id),
        class_="piece",
        data_id=piece.id,
        href=f"#{symbol_of(piece, defs)}",
        x=piece.at[0] * UNIT,
        y=piece.at[1] * UNIT,
    )


def symbol_of(piece: Piece, defs: Defs) -> str:
    """The id of the drawing of such a piece."""
    if piece.kind == "tile":
        return tile(piece.face, defs)
    colour = colour_of(piece.colour)
    turn = piece.turn % 360 if piece.kind in _TURNING else 0
    return defs.find(_key(piece.kind, colour, turn)) or _PAINTERS.get(piece.kind, _disc)(piece, colour, defs)


# Boats


def _boat(piece: Piece, colour: Colour, defs: Defs) -> str:
    turn = piece.turn % 360
    rotate = f"rotate({number(turn)})" if turn else ""
    suffix = f"{colour.name}-{number(turn)}"
    body = defs.linear(f"hull-{suffix}", colour.light, colour.shade, box=34, turn=turn)
    deck = defs.linear(f"deck-{suffix}", colour.shade, colour.light, box=34, turn=turn)
    bevel = defs.linear(f"bevel-{number(turn)}", "#fff .8", "#000 .25", box=30, turn=turn)
    hull = (
        tag("path", d=HULL, fill=body, stroke=colour.edge, stroke_width=2.5),
        tag("path", d=HULL, fill="none", stroke=bevel, stroke_width=2.5, transform="scale(.93 .89)"),
        tag("path", d=DECK, fill=deck, fill_opacity=".55"),
        tag("path", d="M-24 0H16", stroke=colour.edge, stroke_width=3.5, stroke_linecap="round", opacity=".6"),
    )
    return defs.add(
        _key("boat", colour, turn),
        "g",
        tag("path", d=HULL, fill="#2b1503", opacity=".22", transform=f"translate(5 9) {rotate}".rstrip()),
        tag("path", d=HULL, fill="#2b1503", opacity=".3", transform=f"translate(2 4) {rotate}".rstrip()),
        tag("g", *hull, transform=rotate or None),
    )


def _boat_home(piece: Piece, colour: Colour, defs: Defs) -> str:
    """A piece that has come home: a pale print of itself, ticked off."""
    turn = piece.turn % 360
    return defs.add(
        _key("boat-home", colour, turn),
        "g",
        tag(
            "path",
            d=HULL,
            fill=colour.body,
            fill_opacity=".55",
            stroke=colour.edge,
            stroke_width=2.5,
            stroke_opacity=".75",
            transform=f"rotate({number(turn)})" if turn else None,
        ),
        tag(
            "path",
            d="M-11 1L-3 9L12-9",
            fill="none",
            stroke=colour.edge,
            stroke_width=5.5,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
    )


def _key(kind: str, colour: Colour, turn: float = 0) -> str:
    return f"{kind}-{colour.name}" + (f"-{number(turn)}" if turn else "")


# Round things


def _round_shadow(defs: Defs, reach: float, drop: float) -> str:
    soft = defs.radial("soft", "#140a02 .62", "#140a02 0", centre=0.5, reach=0.5)
    return tag("circle", cx=drop * 0.6, cy=drop, r=reach, fill=soft)


def _stone(piece: Piece, colour: Colour, defs: Defs) -> str:
    """Glass: a deep body, a bright reflection above, light that comes through below."""
    body = defs.radial(f"glass-{colour.name}", colour.light, colour.shade, centre=0.36, reach=0.7)
    shine = defs.linear("shine", "#fff .95", "#fff .1")
    through = ".5" if colour.name == "white" else ".22"
    return defs.add(
        _key("stone", colour),
        "g",
        _round_shadow(defs, 49, 7),
        tag("circle", r=40, fill=body, stroke=colour.edge, stroke_width=3),
        tag("path", d="M31 6A31 31 0 0 1-6 31A36 36 0 0 0 31 6Z", fill="#fff", opacity=through),
        tag("ellipse", cx=-14, cy=-18, rx=14, ry=8.5, fill=shine, transform="rotate(-38 -14 -18)",
            opacity=None if colour.name == "white" else ".62"),
    )  # fmt: skip


def _pawn(piece: Piece, colour: Colour, defs: Defs) -> str:
    return defs.add(_key("pawn", colour), "g", _round_shadow(defs, 42, 7), _counter(colour, defs, 32, height=5, at=-2))


def _double(piece: Piece, colour: Colour, defs: Defs) -> str:
    """Two pawns on one another, the upper one with a ring."""
    return defs.add(
        _key("double", colour),
        "g",
        _round_shadow(defs, 45, 12),
        _counter(colour, defs, 32, height=12, at=3),
        _counter(colour, defs, 32, height=13, at=-11),
        tag("circle", cy=-11, r=13.5, fill="none", stroke=colour.sign, stroke_width=5),
    )


def _disc(piece: Piece, colour: Colour, defs: Defs) -> str:
    return defs.add(
        _key(piece.kind, colour),
        "g",
        _round_shadow(defs, 46, 6),
        _glint(colour, tag("circle", cy=-1, r=38.5, **GLINT)),
        _counter(colour, defs, 37, height=4, at=-1),
    )


def _counter(colour: Colour, defs: Defs, radius: float, *, height: float, at: float) -> str:
    """A flat round piece seen from above: its wall, its top, and a turned groove."""
    top = defs.linear(f"top-{colour.name}", colour.light, colour.shade)
    groove = defs.linear("groove", "#000 .3", "#fff .5")
    rim = colour.light if colour.name == "black" else colour.edge
    wall = (
        f"M{number(-radius)} {number(at)}v{number(height)}a{number(radius)} {number(radius)} 0 0 0 "
        f"{number(2 * radius)} 0v{number(-height)}z"
    )
    return (
        tag("path", d=wall, fill=colour.shade, stroke=colour.edge, stroke_width=2)
        + tag("circle", cy=at, r=radius, fill=top, stroke=rim, stroke_width=2)
        + tag("circle", cy=at, r=radius * 0.72, fill="none", stroke=groove, stroke_width=2.5)
    )


def _glint(colour: Colour, outline: str) -> str:
    """A hair of light around black things, which may lie on a dark card."""
    return outline if colour.name == "black" else ""


# Cubes


def _cube(piece: Piece, colour: Colour, defs: Defs) -> str:
    """Seen from above: four bevelled edges around the top; a colour carries a ring, to read in grey."""
    top = defs.linear(f"face-{colour.name}", colour.light, colour.body)
    bevel = defs.linear("cube-bevel", "#fff .6", "#000 .42")
    ring = tag("circle", r=16, fill="none", stroke=colour.sign, stroke_width=6)
    return defs.add(
        _key("cube", colour),
        "g",
        tag("rect", x=-45, y=-43, width=94, height=95, rx=9, fill="#1a0f05", opacity=".28"),
        tag("rect", x=-47, y=-47, width=94, height=94, rx=8, fill=colour.body, stroke=colour.edge,
            stroke_width=1.5),
        tag("rect", x=-46, y=-46, width=92, height=92, rx=7, fill=bevel, opacity=".75"),
        tag("rect", x=-38, y=-38, width=76, height=76, rx=5, fill=top),
        "" if colour.is_shade_of_grey else ring,
        _glint(colour, tag("rect", x=-48, y=-48, width=96, height=96, rx=9, **GLINT)),
    )  # fmt: skip


_TURNING = ("boat", "boat-home")
_PAINTERS: dict[str, Painter] = {
    "boat": _boat,
    "boat-home": _boat_home,
    "stone": _stone,
    "pawn": _pawn,
    "double": _double,
    "cube": _cube,
    "disc": _disc,
}
