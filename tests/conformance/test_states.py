"""What every state of every game in every mode promises, whoever wrote the game."""

from __future__ import annotations

import copy
import pickle
import random
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from every_mode import Mode

import carreau

SEEDS = (1, 2)


def test_playing_leaves_the_old_state_as_it_was(mode: Mode) -> None:
    for before, after in pairwise(mode.positions(1)):
        text, raw = str(before), list(before.raw_state)
        again = before.play(after.history[-1])
        assert again == after
        assert (str(before), before.raw_state) == (text, raw)


def test_moves_are_distinct_legal_and_in_a_fixed_order(mode: Mode) -> None:
    for state in mode.positions(2, 40):
        moves = state.moves()
        assert len(set(moves)) == len(moves)
        assert moves == state.game.position(str(state)).moves()
        assert bool(moves) == (state.seat is not None)
        for move in moves:
            assert state.play(move).history == (*state.history, move)


def test_only_the_seat_to_move_has_moves(mode: Mode) -> None:
    for state in mode.positions(3, 20):
        for seat in range(state.seats):
            assert state.moves(seat) == (state.moves() if seat == state.seat else [])
    with pytest.raises(carreau.BadOption):
        mode.start().moves(99)


def test_position_text_gives_the_state_back(mode: Mode) -> None:
    for seed in SEEDS:
        for state in mode.positions(seed):
            text = str(state)
            again = mode.game.position(text)
            assert "\n" not in text
            assert again == state
            assert str(again) == text
            assert (again.seat, again.outcome, again.moves()) == (state.seat, state.outcome, state.moves())
            assert eval(repr(state), {"carreau": carreau}) == state


def test_a_game_goes_on_from_its_text_as_from_itself(mode: Mode) -> None:
    choose = random.Random(5)
    state = other = mode.start()
    for _ in range(60):
        if state.seat is None:
            break
        move = choose.choice(state.moves())
        state, other = state.play(move), mode.game.position(str(other)).play(move)
        assert state == other


def test_states_are_values(mode: Mode) -> None:
    for state in list(mode.positions(4, 30))[::7]:
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state
            assert hash(twin) == hash(state)
            assert twin.history == state.history
            assert twin.moves() == state.moves()
        with pytest.raises(AttributeError):
            state.history = ()
    first, second, *_ = mode.positions(4)
    assert first != second
    assert first != str(first)


def test_the_outcome_comes_at_the_end_and_is_complete(mode: Mode) -> None:
    for state in mode.positions(6):
        if state.outcome is None:
            assert state.seat in range(state.seats)
            continue
        outcome = state.outcome
        assert state.seat is None
        assert state.moves() == []
        assert set(outcome.winners) <= set(range(state.seats))
        assert len(outcome.scores) == state.seats
        assert outcome.reason in mode.game.reasons
        with pytest.raises(carreau.IllegalMove):
            state.play(state.history[-1].rpartition(":")[2])


def test_an_illegal_move_is_refused_with_a_reason_in_both_languages(mode: Mode) -> None:
    """Moves of other positions of the same game read well; where they are not legal, a rule says why."""
    states = list(mode.positions(7, 60))
    choose = random.Random(7)
    pool = sorted({move for state in states for move in state.moves()})
    refused = 0
    for state in states:
        if state.seat is None or state.tries() != state.moves():
            continue  # a mode in which a mistake is a move
        legal = set(state.moves())
        for move in choose.sample(pool, min(25, len(pool))):
            if move in legal:
                continue
            text = str(state)
            with pytest.raises(carreau.IllegalMove) as caught:
                state.play(move)
            refused += 1
            assert re.search(r"rule \d", caught.value.text.en), caught.value.text
            assert re.search(r"règle \d", caught.value.text.fr), caught.value.text
            assert caught.value.text.en.startswith(move)
            assert not isinstance(caught.value, carreau.BadMove)
            assert str(state) == text
    shows_moves = mode.start().tries() == mode.start().moves()
    assert refused or not shows_moves or mode.game.id == "squadro"  # whose lanes are all open for a long time


def test_a_record_gives_the_game_back(mode: Mode) -> None:
    for state in (mode.start(), *list(mode.positions(8, 50))[::9], mode.end(8) if mode.ends else mode.start()):
        text = carreau.write_record(state, players=[f"Player {seat}" for seat in range(state.seats)], date="2026-11-15")
        record = carreau.read_record(text)
        assert record.state == state
        assert record.moves == state.history
        assert record.outcome == state.outcome
        assert record.players[0] == "Player 0"
        assert carreau.write_record(record.state, players=record.players, date=record.date) == text


def test_a_record_can_start_from_a_position(mode: Mode) -> None:
    early, later = list(mode.positions(9, 8))[-4::3]
    state = mode.game.position(str(early))
    for move in later.history[len(early.history) :]:
        state = state.play(move)
    assert carreau.read_record(carreau.write_record(state)).state == later


def test_pictures_are_well_formed_and_name_every_piece(mode: Mode) -> None:
    for state in list(mode.positions(10, 60))[::6]:
        for theme in ("light", "dark", "auto"):
            root = ElementTree.fromstring(state.svg(theme=theme, targets=theme == "dark"))
            assert root.tag.endswith("svg")
        drawn = {element.get("data-id") for element in root.iter()}
        scene = state.scene()
        assert {cell.id for cell in scene.cells} <= drawn
        assert {piece.id for piece in scene.pieces} <= drawn
        assert state._repr_svg_() == state.svg()


def test_targets_are_marked_only_where_moves_are_shown(mode: Mode) -> None:
    state = mode.start()
    shows_moves = state.tries() == state.moves()
    marked = {mark.cell for mark in state.scene(targets=True).marks if mark.kind == "target"}
    assert bool(marked) == shows_moves


def test_the_text_board_is_plain_and_shows_every_row(mode: Mode) -> None:
    for state in list(mode.positions(11, 40))[::5]:
        lines = state.board().splitlines()
        assert all(line == line.rstrip() for line in lines)
        assert len(lines) >= len({cell.at[1] for cell in state.scene().cells})
        assert not any(ord(c) < 32 for line in lines for c in line)


def test_both_languages_have_every_word(mode: Mode) -> None:
    """Every text that the scene, the options and the reasons show exists in both languages."""
    scene = mode.end(12).scene() if mode.ends else mode.start().scene()
    texts = [piece.name for piece in scene.pieces] + [rail.title for rail in scene.rails]
    texts += [mode.game.name, mode.game.idea, mode.game.credit, *mode.game.reasons.values()]
    texts += [option.help for option in mode.game.options]
    assert all(text.en.strip() and text.fr.strip() for text in texts)


def test_a_view_serves_like_a_state(mode: Mode) -> None:
    for state in list(mode.positions(13, 40))[::4]:
        for seat in range(state.seats):
            view = state.view(seat)
            assert view.seat == state.seat
            if seat == state.seat:
                assert view.moves() == state.moves()
            assert view.history == state.history
            assert ElementTree.fromstring(view.svg()) is not None
            assert view.board()
            assert pickle.loads(pickle.dumps(view)) == view
            assert carreau.read_record(carreau.write_record(view)).moves == state.history
    with pytest.raises(carreau.BadOption):
        mode.start().view(-1)


def test_a_view_of_a_game_that_began_from_a_position(mode: Mode) -> None:
    """It keeps the moves since then, draws the last one, and its record begins where the seat's knowledge does."""
    states = list(mode.positions(15, 12))
    state = mode.game.position(str(states[4]))
    for later in states[5:]:
        state = state.play(later.history[-1])
    for seat in range(state.seats):
        view = state.view(seat)
        assert view.history == state.history
        assert view.board() == states[-1].view(seat).board()
        assert view.svg() == states[-1].view(seat).svg()
        assert str(carreau.read_record(carreau.write_record(view)).state) == str(view)


def test_a_view_follows_the_game(mode: Mode) -> None:
    for seat in range(mode.start().seats):
        states = list(mode.positions(14, 60))
        view = states[0].view(seat)
        for state in states[1:]:
            if state.outcome is not None:
                break
            view = view.play(state.history[-1])
            assert str(view) == str(state.view(seat))


def test_a_rematch_starts_anew(mode: Mode) -> None:
    again = mode.start().rematch()
    assert again.seats == mode.start().seats
    assert again.history == ()
