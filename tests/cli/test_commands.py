"""The command line as a user meets it: real processes, their output, their exit codes."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau
from carreau.cli import _parser, main
from carreau.cli.play import EXAMPLES, _check, _players, _started
from carreau.cli.seats import people

ROOT = Path(__file__).parents[2]
IN_ENGLISH = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


def run(*arguments: str, input: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "carreau", *arguments], input=input, capture_output=True, text=True,
        env={**os.environ, **IN_ENGLISH, **environment}, timeout=600, check=False,
    )  # fmt: skip


def test_games_lists_all_five() -> None:
    done = run("games")
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(carreau.games())


def test_one_game_lists_its_options() -> None:
    done = run("games", "united-square")
    for option in carreau.game("united-square").options:
        assert option.name in done.stdout


def test_perft_prints_the_number_last() -> None:
    done = run("perft", "squadro", "3", "--option", "first=0", "--divide")
    assert done.stdout.split()[-1] == "125"
    assert done.stdout.startswith("1: 25")
    assert run("perft", "unlur", "2", "--option", "side=3", "--moves", "b3 c4").stdout.strip() == "42"


def test_legal_prints_a_move_a_line() -> None:
    done = run("legal", "squaryd", "--moves", "a1")
    assert done.stdout.split() == carreau.game("squaryd").replay(["a1"]).moves()


def test_replay_as_json(tmp_path: Path) -> None:
    state = carreau.game("unlur").replay(["f6", "pass", "e5"], side=6)
    file = tmp_path / "game.txt"
    file.write_text(carreau.write_record(state, ending="0:resign"), encoding="utf-8")
    facts = json.loads(run("replay", str(file), "--json").stdout)
    assert facts == {
        "game": "unlur",
        "moves": ["f6", "pass", "e5"],
        "position": str(state),
        "seat": None,
        "outcome": {"winners": [1], "scores": [0, 1], "reason": "resign", "cells": []},
    }
    shown = run("replay", "-", input=file.read_text(encoding="utf-8")).stdout
    assert shown.splitlines()[-1] == "3 moves, result 1 resign"


def test_show_draws_text_and_svg(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    text = run("show", "squadro", "--option", "first=0", "--moves", "1").stdout
    assert text.splitlines()[-1] == "3.0.0.0.0/0.0.0.0.0 1 0.0.0.0.0/0.0.0.0.0@0"
    done = run("show", "united-square", "--option", "deal=3", "--seat", "1", "--svg", str(picture), "--theme", "dark")
    assert done.returncode == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_french(tmp_path: Path) -> None:
    assert "règle 3" in run("--lang", "fr", "show", "squaryd", "--moves", "a1 a1").stderr
    assert "règle 3" in run("show", "squaryd", "--moves", "a1 a1", LC_ALL="fr_FR.UTF-8").stderr
    assert "rule 3" in run("show", "squaryd", "--moves", "a1 a1", "--lang", "en", LC_ALL="fr_FR.UTF-8").stderr


@pytest.mark.parametrize("verb", ["", "play", "analyse", "match", "games", "perft", "replay", "show", "grid", "bench"])
def test_french_help_is_in_french(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", "fr", *verb.split(), "--help"])
    shown = capsys.readouterr().out
    assert "show program" not in shown
    english = {"game", "file", "depth", "FILE", "COMMAND", "SEAT", "SECONDS", "PLIES", "DIR", "RECORD"}
    assert english & set(re.findall(r"(?<![-\w])\w+", re.sub(r"carreau \w+", "", shown))) == set()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("play squadro --level", "argument --level : il faut une valeur"),
        ("play squadro --level x", "argument --level : « x » n'est pas un nombre"),
        (
            "show squadro --theme x",
            "argument --theme : choix impossible : « x » (au choix « light », « dark », « auto »)",
        ),
        ("perft squadro", "il manque : PROFONDEUR"),
        ("play nope", "pas de jeu « nope » ; jeux : squadro"),
    ],
)
def test_french_complaints_have_french_signs(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["--lang", "fr", *arguments.split()])
    except SystemExit as end:
        code = end.code
    assert (code, capsys.readouterr().err[: len(complaint) + 9]) == (2, f"carreau: {complaint}")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("perft",),
        ("perft", "chess", "2"),
        ("perft", "squadro", "two"),
        ("perft", "squadro", "-1"),
        ("perft", "squadro", "2", "--option", "first"),
        ("perft", "squadro", "2", "--option", "first=5"),
        ("legal", "squadro", "--moves", "1 9"),
        ("legal", "squadro", "--position", "nonsense"),
        ("legal", "squadro", "--position", "0.0.0.0.0/0.0.0.0.0 0", "--option", "first=1"),
        ("replay", "/does/not/exist"),
        ("replay", "/"),
        ("show", "squadro", "--svg", "/does/not/exist.svg"),
        ("show", "squadro", "--seat", "2"),
        ("show", "squadro", "--theme", "pink"),
        ("grid", "check"),
        ("grid", "check", "/does/not/exist"),
        ("grid", "show", "CAR_012x012_999"),
        ("bench", "nothing"),
        ("bench", "playouts", "--seconds", "0"),
        ("bench", "playouts", "--seconds", "nan"),
        ("show", "united-square", "--option", "deal=--5"),
        ("show", "012x012", "--option", "mode=taquin", "--option", "tray=--5"),
        ("show", "012x012", "--option", "grid=@/does/not/exist"),
        ("show", "unlur", "--option", "side=" + "9" * 5000),
        ("play", "chess"),
        ("play", "--load", "/does/not/exist"),
        ("play", "--resume"),
        ("play", "squadro", "--level", "9"),
        ("analyse", "/does/not/exist"),
        ("serve", "--port", "0", "--database", "games.db"),
        ("serve", "--port", "0", "--database", "sqlite:////does/not/exist"),
    ],
)
def test_bad_input_exits_with_2_and_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("carreau: ")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "squadro", "--level", "high"),
        ("play", "squadro", "--level", "3", "--seat", "2"),
        ("play", "squadro", "--seat", "1"),
        ("play", "squadro", "--seats", "me"),
        ("play", "squadro", "--seats", "me,9"),
        ("play", "squadro", "--seats", "me,3", "--level", "3"),
        ("play", "squadro", "--resume"),
        ("play", "united-square", "--seats", "me,3,3,3"),
        ("analyse",),
        ("analyse", "-", "--seconds", "0"),
        ("analyse", "-", "--nodes", "0"),
        ("analyse", "-", "--nodes", "1", "--seconds", "1"),
    ],
)
def test_players_and_budgets_that_cannot_be_are_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as error:
        code = int(str(error.code))
    assert code == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("carreau: ")
    assert len(complaint.splitlines()) == 1


def test_the_examples_of_the_documentation_are_understood() -> None:
    texts = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("playing.md", "jouer.md")]
    texts += list(EXAMPLES)
    examples = [line for text in texts for line in re.findall(r"^ *carreau ((?:play|analyse) .*)$", text, re.MULTILINE)]
    assert len(examples) >= 24
    for example in examples:
        words = shlex.split(re.split(r"  +|#", example)[0])
        arguments = _parser().parse_args(words)
        if words[1:] and not words[1].startswith("-"):
            _check(arguments)
            state = _started(carreau.game(arguments.game), arguments)
            assert len(_players(arguments, state) or people(state.seats)) == state.seats


def test_binary_files_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)))
    for arguments in (("replay", str(file)), ("grid", "check", str(file))):
        done = run(*arguments)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_a_terminal_that_knows_only_ascii_still_gets_its_board() -> None:
    done = run("show", "012x012", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Player A" in done.stdout


def test_help_teaches() -> None:
    for arguments in (
        (),
        ("play",),
        ("analyse",),
        ("perft",),
        ("show",),
        ("replay",),
        ("grid",),
        ("bench",),
        ("warm",),
    ):
        done = run(*arguments, "--help")
        assert done.returncode == 0
        assert len(done.stdout) > 100


def test_a_game_in_the_terminal_from_the_menu_to_the_end(tmp_path: Path) -> None:
    """Chosen from the menu, with a mistake, an undo and a save on the way; the saved game goes on."""
    saved = tmp_path / "saved.txt"
    typed = [
        "9",
        "3",
        "claims=shouted",
        "",
        "9",
        "me,Ana,me",
        "p",
        "d5",
        "d5",
        "undo",
        "moves",
        f"save {saved}",
        "a1",
        "g7",
        "a3",
        "g6",
        "c1",
        "g5",
        "c3",
    ]
    done = run("play", input="\n".join(typed) + "\n")
    assert done.returncode == 0
    assert "rule 3" in done.stdout
    assert "Black wins" in done.stdout
    again = run("play", "--load", str(saved), input="a1\nquit\n")
    assert again.returncode == 0
    assert "1. a1" not in saved.read_text(encoding="utf-8")


def test_a_finished_game_can_be_saved_taken_back_and_played_again(tmp_path: Path) -> None:
    saved = tmp_path / "won.txt"
    typed = ["a1", "g7", "a3", "g6", "c1", "g5", "c3", f"save {saved}", "again", "undo", "b2", "again", "quit"]
    done = run("play", "squaryd", input="\n".join(typed) + "\n")
    assert done.returncode == 0
    assert "Black wins" in done.stdout
    assert "Nothing to take back." in done.stdout  # a new game has no past
    assert "This game is not over." in done.stdout
    record = carreau.read_record(saved.read_text(encoding="utf-8"))
    assert record.result == "0 square"
    undone = run("play", "--load", str(saved), input="undo\nmoves\nquit\n")
    assert "c3" in undone.stdout


def test_what_is_piped_in_is_shown_and_answers_begin_on_a_line_of_their_own() -> None:
    shown = run("play", "squadro", "--option", "first=0", "--plain", input="board\nquit\n").stdout
    first, second = (shown.splitlines()[at:] for at in (0, shown.splitlines().index("1. Yellow: board") + 1))
    assert second[0] in first[: first.index("1. Yellow: board")]  # the board again, its first row in place


def test_quitting_works_at_every_prompt() -> None:
    for typed in ("quit\n", "3\nquit\n", "3\nclaims=@nowhere\nquit\n", "3\n\nquit\n", "3\n\n\nquit\n", "\n\np\nquit\n"):
        done = run("play", input=typed)
        assert done.returncode == 0
        assert done.stderr == ""


def test_the_end_of_the_input_ends_the_game_quietly() -> None:
    for arguments in (("play",), ("play", "unlur")):
        done = run(*arguments, input="")
        assert done.returncode == 0
        assert done.stderr == ""


def test_bench_json_has_the_agreed_keys() -> None:
    figures = json.loads(run("bench", "playouts", "--json", "--seconds", "0.02").stdout)
    assert list(figures) == ["squadro", "unlur-6", "unlur-8", "squaryd", "united-square", "012x012"]
    assert all(set(figure) == {"compiled", "interpreted", "plies"} for figure in figures.values())
