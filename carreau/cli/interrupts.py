"""Ctrl-C that waits: it may come at any instruction, also where it would leave locks held and threads half started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_wait(tell: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Ctrl-C is told at once, and raised when this is left; an exception of the work itself goes first."""
    if threading.current_thread() is not threading.main_thread():  # no other thread is ever interrupted
        yield
        return
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True
        tell()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
