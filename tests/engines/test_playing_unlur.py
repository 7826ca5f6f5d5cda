"""The engine plays Unlur: it wins and blocks in one move, keeps clear of the other goal, and knows when to pass."""

from __future__ import annotations

import random

import pytest

import carreau
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.knowledge import unlur
from carreau.engines.thinking import Thinker

GAME = carreau.game("unlur")
# White has all of a line but its middle, d2 or d3; Black has a wall that touches no side.
BRIDGE = """
       . o . .
      . o . x .
     . o . . x .
    . . . . . x .
     . o . . x .
      . o . x .
       . o . .
"""


def drawn(drawing: str, *, seat: int, black: int | None) -> carreau.State:
    rows = "/".join("".join(line.split()) for line in drawing.strip().splitlines())
    return GAME.position(f"{rows} {seat} {'-' if black is None else black}")


def thought(state: carreau.State, nodes: int) -> Analysis:
    *_, found = Thinker().think(state, Limits(nodes=nodes, seed=1))
    return found


def endings(state: carreau.State) -> dict[str, str]:
    """The moves that end the game, and how."""
    after = {move: state.play(move).outcome for move in state.moves()}
    return {move: outcome.reason for move, outcome in after.items() if outcome}


def random_positions(side: int, wanted: int) -> list[carreau.State]:
    """Positions of random games, some plies before their ends, when much hangs on one stone."""
    found = []
    for seed in range(wanted):
        choose = random.Random(seed)
        state = GAME.start(side=side)
        for _ in range(seed % 6):
            state = state.play(choose.choice([move for move in state.moves() if move != "pass"]))
        line = [state.play("pass")]
        while line[-1].seat is not None:
            line.append(line[-1].play(choose.choice(line[-1].moves())))
        found.append(line[max(0, len(line) - 2 - seed % 4)])
    return found


def test_white_completes_a_line() -> None:
    state = drawn(BRIDGE.replace(". . . . . x .", ". . x . . x ."), seat=1, black=0)
    found = thought(state, 300)
    assert (found.best, found.proven, found.distance) == ("d2", "win", 1)


def test_black_blocks_the_only_cell_of_a_line() -> None:
    state = drawn(BRIDGE.replace(". . . . . x .", ". . x . . x ."), seat=1, black=1)
    assert thought(state, 300).best == "d2"


def test_a_bridge_wins_whoever_is_to_move() -> None:
    """Black may cut at d2 or at d3: White takes the other."""
    state = drawn(BRIDGE, seat=0, black=0)
    assert thought(state, 2000).proven == "loss"
    for cut, reply in (("d2", "d3"), ("d3", "d2")):
        assert thought(state.play(cut), 300).best == reply


def test_black_completes_a_y_and_not_a_line() -> None:
    """The group touches the top and the lower right; lower left makes a Y, the bottom a line and a loss."""
    state = drawn("""
            . x o .
           . x o . .
          . . x . . .
         . . . x x . .
          . . x . x .
           . x . o x
            . o o o
    """, seat=0, black=0)  # fmt: skip
    ends = endings(state)
    assert set(ends.values()) == {"y", "own-line"}
    found = thought(state, 300)
    assert ends[found.best] == "y"
    assert found.proven == "win"


@pytest.mark.parametrize("side", [4, 6])
def test_one_stone_tactics(side: int) -> None:
    """In any position: win if one stone wins, else parry, and never make the enemy's goal if it can be helped."""
    seen = {"win": 0, "parry": 0, "suicide": 0}
    for state in random_positions(side, 40):
        if state.seat is None:
            continue
        ends = endings(state)
        wins = {move for move, reason in ends.items() if not reason.startswith("own")}
        suicides = set(ends) - wins
        best = thought(state, 200).best
        if wins:
            seen["win"] += 1
            assert best in wins, state
        elif len(suicides) < len(state.moves()):
            seen["suicide"] += bool(suicides)
            assert best not in suicides, state
            threats = enemy_wins(state)
            if len(threats) == 1 and threats.isdisjoint(suicides):
                seen["parry"] += 1
                assert best in threats, state
    assert min(seen.values()) > 0, seen  # the positions show every case


def enemy_wins(state: carreau.State) -> set[str]:
    """The cells where the enemy's stone would win at once."""
    colour = unlur.WHITE_STONE if state.raw_state[unlur.BLACK] == state.seat else unlur.BLACK_STONE
    goal = unlur.LINE if colour == unlur.WHITE_STONE else unlur.Y
    board, words = state.raw_board, state.raw_state
    return {
        move
        for move in state.moves()
        if unlur.GOALS[unlur.touching(board, words, GAME.read_move(board, words, move, 0), colour)] & goal
    }


def test_the_reply_to_a_cut_is_the_other_half_of_the_bridge() -> None:
    """Playouts keep bridges, between stones and to a side, and only those that are still needed."""
    after = drawn(BRIDGE, seat=0, black=0).play("d2")
    assert unlur.choose(after.raw_board, after.raw_state, [], 1 << 61) == GAME.read_move(
        after.raw_board, after.raw_state, "d3", 0
    )
    edge = GAME.start(side=4).play("pass").play("b2").play("a1")  # b2 reaches the top by a1 or a2
    reply = unlur.choose(edge.raw_board, edge.raw_state, [], 1 << 61)
    assert edge.game.write_move(edge.raw_board, edge.raw_state, reply) == "a2"


def test_playouts_of_black_make_no_line_while_another_stone_will_do() -> None:
    """All inner cells are black: any three stones on alternate sides are a Y, two on opposite sides a line."""
    state = GAME.start(side=4)
    while len(state.moves()) > 1:
        state = state.play(next(move for move in state.moves() if move != "pass"))
    state = state.play("pass")
    for seed in range(60):
        choose = random.Random(seed)
        board, words = list(state.raw_board), list(state.raw_state)
        while words[0] >= 0:
            GAME.module.play(board, words, unlur.choose(board, words, [], choose.getrandbits(63)))
        assert words[1] == 1 << words[unlur.BLACK]


def test_a_strong_black_shape_is_passed_on() -> None:
    """Black's Y stands but for its three ends: who passes is Black and wins."""
    state = GAME.start(side=6)
    for move in ("f6", "e6", "d6", "c6", "b5", "g6", "h6", "i6", "j5", "f5", "f4", "f3", "f2", "e5"):
        state = state.play(move)
    assert thought(state, 3000).best == "pass"


@pytest.mark.parametrize("side", [6, 8])
def test_nobody_passes_on_an_empty_board(side: int) -> None:
    """White, who moves next, would be far ahead."""
    found = thought(GAME.start(side=side), 4000)
    assert found.best != "pass"
    (passing,) = (line for line in found.moves if line.move == "pass")
    assert passing.chance < 0.5


@pytest.mark.parametrize("text", ["x.x/o.x./ooxxo/o.ox/..o 0 0", ".../.xx./.xoxo/.xx./.x. 0 0"])
def test_an_analysis_tells_of_every_move(text: str) -> None:
    """Of those too that lose at once, and that a search for the best move need not look at."""
    state = GAME.position(text)
    *_, found = Thinker().think(state.view(state.seat or 0), Limits(nodes=3000, every=True))
    assert sorted(line.move for line in found.moves) == sorted(state.moves())
    assert all(line.proven for line in found.moves)


def test_every_move_of_an_analysis_gets_its_looks() -> None:
    state = GAME.start(side=6).play("f6").play("pass")
    *_, found = Thinker().think(state.view(1), Limits(nodes=4000, every=True))
    assert min(line.nodes for line in found.moves) >= 8
    assert max(line.chance for line in found.moves) < found.chance + 0.2
