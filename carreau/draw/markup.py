"""Writing SVG: elements, numbers, paths, and the definitions that several elements share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from carreau.rules.scene import Point

UNIT = 100  # a cell is this wide inside the board's own coordinates
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN = re.compile("[ !#-%'-;=?-~]*")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """At most two decimals, and no more characters than needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def escape(text: str) -> str:
    """Any text, made fit for an element's content or an attribute."""
    return text if _PLAIN.fullmatch(text) else _NOT_IN_XML.sub("", text).translate(_ENTITIES)


def tag(element: str, *children: str, **attributes: str | float | None) -> str:
    """An element; `class_` stands for class, an underscore for a hyphen, None leaves the attribute out."""
    written = "".join(
        f' {_attribute(name)}="{_value(value)}"' for name, value in attributes.items() if value is not None
    )
    return f"<{element}{written}>{''.join(children)}</{element}>" if children else f"<{element}{written}/>"


@lru_cache(maxsize=256)
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def words(element: str, text: str, **attributes: str | float | None) -> str:
    """An element that holds text: title, desc, text."""
    return tag(element, escape(text), **attributes)


def move_to(x: float, y: float) -> str:
    """The value of a transform attribute."""
    return f"translate({number(x)} {number(y)})"


def path_of(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data through board points, in cell widths."""
    joined = "L".join(f"{number(x * UNIT)} {number(y * UNIT)}" for x, y in points)
    return f"M{joined}{'Z' if closed else ''}"


class Defs:
    """The definitions of one picture. The same id always means the same thing, in every picture of a page."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self._known: dict[str, str] = dict(known or {})

    def add(self, key: str, element: str, *children: str, **attributes: str | float | None) -> str:
        """Define an element once; returns its id."""
        name = f"carreau-{key}"
        if name not in self._known:
            self._known[name] = tag(element, *children, id=name, **attributes)
        return name

    def find(self, key: str) -> str | None:
        """The id of what was defined under that key."""
        name = f"carreau-{key}"
        return name if name in self._known else None

    def linear(self, key: str, start: str, end: str, *, box: float | None = None, turn: float = 0) -> str:
        """A two-stop gradient from the upper left; `box` is the half side, in units of what is painted.

        `turn` is the angle of the painted thing: light stays where it is when a piece turns.
        """
        corners: dict[str, str | float] = {"x1": 0, "y1": 0, "x2": 1, "y2": 1}
        if box is not None:
            corners = {"x1": -box, "y1": -box, "x2": box, "y2": box, "gradientUnits": "userSpaceOnUse"}
        if turn:
            corners["gradientTransform"] = f"rotate({number(-turn)})"
        return f"url(#{self.add(key, 'linearGradient', *stops(start, end), **corners)})"

    def radial(self, key: str, start: str, end: str, *, centre: float = 0.35, reach: float = 0.75) -> str:
        """A two-stop gradient around a point up and to the left of the middle."""
        name = self.add(key, "radialGradient", *stops(start, end), cx=centre, cy=centre, r=reach)
        return f"url(#{name})"

    def named(self) -> dict[str, str]:
        """Every definition by its id."""
        return dict(self._known)

    def __str__(self) -> str:
        return tag("defs", *self._known.values()) if self._known else ""


def stops(start: str, end: str) -> tuple[str, str]:
    """Two stops; a colour may carry its opacity, as in "#fff .5"."""
    return _stop(start, 0), _stop(end, 1)


def _stop(colour: str, offset: int) -> str:
    plain, _, opacity = colour.partition(" ")
    return tag("stop", offset=offset, stop_color=plain, stop_opacity=opacity or None)
