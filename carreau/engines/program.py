"""Our engine as a program on standard input and output; docs/engine-protocol.md says what it speaks.

One thread listens, so that `stop`, `quit` and the end of input work at once; the main thread thinks.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from carreau import __version__
from carreau.engines import protocol
from carreau.rules.errors import Error

if TYPE_CHECKING:
    from carreau.engines.thinking import Thinker
    from carreau.rules.state import State

LEAVE_SECONDS = 1.0  # at most, to stop and give a last answer, which perhaps nobody reads


def main() -> NoReturn:
    """Serve until `quit` or the end of input, then leave without further ado."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Server(*_private_streams()).serve()
    os._exit(0)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the protocol alone: whatever else is printed goes to standard error."""
    sys.stdout.flush()
    words_in, words_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    return words_in, words_out


class _Message:
    """A line to be dealt with in its turn; `stop` may overtake it."""

    def __init__(self, line: str) -> None:
        self.word, _, self.rest = line.partition(" ")
        self.is_stopped = threading.Event()
        self.is_answered = threading.Event()


def _stop(asked: list[_Message]) -> None:
    for message in asked:
        message.is_stopped.set()


class Server:
    """The engine's side of a conversation."""

    def __init__(self, words_in: BinaryIO, words_out: BinaryIO) -> None:
        self._in = words_in
        self._out = words_out
        self._messages: SimpleQueue[_Message | None] = SimpleQueue()
        self._has_left = threading.Event()
        self._position: State | Error = Error("go: no position")
        self._history: tuple[str, ...] = ()
        self._thinker: Thinker | None = None

    def serve(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while (message := self._messages.get()) is not None:
            try:
                self._obey(message)
            except BrokenPipeError:
                break
            except Error as error:
                self._say("error", str(error))
            except Exception as error:  # the protocol has room for one line; the rest is for who looks for the fault
                traceback.print_exc()
                self._say("error", f"{type(error).__name__}: {error}")
            message.is_answered.set()
        self._has_left.set()

    def _listen(self) -> None:
        asked: list[_Message] = []
        while line := self._in.readline(protocol.LONGEST_LINE):
            message = _Message(line.decode("utf-8", "replace").strip())
            if message.word == "stop":
                _stop(asked)
            elif message.word == "quit":
                break
            else:
                self._messages.put(message)
                if message.word == "go":
                    asked = [each for each in asked if not each.is_answered.is_set()] + [message]
        _stop(asked)
        self._messages.put(None)
        self._has_left.wait(LEAVE_SECONDS)
        os._exit(0)

    def _say(self, word: str, text: str = "") -> None:
        self._out.write(" ".join(f"{word} {text}".split()).encode() + b"\n")
        self._out.flush()

    def _obey(self, message: _Message) -> None:
        if message.word == "carreau":
            self._say("name", f"Carreau {__version__}")
            self._say("ready")
            self._wake()
        elif message.word == "position":
            self._set_position(message.rest)
        elif message.word == "history":
            self._history = tuple(message.rest.split())
        elif message.word == "go":
            self._go(message)

    def _wake(self) -> Thinker:
        """Load the compiler, which takes a moment: after `ready`, while the question is still being put."""
        if self._thinker is None:
            from carreau.engines.thinking import Thinker

            self._thinker = Thinker()
        return self._thinker

    def _set_position(self, text: str) -> None:
        from carreau.games import game

        self._history = ()
        game_id, _, position = text.partition(" ")
        try:
            self._position = game(game_id).position(position)
        except Error as error:
            self._position = error  # `go` says it: `position` has no answer

    def _go(self, message: _Message) -> None:
        if isinstance(self._position, Error):
            raise self._position
        if self._position.seat is None:
            raise Error("go: the game is over")
        limits = protocol.read_go(message.rest.split())
        last = None
        thinking = self._wake().think(self._position, limits, history=self._history, stopped=message.is_stopped.is_set)
        for last in thinking:
            self._say(protocol.write_info(last))
        if last is None:
            raise Error("go: nothing found")
        self._say("best", last.best)


if __name__ == "__main__":
    main()
