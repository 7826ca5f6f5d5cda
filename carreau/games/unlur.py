"""Unlur, lines against Ys on a hexagon, by Jorge Gómez Arrausi (2001).

1. The board is a hexagon of hexagons, 8 cells a side; any side from 3 to 12 may be chosen (ruling).
2. Contract phase: nobody has a colour yet. The players in turn place a black stone on an empty cell that
   touches no border, until one of them passes instead. That one is Black; the other is White and moves
   next. Passing on the very first turn is allowed; when every inner cell is full it is all that remains.
3. Then both place a stone of their colour in turn on any empty cell, borders included. No passing.
4. A corner cell belongs to both its sides. A line is a connected group that touches two opposite sides, a
   Y one that touches three sides no two of which are adjacent.
5. White wins by a white line, Black by a black Y. A player who makes the other goal with their own stones
   loses, unless the same stone makes their own goal too. There are no draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import cos, pi, sin, sqrt
from typing import Any, ClassVar

from carreau.rules.bits import lowest_bit
from carreau.rules.game import Game, bad_move, need
from carreau.rules.kernel import FREE, OVER, SEAT, SEATS, Ints, end
from carreau.rules.language import Text, same
from carreau.rules.options import whole
from carreau.rules.scene import Cell, Label, Piece, Rail, Scene, Stroke
from carreau.rules.state import State
from carreau.rules.touch import Path

LEAST_SIDE, USUAL_SIDE, MOST_SIDE = 3, 8, 12
MOST_CELLS = 3 * MOST_SIDE * (MOST_SIDE - 1) + 1
PASS = MOST_CELLS  # a move is the number of a cell, row by row from the top, or this
BLACK_STONE, WHITE_STONE = 1, 2  # 0 is an empty cell

# The sides of the board are numbered clockwise from the top, 0 to 5; a set of them is a word of six bits.
LINES = (0b001001, 0b010010, 0b100100)  # rule 4
YS = (0b010101, 0b101010)
LINE, Y = 1, 2
GOALS = tuple(  # the goals of a group, by the sides that it touches
    LINE * any(sides & line == line for line in LINES) | Y * any(sides & y == y for y in YS) for sides in range(64)
)
# Neighbours that follow one another around a cell touch each other: of each run of stones of one colour
# the first stands for all. By the set of such neighbours; a full ring has no first, any one will do.
RUN_STARTS = tuple(ring & ~(ring << 1 | ring >> 5) if ring < 63 else 1 for ring in range(64))

# The board: the side, how many cells there are and how many touch a border, the six neighbours of each
# cell, clockwise (the number of cells stands for one beyond the border), the sides that each cell touches.
SIDE, CELLS, BORDER, AROUND = range(SEATS + 1, SEATS + 5)

# The state: the seat that is Black, how many cells are empty, and WORDS words for each cell i (and for the
# one beyond the border, which stays empty): its stone; its parent, a stone of its group nearer to the root,
# which has itself; of a root, the sides that the group touches; its place in a list of all cells, first the
# border while that is closed, then the other empty cells, then the stones; the cell in place i of this list.
BLACK, EMPTIES, STONE, PARENT, TOUCHED, PLACE, ORDER = range(FREE, FREE + 7)
WORDS = 5
UNDECIDED = -1  # who is Black, in the contract phase


def closed(board: Ints, state: Ints) -> int:
    """How many cells, the first in the list, are closed: the border during the contract (rule 2)."""
    return board[BORDER] if state[BLACK] == UNDECIDED else 0


def count(board: Ints, state: Ints, out: Ints) -> int:
    return state[EMPTIES] - closed(board, state) + (1 if state[BLACK] == UNDECIDED else 0)


def nth(board: Ints, state: Ints, out: Ints, n: int) -> int:
    place = closed(board, state) + n
    return state[ORDER + WORDS * place] if place < state[EMPTIES] else PASS


def moves(board: Ints, state: Ints, out: Ints) -> int:
    found = 0
    for place in range(closed(board, state), state[EMPTIES]):
        out[found] = state[ORDER + WORDS * place]
        found += 1
    if state[BLACK] == UNDECIDED:
        out[found] = PASS
        found += 1
    return found


def play(board: Ints, state: Ints, move: int) -> None:
    seat = state[SEAT]
    state[SEAT] = 1 - seat
    if move == PASS:
        state[BLACK] = seat
    else:
        colour = WHITE_STONE if state[BLACK] == 1 - seat else BLACK_STONE
        judge(state, seat, colour, put(board, state, move, colour))


def put(board: Ints, state: Ints, cell: int, colour: int) -> int:
    """Put a stone on an empty cell; return the sides that its group touches."""
    take(state, cell)
    state[STONE + WORDS * cell] = colour
    beside = AROUND + 6 * cell
    ring = 0
    for direction in range(6):
        ring |= (1 if state[STONE + WORDS * board[beside + direction]] == colour else 0) << direction
    starts = RUN_STARTS[ring]
    root = cell
    touched = state[TOUCHED + WORDS * cell]
    while starts:
        other = root_of(state, board[beside + lowest_bit(starts)])
        starts &= starts - 1
        touched |= state[TOUCHED + WORDS * other]
        state[PARENT + WORDS * root] = other
        root = other
    state[TOUCHED + WORDS * root] = touched
    return touched


def touching(board: Ints, state: Ints, cell: int, colour: int) -> int:
    """The sides that the group of a stone on this empty cell would touch."""
    beside = AROUND + 6 * cell
    ring = 0
    for direction in range(6):
        ring |= (1 if state[STONE + WORDS * board[beside + direction]] == colour else 0) << direction
    starts = RUN_STARTS[ring]
    touched = state[TOUCHED + WORDS * cell]
    while starts:
        touched |= state[TOUCHED + WORDS * root_of(state, board[beside + lowest_bit(starts)])]
        starts &= starts - 1
    return touched


def take(state: Ints, cell: int) -> None:
    """Take a cell out of the empty ones: it changes places with the last of them."""
    place = state[PLACE + WORDS * cell]
    state[EMPTIES] -= 1
    last_place = state[EMPTIES]
    last = state[ORDER + WORDS * last_place]
    state[ORDER + WORDS * place], state[PLACE + WORDS * last] = last, place
    state[ORDER + WORDS * last_place], state[PLACE + WORDS * cell] = cell, last_place


def root_of(state: Ints, cell: int) -> int:
    """The stone that stands for the group; the way to it is shortened for the next time."""
    parent = state[PARENT + WORDS * cell]
    while parent != cell:
        beyond = state[PARENT + WORDS * parent]
        state[PARENT + WORDS * cell] = beyond
        cell = beyond
        parent = state[PARENT + WORDS * cell]
    return cell


def judge(state: Ints, seat: int, colour: int, touched: int) -> None:
    """Has the stone just put ended the game (rule 5)?"""
    goals = GOALS[touched]
    if goals:
        own = goals & (LINE if colour == WHITE_STONE else Y)
        end(state, 1 << (seat if own else 1 - seat))


COLOURS = (Text("Black", "Noir"), Text("White", "Blanc"))
UNNAMED = (Text("First player", "Premier joueur"), Text("Second player", "Second joueur"))
IMPOSSIBLE = Text("no game leads to these stones with this Black and this turn",
                  "aucune partie ne mène à ces pions avec ce Noir et ce tour")  # fmt: skip
EMPTY, DARK, LIGHT = GLYPHS = ".xo"
LETTERS = "abcdefghijklmnopqrstuvw"
ROW_HEIGHT = sqrt(3) / 2  # in cell widths
RIM = 0.62  # how far outside the centres of its cells a side is drawn


class Unlur(Game):
    id = "unlur"
    name = same("Unlur")
    idea = Text("White wants a line, Black a Y: say when Black is strong enough to be you.",
                "Blanc veut une ligne, Noir un Y : dites quand Noir vous semble assez fort.")  # fmt: skip
    credit = same("Jorge Gómez Arrausi, 2001")
    players = "2"
    minutes = "20"
    notation = Text(
        "A stone is a row's letter and a place from the left, such as f6; pass takes Black in the contract phase.",
        "Un pion : une lettre de rangée et une place depuis la gauche, comme f6 ; pass prend Noir pendant le contrat.",
    )
    options = (
        whole(
            "side", USUAL_SIDE, LEAST_SIDE, MOST_SIDE, Text("cells a side", "cases par côté"),
            title=Text("Size of the board", "Taille du plateau"),
        ),
    )  # fmt: skip
    buttons: ClassVar = {"pass": Text("Pass and take Black", "Passer et prendre les Noirs")}
    reasons: ClassVar = {
        "line": Text("White has made a line", "Blanc a fait une ligne"),
        "y": Text("Black has made a Y", "Noir a fait un Y"),
        "own-line": Text("Black has made a line, White's goal", "Noir a fait une ligne, le but de Blanc"),
        "own-y": Text("White has made a Y, Black's goal", "Blanc a fait un Y, le but de Noir"),
    }
    showcase: ClassVar = {"side": 6}
    samples = ({"side": 3}, {"side": 4}, {"side": 6}, {"side": 8})
    longest_list = MOST_CELLS + 1

    def board(self, options: Mapping[str, Any]) -> list[int]:
        return list(tables(options["side"]))

    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        return set_up(board, EMPTY * board[CELLS])

    def write_move(self, board: list[int], state: list[int], move: int) -> str:
        return texts(board[SIDE])[move]

    def write_moves(self, board: list[int], state: list[int], moves: Iterable[int]) -> list[str]:
        return [*map(texts(board[SIDE]).__getitem__, moves)]

    def read_move(self, board: list[int], state: list[int], text: str, seat: int) -> int:
        cells = names(board[SIDE])
        if text != "pass" and text not in cells:
            widest = f"{LETTERS[board[SIDE] - 1]}{2 * board[SIDE] - 1}"
            raise bad_move(text, Text(f"pass or a cell, a1 to {cells[-1]}, in the longest row up to {widest}",
                f"pass ou une case, de a1 à {cells[-1]}, jusqu'à {widest} au milieu"))  # fmt: skip
        return PASS if text == "pass" else cells.index(text)

    def refusal(self, board: list[int], state: list[int], move: int) -> Text:
        if move == PASS:
            return Text("the colours are settled, no more passing, rule 3",
                        "les couleurs sont fixées, on ne passe plus, règle 3")  # fmt: skip
        if state[PLACE + WORDS * move] >= state[EMPTIES]:
            rule = 2 if state[BLACK] == UNDECIDED else 3
            return Text(f"this cell is taken, rule {rule}", f"cette case est occupée, règle {rule}")
        return Text("in the contract phase a stone may not touch the border, rule 2",
                    "pendant le contrat, un pion ne doit pas toucher le bord, règle 2")  # fmt: skip

    def write_position(self, board: list[int], state: list[int]) -> str:
        stones = iter(GLYPHS[state[STONE + WORDS * cell]] for cell in range(board[CELLS]))
        rows = ("".join(islice(stones, length)) for length in row_lengths(board[SIDE]))
        seat, black = ("-" if word < 0 else str(word) for word in (state[SEAT], state[BLACK]))
        return f"{'/'.join(rows)} {seat} {black}"

    def read_position(self, fields: list[str]) -> tuple[dict[str, Any], list[int], list[int]]:
        picture, seat, black = fields
        need(seat in ("0", "1", "-") and black in ("0", "1", "-"))
        side, stones = read_picture(picture)
        board = self.board({"side": side})
        state = set_up(board, stones)
        state[BLACK] = UNDECIDED if black == "-" else int(black)
        root = goal_root(board, state)
        need((root is None) == (seat != "-"), Text("a line or a Y, and nothing else, ends the game",
             "une ligne ou un Y, et rien d'autre, finit la partie"))  # fmt: skip
        if root is None:
            state[SEAT] = int(seat)
            need(can_go_on(board, stones, seat=state[SEAT], black=state[BLACK]), IMPOSSIBLE)
        else:
            colour = state[STONE + WORDS * root]
            mover = state[BLACK] if colour == BLACK_STONE else 1 - state[BLACK]
            # The last stone is one that the goal cannot do without.
            before = (stones[:i] + EMPTY + stones[i + 1 :] for path in goal_paths(board, state) for i in path)
            need(any(can_go_on(board, s, seat=mover, black=state[BLACK]) for s in before), IMPOSSIBLE)
            judge(state, mover, colour, state[TOUCHED + WORDS * root])
        return {"side": side}, board, state

    def reason(self, board: list[int], state: list[int]) -> str:
        root = goal_root(board, state)
        assert root is not None
        goals = GOALS[state[TOUCHED + WORDS * root]]
        if state[STONE + WORDS * root] == WHITE_STONE:
            return "line" if goals & LINE else "own-y"
        return "y" if goals & Y else "own-line"

    def deciding_cells(self, board: list[int], state: list[int]) -> tuple[str, ...]:
        root = goal_root(board, state)
        assert root is not None
        return tuple(names(board[SIDE])[cell] for cell in sorted(distances(board, state, [root])))

    def seat_name(self, board: list[int], state: list[int], seat: int) -> Text:
        return UNNAMED[seat] if state[BLACK] == UNDECIDED else COLOURS[seat != state[BLACK]]

    def question(self, board: list[int], state: list[int]) -> Text | None:
        return Text("Take Black?", "Prendre les Noirs ?") if state[BLACK] == UNDECIDED else None

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        return () if move == "pass" else (move,)

    def path(self, board: list[int], state: list[int], move: str, seat: int) -> Path:
        return (move,)

    def paths(self, board: list[int], state: list[int], moves: list[str], seat: int) -> Iterable[Path]:
        return zip(moves)

    def scene(self, state: State) -> Scene:
        board, words, side = state.raw_board, state.raw_state, state.raw_board[SIDE]
        cells = cells_of(side, edge="forbidden" if words[BLACK] == UNDECIDED else "edge")
        stones = enumerate(words[STONE::WORDS])
        paths = goal_paths(board, words) if words[SEAT] == OVER else []
        shown = [Stroke("path", tuple(cells[i].at for i in path)) for path in paths if len(path) > 1]
        return Scene(
            surface="hexagon",
            columns=2 * side - 1,
            rows=1 + cells[-1].at[1],
            cells=cells,
            pieces=tuple(stone(colour, cell, side) for cell, colour in stones if colour),
            strokes=rims(side) + tuple(shown),
            labels=coordinates(side),
            rails=tuple(
                rail(seat, self.seat_name(board, words, seat), colours_of(words, seat), to_move=seat == state.seat)
                for seat in (0, 1)
            ),
        )


@lru_cache
def cells_of(side: int, edge: str) -> tuple[Cell, ...]:
    """The cells as they are drawn; those at the border have a tone of their own."""
    centres = [(u / 2 + side - 1, (v + side - 1) * ROW_HEIGHT) for u, v in spots(side)]
    board = list(tables(side))
    tones = (edge if sides_of(board, i) else "" for i in range(len(centres)))
    return tuple(Cell(name, at, "hex", tone) for name, at, tone in zip(names(side), centres, tones, strict=True))


@lru_cache
def rail(seat: int, name: Text, colours: tuple[str, ...], *, to_move: bool) -> Rail:
    return Rail(seat, name, to_move=to_move, colours=colours)


def colours_of(state: list[int], seat: int) -> tuple[str, ...]:
    """The colour a seat plays; none in the contract phase."""
    if state[BLACK] < 0:
        return ()
    return ("black",) if seat == state[BLACK] else ("white",)


def set_up(board: list[int], stones: str) -> list[int]:
    """The state with those stones, a letter a cell, in the contract phase and with seat 0 to move."""
    cells = range(board[CELLS])
    state = [0] * (STONE + WORDS * (len(cells) + 1))
    state[BLACK], state[EMPTIES] = UNDECIDED, len(cells)
    for place, cell in enumerate(sorted(cells, key=lambda cell: sides_of(board, cell) == 0)):
        state[ORDER + WORDS * place] = cell
        state[PLACE + WORDS * cell] = place
        state[PARENT + WORDS * cell] = cell  # an empty cell is ready to be a group of one
        state[TOUCHED + WORDS * cell] = sides_of(board, cell)
    for cell in cells:
        if stones[cell] != EMPTY:
            put(board, state, cell, GLYPHS.index(stones[cell]))
    return state


def read_picture(picture: str) -> tuple[int, str]:
    """The side of the board and its stones, a letter a cell."""
    rows = picture.split("/")
    side = (len(rows) + 1) // 2
    need(LEAST_SIDE <= side <= MOST_SIDE and [len(row) for row in rows] == row_lengths(side),
         Text("the rows make no hexagon of 3 to 12 cells a side",
              "les rangées ne font pas un hexagone de 3 à 12 cases par côté"))  # fmt: skip
    need(set(picture) <= set(GLYPHS + "/"), Text("a cell is ., x or o", "une case est ., x ou o"))
    return side, "".join(rows)


def can_go_on(board: list[int], stones: str, *, seat: int, black: int) -> bool:
    """Does some game lead to these stones, and is it not over?"""
    later = stones.count(LIGHT) - (seat == black)  # Black's stones after the pass: White begins
    contract = stones.count(DARK) - later  # placed by seats 0 and 1 in turn; who comes next may pass
    inner = sum(stones[cell] == DARK and not sides_of(board, cell) for cell in range(board[CELLS]))
    if black == UNDECIDED:
        counted = later == 0 and contract == inner and contract % 2 == seat
    else:
        counted = later >= 0 and 0 <= contract <= inner and contract % 2 == black
    return counted and goal_root(board, set_up(board, stones)) is None


def goal_root(board: Ints, state: Ints) -> int | None:
    """The root of a group that has made a goal."""
    roots = (cell for cell in range(board[CELLS]) if state[PARENT + WORDS * cell] == cell)
    return next((root for root in roots if GOALS[state[TOUCHED + WORDS * root]]), None)


def distances(board: Ints, state: Ints, sources: list[int]) -> dict[int, int]:
    """The stones connected to the sources, which are of one colour, and the steps to the nearest."""
    steps = dict.fromkeys(sources, 0)
    for cell in (queue := list(sources)):
        for near in around(board, cell):
            if near not in steps and state[STONE + WORDS * near] == state[STONE + WORDS * cell]:
                steps[near] = steps[cell] + 1
                queue.append(near)
    return steps


def goal_paths(board: Ints, state: Ints) -> list[list[int]]:
    """What shows the goal: from the cell where they meet, a shortest path to each of its sides."""
    root = goal_root(board, state)
    assert root is not None
    goals = LINES + YS if state[STONE + WORDS * root] == WHITE_STONE else YS + LINES  # their own first
    goal = next(goal for goal in goals if state[TOUCHED + WORDS * root] & goal == goal)
    group = sorted(distances(board, state, [root]))
    sides = [1 << i for i in range(6) if goal >> i & 1]
    ends = [[cell for cell in group if sides_of(board, cell) & side] for side in sides]
    floods = [distances(board, state, cells) for cells in ends]
    meeting = min(group, key=lambda cell: (sum(steps[cell] for steps in floods), floods[0][cell]))
    paths = [[meeting] for _ in floods]
    for path, steps in zip(paths, floods, strict=True):
        while left := steps[path[-1]]:
            path.append(next(near for near in around(board, path[-1]) if steps.get(near) == left - 1))
    return paths


# The geometry. A cell's spot is (u, v): v rows below the middle of the board, u half cells right of it.


def row_lengths(side: int) -> list[int]:
    return [2 * side - 1 - abs(v) for v in range(1 - side, side)]


def spots(side: int) -> list[tuple[int, int]]:
    rows = enumerate(row_lengths(side), 1 - side)
    return [(u, v) for v, length in rows for u in range(1 - length, length, 2)]


@lru_cache
def names(side: int) -> tuple[str, ...]:
    rows = zip(LETTERS, row_lengths(side), strict=False)
    return tuple(f"{letter}{number + 1}" for letter, length in rows for number in range(length))


@lru_cache
def texts(side: int) -> dict[int, str]:
    """Every move as text."""
    return {**dict(enumerate(names(side))), PASS: "pass"}


@lru_cache
def tables(side: int) -> tuple[int, ...]:
    """The words of the board."""
    number = {spot: cell for cell, spot in enumerate(spots(side))}
    clockwise = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
    nearby = [number.get((u + du, v + dv), len(number)) for u, v in number for du, dv in clockwise]
    reaches = [(-2 * v, u - v, u + v, 2 * v, v - u, -u - v) for u, v in number]  # towards each side
    sides = [sum(1 << i for i in range(6) if reach[i] == 2 * (side - 1)) for reach in reaches]
    return (2, side, len(number), sum(touched > 0 for touched in sides), *nearby, *sides)


def around(board: Ints, cell: int) -> Sequence[int]:
    return board[AROUND + 6 * cell : AROUND + 6 * cell + 6]


def sides_of(board: Ints, cell: int) -> int:
    """The sides that a cell touches (rule 4)."""
    return board[AROUND + 6 * board[CELLS] + cell]


@lru_cache(maxsize=8192)
def stone(colour: int, cell: int, side: int) -> Piece:
    name, place = COLOURS[colour - 1], cells_of(side, edge="edge")[cell]
    spoken = Text(f"{name.en.lower()} stone on {place.id}", f"pion {name.fr.lower()} en {place.id}")
    return Piece(f"stone {place.id}", "stone", name.en.lower(), place.at, spoken, GLYPHS[colour])


@lru_cache
def rims(side: int) -> tuple[Stroke, ...]:
    """The six sides: opposite ones share a hue (lines), alternate ones a stroke (Ys)."""
    far = side - 1
    made = []
    for i in range(6):
        out = i * pi / 3  # clockwise from the top
        corners = [(far * (1 + sin(a)), far * (ROW_HEIGHT - cos(a))) for a in (out - pi / 6, out + pi / 6)]
        ends = tuple((x + RIM * sin(out), y - RIM * cos(out)) for x, y in corners)
        made.append(Stroke("rim", ends, hue=("blue", "green", "violet")[i % 3], dashed=i % 2 == 1))
    return tuple(made)


@lru_cache
def coordinates(side: int) -> tuple[Label, ...]:
    """A row's letter left of it, its last number right of it, and numbers along the first and the last row."""
    labels = []
    for x in range(side):
        for row, gap in ((0, -1.05), (2 * side - 2, 1.05)):
            labels.append(Label(str(x + 1), (x + (side - 1) / 2, row * ROW_HEIGHT + gap)))
    for row, length in enumerate(row_lengths(side)):
        y, half = row * ROW_HEIGHT, (length - 1) / 2
        labels.append(Label(LETTERS[row], (side - 1 - half - 1.15, y)))
        labels.append(Label(str(length), (side - 1 + half + 1.15, y)))
    return tuple(labels)


GAME = Unlur()
