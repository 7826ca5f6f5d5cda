"""The Monte Carlo tree search: the same at both speeds, right where it is certain, and tidy with its memory."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from every_mode import Mode

import carreau
from carreau.engines import tree
from carreau.engines.knowledge import plain
from carreau.engines.monte_carlo import BYTES, Tree
from carreau.engines.programs import fact, known_of
from carreau.engines.tree import CERTAIN, FAMILY, FULL, MOVE, NODE, PROVEN, SEATED, VALUE, VISITS
from carreau.rules.binding import interpreted
from carreau.rules.kernel import OVER, SEAT, SEATS, WINNERS

ROOT = Path(__file__).parents[2]
ENDINGS = [
    pytest.param("unlur", {"side": 3}, id="unlur"),
    pytest.param("012x012", {"players": 2, "grid": "CAR_006x006_002"}, id="two players"),
    pytest.param("012x012", {"players": 3, "grid": "CAR_006x006_001"}, id="three players"),
    pytest.param("united-square", {"mode": "free-for-all", "players": 3, "open_hands": True}, id="three colours"),
    pytest.param("united-square", {"mode": "free-for-all", "players": 4, "open_hands": True}, id="four colours"),
    pytest.param("united-square", {"mode": "rival-partners", "open_hands": True}, id="rival partners"),
    pytest.param("united-square", {"mode": "teams", "open_hands": True}, id="teams"),
]


def grown(state: carreau.State, iterations: int, *, compiled: bool = True, seed: int = 1, blind: int = 0,
          memory: int = 16 << 20, plainly: bool = False) -> Tree:  # fmt: skip
    known = known_of(state.game)
    if plainly or fact(known, "METHOD") != "tree":
        known = plain
    prepare = getattr(known, "prepare", lambda *position: position)
    found = Tree(state.game, *prepare(state.raw_board, state.raw_state), known,
                 compiled=compiled, memory=memory, seed=seed, blind=blind)  # fmt: skip
    found.grow(iterations)
    return found


def used(found: Tree) -> int:
    return int(found.run[tree.USED])


def words(found: Tree) -> list[int]:
    """All that a tree knows."""
    return [int(word) for word in found.nodes[: NODE * used(found)]]


def after(game: str, options: dict[str, object], plies: int, seed: int) -> carreau.State:
    """A position of a random game."""
    choose = random.Random(seed)
    if game == "united-square":
        options = {**options, "deal": seed}
    state = carreau.game(game).start(**options)
    for _ in range(plies):
        if state.seat is not None:
            state = state.play(choose.choice(state.moves()))
    return state


def after_each_move(game: carreau.Game, board: list[int], state: list[int]) -> list[list[int]]:
    out = [0] * game.longest_list
    found = interpreted(game.module, "legal")(board, state, out)
    positions = [state + [0] * game.room for _ in range(found)]
    for move, position in zip(out, positions, strict=False):
        interpreted(game.module, "step")(board, position, move)
    return positions


def is_small(game: carreau.Game, board: list[int], state: list[int]) -> bool:
    """Can at most a few hundred positions be reached?"""
    waiting = [state]
    for _ in range(400):
        if not waiting:
            return True
        waiting += after_each_move(game, board, waiting.pop())
    return False


def ending(game: str, options: dict[str, object], seed: int) -> carreau.State | None:
    """The earliest position of a random game whose rest is small, if there is one."""
    choose = random.Random(seed)
    line = [after(game, options, 0, seed)]
    while line[-1].seat is not None:
        line.append(line[-1].play(choose.choice(line[-1].moves())))
    chosen = None
    for state in reversed(line[:-1]):
        if not is_small(state.game, state.raw_board, state.raw_state):
            break
        chosen = state
    return chosen


Shares = tuple[int, ...]


def results_of_best_play(game: carreau.Game, board: list[int], state: list[int], rewards: list[int]) -> set[Shares]:
    """By brute force, max^n: all results there can be, whichever of equally good moves a seat takes."""
    seat = state[SEAT]
    if seat == OVER:
        return {tuple(rewards[8 * state[WINNERS] + each] for each in range(board[SEATS]))}
    below = [results_of_best_play(game, board, after, rewards) for after in after_each_move(game, board, state)]
    sure = [min(result[seat] for result in results) for results in below]  # what each move gives at least
    return {
        result
        for i, results in enumerate(below)
        for result in results
        if all(result[seat] >= other for j, other in enumerate(sure) if j != i)
    }


def nodes(found: Tree) -> Iterator[tuple[int, range]]:
    waiting = [0]
    while waiting:
        node = waiting.pop()
        children = found.children(node)
        yield node, children
        waiting += children


@pytest.mark.parametrize("blind", [0, 300])
def test_interpreted_and_compiled_grow_the_same_tree(mode: Mode, blind: int) -> None:
    state = mode.start()
    if state.seats == 1:
        pytest.skip("the tree is for two seats or more")
    slow = grown(state, 60, compiled=False, blind=blind)
    fast = grown(state, 60, compiled=True, blind=blind)
    assert words(slow) == words(fast)
    assert [int(word) for word in slow.run[:2]] == [int(word) for word in fast.run[:2]]


@pytest.mark.parametrize(("game", "options"), ENDINGS)
def test_what_is_proven_is_what_best_play_gives(game: str, options: dict[str, object]) -> None:
    endings = [state for seed in range(20) if (state := ending(game, options, seed))]
    assert len(endings) > 3
    proven = 0
    for state in endings[:4]:
        found = grown(state, 40_000)
        rewards = [int(word) for word in found.rewards]
        wanted = results_of_best_play(state.game, state.raw_board, state.raw_state, rewards)
        if not found.is_proven:
            assert state.seats > 2, state
            continue
        proven += 1
        winners = int(found.nodes[PROVEN]) % CERTAIN - 1
        assert wanted == {tuple(rewards[8 * winners + seat] for seat in range(state.seats))}, str(state)
    assert proven


@pytest.mark.parametrize(("game", "options"), ENDINGS)
def test_a_proven_win_is_one_whatever_the_others_do(game: str, options: dict[str, object]) -> None:
    """Among three and more a seat may have nothing to lose: it can give the win to whom it likes."""
    wins = 0
    for state in [state for seed in range(20) if (state := ending(game, options, seed))]:
        found = grown(state, 5_000)
        rewards = [int(word) for word in found.rewards]
        for branch in found.branches():
            if branch.winners is None or rewards[8 * branch.winners + state.raw_state[SEAT]] < FULL:
                continue
            wins += 1
            after = state.raw_state + [0] * state.game.room
            interpreted(state.game.module, "step")(state.raw_board, after, branch.move)
            assert is_forced(state.game, state.raw_board, after, state.raw_state[SEAT], rewards), str(state)
    assert wins


def is_forced(game: carreau.Game, board: list[int], state: list[int], seat: int, rewards: list[int]) -> bool:
    """Can the seat, with its allies, win whatever all others do?"""
    if state[SEAT] == OVER:
        return rewards[8 * state[WINNERS] + seat] == FULL
    wanted = any if state[SEAT] in game.allies(board, seat) else all
    return wanted(is_forced(game, board, after, seat, rewards) for after in after_each_move(game, board, state))


@pytest.mark.parametrize(("game", "options"), ENDINGS)
def test_values_and_visits_add_up(game: str, options: dict[str, object]) -> None:
    found = grown(after(game, options, 4, 3), 3000)
    expand_at = fact(found.known, "EXPAND_AT")
    for node, children in nodes(found):
        at = NODE * node
        visits = int(found.nodes[at + VISITS])
        assert 0 <= int(found.nodes[at + VALUE]) <= FULL * visits
        if children:
            below = sum(int(found.nodes[NODE * child + VISITS]) for child in children)
            assert below <= visits
            if not found.nodes[at + PROVEN]:
                assert below >= visits - max(expand_at, 1)  # the visits before it had children
            seat = int(found.nodes[at + SEATED]) & 7
            assert 0 <= seat < found.board[SEATS]


def test_the_seats_values_of_a_visit_sum_to_one_win() -> None:
    state = carreau.game("united-square").start(mode="free-for-all", players=3, open_hands=True, deal=3)
    found = grown(state, 500)
    for _ in range(20):
        found.grow(1)
        assert sum(int(found.values[seat]) for seat in range(3)) == pytest.approx(FULL, abs=2)


def test_a_new_root_keeps_exactly_what_lay_below_it() -> None:
    state = carreau.game("unlur").start(side=4).play("d4").play("pass")
    found = grown(state, 4000)

    def subtree(node: int) -> list[tuple[int, ...]]:
        """All words but where the children lie, first things first."""
        listed, waiting = [], [node]
        for each in waiting:
            children = found.children(each)
            facts = [int(found.nodes[NODE * each + word]) for word in range(NODE) if word != FAMILY]
            listed.append((*facts, len(children)))
            waiting += children
        return listed

    child = max(found.children(0), key=lambda each: found.nodes[NODE * each + VISITS])
    reply = max(found.children(child), key=lambda each: found.nodes[NODE * each + VISITS])
    before = subtree(reply)
    assert len(before) > 30
    moves = [int(found.nodes[NODE * each + MOVE]) for each in (child, reply)]
    for move in moves:
        state = state.play(state.game.write_move(state.raw_board, state.raw_state, move))
    assert found.go_to(moves, state.raw_state)
    assert subtree(0) == before
    assert used(found) == len(before)
    visits = int(found.nodes[VISITS])
    assert found.grow(500) == 500
    assert int(found.nodes[VISITS]) == visits + 500


def test_a_root_that_was_never_looked_at_is_refused() -> None:
    state = carreau.game("unlur").start(side=4)
    found = grown(state, 1)
    there = state.play("d4").play("c3")
    assert not found.go_to([18, 11], there.raw_state)


@pytest.mark.parametrize("game", ["unlur", "squaryd", "012x012"])
def test_a_tree_that_is_full_goes_on_without_growing(game: str) -> None:
    found = grown(carreau.game(game).start(), 6000, memory=1000 * BYTES)
    assert used(found) <= 1000
    assert len(found.nodes) == 1000 * NODE
    assert int(found.nodes[VISITS]) == 6000
    assert max(branch.visits for branch in found.branches()) > 6000 / len(found.branches())


def test_the_same_seed_grows_the_same_tree_and_another_another() -> None:
    state = carreau.game("unlur").start(side=6)
    assert words(grown(state, 500, seed=4)) == words(grown(state, 500, seed=4))
    assert words(grown(state, 500, seed=4)) != words(grown(state, 500, seed=5))


def test_the_blind_overlook_moves_below_the_root_but_never_all() -> None:
    state = carreau.game("squaryd").start()
    sighted, blind = grown(state, 400, plainly=True), grown(state, 400, blind=1000, plainly=True)
    assert len(blind.children(0)) == len(sighted.children(0)) == len(state.moves())
    families = [len(children) for node, children in nodes(blind) if node and children]
    assert families
    assert min(families) >= 1
    assert max(families) < 10


def test_a_win_in_one_is_proven_at_once() -> None:
    state = carreau.game("squaryd").start()
    for move in ("a1", "d3", "b1", "e5", "a2", "f3"):
        state = state.play(move)
    found = grown(state, 2000, plainly=True)
    assert found.is_proven
    best = [branch for branch in found.branches() if branch.winners == 1]
    assert {state.game.write_move(state.raw_board, state.raw_state, branch.move) for branch in best} == {"b2"}
    assert best[0].distance == 1


def test_a_new_game_has_an_opponent_with_no_other_edit(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    code = "\n\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    (tmp_path / "morpion.py").write_text(code, encoding="utf-8")
    facts = tmp_path / "morpion-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: morpion\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text("[carreau.games]\nmorpion = morpion:GAME\n", encoding="utf-8")
    (tmp_path / "asks.py").write_text(
        "import carreau\n"
        "from carreau.engines.analysis import Limits\n"
        "from carreau.engines.thinking import Thinker\n"
        "for text in ('xox/.ox/ox. 1', 'xx./oo./... 0', 'xx./.o./... 1'):\n"
        "    *_, found = Thinker().think(carreau.game('morpion').position(text), Limits(nodes=100_000))\n"
        "    print(found.best, found.proven)\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(tmp_path / "asks.py")], cwd=ROOT, capture_output=True, text=True, timeout=900, check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    draw, win, parry = done.stdout.splitlines()
    assert draw == "c1 draw"
    assert win == "c3 win"
    assert parry.startswith("c3 ")
