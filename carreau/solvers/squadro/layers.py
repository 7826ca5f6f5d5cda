"""The layers of Squadro, and where its pieces can stand in each.

A piece never loses a leg again: out, back, home. So a position belongs to one of 53,824 layers: vectors of ten legs
with fewer than four homes a side. A move leads to the same layer or, by a turn-round or a homecoming, to one with a leg
more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from carreau.games.squadro import HOME, HOME_TO_WIN, LANES, TURNED, WALKS, crossing

PIECES = 2 * LANES
SETS = 1 << LANES  # of the enemies on a lane
STEPS = HOME + 1  # progress is 0 to HOME
GOALS = (TURNED, HOME)  # where a leg ends and the next begins
OUT, BACK, AT_HOME = range(3)
LONG = 252  # plies: a byte says of a loss that takes so many or more just this, and of a win before it one more
KEPT_SIZES = 4096  # numbers of a position's neighbours are made of much the same ones
Legs: TypeAlias = tuple[int, ...]  # of the ten pieces
Places: TypeAlias = tuple[int, ...]  # of one piece, as progress along its lane


def leg_of(progress: int) -> int:
    return OUT if progress < TURNED else BACK if progress < HOME else AT_HOME


@cache
def places_of(piece: int, leg: int, *, arising: bool) -> Places:
    """Where a piece can stand on a leg: all its spaces, or only those where it can stop in a game from the start."""
    begin = (0, *GOALS)[leg]
    if leg == AT_HOME:
        return (begin,)
    if not arising:
        return tuple(range(begin, GOALS[leg]))
    found = [begin]
    for progress in found:  # grows
        walks = WALKS[(piece * HOME + progress) * SETS :][:SETS]
        found += {walked & 15 for walked in walks} - {*found, GOALS[leg]}
    return tuple(sorted(found))


@dataclass(frozen=True)
class Side:
    """Some of the ways in which a seat's five pieces can stand: all combinations of the places given for each."""

    seat: int
    places: tuple[Places, ...]

    def piece(self, lane: int) -> int:
        return LANES * self.seat + lane

    def with_places(self, lane: int, places: Places) -> Side:
        return Side(self.seat, (*self.places[:lane], places, *self.places[lane + 1 :]))


class Grid(NamedTuple):
    """Positions: all combinations of two sides in which no two pieces share a crossing."""

    yellow: Side
    red: Side

    def with_places(self, piece: int, places: Places) -> Grid:
        seat, lane = divmod(piece, LANES)
        changed = self[seat].with_places(lane, places)
        return Grid(changed, self.red) if seat == 0 else Grid(self.yellow, changed)


@dataclass(frozen=True)
class Layer:
    legs: Legs

    def __str__(self) -> str:
        return "-".join("".join(map(str, legs)) for legs in (self.legs[:LANES], self.legs[LANES:]))

    @property
    def level(self) -> int:
        """How many legs are behind the pieces; a layer depends on layers of the next level only."""
        return sum(self.legs)

    @property
    def is_over(self) -> bool:
        return any(self.homes(seat) >= HOME_TO_WIN for seat in (0, 1))

    @property
    def has_all_turned(self) -> bool:
        return OUT not in self.legs

    def homes(self, seat: int) -> int:
        return self.legs[LANES * seat :][:LANES].count(AT_HOME)

    def racing(self, seat: int) -> list[int]:
        return [lane for lane in range(LANES) if self.legs[LANES * seat + lane] != AT_HOME]

    def after(self, piece: int) -> Layer:
        """The layer to which a piece leads that reaches the end of its leg."""
        return Layer((*self.legs[:piece], self.legs[piece] + 1, *self.legs[piece + 1 :]))

    def next_layers(self) -> Iterator[Layer]:
        for piece, leg in enumerate(self.legs):
            if leg != AT_HOME and not self.after(piece).is_over:
                yield self.after(piece)

    def leans_on(self) -> set[Layer]:
        """The layers whose tables it takes to solve this one: with Yellow to move, tables answer a move later."""
        found = set(self.next_layers())
        for piece in range(LANES, PIECES):
            if self.legs[piece] != AT_HOME and not self.after(piece).is_over:
                found |= {
                    self.after(piece).after(other)
                    for other in range(LANES)
                    if self.legs[other] != AT_HOME and not self.after(piece).after(other).is_over
                }
        return found

    @property
    def order(self) -> tuple[bool, int, Legs]:
        """Where it stands among all: after those it leans on, and first those with all pieces turned."""
        return (not self.has_all_turned, -self.level, self.legs)

    @property
    def grid(self) -> Grid:
        """The positions that are kept of the layer.

        Where all pieces have turned these are all; before, only those that can arise: a fast piece never stops on the
        first crossing of its leg, which leaves a third of the positions.
        """
        places = tuple(places_of(piece, leg, arising=not self.has_all_turned) for piece, leg in enumerate(self.legs))
        return Grid(Side(0, places[:LANES]), Side(1, places[LANES:]))


def layer_of(progress: list[int]) -> Layer:
    return Layer(tuple(map(leg_of, progress)))


def read_layer(text: str) -> Layer:
    """The layer that `str` has written."""
    return Layer(tuple(int(leg) for leg in text.replace("-", "")))


@cache
def side_legs() -> tuple[Legs, ...]:
    return tuple(legs for legs in product(range(3), repeat=LANES) if legs.count(AT_HOME) < HOME_TO_WIN)


def all_layers() -> list[Layer]:
    """Every layer, each after those that it leans on."""
    layers = [Layer(yellow + red) for yellow in side_legs() for red in side_legs()]
    return sorted(layers, key=lambda layer: layer.order)


@cache
def crossings(places: Places) -> int:
    """The crossings among the places of a piece, as bits."""
    return sum(1 << crossing(progress) for progress in places if crossing(progress) >= 0)


@lru_cache(KEPT_SIZES)
def size(grid: Grid) -> int:
    """How many positions there are, for one seat to move.

    By inclusion and exclusion over the crossings that are shared: each takes one piece of either side for itself.
    """
    yellow = [crossings(places) for places in grid.yellow.places]
    red = [crossings(places) for places in grid.red.places]
    ways = {0: 1}  # Red's lanes that share a crossing with Yellow's lanes so far, and in how many ways, signed
    for row, mine in enumerate(yellow):
        more: dict[int, int] = {}
        for taken, count in ways.items():
            more[taken] = more.get(taken, 0) + count * len(grid.yellow.places[row])
            for lane in range(LANES):
                if mine >> lane & 1 and red[lane] >> row & 1 and not taken >> lane & 1:
                    more[taken | 1 << lane] = more.get(taken | 1 << lane, 0) - count
        ways = more
    total = 0
    for taken, count in ways.items():
        for lane in range(LANES):
            if not taken >> lane & 1:
                count *= len(grid.red.places[lane])
        total += count
    return total


def rank_of(grid: Grid, progress: list[int]) -> int | None:
    """The number of a position among those of a grid, in the order of its pieces' places; None if it has it not."""
    rank = 0
    for piece, there in enumerate(progress):
        places = grid[piece // LANES].places[piece % LANES]
        if there not in places:
            return None
        rank += size(grid.with_places(piece, places[: places.index(there)]))
        grid = grid.with_places(piece, (there,))
    return rank


def unranked(grid: Grid, rank: int) -> list[int]:
    """The places of the pieces in the position with that number."""
    progress = []
    for piece in range(PIECES):
        for there in grid[piece // LANES].places[piece % LANES]:
            here = grid.with_places(piece, (there,))
            if rank < size(here):
                grid = here
                progress.append(there)
                break
            rank -= size(here)
    return progress
