"""The solitaire of United Square: every way to fill the space with all edges matched and each side of one colour.

The border is settled first. With it known, the two halves of the space, above and below the logo, are filled apart and
joined where they agree along the seam and use up the tiles together. Any order of laying the tiles of a solution in
which each touches one that lies there follows the rules, so that a board which can be filled can also be played out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import TypeAlias

from carreau.games.united_square import GAME
from carreau.games.united_square_picture import write_face
from carreau.games.united_square_rules import (
    FACES,
    HANDS,
    LETTERS,
    NEIGHBOURS,
    OUTSIDE,
    SEEN,
    SIZE,
    TILES,
    UNSEEN,
    WEIGHTS,
)
from carreau.rules.language import Text
from carreau.rules.state import State
from carreau.solvers.sealed import Checkpoint
from carreau.solvers.solving import Progress, Solving
from carreau.solvers.united_square_halves import Half, Space, Ways

Border: TypeAlias = str  # the letters of the north, east, south and west side
Board: TypeAlias = tuple[int, ...]  # a face a cell

# docs/united-square-borders.md proves both: every colour stands on exactly one side, and clockwise they follow each
# other as on the logo.
EVERY_BORDER = tuple("".join(letters) for letters in permutations(LETTERS))
POSSIBLE_BORDERS = tuple(LETTERS[turn:] + LETTERS[:turn] for turn in range(4))
SAVE_EVERY = 2.0  # seconds


@dataclass
class Outlook:
    """What can still become of a position."""

    borders: dict[Border, int] = field(default_factory=dict)  # how many solutions have it, if any
    moves: dict[int, int] = field(default_factory=dict)  # each placement that keeps a solution, and how many
    example: Board | None = None

    @property
    def count(self) -> int:
        return sum(self.borders.values())


class Whole:
    """Every solution of a position that has one given border."""

    def __init__(self, board: Sequence[int], state: Sequence[int], border: Border) -> None:
        self.laid = tuple(state[TILES : TILES + board[SIZE] ** 2])
        self.space = space_within(board, state, border)
        self.is_possible = border_fits(board, self.laid, border)
        self.upper, self.lower = (Half(self.space, is_lower=is_lower) for is_lower in (False, True))

    def fill(self) -> Iterator[float]:
        """Fill both halves, step by step; yields how much is done."""
        if not self.is_possible:
            return
        total = len(self.upper.steps) + len(self.lower.steps)
        for half, before in ((self.upper, 0), (self.lower, len(self.upper.steps))):
            for done, _ in enumerate(half.fill(), before + 1):
                yield done / total

    @property
    def count(self) -> int:
        if not self.is_possible:
            return 0
        return sum(ways * worth for ways, worth in self._joined(self.upper, self.lower).values())

    def _weights(self, half: Half) -> list[Ways]:
        other = self.lower if half is self.upper else self.upper
        return half.weighed({key: worth for key, (_, worth) in self._joined(half, other).items()})

    def _joined(self, half: Half, other: Half) -> dict[int, tuple[int, int]]:
        """The keys of a half that the other can meet, with how many fillings of both there are."""
        found = {}
        for key, ways in half.ends.items():
            if worth := other.ends.get(self.space.meeting(key)):
                found[key] = ways, worth
        return found

    def placements(self) -> dict[tuple[int, int], int]:
        """In how many solutions each face lies on each cell that is still empty."""
        if not self.is_possible:
            return {}
        return {
            placement: ways
            for half in (self.upper, self.lower)
            for placement, ways in half.faces(self._weights(half)).items()
        }

    def boards(self) -> Iterator[Board]:
        """Every solution, as the faces of all cells."""
        if not self.count:
            return
        below: dict[int, list[tuple[int, ...]]] = {}
        for filling, key in self.lower.fillings(self._weights(self.lower)):
            below.setdefault(key, []).append(filling)
        for upper, key in self.upper.fillings(self._weights(self.upper)):
            for lower in below[self.space.meeting(key)]:
                faces = [tile - 1 for tile in self.laid]
                for step, face in zip([*self.upper.steps, *self.lower.steps], [*upper, *lower], strict=True):
                    faces[step.cell] = face
                yield tuple(faces)


def space_within(board: Sequence[int], state: Sequence[int], border: Border) -> Space:
    """A position's empty cells, with the border as if tiles lay beyond it."""
    cells = range(board[SIZE] ** 2)
    return Space(
        size=board[SIZE],
        seen=tuple(state[SEEN + cell] + border_seen(board, cell, border) for cell in cells),
        empty=tuple(state[TILES + cell] == 0 for cell in cells),
        stock=tuple(state[HANDS + tile] + state[UNSEEN + tile] for tile in range(6)),
    )


def sides_of(board: Sequence[int], cell: int) -> list[int]:
    """The directions in which a cell touches the border."""
    return [side for side in range(4) if board[NEIGHBOURS + 4 * cell + side] == OUTSIDE]


def border_seen(board: Sequence[int], cell: int, border: Border) -> int:
    return sum((1 + LETTERS.index(border[side])) * WEIGHTS[side] for side in sides_of(board, cell))


def border_fits(board: Sequence[int], laid: Sequence[int], border: Border) -> bool:
    """Do the tiles that lie there show this border?"""
    return all(
        LETTERS[FACES[4 * (tile - 1) + side]] == border[side]
        for cell, tile in enumerate(laid)
        if tile
        for side in sides_of(board, cell)
    )


def count(
    board: Sequence[int],
    state: Sequence[int],
    borders: Sequence[Border] = POSSIBLE_BORDERS,
    *,
    checkpoint: Checkpoint | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Solving[dict[Border, int]]:
    """How many solutions a position has with each border; equal tiles are not told apart."""
    kept = checkpoint.load() if checkpoint else None
    found: dict[Border, int] = kept[0] if kept else {}
    saved = clock()
    for border in borders:
        if border in found:
            continue
        whole = Whole(board, state, border)
        for share in whole.fill():
            yield Progress((len(found) + share) / len(borders), _with(border))
        found[border] = whole.count
        if checkpoint and clock() - saved >= SAVE_EVERY:
            saved = clock()
            checkpoint.save(found)
    if checkpoint:
        checkpoint.forget()
    return {border: found[border] for border in borders}


def outlook(
    board: Sequence[int], state: Sequence[int], borders: Sequence[Border] = POSSIBLE_BORDERS
) -> Solving[Outlook]:
    """The solutions that a position still has, and which placements lead to them."""
    found = Outlook()
    for number, border in enumerate(borders):
        whole = Whole(board, state, border)
        for share in whole.fill():
            yield Progress((number + share) / len(borders), _with(border))
        if whole.count:
            found.borders[border] = whole.count
            found.example = found.example or next(whole.boards())
            for (cell, face), ways in whole.placements().items():
                if state[SEEN + cell]:  # rule 3: next to a tile that lies there
                    found.moves[32 * cell + face] = found.moves.get(32 * cell + face, 0) + ways
            yield Progress((number + 1) / len(borders), _with(border))
    return found


def solutions(
    board: Sequence[int], state: Sequence[int], borders: Iterable[Border] = POSSIBLE_BORDERS
) -> Iterator[Board]:
    """Every solution of a position, one border after another."""
    for border in borders:
        whole = Whole(board, state, border)
        for _ in whole.fill():
            pass
        yield from whole.boards()


def solved(faces: Board) -> State:
    """A full board as the referee sees it, who looks at every tile again."""
    size = round(len(faces) ** 0.5)
    rows = "/".join(",".join(map(write_face, faces[at : at + size])) for at in range(0, len(faces), size))
    return GAME.position(f"{rows} - - solitaire - hidden")


def _with(border: Border) -> Text:
    return Text(f"border {border}", f"bord {border}")
