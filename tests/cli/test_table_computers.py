"""Computers at the table: their moves, hints and claims, what they think of a draw, and what holds them up."""

from __future__ import annotations

import pytest
from at_table import SQUADRO, StandIn, first_move, sit_down
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau
from carreau.cli.computers import Computers
from carreau.cli.table import MOST_NEWS
from carreau.engines import advice
from carreau.engines.analysis import Analysis, Line
from carreau.rules.errors import EngineFailed


@pytest.mark.parametrize(("players", "asked", "expected"), [("me,8", True, 1), ("me,8", False, 0), ("me,7", True, 0)])
def test_level_8_ponders_while_a_person_thinks_if_asked_to(
    monkeypatch: pytest.MonkeyPatch, players: str, asked: bool, expected: int
) -> None:
    """Where the person is to move, for the computer's seat; other levels must stay what they are."""
    engine = StandIn()
    table = sit_down(["3"], monkeypatch, state=SQUADRO, players=players, engine=engine, ponders=asked)
    assert engine.pondered == [(str(SQUADRO), 1), (str(table.state), 1)][: 2 * expected]


def test_computers_alone_play_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    state = carreau.game("squaryd").start()
    table = sit_down([], monkeypatch, state=state, players="1,2")
    assert table.state.outcome is not None
    assert "wins" in capsys.readouterr().out


def test_what_spectators_are_told_stays_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or the news would grow until they push the board off the screen."""
    table = sit_down([], monkeypatch, state=SQUADRO, players="2,2")
    assert len(table.state.history) > MOST_NEWS == len(table.news)
    assert "Ctrl-C stops the computers" in capsys.readouterr().out


def test_a_hint_has_a_move_a_chance_and_a_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (Line("2", 0.62, pv=("2", "4", "1")), Line("5", 0.41))
    engine = StandIn(lambda state: Analysis(0, "2", 0.62, moves=lines, pv=("2", "4", "1")))
    sit_down(["hint"], monkeypatch, state=SQUADRO, players="me,me", engine=engine)
    shown = capsys.readouterr().out
    assert "Hint: 2 (62 % to win); next best 5, 41 % to win." in shown
    assert "Then perhaps 4 1." in shown


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Analysis(0, "2", 1, "win", 1, (Line("2", 1, "win", 1), Line("3", 0.5))), "2 (wins at once)."),
        (Analysis(0, "2", 1, "win", 7, (Line("2", 1, "win", 7), Line("3", 0.5))), "2 (wins in 7 moves)."),
        (Analysis(0, "2", 0, "loss", 4, (Line("2", 0, "loss", 4), Line("3", 0, "loss", 2))), "every move loses"),
        (Analysis(0, "2", 0.4, None, None, (Line("2", 0.4), Line("3", 0, "loss", 2))), "every other move loses"),
        (Analysis(0, "2", 0.5), "Hint: 2 (50 % to win).\n"),
        (Analysis(0, "2", 0.999, None, None, (Line("2", 0.999), Line("3", 0.99))), "(99 % to win); 3 is about as good"),
    ],
)
def test_hints_say_what_is_proven(
    found: Analysis, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sit_down(["hint"], monkeypatch, state=SQUADRO, players="me,me", engine=StandIn(lambda _: found))
    assert words in capsys.readouterr().out


def test_a_hint_says_when_there_is_no_choice() -> None:
    assert advice.hint(Analysis(0, "pass", 0.4), choices=1) == ["Hint: pass (40 % to win): the only move."]
    for alone in (False, True):
        *_, note = advice.hint(Analysis(0, "pass", 0.4, cold=True), choices=1, alone=alone)
        assert note == "  (a first look: the engine is still getting ready)"


@pytest.mark.parametrize(("chance", "ending"), [(0.9, "draw"), (0.5, ""), (0.1, "")])
def test_a_computer_takes_a_draw_only_when_it_stands_worse(
    chance: float, ending: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The chance is of the person who offers; the computer judges by its own view."""
    engine = StandIn(lambda state: Analysis(0, "1", chance))
    table = sit_down(["draw"], monkeypatch, state=SQUADRO, players="me,5", engine=engine)
    assert table.sitting.ending == ending
    assert engine.asked[-1][2] == 1
    assert ("would rather play on" in capsys.readouterr().out) == (not ending)


def test_when_the_engine_fails_the_person_decides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails = [True, False, True]

    def answer(state: carreau.State) -> Analysis:
        if fails.pop(0):
            raise EngineFailed("engine broken: out of wits")
        return first_move(state)

    table = sit_down(["3", "", "2", "4"], monkeypatch, state=SQUADRO, players="me,5", engine=StandIn(answer))
    # A failure, then Enter and a good answer; a failure again, and its move is typed.
    assert table.state.history == ("3", "1", "2", "4")
    shown = capsys.readouterr().out
    assert shown.count("engine broken: out of wits") == 2
    assert "Enter lets the computer think again" in shown


def test_stopping_a_computer_lets_people_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupts = [True, False]

    def answer(state: carreau.State) -> Analysis:
        if interrupts.pop(0):
            raise KeyboardInterrupt
        return first_move(state)

    table = sit_down(["3", "undo", "5"], monkeypatch, state=SQUADRO, players="me,5", engine=StandIn(answer))
    assert table.state.history == ("5", "1")


@pytest.mark.parametrize(("chance", "ending"), [(0.1, "draw"), (0.9, "")])
def test_a_computer_that_is_held_up_is_asked_about_a_draw_itself(
    chance: float, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is its turn, so the chance is its own; the person who offers is not asked."""

    def answer(state: carreau.State) -> Analysis:
        if len(engine.asked) == 1:
            raise KeyboardInterrupt
        return Analysis(1, "1", chance)

    engine = StandIn(answer)
    table = sit_down(["3", "draw"], monkeypatch, state=SQUADRO, players="me,5", engine=engine)
    assert table.sitting.ending == ending
    assert [thinker for _, _, thinker in engine.asked] == [None, 1]


def test_spectators_offer_no_draw(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(state: carreau.State) -> Analysis:
        raise KeyboardInterrupt

    table = sit_down(["draw", "resign"], monkeypatch, state=SQUADRO, players="5,5", engine=StandIn(answer))
    assert not table.sitting.ending
    assert capsys.readouterr().out.count("Only players") == 2


def test_an_offer_of_a_draw_can_be_stopped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(state: carreau.State) -> Analysis:
        raise KeyboardInterrupt

    table = sit_down(["draw"], monkeypatch, state=SQUADRO, players="me,5", engine=StandIn(answer))
    assert not table.sitting.ending
    assert "No draw: play on." in capsys.readouterr().out


def test_a_computer_that_is_held_up_keeps_its_hand_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither moves, hints, TAB nor refusals tell what it holds; resigning is the person's own."""

    def answer(state: carreau.State) -> Analysis:
        raise KeyboardInterrupt

    state = carreau.game("united-square").start(deal=5)
    typed = [state.moves()[0], "moves", "hint", "a1:BGRY", "pass"]
    table = sit_down(typed, monkeypatch, state=state, players="me,5", engine=StandIn(answer))
    assert capsys.readouterr().out.count("That hand is hidden") == 4
    assert table.candidates("c") == []
    table.resign("")
    assert table.sitting.ending == "0:resign"


def test_nobody_moves_for_a_computer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    state = carreau.game("squaryd").start(claims="called")
    monkeypatch.setattr(Computers, "claim", lambda *_: None)
    table = sit_down(["1:!a1,a3,c3,c1"], monkeypatch, state=state, players="me,5")
    assert table.state.history == ()
    assert "White (computer, level 5) speaks for itself." in capsys.readouterr().out


def test_computers_claim_out_of_turn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """After a move each computer is asked what it points out; its claim is played with its seat."""
    claims = iter([None, "!a1,a3,c3,c1"])
    monkeypatch.setattr(Computers, "claim", lambda *_: next(claims, None))
    state = carreau.game("squaryd").start(claims="called")
    table = sit_down(["d5", "g7"], monkeypatch, state=state, players="me,5")
    assert table.state.history[:4] == ("d5", "a7", "1:!a1,a3,c3,c1", "g7")
    assert "wrong claim, 1 of 3." in capsys.readouterr().out
