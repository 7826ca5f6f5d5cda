"""Playing at a real terminal: keys, colours, hidden hands, and games that nothing can lose."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from own_state import kept_games  # noqa: F401  (used by every test)

import carreau
from carreau.cli import keeping

PROGRAM = f"{sys.executable} {Path(__file__).with_name('patient_program.py')}"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
CTRL_C, CTRL_D = "\x03", "\x04"
NOT_INHERITED = ("NO_COLOR", "COLORTERM", "LINES", "COLUMNS")
PATIENCE = 60  # seconds, for a machine that is busy


class Terminal:
    """The far side of a program's terminal."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self.descriptor = descriptor
        self.process = process
        self.shown = ""
        self._read_to = 0

    def read_until(self, words: str) -> str:
        """What is shown since the last call until those words appear."""
        until = time.monotonic() + PATIENCE
        while (found := self.shown.find(words, self._read_to)) < 0:
            ready, _, _ = select.select([self.descriptor], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"no {words!r} in {self.shown[self._read_to :]!r}"
            self.shown += os.read(self.descriptor, 65536).decode("utf-8", "replace")
        start, self._read_to = self._read_to, found + len(words)
        return self.shown[start : self._read_to]

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def interrupt_until(self, words: str) -> None:
        """Press Ctrl-C as people do, again if nothing happens.

        Python's readline does not see a signal that comes between its prompt and its wait, until the next key.
        """
        for _ in range(5):
            self.type(CTRL_C)
            ready, _, _ = select.select([self.descriptor], [], [], PATIENCE / 10)
            while ready and self.shown.find(words, self._read_to) < 0:
                self.shown += os.read(self.descriptor, 65536).decode("utf-8", "replace")
                ready, _, _ = select.select([self.descriptor], [], [], PATIENCE / 10)
            if self.shown.find(words, self._read_to) >= 0:
                break
        self.read_until(words)

    def exit_code(self) -> int:
        return self.process.wait(PATIENCE)


@contextmanager
def playing(*arguments: str, size: tuple[int, int] = (40, 100), **environment: str) -> Iterator[Terminal]:
    """`carreau play` at a terminal of its own, so that Ctrl-C reaches it as it does for people."""
    controller, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    plain = {key: value for key, value in os.environ.items() if key not in NOT_INHERITED}
    process = subprocess.Popen(
        [sys.executable, "-c", TAKE_TERMINAL, "play", *arguments],
        stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
        env={**plain, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    os.close(terminal)
    try:
        yield Terminal(controller, process)
    finally:
        process.kill()
        process.wait()
        os.close(controller)


TAKE_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from carreau.cli import main
sys.exit(main())
"""


def test_hidden_hands_wait_for_their_player() -> None:
    """The next hand is shown only after Enter, on a cleared screen."""
    move = carreau.game("united-square").start(deal=1).moves()[0]
    with playing("united-square", "--option", "deal=1", TERM="dumb") as terminal:
        terminal.read_until("1. Blue and red:")
        terminal.type(f"{move}\n")
        shown = terminal.read_until("press Enter when you alone look.")
        assert "\x1b[2J" in shown
        assert "Green and yellow to move" not in shown
        terminal.type("\n")
        assert "Green and yellow to move" in terminal.read_until("2. Green and yellow:")
        terminal.type("undo\n")  # and so it is when a move is taken back
        assert "Blue and red to move" not in terminal.read_until("press Enter when you alone look.")
        terminal.type("\n")
        terminal.read_until("1. Blue and red:")
        terminal.type("quit\n")
        assert terminal.exit_code() == 0


def test_who_leaves_at_the_change_of_players_sees_no_hand() -> None:
    move = carreau.game("united-square").start(deal=1).moves()[0]
    with playing("united-square", "--option", "deal=1", "--plain") as terminal:
        terminal.read_until("1. Blue and red:")
        terminal.type(f"{move}\n")
        terminal.read_until("press Enter when you alone look.")
        terminal.type(CTRL_D)
        assert "BGRY" not in terminal.read_until("go on with: carreau play --resume")
        assert terminal.exit_code() == 130
    with playing("--resume", "--plain") as terminal:  # and so it is when the game goes on
        assert "BGRY" not in terminal.read_until("press Enter when you alone look.")
        terminal.type("\n")
        assert "BGRY" in terminal.read_until("2. Green and yellow:")


def test_plain_hands_are_scrolled_away_without_tricks() -> None:
    move = carreau.game("united-square").start(deal=1).moves()[0]
    with playing("united-square", "--option", "deal=1", "--plain") as terminal:
        terminal.read_until("1. Blue and red:")
        terminal.type(f"{move}\n")
        shown = terminal.read_until("press Enter when you alone look.")
        assert "\x1b" not in terminal.shown
        assert shown.count("\n") > 40


def test_colours_follow_the_terminal() -> None:
    with playing("squadro", "--option", "first=0", COLORTERM="truecolor") as terminal:
        assert "\x1b[38;2;" in terminal.read_until("1. Yellow:")
    with playing("squadro", "--option", "first=0") as terminal:
        shown = terminal.read_until("1. Yellow:")
        assert "\x1b[48;5;" in shown
        assert "8;2;" not in shown
    with playing("squadro", "--option", "first=0", TERM="linux") as terminal:
        shown = terminal.read_until("1. Yellow:")
        assert COLOURS.search(shown)
        assert "8;5;" not in shown


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}])
def test_no_colours_where_they_are_not_wanted(environment: dict[str, str]) -> None:
    with playing("squadro", "--option", "first=0", **environment) as terminal:
        shown = terminal.read_until("1. Yellow:").replace("\r\n", "\n")
        assert not COLOURS.search(shown)
        assert "Yellow to move" in shown


def test_a_large_board_is_drawn_in_letters_in_a_small_window() -> None:
    with playing("unlur", size=(24, 80)) as terminal:
        shown = terminal.read_until("1. First player:")
        assert "h  . . . . . . . . . . . . . . .  15" in shown
        assert shown.count("\n") < 24
    with playing("unlur", size=(40, 120)) as terminal:
        assert ". . ." not in terminal.read_until("1. First player:")


def test_a_terminal_that_knows_only_ascii_shows_the_speeds() -> None:
    with playing("squadro", "--option", "first=0", PYTHONIOENCODING="ascii") as terminal:
        shown = terminal.read_until("1. Yellow:")
        assert "1 3  > + + + + + o  1" in shown
        assert "?" not in shown


def test_tab_completes_moves_and_orders() -> None:
    with playing("unlur", "--option", "side=3", "--plain") as terminal:
        terminal.read_until("1. First player:")
        terminal.type("B2\t")  # the case is put right, too
        terminal.read_until("b2")
        terminal.type("\n")
        terminal.read_until("First player plays b2.")
        terminal.read_until("2. Second player:")
        terminal.type("resi\t\n")
        terminal.read_until("Second player resigns")
        terminal.type("quit\n")
        assert terminal.exit_code() == 0


def test_tab_completes_no_moves_where_they_are_hidden() -> None:
    with playing("squaryd", "--option", "claims=called", "--plain") as terminal:
        terminal.read_until("1. Black:")
        terminal.type("g\t\t7\n")
        shown = terminal.read_until("Black plays g7.")
        assert "g1" not in shown


def test_ctrl_c_at_the_prompt_loses_nothing() -> None:
    with playing("squadro", "--option", "first=0", "--level", "2", "--engine", f"{PROGRAM} first") as terminal:
        terminal.read_until("1. Yellow:")
        terminal.type("3\n")
        terminal.read_until("3. Yellow:")
        terminal.type("4")
        terminal.read_until("4")  # read: Ctrl-C empties a terminal's queue, and readline would wait for a key it saw
        terminal.interrupt_until("go on with: carreau play --resume")
        assert terminal.exit_code() == 130
    assert keeping.last_game(unfinished=True)[1].moves == ("3", "1")
    with playing("--resume", "--plain", "--engine", f"{PROGRAM} first") as terminal:
        terminal.read_until("Red (computer, level 2)")
        terminal.read_until("3. Yellow:")
        terminal.type("1\n")
        terminal.read_until("5. Yellow:")


def test_ctrl_c_stops_a_thinking_computer_and_again_leaves() -> None:
    """The engine answers only when it is told to stop: no luck with the time is needed."""
    with playing("squadro", "--option", "first=0", "--level", "5", "--engine", f"{PROGRAM} waits") as terminal:
        terminal.read_until("1. Yellow:")
        terminal.type("3\n")
        terminal.read_until("Red is thinking")
        terminal.type(CTRL_C)
        terminal.read_until("Stopped. Ctrl-C again leaves.")
        terminal.read_until("type its move, undo, save FILE, quit:")
        terminal.type("2\n")
        terminal.read_until("3. Yellow:")
        terminal.type("1\n")
        terminal.read_until("Red is thinking")
        terminal.type(CTRL_C)
        terminal.read_until("Stopped.")
        terminal.read_until("undo, save FILE, quit:")
        terminal.interrupt_until("go on with: carreau play --resume")
        assert terminal.exit_code() == 130
    assert keeping.last_game(unfinished=True)[1].moves == ("3", "2", "1")


def test_kill_9_loses_nothing_and_leaves_nobody_behind(tmp_path: Path) -> None:
    """The engine holds a pipe open as long as it lives: its end is the engine's end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    engine = f"{PROGRAM} waits {pipe}"
    with playing("squadro", "--option", "first=0", "--level", "5", "--engine", engine) as terminal:
        terminal.read_until("1. Yellow:")
        terminal.type("3\n")
        assert heard(held) == b"go"
        terminal.process.kill()
        assert terminal.exit_code() == -signal.SIGKILL
        assert heard(held) == b""
    os.close(held)
    record = keeping.last_game(unfinished=True)[1]
    assert record.moves == ("3",)
    assert record.players == {1: "Computer, level 5"}


def heard(pipe: int) -> bytes:
    """What comes out of a pipe next; nothing once nobody holds its other end."""
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    assert poll.poll(1000 * PATIENCE)
    return os.read(pipe, 100)


def test_an_engine_that_dies_is_told_in_one_sentence() -> None:
    with playing(
        "squadro", "--option", "first=0", "--level", "5", "--engine", f"{PROGRAM} fails", "--plain"
    ) as terminal:
        terminal.read_until("1. Yellow:")
        terminal.type("3\n")
        shown = terminal.read_until("type its move, undo, save FILE, quit:")
        assert "it ended with code 3" in shown
        assert "Traceback" not in shown
        terminal.type("quit\n")
        terminal.read_until("go on with: carreau play --resume")
        assert terminal.exit_code() == 0


def test_the_menu_starts_a_game_against_the_computer_with_enter_alone() -> None:
    with playing("--engine", f"{PROGRAM} first", "--plain") as terminal:
        terminal.read_until("Enter for 1:")
        terminal.type("\n")
        terminal.read_until("or Enter:")
        terminal.type("first=0\n")
        terminal.read_until("Enter for level 3:")
        terminal.type("\n")
        terminal.read_until("Enter for 0:")
        terminal.type("\n")
        terminal.read_until("Red (computer, level 3)")
        terminal.read_until("1. Yellow:")
        terminal.type("5\n")
        terminal.read_until("Red (computer, level 3) plays 1.")
        terminal.read_until("3. Yellow:")
        terminal.type("quit\n")
        assert terminal.exit_code() == 0
    with playing("--engine", f"{PROGRAM} first", "--plain") as terminal:
        terminal.read_until("r  go on with: Squadro, after 2 moves (computer, level 3)")
        terminal.read_until("Enter for 1:")
        terminal.type("r\n")
        terminal.read_until("3. Yellow:")


def test_a_game_against_the_real_engine() -> None:
    """The weakest level, from the first move to a hint."""
    with playing("squadro", "--option", "first=0", "--level", "1", "--plain") as terminal:
        terminal.read_until("1. Yellow:")
        terminal.type("3\n")
        terminal.read_until("Red (computer, level 1) plays ")
        terminal.read_until("3. Yellow:")
        terminal.type("hint\n")
        terminal.read_until("Hint: ")
        terminal.read_until("3. Yellow:")
        terminal.type("quit\n")
        assert terminal.exit_code() == 0
