"""Boards of United Square drawn in the tests, and an independent referee.

A drawing has a tile as its north, east, south and west triangles (B blue, G green, R red, Y yellow), an empty
cell as a dot, and the logo, BGRY, in the middle. Column a is on the left, row 1 at the bottom.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import carreau

GAME = carreau.game("united-square")
TYPES = ("BGRY", "BGYR", "BRGY", "BRYG", "BYGR", "BYRG")
NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west, rows counted from the bottom
HALVES = (
    " ".join([*["BGRY"] * 4, *["BGYR"] * 4, *["BRGY"] * 4]),
    " ".join([*["BRYG"] * 4, *["BYGR"] * 4, *["BYRG"] * 4]),
)
DEAL = "/".join(HALVES)  # seat 0 holds the types BGRY, BGYR, BRGY, seat 1 the others

GAMES: tuple[dict[str, Any], ...] = (
    {"mode": "duel"},
    {"mode": "duel", "sets": 2, "first": 1},
    {"mode": "free-for-all", "players": 3},
    {"mode": "free-for-all", "players": 4, "sets": 2, "first": 2},
    {"mode": "teams"},
    {"mode": "rival-partners", "sets": 2},
    {"mode": "solitaire"},
    {"mode": "solitaire", "sets": 2},
)
HIDDEN_GAMES: tuple[dict[str, Any], ...] = (
    {"mode": "free-for-all", "players": 3},
    {"mode": "free-for-all", "players": 3, "sets": 2},
    {"mode": "free-for-all", "players": 4},
    {"mode": "teams"},
    {"mode": "teams", "sets": 2},
    {"mode": "rival-partners"},
)


def shown(options: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items())


# Drawings


Board = dict[tuple[int, int], str]


def cells(drawing: str) -> Board:
    """The tiles of a drawing by column and row, from 0 at the bottom left."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    size = len(lines)
    assert all(len(line) == size for line in lines)
    return {(x, size - 1 - y): face for y, line in enumerate(lines) for x, face in enumerate(line) if face != "."}


def name(cell: tuple[int, int]) -> str:
    return f"{'abcdefg'[cell[0]]}{cell[1] + 1}"


def position(drawing: str, hands: str, rest: str) -> carreau.State:
    """The position of a drawing; hands as 'BGRY BGYR/-', then seat, mode and colours."""
    rows = "/".join(",".join(line.split()) for line in drawing.strip().splitlines())
    held = "/".join(",".join(hand.split()) for hand in hands.split("/"))
    return GAME.position(f"{rows} {held} {rest} hidden")


def board_of(state: carreau.State) -> Board:
    return cells(str(state).split()[0].replace("/", "\n").replace(",", " "))


def hands_of(state: carreau.State) -> list[list[str]]:
    return [[] if hand == "-" else hand.split(",") for hand in str(state).split()[1].split("/")]


def owners_of(state: carreau.State) -> dict[str, int]:
    """Who owns which colour."""
    colours = str(state).split()[4]
    return {
        colour: seat for seat, owned in enumerate(colours.split("/")) for colour in owned.split(",") if owned != "-"
    }


def size_of(state: carreau.State) -> int:
    return str(state).split()[0].count("/") + 1


def scores(state: carreau.State) -> list[int]:
    """The SQUAREs of each seat so far, as the board shows them."""
    return [int(rail.score.en.split()[0]) for rail in state.scene().rails if rail.score]


# An independent referee, straight from rules 1 and 3


def rotations(tile: str) -> list[str]:
    return [tile[turn:] + tile[:turn] for turn in range(4)]


def type_of(face: str) -> str:
    return next(turned for turned in rotations(face) if turned[0] == "B")


def seen_from(board: Board, cell: tuple[int, int]) -> dict[int, str]:
    """The colours that face an empty cell, by direction."""
    faces = {d: board.get((cell[0] + dx, cell[1] + dy)) for d, (dx, dy) in enumerate(NEIGHBOURS)}
    return {d: face[(d + 2) % 4] for d, face in faces.items() if face}


def placements(board: Board, size: int, hand: list[str]) -> set[str]:
    """Every way to put a tile of the hand on an empty cell beside a tile with all touching edges matched."""
    found = set()
    for cell in ((x, y) for x in range(size) for y in range(size)):
        seen = seen_from(board, cell)
        if cell in board or not seen:
            continue
        for face in (face for tile in set(hand) for face in rotations(tile)):
            if all(face[d] == colour for d, colour in seen.items()):
                found.add(f"{name(cell)}:{face}")
    return found


def count_squares(board: Board) -> Counter[str]:
    """Matched edges by colour; an edge that does not match fails the test."""
    squares: Counter[str] = Counter()
    for (x, y), face in board.items():
        for d in (0, 1):
            beside = board.get((x + NEIGHBOURS[d][0], y + NEIGHBOURS[d][1]))
            if beside:
                assert face[d] == beside[d + 2]
                squares[face[d]] += 1
    return squares


def random_game(seed: int, **options: Any) -> Iterator[carreau.State]:
    """Every position of a random game, the start and the end included."""
    choose = random.Random(seed)
    state = GAME.start(**({"deal": seed} if options["mode"] != "solitaire" else {}), **options)
    yield state
    while state.seat is not None:
        state = state.play(choose.choice(state.moves()))
        yield state


ONE_HOLE = """
        YRBG YBGR RGYB RYBG RGBY
        BYRG .    YGBR BRYG BYGR
        RBGY RYGB BGRY YBRG GRYB
        GRYB GBYR RYGB RGBY YRBG
        YGRB YRBG GYBR BRGY BYGR
"""  # SQUAREs: blue 10, green 9, red 8, yellow 9; b4 sees red twice, a BYGR is left


def moved_direction(d: int, turn: int, flip: bool) -> int:
    return (turn + (-d if flip else d)) % 4


def moved_cell(cell: tuple[int, int], size: int, turn: int, flip: bool) -> tuple[int, int]:
    x, y = cell
    if flip:
        x = size - 1 - x
    for _ in range(turn):
        x, y = y, size - 1 - x
    return x, y


def recoloured(colour: str, turn: int, flip: bool) -> str:
    """The one change of colours that makes the moved logo the logo again."""
    return "BGRY"[moved_direction("BGRY".index(colour), turn, flip)]


def moved_face(face: str, turn: int, flip: bool) -> str:
    moved = {moved_direction(d, turn, flip): recoloured(colour, turn, flip) for d, colour in enumerate(face)}
    return "".join(moved[d] for d in range(4))


def moved_position(state: carreau.State, turn: int, flip: bool) -> carreau.State:
    size = size_of(state)
    _, _, seat, mode, colours, openness = str(state).split()
    board = {moved_cell(cell, size, turn, flip): moved_face(f, turn, flip) for cell, f in board_of(state).items()}
    rows = "/".join(",".join(board.get((x, y), ".") for x in range(size)) for y in reversed(range(size)))
    hands = [[type_of(moved_face(tile, turn, flip)) for tile in hand] for hand in hands_of(state)]
    held = "/".join(",".join(hand) or "-" for hand in hands)
    owned = "".join(recoloured(c, turn, flip) if c in "BGRY" else c for c in colours)
    return GAME.position(f"{rows} {held} {seat} {mode} {owned} {openness}")
