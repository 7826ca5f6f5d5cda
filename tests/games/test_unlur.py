"""Unlur, rule by rule. `x` is a black stone, `o` a white one.

Where a rule is the same for both colours the drawing shows `m`, the mover's stones, and `e`, the enemy's;
`*` is the cell that the mover plays.
"""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from drawing import SEEDS, check_count_and_nth, malformed, positions, refused, rows
from hypothesis import given, settings

import carreau

GAME = carreau.game("unlur")
RULES = GAME.module
SIDES = range(3, 13)
INNER_CELLS = ["b2", "b3", "c2", "c3", "c4", "d2", "d3"]  # of the board of side 3
Cube = tuple[int, int, int]


def drawn(drawing: str, seat: int, black: int | None) -> carreau.State:
    """The position of a drawing; `black` is the seat that is Black, None in the contract phase."""
    return GAME.position(f"{'/'.join(rows(drawing))} {seat} {'-' if black is None else black}")


def picture(state: carreau.State) -> list[str]:
    return str(state).split()[0].split("/")


def last_stone(drawing: str, colour: str) -> tuple[carreau.State, str]:
    """A position with as many `m` as `e`, the mover being of that colour, and the cell to play.

    Black's seat follows: 0 passed at once if White is to move, else seat 1 did after one stone.
    """
    mover, enemy = ("x", "o") if colour == "Black" else ("o", "x")
    cells = "".join(rows(drawing))
    assert cells.count("m") == cells.count("e")
    stones = drawing.replace("m", mover).replace("e", enemy).replace("*", ".")
    state = drawn(stones, 1, 1 if colour == "Black" else 0)
    return state, names(len(rows(drawing)))[cells.index("*")]


# A second geometry: cells as cubes x + y + z = 0. The sides are the faces x = n, x = -n, y = n...


def names(row_count: int) -> list[str]:
    n = row_count // 2
    return [f"{chr(ord('a') + row)}{i + 1}" for row in range(row_count) for i in range(row_count - abs(row - n))]


def cubes(side: int) -> dict[str, Cube]:
    """Where each cell lies."""
    n = side - 1
    spots = [(x, -x - z, z) for z in range(-n, n + 1) for x in range(max(-n, -n - z), min(n, n - z) + 1)]
    return dict(zip(names(2 * side - 1), spots, strict=True))


def neighbours(cube: Cube) -> set[Cube]:
    return {tuple(a + b for a, b in zip(cube, step, strict=True)) for step in permutations((1, -1, 0))}


def groups(stones: set[Cube]) -> list[set[Cube]]:
    """The connected groups of some stones."""
    left, found = set(stones), []
    while left:
        group = {left.pop()}
        while near := {other for cube in group for other in neighbours(cube)} & left:
            group |= near
            left -= near
        found.append(group)
    return found


def sides_touched(group: set[Cube], n: int) -> set[tuple[int, int]]:
    """The sides that a group touches: an axis and the sign of the face."""
    return {(axis, sign) for cube in group for axis in range(3) for sign in (1, -1) if cube[axis] == sign * n}


def has_line(sides: set[tuple[int, int]]) -> bool:
    return any({(axis, 1), (axis, -1)} <= sides for axis in range(3))


def has_y(sides: set[tuple[int, int]]) -> bool:
    return any({(0, sign), (1, sign), (2, sign)} <= sides for sign in (1, -1))


# Rule 1: the board


@pytest.mark.parametrize("side", SIDES)
def test_the_number_of_cells(side: int) -> None:
    """Rule 1: a hexagon of hexagons, sides from 3 to 12."""
    state = GAME.start(side=side)
    assert [len(row) for row in picture(state)] == [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]
    assert len(state.play("pass").moves()) == 3 * side * (side - 1) + 1


def test_the_usual_boards() -> None:
    """Rule 1: 8 cells a side are 169 cells, 6 are 91. Notation: rows a..k and a..o, centres f6 and h8."""
    assert GAME.start() == GAME.start(side=8)
    for side, cells, last, centre in ((8, 169, "o8", "h8"), (6, 91, "k6", "f6")):
        moves = GAME.start(side=side).play("pass").moves()
        assert len(moves) == cells
        assert (moves[0], moves[cells // 2], moves[-1]) == ("a1", centre, last)


@pytest.mark.parametrize("side", [2, 13, 0, -8, 6.0, True, "big"])
def test_other_sides_are_refused(side: object) -> None:
    """Rule 1, ruling: from 3 to 12."""
    with pytest.raises(carreau.BadOption, match="allowed: 3 to 12"):
        GAME.start(side=side)


# Rule 2: the contract


def test_in_the_contract_phase_both_players_place_black_stones() -> None:
    """Rule 2: colours are not assigned."""
    state = GAME.start(side=3).play("c3").play("b2").play("d2")
    assert picture(state) == rows("""
            . . .
           . x . .
          . . x . .
           . x . .
            . . .
    """)
    assert state.seat == 1
    assert state.outcome is None


def test_a_contract_stone_touches_no_border() -> None:
    """Rule 2: an empty cell that touches no border."""
    state = GAME.start(side=3).play("c3")
    assert state.moves() == [cell for cell in INNER_CELLS if cell != "c3"] + ["pass"]
    for cell in set(names(5)) - set(INNER_CELLS):
        refused(state, cell, en="in the contract phase a stone may not touch the border, rule 2",
                fr="pendant le contrat, un pion ne doit pas toucher le bord, règle 2")  # fmt: skip


def test_a_taken_cell_is_refused_in_the_contract_phase() -> None:
    """Rule 2: an empty cell."""
    refused(GAME.start(side=3).play("c3"), "c3",
            en="this cell is taken, rule 2", fr="cette case est occupée, règle 2")  # fmt: skip


@pytest.mark.parametrize("contract", [[], ["c3"], ["c3", "b2"], ["c3", "b2", "d3"]])
def test_who_passes_is_black_and_the_other_plays_white_at_once(contract: list[str]) -> None:
    """Rule 2: the passer is Black; passing on the very first turn is allowed."""
    before = GAME.replay(contract, side=3)
    black = before.seat
    state = before.play("pass")
    assert black == len(contract) % 2
    assert picture(state) == picture(before)
    assert state.seat == 1 - black
    assert state == GAME.position(f"{'/'.join(picture(before))} {1 - black} {black}")
    state = state.play("a1").play("e3")
    assert (picture(state)[0], picture(state)[4]) == ("o..", "..x")
    assert state.seat == 1 - black


def test_when_every_inner_cell_is_full_only_passing_remains() -> None:
    """Rule 2: and stones that touch no border make no goal."""
    state = drawn("""
            . . .
           . x x .
          . x x x .
           . x x .
            . . .
    """, 1, None)  # fmt: skip
    assert state == GAME.replay(INNER_CELLS, side=3)
    assert state.moves() == ["pass"]
    assert state.play("pass").seat == 0
    assert len(state.play("pass").moves()) == 12


# Rule 3: the game


SOME_STONES = """
        o . .
       . x . .
      . . . . .
       . . . .
        . . .
"""


def test_after_the_contract_stones_of_ones_colour_go_anywhere() -> None:
    """Rule 3: both place in turn on any empty cell, borders included."""
    state = drawn(SOME_STONES, 1, 1)
    assert state.moves() == [cell for cell in names(5) if cell not in ("a1", "b2")]
    assert picture(state.play("c5").play("a3").play("c3")) == rows("""
            o . o
           . x . .
          . . x . x
           . . . .
            . . .
    """)


def test_no_passing_after_the_contract() -> None:
    """Rule 3: no passing, not even at once by the other player."""
    for state in (drawn(SOME_STONES, 1, 1), GAME.start(side=3).play("pass")):
        assert "pass" not in state.moves()
        refused(state, "pass", en="the colours are settled, no more passing, rule 3",
                fr="les couleurs sont fixées, on ne passe plus, règle 3")  # fmt: skip


def test_a_taken_cell_is_refused() -> None:
    """Rule 3: an empty cell, whoever took it."""
    for cell in ("a1", "b2"):
        refused(drawn(SOME_STONES, 1, 1), cell,
                en="this cell is taken, rule 3", fr="cette case est occupée, règle 3")  # fmt: skip


def test_the_other_player_waits() -> None:
    """Rule 3: in turn. In the contract phase nobody has a colour yet."""
    refused(GAME.start(side=3), "c3", seat=1, en="not your turn; to move: First player",
            fr="ce n'est pas votre tour ; à jouer : Premier joueur")  # fmt: skip
    refused(drawn(SOME_STONES, 1, 1), "c3", seat=0, en="not your turn; to move: Black",
            fr="ce n'est pas votre tour ; à jouer : Noir")  # fmt: skip


def test_texts_that_are_no_moves() -> None:
    """Notation: a row letter from the top and the position in that row, or `pass`."""
    malformed(drawn(SOME_STONES, 1, 1), "a4", "b0", "c6", "f1", "A2", "a02", "Pass", "resign", "", "c", "3", "-")


# Rules 4 and 5: lines and Ys

LINES = {
    "top to bottom": """
            . m .
           . m . e
          e . * . e
           . m . e
            . m .
    """,
    "upper right to lower left": """
            . e .
           e . m m
          . m * . e
           m . . .
            . e .
    """,
    "lower right to upper left": """
            . e .
           m . . e
          . m * . .
           e . m m
            . e .
    """,
    "a corner as part of the top": """
            m . .
           . m . e
          e . * . e
           . m . e
            . m .
    """,
    "a corner as part of the upper left": """
            m e .
           . m . e
          e . * . .
           . . m m
            . e .
    """,
    "two corners": """
            . e .
           . . e .
          m m * m m
           . e . .
            . . e
    """,
}
YS = {
    "top, lower right and lower left": """
            e m .
           e m . e
          . . * . e
           m m m m
            e . e
    """,
    "upper right, bottom and upper left": """
            e . e
           m m m m
          e . * . e
           e . m .
            . m e
    """,
}
BOTH = """
        . m e
       e m . e
      e . m . e
       . m m m
        * . e
"""
NO_GOAL = {
    "two adjacent sides": """
            . . *
           . . . m
          . . m . e
           . . e .
            . . .
    """,
    "three adjacent sides": """
            . m m
           e . e m
          e . . . *
           . m . e
            . . .
    """,
    "two opposite sides, not connected": """
            . m .
           . m . e
          e . . * e
           . m . e
            . m .
    """,
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES.keys())
@pytest.mark.parametrize(("colour", "winner", "reason"), [("White", 1, "line"), ("Black", 0, "own-line")])
def test_a_line_wins_for_white_and_loses_for_black(colour: str, winner: int, reason: str, line: str) -> None:
    """Rules 4 and 5: a connected group touching two opposite sides; a corner belongs to both its sides."""
    state, cell = last_stone(line, colour)
    assert state.outcome is None
    over = state.play(cell)
    assert over.outcome.winners == (winner,)
    assert over.outcome.scores == ((1, 0) if winner == 0 else (0, 1))
    assert over.outcome.reason == reason
    assert (over.seat, over.moves()) == (None, [])
    assert GAME.position(str(over)) == over


@pytest.mark.parametrize("y", YS.values(), ids=YS.keys())
@pytest.mark.parametrize(("colour", "winner", "reason"), [("Black", 1, "y"), ("White", 0, "own-y")])
def test_a_y_wins_for_black_and_loses_for_white(colour: str, winner: int, reason: str, y: str) -> None:
    """Rules 4 and 5: a connected group touching three sides no two of which are adjacent."""
    state, cell = last_stone(y, colour)
    assert state.outcome is None
    over = state.play(cell)
    assert over.outcome.winners == (winner,)
    assert over.outcome.reason == reason
    assert GAME.position(str(over)) == over
    refused(over, "a1", en="the game is over", fr="la partie est finie")


@pytest.mark.parametrize(("colour", "reason"), [("Black", "y"), ("White", "line")])
def test_both_goals_with_the_same_stone_win(colour: str, reason: str) -> None:
    """Rule 5: the other goal loses, unless the same stone makes their own goal too."""
    state, cell = last_stone(BOTH, colour)
    over = state.play(cell)
    assert over.outcome.winners == (1,)
    assert over.outcome.reason == reason
    assert GAME.position(str(over)) == over


@pytest.mark.parametrize("drawing", NO_GOAL.values(), ids=NO_GOAL.keys())
@pytest.mark.parametrize("colour", ["Black", "White"])
def test_what_is_neither_line_nor_y(colour: str, drawing: str) -> None:
    """Rule 4: opposite sides, non-adjacent sides, one connected group."""
    state, cell = last_stone(drawing, colour)
    after = state.play(cell)
    assert after.outcome is None
    assert after.seat == 0


def test_a_goal_is_checked_after_the_very_stone_that_makes_it() -> None:
    """Rule 5: an enemy stone never makes a goal; the stones of the two players are never one group."""
    state, cell = last_stone(LINES["top to bottom"], "White")
    blocked = state.play("a1").play(cell)  # Black takes the cell that White needed
    assert blocked.outcome is None
    assert blocked.seat == 1


def test_the_outcome_shows_the_whole_group_and_no_other() -> None:
    """Notation: `cells` is what to draw, the group."""
    state, cell = last_stone("""
            . m .
           e m m e
          e . * . m
           e m . e
            . m e
    """, "White")  # fmt: skip
    assert state.play(cell).outcome.cells == ("a2", "b2", "b3", "c3", "d2", "e2")


# Whole games


@pytest.mark.parametrize("seed", range(40))
def test_random_games_agree_with_a_second_referee_and_are_never_drawn(seed: int) -> None:
    """Rules 2 to 5 over whole games: the first goal ends the game, and there is one before the board is full."""
    side = 3 + seed % 4
    where = cubes(side)
    stones: dict[str, set[Cube]] = {"x": set(), "o": set()}
    black, seat = None, 0
    for state in positions(GAME.start(side=side), seed):
        goals = ""
        if state.history:
            move = state.history[-1]
            if move == "pass":
                black = seat
            else:
                colour = "o" if black == 1 - seat else "x"
                stones[colour].add(where[move])
                group = next(group for group in groups(stones[colour]) if where[move] in group)
                sides = sides_touched(group, side - 1)
                goals = "L" * has_line(sides) + "Y" * has_y(sides)
            seat = 1 - seat
        if goals:
            own = ("Y" if colour == "x" else "L") in goals
            assert state.outcome.winners == ((1 - seat if own else seat),)
            assert state.outcome.reason == {"x": ("own-line", "y"), "o": ("own-y", "line")}[colour][own]
            assert {where[cell] for cell in state.outcome.cells} == group
            assert GAME.position(str(state)) == state
        else:
            assert state.seat == seat
            free = [cell for cell in where if where[cell] not in stones["x"] | stones["o"]]
            if black is None:
                free = [cell for cell in free if max(map(abs, where[cell])) < side - 1] + ["pass"]
            assert state.moves() == free
    assert len(state.outcome.winners) == 1


@pytest.mark.parametrize("side", [3, 4, 5])
def test_a_full_board_always_holds_a_goal(side: int) -> None:
    """Rule 5: no draws. Whatever colours fill the board, somebody has a line or a Y."""
    choose = random.Random(side)
    for _ in range(100):
        white = {cube for cube in cubes(side).values() if choose.random() < 0.5}
        black = set(cubes(side).values()) - white
        touched = [sides_touched(group, side - 1) for group in groups(white) + groups(black)]
        assert any(has_line(sides) or has_y(sides) for sides in touched)


@given(seed=SEEDS)
@settings(max_examples=6)
def test_the_twelve_symmetries_of_the_board(seed: int) -> None:
    """A turned or mirrored game has the turned or mirrored moves and ends alike."""
    where = cubes(4)
    named = {cube: cell for cell, cube in where.items()}
    for order in permutations(range(3)):
        for sign in (1, -1):
            image = {cell: named[tuple(sign * cube[axis] for axis in order)] for cell, cube in where.items()}
            image["pass"] = "pass"
            mirrored = GAME.start(side=4)
            for state in positions(GAME.start(side=4), seed):
                if state.history:
                    mirrored = mirrored.play(image[state.history[-1]])
                assert {image[move] for move in state.moves()} == set(mirrored.moves())
                assert mirrored.seat == state.seat
            assert mirrored.outcome.winners == state.outcome.winners
            assert mirrored.outcome.reason == state.outcome.reason
            assert set(mirrored.outcome.cells) == {image[cell] for cell in state.outcome.cells}


# What the kernel keeps up to date

CLOCKWISE = [(2, -1), (0, 1), (1, -1), (2, 1), (0, -1), (1, 1)]  # the sides from the top, as the kernel's bits


@pytest.mark.parametrize("seed", range(12))
def test_groups_sides_and_empty_cells_are_what_the_stones_say(seed: int) -> None:
    for state in positions(GAME.start(side=3 + seed % 3), seed):
        check_bookkeeping(state)


def test_a_stone_inside_a_ring_of_its_colour_joins_it() -> None:
    """Rule 4: connected, though the six around it are one group already."""
    state = drawn("""
            . . .
           . x x .
          . x . x .
           . x x .
            . . .
    """, 0, None)  # fmt: skip
    check_bookkeeping(state)
    check_bookkeeping(state.play("c3"))


def check_bookkeeping(state: carreau.State) -> None:
    side = state.options["side"]
    where = list(cubes(side).values())
    number = {cube: cell for cell, cube in enumerate(where)}
    words = list(state.raw_state)
    per_cell = {name: words[getattr(RULES, name) :: RULES.WORDS] for name in ("STONE", "PLACE", "ORDER")}
    glyphs = "".join(picture(state))
    assert "".join(".xo"[stone] for stone in per_cell["STONE"][: len(where)]) == glyphs
    for glyph in "xo":
        for group in groups({where[i] for i in range(len(where)) if glyphs[i] == glyph}):
            roots = {RULES.root_of(words, number[cube]) for cube in group}
            assert len(roots) == 1
            assert roots <= {number[cube] for cube in group}
            touched = {1 << CLOCKWISE.index(face) for face in sides_touched(group, side - 1)}
            assert words[RULES.TOUCHED + RULES.WORDS * roots.pop()] == sum(touched)
    empties = words[RULES.EMPTIES]
    order, place = per_cell["ORDER"][: len(where)], per_cell["PLACE"]
    assert sorted(order) == list(range(len(where)))
    assert [place[cell] for cell in order] == list(range(len(where)))
    assert set(order[:empties]) == {i for i, glyph in enumerate(glyphs) if glyph == "."}
    closed = RULES.closed(state.raw_board, words)
    assert closed == (6 * (side - 1) if "pass" in state.moves() else 0)
    assert all(max(map(abs, where[cell])) == side - 1 for cell in order[:closed])


@pytest.mark.parametrize("seed", range(8))
def test_count_and_nth_agree_with_moves(seed: int) -> None:
    for state in positions(GAME.start(side=3 + seed % 3), seed):
        if state.seat is not None:
            check_count_and_nth(state)


# The position's text


@pytest.mark.parametrize("side", SIDES)
def test_positions_read_back_in_every_size(side: int) -> None:
    state = GAME.start(side=side)
    for text in (str(state), str(state.play("pass")), str(state.play("c3").play("pass").play("a1"))):
        assert str(GAME.position(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".../..../...../..../...",
        ".../..../...../..../... 0",
        ".../..../...../..../... 1 -",  # seat 0 begins
        ".../..../...../..../... 2 -",
        ".../..../...../..../... 0 0",  # White moves after the pass
        ".../..../...../..../.. 0 -",
        "../.../.. 0 -",  # side 2
        "?../..../...../..../... 0 -",
        "x../..../...../..../... 1 -",  # a contract stone on the border
        "o../..../...../..../... 1 -",  # a white stone in the contract phase
        ".x./.x../..x../.x../.x. 1 0",  # a line ends the game
        ".../..../..x../..../... - -",  # and nothing else does
    ],
)
def test_positions_that_cannot_occur_are_refused(text: str) -> None:
    with pytest.raises(carreau.BadPosition):
        GAME.position(text)
