"""An engine for tests, as its argument says: `first` plays the first legal move, `waits` does so when told to stop,
`fails` ends in mid-search. A second argument names a pipe, held open as long as it lives, that gets a word a search.
"""

from __future__ import annotations

import os
import sys

import carreau


def main(how: str, pipe: str | None = None) -> None:
    held = os.open(pipe, os.O_WRONLY) if pipe else None
    state: carreau.State | None = None
    owes = False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "carreau":
            print("name patient\nready", flush=True)
        elif word == "position":
            game, _, text = rest.partition(" ")
            state = carreau.game(game).position(text)
        elif word == "go" and how == "fails":
            os._exit(3)
        elif word == "go":
            owes = True
            if held is not None:
                os.write(held, b"go")
        elif word == "quit":
            return
        if state is not None and owes and (how == "first" or word == "stop"):
            owes = False
            print(f"best {state.moves()[0]}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
