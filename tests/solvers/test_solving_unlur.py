"""Unlur is solved as trying every game finds it, from any position, after any interruption."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from unlur_truth import GAME, brute, positions

import carreau
from carreau.cli import main
from carreau.games.unlur import ORDER, STONE, WORDS
from carreau.rules.language import Text
from carreau.solvers import proving
from carreau.solvers.insight import unlur as insight
from carreau.solvers.insight.unlur_facts import facts_of
from carreau.solvers.proving import Deciding
from carreau.solvers.solving import UNKNOWN, OutOfReach, answer_of
from carreau.solvers.unlur import Solution, Solver, solve, solver_of

A_WHILE = "b2 b3 pass"  # on side 3: some ten thousand nodes a move


def solved(state: carreau.State, folder: Path, **limits: int) -> Solution:
    return answer_of(solve(state, folder=folder, memory=limits.get("memory", 20)))


def check_line(state: carreau.State, found: Solution) -> None:
    for move in found.line:
        state = state.play(move)
    assert state.outcome is not None
    assert state.outcome.winners == (found.winner,)


@pytest.mark.parametrize(("seed", "side"), [*((seed, 3) for seed in range(12)), *((seed, 4) for seed in range(6))])
def test_every_move_is_judged_as_trying_everything_judges_it(seed: int, side: int, tmp_path: Path) -> None:
    state = next(positions(seed, 7, side))
    found = solved(state, tmp_path)
    known: dict[str, int] = {}
    assert found.winning == [move for move in state.moves() if brute(state.play(move), known) == state.seat]
    assert found.winner == brute(state, known)
    check_line(state, found)


def test_the_contract_is_solved_too(tmp_path: Path) -> None:
    """Nearly all inner cells taken: passing against one more stone."""
    state = GAME.position(".../.xx./.x.x./.xx./... 0 -")
    found = solved(state, tmp_path)
    check_line(state, found)
    decided = {move: solved(state.play(move), tmp_path).winner for move in state.moves()}
    assert found.winning == [move for move, winner in decided.items() if winner == state.seat]


def test_progress_never_pretends_to_know_the_time_left(tmp_path: Path) -> None:
    """Moves decided say nothing of those to come; which one is being looked at is all that can be told."""
    told = list(solve(GAME.start(side=3), folder=tmp_path, memory=20))
    assert {progress.share for progress in told} == {UNKNOWN}
    assert str(told[0].doing) == "move pass, 1 of 8"


def test_side_3_is_won_by_who_begins_in_the_centre(tmp_path: Path) -> None:
    found = solved(GAME.start(side=3), tmp_path)
    assert (found.winner, found.winning) == (0, ["c3"])
    check_line(GAME.start(side=3), found)


HEAVY = pytest.mark.heavy


@pytest.mark.parametrize("stones", ["", "b2", "b3", "d4", pytest.param("c3", marks=HEAVY), "b2 b4", "b3 f3"])
def test_on_side_4_passing_loses_at_once_after_any_first_stone_and_after_two(stones: str, tmp_path: Path) -> None:
    """White, to move, wins; every first stone is a picture of one of these, and the pairs are two of many."""
    state = GAME.replay([*stones.split(), "pass"], side=4)
    solver = solver_of(state, folder=tmp_path, memory=200, seconds=None)
    assert answer_of(solver.wins(list(state.raw_state)))


# Either of two cells would do wherever something is missing, but the other seat can force the goal that loses first.
FORCED = {
    "Black, who could make a line first": (".x./oo.x/..x../.x.o/xo. 0 0", 1),
    "Black, who has to make one": ("x../..x./.xxx./xxxo/..o 1 0", 1),
    "White, who has to make a Y": ("..../xxo.x/.xoxxx/xx.ox.x/.xoxx./ooooo/.... 0 0", 0),
}


@pytest.mark.parametrize("owner", FORCED)
def test_a_goal_is_not_held_by_stones_that_make_the_other_goal(owner: str, tmp_path: Path) -> None:
    position, winner = FORCED[owner]
    state = GAME.position(position)
    found = solved(state, tmp_path)
    assert found.winner == winner
    check_line(state, found)


def test_a_goal_held_by_pairs_is_seen_at_once(tmp_path: Path) -> None:
    """White's three stones are bridges apart, from side to side: no reply of Black needs to be tried."""
    state = GAME.position("..../.xo../....x./..xox../....../.xo../.... 1 1")
    solver = solver_of(state, folder=tmp_path, memory=20, seconds=None)
    assert not answer_of(solver.wins(list(state.raw_state)))
    assert solver.prover.nodes == 1


def test_one_solver_answers_for_both_seats_in_turn() -> None:
    """Whether the seat to move wins, and then each of its moves, after which the other is to move: from one table."""
    for seed in range(12):
        state = next(positions(seed, 8))
        known: dict[str, int] = {}
        solver = solver_of(state, folder=None, memory=20, seconds=None)
        words, judged = list(state.raw_state), dict[int, bool]()
        answer_of(solver.judging(words, judged))
        found = {GAME.write_move(state.raw_board, words, move): wins for move, wins in judged.items()}
        assert found == {move: brute(state.play(move), known) == state.seat for move in state.moves()}, state


def test_symmetric_positions_are_worth_the_same(tmp_path: Path) -> None:
    one, other = (GAME.start(side=3).play(move).play("pass") for move in ("b2", "d3"))  # half a turn
    mine, theirs = solved(one, tmp_path), solved(other, tmp_path)
    assert mine.winner == theirs.winner
    assert len(mine.winning) == len(theirs.winning)


def test_too_little_memory_costs_time_only(tmp_path: Path) -> None:
    state = GAME.replay(A_WHILE.split(), side=3)
    much, little = (solved(state, tmp_path / str(memory), memory=memory) for memory in (100, 0))
    assert (much.winner, much.winning) == (little.winner, little.winning)


def test_memory_that_is_not_there_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import numpy

    def full(*_: object, **__: object) -> None:
        raise MemoryError

    state = GAME.replay(A_WHILE.split(), side=3)
    monkeypatch.setattr(numpy, "zeros", lambda shape, *more: numpy.empty(shape, *more) if type(shape) is tuple
                        or shape < 1 << 19 else full())  # fmt: skip
    assert main(["solve", "unlur", "--position", str(state), "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "carreau: there are no 4 MB of memory for the table\n"


def test_what_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "STEP", 0)  # portions as small as they come
    state = GAME.replay(A_WHILE.split(), side=3)
    whole = solved(state, tmp_path / "whole")
    solving = solve(state, folder=tmp_path, memory=20)
    for _ in range(8):
        next(solving)
    solving.close()
    (kept,) = (tmp_path / "proofs").iterdir()
    rest = solved(state, tmp_path)
    assert (rest.winner, rest.winning) == (whole.winner, whole.winning)
    assert rest.nodes > 0
    assert not kept.exists()


def test_wherever_it_is_stopped_its_work_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a proof and between two moves."""
    monkeypatch.setattr(proving, "STEP", 0)
    state = GAME.replay(A_WHILE.split(), side=3)
    kept = []
    for steps in range(2, 12):
        solving = solve(state, folder=tmp_path / str(steps), memory=20)
        for _ in range(steps):
            next(solving)
        solving.close()
        kept.append(solver_of(state, folder=tmp_path / str(steps), memory=20, seconds=None).prover.nodes)
    assert kept[0] > 0
    assert kept == sorted(kept)


def test_damaged_proofs_are_not_believed(tmp_path: Path) -> None:
    state = GAME.replay(A_WHILE.split(), side=3)
    solving = solve(state, folder=tmp_path, memory=20)
    next(solving)
    next(solving)
    solving.close()
    (kept,) = (tmp_path / "proofs").iterdir()
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    assert solved(state, tmp_path).winner == solved(state, tmp_path / "anew").winner


KILLED = """
import sys
from pathlib import Path
import carreau
from carreau.solvers import proving, unlur
proving.SAVE_EVERY = proving.STEP = 0
state = carreau.game("unlur").replay(sys.argv[2].split(), side=3)
for progress in unlur.solve(state, folder=Path(sys.argv[1]), memory=20):
    print("step", flush=True)
"""


def test_kill_9_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    state = GAME.replay(A_WHILE.split(), side=3)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, tmp_path, A_WHILE], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(12):
            assert process.stdout.readline() == "step\n"
        process.send_signal(signal.SIGKILL)
    kept = proving.kept_proofs(tmp_path, state).load()
    assert kept is not None
    before, proofs = kept
    assert proofs
    rest, whole = solved(state, tmp_path), solved(state, tmp_path / "whole")
    assert (rest.winner, rest.winning) == (whole.winner, whole.winning)
    assert rest.nodes > before["nodes"]


def test_time_that_runs_out_says_what_is_proven(tmp_path: Path) -> None:
    found = answer_of(solve(GAME.start(side=4), folder=tmp_path, memory=64, seconds=0))
    assert (found.winner, found.winning, found.losing, found.line, found.is_out_of_time) == (None, [], [], [], True)


def test_a_win_that_is_proven_is_told_though_time_runs_out_for_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program gets what is proven on standard output, and a code of its own: 2 would say that it asked badly."""
    start = list(GAME.start(side=3).raw_state)
    is_good = Solver.is_good

    def two(self: Solver, words: list[int], move: int) -> Deciding:
        """The first two moves of the start, passing and the centre, are all that is decided."""
        if words == start and move not in self.moves(words)[:2]:
            raise OutOfReach(Text("not decided", "pas tranché"))
        return (yield from is_good(self, words, move))

    monkeypatch.setattr(Solver, "is_good", two)
    asked = ["solve", "unlur", "--option", "side=3", "--folder", str(tmp_path), "--memory", "64"]
    assert main([*asked, "--json"]) == 3
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["winner"], found["winning"], found["losing"]) == (0, ["c3"], ["pass"])
    assert found["out_of_time"] is True
    assert told.err == ""
    assert main(asked) == 3
    assert capsys.readouterr().out.splitlines()[:4] == [
        "First player wins (seat 0)", "Proven to win: c3", "Proven to lose: pass", "Moves not decided: 6"
    ]  # fmt: skip


def test_boards_beyond_reach_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["solve", "unlur", "--folder", str(tmp_path)]) == 2
    assert "169 empty cells are out of reach" in capsys.readouterr().err
    assert main(["solve", "unlur", "--position", ".../xxxx/...../..../... - 1", "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err


def test_what_may_take_days_is_said_before(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["solve", "unlur", "--folder", str(tmp_path), "--memory", "64"]
    assert main([*asked, "--option", "side=4", "--moves", "b2 b4 pass", "--seconds", "1"]) in (0, 3)  # 35 empty cells
    assert "may take seconds or days" in capsys.readouterr().err
    assert main([*asked, "--option", "side=3"]) == 0
    assert capsys.readouterr().err == ""


def test_the_command_shows_draws_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = next(positions(3, 7))
    asked = ["solve", "unlur", "--position", str(state), "--folder", str(tmp_path), "--memory", "64"]
    assert main([*asked, "--json", "--svg", str(tmp_path / "a.svg")]) == 0
    told = json.loads(capsys.readouterr().out)
    found = solved(state, tmp_path)
    assert (told["winner"], told["winning"], told["line"]) == (found.winner, found.winning, found.line)
    picture = (tmp_path / "a.svg").read_text()
    assert picture.count("target") >= len([move for move in found.winning if move != "pass"])
    assert main(["--lang", "fr", *asked]) == 0
    assert "gagne (siège" in capsys.readouterr().out


def test_the_notes_of_a_proof_are_those_made_anew() -> None:
    state = GAME.start(side=3).play("c3").play("pass")
    board, words = list(state.raw_board), list(state.raw_state)
    facts = facts_of(board, words)
    assert facts[0] == 12  # the centre alone is as symmetric as the board
    notes = insight.notes_of(board, facts, words)
    for _ in range(6):
        after = [0] * len(notes)
        move = words[ORDER]
        assert words[STONE + WORDS * move] == 0
        insight.note(board, facts, words, move, notes, after)
        key = insight.key_after(facts, words, move, notes)
        GAME.module.play(board, words, move)
        assert after == insight.notes_of(board, facts, words)
        assert key[:2] == insight.key(facts, after)[:2]
        notes = after
