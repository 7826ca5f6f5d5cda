"""What the Squadro engine must see.

Positions are written as the progress of Yellow's lanes and Red's (0 start, 6 turned, 12 home) and the seat to move.
"""

from __future__ import annotations

import pytest

import carreau
from carreau.engines.analysis import Analysis, Limits, Line
from carreau.engines.thinking import Thinker

SQUADRO = carreau.game("squadro")


def thought(position: str, nodes: int = 20_000) -> Analysis:
    *_, last = Thinker().think(SQUADRO.position(position), Limits(nodes=nodes, every=True))
    return last


def line_of(found: Analysis, move: str) -> Line:
    return next(line for line in found.moves if line.move == move)


@pytest.mark.parametrize(
    ("position", "move"),
    [("12.12.12.11.0/6.6.6.6.6 0", "4"), ("6.6.6.6.6/9.12.0.12.12 1", "1")],
)
def test_a_fourth_piece_that_can_come_home_does(position: str, move: str) -> None:
    found = thought(position, 200)
    assert (found.best, found.proven, found.distance) == (move, "win", 1)


def test_the_jump_that_pays() -> None:
    """Red's third lane is a step from home and wins next move; only Yellow's first lane can jump it."""
    found = thought("0.12.12.12.10/12.12.11.12.0 0")
    assert (found.best, found.proven) == ("1", "win")
    assert (line_of(found, "5").proven, line_of(found, "5").distance) == ("loss", 2)


def test_a_jump_is_not_walked_into() -> None:
    """Both lanes need two moves, but the fourth would stop on the crossing that Red's third lane jumps next."""
    position = "12.12.12.6.10/9.9.3.12.12 0"
    assert str(SQUADRO.position(position).play("4").play("3")).startswith("12.12.12.6.10/9.9.5.12.12")
    found = thought(position)
    assert (found.best, found.proven, found.distance) == ("5", "win", 3)
    assert line_of(found, "4").distance != 3


def test_a_win_is_proven_far_ahead_and_played_out() -> None:
    """Red answers as well as it can; Yellow needs no more moves than it said."""
    state = SQUADRO.position("9.5.12.6.12/4.12.12.8.5 0")
    found = thought(str(state))
    assert (found.proven, found.distance) == ("win", 9)
    for left in range(9, 0, -1):
        found = thought(str(state))
        assert found.proven == ("win" if left % 2 else "loss")
        assert found.distance is not None
        assert found.distance <= left
        state = state.play(found.best)
        if state.outcome is not None:
            break
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_the_winner_does_not_let_a_position_come_back_a_third_time() -> None:
    """Lane 1 wins like the others, but the position after it has been met twice."""
    won = "9.5.12.6.12/4.12.12.8.5 0"
    drawn = "10.5.12.6.12/4.12.12.8.5@1"
    assert line_of(thought(won), "1").proven == "win"
    found = thought(f"{won} 9.3.12.6.12/4.12.12.8.5@0,{drawn},9.4.12.6.12/4.12.12.8.5@0,{drawn}")
    assert found.best != "1"
    assert found.proven == "win"
    assert (line_of(found, "1").chance, line_of(found, "1").proven) == (0.5, None)


def test_the_loser_takes_a_third_repetition() -> None:
    """Every move of Red loses, but one brings back a position met twice: a draw."""
    lost = "10.12.6.12.12/1.10.12.8.9 1"
    drawn = "10.12.6.12.12/1.10.12.9.9@0"
    assert thought(lost).proven == "loss"
    found = thought(f"{lost} 10.12.6.12.12/2.10.12.8.9@1,{drawn},10.12.6.12.12/3.10.12.8.9@1,{drawn}")
    assert (found.best, found.chance, found.proven) == ("4", 0.5, None)


def test_what_a_table_knew_before_a_repetition_threatened_is_not_used() -> None:
    """The same thinker, first without a past, then with one: the proof that ran through the drawn position is gone."""
    lost = "10.12.6.12.12/1.10.12.8.9 1"
    drawn = "10.12.6.12.12/1.10.12.9.9@0"
    past = f"10.12.6.12.12/2.10.12.8.9@1,{drawn},10.12.6.12.12/3.10.12.8.9@1,{drawn}"
    thinker = Thinker()
    proofs = [
        [each.proven for each in thinker.think(SQUADRO.position(text), Limits(seconds=0.3, nodes=20_000))][-1]
        for text in (lost, f"{lost} {past}")
    ]
    assert proofs == ["loss", None]


def test_two_threads_say_the_same_of_a_proven_position() -> None:
    for position in ("9.5.12.6.12/4.12.12.8.5 0", "10.12.6.12.12/1.10.12.8.9 1"):
        *_, one = Thinker().think(SQUADRO.position(position), Limits(nodes=20_000))
        *_, two = Thinker().think(SQUADRO.position(position), Limits(nodes=40_000, threads=2))
        assert one.proven == two.proven is not None


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("7.12.6.0.8/6.12.12.11.12 0", {"1": 4}),
        ("12.4.12.12.11/6.6.12.11.5 1", {"1": 8}),
        ("12.6.10.12.12/12.8.6.8.12 1", {"2": 6}),
    ],
)
def test_a_lost_position_is_defended_as_long_as_it_goes(text: str, longest: dict[str, int]) -> None:
    """All moves lose, one of them later than the rest: of those is known that they lose, not how soon."""
    state = carreau.game("squadro").position(text)
    (best,) = longest
    for limits in (Limits(level=5, seed=1), Limits(nodes=20_000), Limits(nodes=20_000, every=True)):
        *_, found = Thinker().think(state.view(state.seat or 0), limits)
        assert (found.best, found.proven, found.distance) == (best, "loss", longest[best])
        assert {line.proven for line in found.moves} == {"loss"}
        assert all(line.distance is None or line.distance < longest[best] for line in found.moves[1:])
