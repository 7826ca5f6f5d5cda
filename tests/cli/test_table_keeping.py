"""Games that nothing can lose: every move is on disk, and a kept game goes on with the same players."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import SQUADRO, StandIn, first_move, sit_down
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau
from carreau.cli import keeping
from carreau.cli.keeping import Keeper
from carreau.cli.seats import Player
from carreau.cli.sitting import Sitting
from carreau.engines.analysis import Analysis
from carreau.rules.errors import BadOption


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


def kept_moves() -> set[tuple[str, ...]]:
    return {carreau.read_record(file.read_text(encoding="utf-8")).moves for file in keeping.kept()}


def test_two_that_go_on_with_one_game_lose_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each goes on in a file of its own, who comes second is told, and is told how to go on with it."""
    sit_down(["1", "1"], monkeypatch, state=SQUADRO, players="me,me")
    file, record = keeping.last_game(unfinished=True)
    one, other = Keeper(file), Keeper(file)
    first = sit_down(["2", "2"], monkeypatch, state=record.state, players="me,me", keeper=one)
    assert "elsewhere" not in capsys.readouterr().out
    sit_down(["3", "4", "quit"], monkeypatch, state=record.state, players="me,me", keeper=other)
    shown = capsys.readouterr().out
    assert shown.count("This game is played elsewhere too") == 1
    assert "go on with: carreau play --resume" in shown
    first.say_goodbye()
    assert f"go on with: carreau play --load {one.file}" in capsys.readouterr().out
    assert kept_moves() == {("1", "1", "2", "2"), ("1", "1", "3", "4")}


def test_who_was_first_goes_on_too_when_another_has_taken_the_game_over() -> None:
    first = Keeper()
    first.keep("squadro", "one")
    assert first.file is not None
    second = Keeper(first.file)
    second.keep("squadro", "two")
    assert not second.was_taken
    first.keep("squadro", "three")
    assert first.was_taken
    first.keep("squadro", "four")
    assert not first.was_taken  # told once
    assert {file.read_text(encoding="utf-8") for file in keeping.kept()} == {"two", "four"}


def test_a_kept_game_that_is_loaded_goes_on_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(["1"], monkeypatch, state=SQUADRO, players="me,me")
    (file,) = keeping.kept()
    sit_down([f"load {file}", "2"], monkeypatch, state=SQUADRO, players="me,me")
    assert kept_moves() == {("1", "2")}


def test_games_begun_in_the_same_second_are_two(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(["1", "resign", "again", "5"], monkeypatch, state=SQUADRO, players="me,me")
    assert len(keeping.kept()) == 2


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
