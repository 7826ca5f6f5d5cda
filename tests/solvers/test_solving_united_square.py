"""The solitaire of United Square: the solver finds what plain search finds, all of it, and keeps it through a kill."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

import carreau
from carreau.games.united_square_rules import (
    COPIES,
    FACES,
    LETTERS,
    NEIGHBOURS,
    OUTSIDE,
    SIZE,
    TILES,
    TYPES,
    WEIGHTS,
    mismatch,
    sides_are_plain,
)
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import answer_of
from carreau.solvers.united_square import (
    EVERY_BORDER,
    POSSIBLE_BORDERS,
    Board,
    count,
    outlook,
    solutions,
    solved,
)

GAME = carreau.game("united-square")


@cache
def start(sets: int) -> State:
    return GAME.start(mode="solitaire", sets=sets)


@cache
def every_solution() -> tuple[Board, ...]:
    state = start(1)
    return tuple(solutions(state.raw_board, state.raw_state))


def counted(state: State, borders: tuple[str, ...] = POSSIBLE_BORDERS) -> int:
    return sum(answer_of(count(state.raw_board, state.raw_state, borders)).values())


def filled_one_by_one(state: State, border: str = "") -> Iterator[Board]:
    """Every way to fill a position's empty cells in turn with tiles of its hand, by plain search; with this border."""
    board, size = state.raw_board, state.raw_board[SIZE]
    laid = list(state.raw_state[TILES : TILES + size * size])
    left = dict.fromkeys(range(6), COPIES * (1 if size == 5 else 2))
    for cell, tile in enumerate(laid):
        if tile and cell != size * size // 2:
            left[(tile - 1) // 4] -= 1
    empty = [cell for cell in range(size * size) if not laid[cell]]

    def seen_by(cell: int) -> int:
        seen = 0
        for side in range(4):
            beside = board[NEIGHBOURS + 4 * cell + side]
            if beside == OUTSIDE:
                seen += (1 + LETTERS.index(border[side])) * WEIGHTS[side] if border else 0
            elif laid[beside]:
                seen += (1 + FACES[4 * (laid[beside] - 1) + (side ^ 2)]) * WEIGHTS[side]
        return seen

    def fill(number: int) -> Iterator[Board]:
        if number == len(empty):
            full = [0] * TILES + laid
            if sides_are_plain(board, full):
                yield tuple(tile - 1 for tile in laid)
            return
        seen = seen_by(empty[number])
        for face in range(24):
            if left[face // 4] and mismatch(seen, face) < 0:
                left[face // 4] -= 1
                laid[empty[number]] = 1 + face
                yield from fill(number + 1)
                laid[empty[number]] = 0
                left[face // 4] += 1

    return fill(0)


def begun(sets: int, tiles: int, seed: int, *, astray: int = 0) -> State:
    """A solution played in a random order until so many tiles are left; the last moves may go astray."""
    random = Random(seed)
    aim = random.choice(every_solution() if sets == 1 else other_solutions())
    state = start(sets)
    size = state.raw_board[SIZE]
    while state.seat is not None and size * size - 1 - len(state.history) > tiles + astray:
        on_the_way = [move for move in state.moves() if is_part_of(aim, state, move)]
        state = state.play(random.choice(on_the_way))
    for _ in range(astray):
        if state.seat is not None:
            state = state.play(random.choice(state.moves()))
    return state


def is_part_of(aim: Board, state: State, move: str) -> bool:
    number = GAME.read_move(state.raw_board, state.raw_state, move, 0)
    return aim[number >> 5] == number & 31


@cache
def other_solutions() -> tuple[Board, ...]:
    state = start(2)
    return tuple(
        board for border in POSSIBLE_BORDERS
        for board in islice(solutions(state.raw_board, state.raw_state, [border]), 3)
    )  # fmt: skip


def test_one_set_has_the_solutions_that_plain_search_finds_and_no_border_but_the_logos() -> None:
    """Over every colouring of the four sides, one by one, also those that are proven to be impossible."""
    found = {
        "".join(border): boards
        for border in product(LETTERS, repeat=4)
        if (boards := set(filled_one_by_one(start(1), "".join(border))))
    }
    assert found == {LETTERS: set(every_solution())}
    assert len(every_solution()) == len(set(every_solution())) == counted(start(1)) == 98


def test_the_referee_calls_every_solution_solved() -> None:
    for board in (*every_solution(), *other_solutions()):
        outcome = solved(board).outcome
        assert outcome is not None
        assert outcome.reason == "solved"


def test_two_sets_have_solutions_with_the_logos_order_of_colours_only() -> None:
    found = answer_of(count(start(2).raw_board, start(2).raw_state, EVERY_BORDER))
    assert {border for border, number in found.items() if number} == set(POSSIBLE_BORDERS)
    assert found["GRYB"] == found["YBGR"], "they mirror each other"
    assert sum(found.values()) == 294_962, "as a plain search in machine code has found too"


def mirrored(board: Board) -> Board:
    """Left and right exchanged; green and yellow too, so that the logo is itself again."""
    return moved(board, lambda y, x, size: (y, size - 1 - x), lambda side: -side % 4, "BYRG")


def turned(board: Board) -> Board:
    """A quarter turn clockwise, and every colour the next one on the logo."""
    return moved(board, lambda y, x, size: (size - 1 - x, y), lambda side: (side - 1) % 4, "GRYB")


def moved(
    board: Board, source: Callable[[int, int, int], tuple[int, int]], from_side: Callable[[int], int], colours: str
) -> Board:
    size = round(len(board) ** 0.5)
    found = []
    for cell in range(size * size):
        y, x = source(*divmod(cell, size), size)
        face = board[size * y + x]
        letters = "".join(colours[FACES[4 * face + from_side(side)]] for side in range(4))
        turn = letters.index("B")
        found.append(4 * TYPES.index(letters[turn:] + letters[:turn]) + turn)
    return tuple(found)


def test_a_solution_turned_or_mirrored_is_a_solution() -> None:
    """The logo's own symmetries, with the colours renamed: whoever forgot a solution would have to forget eight."""
    every = set(every_solution())
    assert {turned(board) for board in every} == every
    assert {mirrored(board) for board in every} == every
    assert different(every) == 19


def different(boards: set[Board]) -> int:
    """How many there are up to the logo's symmetries."""
    left, found = set(boards), 0
    while left:
        board = left.pop()
        for _ in range(4):
            board = turned(board)
            left -= {board, mirrored(board)}
        found += 1
    return found


@pytest.mark.heavy
def test_all_solutions_of_two_sets_can_be_listed_and_hold_before_the_referee() -> None:
    every = list(solutions(start(2).raw_board, start(2).raw_state))
    assert len(every) == len(set(every)) == counted(start(2))
    assert different(set(every)) == 36_977
    for board in every:
        outcome = solved(board).outcome
        assert outcome is not None
        assert outcome.reason == "solved"


@pytest.mark.parametrize("page", ["united-square-borders.md", "united-square-bords.md"])
def test_the_pages_on_borders_say_what_the_solver_finds(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w{4})`.*\|([^|]+)\|([^|]+)\|$", text, re.M)
    for column, sets in enumerate((1, 2), 1):
        told = {row[0]: int(re.sub(r"\D", "", row[column])) for row in rows}
        assert told == answer_of(count(start(sets).raw_board, start(sets).raw_state))
    for position in re.findall(r"^\S+ - - solitaire - hidden$", text, re.M):
        outcome = GAME.position(position).outcome
        assert outcome is not None
        assert outcome.reason == "solved"


@pytest.mark.parametrize(("sets", "tiles", "astray"), [(1, 12, 0), (1, 10, 2), (2, 16, 0), (2, 14, 2), (1, 24, 0)])
@pytest.mark.parametrize("seed", range(4))
def test_from_a_partial_board_the_solver_finds_what_plain_search_finds(
    sets: int, tiles: int, astray: int, seed: int
) -> None:
    state = begun(sets, tiles, seed, astray=astray)
    expected = {board for border in POSSIBLE_BORDERS for board in filled_one_by_one(state, border)}
    found = list(solutions(state.raw_board, state.raw_state))
    assert set(found) == expected
    assert len(found) == len(expected) == counted(state)


def playable(state: State, known: dict[str, set[str]]) -> set[str]:
    """Every solution that can be reached by moves, straight from the rules."""
    if state.outcome:
        return {str(state)} if state.outcome.winners else set()
    if str(state) not in known:
        known[str(state)] = set().union(*(playable(state.play(move), known) for move in state.moves()))
    return known[str(state)]


@pytest.mark.parametrize("sets", [1, 2])
@pytest.mark.parametrize(("seed", "astray"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_the_moves_said_to_keep_a_solution_are_those_from_which_one_can_be_played(
    sets: int, seed: int, astray: int
) -> None:
    state = begun(sets, 6, seed, astray=astray)
    found = answer_of(outlook(state.raw_board, state.raw_state))
    known: dict[str, set[str]] = {}
    keeping = {GAME.write_move(state.raw_board, state.raw_state, move): ways for move, ways in found.moves.items()}
    ways = {move: len(playable(state.play(move), known)) for move in state.moves()}
    assert keeping == {move: number for move, number in ways.items() if number}
    assert found.count == len(playable(state, known))
    assert (found.example is None) == (found.count == 0)


@pytest.mark.parametrize("sets", [1, 2])
def test_every_first_move_leads_to_as_many_solutions_as_said(sets: int) -> None:
    state = start(sets)
    found = answer_of(outlook(state.raw_board, state.raw_state))
    moves = [GAME.write_move(state.raw_board, state.raw_state, move) for move in found.moves]
    assert set(moves) == set(state.moves()), "no first move spoils it"
    on_one_cell = [move for move in moves if move.startswith("c4" if sets == 1 else "d5")]
    total = 0
    for move in on_one_cell:
        after = counted(state.play(move))
        assert after == found.moves[GAME.read_move(state.raw_board, state.raw_state, move, 0)]
        total += after
    assert total == found.count, "some tile lies there in every solution"


def test_a_finished_solitaire_is_its_own_solution_or_has_none() -> None:
    full = solved(every_solution()[0])
    found = answer_of(outlook(full.raw_board, full.raw_state))
    assert (found.count, found.moves, found.example) == (1, {}, every_solution()[0])
    stuck = start(1)
    while stuck.seat is not None:
        stuck = stuck.play(stuck.moves()[0])
    assert stuck.outcome is not None
    assert not stuck.outcome.winners
    assert counted(stuck) == 0


COUNTING = """
import sys
from itertools import count as ticks
from pathlib import Path
import carreau
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.united_square import EVERY_BORDER, count
state = carreau.game("united-square").start(mode="solitaire")
point = Checkpoint(Path(sys.argv[1]), {})
clock = ticks(0, 10).__next__
for progress in count(state.raw_board, state.raw_state, EVERY_BORDER, checkpoint=point, clock=clock):
    if progress.doing.en.endswith("GYRB"):
        print(progress.share, flush=True)
        sys.stdin.read()
"""


def test_a_count_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "count"
    with subprocess.Popen(
        [sys.executable, "-c", COUNTING, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as counting:
        assert counting.stdout is not None
        counting.stdout.readline()
        counting.send_signal(signal.SIGKILL)
    state, point = start(1), Checkpoint(file, {})
    kept = point.load()
    assert kept is not None
    assert list(kept[0]) == list(EVERY_BORDER[: EVERY_BORDER.index("GYRB")])
    going_on = count(state.raw_board, state.raw_state, EVERY_BORDER, checkpoint=point)
    assert next(going_on).share >= len(kept[0]) / len(EVERY_BORDER)
    assert answer_of(going_on) == answer_of(count(state.raw_board, state.raw_state, EVERY_BORDER))
    assert not file.exists(), "what is done needs no checkpoint"


def test_a_damaged_checkpoint_is_not_believed(tmp_path: Path) -> None:
    state, point = start(1), Checkpoint(tmp_path / "count", {})
    point.save({"BGRY": 99, "GRYB": 0})
    wrong = answer_of(count(state.raw_board, state.raw_state, checkpoint=point))
    assert wrong["BGRY"] == 99, "a whole one is"
    point.save({"BGRY": 99, "GRYB": 0})
    damaged = point.file.read_bytes().replace(b"99", b"97")
    point.file.write_bytes(damaged)
    assert answer_of(count(state.raw_board, state.raw_state, checkpoint=point))["BGRY"] == 98
