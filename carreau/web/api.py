"""The HTTP interface: what the page needs besides its socket, and all that a script needs to play.

A guest is known by a cookie or by `Authorization: Bearer`; `/openapi.json` describes every request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from itertools import islice
from random import Random
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.security import APIKeyCookie, HTTPBearer

from carreau.draw.sheet import board_svg
from carreau.engines import LEVELS
from carreau.games import game as find_game
from carreau.games import games
from carreau.rules.errors import BadOption, UnknownGame
from carreau.rules.game import Game
from carreau.rules.language import Text, in_language, same
from carreau.rules.options import Option, read_options
from carreau.rules.records import read_record, write_record
from carreau.rules.state import NOBODY, State
from carreau.store.store import Player
from carreau.tables import orders
from carreau.tables.entries import Pace
from carreau.tables.opening import Wish, from_record
from carreau.tables.table import Table, state_at
from carreau.tables.words import ended, seat_title
from carreau.web.frames import LONGEST_ID, TABLE_ID
from carreau.web.guests import COOKIE, secret_in
from carreau.web.house import House
from carreau.web.models import (
    GameFacts,
    Guest,
    GuestName,
    Listed,
    MoveWish,
    NewTable,
    OptionFacts,
    QrWish,
    Recorded,
    Refusal,
    Scalar,
    SeatState,
    SeatTitles,
    Sitting,
    Stored,
    TableState,
    TableWish,
    Told,
    Tried,
)
from carreau.web.refusing import Refused, options_for_people
from carreau.web.rooms import Room
from carreau.web.rulebook import rules_html, rules_picture
from carreau.web.sight import Person, eye, seen, team_of

YEAR = 366 * 86400
BY_LOT = "random"  # what an option says that is drawn when a game begins
SVG, PLAIN, HTML = "image/svg+xml", "text/plain", "text/html"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # a picture brings its own style sheet

Language = Annotated[Literal["en", "fr"], Query(description="The language of names and reasons.")]
Theme = Literal["light", "dark", "auto"]
TableId = Annotated[str, Path(max_length=LONGEST_ID, pattern=TABLE_ID)]


async def spoken(
    lang: Annotated[
        Literal["en", "fr"] | None,
        Query(description="The language of names and reasons. Without it Accept-Language decides about reasons."),
    ] = None,
) -> None:
    """Every request may name its language; who answers finds it by `language_of`, refusals too."""


router = APIRouter(prefix="/api", dependencies=[Depends(spoken)])


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def guest_of(request: Request) -> Player | None:
    return await house_of(request).guests.with_secret(secret_in(request))


BY_COOKIE = APIKeyCookie(name=COOKIE, auto_error=False)  # these two tell `/openapi.json` how a guest is known
BY_TOKEN = HTTPBearer(auto_error=False)


async def known_guest(
    request: Request, _: Annotated[Any, Depends(BY_COOKIE)], __: Annotated[Any, Depends(BY_TOKEN)]
) -> Player:
    guest = await guest_of(request)
    if guest is None:
        raise Refused(401, "no-guest", Text("say your name first: POST /api/guests",
                                            "dites d'abord votre nom : POST /api/guests"))  # fmt: skip
    return guest


async def room_of(table: TableId, request: Request) -> Room:
    room = await house_of(request).rooms.find(table)
    if room is None:
        raise Refused(404, "no-table", Text("there is no such table", "cette table n'existe pas"))
    return room


async def game_of(game: Annotated[str, Path(max_length=40)]) -> Game:
    try:
        return find_game(game)
    except UnknownGame as error:
        raise Refused(404, "no-game", error.text) from error


OneGame = Annotated[Game, Depends(game_of)]
Visitor = Annotated[Player | None, Depends(guest_of)]
Known = Annotated[Player, Depends(known_guest)]
AtTable = Annotated[Room, Depends(room_of)]
REFUSED = {
    400: "The request is malformed, or the rules refuse it.", 401: "Nobody has said a name.",
    403: "Asked from another site, or for another's seat.", 404: "There is no such thing.",
    409: "The game has gone on, is over, or waits for somebody.", 413: "That is too much.",
    429: "Too many requests at once.", 503: "The server is busy; try again.",
}  # fmt: skip


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What `/openapi.json` says about the ways in which a request can fail."""
    return {status: {"model": Refusal, "description": REFUSED[status]} for status in statuses}


def answer(kind: str) -> dict[int | str, dict[str, Any]]:
    """For what is not JSON: the kind of text that a request is answered with."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


CHANGE = (400, 403, 413, 429, 503)  # how every unsafe request may be refused
ORDER = (*CHANGE, 401, 404, 409)


@router.get("/me", responses=refusals(400))
async def who_am_i(guest: Visitor) -> Guest | None:
    """The guest whom the cookie or the token belongs to; null if there is none."""
    return None if guest is None else Guest(id=guest.id, name=guest.name, token=None)


@router.post("/guests", status_code=201, responses={200: {"model": Guest}, **refusals(*CHANGE)})
async def become_a_guest(wish: GuestName, request: Request, response: Response) -> Guest:
    """A name is all that is needed. A guest who comes again is renamed instead."""
    house, secret = house_of(request), secret_in(request)
    known = await house.guests.with_secret(secret)
    if known is not None and secret is not None:
        renamed = await house.guests.rename(secret, known, wish.name)
        response.status_code = 200
        return Guest(id=renamed.id, name=renamed.name, token=None)
    guest, fresh = await house.guests.welcome(wish.name, now=house.now())
    is_secure = request.url.scheme == "https" or request.app.state.is_behind_tls
    response.set_cookie(COOKIE, fresh, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure, path="/")
    return Guest(id=guest.id, name=guest.name, token=fresh)


@router.get("/games", responses=refusals(400))
async def the_games(lang: Language = "en") -> list[GameFacts]:
    """Every game with its options."""
    with in_language(lang):
        return [_described(game_id) for game_id in games()]


def _described(game_id: str) -> GameFacts:
    game = find_game(game_id)
    return GameFacts(
        id=game_id, name=str(game.name), idea=str(game.idea), credit=str(game.credit), players=game.players,
        minutes=game.minutes, notation=str(game.notation), two_legs=game.has_two_legs, levels=list(LEVELS),
        options=[_option(option, game) for option in game.options],
    )  # fmt: skip


def _option(option: Option, game: Game) -> OptionFacts:
    return OptionFacts(
        name=option.name, title=str(option.heading), help=str(option.help), allowed=str(option.allowed),
        default=game.table_options.get(option.name, option.default),
        values=[(value, str(option.labels.get(value, same(str(value))))) for value in option.values],
        examples=[(value, str(label)) for value, label in option.examples.items()],
        rare=option.is_rare, clear=option.is_clear, seats=option.is_seat,
    )  # fmt: skip


@router.post("/games/{game}/seats", responses=refusals(*CHANGE, 404))
async def seats_of_a_game(game: OneGame, wish: Tried, lang: Language = "en") -> SeatTitles:
    """Who would play a game with those options; refused like a table if they do not go together."""
    options = {**game.table_options, **wish.options}
    with options_for_people(game):
        state = game.start(**options)
    with in_language(lang):
        titles = [str(seat_title(state, seat)) for seat in range(state.seats)]
    teams = [team_of(state, seat) for seat in range(state.seats)]
    return SeatTitles(
        seats=titles, teams=teams, closed=_closed(game, options, state.seats), settled=_settled(game, options, state)
    )


def _settled(game: Game, options: Mapping[str, Any], state: State) -> dict[str, Scalar]:
    """What options come to where that is not what was asked for: those that follow from others, but no lot."""
    found = {}
    for option in game.options:
        asked, value = options.get(option.name, option.default), state.options.get(option.name)
        if value != asked != BY_LOT and value in (*option.values, *option.examples):
            found[option.name] = value
    return found


def _closed(game: Game, options: Mapping[str, Any], seats: int) -> dict[str, list[Scalar]]:
    """The values that the other options rule out: tried, the game refuses that very option."""

    def is_open(option: Option, value: Scalar) -> bool:
        if option.needs_others and seats == 1:
            return bool(value == option.default)
        try:
            game.resolve(read_options(game.options, {**options, option.name: value}))
        except BadOption as error:
            return error.option != option.name
        return True

    closed: dict[str, list[Scalar]] = {
        each.name: [value for value in each.values if not is_open(each, value)] for each in game.options
    }
    return {name: values for name, values in closed.items() if values}


@router.get("/games/{game}/picture.svg", response_class=Response, responses={**answer(SVG), **refusals(400, 404)})
async def picture_of_a_game(game: OneGame) -> Response:
    """A position from the middle of a game, without the cards beside it."""
    return Response(
        _sample_picture(game.id), media_type=SVG,
        headers={"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "max-age=86400"},
    )  # fmt: skip


@router.get("/games/{game}/rules", response_class=Response, responses={**answer(HTML), **refusals(400, 404)})
async def rules_of_a_game(game: OneGame, lang: Language = "en", theme: Theme = "light") -> Response:
    """How it is played, as a piece of a page; the theme is that of its pictures."""
    return Response(rules_html(game.id, lang, theme), media_type=HTML, headers={"Cache-Control": "max-age=3600"})


@router.get("/games/{game}/rules/{picture}.svg", response_class=Response,
            responses={**answer(SVG), **refusals(400, 404)})  # fmt: skip
async def picture_of_rules(
    game: OneGame, picture: Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9-]+$")], theme: Theme = "light"
) -> Response:
    """A picture that the rules of a game show."""
    svg = rules_picture(game.id, picture, theme)
    if svg is None:
        raise Refused(404, "no-picture", Text("there is no such picture", "cette image n'existe pas"))
    return Response(
        svg, media_type=SVG, headers={"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "max-age=86400"}
    )


@lru_cache(maxsize=64)
def _sample_picture(game_id: str) -> str:
    game = find_game(game_id)
    state, random = game.start(**(game.samples[0] if game.showcase is None else game.showcase)), Random(4)
    longest = sum(1 for _ in random_game(state, Random(4)))
    for position in islice(random_game(state, random), longest // 2 + 1):
        state = position
    return board_svg(state.scene())


def random_game(state: State, random: Random) -> Iterator[State]:
    """The positions of a game in which nobody thinks; of a game that does not end by itself, the first of them."""
    for _ in range(120):
        yield state
        if state.seat is None:
            return
        state = state.play(random.choice(state.moves()))


@router.post("/qr", response_class=Response, responses={**answer(SVG), **refusals(*CHANGE)})
async def qr_code(wish: QrWish) -> Response:
    """A text as a QR code, to hold a phone over. The text is neither kept nor logged."""
    out = BytesIO()
    segno.make(wish.text, error="m").save(out, kind="svg", border=2, xmldecl=False, svgns=True, omitsize=True)
    return Response(out.getvalue(), media_type=SVG)


@router.post("/records", responses=refusals(*CHANGE))
async def read_a_record(told: Told, lang: Language = "en") -> Recorded:
    """What a record tells; to go on with its game, or to look at it, open a table with it."""
    record = read_record(told.record, find_game)
    state = record.state
    with in_language(lang):
        return Recorded(
            game=state.game.id, name=str(state.game.name), moves=list(state.history), result=record.result,
            status=str(ended(record)) if record.ending else state.status,
            over=record.outcome is not None, players=[record.players.get(seat, "") for seat in range(state.seats)],
            seats=[str(seat_title(state, seat)) for seat in range(state.seats)],
            teams=[team_of(state, seat) for seat in range(state.seats)], picture=board_svg(state.scene()),
        )  # fmt: skip


@router.post("/tables", status_code=201, responses=refusals(*CHANGE, 401))
async def open_a_table(wish: TableWish, guest: Known, request: Request) -> NewTable:
    """Somebody else can sit down with `https://…/join/<table>#<secret>`."""
    wanted = _wanted(wish)
    with options_for_people(find_game(wanted["game"])):
        room, invited = await house_of(request).open_table(guest, wanted)
    return NewTable(table=room.table.id, invitations=dict(invited.secrets))


def _wanted(wish: TableWish) -> Mapping[str, Any]:
    start: dict[str, Any] = {"game": wish.game, "options": wish.options, "position": wish.position}
    if wish.record:
        start = from_record(read_record(wish.record, find_game))
    return {
        **start,
        "wishes": [Wish(seat.kind, seat.name, seat.level) for seat in wish.seats],
        "pace": Pace(wish.clock.kind, wish.clock.seconds, wish.clock.increment),
        "two_legs": wish.two_legs,
    }


@router.get("/tables", responses=refusals(400, 401))
async def my_tables(guest: Known, request: Request, lang: Language = "en") -> list[Listed]:
    """Where you sit or sat, games in progress first."""
    summaries = await house_of(request).store.tables_of(guest.id)
    with in_language(lang):
        return [
            Listed(
                table=each.id, game=each.game, name=str(find_game(each.game).name), at=each.at, over=each.is_over,
                your_turn=each.is_your_turn, players=[*map(_called, each.names, each.levels)],
            )
            for each in summaries
        ]  # fmt: skip


def _called(name: str, level: int) -> str:
    return str(Text(f"computer, level {level}", f"ordinateur, niveau {level}")) if level else name


def _seen_by(guest: Player | None, table: Table, state: State) -> State:
    """What a guest may know of a position. Nobody can tell who of several at one screen asks: what all may know."""
    return seen(state, eye(table, Person(guest.id if guest else "", "en")))


def _played_by(guest: Player | None, table: Table) -> State:
    """The position for a guest's program: one with several seats looks from the one to move."""
    player = guest.id if guest else ""
    own = table.seats_of(player)
    shown = table.seat if table.seat in own else own[0] if own else NOBODY
    assert shown is not None
    return seen(table.state, eye(table, Person(player, "en", shown)))


@router.get("/tables/{table}", responses=refusals(400, 404))
async def the_state(room: AtTable, guest: Visitor) -> TableState:
    """The table as you may see it: what is hidden from your seat is unknown."""
    return _state(room.table, guest, room)


def _state(table: Table, guest: Player | None, room: Room) -> TableState:
    own = table.seats_of(guest.id if guest else "")
    state = _played_by(guest, table)
    shows = table.seat in own and state.tries() == state.moves()
    outcome = table.outcome
    return TableState(
        table=table.id, game=state.game.id, options=dict(state.options), version=table.version, ply=table.ply,
        position=str(state), seat=table.seat, legal=table.state.moves() if shows else [], moves=list(state.history),
        seats=[SeatState(name=chair.name, level=chair.level, yours=seat in own, empty=chair.is_empty)
               for seat, chair in enumerate(table.chairs)],
        over=table.is_over, winners=None if outcome is None else list(outcome.winners),
        reason=None if outcome is None else outcome.reason,
        clocks=list(table.clock.shown(room.now())) if table.clock.is_kept else [], next=table.followed_by,
    )  # fmt: skip


@router.post("/tables/{table}/seats", responses=refusals(*ORDER))
async def sit_down(wish: Sitting, room: AtTable, guest: Known) -> Stored:
    """Take the seat that an invitation is for, or that is kept for you."""
    version = await room.give(lambda table, now: orders.sit(table, guest.id, wish.name, wish.secret, now=now))
    return Stored(version=version)


@router.post("/tables/{table}/refusal", responses=refusals(*ORDER))
async def decline_a_seat(room: AtTable, guest: Known) -> Stored:
    """Tell those who wait that you do not take the seat that is kept for you."""
    return Stored(version=await room.give(lambda table, now: orders.decline(table, guest.id, now=now)))


@router.post("/tables/{table}/moves", responses=refusals(*ORDER))
async def play_a_move(wish: MoveWish, room: AtTable, guest: Known) -> Stored:
    """When this is answered, the move is on the disk."""
    version = await room.give(lambda table, now: orders.move(
        table, wish.seat, wish.move, ply=wish.ply, now=now, nonce=wish.id, player=guest.id
    ))  # fmt: skip
    return Stored(version=version)


@router.post("/tables/{table}/resignation", responses=refusals(*ORDER))
async def resign(seat: Annotated[int, Body(embed=True, ge=0, le=15)], room: AtTable, guest: Known) -> Stored:
    return Stored(version=await room.give(lambda table, now: orders.resign(table, seat, now=now, player=guest.id)))


@router.get("/tables/{table}/record", response_class=Response, responses={**answer(PLAIN), **refusals(400, 404)})
async def the_record(
    room: AtTable, guest: Visitor, ply: Annotated[int | None, Query(ge=0, le=100_000)] = None
) -> Response:
    """The game as you may know it; with `ply` its first moves, as a game that goes on."""
    table = room.table
    state = table.state if ply is None else state_at(table, min(ply, table.ply))
    ending = table.ending if ply is None else ""
    text = write_record(_seen_by(guest, table, state), players=table.names, ending=ending)
    return Response(text, media_type=f"{PLAIN}; charset=utf-8")


@router.get("/tables/{table}/picture.svg", response_class=Response, responses={**answer(SVG), **refusals(400, 404)})
async def the_picture(
    room: AtTable,
    guest: Visitor,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    theme: Theme = "light",
    lang: Language = "en",
    alone: Annotated[bool, Query(description="only the board")] = False,
) -> Response:
    """A position as a picture."""
    table = room.table
    state = table.state if ply is None else state_at(table, min(ply, table.ply))
    with in_language(lang):
        view = _seen_by(guest, table, state)
        svg = board_svg(view.scene()) if alone else view.svg(theme=theme)
    return Response(svg, media_type=SVG, headers={"Content-Security-Policy": PICTURE_POLICY})
