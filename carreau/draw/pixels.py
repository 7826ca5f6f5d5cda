"""Pictures made of characters: a character holds two square pixels, one above the other, or a letter on its ground.

Terminals differ in how many colours they know; what a picture is painted in is rounded to those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby

RGB = tuple[int, int, int]
Pixel = tuple[int, int]  # column and row; two rows make a line
RESET = "\x1b[0m"
UPPER, LOWER = "▀", "▄"
HUE_WEIGHT = 1.6
STEPS = (0, 95, 135, 175, 215, 255)
# The palette of 256 without its first sixteen, which everybody sets as they like: a cube and a ladder of greys.
PALETTE: tuple[RGB, ...] = (
    *((red, green, blue) for red in STEPS for green in STEPS for blue in STEPS),
    *((grey, grey, grey) for grey in range(8, 248, 10)),
)
SIXTEEN: tuple[RGB, ...] = (
    (0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (190, 190, 190),
    (127, 127, 127), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255),
    (255, 255, 255),
)  # fmt: skip


class Depth(Enum):
    """How many colours a terminal knows."""

    SIXTEEN = 16
    PALETTE = 256
    TRUE = 1 << 24


def rgb(colour: str) -> RGB:
    """From #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(under: RGB, over: RGB, share: float) -> RGB:
    """The first colour with a share of the second laid over it."""
    red, green, blue = (round(u + (o - u) * share) for u, o in zip(under, over, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Ink:
    """How a character is written; None leaves the terminal's own colour."""

    colour: RGB | None = None
    ground: RGB | None = None
    bold: bool = False
    faint: bool = False

    def on(self, text: str, depth: Depth) -> str:
        codes = ["1"] * self.bold + ["2"] * self.faint
        codes += [_code(self.colour, depth, 38)] if self.colour else []
        codes += [_code(self.ground, depth, 48)] if self.ground else []
        return f"\x1b[{';'.join(codes)}m{text}{RESET}" if codes else text


@lru_cache(4096)
def _code(colour: RGB, depth: Depth, layer: int) -> str:
    """The escape code's numbers; layer 38 is the letter, 48 the ground."""
    if depth is Depth.TRUE:
        return f"{layer};2;{colour[0]};{colour[1]};{colour[2]}"
    if depth is Depth.PALETTE:
        return f"{layer};5;{16 + _nearest(colour, PALETTE)}"
    nearest = _nearest(colour, SIXTEEN)
    return str(layer - 8 + nearest if nearest < 8 else layer + 52 + nearest - 8)


def _nearest(colour: RGB, known: Sequence[RGB]) -> int:
    here = _perceived(colour)
    return min(
        range(len(known)), key=lambda n: sum((a - b) ** 2 for a, b in zip(here, _perceived(known[n]), strict=True))
    )


@cache
def _perceived(colour: RGB) -> tuple[float, float, float]:
    """Lightness and two hues in which equal steps look equal (OKLab); hue counts more, as pieces are told by it."""
    red, green, blue = ((channel / 255) ** 2.2 for channel in colour)
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    lightness = 0.2105 * long + 0.7936 * middle - 0.0041 * short
    to_red = 1.9780 * long - 2.4286 * middle + 0.4506 * short
    to_yellow = 0.0259 * long + 0.7828 * middle - 0.8087 * short
    return lightness, HUE_WEIGHT * to_red, HUE_WEIGHT * to_yellow


class Canvas:
    """Pixels, and letters by (column, line); what comes later lies on top. Places may be negative."""

    def __init__(self) -> None:
        self._pixels: dict[Pixel, RGB] = {}
        self._letters: dict[tuple[int, int], tuple[str, Ink]] = {}

    def paint(self, pixels: Iterable[Pixel], colour: RGB, opacity: float = 1) -> None:
        for pixel in pixels:
            under = self._pixels.get(pixel)
            self._pixels[pixel] = colour if under is None or opacity == 1 else mixed(under, colour, opacity)

    def write(self, column: int, line: int, text: str, ink: Ink) -> None:
        """Letters stand on the pixels, unless the ink has a ground of its own."""
        for shift, letter in enumerate(text):
            self._letters[column + shift, line] = (letter, ink)

    def extent(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what is drawn, in columns and lines, the last ones included."""
        places = [(x, y // 2) for x, y in self._pixels] + list(self._letters)
        columns, lines = [column for column, _ in places] or [0], [line for _, line in places] or [0]
        return min(columns), min(lines), max(columns), max(lines)

    def lines(self, depth: Depth) -> list[str]:
        """The picture as lines of text, all equally wide."""
        left, top, right, bottom = self.extent()
        return ["".join(self._runs(line, left, right, depth)) for line in range(top, bottom + 1)]

    def _runs(self, line: int, left: int, right: int, depth: Depth) -> Iterator[str]:
        characters = (self._character(column, line) for column in range(left, right + 1))
        for ink, run in groupby(characters, key=lambda character: character[1]):
            yield ink.on("".join(letter for letter, _ in run), depth)

    def _character(self, column: int, line: int) -> tuple[str, Ink]:
        upper, lower = self._pixels.get((column, 2 * line)), self._pixels.get((column, 2 * line + 1))
        if (column, line) in self._letters:
            letter, ink = self._letters[column, line]
            ground = mixed(upper, lower, 0.5) if upper and lower else upper or lower
            return letter, Ink(ink.colour, ink.ground or ground, ink.bold, ink.faint)
        if upper == lower:
            return " ", Ink(ground=upper)
        return (LOWER, Ink(lower)) if upper is None else (UPPER, Ink(upper, lower))
