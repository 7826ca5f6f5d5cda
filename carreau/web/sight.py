"""What somebody at a table, or beside it, gets to see: the picture and the facts, and nothing that is hidden."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from carreau.draw.sheet import Card, Sheet, Thing, sheet_of
from carreau.engines.programs import can_advise
from carreau.rules.language import Text, in_language
from carreau.rules.scene import Scene, cells_by_id
from carreau.rules.state import NOBODY, State
from carreau.rules.touch import Tree
from carreau.tables import orders
from carreau.tables.table import Table, state_at
from carreau.tables.words import ended, match_sentence, seat_title
from carreau.web.frames import Drawing, Position, SeatFacts

EVERYTHING = -2  # nothing is hidden, or not any more


@dataclass(frozen=True)
class Person:
    """Who looks: a player's id, the language, and for whom of several at one screen the hands are shown."""

    player: str
    lang: str
    shown: int = NOBODY


def is_hidden(table: Table) -> bool:
    """Does this game keep something from somebody?"""
    return not table.is_over and table.state.hides_something


def eye(table: Table, person: Person) -> int:
    """Whose view a person gets: a seat's, NOBODY's or EVERYTHING."""
    if not is_hidden(table):
        return EVERYTHING
    own = table.seats_of(person.player)
    if len(own) == 1:
        return own[0]
    return person.shown if person.shown in own and curtain(table, person) == NOBODY else NOBODY


def seen(state: State, eye: int) -> State:
    if eye == EVERYTHING:
        return state
    return state.public() if eye == NOBODY else state.view(eye)


def curtain(table: Table, person: Person) -> int:
    """The seat for whom the screen has to be handed over before anything is shown; NOBODY if for none."""
    own = table.seats_of(person.player)
    if len(own) < 2 or table.seat not in own or table.seat == person.shown or not is_hidden(table):
        return NOBODY
    assert table.seat is not None
    return table.seat


@dataclass(frozen=True, eq=False)
class Glance:
    """The picture of a table for an eye and a language; many people may share it."""

    version: int
    ply: int
    scene: Scene
    sheet: Sheet
    order: tuple[str, ...]  # where the last move is seen, cell by cell
    status: str
    remark: str


def glance(table: Table, eye: int, lang: str, ply: int | None = None) -> Glance:
    """Now, or when so many moves had been played. What a finished game hid is open in its past too."""
    state = table.state if ply is None else state_at(table, ply)
    view = seen(state, eye)
    with in_language(lang):
        scene = view.scene()
        is_now = len(state.history) == table.ply
        if table.ending and is_now:
            scene = replace(
                scene, status=ended(table.record), rails=tuple(replace(rail, to_move=False) for rail in scene.rails)
            )
        match = table.match if is_now else None
        status = str(scene.status or "")
        if match:
            status = f"{status.rstrip('.')}. {match_sentence(table.state, match, is_whole=table.opened.leg == 2)}"
        return Glance(
            table.version, len(state.history), scene, sheet_of(scene), _order(state), status, view.remark or ""
        )


def _order(state: State) -> tuple[str, ...]:
    if state.before is None or state.last_seat is None:
        return ()
    move = state.history[-1].removeprefix(f"{state.last_seat}:")
    return state.game.touches(state.raw_board, state.before, move, state.last_seat)


@lru_cache(maxsize=256)
def drawing(glance: Glance, before: Glance | None) -> Drawing:
    """What is new since `before`. Those who see the same share it."""
    sheet, old = glance.sheet, before.sheet if before else None
    same_ground = old is not None and old.ground.key == sheet.ground.key
    new = {} if same_ground and old is not None and sheet.uses <= old.uses else sheet.defs()
    known = old.defs() if new and old else {}
    things = sheet.things
    lay = old.things if old else {}
    put = {id: thing for id, thing in things.items() if (was := lay.get(id)) is not thing and was != thing}
    gone = tuple(id for id in lay if id not in things)
    return Drawing(
        ground=None if same_ground else (sheet.ground.key, sheet.ground.box, sheet.ground.markup),
        defs={id: markup for id, markup in new.items() if id not in known},
        put={id: (thing.use, *thing.at, thing.name) for id, thing in put.items()},
        gone=gone,
        order=_in_order(put, lay, glance) if before else (),
        under=None if old is not None and old.under == sheet.under else sheet.under,
        over=None if old is not None and old.over == sheet.over else sheet.over,
    )


def _in_order(put: dict[str, Thing], old: dict[str, Thing], glance: Glance) -> tuple[str, ...]:
    """What is put or moved, in the order of the cells that the move touched; what follows from it comes after."""
    cells = cells_by_id(glance.scene.cells)
    touched = [cells[cell].at for cell in glance.order if cell in cells]
    from_where = {id: old[id].at if id in old else thing.at for id, thing in put.items()}
    ranks = {(100 * x, 100 * y): rank for rank, (x, y) in reversed([*enumerate(touched)])}
    return tuple(sorted(put, key=lambda id: ranks.get(from_where[id], len(ranks))))


def position(
    table: Table,
    person: Person,
    now: Glance,
    before: Glance | None,
    *,
    moment: int,
    id: str = "",
    said: str = "",
    moves: tuple[str, ...] = (),
    movers: tuple[int, ...] = (),
    phrases: tuple[tuple[int, str], ...] = (),
) -> Position:
    """The frame for one person: the picture that others may share, and what only this one may do."""
    own = table.seats_of(person.player)
    is_now = now.ply == table.ply
    state, seat, is_over = table.state, table.seat, table.is_over
    touches = _touches(table, own) if is_now else {}
    prompts = _prompts(table, own) if is_now else {}
    only = _only_button(state, touches)
    hand_over = NOBODY if only and not prompts else curtain(table, person)  # no hand is needed to do what must be done
    if hand_over != NOBODY:
        touches, only = {}, ""
    outcome = table.outcome
    with in_language(person.lang):
        return Position(
            version=table.version,
            whole=before is None,
            since=0 if before is None else before.version,
            ply=now.ply,
            plies=table.ply,
            drawing=drawing(now, before),
            seats=_seats(table, own, person, now),
            status=_status(table, own, now) if is_now else now.status,
            remark=now.remark,
            seat=NOBODY if seat is None else seat,
            acting=seat if seat in own and hand_over == NOBODY else min(touches, default=NOBODY),
            curtain=hand_over,
            touches={str(seat): tree for seat, tree in touches.items()},
            buttons=_buttons(state, touches),
            prompts={prefix: str(label) for prefix, label in prompts.items()},
            only=only,
            clocks=table.clock.shown(moment) if table.clock.is_kept else (),
            running=NOBODY if table.clock.seat is None else table.clock.seat,
            questions={question: asked.seat for question, asked in table.questions.items()},
            can=abilities(table, person),
            over=is_over,
            winners=() if outcome is None else outcome.winners,
            next=table.followed_by,
            asks=table.asked_on,
            lang=person.lang,
            id=id,
            said=said,
            moves=moves,
            movers=movers,
            phrases=phrases,
        )  # fmt: skip


def _status(table: Table, own: tuple[int, ...], now: Glance) -> str:
    if not table.is_full:
        name = next((chair.name for chair in table.chairs if chair.declined), "")
        if name:
            return str(Text(f"{name} does not want to play on", f"{name} ne souhaite pas continuer"))
        return str(Text("Waiting for somebody to sit down", "On attend que quelqu'un s'assoie"))
    if table.seat not in own:
        return now.status
    turn = now.status if len(own) > 1 else str(Text("Your turn", "À vous de jouer"))
    return f"{turn}. {table.state.question}" if table.state.question else turn


def _touches(table: Table, own: tuple[int, ...]) -> dict[int, Tree]:
    """What a person's seats may touch: the one to move, and those that may speak up."""
    if table.is_over or not table.is_full:
        return {}
    return {seat: tree for seat in own if (tree := table.state.touch_tree(seat))}


def _prompts(table: Table, own: tuple[int, ...]) -> dict[str, Text]:
    """What a person's seats may say in words."""
    if table.is_over or not table.is_full:
        return {}
    return {prefix: label for seat in own for prefix, label in table.state.prompts(seat).items()}


def _only_button(state: State, touches: dict[int, Tree]) -> str:
    """The button that is all there is to touch, such as a pass of who can place nothing; empty if there is a choice.

    Everybody learns of it in a moment: that it is all there is tells nothing that the move itself does not.
    """
    if sum(map(len, touches.values())) != 1 or state.question:
        return ""
    [(step, end)] = [first for tree in touches.values() for first in tree.items()]
    return step if isinstance(end, str) and step in state.game.buttons else ""


def _buttons(state: State, touches: dict[int, Tree]) -> dict[str, str]:
    """The first things to touch that are not on the board, and what stands on them."""
    first = {step for tree in touches.values() for step in tree}
    return {name: str(label) for name, label in state.game.buttons.items() if name in first}


def _seats(table: Table, own: tuple[int, ...], person: Person, now: Glance) -> tuple[SeatFacts, ...]:
    cards: dict[int, Card] = {card.seat: card for card in now.sheet.cards}
    to_move = table.seat
    facts = []
    for seat, chair in enumerate(table.chairs):
        card = cards.get(seat)
        facts.append(SeatFacts(
            title=card.title if card else str(seat_title(table.state, seat)),
            name=chair.name,
            level=chair.level,
            yours=seat in own,
            empty=chair.is_empty,
            kept_for_you=bool(chair.kept_for) and chair.kept_for == person.player,
            declined=chair.declined,
            score=card.score if card else "",
            to_move=seat == to_move if now.ply == table.ply else bool(card and card.to_move),
            swatches=card.swatches if card else (),
            held=card.held if card else (),
            hand=bool(card and card.is_hand),
            team=team_of(table.state, seat),
        ))  # fmt: skip
    return tuple(facts)


def team_of(state: State, seat: int) -> int:
    """The number of a seat's alliance, where there are any."""
    allies = state.game.allies(state.raw_board, seat)
    return min(allies) if len(allies) > 1 else NOBODY


def abilities(table: Table, person: Person) -> tuple[str, ...]:
    """What a person may do besides moving. Behind the curtain nobody knows whose hand a hint would tell of."""
    own = table.seats_of(person.player)
    is_over = table.is_over
    review = ("review",) if is_over and table.seats > 1 and table.ply else ()
    if not own:
        return review
    seat = own[0]
    is_alone = not table.others(seat)
    is_playing = table.is_full and not is_over
    is_own_turn = is_playing and table.seat in own
    has_partner = not is_alone or any(chair.level for chair in table.chairs)
    possible = {
        "takeback": (is_alone or is_playing) and orders.can_take_back(table, seat),
        "draw": is_playing and has_partner and table.state.game.has_draws,
        "resign": is_playing,
        "hint": is_own_turn and is_alone and can_advise(table.state) and curtain(table, person) == NOBODY,
        "rematch": is_over and not table.followed_by and not table.has_second_leg,
        "second-leg": is_over and not table.followed_by and table.has_second_leg,
        "say": not is_alone,
    }
    return (*(name for name, can in possible.items() if can), *review)
