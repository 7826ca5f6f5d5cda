"""What all of `carreau solve` has in common."""

from __future__ import annotations

from pathlib import Path

import pytest
from solve_command import need_refusal, run

HARD = "...x.x./.o.o.../......./...+.../...x.../o.x..../xoo.... 0"  # of Squaryd: minutes


@pytest.mark.parametrize("game", ["squadro", "squaryd", "united-square", "unlur", "012x012"])
def test_a_picture_that_cannot_be_drawn_is_refused_before_the_work(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (tmp_path / "nowhere" / "a.svg", tmp_path):
        need_refusal(capsys, [game, "--folder", str(tmp_path), "--svg", str(file)], f"--svg: {file}: ")
    need_refusal(
        capsys, [game, "--position" if game != "squadro" else "--probe", "?", "--svg", str(tmp_path / "a")], ""
    )
    assert list(tmp_path.iterdir()) == []


def test_what_uses_one_core_does_not_offer_more(capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("squaryd", "unlur"):
        need_refusal(capsys, [game, "--jobs", "2"], "--jobs")
    for game in ("squadro", "united-square", "012x012"):
        assert run(game, "--help") == 0
        assert "--jobs" in capsys.readouterr().out


def test_help_says_where_progress_is_kept(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/tmp/100%s")
    assert run("squaryd", "--help") == 0
    assert "/tmp/100%s/carreau" in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    asked = ["squaryd", "--position", HARD, "--seconds", "1", "--memory", "64", "--folder", str(tmp_path / "file")]
    need_refusal(capsys, asked, str(tmp_path / "file"))


def test_squadro_draws_only_what_is_probed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need_refusal(capsys, ["squadro", "--status", "--svg", str(tmp_path / "a.svg")], "--probe")
