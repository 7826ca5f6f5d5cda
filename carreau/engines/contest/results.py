"""The file of a match: one JSON document that is complete after every game.

A line holds the setting, each game has a line, and the last line holds the result so far. A new game overwrites
the last line only, so that adding one costs the same in a long match, and a reader of JSON sees a whole
document at any time. Whatever a sudden end leaves half written is the last game at most, and is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from carreau.engines.contest.games import Played
from carreau.rules.errors import BadOption
from carreau.rules.language import Text

try:
    import fcntl
except ImportError:  # no locks on this system: two matches at once into one file are nobody's habit
    fcntl = None  # type: ignore[assignment]

GAMES = ', "games": ['  # ends the first line


class ResultFile:
    """The games of a match on disk. Opening it again with the same setting goes on; another is refused."""

    def __init__(self, path: Path, setting: Mapping[str, Any]) -> None:
        self.path = path
        self.games: list[Played] = []
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            self._lock()
            self._end = self._go_on(self._read(), setting)
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadOption(
                Text(f"{self.path}: another match is writing it", f"{self.path} : un autre match y écrit")
            ) from None

    def _read(self) -> str:
        with open(self._file, encoding="utf-8", closefd=False) as file:
            try:
                return file.read()
            except UnicodeDecodeError:
                raise _not_ours(str(self.path)) from None

    def _go_on(self, text: str, setting: Mapping[str, Any]) -> int:
        """Check what is there, or begin; returns where the next game goes."""
        if not text.strip():
            return self._write(0, self._head(setting), {})
        found, self.games = read_results(text, str(self.path))
        _compare(found, setting, self.path)
        kept = [line.removesuffix(",") for line in text.split("\n")[1 : 1 + len(self.games)]]
        return len((text.partition("\n")[0] + "\n" + ",\n".join(kept)).encode())

    @staticmethod
    def _head(setting: Mapping[str, Any]) -> str:
        return json.dumps(setting, ensure_ascii=False)[:-1] + GAMES + "\n"

    def _write(self, at: int, text: str, result: Mapping[str, Any]) -> int:
        """Write from there on, with the result behind; returns where the next game goes."""
        games = text.encode()
        tail = f"\n], {json.dumps({'result': result})[1:]}\n".encode()
        _write_all(self._file, games + tail, at)
        os.ftruncate(self._file, at + len(games) + len(tail))
        return at + len(games)

    def add(self, played: Played, result: Mapping[str, Any]) -> None:
        """Keep one more game; `result` is what the match shows with it."""
        text = (",\n" if self.games else "") + _line(played)
        self._end = self._write(self._end, text, result)
        self.games.append(played)

    def conclude(self, result: Mapping[str, Any]) -> None:
        """Write the result again, without another game."""
        self._end = self._write(self._end, "", result)

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _line(played: Played) -> str:
    return json.dumps(played.to_json(), ensure_ascii=False, separators=(",", ":"))


def _write_all(file: int, data: bytes, at: int) -> None:
    while data:
        written = os.pwrite(file, data, at)
        data, at = data[written:], at + written


def read_results(text: str, name: str) -> tuple[dict[str, Any], list[Played]]:
    """The setting and the games of a match file; a last game that was cut off is left out."""
    head, _, body = text.partition("\n")
    try:
        setting = json.loads(head.removesuffix(GAMES) + "}")
        if not head.endswith(GAMES) or not isinstance(setting, dict):
            raise ValueError(head)
    except ValueError:
        raise _not_ours(name) from None
    return setting, [*_games(body.split("\n"))]  # not splitlines: a note may hold other breaks


def _games(lines: Iterable[str]) -> Iterable[Played]:
    for line in lines:
        try:
            yield Played.from_json(json.loads(line.removesuffix(",")))
        except (ValueError, TypeError, AttributeError):
            return


def _not_ours(name: str) -> BadOption:
    return BadOption(Text(f"{name} is not the file of a match", f"{name} n'est pas le fichier d'un match"))


def _compare(found: Mapping[str, Any], wanted: Mapping[str, Any], path: Path) -> None:
    for key in (*wanted, *found):
        if found.get(key) != wanted.get(key):
            there, here = json.dumps(found.get(key)), json.dumps(wanted.get(key))
            raise BadOption(
                Text(
                    f"{path} holds another match ({key}: {there} there, {here} here); name another file",
                    f"{path} contient un autre match ({key} : {there} là, {here} ici) ; nommez un autre fichier",
                )
            )
