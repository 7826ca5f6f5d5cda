"""012x012, rules 6 and 7: mistakes that cost a turn, guesses of the motif, the free turn they win."""

from __future__ import annotations

import pytest
from drawing import refused_by_rule, refused_option
from trays import GAME, LAST_CELL, OPEN, Referee, drawing_of, drawn, lines_of, name, started, stocks_of

import carreau

# Rule 6: strict


def owes(state: carreau.State) -> bool:
    return "strict=owes" in str(state).split()


def test_without_strict_a_mistake_is_simply_refused() -> None:
    """Rule 6: off by default."""
    state = started(OPEN)
    assert state.options["strict"] is False
    assert state.tries() == state.moves()
    with pytest.raises(carreau.IllegalMove):
        state.play("c3")


def test_a_mistake_is_taken_back_and_costs_a_second_turn_in_a_row() -> None:
    """Rule 6: the player takes it back, plays correctly, then plays a second turn in a row."""
    state = started(OPEN, strict=True)
    mistaken = state.play("c3")
    assert (mistaken.seat, drawing_of(mistaken), stocks_of(mistaken)) == (0, drawing_of(state), stocks_of(state))
    assert mistaken.history == ("c3",)
    assert (owes(state), owes(mistaken)) == (False, True)
    assert mistaken.moves() == state.moves()
    corrected = mistaken.play("a1E3")
    assert (corrected.seat, owes(corrected)) == (0, False)
    second = corrected.play("a2E3")
    assert second.seat == 1
    assert drawing_of(second)[4:] == ["WBC111", "WWB000"]
    assert stocks_of(second) == [[3, 4, 5], [6, 6, 6]]


def test_without_a_mistake_the_turn_goes_on() -> None:
    """Rule 6: strict play without mistakes is the usual play."""
    assert started(OPEN, strict=True).play("a1E3").seat == 1


def test_mistakes_are_not_cumulative() -> None:
    """Rule 6, ruling: three mistakes still cost one second turn."""
    state = started(OPEN, strict=True)
    for mistake in ("c3", "a3", "f1"):
        state = state.play(mistake)
        assert (state.seat, owes(state)) == (0, True)
    assert state.play("a1E3").seat == 0
    assert state.play("a1E3").play("a2E3").seat == 1


def test_a_wrong_pass_is_a_mistake_too() -> None:
    """Rule 6: a well-formed illegal try; a pass is one where a cube can be placed."""
    state = started(OPEN, strict=True).play("pass")
    assert (state.seat, owes(state), state.history) == (0, True, ("pass",))
    assert drawing_of(state) == lines_of(OPEN)


def test_a_forced_pass_counts_as_a_turn() -> None:
    """Rule 6, ruling: seat 0 owes, passes twice because it must, and seat 1 places the last cube."""
    state = drawn(LAST_CELL, "0.0.0/0.0.1", 0, "strict=yes").play("b3")
    assert (state.seat, owes(state)) == (0, True)
    once = state.play("pass")
    assert (once.seat, owes(once), once.moves()) == (0, False, ["pass"])
    twice = once.play("pass")
    assert twice.seat == 1
    assert twice.play("b3").outcome == carreau.Outcome((1,), (0, 1), "last-cube")


def test_a_corrected_line_that_fills_the_tray_wins() -> None:
    """Rules 5 and 6: nothing is owed once the tray is full."""
    state = drawn(LAST_CELL, "0.0.1/0.0.0", 0, "strict=yes").play("pass")
    assert owes(state)
    assert state.play("b3").outcome == carreau.Outcome((0,), (1, 0), "last-cube")


def test_tries_are_all_lines_inside_the_tray() -> None:
    """NOTATION: tries() lists every well-formed move, moves() still what is right."""
    for grid, size in (("CAR_006x006_001", 6), ("CAR_012x012_001", 12)):
        state = GAME.start(grid=grid, strict=True)
        expected = {"pass"}
        for x in range(size):
            for y in range(size):
                expected.add(name((x, y)))
                room = {"N": size - y, "E": size - x, "S": y + 1, "W": x + 1}
                expected |= {f"{name((x, y))}{side}{n}" for side in room for n in range(2, room[side] + 1)}
        assert len(state.tries()) == len(set(state.tries()))
        assert set(state.tries()) == expected
        assert set(state.moves()) == Referee(state).legal()
        assert state.tries(1) == []


def test_every_try_is_a_move_or_a_mistake() -> None:
    """NOTATION: in strict play a well-formed illegal line gives the same position and seat, owing."""
    state = started(OPEN, strict=True).play("a1E3")
    right = set(state.moves())
    for move in state.tries():
        after = state.play(move)
        assert owes(after) == (move not in right)
        assert (after.seat == 1) == (move not in right)
        assert (drawing_of(after) == drawing_of(state)) == (move not in right)


def test_a_game_with_mistakes_guesses_and_a_free_turn_reads_back() -> None:
    """NOTATION: reading what was written gives the same game; a position text keeps what is owed."""
    state = GAME.start(grid="CAR_006x006_002", strict=True, free_pass=1)
    for move in ("c3", "1:?chat", "0:?maison", "a1E3", "pass", "f1W2", "a6E3", "skip", "c4"):
        state = state.play(move)
        assert GAME.position(str(state)) == state
        again = carreau.read_record(carreau.write_record(state)).state
        assert (again, again.history, again.guessed) == (state, state.history, state.guessed)
    assert (state.seat, state.guessed, owes(state)) == (0, 0, True)


def test_malformed_text_and_moves_out_of_turn_raise_in_strict_play() -> None:
    """NOTATION: malformed text always raises; it is no mistake."""
    state = started(OPEN, strict=True)
    for text in ("a1E7", "g1", "hello"):
        with pytest.raises(carreau.BadMove):
            state.play(text)
    with pytest.raises(carreau.IllegalMove, match="not your turn"):
        state.play("a1E3", seat=1)
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="pas votre tour"):
        state.play("1:c3")
    assert not owes(state)


def test_strict_is_not_for_one_player() -> None:
    """Rule 6: a second turn in a row means nothing alone."""
    refused_option(GAME, ("with two players or more", "à deux joueurs ou plus"), mode="puzzle", strict=True)


# Rule 7: guessing and the free turn


def test_anyone_may_guess_the_motif_at_any_time() -> None:
    """Rule 7: the first right guess counts; it is no turn."""
    state = GAME.start(players=3)  # CAR_012x012_001 shows a cat
    assert state.guessed is None
    after = state.play("1:?chat")
    assert (after.guessed, after.seat, after.history) == (1, 0, ("1:?chat",))
    assert after.moves() == state.moves()
    assert drawing_of(after) == drawing_of(state)
    assert after.play("2:?cat").guessed == 1
    assert state.play("?cat").guessed == 0
    assert state.play("?cat", seat=2).guessed == 2
    assert GAME.position(str(after)).guessed == 1


@pytest.mark.parametrize(
    ("grid", "guess"),
    [
        ("CAR_012x012_001", "cat"),
        ("CAR_012x012_001", "chat"),
        ("CAR_012x012_001", "THE_CAT"),
        ("CAR_012x012_001", "Le_chat"),
        ("CAR_012x012_001", "un chat noir"),
        ("CAR_012x012_001", "black_cat"),
        ("CAR_006x006_001", "cœur"),
        ("CAR_006x006_001", "Cœur"),
        ("CAR_006x006_001", "CŒUR"),
        ("CAR_006x006_001", "le_coeur"),
        ("CAR_006x006_001", "a heart"),
        ("CAR_006x006_001", "l'amour"),
        ("CAR_012x012_008", "bete_a_bon_dieu"),
        ("CAR_012x012_008", "Bête_à_bon_Dieu"),
        ("CAR_012x012_011", "une_tasse_de_the"),
        ("CAR_012x012_011", "tasse-de-thé"),
    ],
)
def test_a_guess_is_right_with_or_without_accents_articles_and_in_either_language(grid: str, guess: str) -> None:
    """Rule 7 and NOTATION: spaces written _, names in French or English whatever the language shown."""
    state = GAME.start(grid=grid)
    for language in ("en", "fr"):
        with carreau.in_language(language):
            after = state.play(f"1:?{guess}")
        assert after.guessed == 1
        assert " " not in after.history[0]
        assert carreau.read_record(carreau.write_record(after)).state.guessed == 1


def test_a_wrong_guess_costs_nothing() -> None:
    """NOTATION: wrong guesses cost nothing, in strict play neither."""
    for strict in (False, True):
        state = GAME.start(strict=strict)
        for guess in ("?chien", "1:?ca", "1:?the", "?chat_chat"):
            after = state.play(guess)
            assert after.guessed is None
            assert after.history == (guess,)
            assert str(after) == str(state)
            assert after.moves() == state.moves()


def test_only_a_grid_with_a_motif_can_be_guessed() -> None:
    """NOTATION: grids with a motif only."""
    state = started(OPEN)
    assert state.motif is None
    refused_by_rule(state, "?chat", "this grid has no motif to guess", "cette grille n'a pas de motif à deviner", 7)
    strict = started(OPEN, strict=True)
    refused_by_rule(strict, "?chat", "this grid has no motif to guess", "cette grille n'a pas de motif à deviner", 7)
    with pytest.raises(carreau.IllegalMove, match="no motif"):
        state.play("1:?chat")


def test_an_empty_guess_or_one_by_nobody_is_no_move() -> None:
    """NOTATION: malformed text always raises."""
    state = GAME.start()
    for text in ("?", "?_", "1:?", "2:?chat", "9:?chat"):
        with pytest.raises(carreau.BadMove):
            state.play(text)


def test_a_guess_after_the_end_is_refused() -> None:
    """Rule 7: during play."""
    full = "/".join(["######"] * 6)
    end = GAME.position(f"CAR_006x006_001 {full} 0.0.0/0.0.0 - won=1")
    for text in ("?heart", "0:?heart", "1:?chat"):
        with pytest.raises(carreau.IllegalMove, match="the game is over"):
            end.play(text)
    assert end.guessed is None


def test_a_right_guess_gives_a_free_turn_in_the_next_game() -> None:
    """Rule 7: the right to pass one turn at will in the next game of the same players."""
    state = GAME.start(players=3, grid="CAR_006x006_001").play("2:?heart").play("0:?heart")
    assert "skip" not in state.moves()
    following = state.rematch(grid="CAR_006x006_002")
    assert following.options["free_pass"] == 2
    assert (following.options["players"], following.options["grid"]) == (3, "CAR_006x006_002")
    assert following.guessed is None
    assert "free_pass" not in following.rematch().options  # one game only
    assert "free_pass" not in GAME.start().rematch().options


def test_the_free_turn_is_used_once_and_at_will() -> None:
    """Rule 7: `skip` by the seat that won it, on a turn of its choice, once."""
    state = started(OPEN, free_pass=1)
    refused_by_rule(state, "skip", "no free turn was won", "aucun tour libre n'a été gagné", 7)
    state = state.play("a1E3")
    assert "skip" in state.moves()
    assert set(state.moves()) - {"skip"} == Referee(state).legal()
    assert "skip" in state.play("a2E3").play("f1W3").moves()  # kept for later
    after = state.play("skip")
    assert (after.seat, after.history[-1]) == (0, "skip")
    assert drawing_of(after) == drawing_of(state)
    assert stocks_of(after) == stocks_of(state)
    again = after.play("a2E3")
    assert again.seat == 1
    assert "skip" not in again.moves()
    refused_by_rule(again, "skip", "no free turn was won", "aucun tour libre n'a été gagné", 7)


def test_strict_tries_show_the_free_turn_to_its_owner_only() -> None:
    """Rules 6 and 7: a free turn that was not won is refused, not a mistake."""
    state = started(OPEN, strict=True, free_pass=1)
    assert "skip" not in state.tries()
    refused_by_rule(state, "skip", "no free turn was won", "aucun tour libre n'a été gagné", 7)
    assert "skip" in state.play("a1E3").tries()
    assert "skip" not in state.play("a1E3").play("skip").play("a2E3").tries()


def test_a_free_turn_needs_a_seat_that_plays() -> None:
    """Rule 7: `free_pass` names a seat, and there is none alone."""
    refused_option(GAME, ("0 to 1", "0 à 1"), free_pass=2)
    refused_option(GAME, ("none alone", "seul"), mode="puzzle", free_pass=0)
    refused_option(GAME, "0, 1, 2, 3, 4, 5, 6, 7", free_pass=8)
