"""What a 012x012 position looks like, as data."""

from __future__ import annotations

from functools import lru_cache

from carreau.games import taquin
from carreau.games.taquin import CODES, MODE, SIZE, TURNS
from carreau.games.zero_one_two_rules import CODE, FILLED, FREE_PASS, GUESSED, LANE, OWES, PUZZLE, STOCKS, TAQUIN
from carreau.rules.kernel import SEAT, SEATS
from carreau.rules.language import Text
from carreau.rules.scene import Cell, Piece, Rail, Scene, cell_name, chess_labels
from carreau.rules.state import State

CODE_WORDS = ("WBC", "WCB", "BWC", "BCW", "CWB", "CBW")
CUBES = {"W": Text("white", "blanc"), "B": Text("black", "noir"), "C": Text("colour", "couleur")}
PAINT = {"W": "white", "B": "black", "C": "teal"}


def picture(state: State) -> Scene:
    """The tray with its cubes and codes, the model beside it in the taquin, and everybody's stock."""
    board, words = state.raw_board, state.raw_state
    size = board[SIZE]
    codes = tuple(board[CODES : CODES + size * size])
    letters = CODE_WORDS[board[CODE]]
    pieces = []
    if board[MODE] == TAQUIN:
        for cell, code in enumerate(codes):
            y, x = divmod(cell, size)
            name = cell_name(cell, size)
            if cell != words[taquin.HOLE]:
                pieces.append(cube(letters[words[taquin.TRAY + cell]], f"cube {name}", (x, y), name))
            beside = (x + size + 1, y)  # rule 8: the grid is a model beside the tray
            pieces.append(cube(letters[code], f"model cube {name}", beside, name))
    else:
        cubes = cubes_of(codes, size, letters)
        for y, row in enumerate(cubes):
            filled = row_of(words, y)
            pieces += [cube for x, cube in enumerate(row) if filled >> x & 1]
    rails = []
    for seat in range(board[SEATS]):
        stock = () if board[MODE] == TAQUIN else tuple(stock_of(words, seat))
        score = standing(board, words, seat)
        title = state.game.seat_name(board, words, seat)
        rails.append(rail(seat, title, letters, stock, score, to_move=seat == state.seat))
    cells = cells_of(codes, size, is_taquin=board[MODE] == TAQUIN)
    columns = 2 * size + 1 if board[MODE] == TAQUIN else size
    return Scene("frame", columns, size, cells, tuple(pieces), (), chess_labels(size, size), (), tuple(rails))


@lru_cache(maxsize=1024)
def rail(seat: int, title: Text, letters: str, stock: tuple[int, ...], score: Text | None, *, to_move: bool) -> Rail:
    items = tuple((cube(letters[code], f"stock {seat} {code}", (0, 0), ""), n) for code, n in enumerate(stock))
    return Rail(seat, title, items, score, to_move)


@lru_cache(maxsize=64)
def cubes_of(codes: tuple[int, ...], size: int, letters: str) -> tuple[tuple[Piece, ...], ...]:
    """The cubes of a full tray, row by row."""
    cubes = [cube_on(letters[code], cell, size) for cell, code in enumerate(codes)]
    return tuple(tuple(cubes[row : row + size]) for row in range(0, size * size, size))


@lru_cache(maxsize=64)
def cells_of(codes: tuple[int, ...], size: int, *, is_taquin: bool) -> tuple[Cell, ...]:
    """The tray with the grid's codes; in the taquin without them, and with the model beside it."""
    cells = []
    for cell, code in enumerate(codes):
        y, x = divmod(cell, size)
        name, note = cell_name(cell, size), "" if is_taquin else str(code)
        cells.append(Cell(name, (x, y), note=note, glyph=note or "."))
        if is_taquin:
            cells.append(Cell(f"model {name}", (x + size + 1, y)))
    return tuple(cells)


def standing(board: list[int], state: list[int], seat: int) -> Text | None:
    """What is to be known of a seat besides its stock: alone its score, else what it owes or is owed."""
    turns = state[TURNS]
    if board[MODE] == TAQUIN:
        return Text(f"{turns} slide{'s' * (turns != 1)}", f"{turns} glissement{'s' * (turns > 1)}")
    if board[MODE] == PUZZLE:
        return Text(f"{turns} turn{'s' * (turns != 1)}", f"{turns} tour{'s' * (turns > 1)}")
    facts = []
    if state[OWES] and state[SEAT] == seat:
        facts.append(Text("a second turn follows", "un second tour suivra"))
    if state[FREE_PASS] == seat:
        facts.append(Text("may skip a turn", "peut passer un tour"))
    if state[GUESSED] == seat:
        facts.append(Text("guessed the motif", "a deviné le motif"))
    return Text(", ".join(f.en for f in facts), ", ".join(f.fr for f in facts)) if facts else None


def row_of(state: list[int], row: int) -> int:
    """The cubes in a row, a bit a column; the bits beyond are those of other rows."""
    return state[FILLED + row // 4] >> LANE * (row % 4) + 1


def is_filled(state: list[int], row: int, column: int) -> int:
    return row_of(state, row) >> column & 1


def stock_of(state: list[int], seat: int) -> list[int]:
    return state[STOCKS + 3 * seat : STOCKS + 3 * seat + 3]


@lru_cache(maxsize=2048)
def cube_on(letter: str, cell: int, size: int) -> Piece:
    name = cell_name(cell, size)
    return cube(letter, f"cube {name}", (cell % size, cell // size), name)


@lru_cache(maxsize=4096)
def cube(letter: str, id: str, at: tuple[float, float], cell: str) -> Piece:
    colour = CUBES[letter]
    where = Text(f" on {cell}", f" en {cell}") if cell else Text("", "")
    name = Text(f"{colour.en} cube{where.en}", f"cube {colour.fr}{where.fr}")
    return Piece(id, "cube", PAINT[letter], at, name, letter)
