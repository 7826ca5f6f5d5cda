"""How a table comes to be: a game with its options, who is to sit where, and how much time they have."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import msgspec

from carreau.engines import LEVELS
from carreau.games import game as find_game
from carreau.rules.errors import BadOption, IllegalMove
from carreau.rules.game import Game
from carreau.rules.language import Text
from carreau.rules.records import Record
from carreau.rules.state import State
from carreau.tables.entries import FREE, Chair, Opened, Pace
from carreau.tables.orders import Denied, digest_of, name_of
from carreau.tables.table import Table

T = TypeVar("T")
SECRET_BYTES = 32
LONGEST_LIVE, LONGEST_DAILY = 24 * 3600, 30 * 86400
LONGEST_INCREMENT = 600
DEALS_TRIED = 300  # of 40 finished games none needed more than 30


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is to sit at a seat."""

    kind: Literal["me", "here", "friend", "computer"]  # here: another person at my screen; friend: by invitation
    name: str = ""
    level: int = 0


@dataclass(frozen=True)
class Invited:
    """A new table's first entry, and the secrets of its empty chairs, which are told once and not kept."""

    opened: Opened
    secrets: Mapping[int, str]


def open_table(
    game: str,
    wishes: Sequence[Wish],
    *,
    player: str,
    name: str,
    now: int,
    options: Mapping[str, Any] | None = None,
    pace: Pace = FREE,
    position: str = "",
    moves: Sequence[str] = (),
    ending: str = "",
    two_legs: bool = False,
) -> Invited:
    """A table as somebody wishes it; BadOption or Denied says what is wrong with the wish."""
    found = find_game(game)
    if two_legs and not found.has_two_legs:
        raise BadOption(Text(f"{game} has no match of two legs", f"{game} ne se joue pas en deux manches"))
    if position:
        start = found.position(position)
    else:
        wanted = {**found.table_options, **(options or {})}
        start = found.start(**(found.first_leg(dict(wanted)) if two_legs else wanted))
    start = _with_all_known(start, moves)
    chairs, told = _chairs(wishes, start, player=player, name=name)
    opened = Opened(
        now, game=game, rules=found.version, options=dict(start.options), chairs=chairs, pace=_checked_pace(pace),
        by=player, position=start.origin or "", moves=tuple(moves), ending=ending, leg=int(two_legs),
    )  # fmt: skip
    return Invited(opened, told)


def _with_all_known(start: State, moves: Sequence[str]) -> State:
    """A start from which those moves can be made, with hands that nobody could see dealt at random.

    Whoever goes on from a game that others still play knows only what they could see there.
    """
    game, random = start.game, secrets.SystemRandom()
    game.continue_with(start, moves)
    for _ in range(DEALS_TRIED):
        filled = game.fill_in(start, moves, random)
        if filled is start:
            return start
        with suppress(IllegalMove):  # a pass that this hand would not have needed
            game.continue_with(filled, moves)
            return filled
    raise BadOption(Text("no deal was found that fits these moves", "aucune donne ne va avec ces coups"))


def _chairs(
    wishes: Sequence[Wish], start: State, *, player: str, name: str
) -> tuple[tuple[Chair, ...], dict[int, str]]:
    if len(wishes) != start.seats:
        raise BadOption(Text(
            f"this game has {start.seats} seats, not {len(wishes)}",
            f"cette partie a {start.seats} sièges, pas {len(wishes)}",
        ))  # fmt: skip
    chairs, told = [], {}
    for seat, wish in enumerate(wishes):
        if wish.kind == "computer":
            if start.seats < 2:
                raise BadOption(Text("nobody else plays this game", "personne d'autre ne joue à ce jeu"))
            chairs.append(Chair(level=checked_level(wish.level)))
        elif wish.kind == "friend":
            told[seat] = secrets.token_urlsafe(SECRET_BYTES)
            chairs.append(Chair(invitation=digest_of(told[seat])))
        else:
            chairs.append(Chair(player, name_of(wish.name or name)))
    return tuple(chairs), told


def checked_level(level: int) -> int:
    if level not in LEVELS:
        raise BadOption(Text(f"levels are 1 to 8, not {level}", f"les niveaux vont de 1 à 8, pas {level}"))
    return level


def _checked_pace(pace: Pace) -> Pace:
    if pace.kind == "free":
        return FREE
    longest = LONGEST_LIVE if pace.kind == "live" else LONGEST_DAILY
    if not 1 <= pace.seconds <= longest or not 0 <= pace.increment <= LONGEST_INCREMENT:
        raise BadOption(Text(
            f"a clock has 1 to {longest} seconds and wins back 0 to {LONGEST_INCREMENT}",
            f"une pendule a de 1 à {longest} secondes et en regagne de 0 à {LONGEST_INCREMENT}",
        ))  # fmt: skip
    return Pace(pace.kind, pace.seconds, pace.increment if pace.kind == "live" else 0)


def rematch(table: Table, *, player: str, now: int) -> Opened:
    """The next game of the same players with the seats exchanged; in a match of two legs first its second leg.

    Other persons find their chairs kept for them.
    """
    _check_over(table, player)
    opened, state = table.opened, table.state
    game = state.game
    chairs = exchanged(table.chairs)
    first_leg: tuple[float, ...] = ()
    if table.has_second_leg:
        assert table.outcome is not None
        options, first_leg = game.second_leg(dict(state.options)), table.outcome.scores
        if game.swaps_seats:
            first_leg = tuple(exchanged(first_leg))
        else:
            chairs = table.chairs
    else:
        carried = following(game, game.carry(dict(state.options), state.raw_board, state.raw_state), state.seats)
        options = dict(game.start(**(game.first_leg(carried) if opened.leg else carried)).options)
    return Opened(
        now, game=opened.game, rules=game.version, options=dict(options), by=player, pace=opened.pace,
        chairs=tuple(_kept(chair, player) for chair in chairs), follows=table.id, first_leg=first_leg,
        leg=2 if first_leg else min(opened.leg, 1),
    )  # fmt: skip


def exchanged(by_seat: Sequence[T]) -> list[T]:
    """What belongs to the players, when each has gone to the seat before theirs."""
    return [*by_seat[1:], by_seat[0]]


def following(game: Game, options: dict[str, Any], seats: int) -> dict[str, Any]:
    """Options for players who have been exchanged like that: what belongs to one of them goes along."""
    owned = {name: (options[name] - 1) % seats for name in game.personal if options.get(name) is not None}
    return {**options, **owned}


def _kept(chair: Chair, player: str) -> Chair:
    return Chair(kept_for=chair.player, name=chair.name) if chair.player and chair.player != player else chair


def _check_over(table: Table, player: str) -> None:
    if not table.seats_of(player):
        raise Denied("not-seated", Text("only who played can have a rematch", "seul qui a joué a droit à une revanche"))
    if not table.is_over:
        raise Denied("impossible", Text("the game is not over yet", "la partie n'est pas finie"))


def from_record(record: Record) -> dict[str, Any]:
    """What `open_table` needs to go on with the game of a record, or to look at it if it is over."""
    state = record.state
    return {
        "game": state.game.id,
        "position": state.origin or "",
        "options": {} if state.origin else dict(state.options),
        "moves": state.history,
        "ending": record.ending,
    }
