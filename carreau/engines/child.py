"""A running program: its pipes, what it has said last, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import BinaryIO

from carreau.engines.protocol import LONGEST_LINE
from carreau.rules.errors import EngineFailed
from carreau.rules.language import Text, shortened

TAIL = 2000  # bytes of standard error that are kept, to say what went wrong
# More output than this in the long run, or than this at once, is a fault. A line costs us more than its bytes.
BYTES_PER_SECOND = 16 << 20
BURST = 64 << 20
LINE_COST = 1000
LAST_WORDS_SECONDS = 0.5  # between the end of its output and its exit, for a program that goes by itself


class Child:
    """A process that speaks the protocol. Whatever it says is heard at once, so that it never waits for us.

    Of its information only the newest is kept. Every change notifies `heard`, which guards all public fields.
    """

    def __init__(self, command: Sequence[str], heard: threading.Condition) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Its own group, to be killed as a whole, and out of reach of the terminal's Ctrl-C.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            shown = shortened(" ".join(command))
            reason = getattr(error, "strerror", None) or error
            raise EngineFailed(
                Text(f"cannot start {shown}: {reason}", f"impossible de lancer {shown} : {reason}")
            ) from error
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input = self._process.stdin
        self.pid = self._process.pid
        self.name = ""
        self.is_ready = False
        self.info: str | None = None  # the newest that nobody has taken yet
        self.answer: tuple[str, str] | None = None  # "best" and a move, or "error" and a text
        self.has_ended = False  # its output has: it can say nothing more
        self._fault: Text | None = None
        self._tail = b""
        self._heard = heard
        self._ears = [
            threading.Thread(target=self._listen, args=[self._process.stdout], daemon=True),
            threading.Thread(target=self._listen_to_errors, args=[self._process.stderr], daemon=True),
        ]
        for ear in self._ears:
            ear.start()

    def send(self, *lines: str) -> None:
        """Say something; a program that is gone does not hear it, which shows in `has_ended`."""
        with suppress(OSError, ValueError):
            self._input.write("".join(f"{line}\n" for line in lines).encode())
            self._input.flush()

    def _listen(self, output: BinaryIO) -> None:
        before, flood = time.monotonic(), 0.0
        with output:
            while line := output.readline(LONGEST_LINE):
                now = time.monotonic()
                flood = max(0.0, flood - BYTES_PER_SECOND * (now - before)) + len(line) + LINE_COST
                before = now
                if flood > BURST or len(line) == LONGEST_LINE:
                    self._fault = Text("it does not stop talking", "il ne cesse de parler")
                    break
                with self._heard:
                    self._hear(line.decode("utf-8", "replace").strip())
                    self._heard.notify_all()
        with self._heard:
            self.has_ended = True
            self._heard.notify_all()

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "info":
            self.info = rest
        elif word in ("best", "error"):
            self.answer = (word, rest)
        elif word == "ready":
            self.is_ready = True
        elif word == "name":
            self.name = shortened(rest, 60)

    def _listen_to_errors(self, errors: BinaryIO) -> None:
        """A full pipe would stop the program."""
        with errors:
            while data := errors.read1():  # type: ignore[attr-defined]
                self._tail = (self._tail + data)[-TAIL:]

    @property
    def is_gone(self) -> bool:
        return self.has_ended or self._process.poll() is not None

    def why_it_ended(self) -> Text:
        """A sentence about a program whose output has ended; kills what is left of it."""
        fault = self._fault
        if fault is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS_SECONDS)
        self.kill()
        code = self._process.returncode
        if fault is None and code < 0:
            name = next((known.name for known in signal.Signals if known == -code), str(-code))
            fault = Text(f"killed by {name}", f"tué par {name}")
        elif fault is None:
            fault = Text(f"it ended with code {code}", f"il s'est arrêté avec le code {code}")
        last_words = self.last_words
        return Text(f"{fault.en}{last_words}", f"{fault.fr}{last_words}")

    @property
    def last_words(self) -> str:
        """The last line that it wrote to standard error, in brackets."""
        lines = self._tail.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({shortened(last, 200)})" if last else ""

    def leave(self, seconds: float) -> None:
        """Ask it to go; kill it if it is not gone in time."""
        self.send("quit")
        self._hang_up()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """End it and all that it has started, at once."""
        if hasattr(os, "killpg"):
            # Even after its own end: a script may have left the real program behind. The group keeps its number.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._hang_up()
        for ear in self._ears:
            if ear is not threading.current_thread():
                ear.join(LAST_WORDS_SECONDS)

    def _hang_up(self) -> None:
        """Close its input. Another thread may be doing so at this very moment, which is a ValueError to Python."""
        with suppress(OSError, ValueError):
            self._input.close()

    def let_go(self) -> None:
        """In a process that was forked: close our copies of the pipes, lest they outlive the parent's."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                assert stream
                os.dup2(nowhere, stream.fileno(), inheritable=False)
        os.close(nowhere)
        self._process.returncode = 0  # it is not our child: nobody may wait for it here
