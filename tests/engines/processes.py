"""Looking at processes from outside: are they there, are they gone?"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ODD = Path(__file__).with_name("odd_engine.py")
PATIENCE = 20.0  # seconds, on a machine that is busy with other tests


def odd(behaviour: str, file: object = "") -> list[str]:
    """The command of an engine that misbehaves; without site packages it starts in a moment."""
    return [sys.executable, "-S", str(ODD), behaviour, str(file)]


@contextmanager
def seen_to_end(*pids: int) -> Iterator[None]:
    """Watches processes that run; at the end of the block they must end."""
    watches = [_Watch(pid) for pid in pids]
    assert pids
    yield
    until = time.monotonic() + PATIENCE
    assert [watch.pid for watch in watches if not watch.ends(until)] == []


@contextmanager
def busy_cores() -> Iterator[None]:
    """Every core has two processes that want all of it."""
    command = [sys.executable, "-S", "-c", "print(flush=True)\nwhile True: pass"]
    spinning = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        for spinner in spinning:
            assert spinner.stdout
            spinner.stdout.readline()
        yield
    finally:
        for spinner in spinning:
            spinner.kill()
            spinner.communicate()


class _Watch:
    def __init__(self, pid: int) -> None:
        self.pid = pid
        os.kill(pid, 0)  # it is there
        self.handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None

    def ends(self, until: float) -> bool:
        if self.handle is not None:
            ended = bool(select.select([self.handle], [], [], max(0.0, until - time.monotonic()))[0])
            os.close(self.handle)
            return ended
        while time.monotonic() < until:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                return True
            select.select([], [], [], 0.01)
        return False
