"""012x012: a test for every rule and ruling, with the tray drawn.

A drawing has an empty cell as its code 0, 1 or 2 and a cube as W, B or C: white on code 0, black on 1, colour
on 2. Column a is on the left, row 1 at the bottom. Stocks are the cubes of codes 0, 1 and 2 of each seat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from drawing import SEEDS, refused_by_rule, refused_option
from hypothesis import given, settings
from hypothesis import strategies as st

import carreau
from carreau.games import taquin
from carreau.games import zero_one_two_rules as words
from carreau.games.grids import find_grid, our_grids

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


# Rule 1: tray and stocks


@pytest.mark.parametrize(("players", "each"), [(1, 48), (2, 24), (3, 16), (4, 12), (6, 8), (8, 6)])
def test_stocks_on_a_12x12_tray(players: int, each: int) -> None:
    """Rule 1: 48/24/16/12/8/6 cubes of each colour, visible to all."""
    state = GAME.start(players=players)
    assert stocks_of(state) == [[each] * 3] * players
    assert [len(row) for row in rows_of(state)[0]] == [12] * 12
    for seat in range(players):
        assert str(state.view(seat)) == str(state)


@pytest.mark.parametrize(("players", "each"), [(1, 12), (2, 6), (3, 4), (4, 3), (6, 2)])
def test_stocks_on_a_6x6_tray(players: int, each: int) -> None:
    """Rule 9, ruling: 6x6 trays with 12 of each code for 1, 2, 3, 4 or 6 players."""
    state = GAME.start(grid="CAR_006x006_001", players=players)
    assert stocks_of(state) == [[each] * 3] * players
    assert [len(row) for row in rows_of(state)[0]] == [6] * 6


def test_eight_do_not_fit_on_a_6x6_tray() -> None:
    """Rule 9, ruling: 12 cubes of a code are not to be shared by eight."""
    refused_option(GAME, "1, 2, 3, 4, 6", grid="CAR_006x006_001", players=8)


def test_play_goes_round_from_seat_0() -> None:
    """Rule 1: the one who chose the grid starts, then clockwise: seats in order."""
    for players in (2, 3, 4, 6, 8):
        state = GAME.start(players=players)
        seats = []
        for _ in range(2 * players):
            seats.append(state.seat)
            state = state.play(state.moves()[0])
        assert seats == [*range(players), *range(players)]


def test_the_colour_code_may_be_changed_and_changes_only_the_picture() -> None:
    """Rule 1: 0 is white, 1 black, 2 the colour; the correspondence may be changed before a game."""
    usual, changed = (GAME.start(grid="CAR_006x006_002", code=code) for code in ("WBC", "CBW"))
    for move in ("a1E3", "f6W3", "f1W2"):
        assert changed.moves() == usual.moves()
        usual, changed = usual.play(move), changed.play(move)
        assert changed.raw_state == usual.raw_state
    for state, bottom, top in ((usual, "WWW2CW", "221BCC"), (changed, "CCC2WC", "221BWW")):
        board = state.board().replace("[", " ").replace("]", " ").splitlines()
        assert board[0].split() == ["6", *top]  # the codes are 2 2 1 1 2 2
        assert board[5].split() == ["1", *bottom]  # and 0 0 0 2 2 0
    assert usual.svg() != changed.svg()
    assert str(changed) == f"{usual} code=CBW"
    assert GAME.start() == GAME.start(code="WBC")
    refused_option(GAME, "WBC, WCB, BWC, BCW, CWB, CBW", code="WWB")


# Rule 2: contacts


OPEN = """
        2 1 2 1 0 1
        2 1 2 1 2 1
        0 2 0 0 2 2
        2 2 2 1 0 0
        0 1 2 1 1 1
        0 0 1 0 0 0
"""


def test_a_first_line_starts_in_a_corner() -> None:
    """Rule 2: only in a corner does the frame give contacts on two adjoining sides."""
    state = started(OPEN)
    assert {move[:2] for move in state.moves()} == CORNERS[6]
    refused_by_rule(state, "c3", f"the cube on c3 {NO_CONTACT[0]}", f"le cube en c3 {NO_CONTACT[1]}", 2)
    refused_by_rule(
        state, "a3", f"the cube on a3 {NO_CONTACT[0]}", f"le cube en a3 {NO_CONTACT[1]}", 2
    )  # one face only
    refused_by_rule(state, "c1E3", f"the cube on c1 {NO_CONTACT[0]}", f"le cube en c1 {NO_CONTACT[1]}", 2)


ROW_5_EMPTY = """
        C B C W B C
        0 1 2 2 1 0
        W W W W C C
        B B C C W B
        W W C W C B
        B W C B B B
"""


def test_two_opposite_faces_are_not_enough() -> None:
    """Rule 2: c5 touches cubes to the north and south, but neither east nor west."""
    state = drawn(ROW_5_EMPTY, "1.1.1/1.1.1", 0)
    refused_by_rule(state, "c5", f"the cube on c5 {NO_CONTACT[0]}", f"le cube en c5 {NO_CONTACT[1]}", 2)
    assert set(state.moves()) == {"a5", "a5E2", "a5E3", "f5", "f5W2", "f5W3"}


def test_cubes_already_placed_are_neutral() -> None:
    """Rule 2: a cube of the opponent gives contact like the frame."""
    state = started(OPEN)
    refused_by_rule(state, "a2E3", f"the cube on a2 {NO_CONTACT[0]}", f"le cube en a2 {NO_CONTACT[1]}", 2)
    state = state.play("a1E3")
    assert "a2E3" in state.moves()
    state = state.play("a2E3")
    assert drawing_of(state) == lines_of(
        """
        2 1 2 1 0 1
        2 1 2 1 2 1
        0 2 0 0 2 2
        2 2 2 1 0 0
        W B C 1 1 1
        W W B 0 0 0
        """
    )


def test_a_cube_goes_on_an_empty_cell_of_its_own_code() -> None:
    """Rule 2: the grid says which cube is spent; an occupied cell takes none."""
    state = started(OPEN).play("a1E3")
    assert stocks_of(state) == [[4, 5, 6], [6, 6, 6]]
    refused_by_rule(state, "a1", "a1 holds a cube already", "a1 contient déjà un cube", 2)
    refused_by_rule(state, "f1W6", "c1 holds a cube already", "c1 contient déjà un cube", 2)  # an unbroken line


# Rule 3: lines and their minimum


def test_one_cube_is_enough_with_its_own_code_beyond_both_open_faces() -> None:
    """Rule 3: a1, a2 and b1 are all 0; but f2, above f1, is 1."""
    state = started(OPEN)
    assert "a1" in state.moves()
    refused_by_rule(state, "f1", *ONE_IS_NOT_ENOUGH, 3)
    after = state.play("a1")
    assert drawing_of(after)[5] == "W01000"
    assert stocks_of(after) == [[5, 6, 6], [6, 6, 6]]
    assert after.seat == 1


def test_the_open_faces_are_those_without_a_contact() -> None:
    """Rule 3: b2 leans on two cubes; b3 and c2, beyond its open faces, are 2 as b2 is."""
    state = drawn(
        """
        0 1 2 2 2 0
        0 0 1 1 2 1
        0 2 1 0 1 1
        2 2 0 1 0 1
        W 2 2 2 0 0
        C B 0 1 1 2
        """,
        "6.6.5/5.5.6",
        0,
    )
    assert "b2" in state.moves()
    refused_by_rule(state, "c1", *ONE_IS_NOT_ENOUGH, 3)
    refused_by_rule(state, "a3", *ONE_IS_NOT_ENOUGH, 3)


def test_one_cube_is_enough_with_three_contacts() -> None:
    """Rule 3: a5 has the frame and two cubes; b5, beyond its open face, has another code."""
    state = drawn(ROW_5_EMPTY, "1.1.1/1.1.1", 0)
    assert "a5" in state.moves()
    assert drawing_of(state.play("a5"))[1] == "W12210"


def test_one_cube_is_enough_with_four_contacts() -> None:
    """Rule 3: three or four contacts."""
    state = drawn(ROW_5_EMPTY.replace("0 1 2 2 1 0", "W B 2 C B W"), "0.0.1/0.0.0", 0)
    assert state.moves() == ["c5"]


TWO_CODES = """
        2 2 0 0 2 1
        0 2 0 0 1 0
        2 2 1 1 1 1
        2 2 2 1 1 0
        0 1 0 2 0 1
        0 1 2 1 2 0
"""


def test_two_cubes_are_enough_if_the_second_has_another_code() -> None:
    """Rule 3: to the east of a1 the code changes, to the north it does not."""
    state = started(TWO_CODES)
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)
    assert "a1E2" in state.moves()
    refused_by_rule(state, "a1N2", *TWO_ARE_NOT_ENOUGH, 3)
    assert "a1N3" in state.moves()
    assert drawing_of(state.play("a1E2"))[5] == "WB2120"


def test_two_cubes_are_enough_if_the_second_has_three_contacts() -> None:
    """Rule 3: b1 leans on the frame, on c1 and on a1 put down before it, though both are 0."""
    state = drawn(
        """
        1 1 1 0 1 1
        2 2 2 0 2 0
        2 0 2 0 0 2
        1 2 1 1 2 2
        1 1 0 0 0 2
        0 0 B B C W
        """,
        "6.5.6/5.5.5",
        0,
    )
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)
    refused_by_rule(state, "b1", *ONE_IS_NOT_ENOUGH, 3)
    assert {"a1E2", "b1W2"} <= set(state.moves())


def test_the_same_cells_from_two_ends_are_two_moves_with_one_result() -> None:
    """NOTATION: two lines over the same cells from different ends are two moves."""
    state = drawn(ROW_5_EMPTY.replace("0 1 2 2 1 0", "W 1 2 C B W"), "0.1.1/0.0.0", 0)
    assert set(state.moves()) == {"b5", "b5E2", "c5", "c5W2"}
    assert str(state.play("b5E2")) == str(state.play("c5W2"))
    assert state.play("b5E2").history != state.play("c5W2").history


def test_two_cubes_are_enough_if_the_second_has_four_contacts() -> None:
    """Rule 3: b1 touches cubes or the frame on all four sides once a1 lies there."""
    state = drawn(
        """
        B B W C B C
        W W C W C B
        W W W B B W
        C C C C C C
        1 C C B W B
        0 0 B B W B
        """,
        "2.1.0/0.0.0",
        0,
    )
    assert set(state.moves()) == {"a2", "a2S2", "b1", "b1W2", "a1E2", "a1N2"}
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)


ROW_OF_ZEROS = """
        2 1 2 1 2 2
        1 0 1 0 0 0
        0 2 2 1 0 2
        2 1 2 2 1 1
        1 2 1 0 1 2
        0 0 0 0 1 0
"""


def test_three_cubes_are_enough_in_any_case() -> None:
    """Rule 3: a1, b1, c1 are 0: one and two are too few, three are enough."""
    state = started(ROW_OF_ZEROS)
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)
    refused_by_rule(state, "a1E2", *TWO_ARE_NOT_ENOUGH, 3)
    assert "a1E3" in state.moves()
    assert drawing_of(state.play("a1E3"))[5] == "WWW010"


def test_beyond_its_minimum_a_line_may_be_as_long_as_the_player_likes() -> None:
    """Rule 3: 3, 4, 5 or 6 from a1; and after a first cube that is enough, a second of the same code."""
    state = started(ROW_OF_ZEROS)
    assert {f"a1E{n}" for n in (3, 4, 5, 6)} <= set(state.moves())
    after = state.play("a1E6")
    assert drawing_of(after)[5] == "WWWWBW"
    assert stocks_of(after) == [[1, 5, 6], [6, 6, 6]]
    assert {"a1", "a1E2", "a1N2"} <= set(started(OPEN).moves())  # a1 alone is enough there


def test_each_cube_needs_its_contacts_when_it_is_put_down() -> None:
    """Rule 3: from a2 a line can run above the cubes a1 to c1, but d2 would touch c2 only."""
    state = drawn(
        """
        1 0 1 2 0 0
        2 1 0 1 1 2
        1 0 1 2 1 2
        2 2 1 0 1 0
        0 1 2 1 0 0
        W C C 2 2 0
        """,
        "6.6.6/5.6.4",
        0,
    )
    assert "a2E3" in state.moves()
    refused_by_rule(state, "a2E4", f"the cube on d2 {NO_CONTACT[0]}", f"le cube en d2 {NO_CONTACT[1]}", 2)


def test_a_line_is_never_diagonal_and_stays_in_the_tray() -> None:
    """Rule 3: horizontal or vertical; NOTATION: malformed text always raises."""
    state = started(OPEN)
    for text in (
        "a1NE2",
        "a1E7",
        "a1S2",
        "a1W2",
        "g1",
        "a7",
        "a0",
        "a1E",
        "a1E1",
        "a1e3",
        "A1",
        "1a",
        "a1E03",
        "?",
        "",
    ):
        with pytest.raises(carreau.BadMove):
            state.play(text)
    with pytest.raises(carreau.BadMove, match="a cell a1 to f6"):
        state.play("a1NE2")
    with carreau.in_language("fr"), pytest.raises(carreau.BadMove, match="une case de a1 à f6"):
        state.play("a1NE2")
    assert state == started(OPEN)


def test_the_player_must_own_the_cubes() -> None:
    """Rule 3: seat 0 has no 0 and one 2."""
    state = drawn(
        """
        W B B W W C
        W W C C B C
        C W B B B B
        B W W B C B
        0 1 2 C B C
        0 2 2 W W C
        """,
        "0.1.1/2.0.2",
        0,
    )
    assert set(state.moves()) == {"c1", "c2W2"}
    refused_by_rule(state, "a2", *NO_STOCK, 3)
    refused_by_rule(state, "c2S2", *NO_STOCK, 3)
    refused_by_rule(state, "c1W2", *NO_STOCK, 3)
    refused_by_rule(state, "c2W3", *NO_STOCK, 3)


# Rule 4: forced lines and passing


def test_a_forced_line_of_one_cube() -> None:
    """Rule 4: seat 0 has only 1s; e2 is the one start, and no run of 1s goes on from it."""
    state = drawn(
        """
        W W C C C W
        B B 0 1 0 W
        B C 1 0 1 C
        B C 1 0 0 B
        C W 2 2 1 B
        C C C B W W
        """,
        "0.3.0/5.2.2",
        0,
    )
    assert Referee(state).ordinary() == set()
    assert state.moves() == ["e2"]
    refused_by_rule(state, "pass", "a cube can be placed", "un cube peut être posé", 4)
    after = state.play("e2")
    assert drawing_of(after)[4] == "CW22BB"
    assert (after.seat, stocks_of(after)[0]) == (1, [0, 2, 0])


def test_a_forced_line_goes_as_far_as_it_can() -> None:
    """Rule 4: b4 and b3 are 1; b2 is not, and would touch north and south only: two cubes, not one."""
    state = drawn(
        """
        C C W W W B
        C W W C C W
        W 1 0 2 1 2
        B 1 0 1 1 2
        0 2 0 1 2 C
        B W C B B B
        """,
        "0.5.0/4.1.5",
        0,
    )
    assert Referee(state).ordinary() == set()
    assert state.moves() == ["b4S2"]
    refused_by_rule(state, "b4", *NOT_THE_FORCED_LINE, 4)
    refused_by_rule(state, "b4S3", f"the cube on b2 {NO_CONTACT[0]}", f"le cube en b2 {NO_CONTACT[1]}", 2)
    assert drawing_of(state.play("b4S2")) == lines_of(
        """
        C C W W W B
        C W W C C W
        W B 0 2 1 2
        B B 0 1 1 2
        0 2 0 1 2 C
        B W C B B B
        """
    )


def test_a_forced_line_may_start_anywhere_and_need_not_be_the_longest() -> None:
    """Rule 4, ruling: d2 alone, or c1 and b1; one cube on c1 is not allowed, for two fit there."""
    state = drawn(
        """
        W B W W B B
        C 2 0 2 C W
        B 0 1 2 B W
        C 1 1 2 C W
        C 0 2 0 W B
        2 1 1 C B W
        """,
        "4.3.0/0.2.6",
        0,
    )
    assert Referee(state).ordinary() == set()
    assert set(state.moves()) == {"d2", "c1W2"}
    refused_by_rule(state, "c1", *NOT_THE_FORCED_LINE, 4)


LAST_CELL = """
        C C B W W W
        B B B B B B
        C C C B C B
        B 2 W B W W
        C W C W C C
        W B C W W W
"""


def test_who_can_place_nothing_passes() -> None:
    """Rule 4: seat 0 has no 2 for the last cell; an explicit pass turns the seat."""
    state = drawn(LAST_CELL, "0.0.0/0.0.1", 0)
    assert state.moves() == ["pass"]
    after = state.play("pass")
    assert (after.seat, after.history) == (1, ("pass",))
    assert drawing_of(after) == drawing_of(state)
    assert after.moves() == ["b3"]


def test_who_can_place_may_not_pass() -> None:
    """Rule 4 and NOTATION: pass only when nothing can be placed."""
    refused_by_rule(started(OPEN), "pass", "a cube can be placed", "un cube peut être posé", 4)


def test_a_forced_line_has_one_or_two_cubes() -> None:
    """Rule 4, ruling: three would be an ordinary line."""
    met = set()
    for seed in range(60):
        for state in list(random_game(seed, 6, players=(2, 3, 4, 6)[seed % 4]))[:-1]:
            referee = Referee(state)
            if not referee.ordinary():
                met |= {int(move[3:] or 1) for move in referee.forced()}
                assert state.moves() == ["pass"] or all(int(move[3:] or 1) <= 2 for move in state.moves())
    assert met == {1, 2}


# Rule 5: the end


def test_whoever_places_the_last_cube_wins() -> None:
    """Rule 5: the tray is full; the seat that placed last wins."""
    end = drawn(LAST_CELL, "0.0.0/0.0.1", 0).play("pass").play("b3")
    assert (end.seat, end.moves()) == (None, [])
    assert end.outcome == carreau.Outcome((1,), (0, 1), "last-cube")
    with pytest.raises(carreau.IllegalMove, match="the game is over"):
        end.play("pass")
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="la partie est finie"):
        end.play("b3")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_tray_always_fills(players: int) -> None:
    """Rule 5: the stocks always suffice; the last placer wins alone."""
    for seed in range(25):
        *_, before, end = random_game(seed, 6, players=players)
        assert all(set(row) == {"#"} for row in rows_of(end)[1])
        assert stocks_of(end) == [[0, 0, 0]] * players
        assert end.outcome is not None
        assert end.outcome.winners == (before.seat,)
        assert end.outcome.reason == "last-cube"


# Rules 2 to 4 against the referee


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6])
def test_legal_moves_are_those_of_a_plain_referee_on_6x6(players: int) -> None:
    """Rules 2 to 4: every position of random games on random grids."""
    for seed in range(12):
        for state in list(random_game(100 * players + seed, 6, players=players))[:-1]:
            moves = state.moves()
            assert len(moves) == len(set(moves))
            assert set(moves) == Referee(state).legal()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6, 8])
def test_legal_moves_are_those_of_a_plain_referee_on_12x12(players: int) -> None:
    """Rules 2 to 4: random games on random grids of full size."""
    for seed in range(2):
        for state in list(random_game(100 * players + seed, 12, players=players))[:-1]:
            moves = state.moves()
            assert len(moves) == len(set(moves))
            assert set(moves) == Referee(state).legal()


def test_legal_moves_are_those_of_a_plain_referee_on_our_grids() -> None:
    """Rules 2 to 4: one random game on each grid that we ship."""
    for number, reference in enumerate(our_grids()):
        choose = random.Random(number)
        state = GAME.start(grid=reference, players=(2, 3, 4, 6)[number % 4])
        while state.seat is not None:
            assert set(state.moves()) == Referee(state).legal()
            state = state.play(choose.choice(state.moves()))


# Rule 6: strict


def owes(state: carreau.State) -> bool:
    return "strict=owes" in str(state).split()


def test_without_strict_a_mistake_is_simply_refused() -> None:
    """Rule 6: off by default."""
    state = started(OPEN)
    assert state.options["strict"] is False
    assert state.tries() == state.moves()
    with pytest.raises(carreau.IllegalMove):
        state.play("c3")


def test_a_mistake_is_taken_back_and_costs_a_second_turn_in_a_row() -> None:
    """Rule 6: the player takes it back, plays correctly, then plays a second turn in a row."""
    state = started(OPEN, strict=True)
    mistaken = state.play("c3")
    assert (mistaken.seat, drawing_of(mistaken), stocks_of(mistaken)) == (0, drawing_of(state), stocks_of(state))
    assert mistaken.history == ("c3",)
    assert (owes(state), owes(mistaken)) == (False, True)
    assert mistaken.moves() == state.moves()
    corrected = mistaken.play("a1E3")
    assert (corrected.seat, owes(corrected)) == (0, False)
    second = corrected.play("a2E3")
    assert second.seat == 1
    assert drawing_of(second)[4:] == ["WBC111", "WWB000"]
    assert stocks_of(second) == [[3, 4, 5], [6, 6, 6]]


def test_without_a_mistake_the_turn_goes_on() -> None:
    """Rule 6: strict play without mistakes is the usual play."""
    assert started(OPEN, strict=True).play("a1E3").seat == 1


def test_mistakes_are_not_cumulative() -> None:
    """Rule 6, ruling: three mistakes still cost one second turn."""
    state = started(OPEN, strict=True)
    for mistake in ("c3", "a3", "f1"):
        state = state.play(mistake)
        assert (state.seat, owes(state)) == (0, True)
    assert state.play("a1E3").seat == 0
    assert state.play("a1E3").play("a2E3").seat == 1


def test_a_wrong_pass_is_a_mistake_too() -> None:
    """Rule 6: a well-formed illegal try; a pass is one where a cube can be placed."""
    state = started(OPEN, strict=True).play("pass")
    assert (state.seat, owes(state), state.history) == (0, True, ("pass",))
    assert drawing_of(state) == lines_of(OPEN)


def test_a_forced_pass_counts_as_a_turn() -> None:
    """Rule 6, ruling: seat 0 owes, passes twice because it must, and seat 1 places the last cube."""
    state = drawn(LAST_CELL, "0.0.0/0.0.1", 0, "strict=yes").play("b3")
    assert (state.seat, owes(state)) == (0, True)
    once = state.play("pass")
    assert (once.seat, owes(once), once.moves()) == (0, False, ["pass"])
    twice = once.play("pass")
    assert twice.seat == 1
    assert twice.play("b3").outcome == carreau.Outcome((1,), (0, 1), "last-cube")


def test_a_corrected_line_that_fills_the_tray_wins() -> None:
    """Rules 5 and 6: nothing is owed once the tray is full."""
    state = drawn(LAST_CELL, "0.0.1/0.0.0", 0, "strict=yes").play("pass")
    assert owes(state)
    assert state.play("b3").outcome == carreau.Outcome((0,), (1, 0), "last-cube")


def test_tries_are_all_lines_inside_the_tray() -> None:
    """NOTATION: tries() lists every well-formed move, moves() still what is right."""
    for grid, size in (("CAR_006x006_001", 6), ("CAR_012x012_001", 12)):
        state = GAME.start(grid=grid, strict=True)
        expected = {"pass"}
        for x in range(size):
            for y in range(size):
                expected.add(name((x, y)))
                room = {"N": size - y, "E": size - x, "S": y + 1, "W": x + 1}
                expected |= {f"{name((x, y))}{side}{n}" for side in room for n in range(2, room[side] + 1)}
        assert len(state.tries()) == len(set(state.tries()))
        assert set(state.tries()) == expected
        assert set(state.moves()) == Referee(state).legal()
        assert state.tries(1) == []


def test_every_try_is_a_move_or_a_mistake() -> None:
    """NOTATION: in strict play a well-formed illegal line gives the same position and seat, owing."""
    state = started(OPEN, strict=True).play("a1E3")
    right = set(state.moves())
    for move in state.tries():
        after = state.play(move)
        assert owes(after) == (move not in right)
        assert (after.seat == 1) == (move not in right)
        assert (drawing_of(after) == drawing_of(state)) == (move not in right)


def test_a_game_with_mistakes_guesses_and_a_free_turn_reads_back() -> None:
    """NOTATION: reading what was written gives the same game; a position text keeps what is owed."""
    state = GAME.start(grid="CAR_006x006_002", strict=True, free_pass=1)
    for move in ("c3", "1:?chat", "0:?maison", "a1E3", "pass", "f1W2", "a6E3", "skip", "c4"):
        state = state.play(move)
        assert GAME.position(str(state)) == state
        again = carreau.read_record(carreau.write_record(state)).state
        assert (again, again.history, again.guessed) == (state, state.history, state.guessed)
    assert (state.seat, state.guessed, owes(state)) == (0, 0, True)


def test_malformed_text_and_moves_out_of_turn_raise_in_strict_play() -> None:
    """NOTATION: malformed text always raises; it is no mistake."""
    state = started(OPEN, strict=True)
    for text in ("a1E7", "g1", "hello"):
        with pytest.raises(carreau.BadMove):
            state.play(text)
    with pytest.raises(carreau.IllegalMove, match="not your turn"):
        state.play("a1E3", seat=1)
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="pas votre tour"):
        state.play("1:c3")
    assert not owes(state)


def test_strict_is_not_for_one_player() -> None:
    """Rule 6: a second turn in a row means nothing alone."""
    refused_option(GAME, ("with two players or more", "à deux joueurs ou plus"), mode="puzzle", strict=True)


# Rule 7: guessing and the free turn


def test_anyone_may_guess_the_motif_at_any_time() -> None:
    """Rule 7: the first right guess counts; it is no turn."""
    state = GAME.start(players=3)  # CAR_012x012_001 shows a cat
    assert state.guessed is None
    after = state.play("1:?chat")
    assert (after.guessed, after.seat, after.history) == (1, 0, ("1:?chat",))
    assert after.moves() == state.moves()
    assert drawing_of(after) == drawing_of(state)
    assert after.play("2:?cat").guessed == 1
    assert state.play("?cat").guessed == 0
    assert state.play("?cat", seat=2).guessed == 2
    assert GAME.position(str(after)).guessed == 1


@pytest.mark.parametrize(
    ("grid", "guess"),
    [
        ("CAR_012x012_001", "cat"),
        ("CAR_012x012_001", "chat"),
        ("CAR_012x012_001", "THE_CAT"),
        ("CAR_012x012_001", "Le_chat"),
        ("CAR_012x012_001", "un chat noir"),
        ("CAR_012x012_001", "black_cat"),
        ("CAR_006x006_001", "cœur"),
        ("CAR_006x006_001", "Cœur"),
        ("CAR_006x006_001", "CŒUR"),
        ("CAR_006x006_001", "le_coeur"),
        ("CAR_006x006_001", "a heart"),
        ("CAR_006x006_001", "l'amour"),
        ("CAR_012x012_008", "bete_a_bon_dieu"),
        ("CAR_012x012_008", "Bête_à_bon_Dieu"),
        ("CAR_012x012_011", "une_tasse_de_the"),
        ("CAR_012x012_011", "tasse-de-thé"),
    ],
)
def test_a_guess_is_right_with_or_without_accents_articles_and_in_either_language(grid: str, guess: str) -> None:
    """Rule 7 and NOTATION: spaces written _, names in French or English whatever the language shown."""
    state = GAME.start(grid=grid)
    for language in ("en", "fr"):
        with carreau.in_language(language):
            after = state.play(f"1:?{guess}")
        assert after.guessed == 1
        assert " " not in after.history[0]
        assert carreau.read_record(carreau.write_record(after)).state.guessed == 1


def test_a_wrong_guess_costs_nothing() -> None:
    """NOTATION: wrong guesses cost nothing, in strict play neither."""
    for strict in (False, True):
        state = GAME.start(strict=strict)
        for guess in ("?chien", "1:?ca", "1:?the", "?chat_chat"):
            after = state.play(guess)
            assert after.guessed is None
            assert after.history == (guess,)
            assert str(after) == str(state)
            assert after.moves() == state.moves()


def test_only_a_grid_with_a_motif_can_be_guessed() -> None:
    """NOTATION: grids with a motif only."""
    state = started(OPEN)
    assert state.motif is None
    refused_by_rule(state, "?chat", "this grid has no motif to guess", "cette grille n'a pas de motif à deviner", 7)
    strict = started(OPEN, strict=True)
    refused_by_rule(strict, "?chat", "this grid has no motif to guess", "cette grille n'a pas de motif à deviner", 7)
    with pytest.raises(carreau.IllegalMove, match="no motif"):
        state.play("1:?chat")


def test_an_empty_guess_or_one_by_nobody_is_no_move() -> None:
    """NOTATION: malformed text always raises."""
    state = GAME.start()
    for text in ("?", "?_", "1:?", "2:?chat", "9:?chat"):
        with pytest.raises(carreau.BadMove):
            state.play(text)


def test_a_guess_after_the_end_is_refused() -> None:
    """Rule 7: during play."""
    full = "/".join(["######"] * 6)
    end = GAME.position(f"CAR_006x006_001 {full} 0.0.0/0.0.0 - won=1")
    for text in ("?heart", "0:?heart", "1:?chat"):
        with pytest.raises(carreau.IllegalMove, match="the game is over"):
            end.play(text)
    assert end.guessed is None


def test_a_right_guess_gives_a_free_turn_in_the_next_game() -> None:
    """Rule 7: the right to pass one turn at will in the next game of the same players."""
    state = GAME.start(players=3, grid="CAR_006x006_001").play("2:?heart").play("0:?heart")
    assert "skip" not in state.moves()
    following = state.rematch(grid="CAR_006x006_002")
    assert following.options["free_pass"] == 2
    assert (following.options["players"], following.options["grid"]) == (3, "CAR_006x006_002")
    assert following.guessed is None
    assert "free_pass" not in following.rematch().options  # one game only
    assert "free_pass" not in GAME.start().rematch().options


def test_the_free_turn_is_used_once_and_at_will() -> None:
    """Rule 7: `skip` by the seat that won it, on a turn of its choice, once."""
    state = started(OPEN, free_pass=1)
    refused_by_rule(state, "skip", "no free turn was won", "aucun tour libre n'a été gagné", 7)
    state = state.play("a1E3")
    assert "skip" in state.moves()
    assert set(state.moves()) - {"skip"} == Referee(state).legal()
    assert "skip" in state.play("a2E3").play("f1W3").moves()  # kept for later
    after = state.play("skip")
    assert (after.seat, after.history[-1]) == (0, "skip")
    assert drawing_of(after) == drawing_of(state)
    assert stocks_of(after) == stocks_of(state)
    again = after.play("a2E3")
    assert again.seat == 1
    assert "skip" not in again.moves()
    refused_by_rule(again, "skip", "no free turn was won", "aucun tour libre n'a été gagné", 7)


def test_strict_tries_show_the_free_turn_to_its_owner_only() -> None:
    """Rules 6 and 7: a free turn that was not won is refused, not a mistake."""
    state = started(OPEN, strict=True, free_pass=1)
    assert "skip" not in state.tries()
    refused_by_rule(state, "skip", "no free turn was won", "aucun tour libre n'a été gagné", 7)
    assert "skip" in state.play("a1E3").tries()
    assert "skip" not in state.play("a1E3").play("skip").play("a2E3").tries()


def test_a_free_turn_needs_a_seat_that_plays() -> None:
    """Rule 7: `free_pass` names a seat, and there is none alone."""
    refused_option(GAME, ("0 to 1", "0 à 1"), free_pass=2)
    refused_option(GAME, ("none alone", "seul"), mode="puzzle", free_pass=0)
    refused_option(GAME, "0, 1, 2, 3, 4, 5, 6, 7", free_pass=8)


# Rule 8: puzzle and taquin


def test_one_player_plays_the_puzzle_unless_the_taquin_is_named() -> None:
    """NOTATION: 1 means puzzle unless taquin is named, and puzzle and taquin mean 1."""
    for options, mode in (
        ({"players": 1}, "puzzle"),
        ({"mode": "puzzle"}, "puzzle"),
        ({"mode": "taquin"}, "taquin"),
        ({"mode": "taquin", "players": 1}, "taquin"),
    ):
        state = GAME.start(**options)
        assert (state.options["mode"], state.options["players"], state.seats) == (mode, 1, 1)
    refused_option(GAME, ("1 in puzzle", "1 en puzzle"), mode="puzzle", players=2)
    refused_option(GAME, ("1 in taquin", "1 en taquin"), mode="taquin", players=4)


def test_the_puzzle_s_score_is_the_number_of_turns() -> None:
    """Rule 8, ruling: the puzzle follows rules 2 to 4; fewer turns are better."""
    state = started(OPEN, mode="puzzle")
    for turn in range(6):
        assert state.outcome is None
        state = state.play(f"a{turn + 1}E6")
    assert drawing_of(state) == [row.translate(str.maketrans("012", "WBC")) for row in lines_of(OPEN)]
    assert state.outcome == carreau.Outcome((0,), (6,), "filled")


def test_the_puzzle_fills_with_all_the_cubes_and_never_needs_a_pass() -> None:
    """Rule 8: all 144 cubes, or 36, are the player's own."""
    for seed in range(12):
        *positions, end = random_game(seed, 6, mode="puzzle")
        assert not any("pass" in state.moves() for state in positions)
        assert end.outcome == carreau.Outcome((0,), (len(positions),), "filled")


SOLVED_TRAY = "221122/211112/111111/020000/020220/00022."  # CAR_006x006_002 without its last cube
NEARLY = "221122/211112/111111/02000./020220/000220"  # the hole two cells above its place


def tray_of(state: carreau.State) -> str:
    return str(state).split()[1]


def test_in_the_taquin_the_hole_travels() -> None:
    """Rule 8 and NOTATION: N E S W is where the hole goes; the cube there slides the other way."""
    tray = "221122/211112/1111.1/020001/020220/000220"
    state = GAME.start(grid="CAR_006x006_002", mode="taquin", tray=tray)
    assert (state.seat, state.moves()) == (0, ["N", "E", "S", "W"])
    after = {move: tray_of(state.play(move)) for move in state.moves()}
    assert after == {
        "N": "221122/2111.2/111111/020001/020220/000220",
        "E": "221122/211112/11111./020001/020220/000220",
        "S": "221122/211112/111101/0200.1/020220/000220",
        "W": "221122/211112/111.11/020001/020220/000220",
    }
    assert tray_of(state.play("N").play("S")) == tray


def test_the_hole_stops_at_the_frame() -> None:
    """Rule 8: cubes slide in the tray."""
    state = GAME.start(grid="CAR_006x006_002", mode="taquin", tray=".22112/221112/111111/020000/020220/000212")
    assert state.moves() == ["E", "S"]
    for move in ("N", "W"):
        with pytest.raises(carreau.IllegalMove, match="at the frame on that side, rule 8"):
            state.play(move)
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="touche le cadre de ce côté, règle 8"):
        state.play("N")
    for text in ("a1", "n", "pass", "NE", "?maison"):
        with pytest.raises(carreau.BadMove, match="N, E, S or W"):
            state.play(text)


def test_the_taquin_is_solved_with_the_hole_on_the_last_cell() -> None:
    """Rule 8, ruling: the hole ends bottom right, that cell's cube is the one left out; slides are the score."""
    state = GAME.start(grid="CAR_006x006_002", mode="taquin", tray=NEARLY)
    once = state.play("S")
    assert (once.seat, once.outcome) == (0, None)
    end = once.play("S")
    assert tray_of(end) == SOLVED_TRAY
    assert end.seat is None
    assert end.outcome == carreau.Outcome((0,), (2,), "solved")
    detour = GAME.replay(["W", "E", "S", "S"], grid="CAR_006x006_002", mode="taquin", tray=NEARLY)
    assert detour.outcome == carreau.Outcome((0,), (4,), "solved")


def test_a_hole_in_its_place_with_cubes_out_of_place_is_not_solved() -> None:
    """Rule 8: until they show the model."""
    state = GAME.start(
        grid="CAR_006x006_002",
        mode="taquin",
        tray="121222/211112/111111/020000/020220/00022.".replace("121222", "212122"),
    )
    assert (state.seat, state.outcome) == (0, None)


def test_the_taquin_has_143_cubes() -> None:
    """Rule 8: 143 cubes slide, one hole: the model's cubes without the last."""
    state = GAME.start(mode="taquin", tray=1)
    model = "".join(rows_of(GAME.start())[0])
    cubes = tray_of(state).replace("/", "")
    assert (len(cubes), cubes.count(".")) == (144, 1)
    assert sorted(cubes.replace(".", "")) == sorted(model[:-1])


def test_a_tray_by_seed_is_reproducible_and_never_solved() -> None:
    """NOTATION: `tray` a seed, or rows with `.` for the hole."""
    for grid in ("CAR_006x006_002", "CAR_012x012_003"):
        one, same, other = (GAME.start(grid=grid, mode="taquin", tray=seed) for seed in (1, "1", 2))
        assert one == same
        assert one != other
        assert GAME.start(**one.options) == one
        for seed in range(10):
            assert GAME.start(grid=grid, mode="taquin", tray=seed).outcome is None
    assert len({str(GAME.start(mode="taquin")) for _ in range(4)}) > 1


@pytest.mark.parametrize(
    "tray",
    [
        "221122/211112/111111/020000/020220/000220",  # no hole
        "221122/211112/111111/020000/020220/0002..",  # two holes
        "221122/211112/111111/020000/020220/00020.",  # another cube
        "221122/211112/111111/020000/020220",
        "22112/2211112/111111/020000/020220/00022.",
        "221122/211112/111111/020000/020220/0002x.",
        "",
        True,
        1.5,
    ],
)
def test_a_bad_tray_is_refused(tray: object) -> None:
    """Rule 8, ruling: the tray holds the model's cubes but its last, and one hole."""
    refused_option(GAME, (". for the hole", ". pour le trou"), grid="CAR_006x006_002", mode="taquin", tray=tray)


def test_a_tray_is_for_the_taquin_only() -> None:
    """Rule 8: other modes start empty."""
    refused_option(GAME, ("in the taquin only", "au taquin seulement"), tray=1)
    refused_option(GAME, ("in the taquin only", "au taquin seulement"), mode="puzzle", tray=1)


def test_the_words_of_the_taquin_are_those_computed_from_scratch() -> None:
    """HOLE and WRONG after every slide of a random walk."""
    choose = random.Random(1)
    state = GAME.start(grid="CAR_006x006_003", mode="taquin", tray=5)
    model = "".join(rows_of(state)[0])
    for slides in range(200):
        cubes = tray_of(state).replace("/", "")
        assert state.raw_state[taquin.HOLE] == cubes.index(".")
        assert state.raw_state[taquin.WRONG] == sum(a not in (".", b) for a, b in zip(cubes, model, strict=True))
        assert state.raw_state[taquin.TURNS] == slides
        state = state.play(choose.choice(state.moves()))


# Rule 9 and options


def test_players_may_bring_their_own_grid_as_rows() -> None:
    """Rule 9 and NOTATION: the rows as digits, top row first, separated by /."""
    state = GAME.start(grid="/".join(lines_of(OPEN)))
    assert drawing_of(state) == lines_of(OPEN)
    assert state.options["grid"] == "/".join(lines_of(OPEN))


def test_the_default_grid_is_our_first() -> None:
    """NOTATION: `grid` "CAR_012x012_001"."""
    assert GAME.start().options["grid"] == "CAR_012x012_001"
    assert GAME.start().seats == 2


@pytest.mark.parametrize(
    ("allowed", "options"),
    [
        ("2, 1, 3, 4, 6, 8", {"players": 5}),
        ("2, 1, 3, 4, 6, 8", {"players": True}),
        ("game, puzzle, taquin", {"mode": "solo"}),
        (("True or False", "True ou False"), {"strict": "maybe"}),
        ("CAR_012x012_001", {"grid": "GRI_012x012_001"}),
        ("CAR_012x012_001", {"grid": 7}),
        ("CAR_012x012_001", {"grid": ""}),
        ("CAR_012x012_001", {"grid": ["CAR_012x012_001"]}),
        ("CAR_012x012_001", {"grid": "CAR_012x012_001/"}),
    ],
    ids=str,
)
def test_a_bad_option_is_refused_with_what_is_allowed(allowed: str | tuple[str, str], options: dict[str, Any]) -> None:
    """NOTATION: a bad option raises BadOption naming the allowed values."""
    refused_option(GAME, allowed, **options)


# The words that the rules keep up to date, numbered moves, and the symmetries of the square


@pytest.mark.parametrize(("size", "players"), [(6, 2), (6, 6), (12, 2), (12, 8)])
def test_the_words_kept_up_to_date_are_those_computed_from_scratch(size: int, players: int) -> None:
    """FILLED, BEFORE, AFTER, LEFT and STOCKS after every move of random games."""
    for seed in range(3):
        for state in random_game(seed, size, players=players):
            rows = [[mark == "#" for mark in row] for row in rows_of(state)[1]]
            columns = [list(column) for column in zip(*rows, strict=True)]
            raw = state.raw_state
            for first, lines in ((0, rows), (words.COLUMN_STRIPS, columns)):
                for i, line in enumerate(lines):
                    shift = words.LANE * (i % 4) + 1
                    strip = first + i // 4
                    bits = {at: raw[at + strip] >> shift - 1 for at in (words.FILLED, words.BEFORE, words.AFTER)}
                    framed = [True, *line, True]
                    assert [bool(bits[words.FILLED] >> j & 1) for j in range(size + 2)] == framed
                    before = lines[i - 1] if i > 0 else [True] * size
                    after = lines[i + 1] if i + 1 < size else [True] * size
                    assert [bool(bits[words.BEFORE] >> j + 1 & 1) for j in range(size)] == before
                    assert [bool(bits[words.AFTER] >> j + 1 & 1) for j in range(size)] == after
            assert raw[words.LEFT] == sum(not filled for line in rows for filled in line)
            codes = rows_of(state)[0]
            spent = [0, 0, 0]
            for y in range(size):
                for x in range(size):
                    spent[int(codes[y][x])] += rows[y][x]
            left = [sum(stock[code] for stock in stocks_of(state)) for code in range(3)]
            assert [a + b for a, b in zip(spent, left, strict=True)] == [size * size // 3] * 3


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 6, "free_pass": 3}, {"players": 3, "strict": True}, {"mode": "puzzle"}],
    ids=str,
)
def test_counting_and_numbering_agree_with_the_list_of_moves(options: dict[str, Any]) -> None:
    """The kernel's `count` and `nth` give the very moves that `moves` lists, whatever n."""
    for seed, size in ((1, 6), (2, 6), (3, 6), (4, 6), (5, 12)):
        for state in list(random_game(seed, size, **options))[:-1]:
            board, raw = state.raw_board, list(state.raw_state)
            out = [0] * GAME.longest_list
            listed = out[: words.moves(board, raw, out)]
            out = [0] * GAME.longest_list
            counted = words.count(board, raw, out)
            assert counted == len(listed)
            assert sorted(words.nth(board, raw, out, n) for n in range(counted)) == sorted(listed)
            assert tuple(sorted(listed)) == state.legal()
            assert raw == state.raw_state


def test_counting_and_numbering_agree_in_the_taquin() -> None:
    """`count` and `nth` list the slides too."""
    choose = random.Random(1)
    state = GAME.start(grid="CAR_006x006_003", mode="taquin", tray=5)
    for _ in range(60):
        out = [0] * GAME.longest_list
        counted = words.count(state.raw_board, list(state.raw_state), out)
        numbered = [words.nth(state.raw_board, list(state.raw_state), out, n) for n in range(counted)]
        assert tuple(sorted(numbered)) == state.legal()
        state = state.play(choose.choice(state.moves()))


SYMMETRIES = [(turn, flip) for turn in range(4) for flip in (False, True)]  # a left-right flip, then quarter turns


def moved_rows(rows: list[str], turn: int, flip: bool) -> list[str]:
    if flip:
        rows = [row[::-1] for row in rows]
    for _ in range(turn):  # clockwise
        rows = ["".join(row[x] for row in reversed(rows)) for x in range(len(rows))]
    return rows


def moved_move(move: str, size: int, turn: int, flip: bool) -> str:
    if move in ("pass", "skip"):
        return move
    digits = next((i for i, c in enumerate(move) if c in STEPS), len(move))
    x, y = "abcdefghijkl".index(move[0]), int(move[1:digits]) - 1
    side, cubes = move[digits : digits + 1], move[digits + 1 :]
    if flip:
        x = size - 1 - x
        side = {"E": "W", "W": "E"}.get(side, side)
    for _ in range(turn):
        x, y = y, size - 1 - x
        side = {"N": "E", "E": "S", "S": "W", "W": "N"}.get(side, "")
    return f"{name((x, y))}{side}{cubes}"


@pytest.mark.parametrize(("turn", "flip"), SYMMETRIES)
@given(seed=SEEDS, tray=st.sampled_from([(6, 2), (6, 3), (6, 4), (6, 6), (12, 2), (12, 8)]))
@settings(max_examples=8)
def test_the_eight_symmetries_of_the_square_map_moves_to_moves(
    turn: int, flip: bool, seed: int, tray: tuple[int, int]
) -> None:
    """Rules 2 to 4 know no direction: a turned or flipped tray has the turned or flipped moves."""
    size, players = tray
    for state in list(random_game(seed, size, players=players))[:-1:2]:
        codes, cubes = rows_of(state)
        _, _, stocks, seat = str(state).split()
        grid = "/".join(moved_rows(codes, turn, flip))
        image = GAME.position(f"{grid} {'/'.join(moved_rows(cubes, turn, flip))} {stocks} {seat}")
        assert set(image.moves()) == {moved_move(move, size, turn, flip) for move in state.moves()}


# Positions that cannot be


@pytest.mark.parametrize(
    "change",
    [
        ("0 1 2 2 1 0", "0 1 C 2 1 0"),  # a cube more than the stocks say
        ("0 1 2 2 1 0", "0 1 2 2 1"),
        ("1.1.1/1.1.1", "2.1.1/1.1.1"),
        ("1.1.1/1.1.1", "1.1.1"),
        ("1.1.1/1.1.1", "-1.1.1/3.1.1"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 2"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 -"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 won=0"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 strict=no"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 turns=1"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 free_pass=2"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 colour=red"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 +0"),  # written in another way than str() writes it
        ("1.1.1/1.1.1 0", "1.1.1/1.1.01 0"),
        ("1.1.1/1.1.1 0", "1.1.1/1.1.1 0 free_pass=-1"),
    ],
    ids=lambda change: change[1],
)
def test_a_position_that_cannot_be_is_refused(change: tuple[str, str]) -> None:
    """NOTATION: BadPosition."""

    def position(drawing: str, rest: str) -> carreau.State:
        stocks, seat, *more = rest.split()
        return drawn(drawing, stocks, seat, *more)

    rest = "1.1.1/1.1.1 0"
    assert position(ROW_5_EMPTY, rest).seat == 0
    with pytest.raises(carreau.BadPosition):
        position(ROW_5_EMPTY.replace(*change), rest.replace(*change))


def test_a_taquin_s_seat_is_0_or_a_dash() -> None:
    """NOTATION: BadPosition; `-0` is neither."""
    text = str(GAME.start(grid="CAR_006x006_002", mode="taquin", tray=1))
    assert GAME.position(text).seat == 0
    for seat in ("-", "1", "-0"):
        with pytest.raises(carreau.BadPosition):
            GAME.position(text.replace(" - 0 ", f" - {seat} "))


def test_a_cube_that_no_order_of_placing_explains_is_refused() -> None:
    """Rule 2: every cube on the tray was put down with two adjoining contacts."""
    floating = OPEN.replace("0 2 0 0 2 2", "0 2 W 0 2 2")
    with pytest.raises(carreau.BadPosition):
        drawn(floating, "5.6.6/6.6.6", 1)
    in_the_corner = OPEN.replace("0 0 1 0 0 0", "W 0 1 0 0 0")
    assert drawn(in_the_corner, "5.6.6/6.6.6", 1).seat == 1


def test_the_second_turn_after_a_mistake_is_explained() -> None:
    """Rule 6: the others see why somebody goes on."""
    start = carreau.game("012x012").start(players=2, grid="CAR_006x006_001", strict=True)
    states = [start]
    for move in ("c3N2", "a6E2", None):
        states.append(states[-1].play(move or states[-1].moves()[0]))
    remarks = [
        str(after.game.remark(after.raw_board, before.raw_state, after.raw_state, after.history[-1]))
        for before, after in pairwise(states)
    ]
    assert remarks[0].startswith("Taken back")
    assert remarks[1:] == ["A second turn in a row, after the mistake.", "None"]
    assert [state.seat for state in states] == [0, 0, 0, 1]
