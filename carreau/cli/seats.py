"""Who sits where: people at this keyboard and computers of some level."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets
from carreau.rules.state import State
from carreau.tables.opening import checked_level
from carreau.tables.orders import LONGEST_NAME
from carreau.tables.words import computer_name

COMPUTER = re.compile(r"Computer, level ([1-8])")  # as records name it, in every language
NAMELESS = ("me", "moi", "you", "vous", "people", "personne")
USUAL_LEVEL = 3


@dataclass(frozen=True)
class Player:
    """A person, who may have a name, or a computer, which has a level."""

    name: str = ""
    level: int | None = None

    @property
    def is_computer(self) -> bool:
        return self.level is not None

    @property
    def label(self) -> str:
        """What is said beside the seat's own name; nothing of a person without a name."""
        if self.level is None:
            return self.name
        return str(Text(f"computer, level {self.level}", f"ordinateur, niveau {self.level}"))

    @property
    def in_records(self) -> str:
        return self.name if self.level is None else computer_name(self.level)


Seating = tuple[Player, ...]


def read_seats(text: str) -> Seating:
    """From a list such as `me,5,Ana,3`: a number is a computer's level, everything else a person."""
    return tuple(_read_seat(part.strip()) for part in text.split(","))


def _read_seat(text: str) -> Player:
    if text.isascii() and text.isdecimal():
        return Player(level=checked_level(int(text)))
    if not text or not text.isprintable() or len(text) > LONGEST_NAME or COMPUTER.fullmatch(text):
        raise BadOption(Text(
            f"a seat is a level from 1 to 8, `me`, or a name, not {text[:40]!r}",
            f"un siège est un niveau de 1 à 8, « moi » ou un nom, pas {guillemets(text[:40])}",
        ))  # fmt: skip
    return Player("" if text.lower() in NAMELESS else text)


def against(level: int, *, seats: int, person: int | None) -> Seating:
    """One person, or none, against computers of that level."""
    if person is not None and not 0 <= person < seats:
        raise BadOption(Text(f"seat {person}: seats here are 0 to {seats - 1}",
                             f"siège {person} : ici les sièges vont de 0 à {seats - 1}"))  # fmt: skip
    return tuple(Player() if seat == person else Player(level=checked_level(level)) for seat in range(seats))


def people(seats: int) -> Seating:
    return (Player(),) * seats


def checked_count(players: Seating, state: State) -> Seating:
    if len(players) != state.seats:
        many = "s" * (len(players) != 1)
        raise BadOption(Text(
            f"{len(players)} player{many} named, but this game has {state.seats} seats (carreau games {state.game.id} "
            "lists the options)",
            f"{len(players)} joueur{many} nommé{many}, mais cette partie a {state.seats} sièges (carreau games "
            f"{state.game.id} donne les options)",
        ))  # fmt: skip
    return players


def from_record(named: Mapping[int, str], seats: int) -> Seating:
    """Who sat where when a record was written; a seat without a name is a person's."""
    return tuple(_from_name(named.get(seat, "")) for seat in range(seats))


def _from_name(name: str) -> Player:
    computer = COMPUTER.fullmatch(name)
    return Player(level=int(computer[1])) if computer else Player(name)


def in_record(players: Sequence[Player]) -> dict[int, str]:
    return {seat: player.in_records for seat, player in enumerate(players) if player.in_records}
