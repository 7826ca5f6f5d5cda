"""`carreau solve` killed in the middle, on a full disk and without memory: nothing that was kept is lost."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import carreau
from carreau.cli import main
from carreau.engines import exact_kept
from carreau.solvers import proving
from carreau.solvers.sealed import read_sealed


class Work(NamedTuple):
    """A question that takes a second or two, what of its answer must be the same, and where it is kept."""

    game: str
    position: str
    facts: tuple[str, ...]
    asked: tuple[str, ...] = ()

    def command(self, folder: Path) -> list[str]:
        return ["solve", self.game, "--position", self.position, "--json", "--folder", str(folder), *self.asked]

    def kept_nodes(self, folder: Path) -> int:
        if self.game == "squaryd":
            kept = proving.kept_proofs(folder, carreau.game(self.game).position(self.position)).load()
            return int(kept[0]["nodes"]) if kept else 0
        (file,) = (file for file in (folder / self.game).iterdir() if not file.suffix)
        return int(read_sealed(file)[0]["kept"]["nodes"])


DUEL = (
    ".,GRBY,BYGR,GBRY,GYRB/.,BYGR,GRBY,.,./YBGR,GYRB,BGRY,RYBG,./.,.,RYBG,.,./.,.,.,.,. "
    "BRGY,BRGY,BRYG,BYRG,BYRG,BYRG,BYRG/BGRY,BGYR,BGYR,BRGY,BRGY,BRYG,BRYG 0 duel B,R/G,Y open"
)
ENDING = "CAR_006x006_003 #....#/#....#/#....#/#....#/#....#/...... 4.4.5/3.4.6 0"
ATTACK = "..o..../..x..o./......./.Xo+..x/.oo.Ox./...oxx./...x... 0"
WORKS = [
    Work("united-square", DUEL, ("margin", "moves"), ("--jobs", "1", "--every-move")),
    Work("012x012", ENDING, ("winner", "moves"), ("--jobs", "1", "--every-move")),
    Work("squaryd", ATTACK, ("winner",)),
]
LINES = 16  # of what the process below tells: by then a good part is done, and a good part is left

# Saves after every few thousand nodes, and tells of everything that has reached the disk.
WORKER = """
import os, sys
from carreau.cli import main
from carreau.engines import exact, exact_kept
from carreau.solvers import proving
exact_kept.SAVE_EVERY = exact_kept.TABLE_SHARE = proving.SAVE_EVERY = proving.STEP = 0
exact.PORTION = 20_000
fsync = os.fsync
def told(file):
    fsync(file)
    print("kept", flush=True)
os.fsync = told
sys.exit(main(sys.argv[1:]))
"""


def answered(work: Work, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(work.command(folder)) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def killed(work: Work, folder: Path) -> None:
    """Let another process work on it for a while, then kill -9."""
    command = [sys.executable, "-c", WORKER, *work.command(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(LINES):
            assert process.stdout.readline() == "kept\n"
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.game)
def test_kill_9_costs_nothing_that_was_kept_and_a_full_disk_neither(
    work: Work, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = answered(work, tmp_path / "whole", capsys)
    killed(work, tmp_path)
    kept = work.kept_nodes(tmp_path)
    assert kept > whole["nodes"] / 20

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", no_room)
        disk.setattr(exact_kept, "SAVE_EVERY", 0)
        disk.setattr(proving, "SAVE_EVERY", 0)
        assert main(work.command(tmp_path)) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"carreau: {tmp_path}")
    assert said.endswith(": No space left on device\n")
    assert said.count("\n") == 1
    assert work.kept_nodes(tmp_path) == kept

    found = answered(work, tmp_path, capsys)
    assert [found[name] for name in work.facts] == [whole[name] for name in work.facts]
    assert kept < found["nodes"] < whole["nodes"] + kept / 2, "what was known was not searched again"
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def no_room(_: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")  # as the system says it: without the file's name


# Takes all memory but so much away from itself, once its machine code is there.
STARVED = """
import resource, sys
from carreau.cli import main
room, ready = int(sys.argv[1]), sys.argv[2]
assert main(["solve", "united-square", "--position", ready, "--jobs", "1"]) == 0
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (room << 20),) * 2)
sys.exit(main(sys.argv[3:]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says how large a process is")
def test_memory_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    near = carreau.game("united-square").position(DUEL)
    for _ in range(7):
        near = near.play(near.moves()[0])
    command = [sys.executable, "-c", STARVED, "40", str(near), *WORKS[0].command(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "carreau: there are no 64 MB of memory for the table\n"


def test_memory_that_runs_out_anywhere_is_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(proving.Prover, "decide", none)
    assert main(["--lang", "fr", *WORKS[2].command(tmp_path)]) == 2
    assert capsys.readouterr().err == "carreau: la mémoire ne suffit pas\n"
