"""`save FILE` at the table: this game may be written again and again, nothing else is lost to it unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import SQUADRO, sit_down
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau


def saved_moves(file: Path) -> tuple[str, ...]:
    return carreau.read_record(file.read_text(encoding="utf-8")).moves


@pytest.mark.parametrize(
    "there",
    [
        b"my notes\n",
        b"\xff\x00",
        carreau.write_record(SQUADRO.play("5")).encode(),  # another game
        carreau.write_record(SQUADRO.play("3"), players=["Ana", "Bo"]).encode(),  # of other people
        carreau.write_record(SQUADRO.play("3"), ending="1:resign").encode(),  # that ended
    ],
)
def test_another_file_is_not_written_over(
    there: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "there.txt"
    file.write_bytes(there)
    sit_down(["3", f"save {file}"], monkeypatch, state=SQUADRO, players="me,me")
    assert file.read_bytes() == there
    assert f"to write over it: save! {file}" in capsys.readouterr().out
    sit_down(["3", f"save! {file}"], monkeypatch, state=SQUADRO, players="me,me")
    assert saved_moves(file) == ("3",)


def test_a_game_is_saved_again_as_it_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In this session also after a move was taken back; in a later one, if the file holds its beginning."""
    file = tmp_path / "game.txt"
    sit_down(["3", f"save {file}", "undo", "4", f"save {file}"], monkeypatch, state=SQUADRO, players="me,me")
    assert saved_moves(file) == ("4",)
    sit_down(["4", "2", f"save {file}"], monkeypatch, state=SQUADRO, players="me,me")
    assert saved_moves(file) == ("4", "2")


def test_the_next_game_does_not_take_the_place_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    typed = ["3", "resign", f"save {file}", "again", "4", f"save {file}"]
    sit_down(typed, monkeypatch, state=SQUADRO, players="me,me")
    assert saved_moves(file) == ("3",)


def test_an_empty_file_is_nobodys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.touch()
    sit_down(["3", f"save {file}"], monkeypatch, state=SQUADRO, players="me,me")
    assert saved_moves(file) == ("3",)


def test_help_says_how_to_write_over_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sit_down(["help"], monkeypatch, state=SQUADRO, players="me,me")
    assert "save!       FILE: even over another file" in capsys.readouterr().out
