"""Pictures as PNG files without any help: smooth lines, discs, areas and letters on a grid of pixels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.draw.pixels import RGB
from carreau.draw.stroke_font import strokes_of, text_width
from carreau.rules.scene import Point

Coverage = NDArray[np.floating[Any]]
WEIGHT = 0.105  # of a letter's stroke, in its size


class Raster:
    """A picture of so many units, drawn `scale` pixels a unit; edges are mixed with what lies under them."""

    def __init__(self, width: float, height: float, ground: RGB, *, scale: int = 2) -> None:
        self.scale = scale
        self._pixels = np.empty((round(height * scale), round(width * scale), 3), np.float32)
        self._pixels[:] = ground

    def _box(self, left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
        """The pixels that a box in units touches."""
        rows, columns, _ = self._pixels.shape
        x = slice(max(int(left * self.scale) - 1, 0), min(int(right * self.scale) + 2, columns))
        y = slice(max(int(top * self.scale) - 1, 0), min(int(bottom * self.scale) + 2, rows))
        return y, x

    def _centres(self, y: slice, x: slice) -> tuple[Coverage, Coverage]:
        """The middles of pixels, in units, as a column and a row."""
        down = (np.arange(y.start, y.stop, dtype=np.float32) + 0.5) / self.scale
        across = (np.arange(x.start, x.stop, dtype=np.float32) + 0.5) / self.scale
        return down[:, None], across[None, :]

    def _mix(self, y: slice, x: slice, coverage: Coverage, colour: RGB, opacity: float) -> None:
        share = (np.clip(coverage, 0, 1) * opacity)[..., None]
        self._pixels[y, x] += share * (np.array(colour, np.float32) - self._pixels[y, x])

    def box(self, left: float, top: float, right: float, bottom: float, colour: RGB, *, radius: float = 0) -> None:
        y, x = self._box(left, top, right, bottom)
        down, across = self._centres(y, x)
        dx = np.maximum(np.maximum(left + radius - across, across - right + radius), 0)
        dy = np.maximum(np.maximum(top + radius - down, down - bottom + radius), 0)
        outside = np.hypot(dx, dy) - radius
        self._mix(y, x, 0.5 - outside * self.scale, colour, 1)

    def line(self, points: Sequence[Point], colour: RGB, width: float, *, opacity: float = 1) -> None:
        """A line through the points, with round joins; where it meets itself it is no darker."""
        xs, ys = [px for px, _ in points], [py for _, py in points]
        y, x = self._box(min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width)
        if y.start >= y.stop or x.start >= x.stop:
            return
        nearest = np.full((y.stop - y.start, x.stop - x.start), np.inf, np.float32)
        for a, b in zip(points, points[1:] or points, strict=False):
            low, high = min(a[1], b[1]) - width, max(a[1], b[1]) + width
            rows, columns = self._box(min(a[0], b[0]) - width, low, max(a[0], b[0]) + width, high)
            near = nearest[rows.start - y.start : rows.stop - y.start, columns.start - x.start : columns.stop - x.start]
            np.minimum(near, _distance(*self._centres(rows, columns), a, b), out=near)
        self._mix(y, x, (width / 2 - nearest) * self.scale + 0.5, colour, opacity)

    def disc(self, at: Point, radius: float, colour: RGB) -> None:
        y, x = self._box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        down, across = self._centres(y, x)
        self._mix(y, x, (radius - np.hypot(across - at[0], down - at[1])) * self.scale + 0.5, colour, 1)

    def area(self, points: Sequence[Point], foot: float, colour: RGB, *, opacity: float) -> None:
        """What lies between a line, which goes from left to right, and a foot below or above it."""
        xs, ys = [px for px, _ in points], [py for _, py in points]
        y, x = self._box(xs[0], min(*ys, foot), xs[-1], max(*ys, foot))
        down, across = self._centres(y, x)
        edge = np.interp(across[0], xs, ys).astype(np.float32)[None, :]
        upper, lower = np.minimum(edge, foot), np.maximum(edge, foot)
        inside = np.minimum(down - upper, lower - down) * self.scale + 0.5
        beyond = np.minimum(across - xs[0], xs[-1] - across) * self.scale + 0.5
        self._mix(y, x, np.minimum(inside, beyond), colour, opacity)

    def text(
        self, at: Point, text: str, size: float, colour: RGB, *, anchor: str = "start", bold: bool = False
    ) -> None:
        width = text_width(text, size)
        left = at[0] - {"start": 0, "middle": width / 2, "end": width}[anchor]
        for stroke in strokes_of(text, (left, at[1]), size):
            self.line(stroke, colour, size * WEIGHT * (1.45 if bold else 1))

    def png(self) -> bytes:
        rows, columns, _ = self._pixels.shape
        bytes_of_rows = np.zeros((rows, 1 + 3 * columns), np.uint8)  # each row begins with its filter: none
        bytes_of_rows[:, 1:] = np.clip(np.rint(self._pixels), 0, 255).astype(np.uint8).reshape(rows, -1)
        header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
        dense = struct.pack(">IIB", round(self.scale * 96 / 0.0254), round(self.scale * 96 / 0.0254), 1)
        chunks = (("IHDR", header), ("pHYs", dense), ("IDAT", zlib.compress(bytes_of_rows.tobytes(), 6)), ("IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name.encode(), data) for name, data in chunks)


def _distance(down: Coverage, across: Coverage, a: Point, b: Point) -> Coverage:
    """From points to a line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = np.clip(((across - a[0]) * dx + (down - a[1]) * dy) / (dx * dx + dy * dy or 1), 0, 1)
    return np.hypot(across - a[0] - along * dx, down - a[1] - along * dy)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
