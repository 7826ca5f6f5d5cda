"""Files that are whole or refused: a line that says what they hold, then bytes, and a digest over both.

They are written under another name first and take their place on the disk at once, so that a process killed in the
middle, or a full disk, leaves the file that was there before.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any, BinaryIO

from carreau.rules.errors import Error
from carreau.rules.language import Text

MAGIC = b"carreau sealed 1 "
DIGEST_BYTES = 32


class Damaged(Error):
    """A file that is not what it says it is; nothing of it is believed."""


def folder() -> Path:
    """Where solvers keep what they have found: the user's directory for data, by the XDG rules."""
    data = os.environ.get("XDG_DATA_HOME", "")
    root = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return root / "carreau"


def write_sealed(file: Path, about: Mapping[str, Any], body: Iterable[bytes]) -> None:
    """Replace the file by what is given; on disk when this returns."""
    head = MAGIC + json.dumps(about, sort_keys=True).encode() + b"\n"
    total = hashlib.blake2b(head, digest_size=DIGEST_BYTES)
    with replacing(file) as out:
        out.write(head)
        for piece in body:
            total.update(piece)
            out.write(piece)
        out.write(total.digest())


@contextmanager
def replacing(file: Path) -> Iterator[BinaryIO]:
    """A new file, which takes the place of the one that is there when this is left; then it is on disk."""
    file.parent.mkdir(parents=True, exist_ok=True)
    remove_halves(file.parent.glob(f"{escape(file.name)}.*.part"))
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with naming(file):
            with part.open("wb") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(file.parent)


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """The system does not say which file it could not write on; we do."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise OSError(error.errno, error.strerror, str(file)) from error
        raise


def remove_halves(parts: Iterable[Path]) -> None:
    """Remove what was left half written by processes that are no more."""
    for part in parts:
        process = part.name.split(".")[-2]
        if not (process.isdecimal() and _is_alive(int(process))):
            with suppress(OSError):
                part.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's
    return True


def read_sealed(file: Path) -> tuple[dict[str, Any], bytes]:
    """What a file says it holds, and that. Damaged where the two do not agree; OSError where there is no file."""
    data = file.read_bytes()
    end = data.find(b"\n")
    if not data.startswith(MAGIC) or end < 0 or len(data) < end + 1 + DIGEST_BYTES:
        raise damaged(file)
    digest = hashlib.blake2b(memoryview(data)[:-DIGEST_BYTES], digest_size=DIGEST_BYTES).digest()
    if data[-DIGEST_BYTES:] != digest:
        raise damaged(file)
    return json.loads(data[len(MAGIC) : end]), data[end + 1 : -DIGEST_BYTES]


def damaged(file: Path) -> Damaged:
    return Damaged(Text(f"{file} is damaged and is not used", f"{file} est abîmé et n'est pas utilisé"))


def sync_folder(folder: Path) -> None:
    """A file's new name is on the disk too when this returns."""
    with suppress(OSError):  # some systems cannot open a folder
        entry = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(entry)
        finally:
            os.close(entry)


class Checkpoint:
    """Where a long solver has got to. What was kept for another question, or is damaged, is passed over."""

    def __init__(self, file: Path, question: Mapping[str, Any]) -> None:
        self.file = file
        self.question = json.loads(json.dumps(question))

    def load(self) -> tuple[dict[str, Any], bytes] | None:
        """What was kept last: what was told about it, and the bytes; None to begin anew."""
        try:
            about, body = read_sealed(self.file)
        except (OSError, Damaged):
            return None
        return (about["kept"], body) if about.get("question") == self.question else None

    def save(self, kept: Mapping[str, Any], body: bytes | Iterable[bytes] = b"") -> None:
        pieces = [body] if isinstance(body, bytes) else body
        write_sealed(self.file, {"question": self.question, "kept": kept}, pieces)

    def forget(self) -> None:
        with suppress(OSError):
            self.file.unlink()
