"""A scene in colour for a terminal: the board as large as the window allows, and what is to be known beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from carreau.draw.colours import colour_of
from carreau.draw.mosaic import draw_board, scales_for, slab_colour, tile_ink
from carreau.draw.pixels import Depth, Ink, rgb
from carreau.draw.tiles import TILE_COLOURS
from carreau.rules.scene import Piece, Rail, Scene

Span = tuple[str, Ink]
PLAIN, BOLD, FAINT = Ink(), Ink(bold=True), Ink(faint=True)
ACCENT = Ink(rgb("#2f9482"), bold=True)  # to be read on light and on dark ground
GAP = 3  # columns between the board and the panel
WIDEST_PANEL = 44
SPOT = "●"


@dataclass(frozen=True, slots=True)
class Window:
    """How much room there is, and how many colours."""

    columns: int
    lines: int
    depth: Depth


def render(scene: Scene, window: Window, *, players: Mapping[int, str] | None = None, news: Sequence[str] = ()) -> str:
    """The board, who sits where (`players`, by seat), the status, and the last events as `news`."""
    widest = max(window.columns - 2, 20)
    for scale in scales_for(scene):
        board = draw_board(scene, scale)
        left, top, right, bottom = board.extent()
        width, height = right - left + 1, bottom - top + 1
        beside = _panel(scene, min(window.columns - width - GAP - 1, WIDEST_PANEL), players or {}, news)
        if beside and max(height, len(beside)) <= window.lines:
            return _side_by_side(board.lines(window.depth), width, beside, window.depth)
        below = _panel(scene, widest, players or {}, news) or []
        fits = width <= window.columns and height + 1 + len(below) <= window.lines
        if fits or scale == scales_for(scene)[-1]:
            return "\n".join([*board.lines(window.depth), "", *(_written(line, window.depth) for line in below)])
    raise AssertionError("the last scale is always taken")


def _side_by_side(board: list[str], width: int, panel: list[list[Span]], depth: Depth) -> str:
    """The panel in the middle of the board's height."""
    height = max(len(board), len(panel))
    board = board + [" " * width] * (height - len(board))
    above = (height - len(panel)) // 2
    panel = [[]] * above + panel + [[]] * (height - len(panel) - above)
    return "\n".join(
        f"{line}{' ' * GAP}{_written(spans, depth)}".rstrip() for line, spans in zip(board, panel, strict=True)
    )


def _written(spans: Sequence[Span], depth: Depth) -> str:
    return "".join(ink.on(text, depth) for text, ink in spans)


def _panel(scene: Scene, width: int, players: Mapping[int, str], news: Sequence[str]) -> list[list[Span]] | None:
    """Lines of at most that width; None where they would need more."""
    if width < 20:
        return None
    titles = max((len(str(rail.title)) for rail in scene.rails), default=0)
    lines: list[list[Span]] = []
    for rail in scene.rails:
        seat = _seat_lines(rail, scene.surface, width, titles, players.get(rail.seat, ""))
        if seat is None:
            return None
        lines += seat
    if scene.status:
        lines += [[], *([(line, BOLD)] for line in wrap(str(scene.status), width))]
    return lines + [[(line, FAINT)] for event in news for line in wrap(event, width)]


def _seat_lines(rail: Rail, surface: str, width: int, titles: int, player: str) -> list[list[Span]] | None:
    """Name, player and score; then the hand or stock, on the same line if there is room."""
    arrow: Span = ("▸ ", ACCENT) if rail.to_move else ("  ", PLAIN)
    head = [arrow, *_swatches(rail, surface), (f"{rail.title!s:<{titles}}", BOLD if rail.to_move else PLAIN)]
    facts = [(f"  {fact}", ink) for fact, ink in ((str(rail.score or ""), PLAIN), (player, FAINT)) if fact]
    if _width(head) > width:
        return None
    lines = [head]
    for fact in facts:
        if _width(lines[-1]) + len(fact[0]) <= width:
            lines[-1].append(fact)
        else:
            lines.append([("  ", PLAIN), fact])
    items = [_item(piece, count) for piece, count in rail.items]
    if _width(lines[-1]) + sum(2 + _width(item) for item in items) > width:
        lines.append([("  ", PLAIN)])
    for item in items:
        if _width(lines[-1]) + 2 + _width(item) > width:
            lines.append([("  ", PLAIN)])
        lines[-1] += [("  ", PLAIN), *item]
    return lines


def _swatches(rail: Rail, surface: str) -> list[Span]:
    """What the seat plays with, on a bit of the board: to be seen on any ground."""
    if not rail.colours:
        return []
    letters = [letter for name in rail.colours for letter, tile in TILE_COLOURS.items() if tile.name == name]
    if surface == "felt" and letters:
        return [*((f" {letter} ", tile_ink(letter)) for letter in letters), (" ", PLAIN)]
    ground = slab_colour(surface)
    spots = [(f" {SPOT}", Ink(rgb(colour_of(name).body), ground)) for name in rail.colours]
    return [*spots, (" ", Ink(ground=ground)), (" ", PLAIN)]


def _item(piece: Piece, count: int) -> list[Span]:
    """A piece of a hand or stock, and how many of it."""
    if piece.kind == "tile":
        return [*((letter, tile_ink(letter)) for letter in piece.face), (f"×{count}", PLAIN)]
    colour = colour_of(piece.colour)
    letter = f" {piece.glyph} "
    return [(letter, Ink(rgb(colour.sign), rgb(colour.body))), (f"{count:>3}", PLAIN if count else FAINT)]


def _width(spans: Sequence[Span]) -> int:
    return sum(len(text) for text, _ in spans)
