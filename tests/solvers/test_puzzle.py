"""The puzzle: as few turns as brute force finds, and a bound that never promises too much."""

from __future__ import annotations

import random
from functools import cache

import pytest

from carreau.games.grids import find_grid, references
from carreau.games.zero_one_two import GAME, can_start, set_up
from carreau.games.zero_one_two_rules import COLUMN_STRIPS, fill
from carreau.rules.state import State
from carreau.solvers.puzzle import Eye, PuzzleSolver, Sweep
from carreau.solvers.solution import Solution, checked
from carreau.solvers.solving import answer_of


def ragged(grid: str, filled: int, luck: random.Random) -> State:
    """A puzzle with so many cubes put down one by one at random, each by rule 2."""
    codes = find_grid(grid).codes
    size = int(len(codes) ** 0.5)
    board = GAME.start(mode="puzzle", grid=grid).raw_board
    state = set_up(board, [])
    cells: list[int] = []
    for _ in range(filled):
        ready = [c for c in range(len(codes)) if c not in cells and can_start(board, state, c // size, c % size)]
        cell = luck.choice(ready)
        cells.append(cell)
        fill(state, 0, cell // size, cell % size)
        fill(state, COLUMN_STRIPS, cell % size, cell // size)
    marks = ["#" if cell in cells else "." for cell in range(len(codes))]
    tray = "/".join("".join(marks[i : i + size]) for i in range(0, len(codes), size))
    stock = ".".join(str(len(codes) // 3 - sum(codes[cell] == code for cell in cells)) for code in range(3))
    return GAME.position(f"{grid} {tray} {stock} 0 mode=puzzle turns=0")


def fewest_turns(position: State) -> int:
    """By brute force, with the moves that the game itself lists."""
    layer = {str(position).split()[1]: position}
    turns = 0
    while True:
        after = {}
        for state in layer.values():
            for move in state.moves():
                following = state.play(move)
                if following.seat is None:
                    return turns + 1
                after[str(following).split()[1]] = following
        layer = after
        turns += 1


@cache
def fewest_lines(empty: frozenset[tuple[int, int]]) -> int:
    """Into how few straight lines cells can be cut, by trying every line through the first of them."""
    if not empty:
        return 0
    row, column = min(empty)
    fewest = len(empty)
    for down, across in ((0, 1), (1, 0)):
        line: set[tuple[int, int]] = set()
        while (cell := (row + len(line) * down, column + len(line) * across)) in empty:
            line.add(cell)
            fewest = min(fewest, 1 + fewest_lines(empty - line))
    return fewest


def empty_cells(position: State) -> frozenset[tuple[int, int]]:
    rows = str(position).split()[1].split("/")
    return frozenset((y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == ".")


@pytest.mark.parametrize("seed", range(12))
def test_as_few_turns_as_brute_force_finds(seed: int) -> None:
    luck = random.Random(seed)
    position = ragged(f"CAR_006x006_00{seed % 6 + 1}", luck.randrange(27, 34), luck)
    found = answer_of(PuzzleSolver(position).solving(1000))
    assert found.is_shortest
    assert len(found.moves) == fewest_turns(position)


@pytest.mark.parametrize("seed", range(20))
def test_after_a_turn_the_bound_is_the_fewest_straight_lines(seed: int) -> None:
    luck = random.Random(seed)
    position = ragged("CAR_006x006_003", luck.randrange(20, 32), luck)
    eye = Eye(position)
    turns = eye.turns(eye.start)
    for bound, move in luck.sample(turns, min(3, len(turns))):
        text = GAME.write_move(position.raw_board, position.raw_state, move)
        assert bound == fewest_lines(empty_cells(position.play(text))), text


@pytest.mark.parametrize("grid", references())
def test_an_empty_tray_takes_as_many_turns_as_it_has_rows(grid: str) -> None:
    """A turn lays a row at most, and along the frame every row can be laid in one."""
    position = GAME.start(mode="puzzle", grid=grid)
    found = answer_of(PuzzleSolver(position).solving(1000))
    assert found.is_shortest
    assert len(found.moves) == len(find_grid(grid).rows)


@pytest.mark.parametrize("seed", range(6))
def test_ragged_large_trays_are_solved(seed: int) -> None:
    luck = random.Random(seed)
    position = ragged("CAR_012x012_002", luck.randrange(40, 110), luck)
    found = answer_of(PuzzleSolver(position).solving(1000))
    assert checked(position, found.moves) == found.moves
    assert found.bound <= len(found.moves)


def test_a_sweep_proves_only_what_it_has_seen_whole() -> None:
    luck = random.Random(7)
    position = ragged("CAR_006x006_005", 16, luck)
    eye = Eye(position)
    fewest = len(answer_of(PuzzleSolver(position).solving(1000)).moves)

    def swept(aim: int, width: int) -> Sweep:
        sweep = Sweep(eye, aim, width)
        while not sweep.is_done:
            sweep.run(1)
        return sweep

    too_few = swept(fewest - 1, 1000)
    assert too_few.solved is None
    assert not too_few.has_dropped
    assert swept(fewest + 2, 1).has_dropped
    enough = swept(fewest, 1000)
    assert len(enough.way()) == fewest


def test_from_a_poor_solution_the_best_is_found_and_proven() -> None:
    position = ragged("CAR_006x006_005", 16, random.Random(7))
    best = answer_of(PuzzleSolver(position).solving(1000))
    state = position
    while state.seat is not None:
        state = state.play(min(state.moves(), key=len))
    assert len(state.history) > len(best.moves)

    class Poor(PuzzleSolver):
        def _begin(self, eye: Eye) -> None:
            self.best = Solution(state.history, 1)

    assert len(answer_of(Poor(position).solving(1000)).moves) == len(best.moves)


def test_without_time_or_room_there_is_an_answer_all_the_same() -> None:
    position = ragged("CAR_012x012_004", 60, random.Random(3))
    found = PuzzleSolver(position).best
    assert checked(position, found.moves) == found.moves
    assert not found.is_shortest
