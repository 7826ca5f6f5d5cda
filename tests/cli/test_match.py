"""`carreau match` as a user meets it: the table, the file, interruptions, refusals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import carreau

ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
STAND_IN = Path(__file__).parents[1] / "engines" / "stand_in.py"
FIRST, RANDOM, CRASH = (f"cmd:{sys.executable} {STAND_IN} {how}" for how in ("first", "random", "crash"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "carreau", *arguments], capture_output=True, text=True, env=ENVIRONMENT,
        timeout=600, check=False,
    )  # fmt: skip


def test_a_match_from_the_command_to_the_table(tmp_path: Path) -> None:
    file, records = tmp_path / "match.json", tmp_path / "records"
    command = ("match", RANDOM, CRASH, "squadro", "--games", "4", "--seed", "7", "--jobs", "2", "--json", str(file))
    done = run(*command, "--records", str(records), "--sprt", "0,100")
    assert done.returncode == 0
    assert done.stderr == ""  # progress is for terminals
    for words in ("A scores 100.0 %", "Elo +∞", "likelihood", "sequential test", "seat 1, Red", "out of wits"):
        assert words in done.stdout
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["result"]["failures"] == {"A": 0, "B": 4}
    game = document["games"][0]
    state = carreau.game("squadro").replay(game["moves"], **game["drawn"])
    record = carreau.read_record((records / f"{game['number'] + 1:04}.txt").read_text(encoding="utf-8"))
    assert record.state == state
    assert len(list(records.iterdir())) == 4


def test_the_same_command_goes_on_and_another_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "match.json")
    command = ("match", FIRST, RANDOM, "squaryd", "--json", file)
    assert run(*command, "--games", "2").returncode == 0
    assert run(*command, "--games", "5").returncode == 0
    document = json.loads(Path(file).read_text(encoding="utf-8"))
    assert [game["number"] for game in document["games"][:2]] in ([0, 1], [1, 0])
    assert sorted(game["number"] for game in document["games"]) == list(range(5))
    before = Path(file).read_bytes()
    again = run(*command, "--games", "5")
    assert again.returncode == 0
    assert "A scores" in again.stdout
    assert Path(file).read_bytes() == before
    refused = run(*command, "--games", "5", "--seed", "3")
    assert refused.returncode == 2
    assert "seed: 0 there, 3 here" in refused.stderr


def test_seats_are_named_as_before_the_opening() -> None:
    """In Unlur an opening may settle who is Black, another way in each game."""
    done = run("match", RANDOM, FIRST, "unlur", "--option", "side=3", "--games", "6", "--openings", "4")
    assert "seat 0, First player: wins" in done.stdout
    assert "seat 1, Second player: wins" in done.stdout
    assert "Black" not in done.stdout


def test_in_french() -> None:
    done = run("match", FIRST, RANDOM, "united-square", "--games", "2", "--lang", "fr", "--sprt=-50,50")
    assert done.returncode == 0
    for words in ("A marque", "temps par coup", "siège 0, Bleu et rouge", "test séquentiel"):
        assert words in done.stdout
    assert re.search(r"\d,\d %", done.stdout)
    assert not re.search(r"\d\.\d", done.stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        ("5", "9", "squadro"),
        ("five", "4", "squadro"),
        ("5", "cmd:no-such-program", "squadro"),
        ("5", "4", "chess"),
        ("5", "4", "unlur", "--option", "side=99"),
        ("5", "4", "unlur", "--option", "side"),
        ("5", "4", "squadro", "--games", "0"),
        ("5", "4", "squadro", "--games", "ten"),
        ("5", "4", "squadro", "--jobs", "0"),
        ("5", "4", "squadro", "--seed", "-1"),
        ("5", "4", "squadro", "--openings", "1000"),
        ("5", "4", "squaryd", "--openings", "100"),
        ("5", "4", "squadro", "--sprt", "10"),
        ("5", "4", "squadro", "--sprt", "10,0"),
        ("5", "4", "squadro", "--sprt", "nan,0"),
        ("5", "4", "united-square", "--option", "mode=solitaire"),
        ("5", "4", "squadro", "--json", "/dev/null/match.json"),
        ("5", "4", "squadro", "--json", __file__),
        ("5", "4", "squadro", "--json", str(Path(__file__).parent / "missing" / "match.json")),
        ("5", "4"),
    ],
)
def test_bad_input_exits_with_2_and_one_line(arguments: tuple[str, ...]) -> None:
    done = run("match", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("carreau: ")
    assert len(done.stderr.splitlines()) == 1


def test_help_shows_how_players_are_written() -> None:
    shown = " ".join(run("match", "--help").stdout.split())
    for words in ("a level (5)", "uct:0.3s", "cmd:./prog", "19 times out of 20", "A in each place in turn"):
        assert words in shown


@dataclass
class Running:
    """A match in mid-game, at a terminal, between programs that would stay when nobody listens any more."""

    process: subprocess.Popen[str]
    terminal: int
    pipe: int
    file: Path

    def wait_for_games(self, number: int) -> None:
        shown = ""
        while f"\x1b[K{number}/1000" not in shown:
            shown += os.read(self.terminal, 4096).decode("utf-8", "replace")

    def last_words_of_programs(self) -> bytes:
        """Waits until the last of them has gone; one that was not ended in time leaves a message."""
        os.set_blocking(self.pipe, True)
        return os.read(self.pipe, 100)

    def kept(self) -> list[int]:
        return [game["number"] for game in json.loads(self.file.read_text(encoding="utf-8"))["games"]]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    pipe, file = tmp_path / "pipe", tmp_path / "match.json"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    controller, terminal = os.openpty()
    stubborn = f"cmd:{sys.executable} {STAND_IN} stubborn {pipe}"
    process = subprocess.Popen(
        [sys.executable, "-m", "carreau", "match", stubborn, stubborn, "squaryd", "--games", "1000", "--jobs", "2",
         "--json", str(file)],
        stdout=subprocess.PIPE, stderr=terminal, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    os.close(terminal)
    try:
        yield Running(process, controller, reading, file)
    finally:
        process.kill()
        process.wait()
        os.close(controller)
        os.close(reading)


def test_ctrl_c_shows_where_it_stands_and_leaves_nothing_running(running: Running) -> None:
    running.wait_for_games(3)
    running.process.send_signal(signal.SIGINT)
    shown, _ = running.process.communicate(timeout=600)
    assert running.process.returncode == 130
    assert "A scores" in shown
    assert running.last_words_of_programs() == b""
    assert len(running.kept()) >= 3


def test_kill_9_leaves_nothing_running_and_loses_no_finished_game(running: Running) -> None:
    running.wait_for_games(2)
    running.process.kill()
    assert running.last_words_of_programs() == b""
    assert len(running.kept()) >= 2
