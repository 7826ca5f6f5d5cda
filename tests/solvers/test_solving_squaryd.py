"""Forced wins of Squaryd: proven as trying everything proves them, and played out against the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import carreau
from carreau.cli import main
from carreau.rules.errors import BadOption
from carreau.rules.language import Text
from carreau.solvers import proof_table, proving
from carreau.solvers.insight import squaryd as insight
from carreau.solvers.insight.squaryd import BY_THREATS
from carreau.solvers.proof_table import ProofTable
from carreau.solvers.solving import OutOfReach, Progress, answer_of
from carreau.solvers.squaryd import Solution, by_threats, solve
from carreau.solvers.squaryd_attack import Attack, has_choice, is_threat, prover_of
from carreau.solvers.squaryd_check import holds_always, holds_in_games

GAME = carreau.game("squaryd")
# The longest wins by threats met in 24 games between computers of levels 1 to 4: the plies are those of the line found.
LONGEST = [json.loads(line) for line in (Path(__file__).parent / "squaryd_wins.jsonl").read_text().splitlines()]


def late(seed: int, left: int) -> Iterator[carreau.State]:
    """Positions so many plies before the end of random games that nobody ends as long as there is a way not to."""
    choose = random.Random(seed)
    while True:
        line = [GAME.start()]
        while line[-1].seat is not None:
            moves = line[-1].moves()
            choose.shuffle(moves)
            after = (line[-1].play(move) for move in moves)
            line.append(next((state for state in after if state.seat is not None), line[-1].play(moves[0])))
        if len(line) > left:
            yield line[-1 - left]


def brute(state: carreau.State, attacker: int, known: dict[str, bool], *, quiet: int = 24) -> bool:
    """Can the attacker force a win? Of its singles beyond the first `quiet` each must threaten."""
    if state.outcome is not None:
        return state.outcome.winners == (attacker,)
    if str(state) not in known:
        after = [state.play(move) for move in state.moves()]
        if state.seat == attacker:
            if has_choice(state) and str(state).split()[0].count("xo"[attacker]) >= quiet:
                after = [each for each in after if each.outcome or is_threat(each)]
            found = any(brute(each, attacker, known, quiet=quiet) for each in after)
        else:
            found = all(brute(each, attacker, known, quiet=quiet) for each in after)
        known[str(state)] = found
    return known[str(state)]


def solved(state: carreau.State, folder: Path, *, memory: int = 20, whole: bool = False, check: int = 0) -> Solution:
    return answer_of(solve(state, folder=folder, memory=memory, whole=whole, check=check))


def attack_on(state: carreau.State, attacker: int, folder: Path, mode: int = BY_THREATS) -> Attack:
    prover = prover_of(state, folder=folder, memory=20)
    return Attack(prover, insight.facts_of(state.raw_state), attacker, mode, Progress(-1))


@pytest.mark.parametrize("seed", range(6))
def test_near_the_end_win_draw_and_loss_are_told_apart(seed: int, tmp_path: Path) -> None:
    state = next(late(seed, 5))
    found = solved(state, tmp_path, whole=True)
    won = [seat for seat in (0, 1) if brute(state, seat, {})]
    assert won == ([] if found.winner is None else [found.winner])
    if found.whole and found.winner == state.seat:
        known: dict[str, bool] = {}
        assert found.winning == [move for move in state.moves() if brute(state.play(move), found.winner, known)]


@pytest.mark.parametrize("seed", range(6))
def test_threats_win_where_trying_every_defence_says_so(seed: int, tmp_path: Path) -> None:
    state = next(late(100 + seed, 5))
    for attacker in (0, 1):
        for free in (0, 1):
            quiet = str(state).split()[0].count("xo"[attacker]) + free
            attack = attack_on(state, attacker, tmp_path, mode=by_threats(state, attacker, free))
            assert answer_of(attack.wins(list(state.raw_state))) == brute(state, attacker, {}, quiet=quiet)


SHORT = "oxO.o../xx....x/.oo..xX/x..+ox./Xo..o../ox.xx.o/....o.. 0"
WHILE = ".x.o.x./.o...o./o..x..x/.o.+.Oo/...x.o./o..O..x/..xxxo. 0"  # some ten thousand nodes
HARD = "...x.x./.o.o.../......./...+.../...x.../o.x..../xoo.... 0"
NONE_SO = "..X..../x..x.Xo/.x.xo.o/...+.o./xo.O.../o..xxox/......o 0"


def test_a_short_win_holds_against_every_reply(tmp_path: Path) -> None:
    found = solved(GAME.position(SHORT), tmp_path)
    assert found.winner == 1
    state = GAME.position(SHORT)
    for move in found.line[:-5]:
        state = state.play(move)
    attack = attack_on(state, 1, tmp_path)
    assert answer_of(attack.wins(list(state.raw_state)))
    assert answer_of(holds_always(attack, state)) > 10


def test_the_check_does_not_believe_a_wrong_claim(tmp_path: Path) -> None:
    state = GAME.position(NONE_SO)
    attack = attack_on(state, 0, tmp_path)
    assert not answer_of(attack.wins(list(state.raw_state)))
    with pytest.raises(AssertionError):
        answer_of(holds_in_games(attack, state, 1))


@pytest.mark.parametrize("known", [
    pytest.param(known, marks=[pytest.mark.heavy] if known["nodes"] > 130_000 else [], id=f"{known['plies']} plies")
    for known in LONGEST
])  # fmt: skip
def test_the_longest_wins_met_in_games_are_proven(known: dict[str, object], tmp_path: Path) -> None:
    state = GAME.position(str(known["position"]))
    found = solved(state, tmp_path, memory=200, check=1)
    assert found.winner == known["winner"]
    for move in found.line:
        state = state.play(move)
    assert state.outcome is not None
    assert state.outcome.winners == (found.winner,)


def test_symmetric_positions_are_worth_the_same(tmp_path: Path) -> None:
    rows, seat = SHORT.split()
    mirrored = "/".join(row[::-1] for row in rows.split("/"))
    one, other = (solved(GAME.position(f"{text} {seat}"), tmp_path) for text in (rows, mirrored))
    assert (one.winner, len(one.winning)) == (other.winner, len(other.winning))


def test_keys_tell_positions_apart_and_follow_the_moves() -> None:
    state = GAME.position(NONE_SO)
    facts = insight.facts_of(state.raw_state)
    assert facts[0] == 1
    assert insight.facts_of(GAME.start().raw_state)[0] == 8
    keys = set()
    notes = insight.notes_of(facts, state.raw_state, 0, BY_THREATS)
    for move in state.moves():
        number = GAME.read_move(state.raw_board, state.raw_state, move, 0)
        after = [0] * len(notes)
        insight.note(list(state.raw_board), facts, list(state.raw_state), number, notes, after)
        assert after == insight.notes_of(facts, state.play(move).raw_state, 0, BY_THREATS)
        assert insight.key_after(facts, list(state.raw_state), number, notes) == insight.key(facts, after)
        keys.add(insight.key(facts, after))
    assert len(keys) == len(state.moves())


def test_what_was_stopped_goes_on_and_damage_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "STEP", 0)
    state = GAME.position(WHILE)
    for damage in (False, True):
        solving = solve(state, folder=tmp_path, memory=20)
        for _ in range(3):
            next(solving)
        solving.close()
        (kept,) = (tmp_path / "proofs").iterdir()
        if damage:
            kept.write_bytes(b"nonsense")
        assert solved(state, tmp_path).winner == 0
        assert not kept.exists()


def test_numbers_that_are_kept_lead_back_and_decide_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped wherever: the same answer, for about the same work in all; also where few numbers may be kept."""
    monkeypatch.setattr(proving, "STEP", 0)
    state = GAME.position(WHILE)
    whole = solved(state, tmp_path / "whole")
    for steps in (1, 3, 4):
        for most in (1 << 20, 100):
            monkeypatch.setattr(proving, "MOST_KEPT", most)
            folder = tmp_path / f"{steps} {most}"
            solving = solve(state, folder=folder, memory=20)
            for _ in range(steps):
                next(solving)
            solving.close()
            kept = proving.kept_proofs(folder, state).load()
            assert kept is not None
            assert 0 < sum(map(len, kept[1])) <= 32 * most
            rest = solved(state, folder)
            assert (rest.winner, rest.winning) == (whole.winner, whole.winning)
            assert rest.nodes > kept[0]["nodes"]
            if most > 100:
                assert rest.nodes < whole.nodes + kept[0]["nodes"] // 2, "what was known was not searched again"


def test_what_other_code_has_kept_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.position(SHORT)
    prover_of(state, folder=tmp_path, memory=20).save()
    point = proving.kept_proofs(tmp_path, state)
    kept, bodies = point.load() or ({}, [])
    point.begin({**kept, "nodes": 1000}, bodies)
    assert prover_of(state, folder=tmp_path, memory=20).nodes == 1000
    point.begin({**kept, "nodes": 1000, "code": "of yesterday"}, bodies)
    assert prover_of(state, folder=tmp_path, memory=20).nodes == 0


def test_without_memory_to_grow_the_table_stays_and_the_answer_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = GAME.position(WHILE)
    monkeypatch.setattr(proof_table, "FIRST_PLACES", 64)
    room_for = ProofTable._room_for

    def little(table: ProofTable, places: int) -> object:
        if places > 64:
            raise OutOfReach(Text("there is no memory", ""))
        return room_for(table, places)

    whole = solved(state, tmp_path)
    monkeypatch.setattr(ProofTable, "_room_for", little)
    assert solved(state, tmp_path).winner == whole.winner == 0


def test_time_that_runs_out_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer_of(solve(GAME.position(HARD), folder=tmp_path, memory=64, seconds=0))
    assert (found.winner, found.proven, found.is_out_of_time) == (None, [], True)
    start = ["solve", "squaryd", "--quiet", "4"]  # no machine decides it within a second
    assert main([*start, "--seconds", "1", "--folder", str(tmp_path), "--memory", "64", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["winner"] is None


def test_a_win_that_is_proven_is_told_though_time_runs_out_for_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard output, with a code of its own: 2 would say that it was asked badly."""

    def good(attack: Attack, _: carreau.State) -> None:
        attack.winning.append("d5")
        raise OutOfReach(Text("not decided", "pas tranché"))

    monkeypatch.setattr(Attack, "good", good)
    asked = ["solve", "squaryd", "--position", WHILE, "--folder", str(tmp_path), "--memory", "64"]
    assert main([*asked, "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert (found["winner"], found["winning"], found["out_of_time"]) == (0, ["d5"], True)
    assert found["proven"] == [{"attacker": 0, "whole": False, "wins": True}]
    assert main(asked) == 3
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.splitlines()[:3] == [
        "Black wins by threats.", "Does Black win by threats? Yes.", "Winning moves so far, 1: d5"
    ]  # fmt: skip
    assert main(["--lang", "fr", *asked]) == 3
    assert "Noir gagne-t-il par menaces ? Oui." in capsys.readouterr().out


def test_called_games_and_finished_ones_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadOption, match="with the referee"):
        answer_of(solve(GAME.start(claims="called"), folder=tmp_path))
    assert main(["solve", "squaryd", "--position", "nonsense", "--folder", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_command_shows_draws_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solve", "squaryd", "--position", SHORT, "--folder", str(tmp_path), "--memory", "64"]
    assert main([*asked, "--json", "--check", "2", "--svg", str(tmp_path / "a.svg")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["winner"] == 1
    assert told["longest_checked"] > 0
    assert "<svg" in (tmp_path / "a.svg").read_text()
    assert main(["--lang", "fr", *asked]) == 0
    assert "gagne par menaces" in capsys.readouterr().out
