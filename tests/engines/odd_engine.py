"""A Squadro engine that starts in a moment and misbehaves as it is told: odd_engine.py BEHAVIOUR [FILE].

Its `info` gives the number of its process as `nodes`. `go nodes …` is answered at once, any other `go` at `stop`:
by the one that hangs never.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def info(best: str = "1", **more: object) -> str:
    return "info " + json.dumps({"best": best, "chance": 0.6, "nodes": os.getpid(), "pv": [best], **more})


def hang() -> None:
    """Deaf to everything, the end of input included."""
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            os.read(os.pipe()[0], 1)


def is_first(file: str) -> bool:
    """Is this the first process that asks?"""
    try:
        Path(file).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def go(behaviour: str, file: str, words: list[str]) -> None:
    is_quick = "nodes" in words
    if behaviour == "crash":
        print("out of cheese", file=sys.stderr, flush=True)
        os._exit(3)
    elif behaviour == "crash-once" and is_first(file):
        os._exit(3)
    elif behaviour == "hang" and not is_quick:
        say(info())
        hang()
    elif behaviour == "family":  # leaves a process of its own behind
        code = "import os; os.read(os.pipe()[0], 1)"
        Path(file).write_text(str(subprocess.Popen([sys.executable, "-S", "-c", code]).pid), encoding="utf-8")
        say(info())
        hang()
    elif behaviour == "flood":
        while True:
            say(*["info {}"] * 1000)
    elif behaviour == "endless-line":
        while True:
            sys.stdout.write("x" * 100_000)
    elif behaviour == "illegal":
        say("best 9")
    elif behaviour == "error":
        say("error my head hurts")
    elif behaviour == "noise":
        for number in range(10_000):
            print(f"thinking about {number} and all that follows from it", file=sys.stderr)
        say("info", "info {}", "info [1]", "info nonsense", info("7"), info(chance=7), info(nodes="many"))
        say("surprise", "", info("2", moves=[{"move": "1", "chance": 0.25, "pv": ["1", "3"]}]), "best 1")
    elif behaviour == "waits-once":
        is_waiting = is_first(file)
        say(info())
        if not is_waiting:
            say("best 1")
    elif is_quick:
        say(info(), "best 1")
    else:
        say(info())


def main(behaviour: str, file: str = "") -> None:
    is_thinking = False
    if behaviour == "never-ready":
        hang()
    for line in sys.stdin:
        if behaviour == "listen":
            with Path(file).open("a", encoding="utf-8") as heard:
                heard.write(line)
        word, *words = line.split()
        if word == "carreau":
            say("name Odd", "ready")
        elif word == "go":
            is_thinking = "nodes" not in words and behaviour != "waits-once"  # which is deaf, or has answered
            go(behaviour, file, words)
        elif word == "stop" and is_thinking:
            is_thinking = False
            say(info("2"), "best 2")
        elif word == "quit":
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
