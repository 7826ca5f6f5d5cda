"""What lies beside the board: a card a seat with its name, score, hand or stock, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from carreau.draw.colours import colour_of
from carreau.draw.markup import Defs, move_to, number, tag, words
from carreau.draw.pieces import symbol_of
from carreau.draw.tiles import swatch
from carreau.rules.language import Text
from carreau.rules.scene import Piece, Rail, Scene

MOST_BELOW = 4  # with more seats than this the cards stand beside the board
SIDE_WIDTH = 248  # of the cards beside the board
PADDING = 16
RADIUS = 14
NAME, SMALL = 16, 14  # sizes of letters
NAME_WIDTH, SMALL_WIDTH = 0.62 * NAME, 0.58 * SMALL  # of one letter, in a wide font
ARROW = 18  # room for the sign of the seat to move
SWATCH = 16


@dataclass(frozen=True, slots=True)
class Panel:
    """A finished part of the picture, its upper left corner at (0, 0)."""

    markup: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """What all the cards of a picture share."""

    surface: str
    columns: int
    width: float
    gap: float
    line: float  # the height of a card's first line
    wraps: bool  # names and scores are too long for one line

    @property
    def header(self) -> float:
        return self.line + (20 if self.wraps else 0)


def status_panel(scene: Scene, width: float) -> Panel:
    """The status sentence, on as many lines as it needs."""
    lines = wrap(str(scene.status or ""), max(int(width / NAME_WIDTH), 20))
    drawn = "".join(
        words("text", line, x=width / 2, y=24 * row + 20, class_="ink", font_size=NAME + 1, font_weight=600,
              text_anchor="middle")
        for row, line in enumerate(lines)
    )  # fmt: skip
    return Panel(drawn, width, 24 * len(lines) + 12 if lines else 0)


def rail_panel(scene: Scene, width: float, defs: Defs) -> Panel:
    """All seats' cards: in columns across `width`, or in one if there are many seats."""
    if not scene.rails:
        return Panel("", width, 0)
    layout = _layout(scene, width)
    drawn, y = [], 0.0
    for start in range(0, len(scene.rails), layout.columns):
        row = scene.rails[start : start + layout.columns]
        height = max(_height(rail, layout) for rail in row)
        for column, rail in enumerate(row):
            at = move_to(column * (layout.width + layout.gap), y)
            card = _card(rail, layout, height, defs)
            drawn.append(
                tag("g", words("title", _spoken(rail)), card, class_="rail", data_seat=rail.seat, transform=at)
            )
        y += height + layout.gap
    return Panel(tag("g", *drawn, class_="rails"), width, y - layout.gap)


def _layout(scene: Scene, width: float) -> Layout:
    seats = len(scene.rails)
    many = seats > MOST_BELOW
    columns = 1 if many else 2 if seats == 4 else seats
    gap = 8 if many else 12
    card = (width - gap * (columns - 1)) / columns
    wraps = any(_needs_two_lines(rail, card) for rail in scene.rails)
    return Layout(scene.surface, columns, card, gap, 38 if many else 46, wraps)


def _spoken(rail: Rail) -> str:
    turn = str(Text("to move", "doit jouer")) if rail.to_move else ""
    return ", ".join(part for part in (str(rail.title), turn, str(rail.score or "")) if part)


# Name and score


def _left(rail: Rail) -> float:
    return PADDING + (ARROW if rail.to_move else 0)


def _name_start(rail: Rail) -> float:
    return _left(rail) + len(rail.colours) * (SWATCH + 6) + (2 if rail.colours else 0)


def _needs_two_lines(rail: Rail, width: float) -> bool:
    if rail.score is None:
        return False
    name = len(str(rail.title)) * NAME_WIDTH
    score = len(str(rail.score)) * SMALL_WIDTH
    return PADDING + ARROW + _name_start(rail) - _left(rail) + name + 12 + score + PADDING > width


def _card(rail: Rail, layout: Layout, height: float, defs: Defs) -> str:
    middle = layout.line / 2
    start = _name_start(rail)
    name = _shortened(str(rail.title), layout.width - start - PADDING)
    return (
        _ground(rail, layout, height)
        + _swatches(rail, layout.surface, middle, defs)
        + words("text", name, x=start, y=middle + 5.5, class_="ink", font_size=NAME, font_weight=600)
        + _score(rail, layout)
        + _items(rail, layout, defs)
    )


def _score(rail: Rail, layout: Layout) -> str:
    if rail.score is None:
        return ""
    return words(
        "text",
        str(rail.score),
        x=_left(rail) if layout.wraps else layout.width - PADDING,
        y=layout.line / 2 + (27 if layout.wraps else 5),
        class_="soft",
        font_size=SMALL,
        text_anchor=None if layout.wraps else "end",
    )


def _shortened(text: str, room: float) -> str:
    most = max(int(room / NAME_WIDTH), 4)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _ground(rail: Rail, layout: Layout, height: float) -> str:
    card = tag("rect", width=layout.width, height=height, rx=RADIUS, class_="card")
    if not rail.to_move:
        return card
    foot, end, r = number(height - RADIUS), number(height), RADIUS
    outer = f"M{r} 0A{r} {r} 0 0 0 0 {r}V{foot}A{r} {r} 0 0 0 {r} {end}"
    bar = f"{outer}A9 {r} 0 0 1 5 {foot}V{r}A9 {r} 0 0 1 {r} 0Z"
    arrow = f"M{PADDING + 2} {number(layout.line / 2 - 6)}l9 6l-9 6z"
    return card + tag("path", d=bar + arrow, class_="accent")


def _swatches(rail: Rail, surface: str, middle: float, defs: Defs) -> str:
    drawn = []
    for order, name in enumerate(rail.colours):
        x = _left(rail) + SWATCH / 2 + order * (SWATCH + 6)
        motif = swatch(name, defs) if surface == "felt" else None
        if motif:
            drawn.append(tag("use", href=f"#{motif}", transform=f"{move_to(x, middle)} scale(.17)"))
        else:
            drawn.append(
                tag("rect", x=x - SWATCH / 2, y=middle - SWATCH / 2, width=SWATCH, height=SWATCH, rx=5,
                    fill=colour_of(name).body, class_="swatch")
            )  # fmt: skip
    return "".join(drawn)


# Hands and stocks


def _is_hand(rail: Rail) -> bool:
    """Tiles are larger than other pieces and have their count below."""
    return any(piece.kind == "tile" for piece, _ in rail.items)


def _is_counted(rail: Rail) -> bool:
    return any(count != 1 for _, count in rail.items)


def _size(rail: Rail, layout: Layout) -> float:
    return 40 if _is_hand(rail) else 28 if layout.columns > 1 else 25


def _slot(rail: Rail, layout: Layout) -> tuple[float, float]:
    """Width and height of a place on the rail, the same for every item."""
    size, counted = _size(rail, layout), _is_counted(rail)
    if _is_hand(rail):
        return size + 8, size + (22 if counted else 8)
    digits = max(len(str(count)) for _, count in rail.items)
    return size + 6 + (18 + 8 * digits if counted else 0), size + 6


def _per_row(rail: Rail, layout: Layout) -> int:
    return max(int((layout.width - 2 * PADDING + 8) / _slot(rail, layout)[0]), 1)


def _height(rail: Rail, layout: Layout) -> float:
    if not rail.items:
        return layout.header
    rows = -(-len(rail.items) // _per_row(rail, layout))
    return layout.header + rows * _slot(rail, layout)[1] + 4


def _items(rail: Rail, layout: Layout, defs: Defs) -> str:
    if not rail.items:
        return ""
    across, down = _slot(rail, layout)
    per_row = _per_row(rail, layout)
    drawn = []
    for order, (piece, count) in enumerate(rail.items):
        row, column = divmod(order, per_row)
        at = move_to(PADDING + column * across, layout.header - 2 + row * down)
        drawn.append(tag("g", _item(piece, count, rail, _size(rail, layout), defs), transform=at))
    return "".join(drawn)


def _item(piece: Piece, count: int, rail: Rail, size: float, defs: Defs) -> str:
    use = tag(
        "use",
        words("title", str(piece.name) or piece.glyph),
        class_="piece",
        data_id=piece.id,
        href=f"#{symbol_of(piece, defs)}",
        transform=f"{move_to(size / 2, size / 2)} scale({number(size / 100)})",
        opacity=None if count else ".45",
    )
    if not _is_counted(rail):
        return use
    under = _is_hand(rail)
    return use + words(
        "text",
        f"×{count}",
        x=size / 2 if under else size + 5,
        y=size + 14 if under else size / 2 + 5,
        class_="soft",
        font_size=SMALL - 1,
        text_anchor="middle" if under else None,
    )
