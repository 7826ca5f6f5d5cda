"""Games are kept as they are played: after every move the record is on disk, so that nothing can lose it."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import carreau
from carreau.rules.errors import BadOption, Error
from carreau.rules.language import Text
from carreau.rules.records import Record
from carreau.solvers.sealed import sync_folder

MOST_KEPT = 100


def folder() -> Path:
    """Where games are kept: the user's directory for state, by the XDG rules."""
    state = os.environ.get("XDG_STATE_HOME", "")
    root = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    return root / "carreau" / "games"


def kept() -> list[Path]:
    """The games there are, the last played first."""
    try:
        files = [(file.stat().st_mtime_ns, file) for file in folder().glob("*.txt")]
    except (OSError, RuntimeError):  # no such folder, no home
        return []
    return [file for _, file in sorted(files, reverse=True)]


def last_game(*, unfinished: bool) -> tuple[Path, Record]:
    """The game played last, or the last that can go on."""
    for file in kept():
        with suppress(OSError, UnicodeDecodeError, Error):
            record = carreau.read_record(file.read_text(encoding="utf-8"))
            if not unfinished or record.seat is not None:
                return file, record
    if unfinished:
        raise BadOption(Text("no game is waiting to go on", "aucune partie n'attend d'être reprise"))
    raise BadOption(Text("no game has been kept yet", "aucune partie n'est encore gardée"))


def is_next(file: Path) -> bool:
    """Is this the game to go on with, unless another is named? Also if somebody took it away to go on with it."""
    with suppress(BadOption):
        return not file.exists() or last_game(unfinished=True)[0] == file
    return True


class Keeper:
    """Writes one game's record, again and again, to one file; a half-written one never takes its place.

    Two that go on with the same game must not write over each other: with its first word each takes the file over
    under a name of its own. Only one can; who finds it taken begins another. There is no lock that a kill could leave.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.trouble: OSError | RuntimeError | None = None  # why the game cannot be kept here
        self.was_taken = False  # somebody else went on with the file since we last saw it
        self._is_ours = False  # the name of the file is ours alone

    @classmethod
    def of(cls, file: Path) -> Keeper:
        """For a game loaded from there: one that is kept goes on in its place, a file of the user's is left alone."""
        with suppress(RuntimeError):  # no home
            if file.absolute().parent == folder():
                return cls(file)
        return cls()

    @property
    def has_kept(self) -> bool:
        return self.file is not None and self.trouble is None

    def keep(self, game_id: str, text: str) -> None:
        try:
            if self.file is None or not self._is_ours:
                self.file = self._take_over(game_id)
            else:
                self.was_taken = self.trouble is None and not self.file.exists()
            write_safely(self.file, text)
            self.trouble = None
        except (OSError, RuntimeError) as error:
            self.trouble = error

    def _take_over(self, game_id: str) -> Path:
        folder().mkdir(parents=True, exist_ok=True)
        ours = folder() / f"{game_id}-{datetime.now():%Y%m%d-%H%M%S-%f}-{os.getpid()}.txt"
        if self.file is not None:
            try:
                self.file.rename(ours)
            except FileNotFoundError:
                self.was_taken = True
        self._is_ours = True
        _forget_oldest()
        return ours


def write_safely(file: Path, text: str) -> None:
    """On disk before we go on, under a name of its own until it is whole; only its owner may read it."""
    part = file.with_suffix(".part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
    sync_folder(file.parent)


def _forget_oldest() -> None:
    for file in kept()[MOST_KEPT - 1 :]:
        with suppress(OSError):
            file.unlink()
