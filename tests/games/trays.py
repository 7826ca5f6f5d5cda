"""Trays of 012x012 drawn in the tests, and a plain referee to compare with.

A drawing has an empty cell as its code 0, 1 or 2 and a cube as W, B or C: white on code 0, black on 1, colour
on 2. Column a is on the left, row 1 at the bottom. Stocks are the cubes of codes 0, 1 and 2 of each seat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import carreau
from carreau.games.grids import find_grid

GAME = carreau.game("012x012")
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}  # columns and rows, from 0 at the bottom left
CORNERS = {6: {"a1", "a6", "f1", "f6"}, 12: {"a1", "a12", "l1", "l12"}}
Cell = tuple[int, int]


# Drawings


def lines_of(drawing: str) -> list[str]:
    return [line.replace(" ", "") for line in drawing.strip().splitlines()]


def drawn(drawing: str, stocks: str, seat: int | str, *more: str) -> carreau.State:
    """The position of a drawing: stocks as 6.6.6/6.6.6, then the seat to move and what else there is."""
    rows = lines_of(drawing)
    grid = "/".join(row.translate(str.maketrans("WBC", "012")) for row in rows)
    tray = "/".join("".join(".#"[cell in "WBC"] for cell in row) for row in rows)
    return GAME.position(" ".join([grid, tray, stocks, str(seat), *more]))


def started(drawing: str, **options: Any) -> carreau.State:
    return GAME.start(grid="/".join(lines_of(drawing)), **options)


def rows_of(state: carreau.State) -> tuple[list[str], list[str]]:
    """The codes and the tray of a state, row by row from the top."""
    grid, tray = str(state).split()[:2]
    codes = find_grid(grid).rows
    return list(codes), tray.split("/")


def drawing_of(state: carreau.State) -> list[str]:
    codes, tray = rows_of(state)
    return [
        "".join("WBC"[int(code)] if mark == "#" else code for code, mark in zip(row, marks, strict=True))
        for row, marks in zip(codes, tray, strict=True)
    ]


def stocks_of(state: carreau.State) -> list[list[int]]:
    return [[int(n) for n in stock.split(".")] for stock in str(state).split()[2].split("/")]


def name(cell: Cell) -> str:
    return f"{'abcdefghijkl'[cell[0]]}{cell[1] + 1}"


NO_CONTACT = "needs contact on two adjoining sides", "doit toucher par deux faces attenantes"
ONE_IS_NOT_ENOUGH = "one cube needs three contacts", "un cube seul demande trois contacts"
TWO_ARE_NOT_ENOUGH = "two cubes of the same code need a third", "deux cubes du même code en demandent un troisième"
NO_STOCK = "not enough cubes of that code in stock", "pas assez de cubes de ce code"
NOT_THE_FORCED_LINE = "a line of one code, as far as it can go", "une ligne d'un seul code, aussi longue que possible"


# An independent referee, cell by cell, straight from rules 2 to 4


class Referee:
    """What a seat may do on a tray: codes and cubes by cell, and its stock."""

    def __init__(self, state: carreau.State) -> None:
        codes, tray = rows_of(state)
        self.size = len(codes)
        top = self.size - 1
        self.code = {(x, top - y): int(code) for y, row in enumerate(codes) for x, code in enumerate(row)}
        self.cubes = {(x, top - y) for y, row in enumerate(tray) for x, mark in enumerate(row) if mark == "#"}
        assert state.seat is not None
        self.stock = stocks_of(state)[state.seat]

    def contacts(self, cell: Cell, laid: list[Cell]) -> set[str]:
        """The sides on which a cube there touches the frame or a cube."""
        beside = {side: (cell[0] + dx, cell[1] + dy) for side, (dx, dy) in STEPS.items()}
        return {side for side, at in beside.items() if at not in self.code or at in self.cubes or at in laid}

    def can_lie(self, cell: Cell, laid: list[Cell]) -> bool:
        """Rule 2: empty, inside, and contacts on two adjoining sides."""
        if cell not in self.code or cell in self.cubes:
            return False
        contacts = self.contacts(cell, laid)
        return bool(contacts & {"N", "S"}) and bool(contacts & {"E", "W"})

    def owns(self, laid: list[Cell]) -> bool:
        return all(sum(self.code[cell] == code for cell in laid) <= self.stock[code] for code in range(3))

    def lines(self, start: Cell, side: str) -> Iterator[list[Cell]]:
        """Longer and longer lines from a start, as long as each cube can be put down and is owned."""
        laid: list[Cell] = []
        cell = start
        while self.can_lie(cell, laid) and self.owns([*laid, cell]):
            laid = [*laid, cell]
            yield laid
            cell = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])

    def one_is_enough(self, cell: Cell) -> bool:
        """Rule 3: three or four contacts, or its own code beyond both open faces."""
        contacts = self.contacts(cell, [])
        beyond = [(cell[0] + dx, cell[1] + dy) for side, (dx, dy) in STEPS.items() if side not in contacts]
        return len(contacts) >= 3 or all(self.code[at] == self.code[cell] for at in beyond)

    def two_are_enough(self, first: Cell, second: Cell) -> bool:
        """Rule 3: another code, or three or four contacts when it is put down."""
        return self.code[first] != self.code[second] or len(self.contacts(second, [first])) >= 3

    def is_ordinary(self, line: list[Cell]) -> bool:
        """Rule 3: does the line reach its minimum?"""
        if self.one_is_enough(line[0]):
            return True
        return len(line) >= 3 or (len(line) == 2 and self.two_are_enough(*line))

    def ordinary(self) -> set[str]:
        found = set()
        for start in self.code:
            for side in STEPS:
                for line in self.lines(start, side):
                    if self.is_ordinary(line):
                        found.add(written(line, side))
        return found

    def forced(self) -> set[str]:
        """Rule 4: lines of one code that go as far as they can; one cube only where no side allows two."""
        found = set()
        for start in self.code:
            longest = {}
            for side in STEPS:
                plain = [line for line in self.lines(start, side) if len({self.code[cell] for cell in line}) == 1]
                if plain:
                    longest[side] = plain[-1]
            if longest and all(len(line) == 1 for line in longest.values()):
                found.add(name(start))
            found |= {written(line, side) for side, line in longest.items() if len(line) > 1}
        return found

    def legal(self) -> set[str]:
        return self.ordinary() or self.forced() or {"pass"}


def written(line: list[Cell], side: str) -> str:
    return name(line[0]) if len(line) == 1 else f"{name(line[0])}{side}{len(line)}"


def random_grid(choose: random.Random, size: int) -> str:
    """A grid with a third of each code, in patches or scattered."""
    codes = list("012" * (size * size // 3))
    if choose.random() < 0.5:
        codes.sort()
        for _ in range(choose.randrange(3 * size)):
            a, b = choose.randrange(len(codes)), choose.randrange(len(codes))
            codes[a], codes[b] = codes[b], codes[a]
    else:
        choose.shuffle(codes)
    return "/".join("".join(codes[size * y : size * y + size]) for y in range(size))


def random_game(seed: int, size: int, **options: Any) -> Iterator[carreau.State]:
    """Every position of a random game on a random grid, the start and the end included; short lines first."""
    choose = random.Random(seed)
    state = GAME.start(grid=random_grid(choose, size), **options)
    yield state
    while state.seat is not None:
        moves = state.moves()
        short = [move for move in moves if len(move) <= 3 or move[-1] in "12"]
        state = state.play(choose.choice(short if short and choose.random() < 0.7 else moves))
        yield state


OPEN = """
        2 1 2 1 0 1
        2 1 2 1 2 1
        0 2 0 0 2 2
        2 2 2 1 0 0
        0 1 2 1 1 1
        0 0 1 0 0 0
"""
ROW_5_EMPTY = """
        C B C W B C
        0 1 2 2 1 0
        W W W W C C
        B B C C W B
        W W C W C B
        B W C B B B
"""
LAST_CELL = """
        C C B W W W
        B B B B B B
        C C C B C B
        B 2 W B W W
        C W C W C C
        W B C W W W
"""
