"""An engine for Squadro that speaks the protocol of docs/engine-protocol.md: the piece furthest behind moves on.

carreau match 'cmd:python examples/minimal_engine.py' 1 squadro --games 10
"""

import sys

game, position = "", ""
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "carreau":
        print("name Tortoise")
        print("ready")
    elif word == "position":
        game, _, position = rest.partition(" ")
    elif word == "go" and game != "squadro":
        print(f"error I do not play {game}")
    elif word == "go":
        pieces, seat = position.split()[:2]
        progress = [int(lane) for lane in pieces.split("/")[int(seat)].split(".")]
        print("best", progress.index(min(progress)) + 1)
    elif word == "quit":
        break
    sys.stdout.flush()
