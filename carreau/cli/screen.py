"""What the players see: a coloured board on a cleared screen, or plain text, a sentence an event."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from carreau import draw
from carreau.draw.pixels import Depth
from carreau.draw.terminal import Window
from carreau.draw.terminal import render as render_terminal
from carreau.rules.language import Text, same
from carreau.rules.scene import Scene

CLEAR = "\x1b[H\x1b[2J"
CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"  # and what has scrolled away
CLEAR_LINE = "\r\x1b[K"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
MOST_NEWS_BELOW = 2  # under a board of letters
BELOW_BOARD = 3  # lines for a remark and the prompt
SPIN = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SIXTEEN_COLOURS = ("linux", "ansi", "vt", "cons", "cygwin")
LOOK = 0.7  # seconds that a computer's move stays before the next


def colours_of(terminal: Mapping[str, str]) -> Depth | None:
    """How many colours a terminal with that environment knows; None if it wants none."""
    name = terminal.get("TERM", "")
    if name in ("", "dumb", "unknown") or terminal.get("NO_COLOR"):
        return None
    if terminal.get("COLORTERM", "").lower() in ("truecolor", "24bit") or name.endswith("-direct"):
        return Depth.TRUE
    return Depth.SIXTEEN if name.startswith(SIXTEEN_COLOURS) else Depth.PALETTE


class Screen:
    """Standard output, and the keyboard."""

    def __init__(self, *, plain: bool = False) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401  (arrow keys and history at the prompt)
        self.is_plain = plain  # asked for: not even the screen is cleared
        can_draw = sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower()
        self.depth = colours_of(os.environ) if can_draw and not plain else None

    @property
    def is_coloured(self) -> bool:
        return self.depth is not None

    def say(self, *sentences: object) -> None:
        for sentence in sentences:
            print(sentence, flush=True)

    def show(self, scene: Scene, players: Mapping[int, str], news: Sequence[str]) -> None:
        """The board. Beside a coloured one stand the last events; plain text has told them already."""
        rails = tuple(replace(rail, title=_with_player(rail.title, players.get(rail.seat))) for rail in scene.rails)
        plain = draw.render_text(replace(scene, rails=rails))
        if self.depth is None:
            print(plain, flush=True)
            return
        size = shutil.get_terminal_size()
        window = Window(size.columns, size.lines - BELOW_BOARD, self.depth)
        drawn = render_terminal(scene, window, players=players, news=news)
        if not _fits(drawn, size):  # a large board in a small window: letters need less room than colours
            drawn = "\n".join([plain, *news[-MOST_NEWS_BELOW:]])
        print(CLEAR + drawn, flush=True)

    def ask(self, prompt: str) -> str | None:
        """What is typed; None at the end of the input."""
        try:
            said = input(prompt).strip()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(said)  # else what follows would stand on the prompt's line
        return said

    def hand_over(self, name: str) -> None:
        """Before somebody else looks at a hidden hand."""
        if not sys.stdin.isatty():
            return
        print("\n" * shutil.get_terminal_size().lines if self.is_plain else CLEAR_ALL, end="")
        alone = Text("press Enter when you alone look.", "Entrée quand vous êtes seul à regarder.")
        if self.ask(f"{name}{Text(':', ' :')} {alone}") is None:
            raise KeyboardInterrupt  # they leave, and nobody sees the hand

    def linger(self, since: float) -> None:
        """Let people see a computer's move before the next one follows."""
        if self.is_coloured:
            time.sleep(max(0.0, since + LOOK - time.monotonic()))

    @contextmanager
    def waiting(self, what: str) -> Iterator[Waiting]:
        """While somebody thinks: a line that shows it, gone afterwards."""
        shown = Waiting(what, moves=self.is_coloured)
        try:
            yield shown
        finally:
            shown.end()


class Waiting:
    """A quiet sign that something is going on; in plain text one sentence, and only if it takes a while."""

    PATIENCE = 2.0  # seconds

    def __init__(self, what: str, *, moves: bool) -> None:
        self.what = what
        self.moves = moves
        self.began = time.monotonic()
        self.steps = 0
        self.has_said = False
        if moves:
            print(f"{SPIN[0]} {what}…", end="", flush=True)

    def step(self, more: str = "") -> None:
        """Some progress; `more` is shown after it."""
        self.steps += 1
        seconds = time.monotonic() - self.began
        if self.moves:
            clock = f" {seconds:.0f} s" if seconds >= 1 else ""
            line = f"{SPIN[self.steps % len(SPIN)]} {self.what}…{clock}{more}"
            print(f"{CLEAR_LINE}{line[: shutil.get_terminal_size().columns - 1]}", end="", flush=True)
        elif seconds > self.PATIENCE and not self.has_said:
            self.has_said = True
            print(f"{self.what}…", flush=True)

    def end(self) -> None:
        if self.moves:
            print(CLEAR_LINE, end="", flush=True)


def _fits(drawn: str, size: os.terminal_size) -> bool:
    """With the prompt, and without what sets colours."""
    lines = COLOUR.sub("", drawn).split("\n")
    return len(lines) < size.lines and all(len(line.rstrip()) <= size.columns for line in lines)


def _with_player(title: Text, player: str | None) -> Text:
    return same(f"{title} ({player})") if player else title
