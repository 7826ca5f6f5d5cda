"""What the HTTP interface understands and answers; `/openapi.json` is made of this."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GuestName(Model):
    name: str = Field(min_length=1, max_length=100)


class Guest(BaseModel):
    id: str
    name: str
    token: str | None = Field(None, description="For scripts, told once: Authorization: Bearer <token>")


class SeatWish(Model):
    kind: Literal["me", "here", "friend", "computer"] = Field(
        description="me; another person at my screen; somebody with the link; the computer"
    )
    name: str = Field("", max_length=100)
    level: int = Field(0, ge=0, le=8)


class Clock(Model):
    kind: Literal["free", "live", "daily"] = "free"
    seconds: int = Field(default=0, ge=0, le=30 * 86400, description="live: for the game; daily: for each turn")
    increment: int = Field(default=0, ge=0, le=600, description="live: seconds won back with each turn")


Scalar = Annotated[str, Field(max_length=5000)] | int | bool | None


class TableWish(Model):
    game: str = Field(max_length=40)
    options: dict[str, Scalar] = Field({}, max_length=20)
    seats: list[SeatWish] = Field(min_length=1, max_length=8)
    clock: Clock = Clock()
    two_legs: bool = False
    position: str = Field("", max_length=20_000, description="begin here instead of at the start")
    record: str = Field("", max_length=200_000, description="go on with the game of this record")


class NewTable(BaseModel):
    table: str
    invitations: dict[int, str] = Field(description="the secrets of the seats that wait for somebody")


class Sitting(Model):
    name: str = Field(max_length=100)
    secret: str = Field("", max_length=100)


class MoveWish(Model):
    seat: int = Field(ge=0, le=15)
    ply: int = Field(ge=0, le=100_000, description="how many moves have been played; protects against surprises")
    move: str = Field(max_length=100)
    id: str = Field("", max_length=40, description="a name of your own, to send the same move again safely")


class SeatState(BaseModel):
    name: str
    level: int
    yours: bool
    empty: bool


class TableState(BaseModel):
    table: str
    game: str
    options: dict[str, Any]
    version: int
    ply: int
    position: str = Field(description="as the asking player may know it")
    seat: int | None = Field(description="whose turn it is; null while somebody is missing and when it is over")
    legal: list[str] = Field(description="the moves of your seat to move, where the game shows them")
    moves: list[str]
    seats: list[SeatState]
    over: bool
    winners: list[int] | None
    reason: str | None
    clocks: list[int] = Field(description="milliseconds left, where there are clocks")
    next: str


class Stored(BaseModel):
    version: int


class Listed(BaseModel):
    table: str
    game: str
    name: str
    at: int
    over: bool
    your_turn: bool
    players: list[str]


class Refusal(BaseModel):
    code: str
    text: str
    option: str | None = Field(None, description="the option that is refused, if one is")


class Tried(Model):
    options: dict[str, Scalar] = Field({}, max_length=20)


class SeatTitles(BaseModel):
    seats: list[str] = Field(description="what the game calls its seats with these options")
    teams: list[int] = Field(description="for each seat the number of its alliance, -1 if it has none")
    closed: dict[str, list[Scalar]] = Field(description="by option, the values that the other options rule out")
    settled: dict[str, Scalar] = Field(
        description="values, if they have a name, that are not what was asked for but follow from other options"
    )


class QrWish(Model):
    text: str = Field(min_length=1, max_length=500)


class Told(Model):
    record: str = Field(max_length=200_000)


class Recorded(BaseModel):
    game: str
    name: str
    moves: list[str]
    over: bool
    result: str
    status: str = Field(description="whose turn it is, or how it ended, in a sentence")
    players: list[str] = Field(description="by seat, empty where the record names nobody")
    seats: list[str] = Field(description="what the game calls its seats")
    teams: list[int]
    picture: str = Field(description="the position, as SVG")


class OptionFacts(BaseModel):
    name: str
    title: str
    help: str
    allowed: str = Field(description="what may be said, in words")
    default: Scalar
    values: list[tuple[Scalar, str]] = Field(description="those to choose from, with their names; none if it is free")
    examples: list[tuple[str, str]] = Field(description="of what may be said where it is free, with their names")
    rare: bool = Field(description="nothing for a first look")
    clear: bool = Field(description="the title and the names of the values say all that the help does")
    seats: bool = Field(description="the values are seats, called as the answer about the seats calls them")


class GameFacts(BaseModel):
    id: str
    name: str
    idea: str
    credit: str
    players: str = Field(description="how many may play, as in 1-8")
    minutes: str = Field(description="about how long a game takes, as in 15-30")
    notation: str
    two_legs: bool = Field(description="can it be played twice, with what differs exchanged?")
    levels: list[int]
    options: list[OptionFacts]
