"""What solvers keep on disk is whole or refused."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.solvers.sealed import Checkpoint, Damaged, read_sealed, write_sealed


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_sealed(tmp_path / "deep" / "file", {"layer": [1, 2]}, [b"one", b"", b"\ntwo"])
    assert read_sealed(tmp_path / "deep" / "file") == ({"layer": [1, 2]}, b"one\ntwo")
    write_sealed(tmp_path / "empty", {}, [])
    assert read_sealed(tmp_path / "empty") == ({}, b"")


@given(at=st.integers(0), to=st.integers(0, 255), cut=st.booleans())
def test_a_file_with_any_byte_changed_or_cut_off_is_refused(
    tmp_path_factory: pytest.TempPathFactory, at: int, to: int, cut: bool
) -> None:
    file = tmp_path_factory.mktemp("sealed") / "file"
    write_sealed(file, {"a": 1}, [bytes(range(100))])
    whole = file.read_bytes()
    at %= len(whole)
    changed = whole[:at] if cut else whole[:at] + bytes([to]) + whole[at + 1 :]
    file.write_bytes(changed)
    if changed == whole:
        assert read_sealed(file)[0] == {"a": 1}
    else:
        with pytest.raises(Damaged, match="file is damaged"):
            read_sealed(file)


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"new"
        raise OSError(errno.ENOSPC, "No space left on device")

    write_sealed(tmp_path / "file", {}, [b"old"])
    with pytest.raises(OSError, match="No space"):
        write_sealed(tmp_path / "file", {}, pieces())
    assert read_sealed(tmp_path / "file") == ({}, b"old")
    assert os.listdir(tmp_path) == ["file"]


def test_a_checkpoint_answers_only_the_question_it_was_kept_for(tmp_path: Path) -> None:
    one, other = ({"sets": sets} for sets in (1, 2))
    point = Checkpoint(tmp_path / "file", one)
    assert point.load() is None
    point.save({"done": 5}, b"rest")
    assert Checkpoint(tmp_path / "file", one).load() == ({"done": 5}, b"rest")
    assert Checkpoint(tmp_path / "file", other).load() is None
    (tmp_path / "file").write_bytes(b"nonsense")
    assert point.load() is None
    point.forget()
    assert not (tmp_path / "file").exists()


WRITER = """
import sys
from pathlib import Path
from carreau.solvers.sealed import Checkpoint
point = Checkpoint(Path(sys.argv[1]), {})
print("begun", flush=True)
for number in range(10**9):
    point.save({"number": number}, bytes([number % 256]) * 100_000)
    if number % 5 == 4:
        print(number, flush=True)
"""


def test_kill_9_in_the_middle_of_writing_leaves_a_whole_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with subprocess.Popen([sys.executable, "-c", WRITER, file], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(4)][-1]
        writer.send_signal(signal.SIGKILL)
    found = Checkpoint(file, {}).load()
    assert found is not None
    kept, body = found
    assert kept["number"] >= int(told)
    assert body == bytes([kept["number"] % 256]) * 100_000
