"""Games at one keyboard, played in this process: what is typed, what is shown, and to whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import SQUADRO, StandIn, sit_down
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau
from carreau.cli.seats import Player, read_seats
from carreau.cli.sitting import Sitting
from carreau.cli.table import Table
from carreau.engines.knowledge import united_square
from carreau.rules.errors import BadOption


def test_person_and_computer_take_turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    engine = StandIn()
    table = sit_down(["3", "2"], monkeypatch, state=SQUADRO, players="me,5", engine=engine)
    assert table.state.history == ("3", "1", "2", "1")
    assert [limits.level for _, limits, _ in engine.asked] == [5, 5]
    shown = capsys.readouterr().out
    assert "Red (computer, level 5) plays 1." in shown
    assert "Your turn" in shown


def test_any_mix_of_eight_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people and six computers: people are asked at their own seats only."""
    state = carreau.game("012x012").start(players=8)
    engine = StandIn()
    first = state.moves()[0]
    table = sit_down([first], monkeypatch, state=state, players="Ana,2,3,4,Bo,5,6,7", engine=engine)
    assert len(table.state.history) == 4
    assert table.state.seat == 4  # Bo's turn, and the input has ended
    assert [limits.level for _, limits, _ in engine.asked] == [2, 3, 4]


def test_undo_goes_back_to_the_persons_last_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(["3", "2", "undo"], monkeypatch, state=SQUADRO, players="me,5")
    assert table.state.history == ("3", "1")
    table = sit_down(["3", "undo", "undo", "4"], monkeypatch, state=SQUADRO, players="me,5")
    assert table.state.history == ("4", "1")


def test_undo_before_the_first_choice_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = sit_down(["undo"], monkeypatch, state=SQUADRO, players="5,me")
    assert table.state.history == ("1",)
    assert "Nothing to take back." in capsys.readouterr().out


def test_resigning_ends_the_game_and_stands_in_the_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = tmp_path / "resigned.txt"
    typed = ["3", "resign", "2", "moves", f"save {saved}"]
    table = sit_down(typed, monkeypatch, state=SQUADRO, players="me,5")
    assert table.sitting.ending == "0:resign"
    shown = capsys.readouterr().out
    assert "Red wins: Yellow resigns" in shown
    assert shown.count("The game is over.") == 2
    text = saved.read_text(encoding="utf-8")
    assert text.split()[-1] == "0:resign"
    assert carreau.read_record(text).result == "1 resign"


def test_resigning_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(["3", "resign", "undo", "2"], monkeypatch, state=SQUADRO, players="me,5")
    assert table.state.history == ("3", "1", "2", "1")
    assert not table.sitting.ending


@pytest.mark.parametrize(("answer", "ending"), [("yes", "draw"), ("OUI", "draw"), ("no", ""), ("", "")])
def test_people_are_asked_about_a_draw(answer: str, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(["draw", answer], monkeypatch, state=SQUADRO, players="me,me")
    assert table.sitting.ending == ending
    if ending:
        record = carreau.read_record(table.sitting.record())
        assert record.result == "0,1 agreed"


def test_trouble_with_files_is_told_without_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nowhere = tmp_path / "no" / "where"
    sit_down([f"load {nowhere}", f"save {tmp_path}"], monkeypatch, state=SQUADRO, players="me,me")
    with carreau.in_language("fr"):
        sit_down([f"charger {nowhere}"], monkeypatch, state=SQUADRO, players="me,me")
    shown = capsys.readouterr().out
    assert f"{nowhere}: No such file or directory" in shown
    assert f"{tmp_path}: Is a directory" in shown
    assert f"{nowhere} : ce fichier ou ce dossier n'existe pas" in shown
    assert "Errno" not in shown


def test_hidden_moves_stay_hidden(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where players must find the moves, neither `moves` nor TAB gives them away."""
    state = carreau.game("squaryd").start(claims="called")
    table = sit_down(["moves"], monkeypatch, state=state, players="me,me")
    assert "In this mode nobody is shown the moves." in capsys.readouterr().out
    assert table.candidates("d") == ["draw"]
    assert "d5" in Table.candidates(
        sit_down([], monkeypatch, state=carreau.game("squaryd").start(), players="me,me"), "d"
    )


def test_hands_of_others_are_never_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every board on the screen is the person's view, whoever is to move, until the game is over."""
    state = carreau.game("united-square").start(mode="teams", deal=5)
    sit_down([state.moves()[0]], monkeypatch, state=state, players="me,2,3,4")
    rails = [line for line in capsys.readouterr().out.splitlines() if "SQUARE, team" in line]
    assert len(rails) == 4 * 2  # the start, and the person's next turn
    for line in rails:
        assert ("????" in line) == ("(you)" not in line)


def test_spectators_see_no_hand(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    state = carreau.game("united-square").start(deal=5)
    sit_down([], monkeypatch, state=state, players="1,1")
    rails = [line for line in capsys.readouterr().out.splitlines() if "SQUARE  " in line]
    during = rails[:-2]  # the end is open
    assert len(during) > 20
    assert all("????" in line for line in during)


def test_several_people_share_computers_and_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Between two people with hidden hands the last one's view stays until the next one is alone."""
    state = carreau.game("united-square").start(mode="free-for-all", deal=4)
    sitting = Sitting(state, read_seats("Ana,3,Bo,3"))
    assert sitting.viewer == 0
    sitting.go_on(state.play(state.moves()[0]))
    assert not sitting.must_look_away()  # a computer moves; Ana still looks
    assert str(sitting.seen()) == str(sitting.state.view(0))
    sitting.go_on(sitting.state.play(sitting.state.moves()[0]))
    assert sitting.must_look_away()
    sitting.look()
    assert str(sitting.seen()) == str(sitting.state.view(2))


def test_moves_in_the_wrong_case_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    state = carreau.game("united-square").start(deal=1)
    move = state.moves()[0]
    for typed in (move.lower(), move.upper(), move.swapcase()):
        assert sit_down([typed], monkeypatch, state=state, players="me,me").state.history == (move,)
    state = carreau.game("012x012").start()
    line = next(move for move in state.moves() if "E" in move)
    assert sit_down([line.lower()], monkeypatch, state=state, players="me,me").state.history == (line,)


def test_refusals_in_the_wrong_case_name_the_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = carreau.game("united-square").start(deal=1)
    sit_down(["A1:bgry"], monkeypatch, state=state, players="me,me")
    assert "rule 3" in capsys.readouterr().out


def test_orders_work_in_both_languages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with carreau.in_language("fr"):
        sit_down(
            ["coups", "3", "annuler", "undo", "abandonner", "quitter"], monkeypatch, state=SQUADRO, players="moi,moi"
        )
    shown = capsys.readouterr().out
    assert "1 2 3 4 5" in shown
    assert "Jaune joue 3." in shown
    assert "Rien à annuler." in shown
    assert "Rouge gagne : Jaune abandonne" in shown


def test_alone_there_are_no_draws_and_without_a_solver_no_hints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(united_square, "keeping")
    state = carreau.game("united-square").start(mode="solitaire")
    engine = StandIn()
    sit_down(["hint", "draw"], monkeypatch, state=state, players="me", engine=engine)
    shown = capsys.readouterr().out
    assert "This game has no hints." in shown
    assert "nobody to agree with" in shown
    assert not engine.asked


# Keeping


@pytest.mark.parametrize("text", ["9", "0", "", "me,,3", "a" * 31, "Computer, level 5x"[:18] + "\x07"])
def test_bad_seats_are_refused(text: str) -> None:
    with pytest.raises(BadOption):
        read_seats(text)


def test_seats_are_people_and_levels() -> None:
    assert read_seats("me,5, Ana ,moi") == (Player(), Player(level=5), Player("Ana"), Player())
