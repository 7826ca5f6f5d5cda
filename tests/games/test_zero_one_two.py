"""012x012, rules 1 to 5: a test for every rule and ruling, with the tray drawn, and all against a plain referee."""

from __future__ import annotations

import random

import pytest
from drawing import refused_by_rule, refused_option
from trays import (
    CORNERS,
    GAME,
    LAST_CELL,
    NO_CONTACT,
    NO_STOCK,
    NOT_THE_FORCED_LINE,
    ONE_IS_NOT_ENOUGH,
    OPEN,
    ROW_5_EMPTY,
    TWO_ARE_NOT_ENOUGH,
    Referee,
    drawing_of,
    drawn,
    lines_of,
    random_game,
    rows_of,
    started,
    stocks_of,
)

import carreau
from carreau.games.grids import our_grids

# Rule 1: tray and stocks


@pytest.mark.parametrize(("players", "each"), [(1, 48), (2, 24), (3, 16), (4, 12), (6, 8), (8, 6)])
def test_stocks_on_a_12x12_tray(players: int, each: int) -> None:
    """Rule 1: 48/24/16/12/8/6 cubes of each colour, visible to all."""
    state = GAME.start(players=players)
    assert stocks_of(state) == [[each] * 3] * players
    assert [len(row) for row in rows_of(state)[0]] == [12] * 12
    for seat in range(players):
        assert str(state.view(seat)) == str(state)


@pytest.mark.parametrize(("players", "each"), [(1, 12), (2, 6), (3, 4), (4, 3), (6, 2)])
def test_stocks_on_a_6x6_tray(players: int, each: int) -> None:
    """Rule 9, ruling: 6x6 trays with 12 of each code for 1, 2, 3, 4 or 6 players."""
    state = GAME.start(grid="CAR_006x006_001", players=players)
    assert stocks_of(state) == [[each] * 3] * players
    assert [len(row) for row in rows_of(state)[0]] == [6] * 6


def test_eight_do_not_fit_on_a_6x6_tray() -> None:
    """Rule 9, ruling: 12 cubes of a code are not to be shared by eight."""
    refused_option(GAME, "1, 2, 3, 4, 6", grid="CAR_006x006_001", players=8)


def test_play_goes_round_from_seat_0() -> None:
    """Rule 1: the one who chose the grid starts, then clockwise: seats in order."""
    for players in (2, 3, 4, 6, 8):
        state = GAME.start(players=players)
        seats = []
        for _ in range(2 * players):
            seats.append(state.seat)
            state = state.play(state.moves()[0])
        assert seats == [*range(players), *range(players)]


def test_the_colour_code_may_be_changed_and_changes_only_the_picture() -> None:
    """Rule 1: 0 is white, 1 black, 2 the colour; the correspondence may be changed before a game."""
    usual, changed = (GAME.start(grid="CAR_006x006_002", code=code) for code in ("WBC", "CBW"))
    for move in ("a1E3", "f6W3", "f1W2"):
        assert changed.moves() == usual.moves()
        usual, changed = usual.play(move), changed.play(move)
        assert changed.raw_state == usual.raw_state
    for state, bottom, top in ((usual, "WWW2CW", "221BCC"), (changed, "CCC2WC", "221BWW")):
        board = state.board().replace("[", " ").replace("]", " ").splitlines()
        assert board[0].split() == ["6", *top]  # the codes are 2 2 1 1 2 2
        assert board[5].split() == ["1", *bottom]  # and 0 0 0 2 2 0
    assert usual.svg() != changed.svg()
    assert str(changed) == f"{usual} code=CBW"
    assert GAME.start() == GAME.start(code="WBC")
    refused_option(GAME, "WBC, WCB, BWC, BCW, CWB, CBW", code="WWB")


# Rule 2: contacts


def test_a_first_line_starts_in_a_corner() -> None:
    """Rule 2: only in a corner does the frame give contacts on two adjoining sides."""
    state = started(OPEN)
    assert {move[:2] for move in state.moves()} == CORNERS[6]
    refused_by_rule(state, "c3", f"the cube on c3 {NO_CONTACT[0]}", f"le cube en c3 {NO_CONTACT[1]}", 2)
    refused_by_rule(
        state, "a3", f"the cube on a3 {NO_CONTACT[0]}", f"le cube en a3 {NO_CONTACT[1]}", 2
    )  # one face only
    refused_by_rule(state, "c1E3", f"the cube on c1 {NO_CONTACT[0]}", f"le cube en c1 {NO_CONTACT[1]}", 2)


def test_two_opposite_faces_are_not_enough() -> None:
    """Rule 2: c5 touches cubes to the north and south, but neither east nor west."""
    state = drawn(ROW_5_EMPTY, "1.1.1/1.1.1", 0)
    refused_by_rule(state, "c5", f"the cube on c5 {NO_CONTACT[0]}", f"le cube en c5 {NO_CONTACT[1]}", 2)
    assert set(state.moves()) == {"a5", "a5E2", "a5E3", "f5", "f5W2", "f5W3"}


def test_cubes_already_placed_are_neutral() -> None:
    """Rule 2: a cube of the opponent gives contact like the frame."""
    state = started(OPEN)
    refused_by_rule(state, "a2E3", f"the cube on a2 {NO_CONTACT[0]}", f"le cube en a2 {NO_CONTACT[1]}", 2)
    state = state.play("a1E3")
    assert "a2E3" in state.moves()
    state = state.play("a2E3")
    assert drawing_of(state) == lines_of(
        """
        2 1 2 1 0 1
        2 1 2 1 2 1
        0 2 0 0 2 2
        2 2 2 1 0 0
        W B C 1 1 1
        W W B 0 0 0
        """
    )


def test_a_cube_goes_on_an_empty_cell_of_its_own_code() -> None:
    """Rule 2: the grid says which cube is spent; an occupied cell takes none."""
    state = started(OPEN).play("a1E3")
    assert stocks_of(state) == [[4, 5, 6], [6, 6, 6]]
    refused_by_rule(state, "a1", "a1 holds a cube already", "a1 contient déjà un cube", 2)
    refused_by_rule(state, "f1W6", "c1 holds a cube already", "c1 contient déjà un cube", 2)  # an unbroken line


# Rule 3: lines and their minimum


def test_one_cube_is_enough_with_its_own_code_beyond_both_open_faces() -> None:
    """Rule 3: a1, a2 and b1 are all 0; but f2, above f1, is 1."""
    state = started(OPEN)
    assert "a1" in state.moves()
    refused_by_rule(state, "f1", *ONE_IS_NOT_ENOUGH, 3)
    after = state.play("a1")
    assert drawing_of(after)[5] == "W01000"
    assert stocks_of(after) == [[5, 6, 6], [6, 6, 6]]
    assert after.seat == 1


def test_the_open_faces_are_those_without_a_contact() -> None:
    """Rule 3: b2 leans on two cubes; b3 and c2, beyond its open faces, are 2 as b2 is."""
    state = drawn(
        """
        0 1 2 2 2 0
        0 0 1 1 2 1
        0 2 1 0 1 1
        2 2 0 1 0 1
        W 2 2 2 0 0
        C B 0 1 1 2
        """,
        "6.6.5/5.5.6",
        0,
    )
    assert "b2" in state.moves()
    refused_by_rule(state, "c1", *ONE_IS_NOT_ENOUGH, 3)
    refused_by_rule(state, "a3", *ONE_IS_NOT_ENOUGH, 3)


def test_one_cube_is_enough_with_three_contacts() -> None:
    """Rule 3: a5 has the frame and two cubes; b5, beyond its open face, has another code."""
    state = drawn(ROW_5_EMPTY, "1.1.1/1.1.1", 0)
    assert "a5" in state.moves()
    assert drawing_of(state.play("a5"))[1] == "W12210"


def test_one_cube_is_enough_with_four_contacts() -> None:
    """Rule 3: three or four contacts."""
    state = drawn(ROW_5_EMPTY.replace("0 1 2 2 1 0", "W B 2 C B W"), "0.0.1/0.0.0", 0)
    assert state.moves() == ["c5"]


TWO_CODES = """
        2 2 0 0 2 1
        0 2 0 0 1 0
        2 2 1 1 1 1
        2 2 2 1 1 0
        0 1 0 2 0 1
        0 1 2 1 2 0
"""


def test_two_cubes_are_enough_if_the_second_has_another_code() -> None:
    """Rule 3: to the east of a1 the code changes, to the north it does not."""
    state = started(TWO_CODES)
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)
    assert "a1E2" in state.moves()
    refused_by_rule(state, "a1N2", *TWO_ARE_NOT_ENOUGH, 3)
    assert "a1N3" in state.moves()
    assert drawing_of(state.play("a1E2"))[5] == "WB2120"


def test_two_cubes_are_enough_if_the_second_has_three_contacts() -> None:
    """Rule 3: b1 leans on the frame, on c1 and on a1 put down before it, though both are 0."""
    state = drawn(
        """
        1 1 1 0 1 1
        2 2 2 0 2 0
        2 0 2 0 0 2
        1 2 1 1 2 2
        1 1 0 0 0 2
        0 0 B B C W
        """,
        "6.5.6/5.5.5",
        0,
    )
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)
    refused_by_rule(state, "b1", *ONE_IS_NOT_ENOUGH, 3)
    assert {"a1E2", "b1W2"} <= set(state.moves())


def test_the_same_cells_from_two_ends_are_two_moves_with_one_result() -> None:
    """NOTATION: two lines over the same cells from different ends are two moves."""
    state = drawn(ROW_5_EMPTY.replace("0 1 2 2 1 0", "W 1 2 C B W"), "0.1.1/0.0.0", 0)
    assert set(state.moves()) == {"b5", "b5E2", "c5", "c5W2"}
    assert str(state.play("b5E2")) == str(state.play("c5W2"))
    assert state.play("b5E2").history != state.play("c5W2").history


def test_two_cubes_are_enough_if_the_second_has_four_contacts() -> None:
    """Rule 3: b1 touches cubes or the frame on all four sides once a1 lies there."""
    state = drawn(
        """
        B B W C B C
        W W C W C B
        W W W B B W
        C C C C C C
        1 C C B W B
        0 0 B B W B
        """,
        "2.1.0/0.0.0",
        0,
    )
    assert set(state.moves()) == {"a2", "a2S2", "b1", "b1W2", "a1E2", "a1N2"}
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)


ROW_OF_ZEROS = """
        2 1 2 1 2 2
        1 0 1 0 0 0
        0 2 2 1 0 2
        2 1 2 2 1 1
        1 2 1 0 1 2
        0 0 0 0 1 0
"""


def test_three_cubes_are_enough_in_any_case() -> None:
    """Rule 3: a1, b1, c1 are 0: one and two are too few, three are enough."""
    state = started(ROW_OF_ZEROS)
    refused_by_rule(state, "a1", *ONE_IS_NOT_ENOUGH, 3)
    refused_by_rule(state, "a1E2", *TWO_ARE_NOT_ENOUGH, 3)
    assert "a1E3" in state.moves()
    assert drawing_of(state.play("a1E3"))[5] == "WWW010"


def test_beyond_its_minimum_a_line_may_be_as_long_as_the_player_likes() -> None:
    """Rule 3: 3, 4, 5 or 6 from a1; and after a first cube that is enough, a second of the same code."""
    state = started(ROW_OF_ZEROS)
    assert {f"a1E{n}" for n in (3, 4, 5, 6)} <= set(state.moves())
    after = state.play("a1E6")
    assert drawing_of(after)[5] == "WWWWBW"
    assert stocks_of(after) == [[1, 5, 6], [6, 6, 6]]
    assert {"a1", "a1E2", "a1N2"} <= set(started(OPEN).moves())  # a1 alone is enough there


def test_each_cube_needs_its_contacts_when_it_is_put_down() -> None:
    """Rule 3: from a2 a line can run above the cubes a1 to c1, but d2 would touch c2 only."""
    state = drawn(
        """
        1 0 1 2 0 0
        2 1 0 1 1 2
        1 0 1 2 1 2
        2 2 1 0 1 0
        0 1 2 1 0 0
        W C C 2 2 0
        """,
        "6.6.6/5.6.4",
        0,
    )
    assert "a2E3" in state.moves()
    refused_by_rule(state, "a2E4", f"the cube on d2 {NO_CONTACT[0]}", f"le cube en d2 {NO_CONTACT[1]}", 2)


def test_a_line_is_never_diagonal_and_stays_in_the_tray() -> None:
    """Rule 3: horizontal or vertical; NOTATION: malformed text always raises."""
    state = started(OPEN)
    for text in (
        "a1NE2",
        "a1E7",
        "a1S2",
        "a1W2",
        "g1",
        "a7",
        "a0",
        "a1E",
        "a1E1",
        "a1e3",
        "A1",
        "1a",
        "a1E03",
        "?",
        "",
    ):
        with pytest.raises(carreau.BadMove):
            state.play(text)
    with pytest.raises(carreau.BadMove, match="a cell a1 to f6"):
        state.play("a1NE2")
    with carreau.in_language("fr"), pytest.raises(carreau.BadMove, match="une case de a1 à f6"):
        state.play("a1NE2")
    assert state == started(OPEN)


def test_the_player_must_own_the_cubes() -> None:
    """Rule 3: seat 0 has no 0 and one 2."""
    state = drawn(
        """
        W B B W W C
        W W C C B C
        C W B B B B
        B W W B C B
        0 1 2 C B C
        0 2 2 W W C
        """,
        "0.1.1/2.0.2",
        0,
    )
    assert set(state.moves()) == {"c1", "c2W2"}
    refused_by_rule(state, "a2", *NO_STOCK, 3)
    refused_by_rule(state, "c2S2", *NO_STOCK, 3)
    refused_by_rule(state, "c1W2", *NO_STOCK, 3)
    refused_by_rule(state, "c2W3", *NO_STOCK, 3)


# Rule 4: forced lines and passing


def test_a_forced_line_of_one_cube() -> None:
    """Rule 4: seat 0 has only 1s; e2 is the one start, and no run of 1s goes on from it."""
    state = drawn(
        """
        W W C C C W
        B B 0 1 0 W
        B C 1 0 1 C
        B C 1 0 0 B
        C W 2 2 1 B
        C C C B W W
        """,
        "0.3.0/5.2.2",
        0,
    )
    assert Referee(state).ordinary() == set()
    assert state.moves() == ["e2"]
    refused_by_rule(state, "pass", "a cube can be placed", "un cube peut être posé", 4)
    after = state.play("e2")
    assert drawing_of(after)[4] == "CW22BB"
    assert (after.seat, stocks_of(after)[0]) == (1, [0, 2, 0])


def test_a_forced_line_goes_as_far_as_it_can() -> None:
    """Rule 4: b4 and b3 are 1; b2 is not, and would touch north and south only: two cubes, not one."""
    state = drawn(
        """
        C C W W W B
        C W W C C W
        W 1 0 2 1 2
        B 1 0 1 1 2
        0 2 0 1 2 C
        B W C B B B
        """,
        "0.5.0/4.1.5",
        0,
    )
    assert Referee(state).ordinary() == set()
    assert state.moves() == ["b4S2"]
    refused_by_rule(state, "b4", *NOT_THE_FORCED_LINE, 4)
    refused_by_rule(state, "b4S3", f"the cube on b2 {NO_CONTACT[0]}", f"le cube en b2 {NO_CONTACT[1]}", 2)
    assert drawing_of(state.play("b4S2")) == lines_of(
        """
        C C W W W B
        C W W C C W
        W B 0 2 1 2
        B B 0 1 1 2
        0 2 0 1 2 C
        B W C B B B
        """
    )


def test_a_forced_line_may_start_anywhere_and_need_not_be_the_longest() -> None:
    """Rule 4, ruling: d2 alone, or c1 and b1; one cube on c1 is not allowed, for two fit there."""
    state = drawn(
        """
        W B W W B B
        C 2 0 2 C W
        B 0 1 2 B W
        C 1 1 2 C W
        C 0 2 0 W B
        2 1 1 C B W
        """,
        "4.3.0/0.2.6",
        0,
    )
    assert Referee(state).ordinary() == set()
    assert set(state.moves()) == {"d2", "c1W2"}
    refused_by_rule(state, "c1", *NOT_THE_FORCED_LINE, 4)


def test_who_can_place_nothing_passes() -> None:
    """Rule 4: seat 0 has no 2 for the last cell; an explicit pass turns the seat."""
    state = drawn(LAST_CELL, "0.0.0/0.0.1", 0)
    assert state.moves() == ["pass"]
    after = state.play("pass")
    assert (after.seat, after.history) == (1, ("pass",))
    assert drawing_of(after) == drawing_of(state)
    assert after.moves() == ["b3"]


def test_who_can_place_may_not_pass() -> None:
    """Rule 4 and NOTATION: pass only when nothing can be placed."""
    refused_by_rule(started(OPEN), "pass", "a cube can be placed", "un cube peut être posé", 4)


def test_a_forced_line_has_one_or_two_cubes() -> None:
    """Rule 4, ruling: three would be an ordinary line."""
    met = set()
    for seed in range(60):
        for state in list(random_game(seed, 6, players=(2, 3, 4, 6)[seed % 4]))[:-1]:
            referee = Referee(state)
            if not referee.ordinary():
                met |= {int(move[3:] or 1) for move in referee.forced()}
                assert state.moves() == ["pass"] or all(int(move[3:] or 1) <= 2 for move in state.moves())
    assert met == {1, 2}


# Rule 5: the end


def test_whoever_places_the_last_cube_wins() -> None:
    """Rule 5: the tray is full; the seat that placed last wins."""
    end = drawn(LAST_CELL, "0.0.0/0.0.1", 0).play("pass").play("b3")
    assert (end.seat, end.moves()) == (None, [])
    assert end.outcome == carreau.Outcome((1,), (0, 1), "last-cube")
    with pytest.raises(carreau.IllegalMove, match="the game is over"):
        end.play("pass")
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="la partie est finie"):
        end.play("b3")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_tray_always_fills(players: int) -> None:
    """Rule 5: the stocks always suffice; the last placer wins alone."""
    for seed in range(25):
        *_, before, end = random_game(seed, 6, players=players)
        assert all(set(row) == {"#"} for row in rows_of(end)[1])
        assert stocks_of(end) == [[0, 0, 0]] * players
        assert end.outcome is not None
        assert end.outcome.winners == (before.seat,)
        assert end.outcome.reason == "last-cube"


# Rules 2 to 4 against the referee


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6])
def test_legal_moves_are_those_of_a_plain_referee_on_6x6(players: int) -> None:
    """Rules 2 to 4: every position of random games on random grids."""
    for seed in range(12):
        for state in list(random_game(100 * players + seed, 6, players=players))[:-1]:
            moves = state.moves()
            assert len(moves) == len(set(moves))
            assert set(moves) == Referee(state).legal()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6, 8])
def test_legal_moves_are_those_of_a_plain_referee_on_12x12(players: int) -> None:
    """Rules 2 to 4: random games on random grids of full size."""
    for seed in range(2):
        for state in list(random_game(100 * players + seed, 12, players=players))[:-1]:
            moves = state.moves()
            assert len(moves) == len(set(moves))
            assert set(moves) == Referee(state).legal()


def test_legal_moves_are_those_of_a_plain_referee_on_our_grids() -> None:
    """Rules 2 to 4: one random game on each grid that we ship."""
    for number, reference in enumerate(our_grids()):
        choose = random.Random(number)
        state = GAME.start(grid=reference, players=(2, 3, 4, 6)[number % 4])
        while state.seat is not None:
            assert set(state.moves()) == Referee(state).legal()
            state = state.play(choose.choice(state.moves()))
