"""A scene as an SVG picture: self-contained, the same text every time, each cell and piece an element.

Inside the board a cell is 100 units wide; one transform fits the board into the picture.
"""

from __future__ import annotations

from carreau.draw.geometry import Outline, field_of, outline_of
from carreau.draw.marks import label_layer, marks_above, marks_below, strokes_above, strokes_below
from carreau.draw.markup import UNIT, Defs, move_to, number, tag, words
from carreau.draw.materials import cell_layer, material_of, slab
from carreau.draw.pieces import logo_layer, piece_layer
from carreau.draw.rails import MOST_BELOW, SIDE_WIDTH, Panel, rail_panel, status_panel
from carreau.draw.text import render as render_text
from carreau.draw.theme import root_class, style_sheet
from carreau.rules.language import Text
from carreau.rules.scene import Scene

MARGIN = GAP = 20
BOARD_SIDE, WIDE_SIDE = 664, 840  # the longer side of a slab, in the picture's units
MANY_CELLS = 16  # across; such boards are drawn with the wide side
LARGEST_CELL = 104
NARROWEST = 440  # cards need some room, however small the board
LETTERS = 12.5  # the height of coordinates in the picture's units


def render(scene: Scene, *, theme: str = "light") -> str:
    """The picture of a scene. Themes: light, dark, auto (as the reader's system is set)."""
    css_class = root_class(theme)
    defs = Defs()
    board = _board(scene, defs)
    placed = _beside(scene, board, defs) if len(scene.rails) > MOST_BELOW else _below(scene, board, defs)
    width = max(x + panel.width for panel, x, _ in placed) + MARGIN
    height = max(y + panel.height for panel, _, y in placed) + MARGIN
    drawn = [tag("g", panel.markup, transform=move_to(x, y)) for panel, x, y in placed if panel.markup]
    return _document(scene, css_class, theme, defs, drawn, round(width), round(height))


Placed = list[tuple[Panel, float, float]]


def _below(scene: Scene, board: Panel, defs: Defs) -> Placed:
    """Status and cards under the board."""
    width = max(board.width, NARROWEST)
    status, rails = status_panel(scene, width), rail_panel(scene, width, defs)
    under = MARGIN + board.height + (GAP if status.height or rails.height else 0)
    return [
        (board, MARGIN + (width - board.width) / 2, MARGIN),
        (status, MARGIN, under),
        (rails, MARGIN, under + status.height),
    ]


def _beside(scene: Scene, board: Panel, defs: Defs) -> Placed:
    """Status and cards to the right of the board, in the middle of its height if there is room."""
    right = MARGIN + board.width + GAP
    status, rails = status_panel(scene, SIDE_WIDTH), rail_panel(scene, SIDE_WIDTH, defs)
    spare = max(board.height - status.height - rails.height, 0) / 2
    return [
        (board, MARGIN, MARGIN),
        (status, right, MARGIN + spare),
        (rails, right, MARGIN + spare + status.height),
    ]


def _document(scene: Scene, css_class: str, theme: str, defs: Defs, drawn: list[str], width: int, height: int) -> str:
    return tag(
        "svg",
        words("title", str(scene.status or "") or str(Text("Game board", "Plateau de jeu"))),
        words("desc", render_text(scene)),
        tag("style", style_sheet(theme)),
        str(defs),
        tag("rect", width=width, height=height, rx=16, class_="paper"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_=css_class,
        role="img",
        lang=str(Text("en", "fr")),
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        preserveAspectRatio="xMidYMid meet",
    )


def _board(scene: Scene, defs: Defs) -> Panel:
    outline = outline_of(scene)
    scale = _scale(outline)
    material = material_of(scene.surface)
    layers = (
        slab(material, outline, field_of(scene), defs),
        cell_layer(scene.cells, material, defs),
        marks_below(scene, material),
        strokes_below(scene.strokes, material),
        piece_layer(scene.pieces, defs),
        strokes_above(scene.strokes, material),
        logo_layer(scene.pieces, defs),
        marks_above(scene, material),
        label_layer(scene.labels, material, min(max(LETTERS / scale, 16), 34)),
    )
    box = outline.box
    fitted = f"scale({number(scale)}) {move_to(-box.left, -box.top)}"
    board = tag("g", *layers, class_="board", transform=fitted)
    return Panel(board, box.width * scale, box.height * scale)


def _scale(outline: Outline) -> float:
    """How large the board's units are in the picture, to two decimals."""
    longest = max(outline.box.width, outline.box.height)
    side = WIDE_SIDE if longest > MANY_CELLS * UNIT else BOARD_SIDE
    return max(round(min(side / longest, LARGEST_CELL / UNIT), 2), 0.05)
