"""Tables without network or disk: what may happen, what may not, and that the log tells everything."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from every_mode import Mode

import carreau
from carreau.tables import orders
from carreau.tables.entries import FREE, AnyEntry, Ended, Opened, Pace, TakenBack, read_entry, write_entry
from carreau.tables.opening import Wish, open_table, rematch
from carreau.tables.orders import Denied
from carreau.tables.table import Table
from carreau.tables.words import ended

ANA, BEN, CLEO = "ana-id", "ben-id", "cleo-id"
ME, HERE, FRIEND = Wish("me"), Wish("here", "Zoé"), Wish("friend")


class Play:
    """A table, its log, and a clock that the test sets."""

    def __init__(self, game: str, *wishes: Wish, pace: Pace = FREE, **options: Any) -> None:
        self.now = 1_000_000
        self.secrets: dict[int, str] = {}
        invited = open_table(game, wishes, player=ANA, name="Ana", now=self.now, pace=pace, options=options)
        self.secrets = dict(invited.secrets)
        self.log: list[AnyEntry] = [invited.opened]
        self.table = Table("t", invited.opened)

    def give(self, order: Callable[..., list[AnyEntry]], *arguments: Any, **named: Any) -> list[AnyEntry]:
        before, told = self.table, facts(self.table)
        entries = order(before, *arguments, now=self.now, **named)
        self.table = before.after(entries)
        self.log += entries
        assert facts(before) == told  # who looks at the old table sees no half of the new one
        return entries

    def move(self, seat: int, move: str | tuple[str, ...], player: str | None = None, **named: Any) -> list[AnyEntry]:
        return self.give(orders.move, seat, move, ply=named.pop("ply", self.table.ply), player=player, **named)

    def denied(self, code: str, order: Callable[..., list[AnyEntry]], *arguments: Any, **named: Any) -> None:
        version, text = self.table.version, str(self.table.state)
        with pytest.raises(Denied) as caught:
            order(self.table, *arguments, now=self.now, **named)
        assert caught.value.code == code
        assert (self.table.version, str(self.table.state)) == (version, text)


def facts(table: Table) -> dict[str, Any]:
    told = {name: deepcopy(value) for name, value in vars(table).items() if name != "state"}
    return {**told, "state": str(table.state), "history": table.state.history}


def test_the_log_tells_everything(mode: Mode) -> None:
    """Whatever happens at a table of any game, its log, written and read, gives the same table."""
    seats = mode.start().seats
    play = Play(mode.game.id, *[ME if seat % 2 == 0 else HERE for seat in range(seats)],
                pace=Pace("live", 600, 5), **mode.options)  # fmt: skip
    choose = random.Random(3)
    for _ in range(40):
        if play.table.seat is None:
            break
        play.now += choose.randrange(3000)
        if choose.random() < 0.15 and play.table.movers:
            play.give(orders.take_back, 0, player=ANA)
        else:
            play.move(play.table.seat, choose.choice(play.table.state.moves()), ANA, nonce=str(choose.random()))
    if not play.table.is_over:
        play.give(orders.say, 0, "hello", player=ANA)
        play.give(orders.resign, 0, player=ANA)
    again = Table.of("t", [read_entry(write_entry(entry)) for entry in play.log])
    assert facts(again) == facts(play.table)
    assert again.version == len(play.log)


def test_the_same_move_twice_is_stored_once() -> None:
    play = Play("squadro", ME, HERE, first=0)
    assert len(play.move(0, "1", ANA, nonce="x")) == 1
    assert play.move(0, "1", ANA, nonce="x", ply=0) == []
    assert play.table.ply == 1
    play.denied("conflict", orders.move, 0, "1", ply=0, nonce="y", player=ANA)
    assert len(play.move(1, "2", ANA)) == 1  # without a nonce, seat, ply and move tell
    assert play.move(1, "2", ANA, ply=1) == []
    play.denied("conflict", orders.move, 1, "3", ply=1, player=ANA)


def test_a_move_that_was_taken_back_does_not_come_back_by_itself() -> None:
    """A client that missed the takeback sends its move again: it was stored once, and that was that."""
    play = Play("squadro", ME, Wish("computer", level=3), first=0)
    play.move(0, "1", ANA, nonce="x")
    play.give(orders.take_back, 0, player=ANA)
    assert play.move(0, "1", ANA, nonce="x", ply=0) == []
    assert play.table.ply == 0


def test_things_touched_are_a_move() -> None:
    play = Play("united-square", ME, HERE, deal=5)
    seat = play.table.seat or 0
    ((tile, cells), *_) = play.table.state.touch_tree().items()
    assert isinstance(cells, dict)
    cell, written = next(iter(cells.items()))
    (entry,) = play.move(seat, (tile, cell), ANA)
    assert entry.move == written


def test_nobody_moves_for_another() -> None:
    play = Play("squadro", ME, FRIEND, first=0)
    play.denied("waiting", orders.move, 0, "1", ply=0, player=ANA)
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    for stranger in (BEN, CLEO, ""):
        play.denied("not-yours", orders.move, 0, "1", ply=0, player=stranger)
        play.denied("not-yours", orders.resign, 0, player=stranger)
        play.denied("not-yours", orders.say, 0, "hello", player=stranger)
        play.denied("not-yours", orders.take_back, 0, player=stranger)
    for nowhere in (-1, 2, 99):
        play.denied("not-yours", orders.move, nowhere, "1", ply=0, player=ANA)
    play.denied("illegal", orders.move, 1, "1", ply=0, player=BEN)
    play.denied("illegal", orders.move, 0, "9", ply=0, player=ANA)
    play.move(0, "1", ANA)
    play.move(1, "1", BEN)
    assert play.table.movers == [0, 1]


def test_a_computer_seat_is_nobodys() -> None:
    play = Play("squadro", ME, Wish("computer", level=3), first=1)
    for player in (ANA, BEN, ""):
        play.denied("not-yours", orders.move, 1, "1", ply=0, player=player)
    play.move(1, "1")


def test_an_invitation_is_used_once() -> None:
    play = Play("squadro", FRIEND, FRIEND, first=0)
    assert len(set(play.secrets.values())) == 2
    assert not any(secret in write_entry(entry) for entry in play.log for secret in play.secrets.values())
    for wrong in ("", "guess", play.table.chairs[0].invitation):
        play.denied("taken", orders.sit, BEN, "Ben", wrong)
    play.give(orders.sit, BEN, "  Ben\n\t the   first ", play.secrets[0])
    assert play.table.chairs[0].name == "Ben the first"
    play.denied("taken", orders.sit, CLEO, "Cleo", play.secrets[0])
    play.denied("not-seated", orders.sit, "", "Nobody", play.secrets[1])
    play.denied("unknown", orders.sit, CLEO, " \n ", play.secrets[1])
    assert not play.table.is_full
    play.give(orders.sit, CLEO, "Cleo", play.secrets[1])
    assert play.table.is_full


def test_a_kept_chair_can_be_declined_and_taken_after_all() -> None:
    play = Play("squadro", ME, FRIEND, first=0)
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    play.give(orders.resign, 0, player=ANA)
    play.give(orders.follow, 0, "next", player=ANA)
    assert (play.table.followed_by, play.table.asked_on) == ("next", 0)
    opened = rematch(play.table, player=ANA, now=play.now)
    play.table, play.log = Table("next", opened), [opened]
    for stranger in (ANA, CLEO, ""):
        play.denied("not-seated", orders.decline, stranger)
    play.give(orders.decline, BEN)
    assert [chair.declined for chair in play.table.chairs] == [True, False]
    assert play.give(orders.decline, BEN) == []
    play.give(orders.sit, BEN, "Ben")
    assert play.table.is_full
    assert not any(chair.declined for chair in play.table.chairs)
    assert facts(Table.of("next", [read_entry(write_entry(entry)) for entry in play.log])) == facts(play.table)


def test_who_made_each_move_is_known_from_the_start(mode: Mode) -> None:
    """Also of those that a record brought along."""
    states = [*mode.positions(2, 12)]
    movers = tuple(state.seat for state in states[:-1])
    half = len(movers) // 2
    wishes = [ME] * states[0].seats
    opened = open_table(mode.game.id, wishes, player=ANA, name="Ana", now=0, options=dict(states[0].options),
                        moves=states[half].history).opened  # fmt: skip
    table = Table("t", opened)
    for seat, move in zip(movers[half:], states[-1].history[half:], strict=True):
        assert seat is not None
        table = table.after(orders.move(table, seat, move, ply=table.ply, now=0))
    assert table.movers_since(0) == movers
    assert table.movers_since(half + 1) == movers[half + 1 :]


def test_a_seat_of_two_colours_is_spoken_of_as_two() -> None:
    play = Play("united-square", ME, HERE, deal=3)
    play.give(orders.resign, 0, player=ANA)
    said = ended(play.table.record)
    assert said.en == "Green and yellow win: Blue and red resign"
    assert said.fr == "Vert et jaune gagnent : Bleu et rouge abandonnent"
    one = Play("squadro", ME, HERE, first=0)
    one.give(orders.resign, 0, player=ANA)
    assert ended(one.table.record).en == "Red wins: Yellow resigns"
    last = Mode(carreau.game("united-square"), {"deal": 1}).end(1)
    assert last.outcome is not None
    assert len(last.outcome.winners) == 1
    assert " win: " in last.status


def test_takeback_against_the_computer_is_free() -> None:
    """Back to one's own last choice, also when the computer has answered, and after the end."""
    play = Play("squadro", ME, Wish("computer", level=3), first=0)
    play.denied("impossible", orders.take_back, 0, player=ANA)
    play.move(0, "1", ANA)
    play.move(1, "1")
    play.move(0, "2", ANA)
    play.give(orders.take_back, 0, player=ANA)
    assert play.table.state.history == ("1", "1")
    play.give(orders.take_back, 0, player=ANA)
    assert play.table.state.history == ()
    play.move(0, "3", ANA)
    play.give(orders.resign, 0, player=ANA)
    assert play.table.is_over
    play.give(orders.take_back, 0, player=ANA)
    assert (play.table.is_over, play.table.ply) == (False, 0)


def test_taking_back_leads_to_a_decision_not_to_a_pass() -> None:
    """Who could only pass has decided nothing then; a page that passes by itself would do so again at once."""
    play = Play("united-square", ME, Wish("computer", level=3), deal=3)
    choose = random.Random(0)
    while (moves := play.table.state.moves()) != ["pass"] or play.table.seat != 0:
        assert play.table.seat is not None
        play.move(play.table.seat, choose.choice(moves))
    decided = max(ply for ply, move in enumerate(play.table.state.history) if ply % 2 == 0 and move != "pass")
    play.move(0, "pass", ANA)
    play.give(orders.take_back, 0, player=ANA)
    assert (play.table.ply, play.table.seat) == (decided, 0)


def test_takeback_among_people_is_asked_for() -> None:
    play = Play("012x012", ME, FRIEND, FRIEND, players=3, grid="CAR_006x006_001")
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    play.give(orders.sit, CLEO, "Cleo", play.secrets[2])
    play.move(0, play.table.state.moves()[0], ANA)
    (asked,) = play.give(orders.take_back, 0, player=ANA)
    assert not isinstance(asked, TakenBack)
    play.denied("unanswered", orders.take_back, 0, player=ANA)
    play.denied("impossible", orders.answer, 0, "takeback", agrees=True, player=ANA)
    play.give(orders.answer, 1, "takeback", agrees=True, player=BEN)
    assert play.table.ply == 1
    play.give(orders.answer, 2, "takeback", agrees=True, player=CLEO)
    assert play.table.ply == 0
    assert not play.table.questions
    play.move(0, play.table.state.moves()[0], ANA)
    play.give(orders.take_back, 0, player=ANA)
    play.give(orders.answer, 1, "takeback", agrees=False, player=BEN)
    assert not play.table.questions
    play.give(orders.take_back, 0, player=ANA)
    play.move(1, play.table.state.moves()[0], BEN)
    assert not play.table.questions  # who moves has answered
    play.denied("impossible", orders.answer, 2, "takeback", agrees=True, player=CLEO)


def test_a_draw_needs_everybody() -> None:
    play = Play("squadro", ME, FRIEND, first=0)
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    play.give(orders.offer_draw, 1, player=BEN)
    play.denied("impossible", orders.answer, 1, "draw", agrees=True, player=BEN)
    entries = play.give(orders.answer, 0, "draw", agrees=True, player=ANA)
    assert isinstance(entries[-1], Ended)
    assert play.table.outcome is not None
    assert play.table.outcome.winners == (0, 1)
    assert play.table.record.result == "0,1 agreed"
    play.denied("over", orders.resign, 0, player=ANA)
    play.denied("over", orders.move, 0, "1", ply=0, player=ANA)


def test_a_draw_is_offered_where_it_has_a_sense() -> None:
    play = Play("unlur", ME, FRIEND, side=3)
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    play.denied("impossible", orders.offer_draw, 0, player=ANA)
    alone = Play("squadro", ME, HERE, first=0)
    alone.denied("impossible", orders.offer_draw, 0, player=ANA)


def test_only_the_phrases_can_be_said() -> None:
    play = Play("squadro", ME, HERE, first=0)
    play.give(orders.say, 0, "nice", player=ANA)
    play.denied("unknown", orders.say, 0, "you fool", player=ANA)
    assert [said.phrase for said in play.table.said] == ["nice"]


def test_a_claim_is_made_out_of_turn() -> None:
    play = Play("squaryd", ME, HERE, claims="called")
    play.move(0, "a1", ANA)
    play.move(0, ("square", "a1", "a2", "b2", "b1"), ANA)
    assert play.table.seat == 1
    assert play.table.state.history[-1] == "0:!a1,a2,b2,b1"
    again = Table.of("t", play.log)
    assert again.state.history == play.table.state.history


@pytest.mark.parametrize("wish", [Wish("computer", level=0), Wish("computer", level=9), Wish("computer", level=-1)])
def test_levels_are_one_to_eight(wish: Wish) -> None:
    with pytest.raises(carreau.BadOption):
        Play("squadro", ME, wish)


def test_bad_wishes_are_refused() -> None:
    for game, wishes, options in (
        ("squadro", [ME], {}),
        ("squadro", [ME, HERE, HERE], {}),
        ("unlur", [ME, HERE], {"side": 99}),
        ("united-square", [Wish("computer", level=3)], {"mode": "solitaire"}),
    ):
        with pytest.raises(carreau.BadOption):
            Play(game, *wishes, **options)
    with pytest.raises(carreau.UnknownGame):
        Play("chess", ME, HERE)
    for pace in (Pace("live", 0), Pace("live", 10**9), Pace("live", 60, -1), Pace("daily", 10**9)):
        with pytest.raises(carreau.BadOption):
            Play("squadro", ME, HERE, pace=pace)
    with pytest.raises(carreau.BadOption):
        open_table("unlur", [ME, HERE], player=ANA, name="Ana", now=0, two_legs=True)


def test_a_rematch_exchanges_the_seats_and_keeps_the_chairs() -> None:
    play = Play("squadro", ME, FRIEND, first=0)
    play.give(orders.sit, BEN, "Ben", play.secrets[1])
    with pytest.raises(Denied):
        rematch(play.table, player=ANA, now=play.now)
    play.give(orders.resign, 0, player=ANA)
    with pytest.raises(Denied):
        rematch(play.table, player=CLEO, now=play.now)
    following = Table("u", rematch(play.table, player=ANA, now=play.now))
    assert following.seats_of(ANA) == (1,)
    assert following.chairs[0].kept_for == BEN
    assert not following.is_full
    with pytest.raises(Denied):
        orders.sit(following, CLEO, "Cleo", now=play.now)
    (sat,) = orders.sit(following, BEN, "Ben", now=play.now)
    following.apply(sat)
    assert following.is_full


def test_squadros_second_leg_exchanges_the_sides() -> None:
    """Yellow is the better side: each has it once, and who wins both legs wins the match."""
    invited = open_table("squadro", [ME, HERE], player=ANA, name="Ana", now=0, two_legs=True, options={"first": 0})
    table = Table("t", invited.opened)
    chance = random.Random(3)
    while not table.is_over:
        assert table.seat is not None
        move = chance.choice(table.state.moves())
        table = table.after(orders.move(table, table.seat, move, ply=table.ply, now=0))
    second = rematch(table, player=ANA, now=1)
    assert table.outcome is not None
    assert (second.leg, second.options["first"]) == (2, 0)
    assert [chair.name for chair in second.chairs] == [chair.name for chair in reversed(table.chairs)]
    assert second.first_leg == tuple(reversed(table.outcome.scores))
    ended = Table("u", second).after([Ended(2, "0:resign")])
    assert ended.match is not None
    assert ended.match.scores == (second.first_leg[0], second.first_leg[1] + 1)
    assert ended.match.winners == (1,)  # who gives a leg up gives up the match
    assert rematch(ended, player=ANA, now=3).leg == 1


def test_the_second_leg_exchanges_the_hands() -> None:
    invited = open_table("united-square", [ME, HERE], player=ANA, name="Ana", now=0, two_legs=True, options={"deal": 4})
    first = Table("t", invited.opened)
    while first.seat is not None:
        for entry in orders.move(first, first.seat, first.state.moves()[0], ply=first.ply, now=0):
            first.apply(entry)
    second = rematch(first, player=ANA, now=0)
    assert second.leg == 2
    assert second.options["deal"] == "/".join(reversed(str(first.opened.options["deal"]).split("/")))
    assert [chair.player for chair in second.chairs] == [ANA, ANA]


def test_a_table_goes_on_from_a_record() -> None:
    state = carreau.game("unlur").replay("c3", side=4)
    invited = open_table("unlur", [ME, HERE], player=ANA, name="Ana", now=0, options=dict(state.options), moves=["c3"])
    table = Table("t", invited.opened)
    assert (table.ply, table.first_ply, table.state) == (1, 1, state)
    with pytest.raises(Denied):
        orders.take_back(table, 0, now=0, player=ANA)
    for entry in orders.move(table, 1, "d4", ply=1, now=0, player=ANA):
        table.apply(entry)
    for entry in orders.take_back(table, 0, now=0, player=ANA):
        table.apply(entry)
    assert table.state == state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by_position", [False, True])
def test_hands_that_nobody_saw_are_dealt_when_a_game_goes_on_elsewhere(players: int, by_position: bool) -> None:
    """With passes on the way, too; one's own hand and all that was played are as they were."""
    options = {"mode": "duel"} if players == 2 else {"mode": "free-for-all", "players": players}
    state = carreau.game("united-square").start(deal=players, **options)
    chance = random.Random(players)
    while state.seat is not None and ("pass" not in state.history or state.seat == 0):
        state = state.play(chance.choice(state.moves()))
    begun = state.game.continue_with(state.game.start(**state.options), state.history[:3])
    seen = begun.view(0) if by_position else state.view(0)
    told: dict[str, Any] = {"position": str(seen)} if by_position else {"options": dict(seen.options)}
    moves = state.history[3:] if by_position else state.history
    invited = open_table("united-square", [ME, *[HERE] * (players - 1)], player=ANA, name="Ana", now=0,
                         moves=moves, **told)  # fmt: skip
    opened = Table("t", invited.opened).state
    assert "????" not in str(opened)
    assert str(opened.view(0)) == str(state.view(0))


def test_what_has_gone_on_elsewhere_is_not_taken_back() -> None:
    """The second leg counts what the first one came to."""
    play = Play("squadro", ME, Wish("computer", level=3), first=0)
    play.move(0, "1", ANA)
    play.give(orders.resign, 0, player=ANA)
    assert orders.can_take_back(play.table, 0)
    play.give(orders.follow, 0, "u", player=ANA)
    assert not orders.can_take_back(play.table, 0)
    play.denied("over", orders.take_back, 0, player=ANA)


def test_a_log_begins_with_its_opening() -> None:
    with pytest.raises(AssertionError):
        Table.of("t", [Ended(0, "draw")])
    play = Play("squadro", ME, HERE)
    assert isinstance(play.log[0], Opened)
    with pytest.raises(ValueError, match="once"):
        play.table.apply(play.log[0])


def test_the_free_turn_for_a_guess_goes_along_with_who_guessed() -> None:
    """Rule 7 of 012x012: it is the player's, who has another seat in the rematch."""
    play = Play("012x012", ME, HERE, grid="CAR_012x012_001")
    play.move(0, "?cat")
    play.give(orders.resign, 0, player=ANA)
    assert play.table.state.guessed == 0
    following = rematch(play.table, player=ANA, now=play.now)
    assert following.chairs[1].name == play.table.chairs[0].name
    assert following.options["free_pass"] == 1
