"""Letters made of lines, for pictures that bring no fonts: every glyph is a few strokes on a small grid.

A point is two digits, column and row; rows count upwards: 0 the descenders' foot, 2 the baseline, 6 the height of an
x, 8 that of a capital. `~` begins a smooth stroke, `@` a smooth and closed one; a stroke of one point is a dot.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache

from carreau.rules.scene import Point

BASELINE, CAPITAL = 2, 8
LETTER_GAP, SPACE = 1.7, 2.6
SMOOTH = 4  # lines between two points of a smooth stroke
BOWL, ROUND = "@264543220305", "@1838474332120307"
GLYPHS = {
    "0": ROUND, "1": "072822", "2": "~0718384746 460242", "3": "~07183847463525 ~25354443321203",
    "4": "32380444", "5": "480805 ~05264543321203", "6": "~473818060412324344351504", "7": "084812",
    "8": "@284746250607 @254443220304", "9": "~031232444638180706153546",
    "a": f"{BOWL} 4642", "b": f"0802 {BOWL}", "c": "~4536160503123243", "d": f"4842 {BOWL}",
    "e": "0444 ~444536160503123243", "f": "~382817 1712 0636", "g": f"{BOWL} 4641 ~41301001",
    "h": "0802 ~05163645 4542", "i": "0602 08", "j": "1611 ~1100 18", "k": "0802 4604 1542", "l": "0802",
    "m": "0602 ~05162635 3532 ~35465665 6562", "n": "0602 ~05163645 4542", "o": BOWL, "p": f"0600 {BOWL}",
    "q": f"4640 {BOWL}", "r": "0602 ~051636", "s": "~45361605143443321203", "t": "1813 ~132232 0636",
    "u": "0603 ~03123243 4642", "v": "062246", "w": "0612365266", "x": "0642 4602", "y": "0622 4610", "z": "06460242",
    "A": "022842 1434", "B": "0208 0828 ~283847463525 2505 ~253544433222 2202", "C": "~4738180604123243",
    "D": "0208 0818 ~183846443212 1202", "E": "48080242 0535", "F": "480802 0535", "G": "~4738180604123243 434525",
    "H": "0802 4842 0545", "I": "0802", "J": "3833 ~33221203", "K": "0802 4804 1542", "L": "080242",
    "M": "0208346862", "N": "02084248", "O": ROUND, "P": "0208 0828 ~283847463525 2505",
    "Q": f"{ROUND} 3342", "R": "0208 0828 ~283847463525 2505 2542", "S": "~473818070615354443321203",
    "T": "0848 2822", "U": "0804 ~04123244 4448", "V": "082248", "W": "0812365268", "X": "0842 4802",
    "Y": "0825 4825 2522", "Z": "08480242",
    ".": "02", ",": "1201", ":": "02 05", ";": "1201 15", "-": "0434", "–": "0444", "_": "0141", "!": "0804 02",
    "?": "~071838474635 ~352524 22", "%": "0248 @08181707 @33434232", "(": "~18060412", ")": "~08161402",
    "/": "0248", "+": "0444 2622", "*": "0642 4602 0444", "=": "0343 0545", "'": "0807", "’": "0807", "·": "04",
    "×": "0532 0235", "→": "0454 365432", "…": "02 22 42", "[": "18080212", "]": "08181202", "#": "1218 3238 0444 0646",
    '"': "0807 1817", "«": "260422 462442", "»": "062402 264422", "<": "460442", ">": "064402",
}  # fmt: skip
ACCENTS = {"\u0301": "2738", "\u0300": "2718", "\u0302": "172837", "\u0308": "17 37", "\u0327": "~222110"}
UNKNOWN = "@08484202"


def text_width(text: str, size: float) -> float:
    return sum(_advance(character) for character in _composed(text)) * _unit(size)


def strokes_of(text: str, at: Point, size: float) -> Iterator[list[Point]]:
    """The lines of a text whose first letter stands at a point of the baseline; y grows downwards."""
    unit, x = _unit(size), at[0]
    for character in _composed(text):
        for stroke in _glyph(character):
            yield [(x + column * unit, at[1] - (row - BASELINE) * unit) for column, row in stroke]
        x += _advance(character) * unit


def _unit(size: float) -> float:
    """A step of the grid, in letters of that size."""
    return size * 0.72 / (CAPITAL - BASELINE)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _advance(character: str) -> float:
    if character.isspace():
        return SPACE
    columns = [column for stroke in _glyph(character) for column, _ in stroke]
    return max(columns) + LETTER_GAP


@cache
def _glyph(character: str) -> tuple[tuple[Point, ...], ...]:
    if character.isspace():
        return ()
    if character in GLYPHS:
        return tuple(_stroke(stroke) for stroke in GLYPHS[character].split())
    letter, *marks = list(unicodedata.normalize("NFD", character))
    if marks and letter in GLYPHS and set(marks) <= set(ACCENTS):
        parts = ["2622" if letter == "i" else GLYPHS[letter], *(ACCENTS[mark] for mark in marks)]
        return tuple(_stroke(stroke) for part in parts for stroke in part.split())
    return (_stroke(UNKNOWN),)


def _stroke(text: str) -> tuple[Point, ...]:
    digits = text.lstrip("~@")
    points = [(float(digits[i]), float(digits[i + 1])) for i in range(0, len(digits), 2)]
    if text[0] == "~":
        return tuple(_smooth([points[0], *points, points[-1]]))
    if text[0] == "@":
        return tuple(_smooth([points[-1], *points, points[0], points[1]]))
    return tuple(points)


def _smooth(points: list[Point]) -> Iterator[Point]:
    """A curve through all points but the first and the last, which say where it comes from and goes (Catmull-Rom)."""
    for before, start, end, after in zip(points, points[1:], points[2:], points[3:], strict=False):
        for step in range(SMOOTH):
            t = step / SMOOTH
            x, y = (
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
                for a, b, c, d in zip(before, start, end, after, strict=True)
            )
            yield x, y
    yield points[-2]
