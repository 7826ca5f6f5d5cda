"""`carreau solve squadro`, as people call it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from carreau.cli import main
from carreau.cli.solving import squadro as command
from carreau.solvers.solving import Progress
from carreau.solvers.squadro import building

MOST_LAYERS = 30  # the smallest come first: three pieces of each side are home, lanes 3 to 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first layers, as the command makes them."""
    folder = tmp_path_factory.mktemp("data")
    assert main(["solve", "squadro", "--folder", str(folder), "--layers", str(MOST_LAYERS), "--jobs", "1"]) == 0
    return folder


def told(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> tuple[int, str, str]:
    code = main(["solve", "squadro", "--folder", str(folder), *words])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def layers(folder: Path) -> int:
    return len(list(folder.glob("squadro/*/*.layer")))


def test_it_solves_as_many_layers_as_it_may_and_goes_on_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(capsys, tmp_path, "--layers", "2", "--jobs", "1")
    assert (code, err, layers(tmp_path)) == (0, "", 2)
    assert out.splitlines()[0].startswith("all ten pieces turned: 2 layers solved, ")
    assert out.splitlines()[1] == "there is more: the same command goes on"
    code, out, _ = told(capsys, tmp_path, "--turned", "--layers", "1", "--json")
    facts = json.loads(out)
    assert (code, facts["layers"], facts["whole"], layers(tmp_path)) == (0, 1, False, 3)


def test_ctrl_c_keeps_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build = building.build

    def interrupted(*given: Any, **named: Any) -> Iterator[Progress]:
        for progress in build(*given, **named):
            if layers(tmp_path) > 2:
                os.kill(os.getpid(), signal.SIGINT)
            yield progress

    monkeypatch.setattr(building, "build", interrupted)
    code, _, err = told(capsys, tmp_path, "--jobs", "1")
    assert code == 130
    assert "the same command goes on from here" in err
    assert layers(tmp_path) > 2
    assert not list(tmp_path.glob("squadro/*/*.part"))


def test_the_check_says_what_it_has_seen(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, folder, "--check", "50")
    assert code == 0
    assert out.startswith("50 positions agree with all their moves, ")
    code, out, _ = told(capsys, folder, "--check", "20", "--seed", "4", "--json")
    assert json.loads(out)["wrong"] == []


def test_the_check_complains_of_a_damaged_table(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in folder.glob("squadro/*/*.layer"):
        copy = tmp_path / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes()
        copy.write_bytes(data[:-33] + bytes([data[-33] ^ 1]) + data[-32:])
    code, _, err = told(capsys, tmp_path, "--check", "20")
    assert code == 2
    assert "wrong or damaged: " in err


def test_there_is_nothing_to_check_at_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = told(capsys, tmp_path, "--check")
    assert (code, out) == (2, "")
    assert "nothing is solved yet" in err


def test_probing_draws_a_picture_and_speaks_french(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "after.svg"
    position = "8.9.12.12.12/6.7.12.12.12 1"
    words = ["--folder", str(folder), "--probe", position, "--svg", str(picture)]
    assert main(["--lang", "fr", "solve", "squadro", *words]) == 0
    out = capsys.readouterr().out
    assert "Rouge, qui joue, " in out
    assert "le meilleur jeu : " in out
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_the_batches_hold_every_layer_once() -> None:
    batches = [batch for _, batch in command.batches(turned=False)]
    assert sum(map(len, batches)) == len({layer for batch in batches for layer in batch}) == 232**2
    assert [len(batch) for _, batch in command.batches(turned=True)] == [676]


@pytest.mark.parametrize(
    "words",
    [["--layers", "0"], ["--minutes", "x"], ["--check", "-1"], ["--probe", "6.6"], ["--status", "--turned"]],
)
def test_bad_words_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    try:
        code = main(["solve", "squadro", "--folder", str(tmp_path), *words])
    except SystemExit as end:  # from argparse
        code = int(str(end.code))
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert shown.err.count("\n") == 1
