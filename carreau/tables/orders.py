"""What somebody at a table may do. Each order gives the entries that it adds to the log, or says why it cannot.

Nothing changes here: the entries are stored first, and then applied.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Literal

from carreau.rules.errors import Error, IllegalMove
from carreau.rules.language import Text
from carreau.rules.touch import Path
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
    Question,
    Refused,
    Said,
    Sat,
    TakenBack,
)
from carreau.tables.phrases import PHRASES
from carreau.tables.table import Table, state_at

Code = Literal[
    "illegal", "conflict", "not-yours", "not-seated", "waiting", "over", "taken", "impossible", "unanswered", "unknown"
]
LONGEST_NAME = 30
MOST_SAID = 200  # phrases at one table


class Denied(Error):
    """An order that a table does not take; nothing was changed."""

    def __init__(self, code: Code, text: Text) -> None:
        super().__init__(text)
        self.code: Code = code


OVER = Text("the game is over", "la partie est finie")
WAITING = Text("not everybody has sat down yet", "tout le monde n'est pas encore assis")
NOT_YOURS = Text("this seat is not yours", "ce siège n'est pas le vôtre")


def name_of(given: str) -> str:
    """A name as it is shown: one line, not too long."""
    name = " ".join("".join(c if c.isprintable() else " " for c in given).split())[:LONGEST_NAME].strip()
    if not name:
        raise Denied("unknown", Text("a name has at least one letter", "un nom a au moins une lettre"))
    return name


def digest_of(secret: str) -> str:
    """What is kept of an invitation: enough to know it again, not to make it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_for(table: Table, player: str, secret: str) -> int | None:
    """The empty chair that is kept for that person, or that an invitation is for."""
    digest = digest_of(secret)
    for seat, chair in enumerate(table.chairs):
        if chair.is_empty and chair.kept_for and chair.kept_for == player:
            return seat
        if chair.invitation and hmac.compare_digest(chair.invitation, digest):
            return seat
    return None


def sit(table: Table, player: str, name: str, secret: str = "", *, now: int) -> list[AnyEntry]:
    """Take the chair that is kept for one, or that an invitation is for, which is used up by that."""
    shown = name_of(name)
    if not player:
        raise Denied("not-seated", Text("nobody can sit down without a name", "on ne s'assied pas sans nom"))
    seat = seat_for(table, player, secret)
    if seat is None:
        raise Denied("taken", Text(
            "this invitation has been used, or is not one of this table; you can watch",
            "cette invitation a déjà servi, ou n'est pas de cette table ; vous pouvez regarder",
        ))  # fmt: skip
    return [Sat(now, seat, player, shown)]


def move(
    table: Table, seat: int, what: str | Path, *, ply: int, now: int, nonce: str = "", player: str | None = None
) -> list[AnyEntry]:
    """Play, point out or guess. The same order once more, known by its nonce or its ply, adds nothing.

    `player` is who gives the order; None is the table itself, for its computers.
    """
    _check_seat(table, seat, player)
    if is_stored(table, seat, what, ply=ply, nonce=nonce):
        return []
    if table.is_over:
        raise Denied("over", OVER)
    if not table.is_full:
        raise Denied("waiting", WAITING)
    if ply != table.ply:
        raise Denied("conflict", Text(
            f"that move was for position {ply}, the game is at {table.ply}",
            f"ce coup était pour la position {ply}, la partie en est à {table.ply}",
        ))  # fmt: skip
    if has_fallen(table, now):
        raise Denied("over", Text("the time is over", "le temps est écoulé"))
    try:
        text = what if isinstance(what, str) else table.state.move_on(what, seat)
        after = table.state.play(text, seat)
    except IllegalMove as error:
        # Who touched it on the board need not read which move it is.
        raise Denied("illegal", error.text if isinstance(what, str) else error.reason) from error
    written = after.history[-1].removeprefix(f"{seat}:")
    spent = table.clock.spent(now) if table.clock.seat == seat else 0
    return [Moved(now, seat, written, ply, spent, nonce)]


def is_stored(table: Table, seat: int, what: str | Path, *, ply: int, nonce: str) -> bool:
    """Has this very order been carried out already?"""
    if nonce and nonce in table.stored:
        return table.stored[nonce].seat == seat
    at = ply - table.first_ply
    if nonce or not 0 <= at < len(table.movers) or table.movers[at] != seat:
        return False
    return table.state.history[ply].removeprefix(f"{seat}:") == what


def take_back(table: Table, seat: int, *, now: int, player: str | None = None) -> list[AnyEntry]:
    """Back to one's last own decision: at once if no other person is at the table, else as a question."""
    _check_seat(table, seat, player)
    if table.followed_by:
        raise Denied("over", Text("the match has gone on from here", "la suite est déjà engagée"))
    target = takeback_ply(table, seat)
    if target is None:
        raise Denied("impossible", Text("there is no move of yours to take back", "vous n'avez aucun coup à reprendre"))
    others = table.others(seat)
    if not others:
        return [TakenBack(now, seat, target)]
    if table.is_over:
        raise Denied("over", OVER)
    return _ask(table, Asked(now, seat, "takeback", target))


def takeback_ply(table: Table, seat: int) -> int | None:
    """How many moves remain when a seat takes back: all before the last that was decided at its screen.

    Where nothing was ever decided, the last that was made there. None if there is none.
    """
    made = [*_made_at_screen(table, seat)]
    return next((ply for ply in made if not _was_forced(table, ply)), made[0] if made else None)


def can_take_back(table: Table, seat: int) -> bool:
    return not table.followed_by and any(True for _ in _made_at_screen(table, seat))


def _made_at_screen(table: Table, seat: int) -> Iterator[int]:
    """The moves of those at a seat's screen, by the number of moves before them, the latest first."""
    here = table.chairs[seat].player
    mine = {at for at, chair in enumerate(table.chairs) if at == seat or (here and chair.player == here)}
    return (table.first_ply + at for at in reversed(range(len(table.movers))) if table.movers[at] in mine)


def _was_forced(table: Table, ply: int) -> bool:
    """Was it a pass, or the like, in place of which nothing could be tried?"""
    return table.state.history[ply] in table.state.game.buttons and len(state_at(table, ply).tries()) == 1


def offer_draw(table: Table, seat: int, *, now: int, player: str | None = None) -> list[AnyEntry]:
    _check_playing(table, seat, player)
    if not table.state.game.has_draws or not draw_partners(table, seat):
        raise Denied("impossible", Text("no draw can be agreed on here", "on ne peut pas convenir d'une nulle ici"))
    return _ask(table, Asked(now, seat, "draw"))


def draw_partners(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that have to agree: every computer, and one seat of every other screen."""
    firsts = {table.chairs[other].player: other for other in reversed(table.others(seat))}
    computers = [at for at, chair in enumerate(table.chairs) if chair.is_computer]
    return tuple(sorted([*firsts.values(), *computers]))


def _ask(table: Table, asked: Asked) -> list[AnyEntry]:
    if asked.question in table.questions:
        raise Denied("unanswered", Text("that has been asked already", "la question est déjà posée"))
    return [asked]


def answer(
    table: Table, seat: int, question: Question, *, agrees: bool, now: int, player: str | None = None
) -> list[AnyEntry]:
    """Say yes or no to a question; who asked it takes it back by saying no."""
    _check_playing(table, seat, player)
    asked = table.questions.get(question)
    if asked is None:
        raise Denied("impossible", Text("nobody is asking any more", "la question n'est plus posée"))
    if not agrees:
        return [Refused(now, seat, question)]
    needed = set(takeback_partners(table, asked.seat) if question == "takeback" else draw_partners(table, asked.seat))
    voice = next((each for each in needed if _same_screen(table.chairs[each], table.chairs[seat], each, seat)), None)
    if voice is None:
        raise Denied("impossible", Text("you cannot answer yourself", "vous ne pouvez pas vous répondre"))
    agreed: list[AnyEntry] = [Agreed(now, voice, question)]
    if needed <= table.agreed[question] | {voice}:
        agreed.append(TakenBack(now, asked.seat, asked.ply) if question == "takeback" else Ended(now, "draw"))
    return agreed


def takeback_partners(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that have to agree: one of every other screen. Computers always do."""
    return tuple(each for each in draw_partners(table, seat) if not table.chairs[each].is_computer)


def _same_screen(a: Chair, b: Chair, seat_a: int, seat_b: int) -> bool:
    return seat_a == seat_b or bool(a.player and a.player == b.player)


def resign(table: Table, seat: int, *, now: int, player: str | None = None) -> list[AnyEntry]:
    _check_playing(table, seat, player)
    return [Ended(now, f"{seat}:resign")]


def has_fallen(table: Table, now: int) -> bool:
    """Has the seat to move run out of time?"""
    falls_at = table.clock.falls_at
    return falls_at is not None and now >= falls_at


def fall(table: Table, *, now: int) -> list[AnyEntry]:
    """End the game of a seat that has run out of time; nothing if none has."""
    if table.is_over or not has_fallen(table, now):
        return []
    return [Ended(now, f"{table.clock.seat}:time")]


def credit(table: Table, outage: tuple[int, int], *, now: int) -> list[AnyEntry]:
    """Give back what nobody could use: from when to when no server ran. A turn that began later lost nothing."""
    begun, over = outage
    lost = over - max(begun, table.clock.since)
    return [Credited(now, lost)] if table.clock.seat is not None and lost > 0 else []


def say(table: Table, seat: int, phrase: str, *, now: int, player: str | None = None) -> list[AnyEntry]:
    _check_seat(table, seat, player)
    if phrase not in PHRASES:
        raise Denied("unknown", Text("that is not among the phrases", "ce n'est pas une des phrases"))
    if len(table.said) >= MOST_SAID:
        raise Denied("impossible", Text("enough has been said at this table", "assez parlé à cette table"))
    return [Said(now, seat, phrase)]


def follow(table: Table, seat: int, other: str, *, now: int, player: str | None = None) -> list[AnyEntry]:
    """Go on at another table, when this game is over; only the first such table counts."""
    _check_seat(table, seat, player)
    if not table.is_over:
        raise Denied("impossible", Text("the game is not over yet", "la partie n'est pas finie"))
    return [] if table.followed_by else [Followed(now, other, seat)]


def decline(table: Table, player: str, *, now: int) -> list[AnyEntry]:
    """Not to want the chair that is kept for one; who thinks again may still sit down."""
    kept = [seat for seat, chair in enumerate(table.chairs) if chair.is_empty and player and chair.kept_for == player]
    if not kept:
        raise Denied("not-seated", Text("no seat is kept for you here", "aucun siège ne vous est réservé ici"))
    return [Declined(now, seat) for seat in kept if not table.chairs[seat].declined]


def _check_seat(table: Table, seat: int, player: str | None) -> None:
    if not 0 <= seat < table.seats or (player is not None and seat not in table.seats_of(player)):
        raise Denied("not-yours", NOT_YOURS)


def _check_playing(table: Table, seat: int, player: str | None) -> None:
    _check_seat(table, seat, player)
    if table.is_over:
        raise Denied("over", OVER)
    if not table.is_full:
        raise Denied("waiting", WAITING)
