"""Random games in bulk, and exact counts of move sequences: the drivers as a library calls them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from carreau.rules import drivers
from carreau.rules.binding import compiled, interpreted
from carreau.rules.kernel import MOST_SEATS
from carreau.rules.language import Text
from carreau.rules.options import bad_option, whole_number
from carreau.rules.state import State

SEARCH_ROOM = 256  # moves that compiled play may add to a state that grows
DEEP = 3  # from this depth on, counting is worth a compilation


@dataclass(frozen=True)
class Playouts:
    """The sum of n random games. `wins` counts sole and shared wins but not draws; lengths are in plies."""

    games: int
    wins: tuple[int, ...]
    draws: int
    scores: tuple[float, ...]  # mean score a seat
    plies: float  # mean length
    shortest: int
    longest: int
    unfinished: int  # games cut off at `limit` plies, in none of the figures above


def playouts(
    state: State,
    n: int,
    *,
    seed: int = 0,
    threads: int = 1,
    limit: int = 10_000,
    interpret: bool = False,
) -> Playouts:
    """Play n random games from a state, compiled and without the GIL. Same position and seed, same result."""
    for name, value, least in (("n", n, 1), ("threads", threads, 1), ("limit", limit, 1), ("seed", seed, 0)):
        number = whole_number(value)
        if number is None or not least <= number < 1 << 62:
            raise bad_option(name, value, Text(f"{least} to 2**62", f"{least} à 2**62"))
    # Equal positions, however they were reached, give equal results: lists may lie in another order.
    state = state.game.position(str(state))
    if interpret:
        return _summed(state, [_share(state, n, seed, limit, 0, n, interpret=True)], n)
    compiled(state.game.module, "playouts")  # here, so that threads do not wait for each other
    threads = min(threads, n)
    bounds = [n * i // threads for i in range(threads + 1)]
    tallies: list[Any] = [None] * threads

    def work(i: int) -> None:
        tallies[i] = _share(state, n, seed, limit, bounds[i], bounds[i + 1], interpret=False)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(1, threads)]
    for worker in workers:
        worker.start()
    work(0)
    for worker in workers:
        worker.join()
    return _summed(state, tallies, n)


def _share(state: State, n: int, seed: int, limit: int, begin: int, end: int, *, interpret: bool) -> list[int]:
    """Play games number `begin` to `end` - 1."""
    game = state.game
    array, driver = _speed(state, "playouts", interpret)
    tally = array([0] * drivers.TALLY_WORDS)
    tally[drivers.SHORTEST] = limit
    scratch = array([0] * (len(state.raw_state) + SEARCH_ROOM * game.room))
    out = array([0] * max(game.longest_list, MOST_SEATS))
    driver(array(state.raw_board), array(state.raw_state), scratch, out, seed, begin, end, limit, tally)
    return [int(word) for word in tally]


def _speed(state: State, driver: str, interpret: bool) -> tuple[Callable[[list[Any]], Any], Callable[..., Any]]:
    """How to make an array (or one of rows), and the driver, at one of the two speeds."""
    if interpret:
        return list, interpreted(state.game.module, driver)
    import numpy

    return lambda words: numpy.array(words, dtype=numpy.int64), compiled(state.game.module, driver)


def _summed(state: State, tallies: list[list[int]], n: int) -> Playouts:
    total = [sum(words) for words in zip(*tallies, strict=True)]
    played = total[drivers.FINISHED]
    scale = played * (1 if hasattr(state.game.module, "points") else 2)
    seats = range(state.seats)
    return Playouts(
        games=played,
        wins=tuple(total[drivers.WINS + seat] for seat in seats),
        draws=total[drivers.DRAWS],
        scores=tuple(total[drivers.POINTS + seat] / scale if played else 0.0 for seat in seats),
        plies=total[drivers.PLIES] / played if played else 0.0,
        shortest=min(tally[drivers.SHORTEST] for tally in tallies) if played else 0,
        longest=max(tally[drivers.LONGEST] for tally in tallies),
        unfinished=n - played,
    )


def perft(state: State, depth: int, *, interpret: bool | None = None) -> int:
    """How many sequences of `depth` legal moves there are; small depths are counted by the interpreter."""
    number = whole_number(depth)
    if number is None or not 0 <= number <= 60:
        raise bad_option("depth", depth, Text("0 to 60", "0 à 60"))
    depth = number
    if depth == 0:
        return 1
    if interpret is None:
        interpret = depth < DEEP
    array, driver = _speed(state, "leaves", interpret)
    game = state.game
    words = len(state.raw_state) + depth * game.room
    states = [state.raw_state + [0] * (words - len(state.raw_state))] + [[0] * words for _ in range(depth - 1)]
    lists = [[0] * game.longest_list for _ in range(depth)]
    counts, tried = array([0] * depth), array([0] * depth)
    return int(driver(array(state.raw_board), array(states), array(lists), counts, tried, depth))


def divide(state: State, depth: int) -> dict[str, int]:
    """The count below each move: where two programs disagree, it shows which move to look at."""
    return {move: perft(state.play(move), depth - 1) for move in state.moves()}
