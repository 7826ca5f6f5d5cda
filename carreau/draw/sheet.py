"""A scene in parts, for a page that shows it piece by piece: what never moves, and what does, by id.

The page puts the parts where they are said to be and moves what has moved; it knows nothing else about a game.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from zlib import crc32

from carreau.draw.colours import colour_of
from carreau.draw.geometry import field_of, outline_of
from carreau.draw.marks import label_layer, marks_above, marks_below, strokes_above, strokes_below
from carreau.draw.markup import UNIT, Defs, number, tag
from carreau.draw.materials import cell_layer, material_of, slab
from carreau.draw.pieces import logo_layer, symbol_of
from carreau.draw.tiles import swatch
from carreau.rules.language import LANGUAGES, Text
from carreau.rules.memory import once_for_each
from carreau.rules.scene import Piece, Point, Scene

STILL = ("groove", "rim")  # strokes that belong to the board
RIM = 14  # around a board alone, for its shadow
LETTERS = 22  # the height of coordinates, in board units: about 12 px on a board that fills a window


@dataclass(frozen=True, slots=True)
class Ground:
    """The board without what lies on it; `key` is the same for the same board."""

    key: str
    box: tuple[float, float, float, float]  # left, top, width, height, in board units
    markup: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies there, drawn by the definition `use`."""

    use: str
    at: Point
    name: str  # as it is spoken


@dataclass(frozen=True, slots=True)
class Held:
    """What a seat has of one kind beside the board."""

    id: str
    use: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Card:
    """A seat beside the board."""

    seat: int
    title: str
    score: str
    to_move: bool
    swatches: tuple[str, ...]  # definitions, or colours as #rrggbb
    held: tuple[Held, ...]
    is_hand: bool  # what is held is to be looked at one by one


@dataclass(frozen=True, slots=True)
class Sheet:
    ground: Ground
    things: dict[str, Thing]
    under: str  # markup between the board and what lies on it
    over: str  # markup above everything
    cards: tuple[Card, ...]
    status: str
    defs: dict[str, str] = field(default_factory=dict)  # every definition that the above use


def sheet_of(scene: Scene) -> Sheet:
    """The parts of a scene, with its words in the current language."""
    ground, used = _ground(scene)
    defs = Defs(used)
    material = material_of(scene.surface)
    moving = [stroke for stroke in scene.strokes if stroke.kind not in STILL]
    thing_of = _THINGS[str(Text("en", "fr"))]
    things = {}
    for piece in scene.pieces:
        thing, used = thing_of(piece)
        things[piece.id] = thing
        defs.take(thing.use, used)
    cards = tuple(
        Card(
            rail.seat, str(rail.title), str(rail.score or ""), rail.to_move,
            tuple(_swatched(colour, scene.surface, defs) for colour in rail.colours),
            tuple(Held(piece.id, _drawn(piece, defs), str(piece.name), count) for piece, count in rail.items),
            any(piece.kind == "tile" for piece, _ in rail.items),
        )
        for rail in scene.rails
    )  # fmt: skip
    return Sheet(
        ground,
        things,
        under=marks_below(scene, material) + strokes_below(moving, material),
        over=strokes_above(moving, material) + logo_layer(scene.pieces, defs) + marks_above(scene, material),
        cards=cards,
        status=str(scene.status or ""),
        defs=defs.named(),
    )


def board_svg(scene: Scene) -> str:
    """The board alone, without cards and paper, as a picture for small places."""
    sheet = sheet_of(scene)
    left, top, width, height = sheet.ground.box
    lying = "".join(tag("use", href=f"#{thing.use}", x=thing.at[0], y=thing.at[1]) for thing in sheet.things.values())
    return tag(
        "svg",
        tag("defs", *sheet.defs.values()),
        sheet.ground.markup,
        sheet.under,
        lying,
        sheet.over,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(left - RIM)} {number(top - RIM)} {number(width + 2 * RIM)} {number(height + 2 * RIM)}",
        font_family="sans-serif",
    )


def _thing(piece: Piece) -> tuple[Thing, dict[str, str]]:
    use, used = _symbol(piece.kind, piece.colour, piece.turn, piece.face)
    return Thing(use, _units(piece.at), str(piece.name)), used


# Things are few, and lie there for long: most were on the sheet before. Their names are in a language.
_THINGS = {lang: once_for_each(most=20_000)(_thing) for lang in LANGUAGES}


def _units(at: Point) -> Point:
    return round(at[0] * UNIT, 2), round(at[1] * UNIT, 2)


def _ground(scene: Scene) -> tuple[Ground, dict[str, str]]:
    """The board, and the definitions that it uses."""
    still = tuple(stroke for stroke in scene.strokes if stroke.kind in STILL)
    parts = (scene.surface, scene.columns, scene.rows, scene.cells, still, scene.labels)
    # Mostly the very same objects, so that comparing costs nothing.
    found = next((each for each in _grounds if each[0][3] is scene.cells and each[0] == parts), None)
    if found is None:
        found = (parts, *_board(*parts))
        _grounds.append(found)
    return found[1:]


_grounds: deque[tuple[tuple[Any, ...], Ground, dict[str, str]]] = deque(maxlen=64)  # boards are drawn once


def _board(*parts: Any) -> tuple[Ground, dict[str, str]]:
    surface, columns, rows, cells, strokes, labels = parts
    scene = Scene(surface, columns, rows, cells, (), strokes, labels)
    defs = Defs()
    outline, material = outline_of(scene), material_of(scene.surface)
    markup = (
        slab(material, outline, field_of(scene), defs)
        + cell_layer(scene.cells, material, defs)
        + strokes_below(scene.strokes, material)
        + label_layer(scene.labels, material, LETTERS)
    )
    box = outline.box
    key = f"{crc32(markup.encode()):08x}"
    return Ground(key, (box.left, box.top, box.width, box.height), markup), defs.named()


def _drawn(piece: Piece, defs: Defs) -> str:
    use, used = _symbol(piece.kind, piece.colour, piece.turn, piece.face)
    defs.take(use, used)
    return use


@lru_cache(maxsize=512)
def _symbol(kind: str, colour: str, turn: float, face: str) -> tuple[str, dict[str, str]]:
    defs = Defs()
    bare = Piece("", kind, colour, (0, 0), Text("", ""), glyph="", turn=turn, face=face)
    return symbol_of(bare, defs), defs.named()


def _swatched(name: str, surface: str, defs: Defs) -> str:
    use, used = _swatch(name, surface)
    defs.take(use, used)
    return use


@lru_cache(maxsize=512)
def _swatch(name: str, surface: str) -> tuple[str, dict[str, str]]:
    defs = Defs()
    motif = swatch(name, defs) if surface == "felt" else None
    return motif or colour_of(name).body, defs.named()
