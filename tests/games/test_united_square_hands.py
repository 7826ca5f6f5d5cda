"""United Square, rules 5 and 6: hidden hands, and a match of two legs."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest
from tiles import DEAL, GAME, GAMES, HALVES, HIDDEN_GAMES, board_of, hands_of, owners_of, random_game, shown

import carreau

# Rule 5: hidden hands


def test_a_view_shows_its_own_hand_and_the_number_of_the_others_tiles() -> None:
    """Rule 5: hands are hidden from the others; unknown tiles are ????."""
    for options in GAMES:
        for state in list(random_game(3, **options))[:-1]:
            for seat in range(state.seats):
                hands = hands_of(state)
                expected = [hand if s == seat else ["????"] * len(hand) for s, hand in enumerate(hands)]
                assert hands_of(state.view(seat)) == expected
                assert board_of(state.view(seat)) == board_of(state)
                assert state.view(seat).seat == state.seat


def test_partners_do_not_see_each_other_s_hands() -> None:
    """Rule 4, ruling: the hands of partners stay hidden from each other."""
    for mode in ("teams", "rival-partners"):
        state = GAME.start(mode=mode, deal=1)
        assert hands_of(state.view(0))[2] == ["????"] * 6
        assert hands_of(state.view(3))[1] == ["????"] * 6


def twin(state: carreau.State, viewer: int, choose: random.Random) -> carreau.State | None:
    """The same game with one tile that two others still hold exchanged, if that can be."""
    one, two = choose.sample([seat for seat in range(state.seats) if seat != viewer], 2)
    hands = hands_of(state)
    given, taken = choose.choice(hands[one] or [""]), choose.choice(hands[two] or [""])
    if given == taken or "" in (given, taken):
        return None
    deal = [hand.split() for hand in state.options["deal"].split("/")]
    deal[one][deal[one].index(given)] = taken
    deal[two][deal[two].index(taken)] = given
    options = {**state.options, "deal": "/".join(" ".join(hand) for hand in deal)}
    try:
        return GAME.replay(state.history, **options)
    except carreau.IllegalMove:  # a pass that the other hand would not have made tells something
        return None


def everything_in(view: carreau.View) -> dict[str, object]:
    """All that a view gives away."""
    return {
        "text": str(view),
        "repr": repr(view),
        "svg": view.svg(),
        "targets": view.svg(targets=True),
        "board": view.board(),
        "record": carreau.write_record(view),
        "options": dict(view.options),
        "moves": view.moves(),
        "history": view.history,
        "words": list(view.raw_state),
        "board words": list(view.raw_board),
        "words before": view.before,
        "origin": view.origin,
        "scene": view.scene(),
        "pickle": pickle.dumps(view),
        "hash": hash(view),
    }


@pytest.mark.parametrize("options", HIDDEN_GAMES, ids=shown)
def test_a_view_is_the_same_whatever_the_others_hold(options: dict[str, Any]) -> None:
    """Rule 5, the canary: two truths that differ in the others' hands give one view, byte for byte."""
    choose = random.Random(11)
    compared = 0
    for seed in range(2):
        for state in list(random_game(seed, **options))[1:-1:4]:
            for viewer in range(state.seats):
                other = twin(state, viewer, choose)
                if other is None or other.seat is None:
                    continue
                assert str(other) != str(state)
                assert everything_in(state.view(viewer)) == everything_in(other.view(viewer))
                from_text = GAME.position(str(state)).view(viewer), GAME.position(str(other)).view(viewer)
                assert everything_in(from_text[0]) == everything_in(from_text[1])
                compared += 1
    assert compared > 12


@pytest.mark.parametrize("sets", [1, 2])
def test_a_duel_s_view_names_no_tile_of_the_other_hand(sets: int) -> None:
    """Rule 5: two hands can be deduced from each other, but the view does not say it."""
    for state in list(random_game(5, mode="duel", sets=sets))[:-1]:
        for seat in (0, 1):
            view = state.view(seat)
            rail = view.scene().rails[1 - seat]
            assert {piece.face for piece, _ in rail.items} <= {"????"}
            deal = view.options["deal"].split("/")
            assert set(deal[1 - seat].split()) == {"????"}
            assert deal[seat] == state.options["deal"].split("/")[seat]
            assert f"hand {1 - seat} B" not in view.svg()
            assert (f"hand {seat} B" in view.svg()) == bool(hands_of(state)[seat])


def test_open_hands_are_seen_by_all() -> None:
    """Rule 5: except in a tournament game, where they are open."""
    for state in random_game(2, mode="teams", open_hands=True):
        for seat in range(4):
            assert str(state.view(seat)) == str(state)
            assert dict(state.view(seat).options) == dict(state.options)


def test_after_the_end_views_show_every_hand() -> None:
    """Rule 5 and NOTATION: a complete game hides nothing any more."""
    for seed in range(4):
        *_, last = random_game(seed, mode="free-for-all", players=4)
        for seat in range(4):
            view = last.view(seat)
            assert "????" not in str(view)
            assert str(view) == str(last)
            assert view.options["deal"] == last.options["deal"]
            assert carreau.write_record(view) == carreau.write_record(last)


@pytest.mark.parametrize("options", [*HIDDEN_GAMES, {"mode": "duel"}], ids=shown)
def test_playing_on_a_view_follows_the_game(options: dict[str, Any]) -> None:
    """NOTATION: a view is used like a state; it stays what its seat knows, move after move."""
    for seed in range(3):
        game = list(random_game(seed, **options))
        for seat in range(game[0].seats):
            view: carreau.State = game[0].view(seat)
            for state in game[1:-1]:
                view = view.play(state.history[-1])
                assert isinstance(view, carreau.View)
                assert view == state.view(seat)
                assert list(view.raw_state) == list(state.view(seat).raw_state)
                assert (view.history, dict(view.options)) == (state.history, dict(state.view(seat).options))
            view = view.play(game[-1].history[-1])
            assert view.seat is None
            assert view.outcome == game[-1].outcome


def test_a_view_lists_every_move_that_its_seat_can_make_or_must_expect() -> None:
    """NOTATION: own moves exactly; another seat's include all that it may turn out to have."""
    for options in HIDDEN_GAMES:
        for state in list(random_game(8, **options))[:-1]:
            for seat in range(state.seats):
                seen = set(state.view(seat).moves())
                if seat == state.seat:
                    assert seen == set(state.moves())
                else:
                    assert seen >= set(state.moves())


@pytest.mark.parametrize("options", [*HIDDEN_GAMES, {"mode": "duel"}], ids=shown)
def test_a_record_from_a_view_reads_back(options: dict[str, Any]) -> None:
    """NOTATION: a record of an unfinished game with hidden hands is written from a view."""
    for state in list(random_game(4, **options))[:-1:3]:
        for seat in range(state.seats):
            view = state.view(seat)
            again = carreau.read_record(carreau.write_record(view)).state
            assert str(again) == str(view)
            assert again.history == view.history
            assert again.moves() == view.moves()
            from_text = GAME.position(str(view))
            assert (str(from_text), from_text.moves()) == (str(view), view.moves())


def test_a_complete_record_holds_the_hands() -> None:
    """NOTATION: a complete record holds the hands."""
    *_, last = random_game(4, mode="teams")
    text = carreau.write_record(last)
    assert f"option.deal: {last.options['deal']}" in text
    assert carreau.read_record(text).state == last
    assert "????" not in text


# Rule 6: the tournament


def play_out(match: carreau.TwoLegs, choose: random.Random) -> carreau.TwoLegs:
    leg = match.leg
    while match.seat is not None and match.leg == leg:
        match = match.play(choose.choice(match.moves()))
    return match


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_leg_exchanges_hands_and_starter(first: int) -> None:
    """Rule 6: the same deal, hands exchanged; who now holds the first starter's hand starts."""
    match = carreau.two_legs("united-square", deal=DEAL, first=first, colours="B,G/R,Y")
    assert (match.leg, match.seat) == (1, first)
    hands = hands_of(match.state)
    assert [" ".join(hand) for hand in hands] == list(HALVES)
    second = play_out(match, random.Random(1))
    assert (second.leg, second.seat) == (2, 1 - first)
    assert hands_of(second.state) == hands[::-1]
    assert hands_of(second.state)[1 - first] == hands[first]
    assert board_of(second.state) == {(2, 2): "BGRY"}
    assert owners_of(second.state) == owners_of(match.state)  # ruling: players keep their colours
    assert second.outcome is None


def test_a_random_deal_is_a_halving_kept_for_the_match() -> None:
    """Rule 6, ruling: the back colours are a random halving of the set, fixed for the match."""
    match = carreau.two_legs("united-square")
    hands = hands_of(match.state)
    assert [len(hand) for hand in hands] == [12, 12]
    assert hands_of(play_out(match, random.Random(2)).state) == hands[::-1]


def test_hands_are_open_in_a_tournament() -> None:
    """Rules 5 and 6: in both legs."""
    match = carreau.two_legs("united-square", deal=1)
    for leg in (match, play_out(match, random.Random(3))):
        assert leg.state.options["open_hands"] is True
        assert [str(leg.state.view(seat)) for seat in (0, 1)] == [str(leg.state)] * 2


def test_the_match_score_is_the_sum_of_both_legs() -> None:
    """Rule 6, ruling: most SQUAREs in both legs together win; equal sums share."""
    decided = shared = 0
    for seed in range(30):
        choose = random.Random(seed)
        second = play_out(carreau.two_legs("united-square", deal=seed), choose)
        end = play_out(second, choose)
        assert second.first_leg is not None
        assert end.state.outcome is not None
        assert end.outcome is not None
        one, two = second.first_leg.scores, end.state.outcome.scores
        assert end.outcome.scores == (one[0] + two[0], one[1] + two[1])
        difference = end.outcome.scores[0] - end.outcome.scores[1]
        assert end.outcome.winners == ((0, 1) if difference == 0 else (0,) if difference > 0 else (1,))
        decided += difference != 0
        shared += difference == 0
        assert end.moves() == []
    assert decided
    assert shared


def test_a_match_is_a_duel() -> None:
    """Rule 6: two players; other modes, and games without legs, are refused."""
    with pytest.raises(carreau.BadOption, match="duel"):
        carreau.two_legs("united-square", mode="teams")
    with pytest.raises(carreau.BadOption, match="unlur has no match of two legs"):
        carreau.two_legs("unlur")
