"""TAB at the prompt: orders, and the moves that may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from glob import escape, glob
from os.path import isdir


def completions(line: str, orders: Sequence[str], moves: Sequence[str], file_orders: Sequence[str]) -> list[str]:
    """What the last word of the line may become: a file after an order that takes one, else an order or a move."""
    head, space, word = line.rpartition(" ")
    if space:
        if head.strip().lower() not in file_orders:
            return []
        return sorted(f"{found}/" if isdir(found) else found for found in glob(f"{escape(word)}*"))
    typed = word.casefold()
    return [choice for choice in (*moves, *orders) if choice.casefold().startswith(typed)]


@contextmanager
def completing(candidates: Callable[[str], Sequence[str]]) -> Iterator[None]:
    """While a block runs, TAB offers what `candidates` says for the line typed so far."""
    try:
        import readline
    except ImportError:  # a system without it: no arrow keys, no completion, the rest works
        yield
        return
    found: list[str] = []

    def complete(word: str, number: int) -> str | None:
        if number == 0:
            with suppress(Exception):  # an error here would be swallowed anyway, but not the last answer
                found[:] = []
                found[:] = candidates(readline.get_line_buffer()[: readline.get_endidx()])
        return found[number] if number < len(found) else None

    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    if not libedit:
        readline.parse_and_bind("set completion-ignore-case on")
        readline.parse_and_bind("set bell-style none")
        readline.parse_and_bind("set enable-bracketed-paste off")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)
