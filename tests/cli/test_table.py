"""Games at one keyboard, played in this process: what is typed, what the computers answer, what is shown and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau
from carreau.cli import keeping
from carreau.cli.computers import Computers
from carreau.cli.keeping import Keeper
from carreau.cli.screen import Screen
from carreau.cli.seats import Player, Seating, read_seats
from carreau.cli.sitting import Sitting
from carreau.cli.table import MOST_NEWS, Table
from carreau.engines import advice
from carreau.engines.analysis import Analysis, Limits, Line
from carreau.rules.errors import BadOption, EngineFailed


class StandIn:
    """An engine that answers at once: the first legal move, or what it is told to."""

    def __init__(self, answer: Callable[[carreau.State], Analysis] | None = None) -> None:
        self.answer = answer or first_move
        self.asked: list[tuple[str, Limits, int | None]] = []
        self.pondered: list[tuple[str, int]] = []

    def submit(self, state: carreau.State, limits: Limits, *, thinker: int | None = None) -> Question:
        self.asked.append((str(state), limits, thinker))
        return Question(lambda: self.answer(state))

    def ponder(self, state: carreau.State, seat: int) -> None:
        self.pondered.append((str(state), seat))

    def close(self) -> None: ...


class Question:
    def __init__(self, answer: Callable[[], Analysis]) -> None:
        self.answer = answer

    def snapshots(self) -> Iterator[Analysis]:
        yield self.answer()

    def cancel(self) -> None: ...


def first_move(state: carreau.State) -> Analysis:
    assert state.seat is not None
    return Analysis(state.seat, state.moves()[0], 0.5)


def sit_down(
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    state: carreau.State,
    players: str | Seating,
    engine: StandIn | None = None,
    ponders: bool = False,
) -> Table:
    """Play a game with those lines typed, until the input ends."""
    lines = iter(typed)

    def answer(prompt: str) -> str:
        print(prompt, end="")
        try:
            line = next(lines)
        except StopIteration:
            raise EOFError from None
        print(line)
        return line

    monkeypatch.setattr("builtins.input", answer)
    seats = read_seats(players) if isinstance(players, str) else players
    computers = Computers(engine or StandIn(), ponders=ponders)
    table = Table(Sitting(state, seats), screen=Screen(plain=True), computers=computers, keeper=Keeper())
    table.run()
    return table


SQUADRO = carreau.game("squadro").start(first=0)


def test_person_and_computer_take_turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    engine = StandIn()
    table = sit_down(["3", "2"], monkeypatch, state=SQUADRO, players="me,5", engine=engine)
    assert table.state.history == ("3", "1", "2", "1")
    assert [limits.level for _, limits, _ in engine.asked] == [5, 5]
    shown = capsys.readouterr().out
    assert "Red (computer, level 5) plays 1." in shown
    assert "Your turn" in shown


@pytest.mark.parametrize(("players", "asked", "expected"), [("me,8", True, 1), ("me,8", False, 0), ("me,7", True, 0)])
def test_level_8_ponders_while_a_person_thinks_if_asked_to(
    monkeypatch: pytest.MonkeyPatch, players: str, asked: bool, expected: int
) -> None:
    """Where the person is to move, for the computer's seat; other levels must stay what they are."""
    engine = StandIn()
    table = sit_down(["3"], monkeypatch, state=SQUADRO, players=players, engine=engine, ponders=asked)
    assert engine.pondered == [(str(SQUADRO), 1), (str(table.state), 1)][: 2 * expected]


def test_any_mix_of_eight_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people and six computers: people are asked at their own seats only."""
    state = carreau.game("012x012").start(players=8)
    engine = StandIn()
    first = state.moves()[0]
    table = sit_down([first], monkeypatch, state=state, players="Ana,2,3,4,Bo,5,6,7", engine=engine)
    assert len(table.state.history) == 4
    assert table.state.seat == 4  # Bo's turn, and the input has ended
    assert [limits.level for _, limits, _ in engine.asked] == [2, 3, 4]


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


def test_a_hint_has_a_move_a_chance_and_a_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (Line("2", 0.62, pv=("2", "4", "1")), Line("5", 0.41))
    engine = StandIn(lambda state: Analysis(0, "2", 0.62, moves=lines, pv=("2", "4", "1")))
    sit_down(["hint"], monkeypatch, state=SQUADRO, players="me,me", engine=engine)
    shown = capsys.readouterr().out
    assert "Hint: 2 (62 % to win); next best 5, 41 % to win." in shown
    assert "then perhaps 4 1" in shown


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


@pytest.mark.parametrize(("answer", "ending"), [("yes", "draw"), ("OUI", "draw"), ("no", ""), ("", "")])
def test_people_are_asked_about_a_draw(answer: str, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(["draw", answer], monkeypatch, state=SQUADRO, players="me,me")
    assert table.sitting.ending == ending
    if ending:
        record = carreau.read_record(table.sitting.record())
        assert record.result == "0,1 agreed"


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
    assert "Wrong claim, 1 of 3." in capsys.readouterr().out


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


def test_alone_there_are_no_hints_and_no_draws(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = carreau.game("united-square").start(mode="solitaire")
    engine = StandIn()
    sit_down(["hint", "draw"], monkeypatch, state=state, players="me", engine=engine)
    shown = capsys.readouterr().out
    assert "they will come with the solvers" in shown
    assert "nobody to agree with" in shown
    assert not engine.asked


# Keeping


def test_every_move_is_on_disk_before_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def answer(state: carreau.State) -> Analysis:
        (file,) = keeping.folder().glob("*.txt")
        seen.append(carreau.read_record(file.read_text(encoding="utf-8")).moves)
        return first_move(state)

    sit_down(["3", "2"], monkeypatch, state=SQUADRO, players="me,5", engine=StandIn(answer))
    assert seen == [("3",), ("3", "1", "2")]


def test_a_kept_game_goes_on_with_the_same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(["3", "2"], monkeypatch, state=SQUADRO, players="Ana,5")
    file, record = keeping.last_game(unfinished=True)
    sitting = Sitting.of(record)
    assert sitting.players == (Player("Ana"), Player(level=5))
    assert sitting.state.history == ("3", "1", "2", "1")
    assert file.stat().st_mode & 0o077 == 0  # it may hold hidden hands


def test_finished_games_are_not_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(["3", "resign"], monkeypatch, state=SQUADRO, players="me,5")
    with pytest.raises(BadOption, match="no game is waiting"):
        keeping.last_game(unfinished=True)
    assert keeping.last_game(unfinished=False)[1].ending == "0:resign"


def test_undo_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(["3", "2", "undo"], monkeypatch, state=SQUADRO, players="me,5")
    assert keeping.last_game(unfinished=True)[1].moves == ("3", "1")


def test_where_nothing_can_be_written_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    obstacle = tmp_path / "a-file"
    obstacle.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(obstacle))
    table = sit_down(["3", "2", "quit"], monkeypatch, state=SQUADRO, players="me,5")
    assert len(table.state.history) == 4
    shown = capsys.readouterr().out
    assert shown.count("This game cannot be kept") == 1
    assert "--resume" not in shown


def test_a_half_written_record_never_takes_the_place_of_a_whole_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    keeping.write_safely(file, "whole")

    def fail(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="no space left"):
        keeping.write_safely(file, "half")
    assert file.read_text(encoding="utf-8") == "whole"


def test_old_games_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_KEPT", 3)
    kept = keeping.folder()
    kept.mkdir(parents=True)
    for number in range(5):
        (kept / f"old-{number}.txt").write_text("", encoding="utf-8")
    Keeper().keep("squadro", "new")
    assert len(list(kept.glob("*.txt"))) == 3


def test_a_loaded_game_takes_its_players_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.txt"
    state = carreau.game("squaryd").replay(["d5", "a1"])
    other.write_text(carreau.write_record(state, players={1: "Computer, level 7"}), encoding="utf-8")
    engine = StandIn()
    table = sit_down(["load", "load nowhere", f"load {other}", "g7"], monkeypatch, state=SQUADRO, players="me,me",
                     engine=engine)  # fmt: skip
    assert table.state.game.id == "squaryd"
    assert table.state.history[:3] == ("d5", "a1", "g7")
    assert engine.asked[0][1].level == 7
    shown = capsys.readouterr().out
    assert "name a file" in shown
    assert "No such file" in shown


# Seats


@pytest.mark.parametrize("text", ["9", "0", "", "me,,3", "a" * 31, "Computer, level 5x"[:18] + "\x07"])
def test_bad_seats_are_refused(text: str) -> None:
    with pytest.raises(BadOption):
        read_seats(text)


def test_seats_are_people_and_levels() -> None:
    assert read_seats("me,5, Ana ,moi") == (Player(), Player(level=5), Player("Ana"), Player())
