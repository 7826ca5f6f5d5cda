"""What a position looks like, as data: the one description behind pictures, text boards and the page.

A game lists cells, pieces, strokes and rails; how wood, glass or felt are painted is not its business.
Places are in cell widths, x to the right, y downwards; (0, 0) is the centre of the upper left cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from carreau.rules.language import Text
from carreau.rules.memory import once_for_each

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that can be named and touched."""

    id: str
    at: Point
    shape: str = "square"  # square, hex, hole, space (nothing drawn)
    tone: str = ""  # plain, or "edge", "forbidden"
    note: str = ""  # small print, such as the code of a 012x012 cell
    glyph: str = "."  # on the text board, while empty


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that lies on the board or on a rail; its id stays the same when it moves."""

    id: str
    kind: str  # boat, boat-home, stone, pawn, double, tile, cube, disc
    colour: str  # yellow, red, black, white, blue, green, teal, or empty for a tile
    at: Point
    name: Text  # as it is spoken: "red piece, lane 3, on its way back"
    glyph: str
    turn: float = 0  # degrees clockwise; a boat at 0 points to the right
    face: str = ""  # a tile's four letters, clockwise from the top; "????" for its back
    logo: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line on the board."""

    kind: str  # groove, rim, path (a winning group), square (a winning one), hairline (a frame), trail (the last move)
    points: tuple[Point, ...]
    hue: str = ""
    dashed: bool = False
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Small quiet print at the rim: a coordinate, or dots (as a number of bullets)."""

    text: str
    at: Point
    kind: str = "coordinate"  # coordinate, dots-across, dots-down, diamond (a place where no cell is)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to notice about a cell."""

    kind: str  # last, target, win
    cell: str


@dataclass(frozen=True, slots=True)
class Rail:
    """What a seat has beside the board: its hand or stock, and its score."""

    seat: int
    title: Text
    items: tuple[tuple[Piece, int], ...] = ()  # a piece and how many of it
    score: Text | None = None
    to_move: bool = False
    colours: tuple[str, ...] = ()  # what the seat plays with, for a small swatch beside its title


@dataclass(frozen=True, slots=True)
class Scene:
    surface: str  # maple, walnut, felt, frame, hexagon, plain
    columns: float  # the extent of the cells, in cell widths
    rows: float
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    labels: tuple[Label, ...] = ()
    marks: tuple[Mark, ...] = ()
    rails: tuple[Rail, ...] = ()
    status: Text | None = None

    def with_marks(self, marks: Mapping[str, Iterable[str]], status: Text | None) -> Scene:
        """The scene with cells marked, by the kind of mark, and something said about it."""
        known = cells_by_id(self.cells)
        new = [Mark(kind, cell) for kind, cells in marks.items() for cell in dict.fromkeys(cells) if cell in known]
        return Scene(
            self.surface, self.columns, self.rows, self.cells, self.pieces, self.strokes, self.labels,
            (*self.marks, *new), self.rails, status,
        )  # fmt: skip


@once_for_each(most=256)
def cells_by_id(cells: tuple[Cell, ...]) -> Mapping[str, Cell]:
    """Which cell is which. The cells of a board are the same all through a game."""
    return {cell.id: cell for cell in cells}


def chess_name(column: int, row: int, rows: int) -> str:
    """The name of a cell of a square board, `row` counted from the top: a1 is bottom left."""
    return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{rows - row}"


@lru_cache(maxsize=1024)
def cell_name(cell: int, size: int) -> str:
    """The name of a cell of a square board whose cells are numbered row by row from the upper left."""
    return chess_name(cell % size, cell // size, size)


@lru_cache
def chess_labels(columns: int, rows: int, gap: float = 0.85) -> tuple[Label, ...]:
    """Column letters below the board and row numbers left of it."""
    below = [Label("abcdefghijklmnopqrstuvwxyz"[x], (x, rows - 1 + gap)) for x in range(columns)]
    left = [Label(str(rows - y), (-gap, y)) for y in range(rows)]
    return (*below, *left)
