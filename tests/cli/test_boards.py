"""Coloured boards: every game in every mode fits its window, loses nothing, and keeps to the colours there are."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from every_mode import Mode

import carreau
from carreau.draw.mosaic import draw_board, scales_for
from carreau.draw.pixels import Canvas, Depth, Ink, mixed, rgb
from carreau.draw.terminal import Window, render
from carreau.draw.text import LABELS, plain_label
from carreau.rules.language import same
from carreau.rules.scene import Cell, Mark, Piece, Scene

CODE = re.compile(r"\x1b\[([0-9;]*)m")


def bare(text: str) -> list[str]:
    return [CODE.sub("", line) for line in text.splitlines()]


def scenes(mode: Mode) -> list[Scene]:
    return [state.scene() for state in list(mode.positions(1, 60))[::12]]


def test_every_board_has_its_coordinates_and_seats(mode: Mode) -> None:
    for scene in scenes(mode):
        for scale in scales_for(scene):
            board = bare("\n".join(draw_board(scene, scale).lines(Depth.TRUE)))
            assert len({len(line) for line in board}) == 1
            written = " ".join(board)
            for label in scene.labels:
                if label.kind in LABELS:
                    assert plain_label(label) in written
        shown = " ".join(bare(render(scene, Window(100, 40, Depth.PALETTE))))
        for rail in scene.rails:
            assert str(rail.title) in shown


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (100, 40), (200, 60)])
def test_boards_fit_the_window(mode: Mode, columns: int, lines: int) -> None:
    players = dict.fromkeys(range(8), "computer, level 8")
    for scene in scenes(mode):
        shown = bare(render(scene, Window(columns, lines - 3, Depth.TRUE), players=players, news=["Seat 1: a1E3"]))
        assert max(len(line) for line in shown) <= columns
        if lines > 24:
            assert len(shown) <= lines - 3


def test_a_larger_window_shows_a_larger_board() -> None:
    scene = carreau.game("squaryd").replay("d5 c3").scene()
    heights = [len(bare(render(scene, Window(100, lines, Depth.TRUE)))) for lines in (12, 18, 40)]
    assert heights == sorted(set(heights))


def test_the_last_move_is_marked(mode: Mode) -> None:
    """Some pixel or letter differs from the same board without its marks and trails, in every game."""
    *_, state = list(mode.positions(3, 1))
    scene = state.scene()
    assert scene.marks or any(stroke.kind == "trail" for stroke in scene.strokes)
    without = replace(scene, marks=(), strokes=tuple(s for s in scene.strokes if s.kind != "trail"))
    for scale in scales_for(scene):
        assert draw_board(scene, scale).lines(Depth.TRUE) != draw_board(without, scale).lines(Depth.TRUE)


def test_every_depth_keeps_to_its_codes() -> None:
    scene = carreau.game("united-square").start(deal=1).scene()
    for depth, allowed in (
        (Depth.TRUE, r"([34]8;2;\d+;\d+;\d+|[0-9]|;)*"),
        (Depth.PALETTE, r"([34]8;5;\d+|[0-9]|;)*"),
        (Depth.SIXTEEN, r"([0-2]|3[0-7]|4[0-7]|9[0-7]|10[0-7]|;)*"),
    ):
        codes = CODE.findall(render(scene, Window(100, 40, depth)))
        assert len(codes) > 50
        for code in codes:
            assert re.fullmatch(allowed, code), (depth, code)


def test_pieces_stand_out_from_their_board() -> None:
    """Contrast between a piece and the slab or cell under it, by the usual formula; shapes differ besides."""
    for name, colours in (("squadro", ("#f2cb5e", "#a93a31")), ("squaryd", ("#f6f0e4", "#2f2a26"))):
        lines = draw_board(carreau.game(name).replay("1 1" if name == "squadro" else "d5 c3").scene(),
                           scales_for(carreau.game(name).start().scene())[0]).lines(Depth.TRUE)  # fmt: skip
        for colour in colours:
            assert ";".join(map(str, rgb(colour))) in "".join(lines)


def test_a_sixth_game_is_drawn_without_further_ado() -> None:
    """Unknown surfaces, shapes and kinds get something quiet; nothing is left out."""
    scene = Scene(
        surface="ice", columns=3, rows=1,
        cells=(Cell("a1", (0, 0)), Cell("b1", (1, 0), shape="lake"), Cell("c1", (2, 0), tone="edge")),
        pieces=(Piece("p", "penguin", "#336699", (1, 0), same("penguin"), "P"),
                Piece("s", "boat", "red", (2, 0), same("sailing boat"), ">", turn=44),
                Piece("t", "tile", "", (0, 0), same("tile"), "?", face="????")),
        marks=(Mark("last", "b1"), Mark("target", "a1"), Mark("win", "nowhere")), status=same("To move"),
    )  # fmt: skip
    for depth in Depth:
        assert "To move" in " ".join(bare(render(scene, Window(80, 24, depth))))
    assert bare(render(Scene("plain", 0, 0, ()), Window(80, 24, Depth.TRUE)))


def test_two_pixels_make_a_character() -> None:
    canvas = Canvas()
    canvas.paint([(0, 0), (1, 0), (1, 1)], (255, 0, 0))
    canvas.paint([(2, 1)], (0, 0, 255))
    canvas.write(3, 0, "x", Ink(bold=True))
    assert bare("\n".join(canvas.lines(Depth.TRUE))) == ["▀ ▄x"]
    assert mixed((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
