"""012x012, rule 8: alone with the puzzle, or with the taquin."""

from __future__ import annotations

import random

import pytest
from drawing import refused_option
from trays import GAME, OPEN, drawing_of, lines_of, random_game, rows_of, started

import carreau
from carreau.games import taquin

# Rule 8: puzzle and taquin


def test_one_player_plays_the_puzzle_unless_the_taquin_is_named() -> None:
    """NOTATION: 1 means puzzle unless taquin is named, and puzzle and taquin mean 1."""
    for options, mode in (
        ({"players": 1}, "puzzle"),
        ({"mode": "puzzle"}, "puzzle"),
        ({"mode": "taquin"}, "taquin"),
        ({"mode": "taquin", "players": 1}, "taquin"),
    ):
        state = GAME.start(**options)
        assert (state.options["mode"], state.options["players"], state.seats) == (mode, 1, 1)
    refused_option(GAME, ("1 in puzzle", "1 en puzzle"), mode="puzzle", players=2)
    refused_option(GAME, ("1 in taquin", "1 en taquin"), mode="taquin", players=4)


def test_the_puzzle_s_score_is_the_number_of_turns() -> None:
    """Rule 8, ruling: the puzzle follows rules 2 to 4; fewer turns are better."""
    state = started(OPEN, mode="puzzle")
    for turn in range(6):
        assert state.outcome is None
        state = state.play(f"a{turn + 1}E6")
    assert drawing_of(state) == [row.translate(str.maketrans("012", "WBC")) for row in lines_of(OPEN)]
    assert state.outcome == carreau.Outcome((0,), (6,), "filled")


def test_the_puzzle_fills_with_all_the_cubes_and_never_needs_a_pass() -> None:
    """Rule 8: all 144 cubes, or 36, are the player's own."""
    for seed in range(12):
        *positions, end = random_game(seed, 6, mode="puzzle")
        assert not any("pass" in state.moves() for state in positions)
        assert end.outcome == carreau.Outcome((0,), (len(positions),), "filled")


SOLVED_TRAY = "221122/211112/111111/020000/020220/00022."  # CAR_006x006_002 without its last cube
NEARLY = "221122/211112/111111/02000./020220/000220"  # the hole two cells above its place


def tray_of(state: carreau.State) -> str:
    return str(state).split()[1]


def test_in_the_taquin_the_hole_travels() -> None:
    """Rule 8 and NOTATION: N E S W is where the hole goes; the cube there slides the other way."""
    tray = "221122/211112/1111.1/020001/020220/000220"
    state = GAME.start(grid="CAR_006x006_002", mode="taquin", tray=tray)
    assert (state.seat, state.moves()) == (0, ["N", "E", "S", "W"])
    after = {move: tray_of(state.play(move)) for move in state.moves()}
    assert after == {
        "N": "221122/2111.2/111111/020001/020220/000220",
        "E": "221122/211112/11111./020001/020220/000220",
        "S": "221122/211112/111101/0200.1/020220/000220",
        "W": "221122/211112/111.11/020001/020220/000220",
    }
    assert tray_of(state.play("N").play("S")) == tray


def test_the_hole_stops_at_the_frame() -> None:
    """Rule 8: cubes slide in the tray."""
    state = GAME.start(grid="CAR_006x006_002", mode="taquin", tray=".22112/221112/111111/020000/020220/000212")
    assert state.moves() == ["E", "S"]
    for move in ("N", "W"):
        with pytest.raises(carreau.IllegalMove, match="at the frame on that side, rule 8"):
            state.play(move)
    with carreau.in_language("fr"), pytest.raises(carreau.IllegalMove, match="touche le cadre de ce côté, règle 8"):
        state.play("N")
    for text in ("a1", "n", "pass", "NE", "?maison"):
        with pytest.raises(carreau.BadMove, match="N, E, S or W"):
            state.play(text)


def test_the_taquin_is_solved_with_the_hole_on_the_last_cell() -> None:
    """Rule 8, ruling: the hole ends bottom right, that cell's cube is the one left out; slides are the score."""
    state = GAME.start(grid="CAR_006x006_002", mode="taquin", tray=NEARLY)
    once = state.play("S")
    assert (once.seat, once.outcome) == (0, None)
    end = once.play("S")
    assert tray_of(end) == SOLVED_TRAY
    assert end.seat is None
    assert end.outcome == carreau.Outcome((0,), (2,), "solved")
    detour = GAME.replay(["W", "E", "S", "S"], grid="CAR_006x006_002", mode="taquin", tray=NEARLY)
    assert detour.outcome == carreau.Outcome((0,), (4,), "solved")


def test_a_hole_in_its_place_with_cubes_out_of_place_is_not_solved() -> None:
    """Rule 8: until they show the model."""
    state = GAME.start(
        grid="CAR_006x006_002",
        mode="taquin",
        tray="121222/211112/111111/020000/020220/00022.".replace("121222", "212122"),
    )
    assert (state.seat, state.outcome) == (0, None)


def test_the_taquin_has_143_cubes() -> None:
    """Rule 8: 143 cubes slide, one hole: the model's cubes without the last."""
    state = GAME.start(mode="taquin", tray=1)
    model = "".join(rows_of(GAME.start())[0])
    cubes = tray_of(state).replace("/", "")
    assert (len(cubes), cubes.count(".")) == (144, 1)
    assert sorted(cubes.replace(".", "")) == sorted(model[:-1])


def test_a_tray_by_seed_is_reproducible_and_never_solved() -> None:
    """NOTATION: `tray` a seed, or rows with `.` for the hole."""
    for grid in ("CAR_006x006_002", "CAR_012x012_003"):
        one, same, other = (GAME.start(grid=grid, mode="taquin", tray=seed) for seed in (1, "1", 2))
        assert one == same
        assert one != other
        assert GAME.start(**one.options) == one
        for seed in range(10):
            assert GAME.start(grid=grid, mode="taquin", tray=seed).outcome is None
    assert len({str(GAME.start(mode="taquin")) for _ in range(4)}) > 1


@pytest.mark.parametrize(
    "tray",
    [
        "221122/211112/111111/020000/020220/000220",  # no hole
        "221122/211112/111111/020000/020220/0002..",  # two holes
        "221122/211112/111111/020000/020220/00020.",  # another cube
        "221122/211112/111111/020000/020220",
        "22112/2211112/111111/020000/020220/00022.",
        "221122/211112/111111/020000/020220/0002x.",
        "",
        True,
        1.5,
    ],
)
def test_a_bad_tray_is_refused(tray: object) -> None:
    """Rule 8, ruling: the tray holds the model's cubes but its last, and one hole."""
    refused_option(GAME, (". for the hole", ". pour le trou"), grid="CAR_006x006_002", mode="taquin", tray=tray)


def test_a_tray_is_for_the_taquin_only() -> None:
    """Rule 8: other modes start empty."""
    refused_option(GAME, ("in the taquin only", "au taquin seulement"), tray=1)
    refused_option(GAME, ("in the taquin only", "au taquin seulement"), mode="puzzle", tray=1)


def test_the_words_of_the_taquin_are_those_computed_from_scratch() -> None:
    """HOLE and WRONG after every slide of a random walk."""
    choose = random.Random(1)
    state = GAME.start(grid="CAR_006x006_003", mode="taquin", tray=5)
    model = "".join(rows_of(state)[0])
    for slides in range(200):
        cubes = tray_of(state).replace("/", "")
        assert state.raw_state[taquin.HOLE] == cubes.index(".")
        assert state.raw_state[taquin.WRONG] == sum(a not in (".", b) for a, b in zip(cubes, model, strict=True))
        assert state.raw_state[taquin.TURNS] == slides
        state = state.play(choose.choice(state.moves()))
