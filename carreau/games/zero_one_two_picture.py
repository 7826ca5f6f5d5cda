"""What a 012x012 position looks like, as data."""

from __future__ import annotations

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
    cells, pieces = [], []
    for cell in range(size * size):
        y, x = divmod(cell, size)
        name, code = cell_name(cell, board[SIZE]), board[CODES + cell]
        note = "" if board[MODE] == TAQUIN else str(code)
        cells.append(Cell(name, (x, y), note=note, glyph=note or "."))
        if board[MODE] == TAQUIN:
            filled, code = cell != words[taquin.HOLE], words[taquin.TRAY + cell]
        else:
            filled = bool(is_filled(words, y, x))
        if filled:
            pieces.append(cube(board, code, f"cube {name}", (x, y), name))
        if board[MODE] == TAQUIN:  # rule 8: the grid is a model beside the tray
            beside = (x + size + 1, y)
            cells.append(Cell(f"model {name}", beside))
            pieces.append(cube(board, board[CODES + cell], f"model cube {name}", beside, name))
    rails = []
    for seat in range(board[SEATS]):
        stock = [] if board[MODE] == TAQUIN else stock_of(words, seat)
        items = tuple((cube(board, code, f"stock {seat} {code}", (0, 0), ""), n) for code, n in enumerate(stock))
        score = standing(board, words, seat)
        title = state.game.seat_name(board, words, seat)
        rails.append(Rail(seat, title, items, score, to_move=seat == state.seat))
    labels = chess_labels(size, size)
    columns = 2 * size + 1 if board[MODE] == TAQUIN else size
    return Scene("frame", columns, size, tuple(cells), tuple(pieces), (), labels, (), tuple(rails))


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


def is_filled(state: list[int], row: int, column: int) -> int:
    return state[FILLED + row // 4] >> LANE * (row % 4) + column + 1 & 1


def stock_of(state: list[int], seat: int) -> list[int]:
    return state[STOCKS + 3 * seat : STOCKS + 3 * seat + 3]


def cube(board: list[int], code: int, id: str, at: tuple[float, float], cell: str) -> Piece:
    letter = CODE_WORDS[board[CODE]][code]
    colour = CUBES[letter]
    where = Text(f" on {cell}", f" en {cell}") if cell else Text("", "")
    name = Text(f"{colour.en} cube{where.en}", f"cube {colour.fr}{where.fr}")
    return Piece(id, "cube", PAINT[letter], at, name, letter)
