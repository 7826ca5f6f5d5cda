"""A scene in parts, for a page that shows it piece by piece: what never moves, and what does, by id.

The page puts the parts where they are said to be and moves what has moved; it knows nothing else about a game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple
from zlib import crc32

from carreau.draw.colours import colour_of
from carreau.draw.geometry import field_of, outline_of
from carreau.draw.marks import label_layer, marks_above, marks_below, strokes_above, strokes_below
from carreau.draw.markup import UNIT, Defs, number, tag
from carreau.draw.materials import Material, cell_layer, material_of, slab
from carreau.draw.pieces import logo_layer, symbol_of
from carreau.draw.tiles import swatch
from carreau.rules.language import LANGUAGES, Text
from carreau.rules.memory import each_once, once_for_each
from carreau.rules.scene import Piece, Point, Rail, Scene, Stroke

STILL = ("groove", "rim")  # strokes that belong to the board
RIM = 14  # around a board alone, for its shadow
LETTERS = 22  # the height of coordinates, in board units: about 12 px on a board that fills a window


@dataclass(frozen=True, slots=True)
class Ground:
    """The board without what lies on it; `key` is the same for the same board."""

    key: str
    box: tuple[float, float, float, float]  # left, top, width, height, in board units
    markup: str
    defs: dict[str, str]  # the definitions that the markup uses


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies there, drawn by the definition `use`."""

    use: str
    at: Point
    name: str  # as it is spoken


class Held(NamedTuple):
    """What a seat has of one kind beside the board."""

    id: str
    use: str
    name: str
    number: int


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
    uses: frozenset[str]  # definitions


@dataclass(frozen=True, slots=True)
class Sheet:
    ground: Ground
    things: dict[str, Thing]
    under: str  # markup between the board and what lies on it
    over: str  # markup above everything
    cards: tuple[Card, ...]
    status: str
    uses: frozenset[str]  # the definitions that all but the ground uses

    def defs(self) -> dict[str, str]:
        """Every definition that is needed to draw the sheet, by its id."""
        return {**self.ground.defs, **_definitions(self.uses)}


def sheet_of(scene: Scene) -> Sheet:
    """The parts of a scene, with its words in the current language."""
    material = material_of(scene.surface)
    below, above = _lines(scene.strokes, material)
    things_of = _THINGS[str(Text("en", "fr"))]
    things, logos, uses = _lying(scene.pieces, things_of)
    cards = tuple(_card(rail, scene.surface, things_of) for rail in scene.rails)
    return Sheet(
        _ground(scene),
        things,
        under=marks_below(scene, material) + below,
        over=above + logos + marks_above(scene, material),
        cards=cards,
        status=str(scene.status or ""),
        uses=uses.union(*(card.uses for card in cards)),
    )


def board_svg(scene: Scene) -> str:
    """The board alone, without cards and paper, as a picture for small places."""
    sheet = sheet_of(scene)
    return tag(
        "svg",
        tag("defs", *sheet.defs().values()),
        *layers_of(sheet),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(sheet),
        font_family="sans-serif",
    )


def layers_of(sheet: Sheet) -> tuple[str, ...]:
    """The board and what lies on it; drawn with the sheet's definitions."""
    lying = "".join(tag("use", href=f"#{thing.use}", x=thing.at[0], y=thing.at[1]) for thing in sheet.things.values())
    return sheet.ground.markup, sheet.under, lying, sheet.over


def view_box(sheet: Sheet) -> str:
    left, top, width, height = sheet.ground.box
    return f"{number(left - RIM)} {number(top - RIM)} {number(width + 2 * RIM)} {number(height + 2 * RIM)}"


def _thing(piece: Piece) -> tuple[str, Thing]:
    return piece.id, Thing(_symbol(piece.kind, piece.colour, piece.turn, piece.face), _units(piece.at), str(piece.name))


# Things are few, and lie there for long: most were on the sheet before. Their names are in a language.
_THINGS = {lang: each_once(most=20_000)(_thing) for lang in LANGUAGES}
_use = attrgetter("use")


ThingsOf = Callable[[Sequence[Piece]], list[tuple[str, Thing]]]


# Several people may see the same board with different cards.
@once_for_each(most=64)
def _lying(pieces: tuple[Piece, ...], things_of: ThingsOf) -> tuple[dict[str, Thing], str, frozenset[str]]:
    """What lies on the board, the diamonds over it, and the definitions of both."""
    things = dict(things_of(pieces))
    logos = [_logo(piece) for piece in pieces if piece.logo]
    uses = frozenset([*map(_use, things.values()), *(use for use, _ in logos)])
    return things, "".join(drawn for _, drawn in logos), uses


@once_for_each(most=64)
def _lines(strokes: tuple[Stroke, ...], material: Material) -> tuple[str, str]:
    """The lines that come and go, below and above what lies there."""
    moving = [stroke for stroke in strokes if stroke.kind not in STILL]
    return strokes_below(moving, material), strokes_above(moving, material)


@once_for_each(most=5_000)
def _card(rail: Rail, surface: str, things_of: ThingsOf) -> Card:
    pieces = [piece for piece, _ in rail.items]
    things = zip(things_of(pieces), rail.items, strict=True)
    held = tuple(Held(id, thing.use, thing.name, count) for (id, thing), (_, count) in things)
    swatches = tuple(_swatch(colour, surface) for colour in rail.colours)
    return Card(
        rail.seat, str(rail.title), str(rail.score or ""), rail.to_move, swatches, held,
        any(piece.kind == "tile" for piece in pieces),
        frozenset(filter(_NEEDED.__contains__, [*swatches, *map(_use, held)])),
    )  # fmt: skip


def _units(at: Point) -> Point:
    return round(at[0] * UNIT, 2), round(at[1] * UNIT, 2)


def _ground(scene: Scene) -> Ground:
    still = tuple(stroke for stroke in scene.strokes if stroke.kind in STILL)
    parts = (scene.surface, scene.columns, scene.rows, scene.cells, still, scene.labels)
    # Mostly the very same objects, so that comparing costs nothing.
    found = next((ground for known, ground in _grounds if known[3] is scene.cells and known == parts), None)
    if found is None:
        found = _board(*parts)
        _grounds.append((parts, found))
    return found


_grounds: deque[tuple[tuple[Any, ...], Ground]] = deque(maxlen=64)  # boards are drawn once


def _board(*parts: Any) -> Ground:
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
    return Ground(key, (box.left, box.top, box.width, box.height), markup, defs.named())


_NEEDED: dict[str, dict[str, str]] = {}  # a definition with those that it uses; there are a few hundred


@lru_cache(maxsize=512)
def _definitions(uses: frozenset[str]) -> dict[str, str]:
    needed: dict[str, str] = {}
    for use in sorted(uses):
        needed |= _NEEDED[use]
    return needed


@lru_cache(maxsize=512)
def _symbol(kind: str, colour: str, turn: float, face: str) -> str:
    defs = Defs()
    bare = Piece("", kind, colour, (0, 0), Text("", ""), glyph="", turn=turn, face=face)
    use = symbol_of(bare, defs)
    _NEEDED[use] = defs.named()
    return use


@lru_cache(maxsize=512)
def _swatch(name: str, surface: str) -> str:
    defs = Defs()
    motif = swatch(name, defs) if surface == "felt" else None
    if motif is None:
        return colour_of(name).body
    _NEEDED[motif] = defs.named()
    return motif


@lru_cache(maxsize=512)
def _logo(piece: Piece) -> tuple[str, str]:
    """The definition of the diamond on a tile, and the diamond."""
    defs = Defs()
    drawn = logo_layer((piece,), defs)
    [use] = defs.named()
    _NEEDED[use] = defs.named()
    return use, drawn
