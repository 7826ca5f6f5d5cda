"""Boards of Squaryd drawn in the tests, and a second referee.

`x` and `o` are single pawns of Black and White, `X` and `O` doubled ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from drawing import rows

import carreau

GAME = carreau.game("squaryd")
RULES = GAME.module
LETTERS, DIGITS = "abcdefg", "7654321"
HOLES = [letter + digit for digit in DIGITS for letter in LETTERS if letter + digit != "d4"]
START = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . + . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def drawn(drawing: str, seat: int, claims: str = "referee") -> carreau.State:
    """The position of a drawing, nobody having claimed anything and nothing being open to (c)."""
    _, _, *rest = str(GAME.start(claims=claims)).split()
    return GAME.position(" ".join(["/".join(rows(drawing)), str(seat), *rest]))


def picture(state: carreau.State) -> list[str]:
    return str(state).split()[0].split("/")


def result(state: carreau.State) -> tuple[tuple[int, ...], str, set[str]]:
    """Winners, reason and cells of a finished game."""
    assert (state.seat, state.moves()) == (None, [])
    assert GAME.position(str(state)) == state
    return state.outcome.winners, state.outcome.reason, set(state.outcome.cells)


# A second referee, on sets of names


def every_square() -> set[frozenset[str]]:
    """A corner, a side (dx, dy) and the same side turned by a right angle."""
    found = set()
    for x, y, dx, dy in product(range(7), range(7), range(-6, 7), range(-6, 7)):
        ring = [(x, y), (x + dx, y + dy), (x + dx - dy, y + dy + dx), (x - dy, y + dx)]
        if (dx, dy) != (0, 0) and all(0 <= i < 7 and 0 <= j < 7 for i, j in ring) and (3, 3) not in ring:
            found.add(frozenset(LETTERS[i] + DIGITS[j] for i, j in ring))
    return found


SQUARES = every_square()
OTHERS = {hole: [square - {hole} for square in SQUARES if hole in square] for hole in HOLES}


def completes(hole: str, pawns: set[str]) -> bool:
    """Is the hole the fourth corner of a square whose other corners are these pawns?"""
    return any(three <= pawns for three in OTHERS[hole])


class Referee:
    """The rules, played on sets."""

    def __init__(self, *, called: bool) -> None:
        self.called = called
        self.singles: list[set[str]] = [set(), set()]
        self.doubles: list[set[str]] = [set(), set()]
        self.left, self.wrong = [24, 24], [0, 0]
        self.seat, self.said_done, self.answer = 0, False, ""
        self.result: tuple[tuple[int, ...], str] | None = None

    @property
    def empty(self) -> list[str]:
        return [hole for hole in HOLES if not any(hole in pawns for pawns in self.singles + self.doubles)]

    def moves(self) -> list[str]:
        me, enemy = self.seat, 1 - self.seat
        if self.result:
            return []
        if self.left == [0, 0] or not self.empty:
            return ["done"]
        parries = [hole for hole in self.empty if completes(hole, self.singles[enemy])]
        may_double = self.left[me] >= 2 and self.left[enemy] > 0
        return self.empty + [f"{hole}*" for hole in parries if may_double]

    def play(self, move: str, seat: int) -> None:
        if move == "done":
            self.result = ((0, 1), "draw") if self.said_done else None
            self.said_done, self.seat = True, 1 - seat
        elif move.startswith("!"):
            self.claim(set(move[1:].split(",")), seat)
        else:
            self.place(move.strip("*"), doubled=move.endswith("*"))

    def is_right(self, holes: set[str], seat: int) -> str:
        """The reason why a claim wins, nothing if it is wrong."""
        if len(holes) == 4 and holes <= self.singles[seat]:
            return "square"
        if len(holes) == 4 and holes <= self.doubles[1 - seat]:
            return "doubles"
        return "answer" if holes == {self.answer} & self.singles[1 - seat] else ""

    def claim(self, holes: set[str], seat: int) -> None:
        if reason := self.is_right(holes, seat):
            self.result = ((seat,), reason)
        else:
            self.wrong[seat] += 1
            if self.wrong[seat] == 3:
                self.result = ((1 - seat,), "wrong-claims")

    def place(self, hole: str, *, doubled: bool) -> None:
        me, enemy = self.seat, 1 - self.seat
        filling = self.left[enemy] == 0
        mine = (self.doubles if doubled else self.singles)[me]
        makes_square = completes(hole, mine)
        answers = not doubled and not filling and completes(hole, self.singles[enemy])
        self.answer = hole if answers else ""
        mine.add(hole)
        self.left[me] -= 2 if doubled else 1
        if not self.called and makes_square:
            self.result = ((enemy,), "doubles") if doubled else ((me,), "square")
        elif not self.called and answers:
            self.result = ((enemy,), "answer")
        elif self.left == [0, 0] or not self.empty:
            self.seat = enemy
            self.result = None if self.called else ((0, 1), "draw")
        elif self.left[enemy] and (not doubled or self.left[me] == 0):
            self.seat = enemy


def chosen(state: carreau.State, referee: Referee, choose: random.Random) -> tuple[str, int]:
    """Mostly a move after which the game goes on, often a doubled pawn; in the called game sometimes a claim."""
    if referee.called and choose.random() < 0.05:
        claimer = choose.randrange(2)
        claims = [move for move in state.tries(claimer) if move.startswith("!")]
        choose.shuffle(claims)
        if choose.random() < 0.2:
            claims.sort(key=lambda claim: not referee.is_right(set(claim[1:].split(",")), claimer))
        return claims[0], claimer
    moves = state.moves()
    choose.shuffle(moves)
    if choose.random() < 0.6:
        moves.sort(key=lambda move: not move.endswith("*"))
    if referee.called or choose.random() < 0.1:
        return moves[0], state.seat
    return next((move for move in moves if state.play(move).seat is not None), moves[0]), state.seat


def watched(seed: int, *, called: bool) -> Iterator[tuple[carreau.State, Referee]]:
    """The positions of a random game, seen by both."""
    choose = random.Random(seed)
    state, referee = GAME.start(claims="called" if called else "referee"), Referee(called=called)
    yield state, referee
    while state.seat is not None:
        move, seat = chosen(state, referee, choose)
        state = state.play(move, seat=seat)
        referee.play(move, seat)
        yield state, referee


def glyph(state: carreau.State, hole: str) -> str:
    return picture(state)[DIGITS.index(hole[1])][LETTERS.index(hole[0])]


THREAT = """
    x . . . . . .
    . . . . . . x
    . . . . . . .
    . . . + . . .
    . o . o . . .
    . . . . . . .
    . o . . . x .
"""
BOTH_MODES = pytest.mark.parametrize("claims", ["referee", "called"])


OWN_SQUARE_ON_A_THREAT = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . + . . .
    . o . o . . .
    . . . x x . .
    . o . . x . .
"""
FOUR_DOUBLES = """
    . . . o o x .
    . . . o X o o
    x . X o X . .
    x . . + o . x
    . . x X . x o
    . . x . x . .
    . o x . . . .
"""
NEAR_THE_END = """
    . o x o o x x
    o o . x o O .
    . x o x X o O
    . . X + . X .
    x O o x o X o
    x o . x . x x
    . . x o o O x
"""
FILLING = NEAR_THE_END.replace(". o x o", "X o x o", 1)  # Black has parried on a7
