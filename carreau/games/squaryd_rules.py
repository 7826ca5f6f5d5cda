"""Squaryd, a game of squares seen and unseen, by Pierre Baudy (1998).

1. The board is 7x7 holes without the centre: 48 holes. 24 black and 24 white pawns. Black starts.
2. A square is four holes that are the corners of a square of any size and any tilt; the missing centre
   may lie inside it. There are 172.
3. A turn has two stages: first as many doubled pawns as wished (two own pawns stacked in one empty hole),
   each of which must parry a threat: its hole is the fourth corner of a square whose three other corners
   are single enemy pawns. Then exactly one single pawn in any empty hole.
4. A player wins by pointing out (a) a square of four own single pawns, (b) a square of four doubled pawns
   of the opponent, or (c) by announcing at once that the opponent has answered a threat with a single.
5. When a player has no pawns left, the other places all their remaining pawns, then the game ends.
6. Rulings. Referee: a single that completes an own square wins at once (checked first), a single put on an
   enemy threat loses at once, a double that completes a square of own doubles loses at once. Called:
   nothing is automatic; either seat claims at any time, (c) only until the claimer has placed a pawn, and
   the third wrong claim loses. In both: a player who spends the last pawns on a double plays no single;
   the final filling (5) is singles only, without (c); if nobody has won when all pawns are placed or no
   hole is empty, the game is a draw. In the called game both may still claim then: the seat that did not
   place the last pawn answers first, then the other, each with `done` or a claim.
"""

from __future__ import annotations

from collections.abc import Iterator

from carreau.rules.bits import bit_count, lowest_bit, nth_bit
from carreau.rules.kernel import FREE, SEAT, Ints, end, rarely

SIDE = 7
CENTRE = 24  # a hole is numbered 7 * row + column, from the upper left; the centre is none
HOLES = tuple(hole for hole in range(SIDE * SIDE) if hole != CENTRE)
EVERY_HOLE = sum(1 << hole for hole in HOLES)
PAWNS_EACH = 24
WRONG_TO_LOSE = 3


def squares() -> Iterator[tuple[int, ...]]:
    """Every square (rule 2) as its corners, clockwise from the leftmost (of two, the lower)."""
    for column in range(SIDE):
        for row in range(SIDE - 1, -1, -1):
            for up in range(1, row + 1):
                for right in range(SIDE - max(column + up, row)):
                    first, step, turn = SIDE * row + column, right - SIDE * up, up + SIDE * right
                    ring = (first, first + step, first + step + turn, first + turn)
                    if CENTRE not in ring:
                        yield ring


RINGS = tuple(squares())
SQUARES = len(RINGS)
CORNERS = tuple(sum(1 << hole for hole in ring) for ring in RINGS)  # the same as sets of holes
# The squares through each hole: their numbers, and their other three corners. No hole is on more than 21
# squares; every hole has ROOM places, which suits vector instructions, and the last have no corners.
ROOM = 24
THROUGH = tuple(
    number
    for hole in range(SIDE * SIDE)
    for number in ([square for square in range(SQUARES) if hole in RINGS[square]] + [-1] * ROOM)[:ROOM]
)
OTHERS = tuple(0 if square < 0 else CORNERS[square] ^ 1 << i // ROOM for i, square in enumerate(THROUGH))

# A move is a hole for a single, DOUBLE + hole for a doubled pawn, DONE, or a claim: CLAIM + what is claimed
# for seat 0, CLAIM + CLAIMS + that for seat 1, where a square is its number, an answer SQUARES + its hole.
DOUBLE = SIDE * SIDE
DONE = 2 * DOUBLE
CLAIM = DONE + 1
CLAIMS = SQUARES + SIDE * SIDE

CALLED = 1  # board: 1 if the players call squares themselves, 0 if the referee does

# The state; sets of holes are bits of a word, and what belongs to a seat has a word for each.
EMPTY = FREE  # the empty holes
SINGLES = EMPTY + 1
DOUBLES = SINGLES + 2
THREATS = DOUBLES + 2  # the holes, empty or not, that complete a square with three of its singles
DOUBLE_THREATS = THREATS + 2  # the same for its doubles
FROM_PAWNS = THREATS - SINGLES  # from the word of some pawns to that of the threats they make
PAWNS = DOUBLE_THREATS + 2  # how many are left
LAST = PAWNS + 2  # the single that the other seat may still announce as an answer (rule 4c), CENTRE for none
WRONG = LAST + 1  # how many wrong claims
SAID_DONE = WRONG + 2  # 1 once the first of the two has said `done`
REASON = SAID_DONE + 1  # why the game is over, and the square that shows it
SHOWN = REASON + 1
WORDS = SHOWN + 1

SQUARE, DOUBLED, ANSWER, WRONG_CLAIMS, DRAW = 0, 1, 2, 3, 4  # the reasons


def has(holes: int, hole: int) -> bool:
    return holes >> hole & 1 == 1


def is_filling(state: Ints) -> bool:
    """Does the seat to move place what is left to it (rule 5)?"""
    return state[PAWNS + 1 - state[SEAT]] == 0


def is_ending(state: Ints) -> bool:
    """Are all pawns placed, or is no hole empty?"""
    return state[EMPTY] == 0 or state[PAWNS] + state[PAWNS + 1] == 0


def open_holes(state: Ints) -> int:
    """Where the seat to move may put a single: none in the ending, when it can only say `done`."""
    return state[EMPTY] if state[PAWNS + state[SEAT]] > 0 else 0


def has_two(state: Ints) -> bool:
    """Has the seat to move the two pawns of a doubled one?"""
    return state[PAWNS + state[SEAT]] >= 2


def parries(state: Ints) -> int:
    """Where the seat to move may put a doubled pawn (rules 3 and 5)."""
    if not has_two(state) or is_filling(state):
        return 0
    return state[EMPTY] & state[THREATS + 1 - state[SEAT]]


def moves(board: Ints, state: Ints, out: Ints) -> int:
    singles, doubles = open_holes(state), parries(state)
    found = 0
    while singles:
        out[found] = lowest_bit(singles)
        singles &= singles - 1
        found += 1
    while doubles:
        out[found] = DOUBLE + lowest_bit(doubles)
        doubles &= doubles - 1
        found += 1
    if found == 0:
        out[0] = DONE
        found = 1
    return found


def count(board: Ints, state: Ints, out: Ints) -> int:
    return max(1, bit_count(open_holes(state)) + bit_count(parries(state)))


def nth(board: Ints, state: Ints, out: Ints, n: int) -> int:
    singles = open_holes(state)
    if singles == 0:
        return DONE
    doubles_from = bit_count(singles)
    if n < doubles_from:
        return nth_bit(singles, n)
    return DOUBLE + nth_bit(parries(state), n - doubles_from)


def play(board: Ints, state: Ints, move: int) -> None:
    if move >= DONE:
        speak(state, move)
        return
    doubled = 1 if move >= DOUBLE else 0
    hole = move - DOUBLE * doubled
    seat = state[SEAT]
    enemy = 1 - seat
    pawns = SINGLES + 2 * doubled + seat
    completes = has(state[pawns + FROM_PAWNS], hole)
    can_answer = not doubled and not is_filling(state)
    answers = can_answer and has(state[THREATS + enemy], hole)
    state[pawns + FROM_PAWNS] |= new_threats(state[pawns], hole)
    state[pawns] |= 1 << hole
    state[EMPTY] ^= 1 << hole
    state[PAWNS + seat] -= 1 + doubled
    state[LAST] = hole if can_answer else CENTRE
    has_referee = not board[CALLED]
    if completes and doubled and has_referee:
        win(state, enemy, DOUBLED, square_through(hole, state[pawns]))
    elif completes and has_referee:
        win(state, seat, SQUARE, square_through(hole, state[pawns]))
    elif answers and has_referee:
        win(state, enemy, ANSWER, square_through(hole, state[SINGLES + enemy]))
    elif is_ending(state):
        state[SEAT] = enemy  # rule 6: in the called game the other seat answers first
        if has_referee:
            draw(state)
    elif state[PAWNS + enemy] > 0 and (not doubled or state[PAWNS + seat] == 0):
        state[SEAT] = enemy  # rule 5: else the turn, or the filling, goes on


def new_threats(pawns: int, hole: int) -> int:
    """The holes that complete a square with the hole and two of the pawns."""
    threats = 0
    for i in range(ROOM * hole, ROOM * hole + ROOM):
        missing = OTHERS[i] & ~pawns
        if missing & (missing - 1) == 0:  # one corner, or none
            threats |= missing
    return threats


@rarely
def speak(state: Ints, move: int) -> None:
    """Say `done`, or make a claim."""
    if move >= CLAIM + CLAIMS:
        claim(state, 1, move - CLAIM - CLAIMS)
    elif move >= CLAIM:
        claim(state, 0, move - CLAIM)
    elif state[SAID_DONE]:
        draw(state)
    else:
        state[SAID_DONE] = 1
        state[SEAT] = 1 - state[SEAT]


def claim(state: Ints, seat: int, claimed: int) -> None:
    """The seat points out a square, or announces an answer (rule 4)."""
    enemy = 1 - seat
    if claimed < SQUARES and CORNERS[claimed] & ~state[SINGLES + seat] == 0:
        win(state, seat, SQUARE, claimed)
    elif claimed < SQUARES and CORNERS[claimed] & ~state[DOUBLES + enemy] == 0:
        win(state, seat, DOUBLED, claimed)
    elif claimed == SQUARES + state[LAST] and has(state[SINGLES + enemy] & state[THREATS + seat], state[LAST]):
        win(state, seat, ANSWER, square_through(state[LAST], state[SINGLES + seat]))
    else:
        state[WRONG + seat] += 1
        if state[WRONG + seat] == WRONG_TO_LOSE:
            win(state, enemy, WRONG_CLAIMS, 0)


@rarely
def square_through(hole: int, pawns: int) -> int:
    """The first square through the hole whose other three corners are all in `pawns`."""
    i = ROOM * hole
    while OTHERS[i] & ~pawns:
        i += 1
    return THROUGH[i]


def win(state: Ints, seat: int, reason: int, square: int) -> None:
    end(state, 1 << seat)
    state[REASON] = reason
    state[SHOWN] = square


def draw(state: Ints) -> None:
    end(state, 3)
    state[REASON] = DRAW
