"""An engine in a process of its own: whatever the program does, the caller gets a legal move or EngineFailed, in time.

Only what the thinking seat may know is ever sent.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

import carreau
from carreau.engines import protocol
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.child import Child
from carreau.rules.errors import EngineFailed, IllegalMove
from carreau.rules.language import Text, shortened
from carreau.rules.state import State, View

START_SECONDS = 30.0  # until `ready`; another program may have to start a virtual machine
WORK_SECONDS = 60.0  # for a level, which is work and not time
NODES_SECONDS = 3600.0  # for a number of nodes: who asks for many wants them all
GRACE = 2.0  # beyond the seconds that a search was given, and from `stop` to the answer
FIRST_GRACE = 15.0  # the same for a program that has not answered yet, or says that it is cold
LEAVE_SECONDS = 1.0

# Run with -P, so that a file in the current directory is not taken for a module of Python;
# what the caller can import, the games of other packages among it, can be found last.
_BOOT = """\
import sys
sys.path += [path for path in sys.argv[1:] if path not in sys.path]
from {module} import main
main()
"""


def own_command(module: str = "carreau.engines.program") -> tuple[str, ...]:
    """How a program of ours, our engine by default, is started: with this interpreter and this copy of Carreau."""
    paths = [str(Path(carreau.__file__).parents[1]), *(os.path.abspath(path) for path in sys.path)]
    return (sys.executable, "-P", "-c", _BOOT.format(module=module), *paths)


def seen_by(thinker: int | None, state: State) -> View:
    """All that an engine gets to know: what a seat sees, the seat to move by default."""
    if state.seat is None:
        raise IllegalMove(
            Text("the game is over: there is no move to find", "la partie est finie : aucun coup à chercher")
        )
    return state.view(state.seat if thinker is None else thinker)


class Engine:
    """One program in its own process: ours, or any that speaks the protocol. Ask it one question at a time."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.command = own_command() if command is None else tuple(command)
        self.name = ""  # what it calls itself, once it has been started
        self._child: Child | None = None
        self._is_busy = False
        self._is_fresh = True  # it has not answered since it was started, or was cold
        self._heard = threading.Condition()
        self._starting = threading.Lock()
        self._is_retired = False
        _engines.add(self)

    @property
    def pid(self) -> int | None:
        child = self._child
        return None if child is None or child.is_gone else child.pid

    def ask(self, state: State, limits: Limits, *, deadline: float | None = None, thinker: int | None = None) -> Search:
        """What it finds, as it finds it; the last analysis is its answer. Closing the iterator ends the search.

        The deadline, in seconds from the first step, covers everything; without one it follows from the limits.
        A little before it the program is told to stop, at it it is killed. `thinker` is the seat that thinks, if
        it is not the one to move: its view is what is sent.
        """
        halt = _Halt(self._heard)
        return Search(self._think(seen_by(thinker, state), limits, deadline, halt), halt)

    def best(self, state: State, limits: Limits, *, deadline: float | None = None) -> str:
        """The move that it answers."""
        return deque(self.ask(state, limits, deadline=deadline), maxlen=1)[0].best

    def close(self) -> None:
        """Ask the program to leave, and see to it that it does. A later question starts it again."""
        child, self._child = self._child, None
        if child is not None:
            child.leave(LEAVE_SECONDS)

    def retire(self) -> None:
        """From any thread: from now on every question fails, and no program is started for it."""
        with self._starting:  # one that is just being started is there to be closed afterwards
            self._is_retired = True

    def kill(self) -> None:
        """End the program at once, from any thread; a question that it is thinking about fails."""
        child = self._child
        if child is not None:
            child.kill()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _think(self, view: View, limits: Limits, deadline: float | None, halt: _Halt) -> Iterator[Analysis]:
        if self._is_busy:
            raise RuntimeError("one question at a time: close the search before")
        self._is_busy = True
        asked: Child | None = None
        try:
            fixed = None if deadline is None else time.monotonic() + deadline
            child = self._started(fixed, halt)
            if child is not None:
                answering = _Answering(view, limits, fixed, FIRST_GRACE if self._is_fresh else GRACE)
                with self._heard:
                    child.info = child.answer = None
                asked = child
                child.send(*protocol.write_position(view), protocol.write_go(limits))
                yield from self._listen(child, answering, halt)
        except EngineFailed:
            self._end()
            raise
        finally:
            if asked is not None and asked is self._child:
                self._settle(asked)
            self._is_busy = False

    def _started(self, fixed: float | None, halt: _Halt) -> Child | None:
        """The program, running and ready; None if the search was cancelled meanwhile."""
        child = self._child  # by a name of our own: another thread may close the engine meanwhile
        if child is not None and child.is_gone:  # it died while nobody asked it anything
            self._end()
            child = None
        if child is None:
            self._is_fresh = True
            with self._starting:
                if self._is_retired:
                    raise self._failure(Text("it is not needed any more", "il n'est plus utile"))
                child = self._child = Child(self.command, self._heard)
            child.send(f"carreau {protocol.VERSION}")
        until = time.monotonic() + START_SECONDS if fixed is None else fixed
        with self._heard:
            self._heard.wait_for(
                lambda: child.is_ready or child.has_ended or halt.is_cancelled, max(0, until - time.monotonic())
            )
            is_ready, has_ended = child.is_ready, child.has_ended
        self.name = child.name or self.name
        if halt.is_cancelled:
            if not is_ready:
                self._end()
            return None
        if has_ended:
            raise self._failure(child.why_it_ended())
        if not is_ready:
            raise self._failure(Text(f"not ready in time{child.last_words}", f"pas prêt à temps{child.last_words}"))
        return child

    def _listen(self, child: Child, answering: _Answering, halt: _Halt) -> Iterator[Analysis]:
        """From `go` to `best`: information, the order to stop, the deadline."""
        while not halt.is_cancelled:
            with self._heard:
                self._heard.wait_for(
                    lambda: child.info is not None or child.answer or child.has_ended or halt.concerns(answering),
                    answering.patience,
                )
                info, answer, has_ended = child.info, child.answer, child.has_ended
                child.info = None
            if info is not None:
                answering.read(info)
            if answer is not None:
                yield from self._answered(answering, *answer)
                return
            if has_ended:
                raise self._failure(child.why_it_ended())
            if answering.is_late:
                last_words = child.last_words
                raise self._failure(Text(f"no answer in time{last_words}", f"pas de réponse à temps{last_words}"))
            if answering.wants_to_stop or halt.concerns(answering):
                answering.hurry()
                child.send("stop")
            if answering.has_news and not halt.is_cancelled:
                yield answering.news()

    def _answered(self, answering: _Answering, word: str, rest: str) -> Iterator[Analysis]:
        if word == "error":
            raise self._failure(Text(f"it says: {shortened(rest, 200)}", f"il dit : {shortened(rest, 200)}"))
        try:
            answering.conclude(rest)
        except IllegalMove as error:
            raise self._failure(
                Text(f"it answered an illegal move, {error.text.en}", f"il répond un coup illégal, {error.text.fr}")
            ) from error
        self._is_fresh = answering.is_cold
        if answering.has_news:
            yield answering.news()

    def _settle(self, child: Child) -> None:
        """A program that still owes an answer is told to stop; if it does not, it is ended."""
        if child.answer is None:
            child.send("stop")
            with self._heard:
                self._heard.wait_for(lambda: child.answer or child.has_ended, GRACE)
        if child.answer is None:
            self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _failure(self, what: Text) -> EngineFailed:
        who = self.name or shortened(Path(self.command[0]).name)
        return EngineFailed(Text(f"engine {who}: {what.en}", f"moteur {who} : {what.fr}"))

    def _forget(self) -> None:
        """In a process that was forked: the program belongs to the parent."""
        child, self._child = self._child, None
        self._heard, self._is_busy, self._starting = threading.Condition(), False, threading.Lock()
        if child is not None:
            child.let_go()


class _Halt:
    """How another thread ends a search: with the answer that there is, or with none."""

    def __init__(self, heard: threading.Condition) -> None:
        self._heard = heard
        self.is_asked = False
        self.is_cancelled = False

    def ask(self, *, cancel: bool) -> None:
        with self._heard:
            self.is_asked = True
            self.is_cancelled |= cancel
            self._heard.notify_all()

    def concerns(self, answering: _Answering) -> bool:
        """Is there something to do that has not been done?"""
        return self.is_cancelled or (self.is_asked and not answering.is_hurried)


class Search(Iterator[Analysis]):
    """One question to an engine. Iterate over what it finds; the last analysis is the answer."""

    def __init__(self, run: Iterator[Analysis], halt: _Halt) -> None:
        self._run = run
        self._halt = halt

    def __next__(self) -> Analysis:
        return next(self._run)

    def stop(self) -> None:
        """From any thread: think no longer, answer now."""
        self._halt.ask(cancel=False)

    def cancel(self) -> None:
        """From any thread: the iteration ends at once, without an answer."""
        self._halt.ask(cancel=True)

    def close(self) -> None:
        """Leave the search, in the thread that iterates; the engine is free afterwards."""
        self._run.close()  # type: ignore[attr-defined]


class _Answering:
    """What has been asked, what has come of it, and how long we wait for more."""

    def __init__(self, view: View, limits: Limits, fixed: float | None, grace: float) -> None:
        assert view.seat is not None
        self._view = view
        self._seat = view.seat
        self._moves = frozenset(view.moves())
        self._last: Analysis | None = None
        self._shown: Analysis | None = None
        self._began = now = time.monotonic()
        self._fixed = fixed
        self._grace = grace
        patient = WORK_SECONDS if limits.nodes is None else NODES_SECONDS
        work = patient if limits.seconds is None else limits.seconds
        self._until = now + work + grace if fixed is None else fixed
        self._stop_at = float("inf") if limits.seconds is None else now + limits.seconds + grace / 2
        if fixed is not None:
            self._stop_at = min(self._stop_at, fixed - min(1.0, (fixed - now) / 5))
        elif limits.seconds is None:
            self._stop_at = now + patient
        self.is_hurried = False
        self.is_cold = False

    @property
    def patience(self) -> float:
        """Seconds until there is something to do even if nothing is heard."""
        return max(0.0, (self._until if self.is_hurried else self._stop_at) - time.monotonic())

    @property
    def is_late(self) -> bool:
        return time.monotonic() >= self._until

    @property
    def wants_to_stop(self) -> bool:
        return not self.is_hurried and time.monotonic() >= self._stop_at

    def hurry(self) -> None:
        """It has been told to stop, and has a last moment to answer."""
        self.is_hurried = True
        self._until = min(self._until, time.monotonic() + self._grace)

    @property
    def has_news(self) -> bool:
        return self._last is not self._shown

    def news(self) -> Analysis:
        assert self._last is not None
        self._shown = self._last
        return self._last

    def read(self, info: str) -> None:
        found = protocol.read_info(info, seat=self._seat, accepts=self._accepts)
        if found is not None:
            self._last = found
            self.is_cold = found.cold
            if found.cold and self._fixed is None and not self.is_hurried:
                self._until += FIRST_GRACE - self._grace
                self._grace = FIRST_GRACE

    def _accepts(self, move: str) -> bool:
        try:
            return bool(self._played(move))
        except IllegalMove:
            return False

    def _played(self, move: str) -> str:
        """The move as the rules write it; IllegalMove if they refuse it. A claim or a mistake that is a move is one."""
        return move if move in self._moves else self._view.play(move, self._seat).history[-1]

    def conclude(self, move: str) -> None:
        """Its final word; IllegalMove if the rules refuse it."""
        seconds = time.monotonic() - self._began
        self._last = protocol.answer(self._played(move), seat=self._seat, last=self._last, seconds=seconds)


_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


def _forget_engines() -> None:
    for engine in list(_engines):
        engine._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_engines)
