"""Every message on the wire, in both directions: two closed sets of types. `docs/protocol.md` explains them.

A frame is one JSON object with its type in `t`. What does not decode is refused; nothing is guessed.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec

from carreau.tables.entries import Question

LARGEST = 8 * 1024  # bytes that a client may send at once
PROTOCOL = 1

LONGEST_ID = 32  # of a table
TABLE_ID = "^[A-Za-z0-9_-]+$"

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]
Ply = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Touch = Annotated[str, msgspec.Meta(max_length=60)]


def is_table_id(text: str) -> bool:
    return len(text) <= LONGEST_ID and re.fullmatch(TABLE_ID, text) is not None


class Asking(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """From a client."""


class Hello(Asking, frozen=True, kw_only=True):
    """The first frame of a socket: which table."""

    protocol: int
    table: str  # of any length: a link may have grown on its way, and then there is no such table
    lang: Literal["en", "fr"] = "en"


class Order(Asking, frozen=True, kw_only=True):
    """What is answered by `stored` or `denied`, with the same id; the same order may be sent again."""

    id: Id


class Sit(Order, frozen=True, kw_only=True):
    name: Annotated[str, msgspec.Meta(max_length=100)]
    secret: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Move(Order, frozen=True, kw_only=True):
    seat: Seat
    ply: Ply
    move: Annotated[str, msgspec.Meta(max_length=100)] = ""
    path: Annotated[tuple[Touch, ...], msgspec.Meta(max_length=12)] = ()  # what was touched, instead of the text


class Takeback(Order, frozen=True, kw_only=True):
    seat: Seat


class Draw(Order, frozen=True, kw_only=True):
    seat: Seat


class Answer(Order, frozen=True, kw_only=True):
    seat: Seat
    question: Question
    agrees: bool


class Resign(Order, frozen=True, kw_only=True):
    seat: Seat


class Say(Order, frozen=True, kw_only=True):
    seat: Seat
    phrase: Annotated[str, msgspec.Meta(max_length=20)]


class Rematch(Order, frozen=True, kw_only=True):
    """Opens the next table; the answer names it."""


class Look(Asking, frozen=True, kw_only=True):
    """Show the position after so many moves."""

    id: Id
    ply: Ply


class Hint(Asking, frozen=True, kw_only=True):
    """What would the computer play here?"""

    id: Id
    seat: Seat


class Preview(Asking, frozen=True, kw_only=True):
    """What would lie where after each move that is one more touch away?"""

    id: Id
    seat: Seat
    path: Annotated[tuple[Touch, ...], msgspec.Meta(max_length=12)] = ()  # what has been touched


class Review(Asking, frozen=True, kw_only=True):
    """What was each move of this finished game worth?"""

    id: Id


class Show(Asking, frozen=True, kw_only=True):
    """From now on the person at that seat is at the screen (hidden hands, several people at one screen)."""

    seat: Seat


class Speak(Asking, frozen=True, kw_only=True):
    """From now on in that language."""

    lang: Literal["en", "fr"]


class Ping(Asking, frozen=True, kw_only=True):
    pass


Asked = (
    Hello
    | Sit
    | Move
    | Takeback
    | Draw
    | Answer
    | Resign
    | Say
    | Rematch
    | Look
    | Hint
    | Preview
    | Review
    | Show
    | Speak
    | Ping
)
_decoder: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)


def read_frame(text: str | bytes) -> Asked:
    """msgspec.DecodeError or ValidationError if it is none of ours."""
    sent = text.encode() if isinstance(text, str) else text
    if len(sent) > LARGEST:
        raise msgspec.DecodeError(f"more than {LARGEST} bytes")
    try:
        return _decoder.decode(sent)
    except RecursionError as error:
        raise msgspec.DecodeError("nested too deep") from error


class Telling(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True, kw_only=True):
    """From the server."""


class SeatFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat, for everybody to see."""

    title: str  # as the game calls the seat
    name: str = ""
    level: int = 0
    yours: bool = False
    empty: bool = False
    kept_for_you: bool = False
    declined: bool = False  # who it is kept for does not want it
    score: str = ""
    to_move: bool = False
    swatches: tuple[str, ...] = ()
    held: tuple[tuple[str, str, str, int], ...] = ()  # id, definition, spoken name, how many
    hand: bool = False  # what is held is to be looked at one by one
    team: int = -1


class Drawing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has changed of the picture; a whole one has everything."""

    ground: tuple[str, tuple[float, float, float, float], str] | None = None  # key, box, markup
    defs: dict[str, str] = {}
    put: dict[str, tuple[str, float, float, str]] = {}  # by id: definition, x, y, spoken name
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] = ()  # what was put or moved, in the order in which it happens
    under: str | None = None
    over: str | None = None


class Position(Telling, frozen=True, kw_only=True):
    """The table as this client may see it: all of it (`whole`), or what has changed since the version before."""

    version: int
    whole: bool = False
    since: int = 0  # the version that the changes are to; whoever has another asks for the whole
    ply: int
    plies: int  # of the whole game; more than `ply` when looking back
    id: str = ""  # of the `look` that this answers
    drawing: Drawing
    seats: tuple[SeatFacts, ...]
    status: str
    remark: str = ""
    said: str = ""  # what happened, in a sentence, for those who do not see it
    seat: int = -1  # whose turn it is
    acting: int = -1  # the seat that this client may act for now
    curtain: int = -1  # the seat for whom the screen must be handed over first
    touches: dict[str, Any] = {}
    buttons: dict[str, str] = {}
    prompts: dict[str, str] = {}
    only: str = ""  # the button that is all that `acting` can touch, where nothing is to be decided
    moves: tuple[str, ...] = ()  # since the version before, or all
    movers: tuple[int, ...] = ()  # the seat that made each of them
    clocks: tuple[int, ...] = ()  # milliseconds left
    running: int = -1  # whose clock runs
    questions: dict[str, int] = {}  # what is asked, by which seat
    can: tuple[str, ...] = ()  # takeback, draw, resign, hint, rematch, say
    over: bool = False
    winners: tuple[int, ...] = ()
    phrases: tuple[tuple[int, str], ...] = ()  # seat and phrase, since the version before
    next: str = ""  # the table where it goes on
    asks: int = -1  # the seat that asked for it
    lang: str = "en"


class Table(Telling, frozen=True, kw_only=True):
    """The first answer to `hello`: what never changes about the table."""

    table: str
    game: str
    title: str
    options: dict[str, Any]
    spectator: bool
    hidden: bool  # hands are hidden
    lines: bool = False  # two cells that are touched mean all those between them as well
    leg: int = 0
    first_leg: tuple[float, ...] = ()  # what the seats had when the first leg of the match ended
    clock: str = "free"
    phrases: dict[str, str]


class Stored(Telling, frozen=True, kw_only=True):
    """The order has been carried out and is on the disk."""

    id: str
    version: int
    table: str = ""


class Denied(Telling, frozen=True, kw_only=True):
    id: str
    code: str
    text: str


class Advice(Telling, frozen=True, kw_only=True):
    """What the computer would play, and why."""

    id: str
    move: str
    path: tuple[str, ...] = ()
    text: str
    chance: float


class Previewed(Telling, frozen=True, kw_only=True):
    """By the touch that would make the move: each thing that it puts or moves, as definition, x and y."""

    id: str
    ply: int
    path: tuple[str, ...] = ()
    defs: dict[str, str] = {}
    ghosts: dict[str, tuple[tuple[str, float, float], ...]] = {}


class Slip(msgspec.Struct, frozen=True, array_like=True):
    """A move that gave something away."""

    number: int  # from 1
    mark: str  # ?!, ? or ??
    better: str


class Reviewed(Telling, frozen=True, kw_only=True):
    """A finished game as far as it has been looked through; the latest such frame holds all that is known."""

    moves: int
    done: int
    lines: tuple[tuple[tuple[int, float], ...], ...]  # moves played and the winning chance then, seat by seat
    slips: tuple[Slip, ...]
    failed: bool = False


class Present(Telling, frozen=True, kw_only=True):
    """Who is connected, by seat, and how many watch."""

    seats: tuple[bool, ...]
    watching: int


class Wrong(Telling, frozen=True, kw_only=True):
    """A frame that was not understood, or too many of them; the socket may be closed after it."""

    code: str
    text: str


class Pong(Telling, frozen=True, kw_only=True):
    pass


Told = Position | Table | Stored | Denied | Advice | Previewed | Reviewed | Present | Wrong | Pong
_encoder = msgspec.json.Encoder()


def write_frame(frame: Told) -> str:
    return _encoder.encode(frame).decode()
