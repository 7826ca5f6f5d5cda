"""Machine code that may not be there yet: made in a thread while the interpreter already thinks."""

from __future__ import annotations

import threading
from functools import cache

from carreau.rules.binding import Program


class Compilation:
    """The machine code of some programs: there, or being made."""

    def __init__(self, programs: tuple[Program, ...]) -> None:
        self.programs = programs
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        if all(program.is_compiled() for program in programs):
            self._ready.set()

    @property
    def is_ready(self) -> bool:
        return self._ready.is_set()

    def wait(self, seconds: float) -> None:
        """Leave the interpreter to the compiler for a while."""
        self._ready.wait(seconds)

    def load(self) -> None:
        """Bring the code in from the cache, if it is there: before the clock of a search starts."""
        if self.is_ready:
            self._compile()

    def start(self) -> None:
        if self._thread is None and not self.is_ready:
            self._thread = threading.Thread(target=self._compile, daemon=True)
            self._thread.start()

    def _compile(self) -> None:
        for program in self.programs:
            for loop in program.signatures:
                program.compiled(loop)
        self._ready.set()


@cache
def compilation_of(programs: tuple[Program, ...]) -> Compilation:
    """One for all who ask for the same."""
    return Compilation(programs)
