"""United Square, edge-matching tiles, by Julien Selz (2011).

1. A tile is cut by its diagonals into four triangles of four different colours (blue, green, red,
   yellow): six tiles up to rotation, four of each in a set. Tiles turn, never flip.
2. The logo tile lies at the centre of a 5x5 space (one set) or 7x7 (two sets, hands doubled).
3. In turn, a player places a tile on an empty cell next to at least one tile; every touching edge must
   match. Each matched edge is a SQUARE of that colour, for the owner of the colour, whoever made it. Who
   can place must place, who cannot passes. The game ends when nobody can place. Most SQUAREs wins.
4. Modes: solitaire; duel (two colours each); free-for-all with 3 or 4; teams (seats 0 and 2 against 1
   and 3, points added); rival-partners (the better team wins, and in it the better partner).
5. Hands are hidden from the others unless they are played open.
6. A tournament is two legs with one deal: hands and starter are exchanged (`carreau.two_legs`).
7. Solitaire: place all tiles, each side of the space of one colour. The score is the tiles placed.
8. The logo's colours are, clockwise from the top, blue, green, red, yellow (ruling).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

from carreau.rules.bits import bit_count, lowest_bit, nth_bit
from carreau.rules.kernel import EAST, FREE, NORTH, SEAT, SEATS, SOUTH, WEST, Ints, end, rarely

LETTERS = "BGRY"
TYPES = tuple("B" + "".join(rest) for rest in permutations("GRY"))  # rule 1, clockwise from blue
COPIES = 4
MODES = ("duel", "free-for-all", "teams", "rival-partners", "solitaire")
DUEL, FREE_FOR_ALL, TEAMS, RIVAL_PARTNERS, SOLITAIRE = range(5)

# A face is a tile and how it is turned, 4 * type + turn: blue points to direction `turn`.
FACES = tuple(LETTERS.index(tile[(d - turn) % 4]) for tile in TYPES for turn in range(4) for d in range(4))
# What an empty cell sees is a number in base 5: for each direction 0, or 1 + the colour that faces it.
WEIGHTS = (1, 5, 25, 125)


def asked(seen: int, direction: int) -> int:
    """The colour that a cell's edge must have, or -1 for any."""
    return seen // WEIGHTS[direction] % 5 - 1


def mismatch(seen: int, face: int) -> int:
    """The first direction in which a face does not match what the cell sees, or -1 (rule 3)."""
    for direction in range(4):
        if asked(seen, direction) not in (-1, FACES[4 * face + direction]):
            return direction
    return -1


def fitting_turn(seen: int, tile: int) -> int:
    """How a tile must be turned to match every edge that the cell sees, or -1 for no way (rule 3)."""
    for turn in range(4):
        if seen and mismatch(seen, 4 * tile + turn) < 0:
            return turn
    return -1


TURNS = tuple(fitting_turn(seen, tile) for seen in range(625) for tile in range(6))
FITTING = tuple(sum(1 << tile for tile in range(6) if TURNS[6 * seen + tile] >= 0) for seen in range(625))

# A move is 32 * cell + face.
PASS = 49 * 32
OUTSIDE = 49  # the cell beyond every border

# The board, after the number of seats:
MODE, SIZE = 1, 2
OWNER = 3  # a word a colour: the seat that owns it, -1 for none
NEIGHBOURS = OWNER + 4  # four words a cell

# The state keeps, up to date:
FITS = FREE  # a word a type: the cells where it can be placed, a bit a cell
HELD = FITS + 6  # a word a seat: the types it may have in hand, a bit a type
HANDS = HELD + 4  # six words a seat: how many tiles of each type it is known to hold
UNKNOWN = HANDS + 24  # a word a seat: how many tiles it holds that are not known (in a view)
UNSEEN = UNKNOWN + 4  # a word a type: how many of it the unknown tiles of all seats contain
SQUARES = UNSEEN + 6  # a word a colour: its matched edges
PLACED = SQUARES + 4  # tiles placed, the logo not counted
SEEN = PLACED + 1  # a word a cell: what it sees, for empty cells
TILES = SEEN + 50  # a word a cell: 0, or 1 + the face that lies there; OUTSIDE is never empty
WORDS = TILES + 50


def moves(board: Ints, state: Ints, out: Ints) -> int:
    seat = state[SEAT]
    found = 0
    for tile in range(6):
        if state[HELD + seat] >> tile & 1:
            cells = state[FITS + tile]
            while cells:
                cell = lowest_bit(cells)
                cells &= cells - 1
                out[found] = placement(state, cell, tile)
                found += 1
    if found == 0 or (state[UNKNOWN + seat] and may_have_to_pass(state, seat)):
        out[found] = PASS
        found += 1
    return found


@rarely
def may_have_to_pass(state: Ints, seat: int) -> bool:
    """In a view: is nothing placeable known in that hand, and may all its unknown tiles fit nowhere?"""
    fitting_nowhere = 0
    for tile in range(6):
        if state[FITS + tile] == 0:
            fitting_nowhere += state[UNSEEN + tile]
        elif state[HANDS + 6 * seat + tile]:
            return False
    return fitting_nowhere >= state[UNKNOWN + seat]


def placement(state: Ints, cell: int, tile: int) -> int:
    return 32 * cell + 4 * tile + TURNS[6 * state[SEEN + cell] + tile]


def placements(state: Ints, seat: int) -> int:
    total = 0
    for tile in range(6):
        total += (state[HELD + seat] >> tile & 1) * bit_count(state[FITS + tile])
    return total


def count(board: Ints, state: Ints, out: Ints) -> int:
    total = placements(state, state[SEAT])
    if total == 0 or (state[UNKNOWN + state[SEAT]] and may_have_to_pass(state, state[SEAT])):
        total += 1
    return total


def nth(board: Ints, state: Ints, out: Ints, n: int) -> int:
    for tile in range(6):
        if state[HELD + state[SEAT]] >> tile & 1:
            here = bit_count(state[FITS + tile])
            if n < here:
                return placement(state, nth_bit(state[FITS + tile], n), tile)
            n -= here
    return PASS


def play(board: Ints, state: Ints, move: int) -> None:
    seat = state[SEAT]
    state[SEAT] = seat + 1 if seat + 1 < board[SEATS] else 0
    if move != PASS:
        spend(board, state, seat, move >> 2 & 7)
        lay(board, state, move >> 5, move & 31)
        if not can_anyone_place(board, state):
            end(state, winners(board, state))


def spend(board: Ints, state: Ints, seat: int, tile: int) -> None:
    """Take a tile out of a hand; one that was not known to be there was among the unknown."""
    if state[HANDS + 6 * seat + tile]:
        state[HANDS + 6 * seat + tile] -= 1
        if state[HANDS + 6 * seat + tile] == 0:
            state[HELD + seat] = types_held(state, seat)
    else:
        spend_unknown(board, state, seat, tile)


@rarely
def spend_unknown(board: Ints, state: Ints, seat: int, tile: int) -> None:
    """In a view: a tile that nobody had seen is played, and there is one less of it in all unknown hands."""
    state[UNKNOWN + seat] -= 1
    state[UNSEEN + tile] -= 1
    for each in range(board[SEATS]):
        state[HELD + each] = types_held(state, each)


@rarely
def types_held(state: Ints, seat: int) -> int:
    held = 0
    for tile in range(6):
        if state[HANDS + 6 * seat + tile] or (state[UNKNOWN + seat] and state[UNSEEN + tile]):
            held |= 1 << tile
    return held


def lay(board: Ints, state: Ints, cell: int, face: int) -> None:
    """Put a tile down: count its SQUAREs, and tell the empty cells beside it what they see."""
    state[TILES + cell] = 1 + face
    state[PLACED] += 1
    for tile in range(6):
        state[FITS + tile] &= ~(1 << cell)
    for direction in range(4):
        beside = board[NEIGHBOURS + 4 * cell + direction]
        colour = FACES[4 * face + direction]
        if state[TILES + beside] == 0:
            state[SEEN + beside] += (1 + colour) * WEIGHTS[direction ^ 2]  # ^ 2: the opposite direction
            fitting = FITTING[state[SEEN + beside]]
            for tile in range(6):
                bit = 1 << beside
                state[FITS + tile] = (state[FITS + tile] & ~bit) | ((fitting >> tile & 1) << beside)
        elif beside != OUTSIDE:
            state[SQUARES + colour] += 1


def can_anyone_place(board: Ints, state: Ints) -> bool:
    playable = 0
    for tile in range(6):
        if state[FITS + tile]:
            playable |= 1 << tile
    held = 0
    for seat in range(board[SEATS]):
        held |= state[HELD + seat]
    return held & playable != 0


@rarely
def points(board: Ints, state: Ints, out: Ints) -> None:
    for seat in range(board[SEATS]):
        out[seat] = state[PLACED] if board[MODE] == SOLITAIRE else squares_of(board, state, seat)


def squares_of(board: Ints, state: Ints, seat: int) -> int:
    total = 0
    for colour in range(4):
        if board[OWNER + colour] == seat:
            total += state[SQUARES + colour]
    return total


@rarely
def winners(board: Ints, state: Ints) -> int:
    """Who wins now that nobody can place (rule 4), a bit a seat."""
    if board[MODE] == SOLITAIRE:
        return 1 if everything_is_placed(board, state) and sides_are_plain(board, state) else 0
    if board[MODE] == TEAMS or board[MODE] == RIVAL_PARTNERS:
        return winning_team_seats(board, state)
    best = 0
    for seat in range(board[SEATS]):
        best = max(best, squares_of(board, state, seat))
    won = 0
    for seat in range(board[SEATS]):
        if squares_of(board, state, seat) == best:
            won |= 1 << seat
    return won


def winning_team_seats(board: Ints, state: Ints) -> int:
    team_total = [0, 0]
    for seat in range(4):
        team_total[seat & 1] += squares_of(board, state, seat)
    won = 0
    for seat in range(4):
        if team_total[seat & 1] >= team_total[1 - (seat & 1)]:
            partner = squares_of(board, state, seat ^ 2)
            if board[MODE] == TEAMS or squares_of(board, state, seat) >= partner:
                won |= 1 << seat
    return won


def everything_is_placed(board: Ints, state: Ints) -> bool:
    return state[PLACED] == board[SIZE] * board[SIZE] - 1


def sides_are_plain(board: Ints, state: Ints) -> bool:
    """Is each side of the full space of one single colour? (rule 7)"""
    size = board[SIZE]
    last = size * (size - 1)
    return (
        side_is_plain(state, 0, 1, NORTH, size)
        and side_is_plain(state, size - 1, size, EAST, size)
        and side_is_plain(state, last, 1, SOUTH, size)
        and side_is_plain(state, 0, size, WEST, size)
    )


def side_is_plain(state: Ints, first: int, stride: int, direction: int, size: int) -> bool:
    for i in range(1, size):
        if edge(state, first + i * stride, direction) != edge(state, first, direction):
            return False
    return True


def edge(state: Ints, cell: int, direction: int) -> int:
    """The colour that the tile on a cell shows in a direction."""
    return FACES[4 * (state[TILES + cell] - 1) + direction]


def deal_unseen(board: Sequence[int], state: Sequence[int], random: Random) -> list[int]:
    """The position with the unknown tiles dealt at random: each deal is as likely as the cards make it."""
    dealt = list(state)
    bag = [tile for tile in range(6) for _ in range(dealt[UNSEEN + tile])]
    random.shuffle(bag)
    for seat in range(board[SEATS]):
        for _ in range(dealt[UNKNOWN + seat]):
            dealt[HANDS + 6 * seat + bag.pop()] += 1
        dealt[UNKNOWN + seat] = 0
    for tile in range(6):
        dealt[UNSEEN + tile] = 0
    for seat in range(board[SEATS]):
        dealt[HELD + seat] = types_held(dealt, seat)
    return dealt
