"""The modes in which levels are calibrated, and where their results are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import carreau
from carreau.engines.levels import level_of

HERE = Path(__file__).parent
RESULTS = HERE / "results"
GAMES = HERE / "games"
AT_RANDOM = 0  # below level 1: any legal move, which a search of a single node takes
FLOOR = (AT_RANDOM, 1)
STEPS = tuple((level, level + 1) for level in range(1, 8))
PAIRS = (FLOOR, *STEPS)
# Why eight levels of a mode can lie closer together than they are meant to.
LUCK = "the deal and what the other seats do decide more than thought"
OTHERS = "what the two others do decides more than thought"


@dataclass(frozen=True)
class Mode:
    """A game and the options that make it one of its modes."""

    name: str
    title: str
    game: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    alone: bool = False  # the stronger level sits alone, even among partners
    balanced: bool = False  # only openings that give both seats a chance, where the first move is worth much
    close: str = ""  # for the page: why the levels lie closer together than they are meant to

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who plays whom: each level the one below, and where these are close, the lowest random moves."""
        return PAIRS if self.close else STEPS

    def start(self) -> carreau.State:
        return carreau.game(self.game).start(**self.options)

    def settings(self, pair: tuple[int, int]) -> list[str]:
        """What the two levels are now, and what else a result depends on."""
        levels = [repr(level_of(self.start(), number)) if number else player_of(number) for number in pair]
        return levels + ["balanced openings"] * self.balanced

    def result_file(self, pair: tuple[int, int]) -> Path:
        return RESULTS / self.name / f"{pair[0]}-{pair[1]}.json"


def player_of(number: int) -> str:
    """How a level is written as a player of a match."""
    return "uct:1n" if number == AT_RANDOM else str(number)


MODES = (
    Mode("squadro", "Squadro", "squadro", balanced=True),
    Mode("unlur-6", "Unlur, side 6", "unlur", {"side": "6"}),
    Mode("unlur-8", "Unlur, side 8", "unlur", {"side": "8"}),
    Mode("squaryd", "Squaryd, with a referee", "squaryd", balanced=True),
    Mode("squaryd-called", "Squaryd, called by the players", "squaryd", {"claims": "called"}, balanced=True),
    Mode("united-square-duel", "Duel", "united-square"),
    Mode("united-square-duel-2-sets", "Duel, two sets", "united-square", {"sets": "2"}),
    Mode("united-square-free-3", "Free-for-all, 3 players", "united-square", {"mode": "free-for-all", "players": "3"},
         close=LUCK),
    Mode("united-square-free-4", "Free-for-all, 4 players", "united-square", {"mode": "free-for-all"}, close=LUCK),
    Mode("united-square-teams", "Teams", "united-square", {"mode": "teams"}, close=LUCK),
    Mode("united-square-rivals", "Rival partners", "united-square", {"mode": "rival-partners"}, alone=True, close=LUCK),
    Mode("012x012-2", "2 players", "012x012", {"players": "2"}, balanced=True),
    Mode("012x012-3", "3 players", "012x012", {"players": "3"}, close=OTHERS),
    Mode("012x012-4", "4 players", "012x012", {"players": "4"}),
    Mode("012x012-6", "6 players", "012x012", {"players": "6"}),
    Mode("012x012-8", "8 players", "012x012", {"players": "8"}),
    Mode("012x012-small", "2 players on a 6x6 tray", "012x012", {"players": "2", "grid": "CAR_006x006_001"},
         balanced=True),
)  # fmt: skip
