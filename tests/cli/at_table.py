"""A table in this process, for tests: lines that are typed, and an engine that answers at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest

import carreau
from carreau.cli.computers import Computers, Progress
from carreau.cli.keeping import Keeper
from carreau.cli.screen import Screen
from carreau.cli.seats import Seating, read_seats
from carreau.cli.sitting import Sitting
from carreau.cli.table import Table
from carreau.engines.analysis import Analysis, Limits


class StandIn:
    """An engine that answers at once: the first legal move, or what it is told to."""

    def __init__(self, answer: Callable[[carreau.State], Analysis] | None = None) -> None:
        self.answer = answer or first_move
        self.asked: list[tuple[str, Limits, int | None]] = []
        self.pondered: list[tuple[str, int]] = []

    def submit(
        self, state: carreau.State, limits: Limits, *, thinker: int | None = None, watch: Progress | None = None
    ) -> Future[Analysis]:
        self.asked.append((str(state), limits, thinker))
        answered: Future[Analysis] = Future()
        answered.set_result(self.answer(state))
        return answered

    def ponder(self, state: carreau.State, seat: int) -> None:
        self.pondered.append((str(state), seat))

    def close(self) -> None: ...


def first_move(state: carreau.State) -> Analysis:
    assert state.seat is not None
    return Analysis(state.seat, state.moves()[0], 0.5)


def sit_down(
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    state: carreau.State,
    players: str | Seating,
    engine: StandIn | None = None,
    ponders: bool = False,
    keeper: Keeper | None = None,
) -> Table:
    """Play a game with those lines typed, until the input ends."""
    lines = iter(typed)

    def answer(prompt: str) -> str:
        print(prompt, end="")
        try:
            line = next(lines)
        except StopIteration:
            raise EOFError from None
        print(line)
        return line

    monkeypatch.setattr("builtins.input", answer)
    seats = read_seats(players) if isinstance(players, str) else players
    computers = Computers(engine or StandIn(), ponders=ponders)
    keeper = keeper or Keeper()
    table = Table(Sitting(state, seats), screen=Screen(plain=True), computers=computers, keeper=keeper)
    table.run()
    return table


SQUADRO = carreau.game("squadro").start(first=0)
