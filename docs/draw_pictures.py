"""Draw the pictures of the rule pages from real positions.

    python docs/draw_pictures.py [DIRECTORY]

Writes into docs/games/pictures unless told otherwise. The same files serve both languages, so what is
written in words beside a board (names, scores, whose turn) is left out; pictures are the same text every time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

import carreau
from carreau.draw import render_svg
from carreau.draw.colours import colour_of
from carreau.draw.markup import tag, words
from carreau.games.grids import Grid, our_grids
from carreau.rules.language import same
from carreau.rules.scene import Stroke

PICTURES = Path(__file__).parent / "games" / "pictures"


def picture(state: carreau.State, *, strokes: Iterable[Stroke] = (), targets: bool = False) -> str:
    """The board alone, with more strokes on it where the page explains something."""
    scene = state.scene(targets=targets)
    return render_svg(replace(scene, strokes=(*scene.strokes, *strokes), rails=(), status=None))


def picture_with_rails(state: carreau.State, titles: Iterable[str], *, scores: bool = True) -> str:
    """The board with hands or stocks, the seats named by these short signs."""
    scene = state.scene()
    rails = [
        replace(rail, title=same(title), score=rail.score if scores else None)
        for rail, title in zip(scene.rails, titles, strict=True)
    ]
    return render_svg(replace(scene, rails=tuple(rails), status=None))


# Squadro

JUMP = "3.6.2.1.0/1.0.2.10.1 0"  # Yellow's lane 2 has turned; two red pieces stand side by side on its way
FINISH = "12.12.3.9.12/12.6.10.12.4 0"  # Yellow brings a fourth piece home with lane 4


def squadro() -> dict[str, str]:
    game = carreau.game("squadro")
    jump = game.position(JUMP)
    return {
        "squadro-start": picture(game.start()),
        "squadro-move": picture(game.replay(["1"])),
        "squadro-turn": picture(game.replay(["1", "1", "1"])),
        "squadro-jump-before": picture(jump),
        "squadro-jump-after": picture(jump.play("2")),
        "squadro-end": picture(game.position(FINISH).play("4")),
    }


# Unlur


def contract_then(contract: str, white: str, black: str) -> list[str]:
    """The moves of a game: the contract, the pass, then white and black stones in turn."""
    turns = zip_longest(white.split(), black.split())
    return [*contract.split(), "pass", *(stone for stone in chain.from_iterable(turns) if stone)]


CONTRACT = "h8 j6 f6 g11"
LINE = contract_then(
    "d7 g7 h4 e3 f9",
    white="f6 e5 g5 d5 h5 c4 i4 b3 j3 a3 k2",
    black="e7 f4 d3 h6 i6 c6 g3 b5 j5 i2",
)
Y = contract_then(
    "f6 e5 g7 h4",
    white="g6 c5 h7 e3 f5 b3 i5 g9 d7 h2 j6 e8",
    black="d5 c4 f7 g8 b4 h8 g5 i3 a4 i2 i8 j1",
)
OWN_LINE = contract_then("e5 d3 f6", white="e3 g4 c4 e7 f7 h6", black="d2 e4 f5 g6 d1 g7")


def unlur() -> dict[str, str]:
    game = carreau.game("unlur")
    return {
        "unlur-contract": picture(game.replay(CONTRACT.split())),
        "unlur-line": picture(game.replay(LINE, side=6)),
        "unlur-y": picture(game.replay(Y, side=6)),
        "unlur-own-line": picture(game.replay(OWN_LINE, side=5)),
    }


# Squaryd


def outline(*holes: str, dashed: bool = False) -> Stroke:
    """A square on the board, by its corners."""
    corners = tuple(("abcdefg".index(hole[0]), 7 - int(hole[1])) for hole in holes)
    return Stroke("line" if dashed else "square", corners, hue="yellow" if dashed else "", dashed=dashed, closed=True)


THREATS = "b2 a7 d3 g4 c2 e6 f5 d1 c5"
PARRIES = f"{THREATS} a4* f2* e3"
TILTED = "c2 d6 f3 e1 b5 g7 e6"
DOUBLES = "c1 a5 g3 a7 c2 f6 c5 f5 b3 b1 f4 d5 c6 g6 g5* c3 b2* e4 e6* a3 e3* a1* d1* g2 f1 c4*"


def squaryd() -> dict[str, str]:
    game = carreau.game("squaryd")
    every_kind = [
        outline("a7", "b7", "b6", "a6"),
        outline("d6", "f4", "d2", "b4"),
        outline("c7", "g5", "e1", "a3"),
    ]
    threats = [outline("b2", "a4", "c5", "d3", dashed=True), outline("c2", "c5", "f5", "f2", dashed=True)]
    return {
        "squaryd-squares": picture(game.start(), strokes=every_kind),
        "squaryd-threats": picture(game.replay(THREATS.split()), strokes=threats),
        "squaryd-parries": picture(game.replay(PARRIES.split())),
        "squaryd-square": picture(game.replay(TILTED.split())),
        "squaryd-doubles": picture(game.replay(DOUBLES.split())),
    }


# United Square

DUEL = (
    "c4:YGBR d4:BRYG d5:RGBY d3:YBRG e4:BGYR b3:GYRB a3:RBGY a2:GRYB c2:RYBG a1:YRGB a4:YGRB a5:RBYG b1:GBYR "
    "e3:YGRB b5:GYRB e5:RYBG e2:RGBY e1:BGRY d1:GYBR"
)
SOLVED = (
    "BGRY,BRYG,BGYR,BYRG,BGRY/RGBY,YRBG,YGBR,RBYG,RGYB/BRGY,BYGR,BGRY,YBRG,YGRB/"
    "GRBY,GYBR,RBGY,RYGB,RGBY/BGRY,BYRG,GBRY,GYRB,BGRY - - solitaire - hidden"
)


def united_square() -> dict[str, str]:
    game = carreau.game("united-square")
    duel = game.start(deal=1, open_hands=True)
    cross = [
        Stroke("line", ((2.75, 1.75), (3.25, 2.25)), "orange"),
        Stroke("line", ((2.75, 2.25), (3.25, 1.75)), "orange"),
    ]
    return {
        "united-square-tiles": picture_with_rails(game.start(mode="solitaire"), ["BGRY"], scores=False),
        "united-square-duel": picture_with_rails(game.continue_with(duel, DUEL.split()[:6]), ["B R", "G Y"]),
        "united-square-dead": picture(game.replay(["c2:RBYG", "d2:GRYB"], deal=1), strokes=cross),
        "united-square-end": picture_with_rails(game.continue_with(duel, DUEL.split()), ["B R", "G Y"]),
        "united-square-solved": picture(game.position(SOLVED)),
    }


# 012x012

SMALL_TRAY = "001211/022100/210122/112002/200110/122012"
BANDS = "000000/000000/111111/111111/222222/222222"
SLIDING = "000000/000100/110111/111112/222221/22.222"
STUCK = "a1E2 f1N2 a2E2 f6S2 f4S2 a6 c1N2 b6E2 e6W2 e1W2 d2E2 e5W2"
TOGETHER = "l1N2 a1E2 a12S3 k1W2 b12S2 a2E2 c12S2 l3N3 i1W2 d12E2 l12S2 l6N2 f12E3 b10E2 a9E2 l8N3"


def zero_one_two() -> dict[str, str]:
    game = carreau.game("012x012")

    def small(moves: str, *, targets: bool = False) -> str:
        return picture(game.replay(moves.split(), grid=SMALL_TRAY), targets=targets)

    together = game.replay(TOGETHER.split(), players=4, grid="CAR_012x012_010")
    return {
        "012x012-tray": picture_with_rails(together, "0123"),
        "012x012-contacts": small("f6W3 a1N2 f1W3", targets=True),
        "012x012-one-same-code": small("a6"),
        "012x012-one-three-contacts": small("f6W3 a6E2 c6"),
        "012x012-two-codes": small("a1E2"),
        "012x012-two-three-contacts": small("f1W3 a1N2 b1E2"),
        "012x012-three": small("f6W3"),
        "012x012-forced": small(f"{STUCK} a3E2"),
        "012x012-taquin": picture(game.start(mode="taquin", grid=BANDS, tray=SLIDING)),
        "012x012-solutions": contact_sheet(list(our_grids().values())),
    }


# The solutions of all grids on one sheet: flat, or it would be ten times as heavy.

SIDE, GUTTER, ACROSS, CAPTION = 132, 20, 6, 22


def contact_sheet(grids: list[Grid]) -> str:
    rows = -(-len(grids) // ACROSS)
    width, height = GUTTER + ACROSS * (SIDE + GUTTER), GUTTER + rows * (SIDE + CAPTION + GUTTER)
    drawn = []
    for i, grid in enumerate(grids):
        down, across = divmod(i, ACROSS)
        at = f"translate({GUTTER + across * (SIDE + GUTTER)} {GUTTER + down * (SIDE + CAPTION + GUTTER)})"
        name = words("text", grid.reference, x=SIDE / 2, y=SIDE + 16, text_anchor="middle")
        drawn.append(tag("g", *solution(grid), name, transform=at))
    return tag(
        "svg",
        tag("rect", width=width, height=height, rx=16, fill="#f7f2e8"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family="system-ui, sans-serif",
        font_size=11,
        fill="#6f655a",
    )


def solution(grid: Grid) -> Iterable[str]:
    """A frame, and for each code one path of all its cells."""
    size = len(grid.rows)
    cell = SIDE / size
    yield tag("rect", x=-4, y=-4, width=SIDE + 8, height=SIDE + 8, rx=6, fill="#3b352f")
    for code, name in enumerate(("white", "black", "teal")):
        cells = [divmod(i, size) for i, there in enumerate(grid.codes) if there == code]
        d = "".join(f"M{x * cell:g} {y * cell:g}h{cell:g}v{cell:g}h-{cell:g}z" for y, x in cells)
        yield tag("path", d=d, fill=colour_of(name).body, stroke="#8b8175", stroke_opacity=".35", stroke_width=0.6)


def draw_all(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    with carreau.in_language("en"):
        drawn = squadro() | unlur() | squaryd() | united_square() | zero_one_two()
    for name, svg in drawn.items():
        (directory / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
