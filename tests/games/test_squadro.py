"""Squadro, rule by rule. Yellow's pieces are `>` on their way out and `<` on their way back, Red's `v` and `^`.

A lane without a piece has its piece home.
"""

from __future__ import annotations

from collections import Counter

import pytest
from drawing import check_count_and_nth, malformed, positions, refused, rows

import carreau

GAME = carreau.game("squadro")
RULES = GAME.module
LANES = range(1, 6)
OUT = {0: (3, 1, 2, 1, 3), 1: (1, 3, 2, 3, 1)}  # rule 2, by seat
BACK = {0: (1, 3, 2, 3, 1), 1: (3, 1, 2, 1, 3)}
NOBODY_MOVED = "0.0.0.0.0/0.0.0.0.0"

START = """
      v v v v v
    > . . . . . .
    > . . . . . .
    > . . . . . .
    > . . . . . .
    > . . . . . .
      . . . . .
"""


def drawn(drawing: str, seat: int) -> carreau.State:
    """The position of a drawing."""
    top, *middle, bottom = rows(drawing)
    columns = [top[i] + "".join(row[i + 1] for row in middle) + bottom[i] for i in range(5)]
    yellow = ".".join(str(progress(lane, ">", "<")) for lane in middle)
    red = ".".join(str(progress(lane, "v", "^")) for lane in columns)
    return GAME.position(f"{yellow}/{red} {seat}")


def progress(lane: str, out: str, back: str) -> int:
    if out in lane:
        return lane.index(out)
    return 12 - lane.index(back) if back in lane else 12


def picture(state: carreau.State) -> list[str]:
    """The drawing of a position, as `rows` reads one."""
    grid = [["."] * 7 for _ in range(7)]
    for seat, lanes in enumerate(lanes_of(state)):
        for lane, there in enumerate(lanes, 1):
            if there < 12:
                x, y = spot(seat, lane, there)
                grid[y][x] = ("><" if seat == 0 else "v^")[there >= 6]
    return ["".join(row[1:6] if y in (0, 6) else row) for y, row in enumerate(grid)]


def spot(seat: int, lane: int, progress: int) -> tuple[int, int]:
    """Column and row of a piece."""
    along = min(progress, 12 - progress)
    return (along, lane) if seat == 0 else (lane, along)


def lanes_of(state: carreau.State) -> list[list[int]]:
    """The progress of each lane of each seat, as the position's text says."""
    return [[int(there) for there in side.split(".")] for side in str(state).split()[0].split("/")]


def pieces(state: carreau.State) -> str:
    """The position's text without the earlier positions."""
    return " ".join(str(state).split()[:2])


# Rule 1: the board


def test_five_pieces_each_start_on_the_left_and_on_the_top_edge() -> None:
    """Rule 1: Yellow's lanes are the rows, Red's the columns."""
    assert picture(GAME.start()) == rows(START)
    assert drawn(START, 0) == GAME.start()


def test_the_board_has_no_corners() -> None:
    """Rule 1: a lane is seven spaces; the four corners do not exist."""
    cells = {cell.id for cell in GAME.start().scene().cells}
    assert len(cells) == 7 * 7 - 4
    assert not cells & {"a1", "a7", "g1", "g7"}


def test_yellow_goes_right_and_red_goes_down() -> None:
    """Rule 1: each piece stays in its own lane."""
    state = GAME.start().play("2").play("4")
    assert picture(state) == rows("""
          v v v . v
        > . . . . . .
        . > . . . . .
        > . . . v . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


# Rule 2: the speeds


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_speed_on_the_way_out(seat: int, lane: int) -> None:
    """Rule 2: out, Yellow 3 1 2 1 3 and Red 1 3 2 3 1."""
    state = GAME.start(first=seat).play(str(lane))
    assert lanes_of(state)[seat][lane - 1] == OUT[seat][lane - 1]
    assert sum(map(sum, lanes_of(state))) == OUT[seat][lane - 1]


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_speed_on_the_way_back(seat: int, lane: int) -> None:
    """Rule 2: back, Yellow 1 3 2 3 1 and Red 3 1 2 1 3; out and back make 4 in every lane."""
    turned = ["0"] * 10
    turned[5 * seat + lane - 1] = "6"
    state = GAME.position(f"{'.'.join(turned[:5])}/{'.'.join(turned[5:])} {seat}").play(str(lane))
    assert lanes_of(state)[seat][lane - 1] == 6 + BACK[seat][lane - 1]
    assert OUT[seat][lane - 1] + BACK[seat][lane - 1] == 4


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_journey_from_the_start(seat: int, lane: int) -> None:
    """Rules 2 and 3: six spaces out and six back, at the lane's speeds, when nobody is in the way."""
    state = GAME.start(first=seat)
    track = []
    while not track or track[-1] < 12:
        state = state.play(str(lane))
        track.append(lanes_of(state)[seat][lane - 1])
        state = GAME.position(f"{str(state).split()[0]} {seat}")  # the other does not move
    out, back = OUT[seat][lane - 1], BACK[seat][lane - 1]
    assert track == [*range(out, 6, out), 6, *range(6 + back, 12, back), 12]


# Rule 3: a move


TWO_PIECES_HOME = """
      v v . v v
    . . . > . . .
    . . . . . . .
    > . . . . . .
    . . . . . . .
    . . . . . . <
      . . ^ . .
"""


def test_a_player_moves_any_piece_that_is_not_home_and_cannot_pass() -> None:
    """Rule 3: on a turn a player must move one of their pieces that is not home."""
    state = drawn(TWO_PIECES_HOME, 0)
    assert state.moves() == ["1", "3", "5"]
    assert drawn(TWO_PIECES_HOME, 1).moves() == ["1", "2", "3", "4", "5"]
    malformed(state, "pass", "0", "6", "11", "1.", "a1", "", "١")


def test_a_piece_that_is_home_is_refused() -> None:
    """Rule 3: home pieces do not move."""
    refused(drawn(TWO_PIECES_HOME, 0), "2",
            en="this piece is home already, rule 3", fr="cette pièce est déjà rentrée, règle 3")  # fmt: skip


def test_the_other_player_waits() -> None:
    """Rule 3: the players move in turn."""
    state = GAME.start()
    refused(state, "1", seat=1, en="not your turn; to move: Yellow", fr="ce n'est pas votre tour ; à jouer : Jaune")
    state = state.play("1")
    refused(state, "1", seat=0, en="not your turn; to move: Red", fr="ce n'est pas votre tour ; à jouer : Rouge")
    assert state.play("1").seat == 0


def test_a_piece_stops_on_the_turning_space_whatever_points_remain() -> None:
    """Rule 3: it stops there at once, turned round, and its speed is now the back speed."""
    state = drawn("""
          v v v v v
        . . . . . > .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    state = state.play("1")
    assert picture(state) == rows("""
          v v v v v
        . . . . . . <
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)
    state = state.play("3").play("1")  # out 3, but back only 1
    assert picture(state) == rows("""
          v v . v v
        . . . . . < .
        > . . v . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


def test_a_piece_that_comes_back_to_its_start_is_home_and_removed() -> None:
    """Rule 3: it stops at once on its start, whatever points remain, and is removed."""
    state = drawn("""
          . v v v v
        > ^ . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 1)  # fmt: skip
    state = state.play("1")
    assert picture(state) == rows("""
          . v v v v
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)
    assert state.play("1").moves() == ["2", "3", "4", "5"]


# Rule 4: jumps


def test_a_piece_jumps_an_enemy_stops_behind_it_and_loses_its_points() -> None:
    """Rule 4: with three points it would have gone to the third space."""
    state = drawn("""
          . v v v v
        > v . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    assert picture(state.play("1")) == rows("""
          v v v v v
        . . > . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


def test_a_piece_jumps_a_whole_run_and_each_jumped_piece_goes_back() -> None:
    """Rule 4: to its start if it is on its way out, to its turning space if on its way back."""
    state = drawn("""
          . . . v .
        > v ^ v . ^ .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    assert picture(state.play("1")) == rows("""
          v . v v .
        . . . . > ^ .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . ^ . . .
    """)


def test_a_run_longer_than_the_speed_is_jumped_whole() -> None:
    """Rule 4: one point is enough to jump four pieces."""
    state = drawn("""
          . . . . v
        > . . . . . .
        > v v ^ v . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    assert picture(state.play("2")) == rows("""
          v v . v v
        > . . . . . .
        . . . . . > .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . ^ . .
    """)


def test_an_enemy_on_the_last_space_of_the_move_is_jumped() -> None:
    """Rule 4: the last space included."""
    state = drawn("""
          v v . v v
        > . . v . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    assert picture(state.play("1")) == rows("""
          v v v v v
        . . . . > . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


def test_an_enemy_just_beyond_the_last_space_is_not_met() -> None:
    """Rule 4: only enemies on the way are jumped."""
    state = drawn("""
          v . v v v
        > . . . . . .
        > . v . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    assert picture(state.play("2")) == rows("""
          v . v v v
        > . . . . . .
        . > v . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


def test_a_run_ends_at_the_first_gap() -> None:
    """Rule 4: the whole *unbroken* run; the piece behind the gap stays."""
    state = drawn("""
          . v . v v
        > v . v . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    assert picture(state.play("1")) == rows("""
          v v . v v
        . . > v . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


def test_a_jump_can_land_on_the_turning_space() -> None:
    """Rule 4: that space may be the turning space; the piece turns round."""
    state = drawn("""
          v v v . .
        > . . . . . .
        > . . . . . .
        . . . > v v .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    after = state.play("3")
    assert picture(after) == rows("""
          v v v v v
        > . . . . . .
        > . . . . . .
        . . . . . . <
        > . . . . . .
        > . . . . . .
          . . . . .
    """)
    assert after.outcome is None


def test_a_jump_can_land_home() -> None:
    """Rule 4: that space may be home; one point is enough."""
    state = drawn("""
          . . . v v
        . v v ^ < . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . . . .
    """, 0)  # fmt: skip
    after = state.play("1")
    assert picture(after) == rows("""
          v v . v v
        . . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
        > . . . . . .
          . . ^ . .
    """)
    assert lanes_of(after)[0][0] == 12


def test_red_jumps_yellow_on_the_way_back_too() -> None:
    """Rule 4 for Red, upwards: Yellow's pieces go back to the left or to the right edge."""
    state = drawn("""
          . v v v v
        > . . . . . .
        > . . . . . .
        . < . . . . .
        . > . . . . .
        > . . . . . .
          ^ . . . .
    """, 1)  # fmt: skip
    assert picture(state.play("1")) == rows("""
          . v v v v
        > . . . . . .
        > ^ . . . . .
        . . . . . . <
        > . . . . . .
        > . . . . . .
          . . . . .
    """)


@pytest.mark.parametrize("lane", LANES)
def test_a_piece_on_a_start_or_turning_space_cannot_be_jumped(lane: int) -> None:
    """Rule 4: Red passes beside Yellow's starts and turning spaces and meets nobody."""
    state = drawn("""
          v v v v v
        > . . . . . .
        . . . . . . <
        > . . . . . .
        . . . . . . <
        > . . . . . .
          . . . . .
    """, 1)  # fmt: skip
    after = state.play(str(lane))
    assert lanes_of(after)[0] == [0, 6, 0, 6, 0]
    assert lanes_of(after)[1][lane - 1] == OUT[1][lane - 1]


# Rule 5: the end


THREE_HOME_EACH = """
      . . . v .
    . . . . . ^ .
    . . . . . . .
    . . . . . . .
    . < . . . . .
    > . . . . . .
      . . . . .
"""


@pytest.mark.parametrize(("seat", "move"), [(0, "4"), (1, "5")])
def test_four_pieces_home_win_at_once(seat: int, move: str) -> None:
    """Rule 5: the fifth piece need not come home; three are not enough."""
    state = drawn(THREE_HOME_EACH, seat)
    assert state.outcome is None
    over = state.play(move)
    scores = (1, 0) if seat == 0 else (0, 1)
    assert over.outcome == carreau.Outcome(winners=(seat,), scores=scores, reason="home")
    assert (over.seat, over.moves()) == (None, [])
    assert GAME.position(str(over)) == over
    refused(over, move, en="the game is over", fr="la partie est finie")


def test_the_first_player_can_be_fixed() -> None:
    """Rule 5: an option fixes who starts; seat 0 is Yellow and starts by default."""
    assert GAME.start().seat == GAME.start(first=0).seat == 0
    assert GAME.start(first=1).seat == 1
    for first in (2, -1, "red", True):
        with pytest.raises(carreau.BadOption, match="allowed: 0, 1, random"):
            GAME.start(first=first)


def test_the_first_player_is_drawn_at_random() -> None:
    """Rule 5: both seats are drawn; a seed fixes the draw, and the seat drawn is what is kept."""
    drawn_seats = [GAME.start(first="random", seed=seed).seat for seed in range(200)]
    assert 60 < sum(drawn_seats) < 140
    assert drawn_seats == [GAME.start(first="random", seed=seed).seat for seed in range(200)]
    state = GAME.start(first="random", seed=drawn_seats.index(1))
    assert dict(state.options) == {"first": 1}
    assert carreau.read_record(carreau.write_record(state.play("1"))).state == state.play("1")


# Rule 5, ruling: the third repetition

TO_THE_CYCLE = list("144514325131115142415244523224314")
CYCLE = list("43343444")  # after these everybody is where they were:
CYCLE_BEGINS = """
      . . v . v
    . . . . . < .
    . > . . . . .
    . ^ ^ . . . <
    . . . . > . .
    . . . < ^ . .
      . . . . .
"""


def test_a_position_met_for_the_third_time_is_a_draw() -> None:
    """Rule 5, ruling: in a game from the start; the second time it goes on."""
    state = GAME.replay(TO_THE_CYCLE)
    assert picture(state) == rows(CYCLE_BEGINS)
    for move in CYCLE + CYCLE:
        assert state.outcome is None
        state = state.play(move)
    assert picture(state) == rows(CYCLE_BEGINS)
    assert state.outcome == carreau.Outcome(winners=(0, 1), scores=(0.5, 0.5), reason="repetition")
    assert (state.seat, state.moves()) == (None, [])
    assert GAME.position(str(state)) == state
    refused(state, "1", en="the game is over", fr="la partie est finie")


def test_the_position_where_counting_begins_counts_as_met_once() -> None:
    """Rule 5, ruling: without earlier positions counting starts here, and here counts."""
    state = drawn(CYCLE_BEGINS, 1)
    state = GAME.continue_with(state, CYCLE + CYCLE[:-1])
    assert state.outcome is None
    assert state.play(CYCLE[-1]).outcome.reason == "repetition"


def test_the_starting_position_is_the_first_in_the_list() -> None:
    """Rule 5, ruling: the starting position counts as met once."""
    state = GAME.start().play("2")
    assert str(state) == f"0.1.0.0.0/0.0.0.0.0 1 {NOBODY_MOVED}@0"


def test_the_same_pieces_with_the_other_player_to_move_are_another_position() -> None:
    """Rule 5, ruling: a position with the same player to move."""
    before, after = "0.1.0.0.0/0.0.0.0.0", "0.1.0.0.0/0.0.2.0.0"  # Red's third piece moves
    other_seat = GAME.position(f"{before} 1 {after}@1,{before}@0,{after}@1,{before}@0")
    assert other_seat.play("3").outcome is None
    same_seat = GAME.position(f"{before} 1 {after}@0,{before}@1,{after}@0")
    assert same_seat.play("3").outcome.reason == "repetition"


def test_a_turn_round_begins_a_new_list() -> None:
    """Notation: earlier positions since the last turn-round; an ordinary move and a jump keep the list."""
    state = GAME.replay(list("211313"))  # the third move is a jump
    assert str(state).count("@") == 6
    assert str(state.play("2")).count("@") == 7
    assert str(state.play("1")) == "6.1.0.0.0/0.0.4.0.0 1"


def test_a_homecoming_begins_a_new_list() -> None:
    """Notation: earlier positions since the last homecoming."""
    state = GAME.position("11.6.6.6.6/0.3.0.0.0 0 11.6.6.6.6/0.0.0.0.0@1")
    assert str(state.play("2")).count("@") == 2
    assert str(state.play("1")) == "12.6.6.6.6/0.3.0.0.0 1"


# The position's text


def test_the_position_text_is_the_documented_one() -> None:
    """Notation: progress of lanes 1-5 of Yellow / Red, seat to move."""
    text = "3.0.6.12.0/0.1.0.0.7 0"
    state = GAME.position(text)
    assert str(state) == text
    assert picture(state) == rows("""
          v . v v .
        . . v > . . .
        > . . . . . .
        . . . . . . <
        . . . . . . .
        > . . . . ^ .
          . . . . .
    """)
    assert str(GAME.start(first=1)) == f"{NOBODY_MOVED} 1"


def test_earlier_positions_are_part_of_equality() -> None:
    """Notation: the optional third field is part of equality."""
    state = GAME.start().play("2").play("3")
    with_history = GAME.position(str(state))
    without = GAME.position(pieces(state))
    assert with_history == state
    assert hash(with_history) == hash(state)
    assert without != state
    assert pieces(without) == str(without) == "0.1.0.0.0/0.0.2.0.0 0"
    assert str(state) == f"{without} {NOBODY_MOVED}@0,0.1.0.0.0/0.0.0.0.0@1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        NOBODY_MOVED,
        f"{NOBODY_MOVED} 2",
        f"{NOBODY_MOVED} -1",
        "0.0.0.0/0.0.0.0.0 0",
        "0.0.0.0.0.0/0.0.0.0.0 0",
        "0.0.0.0.13/0.0.0.0.0 0",
        "0.0.0.0.-1/0.0.0.0.0 0",
        "0.0.0.0.x/0.0.0.0.0 0",
        "1.0.0.0.0/1.0.0.0.0 0",  # two pieces on one crossing
        "11.0.0.0.0/1.0.0.0.0 0",  # the same crossing, coming back
        "12.12.12.12.12/0.0.0.0.0 1",  # four home end the game
        "12.12.12.12.0/0.0.0.0.0 0",  # the winner has moved last
        "12.12.12.12.0/12.12.12.12.0 0",
        f"0.1.0.0.0/0.0.0.0.0 1 {NOBODY_MOVED}",  # an earlier position without its seat
        f"0.1.0.0.0/0.0.0.0.0 1 {NOBODY_MOVED}@1",  # the seats alternate
        f"6.0.0.0.0/0.0.0.0.0 1 {NOBODY_MOVED}@0",  # earlier than the last turn-round
        f"0.1.0.0.0/0.0.0.0.0 1 {NOBODY_MOVED}@0 more",
    ],
)
def test_positions_that_cannot_occur_are_refused(text: str) -> None:
    """Notation and rules 1, 4 and 5."""
    with pytest.raises(carreau.BadPosition):
        GAME.position(text)


# A second referee, which walks space by space, and the kernel's own bookkeeping


def moved(lanes: list[list[int]], seat: int, lane: int) -> list[list[int]]:
    """Rules 3 and 4 on coordinates."""
    lanes = [list(side) for side in lanes]
    enemies = {spot(1 - seat, i, there): i for i, there in enumerate(lanes[1 - seat], 1) if there % 6}
    there = lanes[seat][lane - 1]
    points = (OUT if there < 6 else BACK)[seat][lane - 1]
    while points:
        there += 1
        points -= 1
        while there % 6 and spot(seat, lane, there) in enemies:
            met = enemies[spot(seat, lane, there)]
            lanes[1 - seat][met - 1] = 0 if lanes[1 - seat][met - 1] < 6 else 6
            there += 1
            points = 0
        if there % 6 == 0:
            break
    lanes[seat][lane - 1] = there
    return lanes


@pytest.mark.parametrize("seed", range(30))
def test_random_games_agree_with_a_second_referee(seed: int) -> None:
    """Rules 2 to 5 over whole games; own pieces never meet (rule 4)."""
    met: Counter[str] = Counter()
    lanes, seat = [[0] * 5, [0] * 5], seed % 2
    for state in positions(GAME.start(first=seed % 2), seed):
        if state.history:
            lanes, seat = moved(lanes, seat, int(state.history[-1])), 1 - seat
        assert lanes_of(state) == lanes
        met[f"{lanes} {seat}"] += 1
        homes = [side.count(12) for side in lanes]
        standing = [spot(owner, lane, p) for owner in (0, 1) for lane, p in enumerate(lanes[owner], 1) if p != 12]
        assert len(standing) == len(set(standing))
        if 4 in homes:
            assert state.outcome.winners == (homes.index(4),)
        elif 3 in met.values():
            assert state.outcome.reason == "repetition"
        else:
            assert state.seat == seat
            assert state.moves() == [str(lane) for lane in LANES if lanes[seat][lane - 1] < 12]


@pytest.mark.parametrize("seed", range(10))
def test_what_the_kernel_keeps_up_to_date_is_what_the_pieces_say(seed: int) -> None:
    """The key, the racing lanes, the enemies on each lane, and the list of earlier positions."""
    earlier: list[str] = []
    for state in positions(GAME.start(), seed):
        words, lanes = state.raw_state, lanes_of(state)
        assert words[RULES.KEY] == sum(p << 4 * piece for piece, p in enumerate(lanes[0] + lanes[1]))
        for seat in (0, 1):
            assert words[RULES.RACING + seat] == sum(1 << i for i in range(5) if lanes[seat][i] < 12)
            standing = [spot(1 - seat, lane, p) for lane, p in enumerate(lanes[1 - seat], 1) if p % 6]
            for lane in LANES:
                crossings = [place[seat] for place in standing if place[1 - seat] == lane]
                kept = words[RULES.STANDING + RULES.SPACES * seat + lane - 1]
                assert kept == sum(1 << along - 1 for along in crossings)
        if state.history:
            last = lanes_of(state)[1 - seat_to_move(state)][int(state.history[-1]) - 1]
            earlier = [] if last in (6, 12) else earlier
        assert str(state).split()[2:] == ([",".join(earlier)] if earlier else [])
        earlier.append("@".join(str(state).split()[:2]))


def seat_to_move(state: carreau.State) -> int:
    return int(str(state).split()[1])


@pytest.mark.parametrize("seed", range(10))
def test_count_and_nth_agree_with_moves(seed: int) -> None:
    for state in positions(GAME.start(), seed):
        if state.seat is not None:
            check_count_and_nth(state)
