"""One game at this keyboard, without keyboard or screen: its positions, who plays, and who may see what."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date

from carreau.cli.seats import Seating, from_record, in_record, people
from carreau.engines.review import positions_of
from carreau.rules.errors import BadMove
from carreau.rules.language import Text
from carreau.rules.records import Record, write_record
from carreau.rules.scene import Scene
from carreau.rules.state import State
from carreau.tables.words import ended


class Sitting:
    def __init__(self, state: State, players: Seating, ending: str = "") -> None:
        self.state = state
        self.players = players
        self.ending = ending  # how the game was broken off, as records write it
        self.past = positions_of(state)[:-1]
        # Whose view is on the screen: of the person to move, or of the only person; None if nobody has looked yet.
        self.viewer: int | None = None
        if state.seat in self.people or len(self.people) == 1:
            self.viewer = self.people[0] if len(self.people) == 1 else state.seat

    @classmethod
    def of(cls, record: Record) -> Sitting:
        """As it was when the record was written; where that names nobody, people play."""
        seats = record.state.seats
        return cls(record.state, from_record(record.players, seats) if record.players else people(seats), record.ending)

    # Who

    @property
    def is_over(self) -> bool:
        return self.state.seat is None or bool(self.ending)

    @property
    def people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if not player.is_computer]

    @property
    def has_computers(self) -> bool:
        return len(self.people) < len(self.players)

    @property
    def levels(self) -> dict[int, int]:
        """The computers' levels, by seat."""
        return {seat: player.level for seat, player in enumerate(self.players) if player.level is not None}

    @property
    def computer_to_move(self) -> int | None:
        """The seat of the computer whose turn it is."""
        seat = self.state.seat
        return None if seat is None or self.ending or not self.players[seat].is_computer else seat

    def name(self, seat: int) -> str:
        return str(self.state.game.seat_name(self.state.raw_board, self.state.raw_state, seat))

    def full_name(self, seat: int) -> str:
        label = self.players[seat].label
        return f"{self.name(seat)} ({label})" if label else self.name(seat)

    def labels(self) -> dict[int, str]:
        """What stands beside the seats' names."""
        labels = {seat: player.label for seat, player in enumerate(self.players) if player.label}
        if self.has_computers and len(self.people) == 1:
            labels.setdefault(self.people[0], str(Text("you", "vous")))
        return labels

    # The course of the game

    def go_on(self, after: State) -> None:
        self.past, self.state = [*self.past, self.state], after

    def take_back(self) -> bool:
        """Back to the last time that somebody here had the choice; False if nobody had one."""
        if self.ending:
            self.ending = ""
            return True
        choices = [at for at, state in enumerate(self.past) if not self.people or state.seat in self.people]
        if not choices:
            return False
        self.past, self.state = self.past[: choices[-1]], self.past[choices[-1]]
        return True

    def record(self) -> str:
        players = in_record(self.players)
        return write_record(self.state, players=players, date=date.today().isoformat(), ending=self.ending)

    # What is seen

    def shows_choices(self) -> bool:
        """May those at the screen know what can be played? Not from a hidden hand of a computer's."""
        return self.state.seat in self.people or not hides_hands(self.state)

    def must_look_away(self) -> bool:
        """Is it the turn of a person who holds what the one at the screen may not see?"""
        seat = self.state.seat
        is_another = not self.is_over and seat in self.people and seat != self.viewer and len(self.people) > 1
        return is_another and hides_hands(self.state)

    def look(self) -> None:
        """The person to move comes to the screen."""
        if not self.is_over and self.state.seat in self.people:
            self.viewer = self.state.seat

    def seen(self) -> State:
        """What may be on the screen: one person's view, or what everybody may know."""
        if self.state.seat is None:
            return self.state
        if self.viewer is not None:
            return self.state.view(self.viewer)
        return self.state.public()

    def scene(self) -> Scene:
        scene = self.seen().scene()
        if self.ending:  # nobody is to move
            return replace(scene, status=self.ended(), rails=tuple(replace(r, to_move=False) for r in scene.rails))
        if self.has_computers and len(self.people) == 1 and self.state.seat in self.people:
            return replace(scene, status=Text("Your turn", "À vous de jouer"))
        return scene

    def ended(self) -> Text:
        """How a game that was broken off ended."""
        return ended(Record(self.state, ending=self.ending))


def hides_hands(state: State) -> bool:
    """Is there something that the seat to move may not know?"""
    return state.seat is not None and str(state.view(state.seat)) != str(state)


def hides_moves(state: State) -> bool:
    """Is this a mode in which players must find the legal moves themselves?"""
    return state.tries() != state.moves()


def played(state: State, answer: str) -> State:
    """The position after a move, which may be typed in the wrong case."""
    for text in (answer, answer.lower(), answer.upper(), answer[:1].lower() + answer[1:].upper()):
        with suppress(BadMove):
            return state.play(text)
    return state.play(answer)
