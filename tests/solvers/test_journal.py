"""What a solver tells bit by bit is read as far as it is whole, and nothing else is believed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.solvers.journal import SHORT, Journal

QUESTION = {"position": "a"}


def journal(file: Path) -> Journal:
    """Three records: the first two written at once, the third added."""
    told = Journal(file, QUESTION)
    told.begin({"nodes": 1}, [b"one", b"two\n" * 10])
    told.add({"nodes": 2}, b"three")
    return told


def test_what_was_told_is_read_and_another_question_is_not_answered(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "file"
    told = journal(file)
    assert Journal(file, QUESTION).load() == ({"nodes": 2}, [b"one", b"two\n" * 10, b"three"])
    assert Journal(file, {"position": "b"}).load() is None
    assert told.size == file.stat().st_size
    told.begin({"nodes": 3}, [b"all"])
    told.add({"nodes": 4}, b"")
    assert Journal(file, QUESTION).load() == ({"nodes": 4}, [b"all", b""])
    told.forget()
    assert told.load() is None


def test_it_wants_to_be_written_anew_when_half_may_be_out_of_date(tmp_path: Path) -> None:
    told = Journal(tmp_path / "file", QUESTION)
    assert told.wants_all
    for size in (0, 3 * SHORT):
        told.begin({}, [bytes(size)])
        begun_with = told.size
        while not told.wants_all:
            told.add({}, bytes(SHORT // 3))
        assert max(SHORT, 2 * begun_with) <= told.size < max(SHORT, 2 * begun_with) + SHORT


@given(at=st.integers(0), to=st.integers(0, 255), cut=st.booleans())
def test_damage_costs_what_comes_after_it_only(
    tmp_path_factory: pytest.TempPathFactory, at: int, to: int, cut: bool
) -> None:
    file = tmp_path_factory.mktemp("journal") / "file"
    journal(file)
    whole = file.read_bytes()
    at %= len(whole)
    file.write_bytes(whole[:at] if cut else whole[:at] + bytes([to]) + whole[at + 1 :])
    found = Journal(file, QUESTION).load()
    bodies = [b"one", b"two\n" * 10, b"three"]
    if file.read_bytes() == whole:
        assert found == ({"nodes": 2}, bodies)
    elif found is not None:
        kept, read = found
        assert kept == {"nodes": 1}
        assert read == bodies[: len(read)]
        assert len(read) < 3


def test_a_full_disk_leaves_what_was_there_and_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = journal(tmp_path / "file")
    before = (tmp_path / "file").read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")  # as the system says it, without a name

    monkeypatch.setattr(os, "fsync", full)
    for write in (lambda: told.add({"nodes": 5}, b"more"), lambda: told.begin({"nodes": 5}, [b"all"])):
        with pytest.raises(OSError, match="No space") as failed:
            write()
        assert failed.value.filename == str(tmp_path / "file")
        assert (tmp_path / "file").read_bytes() == before
    assert os.listdir(tmp_path) == ["file"]


def test_two_that_write_at_the_same_time_spoil_nothing(tmp_path: Path) -> None:
    one, other = journal(tmp_path / "file"), journal(tmp_path / "file")
    one.add({"nodes": 7}, b"lost: the other has taken this place")
    other.add({"nodes": 3}, b"four")
    assert Journal(tmp_path / "file", QUESTION).load() == ({"nodes": 3}, [b"one", b"two\n" * 10, b"three", b"four"])


WRITER = """
import sys
from pathlib import Path
from carreau.solvers.journal import SHORT, Journal
told = Journal(Path(sys.argv[1]), {})
told.begin({"number": -1}, [])
for number in range(10**9):
    told.add({"number": number}, bytes([number % 256]) * 100_000)
    if number % 20 == 19:
        told.begin({"number": number}, [bytes([each % 256]) * 100_000 for each in range(number + 1)])
    print(number, flush=True)
"""


def test_kill_9_in_the_middle_of_writing_costs_one_record(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, tmp_path / "file"], stdout=subprocess.PIPE, text=True) as told:
        assert told.stdout is not None
        last = [told.stdout.readline() for _ in range(30)][-1]
        told.send_signal(signal.SIGKILL)
    found = Journal(tmp_path / "file", {}).load()
    assert found is not None
    kept, bodies = found
    assert kept["number"] >= int(last)
    assert bodies == [bytes([number % 256]) * 100_000 for number in range(kept["number"] + 1)]


def test_what_a_killed_process_left_half_written_is_removed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    half, mine = (tmp_path / f"file.{process}.part" for process in (gone.pid, os.getpid()))
    half.write_bytes(b"half")
    (tmp_path / f"other.{gone.pid}.part").write_bytes(b"not of this file")
    journal(tmp_path / "file")
    assert sorted(os.listdir(tmp_path)) == ["file", f"other.{gone.pid}.part"]
    assert not mine.exists()
