"""A scene's board as a small picture for a terminal: shapes where there is room, letters where there is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from carreau.draw.colours import colour_of
from carreau.draw.geometry import convex_hull
from carreau.draw.materials import material_of
from carreau.draw.pixels import RGB, Canvas, Ink, Pixel, mixed, rgb
from carreau.draw.text import LABELS, plain_label
from carreau.draw.tiles import TILE_COLOURS
from carreau.rules.scene import Cell, Label, Piece, Point, Scene, Stroke

Shape = Callable[[float, float], bool]  # is this point, each way from -1 to 1, inside?


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a board is drawn."""

    across: int  # columns from a cell to the next
    down: int  # pixels from a row of cells to the next, two a line
    shapes: bool = True  # there is room for shapes; else pieces are letters


TILED = (Scale(8, 6), Scale(5, 2, shapes=False))
CODED = (Scale(3, 2), Scale(2, 2))
HEXED = (Scale(6, 5), Scale(4, 3), Scale(4, 2, shapes=False))
SAILED = (Scale(6, 6), Scale(6, 4), Scale(4, 2, shapes=False))
OTHER = (Scale(6, 6), Scale(5, 5), Scale(5, 4), Scale(4, 2, shapes=False))
GLYPHS = {"pawn": "●", "stone": "●", "disc": "●", "double": "◉"}
BOWS = {0: "▶", 90: "▼", 180: "◀", 270: "▲"}
TILE_INKS = {"B": "#eaf3ff", "G": "#f4fdf6", "R": "#ffeee8", "Y": "#4a3404"}
TILE_BACK = "#8d8270"
PAPER, INK = "#efe6d6", "#2a2520"  # of a surface that has no colours of its own
HEX_TONES = (0.3, 0.48, 0.66)  # three, so that no two neighbours look alike
RIM = 2  # columns of bare slab beside what is printed on it


def scales_for(scene: Scene) -> tuple[Scale, ...]:
    """The sizes that a board may have, the largest first."""
    kinds = {piece.kind for piece in scene.pieces}
    if "tile" in kinds:
        return TILED
    if "cube" in kinds or any(cell.note for cell in scene.cells):
        return CODED
    if "boat" in kinds:
        return SAILED
    return HEXED if any(cell.shape == "hex" for cell in scene.cells) else OTHER


def draw_board(scene: Scene, scale: Scale) -> Canvas:
    board = _Board(scene, scale)
    if scene.cells:
        board.draw()
    return board.canvas


class _Board:
    def __init__(self, scene: Scene, scale: Scale) -> None:
        self.scene = scene
        self.scale = scale
        self.canvas = Canvas()
        self.material = material_of(scene.surface)
        self.slab = slab_colour(scene.surface)
        self.carved = rgb(self.material.carved or "#d8cbb6")
        self.rows = sorted({round(cell.at[1], 3) for cell in scene.cells}) or [0.0]
        self.row_height = min((b - a for a, b in pairwise(self.rows)), default=1.0)
        self.cells = {cell.id: cell for cell in scene.cells}
        self.has_rim = any(stroke.kind == "rim" for stroke in scene.strokes)

    def draw(self) -> None:
        scene = self.scene
        printed = self.printed()
        self.canvas.paint(self.slab_pixels(printed), self.slab)
        for cell in scene.cells:
            self.draw_cell(cell)
        for stroke in scene.strokes:
            if stroke.kind != "hairline":  # there is no room for it, and the scores tell
                self.draw_stroke(stroke)
        self.draw_marks()
        for piece in scene.pieces:
            self.draw_piece(piece)
        self.draw_marks_above()
        for column, line, text in printed:
            self.canvas.write(column, line, text, Ink(rgb(self.material.print or INK)))

    # Places

    def corner(self, at: Point) -> Pixel:
        """The upper left pixel of the cell there."""
        return round(at[0] * self.scale.across), round(at[1] / self.row_height * self.scale.down)

    def middle(self, at: Point) -> Point:
        left, top = self.corner(at)
        return left + self.scale.across / 2, top + self.scale.down / 2

    def box(self, at: Point) -> Iterator[Pixel]:
        left, top = self.corner(at)
        return block(left, top, self.scale.across, self.scale.down)

    # The slab and what is printed on it

    def printed(self) -> list[tuple[int, int, str]]:
        """Column, line and text of every label, in lines above and below the cells and columns beside them."""
        labels = [(label, plain_label(label)) for label in self.scene.labels if label.kind in LABELS]
        above = sorted({label.at[1] for label, _ in labels if label.at[1] < self.rows[0] - 0.3}, reverse=True)
        below = sorted({label.at[1] for label, _ in labels if label.at[1] > self.rows[-1] + 0.3})
        gap = int(self.has_rim)
        first = floor(self.corner((0, self.rows[0]))[1] / 2) - 1 - gap
        last = -(-(self.corner((0, self.rows[-1]))[1] + self.scale.down) // 2) + gap
        found = []
        for label, text in labels:
            if label.at[1] in above or label.at[1] in below:
                column = floor(self.middle(label.at)[0] - len(text) / 2)
                line = first - above.index(label.at[1]) if label.at[1] in above else last + below.index(label.at[1])
                found.append((column, line, text))
        return found + list(self.printed_beside([pair for pair in labels if pair[0].at[1] not in (*above, *below)]))

    def printed_beside(self, labels: list[tuple[Label, str]]) -> Iterator[tuple[int, int, str]]:
        """Left and right of a row of cells, the nearest label first, each a column from the last."""
        for row in self.rows:
            places = [cell.at for cell in self.scene.cells if abs(cell.at[1] - row) < 0.01]
            left, right = self.corner(min(places))[0], self.corner(max(places))[0] + self.scale.across
            left, right = left - 2 * self.has_rim, right + 2 * self.has_rim
            line = floor((self.middle((0, row))[1] - 1) / 2)
            beside = sorted((pair for pair in labels if abs(pair[0].at[1] - row) < 0.3), key=lambda pair: pair[0].at[0])
            for label, text in reversed(beside):
                if label.at[0] < min(places)[0]:
                    left -= len(text) + 1
                    yield left, line, text
            for label, text in beside:
                if label.at[0] > max(places)[0]:
                    yield right + 1, line, text
                    right += len(text) + 1

    def slab_pixels(self, printed: list[tuple[int, int, str]]) -> set[Pixel]:
        """All that the cells and labels cover, with a rim; a hexagon follows its rows, others are square."""
        covered = {pixel for cell in self.scene.cells for pixel in self.box(cell.at)}
        covered |= {pixel for column, line, text in printed for pixel in block(column, 2 * line, len(text), 2)}
        spans: dict[int, tuple[int, int]] = {}
        for x, y in covered:
            low, high = spans.get(y, (x, x))
            spans[y] = (min(low, x), max(high, x))
        if self.scene.surface != "hexagon":
            whole = (min(low for low, _ in spans.values()), max(high for _, high in spans.values()))
            spans = dict.fromkeys(range(min(spans), max(spans) + 1), whole)
        else:
            spans = convex_spans(spans)
        top, bottom = min(spans), max(spans)
        pixels = {(x, y) for y, (low, high) in spans.items() for x in range(low - RIM, high + RIM + 1)}
        pixels |= {(x, top - 1) for x in range(spans[top][0] - RIM + 1, spans[top][1] + RIM)}
        return pixels | {(x, bottom + 1) for x in range(spans[bottom][0] - RIM + 1, spans[bottom][1] + RIM)}

    # Cells, lines, marks

    def draw_cell(self, cell: Cell) -> None:
        if cell.shape == "hole":
            self.hole(cell)
        elif cell.shape in ("square", "hex"):
            self.canvas.paint(self.box(cell.at), self.tone(cell))
        if cell.note:
            self.letter(cell.at, cell.note, Ink(mixed(self.carved, (0, 0, 0), 0.58)))

    def hole(self, cell: Cell) -> None:
        if self.scale.shapes:
            hole = mixed(self.carved, self.slab, 0.3)  # not as dark as a black pawn
            self.canvas.paint(self.stamped(cell.at, disc, self.scale.across - 3, self.scale.down - 3), hole)
        else:
            self.letter(cell.at, "·", Ink(mixed(self.carved, self.slab, 0.15), bold=True))

    def tone(self, cell: Cell) -> RGB:
        row = round(cell.at[1] / self.row_height)
        if cell.shape == "square":
            return mixed(self.carved, self.slab, 0.08 * ((round(cell.at[0]) + row) % 2) + (0.12 if cell.note else 0))
        diagonal = floor(cell.at[0] - row / 2 + 0.25)
        tone = mixed(self.carved, self.slab, HEX_TONES[(diagonal - row) % 3])
        return mixed(tone, self.slab, 0.75) if cell.tone == "forbidden" else tone

    def draw_stroke(self, stroke: Stroke) -> None:
        colours = {"groove": self.material.carved, "trail": self.material.last,
                   "path": self.material.win, "square": self.material.win}  # fmt: skip
        if stroke.kind in ("path", "square") and not self.scale.shapes:
            return
        points = [*stroke.points, *stroke.points[: int(stroke.closed)]]
        colour = rgb(colours.get(stroke.kind) or colour_of(stroke.hue).body)
        for start, end in pairwise(points):
            pixels = line_pixels(self.middle(start), self.middle(end), dashed=stroke.dashed)
            self.canvas.paint(pixels, colour)

    def draw_marks(self) -> None:
        """What was played last and what won, as the ground that the piece there stands on."""
        filled = {piece.at for piece in self.scene.pieces if piece.kind in ("tile", "cube")}
        has_trail = any(stroke.kind == "trail" for stroke in self.scene.strokes)
        for mark in self.scene.marks:
            cell = self.cells.get(mark.cell)
            if cell and cell.at not in filled and (mark.kind == "win" or (mark.kind == "last" and not has_trail)):
                self.canvas.paint(self.box(cell.at), self.mark_colour(mark.kind), 0.8)

    def mark_colour(self, kind: str) -> RGB:
        return rgb(self.material.last if kind == "last" else self.material.win)

    def draw_marks_above(self) -> None:
        """A piece that fills its cell hides its ground: bars beside a tile, a spot on a cube."""
        filling = {piece.at: piece.kind for piece in self.scene.pieces if piece.kind in ("tile", "cube")}
        for mark in self.scene.marks:
            cell = self.cells.get(mark.cell)
            if cell is None or cell.at not in filling or mark.kind == "target":
                continue
            if filling[cell.at] == "cube":
                self.letter(cell.at, "●", Ink(self.mark_colour(mark.kind)))
            else:
                left, top = self.corner(cell.at)
                for column in (left - 1, left + self.scale.across - 1):
                    self.canvas.paint(block(column, top, 1, self.scale.down), self.mark_colour(mark.kind))

    # Pieces

    def letter(self, at: Point, text: str, ink: Ink) -> None:
        x, y = self.middle(at)
        self.canvas.write(floor(x - len(text) / 2), floor((y - 1) / 2), text, ink)

    def stamped(self, at: Point, shape: Shape, width: int, height: int) -> Iterator[Pixel]:
        """The pixels of a shape in the middle of a cell."""
        left, top = self.corner(at)
        left += (self.scale.across - width) // 2
        top += (self.scale.down - height) // 2
        for x, y in block(0, 0, width, height):
            if shape((2 * x + 1) / width - 1, (2 * y + 1) / height - 1):
                yield left + x, top + y

    def draw_piece(self, piece: Piece) -> None:
        colour = colour_of(piece.colour)
        if piece.kind == "tile":
            self.draw_tile(piece)
        elif piece.kind == "cube":
            odd = (round(piece.at[0]) + round(piece.at[1])) % 2
            other = rgb(colour.light if colour.name == "black" else colour.shade)
            self.canvas.paint(self.box(piece.at), mixed(rgb(colour.body), other, 0.28 * odd))
            self.letter(piece.at, " " if colour.is_shade_of_grey else "∘", Ink(rgb(colour.sign)))
        elif not self.scale.shapes and piece.kind in ("boat", "boat-home"):
            bow = BOWS[quarter_turn(piece)] if piece.kind == "boat" else "="
            self.letter(piece.at, f" {bow} ", Ink(rgb(colour.sign), rgb(colour.body)))
        elif not self.scale.shapes:
            glyph = GLYPHS.get(piece.kind, "●")
            self.letter(piece.at, glyph, Ink(rgb(colour.body if colour.name != "white" else colour.light), bold=True))
        else:
            self.draw_shape(piece)

    def draw_shape(self, piece: Piece) -> None:
        colour, turn = colour_of(piece.colour), quarter_turn(piece)
        width = self.scale.across - (self.scale.across > 4)
        height = self.scale.down - (self.scale.across == self.scale.down)
        if piece.kind in ("boat", "boat-home"):
            shape = boat(turn) if piece.kind == "boat" else disc
            height = self.scale.down - 1 if turn % 180 else min(self.scale.down - 1, 4)
            self.canvas.paint(self.stamped(piece.at, shape, width, height), rgb(colour.body))
            self.letter(piece.at, BOWS[turn] if piece.kind == "boat" else "=", Ink(rgb(colour.sign)))
            return
        self.canvas.paint(self.stamped(piece.at, disc, width, height), rgb(colour.body))
        if piece.kind == "double":
            self.canvas.paint(self.stamped(piece.at, dot, 2 + width % 2, 2 + height % 2), rgb(colour.sign))

    def draw_tile(self, piece: Piece) -> None:
        left, top = self.corner(piece.at)
        known = len(piece.face) == 4 and set(piece.face) <= set(TILE_COLOURS)
        if not self.scale.shapes:
            for shift, letter in enumerate(piece.face):
                self.canvas.write(left + shift, top // 2, letter, tile_ink(letter))
            return
        width, height = self.scale.across - 1, self.scale.down
        for x, y in block(0, 0, width, height):
            across, down = (2 * x + 1) / width - 1, (2 * y + 1) / height - 1
            sides = (down < -abs(across), across >= abs(down), down >= abs(across), across < -abs(down))
            paint = TILE_COLOURS[piece.face[sides.index(True)]].paint if known else TILE_BACK
            self.canvas.paint([(left + x, top + y)], rgb(paint))
        if known:
            for letter, (x, line) in zip(piece.face, ((3, 0), (5, 1), (3, 2), (1, 1)), strict=True):
                self.canvas.write(left + x, top // 2 + line, letter, Ink(rgb(TILE_INKS[letter]), bold=True))
        if piece.logo:
            self.canvas.write(left + 3, top // 2 + 1, "◆", Ink((255, 255, 255)))


def quarter_turn(piece: Piece) -> int:
    """Where a boat's bow points: 0 to the right, then clockwise."""
    return 90 * round(piece.turn / 90) % 360


def slab_colour(surface: str) -> RGB:
    material = material_of(surface)
    return mixed(rgb(material.light or PAPER), rgb(material.shade or PAPER), 0.6)


def tile_ink(letter: str) -> Ink:
    """How a tile's letter is written: on its colour."""
    if letter not in TILE_COLOURS:
        return Ink(faint=True)
    return Ink(rgb(TILE_INKS[letter]), rgb(TILE_COLOURS[letter].paint), bold=True)


def block(left: int, top: int, width: int, height: int) -> Iterator[Pixel]:
    return ((left + x, top + y) for y in range(height) for x in range(width))


def disc(across: float, down: float) -> bool:
    return across * across + down * down <= 1


def dot(across: float, down: float) -> bool:
    """A small disc: of three pixels by three it leaves the corners out."""
    return across * across + down * down <= 0.7


def boat(turn: int) -> Shape:
    """A hull whose bow points right, or is turned clockwise."""

    def inside(across: float, down: float) -> bool:
        along, side = {0: (across, down), 90: (down, across), 180: (-across, down), 270: (-down, across)}[turn]
        return abs(side) <= 1.61 - 1.5 * along

    return inside


def line_pixels(start: Point, end: Point, *, dashed: bool = False) -> Iterator[Pixel]:
    """A line a pixel wide (two, where it is steep: as wide as it is high elsewhere)."""
    steps = max(round(abs(end[0] - start[0])), round(abs(end[1] - start[1])), 1)
    for step in range(steps + 1):
        if dashed and step % 4 > 1:
            continue
        x = start[0] + (end[0] - start[0]) * step / steps
        y = start[1] + (end[1] - start[1]) * step / steps
        yield floor(x - 0.01), floor(y - 0.01)


def convex_spans(spans: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Rows of pixels from low to high, with no row set back between two others."""
    hull = convex_hull([(float(x), float(y)) for y, span in spans.items() for x in span])
    filled = {}
    for y in range(min(spans), max(spans) + 1):
        xs = [x for x, corner in hull if corner == y]
        for (ax, ay), (bx, by) in zip(hull, hull[1:] + hull[:1], strict=True):
            if min(ay, by) < y < max(ay, by):
                xs.append(ax + (bx - ax) * (y - ay) / (by - ay))
        filled[y] = (floor(min(xs)), floor(max(xs)))
    return filled
