"""Letters made of lines, for pictures that bring no fonts: every glyph is a few strokes on a small grid.

A point is two digits, column and row; rows count upwards: 0 the descenders' foot, 2 the baseline, 6 the height of an
x, 8 that of a capital. `~` begins a smooth stroke, `@` a smooth and closed one; a stroke of one point is a dot.

There are the signs of a keyboard and the Latin letters of Europe: a letter with an accent is the letter, and the accent
over its middle. A letter of any other script is a small box, and an accent that we do not know is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache

from carreau.rules.scene import Point

Glyph = tuple[tuple[Point, ...], ...]
BASELINE, X_HEIGHT, CAPITAL = 2, 6, 8
X_WIDTH = 4
LETTER_GAP, SPACE = 1.7, 2.6
SMOOTH = 4  # lines between two points of a smooth stroke
BOWL, ROUND = "@264543220305", "@1838474332120307"
E_BEHIND = "4484 ~848576564543527283"
CROSSED_D = "1218 1828 ~284856544222 2212 0535"
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
    "&": "4216 ~16172837360403122244", "$": "~473818070615354443321203 2921",
    "@": "~523112040618486664534446 @362524334445", "\\": "0842", "^": "062846", "`": "0817", "{": "~28171605141322",
    "|": "0901", "}": "~08171625141302", "~": "~04153445", "‘": "0807", "“": "0807 1817", "”": "0807 1817", "ʼ": "0807",
    "‚": "1201", "„": "1201 3221", "‹": "260422", "›": "062402", "—": "0464", "−": "0444",
    "¿": "~433212030415 ~152526 28", "¡": "0004 06", "°": "@18271607", "•": "@15241304", "⁄": "0248",
    "€": "~5748281614224253 0434 0636", "£": "~473828171402 0242 0535", "±": "0545 2723 0242", "÷": "0444 26 22",
    "œ": f"{BOWL} {E_BEHIND}", "æ": f"~0516364543 ~441403123243 {E_BEHIND}", "Œ": "~381806041232 78383272 3565",
    "Æ": "0248 78484272 2565", "ß": "0207 ~071828373625 ~2544433212", "ẞ": "0206 ~06183847 4725 ~2544433212",
    "ø": f"{BOWL} 0147", "Ø": f"{ROUND} 0149", "ł": "1812 0426", "Ł": "181252 0436", "đ": f"4842 {BOWL} 2757",
    "Đ": CROSSED_D, "Ð": CROSSED_D, "ð": f"{BOWL} ~43453718 1738", "þ": f"0800 {BOWL}",
    "Þ": "0802 0727 ~273746453424 2404", "ħ": "1812 ~15264655 5552 0737", "Ħ": "1812 5852 1555 0767", "ı": "0602",
    "ȷ": "1611 ~1100", "ŋ": "0602 ~05163645 4541 ~413020", "Ŋ": "0802 ~07183847 4741 ~413020",
    "ŧ": "1813 ~132232 0636 0434", "Ŧ": "0848 2822 1535", "ĸ": "0602 4604 1542", "ŀ": "0802 25", "Ŀ": "080242 35",
    "ə": "4404 ~040312324345361605", "Ə": "0545 ~050412324446381807", "ģ": f"{BOWL} 4641 ~41301001 2738",
    "ď": f"4842 {BOWL} 6867", "ľ": "0802 2827", "Ľ": "080242 2827", "ť": "1813 ~132232 0636 4847",
}  # fmt: skip
# Over the middle of an x; over a taller or a wider letter they are moved.
ABOVE = {
    "\u0300": "2718", "\u0301": "2738", "\u0302": "172837", "\u0303": "~07183748", "\u0304": "1737",
    "\u0306": "~182738", "\u0307": "27", "\u0308": "17 37", "\u030a": "@27382918", "\u030b": "1728 3748",
    "\u030c": "182738",
}  # fmt: skip
BELOW = {"\u0326": "2110", "\u0327": "~222110"}
AT_THE_FOOT = {"\u0328": "~42313040"}  # under the right edge
DOTLESS = {"i": "ı", "j": "ȷ"}
NO_ROOM = ("Mn", "Mc", "Me", "Cf")  # accents and the like, joiners
UNKNOWN = "0206464202"


def text_width(text: str, size: float) -> float:
    return sum(_advance(letter) for letter in _letters(text)) * _unit(size)


def strokes_of(text: str, at: Point, size: float) -> Iterator[list[Point]]:
    """The lines of a text whose first letter stands at a point of the baseline; y grows downwards."""
    unit, x = _unit(size), at[0]
    for letter in _letters(text):
        for stroke in _glyph(letter):
            yield [(x + column * unit, at[1] - (row - BASELINE) * unit) for column, row in stroke]
        x += _advance(letter) * unit


def _unit(size: float) -> float:
    """A step of the grid, in letters of that size."""
    return size * 0.72 / (CAPITAL - BASELINE)


def _letters(text: str) -> list[str]:
    """Each with the accents, and whatever else takes no room of its own, that follow it."""
    letters: list[str] = []
    for character in "".join(_spelt(character) for character in unicodedata.normalize("NFC", text)):
        if letters and unicodedata.category(character) in NO_ROOM:
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _spelt(character: str) -> str:
    """In letters and accents that we can draw, if it is made of such: é as e and an accent, ĳ as i and j."""
    spelt = unicodedata.normalize("NFKD", character)
    return spelt if character not in GLYPHS and (spelt[0] in GLYPHS or spelt[0].isspace()) else character


def _advance(letter: str) -> float:
    if letter.isspace():
        return SPACE
    return max((column for stroke in _glyph(letter) for column, _ in stroke), default=0.0) + LETTER_GAP


@cache
def _glyph(letter: str) -> Glyph:
    base, marks = letter[0], letter[1:]
    if base in DOTLESS and any(mark in ABOVE for mark in marks):
        base = DOTLESS[base]
    strokes = list(() if base.isspace() else _drawn(GLYPHS.get(base, UNKNOWN)))
    right = max((column for stroke in strokes for column, _ in stroke), default=X_WIDTH)
    top = max((row for stroke in strokes for _, row in stroke), default=X_HEIGHT)
    for mark in marks:
        if mark in ABOVE:
            strokes += _drawn(ABOVE[mark], (right - X_WIDTH) / 2, top - X_HEIGHT)
            top += 2
        elif mark in BELOW:
            strokes += _drawn(BELOW[mark], (right - X_WIDTH) / 2)
        elif mark in AT_THE_FOOT:
            strokes += _drawn(AT_THE_FOOT[mark], right - X_WIDTH)
    left = min((column for stroke in strokes for column, _ in stroke), default=0.0)
    return tuple(tuple((column - min(left, 0.0), row) for column, row in stroke) for stroke in strokes)


def _drawn(glyph: str, right: float = 0, up: float = 0) -> Iterator[tuple[Point, ...]]:
    """Strokes, moved by so much."""
    for stroke in glyph.split():
        yield tuple((column + right, row + up) for column, row in _stroke(stroke))


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
