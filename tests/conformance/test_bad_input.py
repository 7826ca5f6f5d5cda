"""Whatever is typed, the answer is an error of our own family in one line, and nothing has changed."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from every_mode import Mode
from hypothesis import given, settings
from hypothesis import strategies as st

import carreau
from carreau.games import grids

ALPHABET = string.ascii_letters + string.digits + " :/.,-*!?@=_\n\t#é•\u0000"


def damaged(text: str, choose: random.Random) -> str:
    """The text with a few characters changed, dropped, doubled or moved."""
    for _ in range(choose.randint(1, 3)):
        at = choose.randrange(len(text) + 1)
        other = choose.randrange(len(text) + 1)
        text = choose.choice(
            [
                text[:at] + choose.choice(ALPHABET) + text[at + 1 :],
                text[:at] + text[at + 1 :],
                text[:at] + text[at : at + 1] * 2 + text[at + 1 :],
                text[: min(at, other)] + text[max(at, other) :],
                text[:at] + choose.choice(ALPHABET) + text[at:],
            ]
        )
    return text


def refused_or_fine(action: Callable[[], Any], *expected: type[carreau.Error]) -> Any:
    """The action's result, or None if it was refused as it should be."""
    try:
        return action()
    except expected as error:
        message = str(error)
        assert message
        assert "\n" not in message
        assert len(message) < 400
        return None


def test_damaged_positions_are_refused_or_are_positions(mode: Mode) -> None:
    choose = random.Random(1)
    for state in list(mode.positions(1, 60))[::5]:
        for _ in range(25):
            text = damaged(str(state), choose)
            found = refused_or_fine(lambda text=text: mode.game.position(text), carreau.BadPosition)
            if found is not None:
                assert mode.game.position(str(found)) == found
                for move in found.moves()[:3]:
                    after = found.play(move)
                    assert mode.game.position(str(after)) == after


def test_damaged_moves_are_refused_and_change_nothing(mode: Mode) -> None:
    choose = random.Random(2)
    for state in list(mode.positions(2, 60))[::6]:
        before = str(state)
        for move in choose.sample(state.moves(), min(6, len(state.moves()))):
            for _ in range(5):
                text = damaged(move, choose)
                after = refused_or_fine(lambda text=text, state=state: state.play(text), carreau.IllegalMove)
                if after is not None:
                    assert carreau.read_record(carreau.write_record(after)).state == after
        assert str(state) == before


def test_damaged_records_are_refused_or_are_games(mode: Mode) -> None:
    choose = random.Random(3)
    record = carreau.write_record(list(mode.positions(3, 30))[-1], players=["Ana"], date="2026-11-15")
    for _ in range(60):
        text = damaged(record, choose)
        found = refused_or_fine(lambda text=text: carreau.read_record(text), carreau.BadRecord)
        if found is not None:
            assert carreau.read_record(carreau.write_record(found.state, ending=found.ending)).state == found.state


def test_damaged_grids_are_refused_or_are_grids() -> None:
    choose = random.Random(4)
    for file in sorted(Path(grids.__file__).parent.glob("*.txt")):
        for _ in range(20):
            text = damaged(file.read_text(encoding="utf-8"), choose)
            grid = refused_or_fine(lambda text=text: grids.read_grid(text), carreau.BadOption)
            if grid is not None:
                assert grids.find_grid(grid.text).codes == grid.codes
                assert carreau.game("012x012").start(grid=text).moves()


@given(text=st.text(alphabet=ALPHABET + "012", max_size=60))
@settings(max_examples=200)
def test_any_text_is_a_grid_or_refused(text: str) -> None:
    refused_or_fine(lambda: grids.read_grid(text), carreau.BadOption)
    refused_or_fine(lambda: grids.find_grid(text), carreau.BadOption)


@given(text=st.text(max_size=60))
@settings(max_examples=150)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for game in carreau.games().values():
        refused_or_fine(lambda game=game: game.position(text), carreau.BadPosition)


@given(text=st.text(alphabet=ALPHABET, max_size=12))
@settings(max_examples=200)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    for game in carreau.games().values():
        for options in game.samples[:1]:
            state = game.start(**options)
            refused_or_fine(lambda state=state: state.play(text), carreau.IllegalMove)
            refused_or_fine(lambda state=state: state.play(text, seat=0), carreau.IllegalMove)


@given(text=st.text(max_size=200))
@settings(max_examples=200)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    refused_or_fine(lambda: carreau.read_record(text), carreau.BadRecord)
    refused_or_fine(lambda: carreau.read_record(f"game: squadro\n\n{text}"), carreau.BadRecord)


ODD = (
    None, True, -1, 0, 1, 2, 3, 7, 12, 1.5, float("nan"), 10**30, 10**5000, "", "2", "x", "--5", "9" * 5000, "\n",
    "B,R/G,Y", "CAR_006x006_001", "012/", "?", "????", [1], {}, b"1", object(),
)  # fmt: skip
OPTIONS = [(game, option.name) for game in carreau.games().values() for option in game.options]


@pytest.mark.parametrize(("game", "name"), OPTIONS, ids=[f"{game.id} {name}" for game, name in OPTIONS])
def test_any_value_of_any_option_is_allowed_or_refused(game: carreau.Game, name: str) -> None:
    for mode in game.samples:
        for value in ODD:
            state = refused_or_fine(lambda o={**mode, name: value}: game.start(**o), carreau.BadOption)
            if state is not None:
                assert game.position(str(state)) == state
                assert carreau.read_record(carreau.write_record(state)).state == state


def test_an_unheard_of_option_is_refused(game: carreau.Game) -> None:
    with pytest.raises(carreau.BadOption, match="unheard_of"):
        game.start(unheard_of=1)


@pytest.mark.parametrize("given_move", [None, 3, b"1", "", "   ", "x" * 10_000, "99:1", "-1:1", "0:", ":", "0:0:1"])
def test_things_that_are_no_move(given_move: object) -> None:
    for game in carreau.games().values():
        with pytest.raises(carreau.IllegalMove):
            game.start(**game.samples[0]).play(given_move)  # type: ignore[arg-type]


@pytest.mark.parametrize("given_text", [None, 3, b"x", "", "x" * 100_000, "\n"])
def test_things_that_are_no_position(given_text: object) -> None:
    for game in carreau.games().values():
        with pytest.raises(carreau.BadPosition):
            game.position(given_text)  # type: ignore[arg-type]


@pytest.mark.parametrize("given_id", [None, 3, "", "chess", "Squadro", ["squadro"]])
def test_unknown_games_are_named_with_the_known_ones(given_id: object) -> None:
    with pytest.raises(carreau.UnknownGame, match="squadro, unlur, squaryd, united-square, 012x012") as caught:
        carreau.game(given_id)  # type: ignore[arg-type]
    assert isinstance(caught.value, KeyError)


def test_numbers_of_numpy_are_numbers() -> None:
    six, one = numpy.int64(6), numpy.int32(1)
    state = carreau.game("unlur").start(side=six)
    assert state == carreau.game("unlur").start(side=6)
    assert state.play("f6", seat=numpy.int64(0)).view(one).moves(one)
    assert carreau.perft(state, numpy.int64(1)) == 62
    assert carreau.playouts(state, numpy.int64(5), seed=one).games == 5


def test_a_bad_option_names_the_allowed_values() -> None:
    for game, options, allowed in (
        ("unlur", {"side": 2}, "3 to 12"),
        ("unlur", {"size": 6}, "side"),
        ("squadro", {"first": 2}, "0, 1, random"),
        ("squaryd", {"claims": "shouted"}, "referee, called"),
        ("united-square", {"mode": "trio"}, "duel, free-for-all"),
        ("012x012", {"players": 5}, "2, 1, 3, 4, 6, 8"),
        ("012x012", {"grid": "GRI_012x012_001"}, "CAR_012x012_001"),
    ):
        with pytest.raises(carreau.BadOption, match=allowed):
            carreau.game(game).start(**options)


def test_a_record_names_the_illegal_move_with_its_number_and_rule() -> None:
    text = "game: squaryd\n\n1. d5 2. d5 3. a1"
    with pytest.raises(carreau.BadRecord, match=r"move 2, d5: .*rule 3"):
        carreau.read_record(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: squadro\nresult: 0 home\n\n1 2", "result"),
        ("game: squadro\nrules: 99\n\n1 2", "version 99"),
        ("rules: 1\n\n1 2", "game"),
        ("game: squadro\ngame: unlur\n\n", "twice"),
        ("game: squadro\nseat.7: Ana\n\n1", "seat 7"),
        ("game: squadro\n\n1 2 5:resign", "seat 5"),
        ("game: squadro\nseat.0: Ana\nseat.0: Bo\n\n1", "twice"),
        ("game: united-square\noption.deal: --5\n\n", "deal"),
        ("game: united-square\noption.mode: solitaire\n\ndraw", "draw"),
        ("game: squadro\n\n1 0:resign 2", "move 2, 0:resign: an ending comes last"),
        ("game: squadro\noption.first: 3\n\n1", "0, 1, random"),
        ("no header", "key: value"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(text: str, said: str) -> None:
    with pytest.raises(carreau.BadRecord, match=said):
        carreau.read_record(text)


def test_endings_of_a_record() -> None:
    start = carreau.game("squadro").start(first=0).play("1")
    for ending, winners, reason in (("0:resign", (1,), "resign"), ("1:time", (0,), "time"), ("draw", (0, 1), "agreed")):
        record = carreau.read_record(carreau.write_record(start, ending=ending))
        assert record.outcome is not None
        assert (record.outcome.winners, record.outcome.reason, record.seat) == (winners, reason, None)
        assert record.state == start
    for bad in ("2:resign", "resign", 5, "draw draw"):
        with pytest.raises(carreau.BadRecord):
            carreau.write_record(start, ending=bad)  # type: ignore[arg-type]
    with pytest.raises(carreau.BadRecord):
        carreau.write_record(start, players={True: "Ana"})


def test_a_team_resigns_together() -> None:
    start = carreau.game("united-square").start(mode="teams", deal=1)
    record = carreau.read_record(carreau.write_record(start, ending="2:resign"))
    assert record.outcome is not None
    assert record.outcome.winners == (1, 3)


def test_a_game_that_was_broken_off_keeps_its_points() -> None:
    for options, moves in (
        ({"mode": "puzzle", "grid": "CAR_006x006_001"}, 3),
        ({"mode": "taquin", "grid": "CAR_006x006_001", "tray": 1}, 2),
    ):
        state = carreau.game("012x012").start(**options)
        for _ in range(moves):
            state = state.play(state.moves()[0])
        outcome = carreau.read_record(carreau.write_record(state, ending="0:resign")).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.scores) == ((), (moves,))


def test_headers_that_are_not_ours_are_left_alone() -> None:
    record = carreau.read_record("game: unlur\nnote.side: 3\noption.side: 6\nseat.99999999: x\n\nf6")
    assert record.options["side"] == 6


def test_move_numbers_and_line_ends_are_forgiven() -> None:
    plain = carreau.read_record("game: unlur\noption.side: 6\n\nf6 pass e5")
    for text in (
        "game: unlur\r\noption.side: 6\r\n\r\n1. f6 pass\r\n2. e5\r\n",
        "\ufeffgame: unlur\noption.side:6\n\n1... f6 2. pass 3. e5",
        "game: unlur\nnote: hers\noption.side: 6\n\n\nf6\npass\n\ne5\n",
    ):
        assert carreau.read_record(text).state == plain.state
