"""Fits the numbers HOPE, TO_MOVE and ANOTHER_TYPE of carreau/engines/knowledge/united_square.py.

    python bench/training/united_square.py [MINUTES]

Plays duels between two small searches (500 looks a move, some moves at random) with the numbers as they are
and finds, by least squares, those that foretell the final margin best. The present numbers took
1.3 minutes of a busy core: 17,000 positions. What a duel cannot tell, four colours seen, is a guess.
"""

from __future__ import annotations

import sys
import time
from random import Random

import numpy

import carreau
from carreau.engines.knowledge import united_square as known
from carreau.engines.methods import Forest, Question
from carreau.games.united_square_rules import HELD, OWNER, SEEN, SQUARES
from carreau.rules.bits import bit_count
from carreau.rules.kernel import SEAT

LOOKS = 500
FIRST_RANDOM = 3  # plies
RANDOM_MOVES = 0.08
HOPES = len(known.HOPE)
GAME = carreau.game("united-square")


def margin(board: list[int], squares: list[int], seat: int) -> int:
    return sum(n if board[OWNER + colour] == seat else -n for colour, n in enumerate(squares))


def features(board: list[int], state: list[int]) -> list[int]:
    """What the numbers are multiplied with, for the seat to move."""
    seat = state[SEAT]
    mine = known.colours_of(board, seat)
    found = [0] * HOPES
    cells = known.cells_open_to(state, known.types_in_play(board, state))
    for cell in range(cells.bit_length()):
        if cells >> cell & 1:
            seen = known.COLOURS_SEEN[state[SEEN + cell]]
            found[5 * known.empty_beside(board, state, cell) + bit_count(seen)] += known.difference(seen, mine)
    hands = state[HELD + seat], state[HELD + 1 - seat]
    return [*found, 1, bit_count(hands[0]) - bit_count(hands[1])]


def game(random: Random) -> list[tuple[list[int], int]]:
    """The features of a game's positions, each with the margin still to come."""
    state = GAME.start(deal=random.randrange(1 << 30), first=random.randrange(2), open_hands=True)
    seen = []
    while state.seat is not None:
        if len(state.history) < FIRST_RANDOM or random.random() < RANDOM_MOVES:
            move = random.choice(state.moves())
        else:
            board, words = state.raw_board, list(state.raw_state)
            seen.append((features(board, words), words))
            search = Forest(Question(GAME, board, words, known, memory=1 << 20, seed=random.randrange(1 << 30)))
            search.run(LOOKS)
            move = GAME.write_move(board, words, search.candidates()[0].move)
        state = state.play(move)
    board, final = state.raw_board, state.raw_state[SQUARES : SQUARES + 4]
    return [
        (row, margin(board, final, words[SEAT]) - margin(board, words[SQUARES : SQUARES + 4], words[SEAT]))
        for row, words in seen
    ]


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    until = time.monotonic() + 60 * minutes
    random = Random(1)
    data: list[tuple[list[int], int]] = []
    while time.monotonic() < until:
        data += game(random)
    rows = numpy.array([row for row, _ in data], float)
    to_come = numpy.array([rest for _, rest in data], float)
    weights = numpy.linalg.solve(rows.T @ rows + 20 * numpy.eye(rows.shape[1]), rows.T @ to_come)
    hundredths = [round(100 * weight) for weight in weights]
    print(f"{len(data)} positions; variance {to_come.var():.2f}, left {((to_come - rows @ weights) ** 2).mean():.2f}")
    print(f"HOPE = {tuple(hundredths[:HOPES])}")
    print("TO_MOVE, ANOTHER_TYPE =", *hundredths[HOPES:])


if __name__ == "__main__":
    main()
