"""What every `carreau solve GAME` has in common: where progress is kept, what may be used, how answers are shown."""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from carreau.cli.asking import in_words
from carreau.cli.interrupts import interrupts_wait
from carreau.cli.numbers import whole
from carreau.cli.progress import WorkLine
from carreau.rules.language import Text
from carreau.solvers.cores import cores
from carreau.solvers.sealed import folder
from carreau.solvers.solving import Solving

Answer = TypeVar("Answer")
OUT_OF_TIME = 3  # the exit code where --seconds ran out before everything was decided


def add_common(verb: argparse.ArgumentParser) -> None:
    usual = str(folder()).replace("%", "%%")
    verb.add_argument("--json", action="store_true", help=str(Text("the answer as JSON", "la réponse en JSON")))
    verb.add_argument(
        "--folder", type=Path, metavar="DIR",
        help=str(Text(f"keep progress and tables there, not in {usual}",
                      f"y garder l'avancement et les tables, et non dans {usual}")),
    )  # fmt: skip
    verb.add_argument(
        "--memory", type=whole(64, 1_000_000), default=2000, metavar="MB",
        help=str(Text("use no more memory than about this, 2000 unless told", "mémoire à ne pas dépasser, 2000 Mo")),
    )  # fmt: skip


def add_jobs(verb: argparse.ArgumentParser) -> None:
    """For what can use more than one core."""
    help = Text("threads, as many as cores unless told", "fils, autant que de cœurs par défaut")
    verb.add_argument("--jobs", type=whole(1, 1000), default=cores(), metavar="N", help=str(help))


def add_svg(verb: argparse.ArgumentParser, help: Text) -> None:
    verb.add_argument("--svg", type=_picture, metavar="FILE", help=str(help))


def _picture(name: str) -> Path:
    """A file that can be written: after hours of work is too late to say that it cannot."""
    file = Path(name)
    try:
        is_new = not file.exists()
        file.open("ab").close()
        if is_new:
            file.unlink()
    except OSError as error:
        raise argparse.ArgumentTypeError(in_words(error)) from None
    return file


def kept_in(arguments: argparse.Namespace) -> Path:
    """The folder for progress and tables."""
    found: Path = arguments.folder or folder()
    return found


def solve(solving: Solving[Answer]) -> Answer:
    """Run a solver with its progress on the screen. Ctrl-C stops it between two steps, when what it has is kept."""
    found = solve_within(solving, None)
    assert found is not None
    return found


def solve_within(solving: Solving[Answer], seconds: float | None) -> Answer | None:
    """The same for so many seconds; then it is stopped as by Ctrl-C, and there is no answer."""
    until = inf if seconds is None else time.monotonic() + seconds
    line = WorkLine()
    stop = threading.Event()
    try:
        with interrupts_wait(stop.set):
            try:
                while not stop.is_set():
                    line.tell(next(solving))
                    if time.monotonic() >= until:
                        return None
            except StopIteration as end:
                found: Answer = end.value
                return found
            finally:
                line.clear()
                solving.close()
    except KeyboardInterrupt:
        goes_on = Text("stopped; the same command goes on from here", "arrêté ; la même commande reprend ici")
        warn(goes_on)
        raise
    raise AssertionError("stopped by nobody")


def warn(text: Text) -> None:
    print(f"carreau: {text}", file=sys.stderr)


def show_json(game: str, facts: dict[str, Any]) -> None:
    print(json.dumps({"game": game, **facts}, ensure_ascii=False))
