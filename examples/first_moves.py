"""Which first move does random play like best? A few thousand playouts after each, for any two-player game.

python examples/first_moves.py unlur side=4
"""

from __future__ import annotations

import sys

import carreau


def main(game_id: str = "unlur", *pairs: str) -> None:
    state = carreau.game(game_id).start(**dict(pair.split("=", 1) for pair in pairs))
    mover = state.seat
    assert mover is not None
    shares = {}
    for move in state.moves():
        result = carreau.playouts(state.play(move), 2000, seed=1)
        shares[move] = (result.wins[mover] + result.draws / 2) / result.games
    for move, share in sorted(shares.items(), key=lambda item: -item[1])[:10]:
        print(f"{move:<10} {share:6.1%}")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["unlur", "side=4"]))
