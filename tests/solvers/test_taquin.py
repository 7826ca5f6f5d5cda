"""The taquin: solved from anywhere, shortest where that can be proven, and never longer for having been stopped."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections import deque
from itertools import pairwise
from math import factorial, prod
from pathlib import Path

import pytest

from carreau.games import taquin
from carreau.games.grids import references
from carreau.games.zero_one_two import GAME
from carreau.games.zero_one_two_rules import TAQUIN
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solution import checked
from carreau.solvers.solving import answer_of
from carreau.solvers.taquin import TaquinSolver
from carreau.solvers.taquin_map import LETTERS, Map, map_of
from carreau.solvers.taquin_plan import CELL_OF, LEFT, OWNER, PRICE, RENT, TARGET_OF, WORK, carry_out, place_of
from carreau.solvers.taquin_rows import solve_by_rows
from carreau.solvers.taquin_start import cheapest_matching, first_node
from carreau.solvers.taquin_tools import Proof, Tables

SMALL = 3
MODELS = ("012012012", "000111222", "021100212", "000000001", "111111112")
LITTLE = 8 << 20  # bytes


def tray(model: str, cubes: str) -> State:
    """A taquin of any size: the cubes as they lie, `.` for the hole."""
    size = int(len(model) ** 0.5)
    board = [1, TAQUIN, size, *map(int, model)]
    state = [0] * taquin.TRAY + [0 if code == "." else int(code) for code in cubes]
    state[taquin.HOLE] = cubes.index(".")
    state[taquin.WRONG] = sum(a not in (".", b) for a, b in zip(cubes, model, strict=True))
    taquin.judge(board, state)
    return State(GAME, {}, board, state)


def all_trays(model: str) -> dict[str, int]:
    """Every tray from which a small model can be reached, and the fewest slides to it, by brute force."""
    goal = model[:-1] + "."
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        cubes = queue.popleft()
        hole = cubes.index(".")
        for other in range(len(cubes)):
            if abs(other // SMALL - hole // SMALL) + abs(other % SMALL - hole % SMALL) == 1:
                after = list(cubes)
                after[hole], after[other] = after[other], "."
                if (text := "".join(after)) not in found:
                    found[text] = found[cubes] + 1
                    queue.append(text)
    return found


def arrangements(model: str) -> int:
    """How many trays there are at all."""
    counts = [model[:-1].count(code) for code in "012"]
    return factorial(len(model)) // prod(map(factorial, counts))


@pytest.mark.parametrize("model", MODELS)
def test_small_trays_are_solved_in_the_fewest_slides(model: str) -> None:
    fewest = all_trays(model)
    assert len(fewest) == arrangements(model)  # cubes are alike, so no tray is out of reach
    trays = sorted(fewest, key=lambda cubes: (-fewest[cubes], cubes))
    for cubes in [*trays[:5], *random.Random(1).sample(trays[:-1], min(25, len(trays) - 1))]:
        found = answer_of(TaquinSolver(tray(model, cubes), memory=LITTLE).solving(1000))
        assert found.is_shortest
        assert len(found.moves) == fewest[cubes], cubes


@pytest.mark.parametrize("model", MODELS)
def test_every_small_tray_is_solved_row_by_row(model: str) -> None:
    for cubes in random.Random(2).sample(trays := sorted(all_trays(model)), min(200, len(trays))):
        position = tray(model, cubes)
        if position.seat is not None:
            way = solve_by_rows(map_of(position.raw_board, position.raw_state))
            checked(position, (LETTERS[direction] for direction in way))


@pytest.mark.parametrize("grid", references())
def test_every_grid_is_solved_row_by_row(grid: str) -> None:
    position = GAME.start(mode="taquin", grid=grid, tray=5)
    way = solve_by_rows(map_of(position.raw_board, position.raw_state))
    checked(position, (LETTERS[direction] for direction in way))


@pytest.mark.parametrize(
    "rows", ["000000/000000/111111/111111/222222/222222", "010101/101010/222222/010101/101010/222222"]
)
def test_odd_trays_are_solved_row_by_row(rows: str) -> None:
    """Cubes sorted as wrongly as can be: backwards, and the hole in each corner."""
    cubes = rows.replace("/", "")[-2::-1]
    for hole in (0, 5, 30, 35):
        text = cubes[:hole] + "." + cubes[hole:]
        position = GAME.start(mode="taquin", grid=rows, tray="/".join(text[i : i + 6] for i in range(0, 36, 6)))
        checked(position, (LETTERS[d] for d in solve_by_rows(map_of(position.raw_board, position.raw_state))))


def is_proven_cheapest(map: Map, node: list[int]) -> bool:
    """Do prices and rents prove the plan, and are all ways longer than they say by an even number?"""
    cells = map.cells
    cell_of, target_of, price, owner, rent = (
        place_of(cells, kind) for kind in (CELL_OF, TARGET_OF, PRICE, OWNER, RENT)
    )
    for first, end in pairwise(map.begins):
        for cube in range(first, end):
            if node[owner + node[target_of + cube]] != cube:
                return False
            for target in range(first, end):
                slack = map.ways[node[cell_of + cube]][target] - node[price + cube] - node[rent + target]
                if slack < 0 or slack % 2 or (slack and target == node[target_of + cube]):
                    return False
    return True


@pytest.mark.parametrize("grid", ["CAR_006x006_002", "CAR_012x012_003"])
def test_the_plan_stays_cheapest_slide_by_slide(grid: str) -> None:
    position = GAME.start(mode="taquin", grid=grid, tray=3)
    map = map_of(position.raw_board, position.raw_state)
    node = first_node(map)
    ways = [way for line in map.ways for way in line]
    codes, begins = list(map.codes), list(map.begins)
    work = [0] * (WORK * map.cells)
    luck = random.Random(4)
    for _ in range(60):
        to = luck.choice(list(map.steps[node[0]].values()))
        carry_out(node, map.cells, ways, codes, begins, to, work)
        assert is_proven_cheapest(map, node)
        cells = node[place_of(map.cells, CELL_OF) :][: map.cells - 1]
        cheapest = 0
        for first, end in pairwise(map.begins):
            costs = [map.ways[cell][first:end] for cell in cells[first:end]]
            cheapest += sum(costs[row][column] for column, row in enumerate(cheapest_matching(costs)[0]))
        assert node[LEFT] == cheapest


class Clock:
    """A clock that goes on by itself, a second a look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_what_was_found_before_a_stop_is_where_the_next_begins(tmp_path: Path) -> None:
    position = GAME.start(mode="taquin", grid="CAR_006x006_004", tray=9)

    def solver() -> TaquinSolver:
        return TaquinSolver(position, memory=LITTLE, checkpoint=Checkpoint(tmp_path / "file", {}))

    by_rows = solver().best
    stopped = solver()
    for _ in stopped.solving(1000):
        if len(stopped.best.moves) < len(by_rows.moves) / 1.5:
            break
    again = solver()
    assert again.best == stopped.best
    assert by_rows.bound < again.best.bound < len(again.best.moves)
    for _ in again.solving(1000):
        if len(again.best.moves) < len(stopped.best.moves):
            break
    assert again.best.bound >= stopped.best.bound
    (tmp_path / "file").write_bytes(b"carreau sealed 1 nonsense")
    assert solver().best == by_rows


def test_a_proof_goes_on_at_the_very_tray(tmp_path: Path) -> None:
    """Stopped again and again, it looks at as many trays in all, and proves the same."""
    position = GAME.start(mode="taquin", grid="CAR_006x006_002", tray=4)
    tables = Tables(map_of(position.raw_board, position.raw_state))
    whole = Proof(tables, 0)
    while whole.bound < tables.start[LEFT] + 6:
        whole.run(1)
    parts = Proof(tables, 0)
    while parts.bound < whole.bound:
        again = Proof(tables, 0, parts.bound)
        again.table[:] = parts.table
        again.take_up(parts.to_bytes())
        parts = again
        parts.run(997 if parts.nodes + 997 < whole.nodes else 1)
    assert parts.nodes == whole.nodes
    other = Proof(tables, 0)
    other.take_up(parts.to_bytes())
    assert other.nodes == 0, "what was kept for another bound is passed over"


def test_a_solver_that_is_stopped_keeps_where_its_proof_stands(tmp_path: Path) -> None:
    position = GAME.start(mode="taquin", grid="CAR_006x006_002", tray=4)
    stands = []
    for threads in (1, 2, 1):
        solver = TaquinSolver(
            position, memory=LITTLE, threads=threads, clock=Clock(), checkpoint=Checkpoint(tmp_path / "file", {})
        )
        answer_of(solver.solving(60))
        kept = Checkpoint(tmp_path / "file", {}).load()
        assert kept is not None
        assert kept[0]["bound"] == solver.best.bound
        proof = Proof(Tables(solver.map), 0, solver.best.bound)
        proof.take_up(kept[1])
        stands.append(proof.nodes)
    assert 0 < stands[0] < stands[1] < stands[2], "each has gone on where the one before stopped"


def one_slide_before_the_end(grid: str) -> State:
    model = GAME.start(mode="taquin", grid=grid, tray=1)
    size = model.raw_board[taquin.SIZE]
    rows = ["".join(map(str, model.raw_board[taquin.CODES + size * y :][:size])) for y in range(size)]
    rows[-1], rows[-2] = rows[-1][:-1] + rows[-2][-1], rows[-2][:-1] + "."
    return GAME.start(mode="taquin", grid=grid, tray="/".join(rows))


def test_a_tray_near_its_end_is_proven_on_any_size() -> None:
    position = one_slide_before_the_end("CAR_012x012_001")
    assert answer_of(TaquinSolver(position, memory=LITTLE).solving(1000)) == (("S",), 1)


def test_threads_find_and_prove_the_same() -> None:
    position = one_slide_before_the_end("CAR_006x006_002")
    luck = random.Random(2)
    while len(position.history) < 30:
        position = position.play(luck.choice([move for move in position.moves() if position.play(move).seat == 0]))
    one, two = (answer_of(TaquinSolver(position, memory=LITTLE, threads=threads).solving(1000)) for threads in (1, 2))
    assert one.is_shortest
    assert two.is_shortest
    assert one.bound == two.bound > 1


def test_with_little_memory_the_answer_is_longer_but_there(tmp_path: Path) -> None:
    position = GAME.start(mode="taquin", grid="CAR_012x012_005", tray=2)
    solver = TaquinSolver(position, memory=1000, clock=Clock())
    found = answer_of(solver.solving(4))
    assert checked(position, found.moves) == found.moves
    assert found.bound < len(found.moves)


WORKER = """
import sys
from pathlib import Path
from carreau.games.zero_one_two import GAME
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.taquin import TaquinSolver
position = GAME.start(mode="taquin", grid="CAR_006x006_001", tray=1)
solver = TaquinSolver(position, checkpoint=Checkpoint(Path(sys.argv[1]), {}))
told = None
for _ in solver.solving(1000):
    if solver.best != told:
        told = solver.best
        print(len(told.moves), told.bound, flush=True)
"""


def test_kill_9_loses_nothing_that_was_found(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with subprocess.Popen([sys.executable, "-c", WORKER, file], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        length, bound = map(int, [worker.stdout.readline() for _ in range(8)][-1].split())
        worker.send_signal(signal.SIGKILL)
    position = GAME.start(mode="taquin", grid="CAR_006x006_001", tray=1)
    best = TaquinSolver(position, checkpoint=Checkpoint(file, {})).best
    assert len(best.moves) <= length
    assert best.bound >= bound
