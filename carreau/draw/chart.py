"""The winning chance in the course of a game as a picture, SVG or PNG: one layout, two pencils."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from carreau.draw.colours import colour_of
from carreau.draw.geometry import Box
from carreau.draw.markup import number, tag, words
from carreau.draw.pixels import RGB, rgb
from carreau.draw.stroke_font import text_width
from carreau.draw.theme import DARK, FONTS, LIGHT, Tokens, root_class
from carreau.rules.language import Text
from carreau.rules.scene import Point

WIDTH, HEIGHT = 960, 420
LEFT, RIGHT, TOP, BOTTOM = 72, 34, 84, 66  # from the picture's edges to the plot
PAD = 14  # inside the card
TITLE, SMALL = 19, 12.5  # sizes of letters
SERIES = ("teal", "orange", "violet", "red", "blue", "green", "pink", "brown")
MARK_TOKENS = {"?!": "soft", "?": "warm", "??": "grave"}
GRAVE = {"light": "#a3271b", "dark": "#ff8b78"}
LABEL_HEIGHT = 18
LABEL_GAP = 8  # between two in one line
MOST_LABELS = 14


@dataclass(frozen=True, slots=True)
class Series:
    """One seat's chance: after how many moves it was how high, from 0 to 1."""

    title: str
    points: tuple[Point, ...]
    colour: str = ""  # a piece's colour; one of ours if it is none


@dataclass(frozen=True, slots=True)
class Slip:
    """A move that cost something."""

    at: Point
    mark: str  # ?!, ?, ??
    text: str  # "12. d5 ?? (c3)"
    series: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    title: str
    moves: int
    series: tuple[Series, ...]
    slips: tuple[Slip, ...] = ()
    sides: tuple[str, str] | None = None  # with one line: who wins at the top and at the bottom
    note: str = ""


class _Pencil(Protocol):
    """What a picture is drawn with; a paint is a token of the theme or a colour."""

    def box(self, left: float, top: float, right: float, bottom: float, paint: str, *, radius: float = 0) -> None: ...
    def line(self, points: Sequence[Point], paint: str, width: float, *, opacity: float = 1) -> None: ...
    def disc(self, at: Point, radius: float, paint: str) -> None: ...
    def area(self, points: Sequence[Point], foot: float, paint: str, *, opacity: float) -> None: ...
    def text(
        self, at: Point, text: str, size: float, paint: str, *, anchor: str = "start", bold: bool = False
    ) -> None: ...


def chart_svg(chart: Chart, *, theme: str = "auto") -> str:
    pencil = _Svg()
    _draw(chart, pencil)
    return tag(
        "svg",
        words("title", chart.title),
        words("desc", _spoken(chart)),
        tag("style", _style(theme)),
        *pencil.elements,
        xmlns="http://www.w3.org/2000/svg",
        class_=root_class(theme),
        role="img",
        lang=str(Text("en", "fr")),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
    )


def chart_png(chart: Chart, *, theme: str = "light") -> bytes:
    pencil = _Png("dark" if theme == "dark" else "light")
    _draw(chart, pencil)
    return pencil.raster.png()


def _spoken(chart: Chart) -> str:
    """The mistakes in words, for those who do not see the picture."""
    return "; ".join(slip.text for slip in chart.slips) or chart.title


# The layout


def _draw(chart: Chart, pencil: _Pencil) -> None:
    pencil.box(0, 0, WIDTH, HEIGHT, "paper", radius=16)
    pencil.box(PAD, PAD, WIDTH - PAD, HEIGHT - PAD, "line", radius=14)
    pencil.box(PAD + 1, PAD + 1, WIDTH - PAD - 1, HEIGHT - PAD - 1, "card", radius=13)
    pencil.text((LEFT - 30, 50), chart.title, TITLE, "ink", bold=True)
    if chart.note:
        pencil.text((WIDTH - RIGHT - 8, 50), chart.note, SMALL, "soft", anchor="end")
    _draw_grid(chart, pencil)
    if len(chart.series) == 1:
        pencil.area(_placed(chart, chart.series[0].points), _y(0.5), "accent", opacity=0.16)
    for order, series in enumerate(chart.series):
        points = _placed(chart, series.points)
        if points:
            pencil.line(points, _paint(chart, order), 2.4)
    _draw_slips(chart, pencil)
    if len(chart.series) > 1:
        _draw_legend(chart, pencil)


def _x(chart: Chart, moves: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * moves / max(chart.moves, 1)


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def _placed(chart: Chart, points: Sequence[Point]) -> list[Point]:
    return [(_x(chart, moves), _y(chance)) for moves, chance in points]


def _paint(chart: Chart, order: int) -> str:
    if len(chart.series) == 1:
        return "accent"
    return colour_of(chart.series[order].colour or SERIES[order % len(SERIES)]).body


def _draw_grid(chart: Chart, pencil: _Pencil) -> None:
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = _y(share)
        pencil.line([(LEFT, y), (WIDTH - RIGHT, y)], "line", 1.6 if share == 0.5 else 1)
        pencil.text((LEFT - 9, y + 4.5), f"{round(100 * share)} %", SMALL, "soft", anchor="end")
    if chart.sides:
        for name, y in zip(chart.sides, (_y(1) - 8, _y(0) - 8), strict=True):
            pencil.text((LEFT + 6, y), name, SMALL, "soft")
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if chart.moves / step <= 16)
    for moves in range(0, chart.moves + 1, step):
        x = _x(chart, moves)
        pencil.line([(x, _y(0)), (x, _y(0) + 5)], "line", 1)
        pencil.text((x, _y(0) + 19), str(moves), SMALL, "soft", anchor="middle")
    pencil.text((WIDTH - RIGHT, HEIGHT - PAD - 11), str(Text("moves", "coups")), SMALL, "soft", anchor="end")


def _draw_slips(chart: Chart, pencil: _Pencil) -> None:
    """Dots on the line; the gravest also get their words, where there is room for them."""
    places = _placed(chart, [slip.at for slip in chart.slips])
    curve = [point for series in chart.series for point in _dense(_placed(chart, series.points))]
    taken = [Box(x, y, x, y).grown(6) for x, y in places]
    for name, foot in zip(chart.sides or (), (_y(1) - 8, _y(0) - 8), strict=False):
        taken.append(Box(LEFT, foot + 4 - LABEL_HEIGHT, LEFT + 6 + text_width(name, SMALL), foot + 4))
    gravest = sorted(zip(chart.slips, places, strict=True), key=lambda pair: (_gravity(pair[0]), pair[0].at[0]))
    for slip, (x, y) in gravest[:MOST_LABELS]:
        boxes = list(_beside(x, y, text_width(slip.text, SMALL)))
        box = next((box for box in boxes if _is_free(box, taken, curve)), None)
        if box is None and slip.mark == "??":  # rather over a line than without a word
            box = next((box for box in boxes if _is_free(box, taken, [])), None)
        if box is not None:
            taken.append(Box(box.left - LABEL_GAP, box.top, box.right + LABEL_GAP, box.bottom))
            near = box.top + 3 if box.top > y else box.bottom - 1
            pencil.line([(x, y), (x, near)], MARK_TOKENS[slip.mark], 0.8, opacity=0.6)
            pencil.text((box.left, box.bottom - 4), slip.text, SMALL, MARK_TOKENS[slip.mark])
    for slip, at in zip(chart.slips, places, strict=True):
        pencil.disc(at, 5.2, "card")
        pencil.disc(at, 4.4 if slip.mark == "??" else 3.8, MARK_TOKENS[slip.mark])


def _gravity(slip: Slip) -> int:
    return ("??", "?", "?!").index(slip.mark)


def _beside(x: float, y: float, width: float) -> Iterator[Box]:
    """Where the words for a dot may stand: below and above, ever farther; to the right, in the middle, to the left."""
    for foot in (24, -14, 42, -32, 60, -50, 78, -68):
        for left in (x + 5, x - width / 2, x - width - 5):
            yield Box(left, y + foot + 4 - LABEL_HEIGHT, left + width, y + foot + 4)


def _is_free(box: Box, taken: list[Box], curve: list[Point]) -> bool:
    inside = box.left >= LEFT and box.right <= WIDTH - RIGHT + 14
    inside = inside and box.top >= TOP - 8 and box.bottom <= HEIGHT - BOTTOM + 2
    apart = (
        box.right <= other.left or box.left >= other.right or box.bottom <= other.top or box.top >= other.bottom
        for other in taken
    )  # fmt: skip
    return inside and all(apart) and not any(box.left < x < box.right and box.top < y < box.bottom for x, y in curve)


def _dense(points: list[Point]) -> list[Point]:
    """Points along a line, close enough that no label fits between them."""
    found = []
    for (ax, ay), (bx, by) in pairwise(points):
        steps = max(int(max(abs(bx - ax), abs(by - ay)) / 6), 1)
        found += [(ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps) for step in range(steps + 1)]
    return found


def _draw_legend(chart: Chart, pencil: _Pencil) -> None:
    x = float(LEFT)
    for order, series in enumerate(chart.series):
        pencil.line([(x, HEIGHT - PAD - 15), (x + 16, HEIGHT - PAD - 15)], _paint(chart, order), 3.2)
        pencil.text((x + 22, HEIGHT - PAD - 11), series.title, SMALL, "ink")
        x += 22 + text_width(series.title, SMALL) + 20


# The pencils


def _tokens(tokens: Tokens, theme: str) -> dict[str, str]:
    return {
        "paper": tokens.paper, "card": tokens.card, "ink": tokens.ink, "soft": tokens.soft, "line": tokens.line,
        "accent": tokens.accent, "warm": tokens.warm, "grave": GRAVE[theme],
    }  # fmt: skip


def _style(theme: str) -> str:
    scope = f".{root_class(theme)}"
    shared = f"{scope} text{{font-family:{FONTS};font-variant-numeric:tabular-nums}}"
    light, dark = _rules(scope, _tokens(LIGHT, "light")), _rules(scope, _tokens(DARK, "dark"))
    if theme == "auto":
        return f"{shared}{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return shared + (light if theme == "light" else dark)


def _rules(scope: str, tokens: dict[str, str]) -> str:
    return "".join(
        f"{scope} .{name}{{fill:{colour}}}{scope} .{name}-line{{stroke:{colour}}}" for name, colour in tokens.items()
    )


class _Svg:
    def __init__(self) -> None:
        self.elements: list[str] = []

    def _add(self, element: str, paint: str, *, stroke: bool = False, **attributes: str | float | None) -> None:
        if paint.startswith("#"):
            attributes["stroke" if stroke else "fill"] = paint
        else:
            attributes["class_"] = f"{paint}-line" if stroke else paint
        self.elements.append(tag(element, **attributes))

    def box(self, left: float, top: float, right: float, bottom: float, paint: str, *, radius: float = 0) -> None:
        self._add("rect", paint, x=left, y=top, width=right - left, height=bottom - top, rx=radius)

    def line(self, points: Sequence[Point], paint: str, width: float, *, opacity: float = 1) -> None:
        self._add(
            "path", paint, stroke=True, d=_path(points), fill="none", stroke_width=width, stroke_linejoin="round",
            stroke_linecap="round", opacity=None if opacity == 1 else opacity,
        )  # fmt: skip

    def disc(self, at: Point, radius: float, paint: str) -> None:
        self._add("circle", paint, cx=at[0], cy=at[1], r=radius)

    def area(self, points: Sequence[Point], foot: float, paint: str, *, opacity: float) -> None:
        if points:
            closed = [*points, (points[-1][0], foot), (points[0][0], foot)]
            self._add("path", paint, d=f"{_path(closed)}Z", opacity=opacity)

    def text(self, at: Point, text: str, size: float, paint: str, *, anchor: str = "start", bold: bool = False) -> None:
        self.elements.append(words(
            "text", text, class_=paint, x=at[0], y=at[1], font_size=size, font_weight=600 if bold else None,
            text_anchor=None if anchor == "start" else anchor,
        ))  # fmt: skip


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


class _Png:
    def __init__(self, theme: str) -> None:
        from carreau.draw.raster import Raster  # numpy, which takes a moment to load

        self.tokens = _tokens(LIGHT if theme == "light" else DARK, theme)
        self.raster = Raster(WIDTH, HEIGHT, self._colour("paper"))

    def _colour(self, paint: str) -> RGB:
        return rgb(self.tokens.get(paint, paint))

    def box(self, left: float, top: float, right: float, bottom: float, paint: str, *, radius: float = 0) -> None:
        self.raster.box(left, top, right, bottom, self._colour(paint), radius=radius)

    def line(self, points: Sequence[Point], paint: str, width: float, *, opacity: float = 1) -> None:
        self.raster.line(points, self._colour(paint), width, opacity=opacity)

    def disc(self, at: Point, radius: float, paint: str) -> None:
        self.raster.disc(at, radius, self._colour(paint))

    def area(self, points: Sequence[Point], foot: float, paint: str, *, opacity: float) -> None:
        if points:
            self.raster.area(points, foot, self._colour(paint), opacity=opacity)

    def text(self, at: Point, text: str, size: float, paint: str, *, anchor: str = "start", bold: bool = False) -> None:
        self.raster.text(at, text, size, self._colour(paint), anchor=anchor, bold=bold)
