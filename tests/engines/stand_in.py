"""A program that speaks the engine protocol and plays without thinking; its argument says how.

first, last, random: that legal move · crash: ends in mid-game · illegal: answers nonsense · claim: always
points out a square · stubborn: plays at random and slowly, and stays when its input has ended

A second argument names a pipe that is held open for writing as long as the program runs; one that outstays its
welcome says so there.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

import carreau


def main(how: str, pipe: str | None = None) -> None:
    held = os.open(pipe, os.O_WRONLY) if pipe else None
    state: carreau.State | None = None
    asked = 0
    choose = random.Random(0)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "carreau":
            print(f"name stand-in {how}\nready", flush=True)
        elif word == "position":
            game, _, text = rest.partition(" ")
            state = carreau.game(game).position(text)
        elif word == "go":
            assert state is not None
            asked += 1
            answer(state, how, asked, choose)
        elif word == "quit" and how != "stubborn":
            return
    if how == "stubborn" and held is not None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(20)
        os.write(held, b"still here")


def answer(state: carreau.State, how: str, asked: int, choose: random.Random) -> None:
    moves = state.moves()
    if how == "crash" and asked % 5 == 0:
        print("out of wits", file=sys.stderr, flush=True)
        os._exit(3)
    if how == "stubborn":
        time.sleep(0.02)
    if how == "illegal":
        print("best nonsense", flush=True)
    elif how == "claim":
        print("best !a1,a3,c3,c1", flush=True)
    else:
        print("best", {"first": moves[0], "last": moves[-1]}.get(how) or choose.choice(moves), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
