"""The log of a table: a closed set of entries, only ever appended. Everything about the table follows from it.

Times are whole milliseconds since 1970; the version of a table is the number of its entries.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Scalar = str | int | bool | None
Question = Literal["takeback", "draw"]


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a person, a computer of some level, or nobody yet."""

    player: str = ""  # the person's id; the same at several chairs if they share a screen
    name: str = ""
    level: int = 0  # of a computer, 1 to 8
    invitation: str = ""  # of an empty chair: the digest of the secret that lets somebody sit down
    kept_for: str = ""  # of an empty chair: who may sit down without one
    declined: bool = False  # of an empty chair: who it is kept for does not want it

    @property
    def is_computer(self) -> bool:
        return self.level > 0

    @property
    def is_empty(self) -> bool:
        return not self.player and not self.level


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time there is: none of it kept, so much for the game, or so much for every move."""

    kind: Literal["free", "live", "daily"] = "free"
    seconds: int = 0  # live: for the whole game; daily: for each turn
    increment: int = 0  # live: seconds won back with every turn


FREE = Pace()


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    at: int


class Opened(Entry, frozen=True, kw_only=True):
    game: str
    rules: int
    options: dict[str, Scalar]
    chairs: tuple[Chair, ...]
    pace: Pace = FREE
    by: str  # the player who opened it
    position: str = ""  # where the game begins, if not at its start
    moves: tuple[str, ...] = ()  # played elsewhere before
    ending: str = ""  # how it was broken off elsewhere
    follows: str = ""  # the table of which this is the rematch or the second leg
    leg: int = 0  # of a match of two legs
    first_leg: tuple[float, ...] = ()  # its scores, when this is the second


class Sat(Entry, frozen=True):
    seat: int
    player: str
    name: str


class Moved(Entry, frozen=True):
    seat: int
    move: str
    ply: int  # how many moves there were before it
    spent: int = 0  # milliseconds of the seat's clock
    nonce: str = ""  # what the sender called it, to know it again


class Asked(Entry, frozen=True):
    seat: int
    question: Question
    ply: int = 0  # takeback: how many moves would remain


class Refused(Entry, frozen=True):
    """Says no to a question, or takes one's own back."""

    seat: int
    question: Question


class Agreed(Entry, frozen=True):
    seat: int
    question: Question


class TakenBack(Entry, frozen=True):
    seat: int  # who wanted it
    ply: int  # how many moves remain


class Ended(Entry, frozen=True):
    ending: str  # as records write it: 0:resign, draw, 1:time


class Credited(Entry, frozen=True):
    """No server ran for so long: the running clock gets it back."""

    milliseconds: int


class Said(Entry, frozen=True):
    seat: int
    phrase: str


class Followed(Entry, frozen=True):
    """The same players go on at another table."""

    table: str
    seat: int = -1  # who asked for it


class Declined(Entry, frozen=True):
    """Who a chair is kept for does not want it."""

    seat: int


AnyEntry = Opened | Sat | Moved | Asked | Refused | Agreed | TakenBack | Ended | Credited | Said | Followed | Declined

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def write_entry(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def read_entry(text: str | bytes) -> AnyEntry:
    return _decoder.decode(text)
