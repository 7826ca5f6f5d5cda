"""A plot of the levels of a game: Elo above level 1, with error bars, a line a mode."""

from __future__ import annotations

import math
from dataclasses import dataclass

from carreau.draw.markup import number, tag, words
from carreau.draw.theme import LIGHT, root_class, style_sheet

COLOURS = (LIGHT.accent, LIGHT.warm, "#46699b", "#8a5a86", "#a8842c", LIGHT.ink)
WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 24, 56, 56  # margins around the field
LEGEND = 18  # the height of a line of it
DODGE = 5  # modes stand beside each other, so that their bars do not hide one another


@dataclass(frozen=True)
class Curve:
    """A mode: level, Elo and error, from level 1 on."""

    name: str
    points: list[tuple[int, float, float]]


def draw(title: str, curves: list[Curve]) -> str:
    """The plot as an SVG picture."""
    reaches = [elo + side * error for curve in curves for _, elo, error in curve.points for side in (-1, 1)]
    step = _step(max(reaches) - min(reaches))
    lowest, highest = step * math.floor(min(reaches) / step), step * math.ceil(max(reaches) / step)
    axes = _Axes(lowest, max(highest, lowest + step))
    parts = [
        words("title", f"{title}: Elo of the levels above level 1"),
        words("style", style_sheet("light")),
        tag("rect", width=WIDTH, height=HEIGHT, rx=10, class_="card"),
        words("text", title, x=LEFT, y=32, font_size=18, font_weight="600", class_="ink"),
        *_grid(axes, step),
    ]
    for which, curve in enumerate(curves):
        parts.append(_curve(axes, curve, COLOURS[which % len(COLOURS)], DODGE * (which - (len(curves) - 1) / 2)))
    if len(curves) > 1:
        parts += _legend(curves)
    return tag(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", width=WIDTH,
        height=HEIGHT, role="img", class_=root_class("light"),
    )  # fmt: skip


def _step(span: float) -> int:
    """Between two lines of the grid: at most eight of them."""
    return next(step for step in (50, 100, 200, 250, 500, 1000, 2000, 5000) if span / step <= 8 or step == 5000)


@dataclass(frozen=True)
class _Axes:
    lowest: float
    highest: float

    def x(self, level: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (level - 0.5) / 8

    def y(self, elo: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (elo - self.lowest) / (self.highest - self.lowest)


def _grid(axes: _Axes, step: int) -> list[str]:
    parts = []
    elo = axes.lowest
    while elo <= axes.highest:
        y = axes.y(elo)
        parts.append(tag("path", d=f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke=LIGHT.line, stroke_width=1))
        parts.append(words("text", f"{elo:+.0f}" if elo else "0", x=LEFT - 10, y=y + 4, font_size=12,
                           text_anchor="end", class_="soft"))  # fmt: skip
        elo += step
    for level in range(1, 9):
        parts.append(words("text", str(level), x=axes.x(level), y=HEIGHT - BOTTOM + 22, font_size=13,
                           text_anchor="middle", class_="ink"))  # fmt: skip
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(words("text", "level", x=middle, y=HEIGHT - 14, font_size=12, text_anchor="middle", class_="soft"))
    parts.append(words("text", "Elo above level 1, 95 % error bars", x=WIDTH - RIGHT, y=32, font_size=12,
                       text_anchor="end", class_="soft"))  # fmt: skip
    return parts


def _curve(axes: _Axes, curve: Curve, colour: str, aside: float) -> str:
    places = [(axes.x(level) + aside, axes.y(elo)) for level, elo, _ in curve.points]
    line = "L".join(f"{number(x)} {number(y)}" for x, y in places)
    parts = [tag("path", d=f"M{line}", fill="none", stroke=colour, stroke_width=1.5, opacity=0.55)]
    for (x, y), (level, elo, error) in zip(places, curve.points, strict=True):
        top, bottom = axes.y(elo + error), axes.y(elo - error)
        if error:
            caps = f"M{number(x - 3)} {number(top)}h6M{number(x - 3)} {number(bottom)}h6"
            parts.append(tag("path", d=f"M{number(x)} {number(top)}V{number(bottom)}{caps}", stroke=colour,
                             stroke_width=1.5))  # fmt: skip
        dot = words("title", f"{curve.name}, level {level}: {elo:+.0f} ± {error:.0f}")
        parts.append(tag("circle", dot, cx=x, cy=y, r=4, fill=colour))
    return tag("g", *parts)


def _legend(curves: list[Curve]) -> list[str]:
    width = 44 + 6.5 * max(len(curve.name) for curve in curves)
    parts = [tag("rect", x=LEFT + 4, y=TOP - 4, width=width, height=LEGEND * len(curves) + 8, fill=LIGHT.card)]
    for which, curve in enumerate(curves):
        y = TOP + 14 + LEGEND * which
        parts.append(tag("circle", cx=LEFT + 16, cy=y - 4, r=4, fill=COLOURS[which % len(COLOURS)]))
        parts.append(words("text", curve.name, x=LEFT + 28, y=y, font_size=12, class_="ink"))
    return parts
