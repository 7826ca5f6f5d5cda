"""A table: one play of a game, as its log tells it. `apply` is the only way in which it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property

import msgspec

from carreau.games import game as find_game
from carreau.rules.legs import sum_of_legs
from carreau.rules.outcome import Outcome
from carreau.rules.records import Record
from carreau.rules.state import State
from carreau.tables.clock import Clock
from carreau.tables.entries import (
    Agreed,
    AnyEntry,
    Asked,
    Chair,
    Credited,
    Declined,
    Ended,
    Followed,
    Moved,
    Opened,
    Question,
    Refused,
    Said,
    Sat,
    TakenBack,
)
from carreau.tables.words import computer_name


class Table:
    """What is so after some entries of the log; to be read, and changed by `apply` alone."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        self.version = 1
        self.chairs = list(opened.chairs)
        self.state = start_of(opened)
        self.movers: list[int] = []  # of the moves played at this table
        self.ending = opened.ending  # how the game was broken off, as records write it
        self.clock = Clock.of(opened.pace, self.state.seats)
        self.questions: dict[Question, Asked] = {}  # open, until they are answered or somebody moves
        self.agreed: dict[Question, set[int]] = {}  # the seats that have said yes
        self.said: list[Said] = []
        self.followed_by = ""
        self.asked_on = -1  # the seat that asked to go on there
        self.stored: dict[str, Moved] = {}  # moves by the nonce of who sent them
        self.at = opened.at  # of the latest entry
        self._settle()
        self._run_clock()

    def _settle(self) -> None:
        """What follows from the chairs, the position and the ending; asked for so often that it is found out once."""
        self.is_full = not any(chair.is_empty for chair in self.chairs)
        self.is_over = bool(self.ending) or self.state.seat is None
        # The seat to move; None while somebody is waited for, and when the game is over.
        self.seat = self.state.seat if self.is_full and not self.is_over else None

    @classmethod
    def of(cls, id: str, entries: Iterable[AnyEntry]) -> Table:
        """The table that a log tells of."""
        rest = iter(entries)
        opened = next(rest)
        assert isinstance(opened, Opened), "a log begins with the opening of its table"
        table = cls(id, opened)
        for entry in rest:
            table.apply(entry)
        return table

    # What is so

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def ply(self) -> int:
        """How many moves have been played, those before this table included."""
        return len(self.state.history)

    @property
    def first_ply(self) -> int:
        """How many moves were there when the table was opened."""
        return self.ply - len(self.movers)

    def movers_since(self, ply: int) -> tuple[int, ...]:
        """Who made each move after the first so many, those before this table included."""
        return (*self._earlier_movers, *self.movers)[ply:]

    @cached_property
    def _earlier_movers(self) -> tuple[int, ...]:
        state, movers = start_of(msgspec.structs.replace(self.opened, moves=())), []
        for move in self.opened.moves:
            state = state.play(move)
            movers.append(state.last_seat)
        return tuple(seat for seat in movers if seat is not None)

    @property
    def outcome(self) -> Outcome | None:
        return self.record.outcome if self.is_over else None

    @property
    def has_second_leg(self) -> bool:
        """Is another leg of the match to be played? Who breaks a leg off gives the match up."""
        return self.opened.leg == 1 and self.state.seat is None and not self.ending

    @property
    def match(self) -> Outcome | None:
        """How a match of two legs has ended: who breaks a leg off has lost it."""
        last = self.outcome
        if self.opened.leg == 1:
            return last if self.ending else None
        if last is None or not self.opened.first_leg:
            return None
        both = sum_of_legs(self.opened.first_leg, last.scores)
        return replace(both, winners=last.winners) if self.ending else both

    @property
    def record(self) -> Record:
        return Record(self.state, self.names, ending=self.ending)

    @property
    def names(self) -> Mapping[int, str]:
        """As records name the players."""
        named = {seat: chair.name for seat, chair in enumerate(self.chairs) if chair.name}
        computers = {seat: computer_name(chair.level) for seat, chair in enumerate(self.chairs) if chair.level}
        return {**named, **computers}

    def seats_of(self, player: str) -> tuple[int, ...]:
        """Where a person sits: nowhere, at one seat, or at several of one screen."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if player and chair.player == player)

    def others(self, seat: int) -> tuple[int, ...]:
        """The seats of persons who are not at that seat's screen."""
        here = self.chairs[seat].player
        return tuple(at for at, chair in enumerate(self.chairs) if chair.player and chair.player != here)

    # What happens

    def after(self, entries: Iterable[AnyEntry]) -> Table:
        """The table with those entries; this one stays as it is."""
        after = copy(self)
        after.chairs, after.movers, after.said = [*self.chairs], [*self.movers], [*self.said]
        after.questions, after.stored = {**self.questions}, {**self.stored}
        after.agreed = {question: {*seats} for question, seats in self.agreed.items()}
        for entry in entries:
            after.apply(entry)
        return after

    def apply(self, entry: AnyEntry) -> None:
        """Take in the next entry of the log, which was found right when it was written."""
        match entry:
            case Sat():
                self.chairs[entry.seat] = Chair(entry.player, entry.name)
                self._settle()
                if self.is_full:
                    self._run_clock(entry.at)
            case Moved():
                self._move(entry)
            case Asked():
                self.questions[entry.question] = entry
                self.agreed[entry.question] = set()
            case Agreed():
                self.agreed[entry.question].add(entry.seat)
            case Refused():
                self._close(entry.question)
            case TakenBack():
                self._take_back(entry)
            case Ended():
                self.ending = entry.ending
                self._settle()
                self._close_all()
                self._stop_clock(entry.at)
            case Credited():
                self.clock = self.clock.credit(entry.milliseconds)
            case Said():
                self.said.append(entry)
            case Followed():
                self.followed_by, self.asked_on = entry.table, entry.seat
            case Declined():
                self.chairs[entry.seat] = msgspec.structs.replace(self.chairs[entry.seat], declined=True)
            case Opened():
                raise ValueError("a table is opened once")
        self.version += 1
        self.at = entry.at

    def _move(self, entry: Moved) -> None:
        running = self.clock.seat
        self.state = self.state.play(entry.move, entry.seat)
        self._settle()
        self.movers.append(entry.seat)
        if entry.nonce:
            self.stored[entry.nonce] = entry
        self._close_all()
        following = self._timed_seat()
        if entry.seat == running:
            self.clock = self.clock.pass_on(entry.spent, following, entry.at)
        elif following != running:  # a claim has ended the game, or a computer has moved
            self.clock = self.clock.pass_on(self.clock.spent(entry.at), following, entry.at)

    def _take_back(self, entry: TakenBack) -> None:
        """The moves go, the time that they took does not come back."""
        now = entry.at
        self.clock = self.clock.pass_on(self.clock.spent(now), None, now)
        kept = entry.ply - self.first_ply
        self.state = state_at(self, entry.ply)
        del self.movers[kept:]
        self.ending = ""
        self._settle()
        self._close_all()
        self._run_clock(now)

    def _close(self, question: Question) -> None:
        self.questions.pop(question, None)
        self.agreed.pop(question, None)

    def _close_all(self) -> None:
        self.questions.clear()
        self.agreed.clear()

    def _timed_seat(self) -> int | None:
        """Whose time runs: the person's whose turn it is. A computer never loses on time."""
        seat = self.seat
        return None if seat is None or self.chairs[seat].is_computer else seat

    def _run_clock(self, now: int | None = None) -> None:
        self.clock = self.clock.start(self._timed_seat(), self.at if now is None else now)

    def _stop_clock(self, now: int) -> None:
        spent = self.clock.spent(now)
        if self.clock.seat is not None:
            left = list(self.clock.left)
            left[self.clock.seat] -= spent
            self.clock = replace(self.clock, left=tuple(left), seat=None)


def start_of(opened: Opened) -> State:
    """The position at which a table was opened."""
    game = find_game(opened.game)
    start = game.position(opened.position) if opened.position else game.start(**opened.options)
    return game.continue_with(start, opened.moves)


def state_at(table: Table, ply: int) -> State:
    """The position when so many moves had been played, those before the table was opened included."""
    state = table.state
    if ply == len(state.history):
        return state
    opened = table.opened
    earlier = start_of(msgspec.structs.replace(opened, moves=opened.moves[:ply]))
    return state.game.continue_with(earlier, state.history[len(earlier.history) : ply])
