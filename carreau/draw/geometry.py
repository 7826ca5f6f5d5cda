"""Where things lie: boxes, hexagons, and the outline of a board around its cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from zlib import crc32

from carreau.draw.markup import UNIT, number, tag
from carreau.rules.scene import Point, Scene

BESIDE_LABEL = 0.34  # from the middle of a coordinate to the slab's edge
BARE_RIM = 0.45  # from the cells to the slab's edge where nothing is printed
HEX_RIM = 0.95  # from the middle of a border cell to the edge of a hexagonal slab


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def draw(self, **paint: str | float | None) -> str:
        return tag("rect", x=self.left, y=self.top, width=self.width, height=self.height, **paint)


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge of a slab, in board units: a rounded box, or a convex polygon with rounded corners."""

    box: Box
    corners: tuple[Point, ...] = ()
    radius: float = 34
    rim: float = 0  # of a polygon: from the middle of its border cells to this edge

    @property
    def key(self) -> str:
        """A short name of this very shape."""
        return f"{crc32(repr((self.box, self.corners)).encode()):x}"

    def inset(self, by: float) -> Outline:
        corners = tuple(outset(list(self.corners), -by)) if self.corners else ()
        return Outline(self.box.grown(-by), corners, max(self.radius - by, 8), self.rim - by)

    def draw(self, **paint: str | float | None) -> str:
        if not self.corners:
            return self.box.draw(rx=self.radius, **paint)
        return tag("path", d=_rounded(self.corners, self.radius), **paint)


def field_of(scene: Scene) -> Box:
    """The cells' own box, in board units."""
    xs = [cell.at[0] for cell in scene.cells] or [0, scene.columns - 1]
    ys = [cell.at[1] for cell in scene.cells] or [0, scene.rows - 1]
    left, top = min(0, *xs) - 0.5, min(0, *ys) - 0.5
    right, bottom = max(scene.columns - 0.5, max(xs) + 0.5), max(scene.rows - 0.5, max(ys) + 0.5)
    return Box(left * UNIT, top * UNIT, right * UNIT, bottom * UNIT)


def outline_of(scene: Scene) -> Outline:
    """The slab that carries the cells and everything printed around them."""
    if scene.surface == "hexagon":
        hull = convex_hull([cell.at for cell in scene.cells])
        if len(hull) >= 3:
            return _hexagonal(scene, hull)
    field = field_of(scene)
    printed = [label.at for label in scene.labels]
    rim = max([BARE_RIM] + [_beyond(field, at) + BESIDE_LABEL for at in printed])
    return Outline(field.grown(rim * UNIT))


def _beyond(field: Box, at: Point) -> float:
    """How far a point lies outside the cells, in cell widths."""
    x, y = at[0] * UNIT, at[1] * UNIT
    return max(field.left - x, x - field.right, field.top - y, y - field.bottom) / UNIT


def _hexagonal(scene: Scene, hull: list[Point]) -> Outline:
    edges = list(zip(hull, hull[1:] + hull[:1], strict=True))
    rims = [point for stroke in scene.strokes if stroke.kind == "rim" for point in stroke.points]
    labels = [label.at for label in scene.labels]
    reach = [max(_distance(a, b, point) for a, b in edges) + 0.24 for point in rims]
    reach += [max(_distance(a, b, point) for a, b in edges) + BESIDE_LABEL for point in labels]
    rim = max([HEX_RIM, *reach])
    corners = [(x * UNIT, y * UNIT) for x, y in outset(hull, rim)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Outline(Box(min(xs), min(ys), max(xs), max(ys)), tuple(corners), 40, rim * UNIT)


def _distance(a: Point, b: Point, point: Point) -> float:
    """From the line through a clockwise polygon's edge to a point; positive outside."""
    along_x, along_y = b[0] - a[0], b[1] - a[1]
    return (along_y * (point[0] - a[0]) - along_x * (point[1] - a[1])) / hypot(along_x, along_y)


def convex_hull(points: list[Point]) -> list[Point]:
    """The corners of the smallest convex polygon around the points, clockwise as seen on the board."""
    ordered = sorted({(round(x, 4), round(y, 4)) for x, y in points})

    def half(sequence: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in sequence:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 1e-3:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def outset(corners: list[Point], by: float) -> list[Point]:
    """A convex polygon with every edge moved outwards."""
    moved = []
    for before, here, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
        first, second = _direction(before, here), _direction(here, after)
        half = ((second - first + pi) % (2 * pi) - pi) / 2
        middle = first + half - pi / 2
        reach = by / cos(half)
        moved.append((here[0] + reach * cos(middle), here[1] + reach * sin(middle)))
    return moved


def _direction(a: Point, b: Point) -> float:
    return atan2(b[1] - a[1], b[0] - a[0])


def hexagon_points(size: float = 1) -> tuple[Point, ...]:
    """A hexagon that stands on a corner, `size` wide, around (0, 0)."""
    radius = size / 3**0.5
    return tuple((radius * sin(k * pi / 3), -radius * cos(k * pi / 3)) for k in range(6))


def _rounded(corners: tuple[Point, ...], radius: float) -> str:
    """Path data of a convex polygon, in board units, with its corners rounded off."""
    parts = []
    for before, here, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
        start, end = _towards(here, before, radius), _towards(here, after, radius)
        x, y = here
        parts.append(f"{number(start[0])} {number(start[1])}Q{number(x)} {number(y)} {number(end[0])} {number(end[1])}")
    return f"M{'L'.join(parts)}Z"


def _towards(a: Point, b: Point, distance: float) -> Point:
    share = min(distance / hypot(b[0] - a[0], b[1] - a[1]), 0.5)
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def capsule(start: Point, end: Point, radius: float) -> str:
    """Path data of a line's outline with round ends, from board points; it reaches a bit beyond them."""
    x1, y1, x2, y2 = (value * UNIT for value in (*start, *end))
    angle = atan2(y2 - y1, x2 - x1)
    dx, dy = cos(angle) * radius, sin(angle) * radius
    x1, y1, x2, y2 = x1 - dx / 2, y1 - dy / 2, x2 + dx / 2, y2 + dy / 2
    r = number(radius)
    return (
        f"M{number(x1 + dy)} {number(y1 - dx)}L{number(x2 + dy)} {number(y2 - dx)}"
        f"A{r} {r} 0 0 1 {number(x2 - dy)} {number(y2 + dx)}"
        f"L{number(x1 - dy)} {number(y1 + dx)}A{r} {r} 0 0 1 {number(x1 + dy)} {number(y1 - dx)}Z"
    )
