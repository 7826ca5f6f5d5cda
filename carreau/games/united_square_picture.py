"""What a United Square position looks like, as data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from carreau.games.united_square_rules import (
    FACES,
    HANDS,
    LETTERS,
    MODE,
    OWNER,
    SIZE,
    SOLITAIRE,
    TILES,
    TYPES,
    UNKNOWN,
    points,
)
from carreau.rules.kernel import EAST, SEATS, SOUTH
from carreau.rules.language import Text
from carreau.rules.scene import Cell, Piece, Rail, Scene, Stroke, cell_name, chess_labels
from carreau.rules.state import State

COLOURS = (Text("blue", "bleu"), Text("green", "vert"), Text("red", "rouge"), Text("yellow", "jaune"))
HIDDEN = "????"


def picture(state: State) -> Scene:
    """The tiles that lie there, each SQUARE framed in its colour, and everybody's hand."""
    board, words = state.raw_board, state.raw_state
    size = board[SIZE]
    tiles, frames = laid(tuple(words[TILES : TILES + size * size]), size)
    scores = [0] * board[SEATS]
    points(board, words, scores)
    rails = tuple(rail(state, seat, scores) for seat in range(board[SEATS]))
    return Scene("felt", size, size, cells_of(size), tiles, frames, chess_labels(size, size), (), rails)


def rail(state: State, seat: int, scores: list[int]) -> Rail:
    board, words = state.raw_board, state.raw_state
    first = HANDS + 6 * seat
    held = (words[UNKNOWN + seat], *words[first : first + 6])
    allies = state.game.allies(board, seat)
    score = Text(f"{scores[seat]} SQUARE", f"{scores[seat]} SQUARE")
    if board[MODE] == SOLITAIRE:
        score = Text(
            f"{scores[seat]} tile{'s' * (scores[seat] != 1)}", f"{scores[seat]} tuile{'s' * (scores[seat] > 1)}"
        )
    if len(allies) > 1:
        team = sum(scores[ally] for ally in allies)
        score = Text(f"{score.en}, team {'AB'[seat % 2]} {team}", f"{score.fr}, équipe {'AB'[seat % 2]} {team}")
    return rail_with(seat, colours_of(board, seat), held, score, to_move=seat == state.seat)


@lru_cache(maxsize=4096)
def rail_with(seat: int, colours: tuple[int, ...], held: tuple[int, ...], score: Text, *, to_move: bool) -> Rail:
    """The rail of a seat that holds so many hidden tiles, and so many of each type."""
    hand = zip((HIDDEN, *TYPES), held, strict=True)
    items = tuple((tile_piece(hand_id(seat, tile), tile, (0, 0), ""), count) for tile, count in hand if count)
    return Rail(seat, seat_title(colours), items, score, to_move, tuple(COLOURS[colour].en for colour in colours))


def colours_of(board: list[int], seat: int) -> tuple[int, ...]:
    return owned(seat, *board[OWNER : OWNER + 4])


@lru_cache
def owned(seat: int, *owners: int) -> tuple[int, ...]:
    return tuple(colour for colour, owner in enumerate(owners) if owner == seat)


@lru_cache
def seat_title(colours: tuple[int, ...]) -> Text:
    """A seat is called by the colours that it owns."""
    if not colours:
        return Text("Solitaire", "Solitaire")
    en, fr = " and ".join(COLOURS[c].en for c in colours), " et ".join(COLOURS[c].fr for c in colours)
    return Text(en.capitalize(), fr.capitalize())


@lru_cache
def cells_of(size: int) -> tuple[Cell, ...]:
    places = ((cell_name(cell, size), divmod(cell, size)) for cell in range(size * size))
    return tuple(Cell(name, (x, y), glyph="....") for name, (y, x) in places)


@lru_cache(maxsize=1024)
def laid(tiles: tuple[int, ...], size: int) -> tuple[tuple[Piece, ...], tuple[Stroke, ...]]:
    """The tiles on the table, as the kernel writes them, and the frames of their SQUAREs: the same for every eye."""
    pieces = []
    for cell in range(size * size):
        if tiles[cell]:
            y, x = divmod(cell, size)
            name, face = cell_name(cell, size), write_face(tiles[cell] - 1)
            pieces.append(tile_piece(f"tile {name}", face, (x, y), name, logo=cell == size * size // 2))
    return tuple(pieces), tuple(frame(*square, size) for square in squares_in_counting_order(tiles, size))


def squares_in_counting_order(tiles: tuple[int, ...], size: int) -> Iterator[tuple[int, int, int]]:
    """Every SQUARE as colour and its two cells, along the diagonals: the board seen as a lozenge (rule 4)."""
    found = []
    for cell in range(size * size):
        y, x = divmod(cell, size)
        for direction, beside, is_inside in ((EAST, cell + 1, x + 1 < size), (SOUTH, cell + size, y + 1 < size)):
            if is_inside and tiles[cell] and tiles[beside]:
                across, down = (2 * x + 1, 2 * y) if direction == EAST else (2 * x, 2 * y + 1)
                colour = FACES[4 * (tiles[cell] - 1) + direction]
                found.append((across + down, across, colour, cell, beside))
    for _, _, colour, cell, beside in sorted(found):
        yield colour, cell, beside


@lru_cache(maxsize=1024)
def frame(colour: int, a: int, b: int, size: int) -> Stroke:
    return Stroke("hairline", square_outline(a, b, size), COLOURS[colour].en, closed=True)


def square_outline(a: int, b: int, size: int) -> tuple[tuple[float, float], ...]:
    """The lozenge of two triangles that meet: two cell centres and the ends of their common edge."""
    (ay, ax), (by, bx) = divmod(a, size), divmod(b, size)
    middle_x, middle_y = (ax + bx) / 2, (ay + by) / 2
    half_x, half_y = (by - ay) / 2, (bx - ax) / 2
    return (ax, ay), (middle_x + half_x, middle_y - half_y), (bx, by), (middle_x - half_x, middle_y + half_y)


@lru_cache
def write_face(face: int) -> str:
    return "".join(LETTERS[colour] for colour in FACES[4 * face : 4 * face + 4])


def hand_id(seat: int, tile: str) -> str:
    return f"hand {seat} {tile}"


@lru_cache(maxsize=4096)
def tile_piece(id: str, face: str, at: tuple[float, float], cell: str, *, logo: bool = False) -> Piece:
    if face == HIDDEN:
        name = Text("hidden tile", "tuile cachée")
    else:
        colours = [COLOURS[LETTERS.index(letter)] for letter in face]
        name = Text("tile " + " ".join(c.en for c in colours), "tuile " + " ".join(c.fr for c in colours))
    if cell:
        name = Text(f"{name.en} on {cell}", f"{name.fr} en {cell}")
    return Piece(id, "tile", "", at, name, face, face=face, logo=logo)
