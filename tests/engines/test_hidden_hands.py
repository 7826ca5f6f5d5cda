"""United Square with hidden hands: what an engine may know, how it guesses the rest, and that it knows no more."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

import carreau
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.knowledge import united_square
from carreau.engines.thinking import Thinker
from carreau.games.united_square_rules import HANDS, HELD, TYPES, UNKNOWN, UNSEEN, types_held
from carreau.rules.kernel import SEAT, SEATS
from carreau.rules.state import State

GAME = carreau.game("united-square")
HIDDEN_MODES: tuple[dict[str, Any], ...] = (
    {"mode": "free-for-all", "players": 3},
    {"mode": "free-for-all"},
    {"mode": "teams", "sets": 2},
    {"mode": "rival-partners", "first": 2},
)


def played(plies: int, **options: Any) -> State:
    """A game after so many random moves; the options hold the deal, which seeds them."""
    random = Random(str(options["deal"]))
    state = GAME.start(**options)
    for _ in range(plies):
        state = state.play(random.choice(state.moves()))
    return state


def think(position: State, nodes: int, seed: int = 1) -> Analysis:
    *_, found = Thinker().think(position, Limits(nodes=nodes, seed=seed, every=True))
    return found


@pytest.mark.parametrize("options", HIDDEN_MODES, ids=lambda options: options["mode"])
@pytest.mark.parametrize("plies", [0, 9])
def test_a_guess_is_a_real_position_that_looks_the_same_from_the_seat(options: dict[str, Any], plies: int) -> None:
    state = played(plies, deal=5, **options)
    view = state.view(state.seat or 0)
    random = Random(1)
    for _ in range(20):
        guess = united_square.sample(view.raw_board, view.raw_state, random)
        assert GAME.hide(view.raw_board, guess, view.raw_state[SEAT]) == view.raw_state
        assert sum(guess[UNKNOWN : UNKNOWN + 4]) == sum(guess[UNSEEN : UNSEEN + 6]) == 0
        assert min(guess[HANDS : HANDS + 24]) >= 0
        for seat in range(view.raw_board[SEATS]):
            held = guess[HANDS + 6 * seat : HANDS + 6 * seat + 6]
            real = state.raw_state[HANDS + 6 * seat : HANDS + 6 * seat + 6]
            assert sum(held) == sum(real)
            assert guess[HELD + seat] == types_held(guess, seat)
        text = GAME.write_position(view.raw_board, guess)
        assert str(GAME.position(text)) == text  # the position text is read back: it is legal


def test_every_deal_of_the_unknown_tiles_is_guessed_as_often() -> None:
    """Chi-square against all orders of the unknown tiles, late in a game when there are few."""
    state = played(18, deal=8, mode="free-for-all")
    view = state.view(state.seat or 0)
    counts = view.raw_state[UNKNOWN : UNKNOWN + 4]
    bag = [tile for tile in range(6) for _ in range(view.raw_state[UNSEEN + tile])]
    assert 4 <= len(bag) <= 7
    expected: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for order in permutations(bag):
        hands, rest = [], list(order)
        for count in counts:
            hands.append(tuple(sorted(rest[:count])))
            rest = rest[count:]
        expected[tuple(hands)] += 1
    assert len(expected) > 10
    random = Random(7)
    draws = 200 * len(expected)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(draws):
        guess = united_square.sample(view.raw_board, view.raw_state, random)
        found[
            tuple(
                tuple(tile for tile in range(6) for _ in range(guess[HANDS + 6 * seat + tile])) if counts[seat] else ()
                for seat in range(4)
            )
        ] += 1
    assert set(found) == set(expected)
    scale = draws / expected.total()
    chi_square = sum((found[deal] - scale * n) ** 2 / (scale * n) for deal, n in expected.items())
    freedom = len(expected) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5, "the deals are not equally likely"


@pytest.mark.parametrize("sets", [1, 2])
def test_in_a_duel_the_other_hand_is_deduced(sets: int) -> None:
    """What is neither laid nor held lies in the only other hand: nothing is left to guess."""
    state = played(5, deal=3, sets=sets)
    view = state.view(state.seat or 0)
    assert view.raw_state != state.raw_state
    assert not united_square.is_hidden(view.raw_board, view.raw_state)
    assert united_square.prepare(view.raw_board, view.raw_state) == (view.raw_board, state.raw_state)


def test_hands_of_two_others_are_hidden_until_one_of_them_is_empty() -> None:
    state = played(0, deal=3, mode="free-for-all", players=3)
    view = state.view(state.seat or 0)
    assert united_square.is_hidden(view.raw_board, view.raw_state)
    assert united_square.prepare(view.raw_board, view.raw_state) == (view.raw_board, view.raw_state)
    late = list(view.raw_state)
    late[UNKNOWN + 1] = 0
    for tile in range(6):
        late[UNSEEN + tile] = state.raw_state[HANDS + 12 + tile]
    assert not united_square.is_hidden(view.raw_board, late)
    _, filled = united_square.prepare(view.raw_board, late)
    assert filled[HANDS + 12 : HANDS + 18] == state.raw_state[HANDS + 12 : HANDS + 18]


def test_open_hands_are_never_guessed() -> None:
    state = played(4, deal=3, mode="free-for-all", open_hands=True)
    view = state.view(state.seat or 0)
    assert not united_square.is_hidden(view.raw_board, view.raw_state)
    assert united_square.prepare(view.raw_board, view.raw_state) == (view.raw_board, state.raw_state)


@pytest.mark.parametrize("options", HIDDEN_MODES, ids=lambda options: options["mode"])
def test_two_games_that_differ_in_hidden_tiles_alone_are_one_to_the_engine(options: dict[str, Any]) -> None:
    """The engine is told the same, to the byte, and answers the same for the same seed and nodes."""
    real = played(7, deal=11, **options)
    seat = real.seat or 0
    hands = [hand.split() for hand in real.options["deal"].split("/")]
    left = [
        [tile for tile, name in enumerate(TYPES) if real.raw_state[HANDS + 6 * other + tile]]
        for other in range(len(hands))
    ]
    one, two = [other for other in range(len(hands)) if other != seat][:2]
    ours, theirs = next((a, b) for a in left[one] for b in left[two] if a != b)
    hands[one].remove(TYPES[ours])
    hands[two].remove(TYPES[theirs])
    hands[one].append(TYPES[theirs])
    hands[two].append(TYPES[ours])
    deal = "/".join(" ".join(sorted(hand)) for hand in hands)
    other_game = GAME.start(**{**real.options, "deal": deal})
    for move in real.history:
        other_game = other_game.play(move)
    assert str(real) != str(other_game)
    assert str(real.view(seat)) == str(other_game.view(seat))
    answers = []
    for state in (real, other_game):
        found = think(state.view(seat), 800, seed=4).to_json()
        del found["seconds"]
        answers.append(found)
    assert answers[0] == answers[1]
    assert answers[0]["best"] in real.moves()
