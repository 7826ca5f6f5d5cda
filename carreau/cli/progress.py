"""One line on standard error that is written over again and again; nothing where nobody would see it."""

from __future__ import annotations

import shutil
import sys
import time

from carreau.rules.language import Text, decimal
from carreau.solvers.solving import Progress

OFTEN = 0.1  # seconds between two lines
BAR = 24


class ProgressLine:
    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self._last = -OFTEN

    def show(self, line: str, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if self.is_shown and (at_once or now - self._last >= OFTEN):
            self._last = now
            room = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:room]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class WorkLine(ProgressLine):
    """A bar with the time left, as a solver tells how far it is."""

    def __init__(self) -> None:
        super().__init__()
        self._started = time.monotonic()
        self._before: float | None = None  # what had been done when we were first told how much,
        self._since = 0.0  # and when that was

    def tell(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.share < 0:
            self.show(f"{duration(now - self._started)}  {progress.doing}")
            return
        if self._before is None:
            self._before, self._since = progress.share, now
        done, spent = progress.share - self._before, now - self._since
        filled = int(BAR * min(1.0, progress.share))
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {decimal(100 * progress.share)} %"
        if done > 0 and spent > 1:
            left = duration(spent / done * (1 - progress.share))
            line += f"  {Text(f'{left} left', f'encore {left}')}"
        self.show(f"{line}  {progress.doing}")


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
