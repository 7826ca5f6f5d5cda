"""The colours that pieces come in; a colour we have no name for is drawn in grey, or as its own `#rrggbb`."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colour:
    name: str
    light: str  # where the light falls
    body: str
    shade: str  # away from the light
    edge: str  # the outline
    sign: str  # what is drawn on it

    @property
    def is_shade_of_grey(self) -> bool:
        return self.name in ("white", "black")


_NAMED = {
    colour.name: colour
    for colour in (
        Colour("white", "#fffefa", "#f6f0e4", "#d5ccbc", "#857a6a", "#4a433b"),
        Colour("black", "#564e48", "#2f2a26", "#171311", "#0d0a09", "#f4ecdd"),
        Colour("yellow", "#fbe08a", "#f2cb5e", "#dba92f", "#7a5a0c", "#6a4d08"),
        Colour("red", "#c9574b", "#a93a31", "#86241f", "#571210", "#ffe3d6"),
        Colour("blue", "#4f86cf", "#2b5fae", "#1d4686", "#12305f", "#eaf3ff"),
        Colour("green", "#67b184", "#47966a", "#2f7350", "#1d4c34", "#effaf1"),
        Colour("teal", "#3fada0", "#23887d", "#14665d", "#0b4640", "#f0fffb"),
        Colour("violet", "#9a72c4", "#7a4fa6", "#5a3682", "#3c215b", "#f7efff"),
        Colour("orange", "#f0a45c", "#dd8434", "#b8641b", "#6f3a0b", "#fff3e2"),
        Colour("pink", "#eba3b9", "#d97d99", "#b65a77", "#713047", "#fff0f4"),
        Colour("brown", "#a5754d", "#825634", "#613c20", "#3b2210", "#fbeedd"),
        Colour("grey", "#b5aea5", "#938b81", "#716a61", "#47423c", "#fffdf8"),
    )
}
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def colour_of(name: str) -> Colour:
    known = name.lower()
    if known in _NAMED:
        return _NAMED[known]
    if _HEX.fullmatch(known):
        return Colour(
            known[1:],
            _mixed(known, 255, 0.3),
            known,
            _mixed(known, 0, 0.25),
            _mixed(known, 0, 0.55),
            "#fffdf8",
        )
    return _NAMED["grey"]


def _mixed(colour: str, towards: int, share: float) -> str:
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(channel + (towards - channel) * share):02x}" for channel in channels)
