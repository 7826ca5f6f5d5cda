"""A process that plays games of a match, one at a time, for the process above it.

On standard input the setting comes first, then a game to play a line; on standard output a line each is
answered. The end of the input is the end of everything, in the middle of a game too: a match that is broken
off, or whose process was killed, leaves nothing running.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from carreau.engines.analysis import Limits
from carreau.engines.contest.games import Fixture, Setting, play_game
from carreau.engines.contest.openings import Opening
from carreau.engines.contest.players import Player
from carreau.engines.process import Engine
from carreau.engines.speech import claim
from carreau.games import game
from carreau.rules.errors import EngineFailed

WARM_UP_SECONDS = 300.0


def write_setting(setting: Setting) -> str:
    return json.dumps(asdict(setting))


def read_setting(line: str) -> Setting:
    data = json.loads(line)
    first, second = (
        Player(player["text"], Limits(**player["limits"]), player["command"] and tuple(player["command"]))
        for player in data["players"]
    )
    return Setting(**{**data, "players": (first, second)})


def write_fixture(fixture: Fixture) -> str:
    return json.dumps(asdict(fixture))


def read_fixture(line: str) -> Fixture:
    data: dict[str, Any] = json.loads(line)
    opening = Opening(data["opening"]["drawn"], tuple(data["opening"]["moves"]))
    return Fixture(**{**data, "opening": opening})


def main() -> None:
    setting = read_setting(sys.stdin.readline())
    engines = {letter: Engine(player.command) for letter, player in zip("AB", setting.players, strict=True)}

    leaving = threading.Lock()

    def leave() -> None:
        with leaving:  # never released: the process ends here
            for end in (Engine.retire, Engine.close):  # the other thread, in the middle of a game, starts none again
                for engine in engines.values():
                    with suppress(Exception):
                        end(engine)
            os._exit(0)

    try:
        for line in _until_the_end(sys.stdin, leave):
            fixture = read_fixture(line)
            warm_up(setting, fixture, engines)
            played = play_game(setting, fixture, engines, claim=claim)
            print(json.dumps(played.to_json()), flush=True)
    except BrokenPipeError:  # nobody is waiting for this game any more
        leave()
    except BaseException:
        traceback.print_exc()
        leave()


def warm_up(setting: Setting, fixture: Fixture, engines: Mapping[str, Engine]) -> None:
    """Start our own engines, and have their machine code made, before any time is taken."""
    for letter, player in zip("AB", setting.players, strict=True):
        if player.command is None and engines[letter].pid is None:
            state = fixture.opening.start(game(setting.game), setting.options)
            with suppress(EngineFailed):  # it will fail again in the game, where it counts
                engines[letter].best(state, Limits(nodes=1, method=player.limits.method), deadline=WARM_UP_SECONDS)


def _until_the_end(lines: Iterable[str], leave: Callable[[], None]) -> Iterator[str]:
    """Every line; `leave` is called, in another thread, as soon as there can be no more."""
    arrived: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in lines:
            arrived.put(line)
        leave()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        yield arrived.get()
