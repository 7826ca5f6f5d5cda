"""The eight levels: budgets of work, and what the weak ones overlook.

A budget counts nodes, not seconds, so a level is the same on every machine. The figures come from matches;
see `bench/levels`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from carreau.engines.programs import fact, known_of
from carreau.games.taquin import SIZE
from carreau.rules.state import State


@dataclass(frozen=True)
class Level:
    nodes: int
    blind: int = 0  # of 1024 moves in the search, how many are not seen
    heat: float = 0.0  # how freely it chooses among moves that seem good; 0 always takes the best
    missed: int = 0  # of 1024 moves of its own, how many it does not think of
    threads: int = 1


# For games that nobody has calibrated.
TREE = (
    Level(60, 400, 0.8),
    Level(150, 250, 0.5),
    Level(400, 120, 0.3),
    Level(1_500, 40, 0.1),
    Level(6_000),
    Level(30_000),
    Level(120_000),
    Level(500_000, threads=2),
)
ALPHABETA = (
    Level(30, 400, 1.0),
    Level(120, 250, 0.5),
    Level(600, 120, 0.3),
    Level(3_000, 40, 0.1),
    Level(20_000),
    Level(150_000),
    Level(1_200_000),
    Level(8_000_000, threads=2),
)

SQUADRO = (
    Level(40, 230, 0.7),
    Level(95, 130, 0.42),
    Level(500, 38, 0.18),
    Level(2_300, 8, 0.04),
    Level(5_500),
    Level(70_000),
    Level(700_000),
    Level(14_000_000, threads=2),
)
UNLUR = (
    Level(60, 420, 0.8),
    Level(215, 265, 0.52),
    Level(370, 155, 0.38),
    Level(850, 48, 0.12),
    Level(2_500),
    Level(12_000),
    Level(55_000),
    Level(210_000, threads=2),
)
UNLUR_LARGE = (  # sides 7 and more; calibrated on side 8
    Level(60, 450, 0.9),
    Level(270, 375, 0.73),
    Level(430, 300, 0.6),
    Level(800, 190, 0.42),
    Level(1_400, 90, 0.22),
    Level(4_500),
    Level(18_000),
    Level(115_000, threads=2),
)
LARGE_CELLS = 169  # of side 8
SQUARYD = (
    Level(60, 680, 2.2),
    Level(95, 525, 1.1),
    Level(230, 405, 0.64),
    Level(660, 295, 0.37),
    Level(2_000, 155, 0.19),
    Level(8_000, 12, 0.02),
    Level(15_000),
    Level(6_000_000, threads=2),
)
UNITED_SQUARE = (
    Level(30, 600, 2.5),
    Level(56, 335, 0.95),
    Level(78, 253, 0.68),
    Level(145, 159, 0.44),
    Level(580, 44, 0.14),
    Level(2_200, 0, 0.03),
    Level(20_000),
    Level(700_000, threads=2),
)
UNITED_SQUARE_LONG = (  # a duel with two sets
    Level(30, 600, 2.5),
    Level(50, 355, 1.05),
    Level(75, 255, 0.68),
    Level(113, 187, 0.51),
    Level(190, 120, 0.35),
    Level(420, 55, 0.18),
    Level(3_000),
    Level(500_000, threads=2),
)
UNITED_SQUARE_FREE = (  # everyone for themselves: the deal and the others decide more than thought
    Level(25, 600, 2.5, 930),
    Level(30, 600, 2.5, 760),
    Level(48, 360, 1.1),
    Level(85, 238, 0.64),
    Level(135, 170, 0.48),
    Level(275, 85, 0.26),
    Level(1_100, 8, 0.05),
    Level(700_000, threads=2),
)
UNITED_SQUARE_PARTNERS = (
    Level(20, 600, 2.5, 930),
    Level(25, 600, 2.5, 820),
    Level(30, 600, 2.5, 560),
    Level(36, 500, 1.8),
    Level(75, 260, 0.72),
    Level(130, 175, 0.49),
    Level(1_100, 8, 0.05),
    Level(700_000, threads=2),
)
CUBES = (  # 012x012 for two
    Level(355, 225, 0.58),
    Level(590, 157, 0.395),
    Level(1_000, 96, 0.24),
    Level(1_750, 42, 0.115),
    Level(12_000, 2, 0.01),
    Level(20_000, 1),
    Level(320_000),
    Level(10_000_000, threads=2),
)
SMALL_CUBES = (  # the same on a tray of 6x6
    Level(45, 780, 3.2),
    Level(79, 566, 1.87),
    Level(123, 399, 1.15),
    Level(187, 280, 0.76),
    Level(320, 181, 0.48),
    Level(557, 109, 0.3),
    Level(1_120, 57, 0.16),
    Level(5_000_000, threads=2),
)
CUBES_OF_THREE = (
    Level(50, 650, 2.2, 950),
    Level(60, 650, 2.2),
    Level(159, 362, 0.97),
    Level(315, 232, 0.625),
    Level(500, 160, 0.435),
    Level(950, 97, 0.25),
    Level(4_600, 10, 0.03),
    Level(250_000, threads=2),
)
CUBES_OF_FOUR = (
    Level(80, 560, 1.9),
    Level(147, 364, 1.01),
    Level(219, 280, 0.747),
    Level(299, 212, 0.557),
    Level(416, 153, 0.404),
    Level(630, 100, 0.28),
    Level(1_318, 42, 0.118),
    Level(250_000, threads=2),
)
CUBES_OF_MANY = (  # five to eight
    Level(100, 450, 1.3),
    Level(166, 340, 0.91),
    Level(242, 260, 0.69),
    Level(308, 207, 0.545),
    Level(390, 161, 0.43),
    Level(532, 119, 0.32),
    Level(760, 80, 0.22),
    Level(250_000, threads=2),
)


def level_of(state: State, number: int) -> Level:
    """What a level does in this game and mode."""
    level = _ladder(state)[number - 1]
    return _on_board(level, number, state.options["side"]) if state.game.id == "unlur" else level


def _on_board(level: Level, number: int, side: int) -> Level:
    """The strong levels of Unlur on a board larger than side 8, where every look takes longer: fewer of them."""
    slower = max(1.0, (3 * side * (side - 1) + 1) / LARGE_CELLS)
    return replace(level, nodes=round(level.nodes / slower ** (max(0, number - 5) / 3)))


def _ladder(state: State) -> tuple[Level, ...]:
    options = state.options
    if state.game.id == "squadro":
        return SQUADRO
    if state.game.id == "unlur":
        return UNLUR if options["side"] < 7 else UNLUR_LARGE
    if state.game.id == "squaryd":
        return SQUARYD
    if state.game.id == "united-square":
        if state.seats == 2:
            return UNITED_SQUARE if options["sets"] == 1 else UNITED_SQUARE_LONG
        return UNITED_SQUARE_FREE if options["mode"] == "free-for-all" else UNITED_SQUARE_PARTNERS
    if state.game.id == "012x012" and state.seats == 2:
        return SMALL_CUBES if state.raw_board[SIZE] == 6 else CUBES
    if state.game.id == "012x012":
        return {3: CUBES_OF_THREE, 4: CUBES_OF_FOUR}.get(state.seats, CUBES_OF_MANY)
    return ALPHABETA if fact(known_of(state.game), "METHOD") == "alphabeta" and state.seats == 2 else TREE
