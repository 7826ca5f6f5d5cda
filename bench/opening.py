"""Reads the first plies of Squadro from the tables of the whole game, for those who have no tables.

    carreau solve squadro                     first: the whole game
    python bench/opening.py --plies 9 --further 15

Writes `carreau/solvers/squadro/opening.xz`: every position of the first plies with Red to move, whoever starts, and to
the further ply those in which the winner has played a best move each time, whatever the other side has. The tests hold
it against the rules.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from carreau.games.squadro import GAME, KEY
from carreau.rules.binding import interpreted
from carreau.rules.kernel import OVER, SEAT
from carreau.solvers.squadro.layers import layer_of
from carreau.solvers.squadro.opening import FILE, write_opening
from carreau.solvers.squadro.tables import DRAW, Tables, Worth, fresh, legal, progress_of

Position = tuple[int, int]  # the seat to move and the key
Worths = dict[Position, Worth]
MOST_BLOCKS = 100_000  # 6.5 GB: most are asked for again and again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where the tables are, if not where carreau solve keeps them")
    parser.add_argument("--plies", type=int, default=9, help="all positions of so many plies")
    parser.add_argument("--further", type=int, default=15, help="those of the winner's best play, to this ply")
    asked = parser.parse_args()
    tables = Tables(None if asked.folder is None else asked.folder / GAME.id, kept_blocks=MOST_BLOCKS)
    found = walk(tables, asked.plies, is_best_only=False) | walk(tables, asked.further, is_best_only=True)
    values = {key: byte_of(worth) for (seat, key), worth in found.items() if seat == 1}
    FILE.write_bytes(write_opening(values))
    print(f"{FILE}: {len(values):,} positions, {FILE.stat().st_size:,} bytes")


def walk(tables: Tables, plies: int, *, is_best_only: bool) -> Worths:
    """What the positions of the first plies are worth, whoever starts: of all, or of the winner's best play."""
    found: Worths = {}
    front: Iterable[Position] = [(seat, GAME.start(first=seat).raw_state[KEY]) for seat in (0, 1)]
    for ply in range(plies + 1):
        known = worths_of(tables, [each for each in front if each not in found])
        found |= known
        print(f"ply {ply}: {len(known):,} new positions, {len(found):,} in all", flush=True)
        front = dict.fromkeys(
            after for position, worth in known.items() for after in following(tables, position, worth, is_best_only)
        )
    return found


def worths_of(tables: Tables, positions: Iterable[Position]) -> Worths:
    """What positions are worth; layer by layer, so that each is read once."""
    worths = {}
    for position in sorted(positions, key=lambda each: (layer_of(progress_of(state_of(each))).order, each)):
        worth = tables.worth(state_of(position))
        if worth is None:
            raise SystemExit(f"the tables do not know {position}: solve the whole game first")
        worths[position] = worth
    return worths


def following(tables: Tables, position: Position, worth: Worth, is_best_only: bool) -> Iterator[Position]:
    """The positions after the moves; of a won one, where wanted, after one of the quickest only."""
    for after in moves_of(position):
        if not is_best_only or worth.value != "win":
            yield after
        elif tables.worth(state_of(after)) == Worth("loss", (worth.distance or 0) - 1):
            yield after
            return


def moves_of(position: Position) -> Iterator[Position]:
    state = state_of(position)
    for move in legal(state):
        after = list(state)
        interpreted(GAME.module, "step")(GAME.board({}), after, move)
        if after[SEAT] != OVER:
            yield after[SEAT], after[KEY]


def state_of(position: Position) -> list[int]:
    seat, key = position
    return fresh([seat, 0, key])


def byte_of(worth: Worth) -> int:
    return DRAW if worth.distance is None else worth.distance


if __name__ == "__main__":
    main()
