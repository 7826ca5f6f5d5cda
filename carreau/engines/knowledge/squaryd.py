"""What the search knows of Squaryd: a turn has one real choice, and a threat costs the other side two pawns.

A seat with an open threat of its own wins at once; one that faces open threats must double every one of them
before its single. All but the single is forced, so the search counts depth in singles and follows threats
for nothing. After its parries a seat still has its single to answer with: what wins by force is a threat
that cannot be parried, because the pawns do not suffice or the doubled pawn would complete a square of
doubled pawns; and the free filling of the board once the other seat has no pawns left.
"""

from __future__ import annotations

from collections.abc import Sequence

from carreau.games.squaryd_rules import (
    CALLED,
    CENTRE,
    CLAIM,
    CLAIMS,
    CORNERS,
    DONE,
    DOUBLE,
    DOUBLE_THREATS,
    DOUBLES,
    EMPTY,
    LAST,
    PAWNS,
    SIDE,
    SINGLES,
    SQUARES,
    THREATS,
    has,
    is_ending,
    is_filling,
    new_threats,
)
from carreau.rules.bits import bit_count, lowest_bit, multiply
from carreau.rules.kernel import OVER, SEAT, Ints, rarely
from carreau.rules.state import State

METHOD = "alphabeta"
MOVE_CODES = DONE + 1
FORCED_IS_FREE = 1
SCALE = 250

# The worth of things, fitted to the results of 191 games of the engine against itself; about a hundred is a pawn.
TEMPO = 60
MY_TWO, THEIR_TWO = 65, 50  # a square of two singles and two empty holes, for who is to move and for the other
ONE = 8  # one single and three empty holes
DOUBLED_TWO = 15  # two doubled pawns and two empty holes are bad for their owner,
CAUGHT = 80  # an empty hole that its owner cannot double is worse,
IN_REACH = 150  # worse still if the other can threaten it,
WON = 3000  # and the end if it can do so now
PAWN, SCARCE_PAWN = 40, 1600  # a pawn is worth the more, the fewer are left

# Sets of squares are three words, a bit a square: here those through each hole.
SET = 3
A_WORD = 58
SQUARES_THROUGH = tuple(
    sum(1 << square % A_WORD for square in range(SQUARES) if square // A_WORD == word and CORNERS[square] >> hole & 1)
    for hole in range(SIDE * SIDE)
    for word in range(SET)
)


def prepare(board: Sequence[int], state: Sequence[int]) -> tuple[list[int], list[int]]:
    """Whoever calls squares, they count: a called game is searched as if the referee called them."""
    board = list(board)
    board[CALLED] = 0
    return board, list(state)


def claim(view: State, seat: int) -> str | None:
    """A claim that wins the game for the seat now (rule 4), or None."""
    board, state, enemy = view.raw_board, view.raw_state, 1 - seat
    if not board[CALLED] or state[SEAT] == OVER:
        return None
    claimed = -1
    if state[LAST] != CENTRE and has(state[SINGLES + enemy] & state[THREATS + seat], state[LAST]):
        claimed = SQUARES + state[LAST]
    for square, corners in enumerate(CORNERS):
        if corners & ~state[SINGLES + seat] == 0 or corners & ~state[DOUBLES + enemy] == 0:
            claimed = square
    return None if claimed < 0 else view.game.write_move(board, state, CLAIM + CLAIMS * seat + claimed)


def key(board: Ints, state: Ints) -> int:
    """The pawns in the holes and the seat to move tell all the rest."""
    total = multiply(state[SINGLES] ^ state[SEAT] << 60, 0x1E3779B97F4A7C15)
    total = multiply(total ^ total >> 29 ^ state[SINGLES + 1], 0x3F58476D1CE4E5B9)
    total = multiply(total ^ total >> 31 ^ state[DOUBLES], 0x14D049BB133111EB)
    total = multiply(total ^ total >> 29 ^ state[DOUBLES + 1], 0x1E3779B97F4A7C15)
    return total ^ total >> 30


def narrow(board: Ints, state: Ints, out: Ints, found: int) -> int:
    only = forced(state)
    if only < 0:
        return found
    out[0] = only
    return 1


def forced(state: Ints) -> int:
    """The only move worth a look, or -1 if there is a choice: win, else parry, in whatever order."""
    if is_ending(state):
        return -1
    if is_filling(state):
        return nearest_square(state)
    seat, empty = state[SEAT], state[EMPTY]
    if state[THREATS + seat] & empty:
        return lowest_bit(state[THREATS + seat] & empty)
    threats = state[THREATS + 1 - seat] & empty
    if threats == 0:
        return -1
    parries = threats & ~state[DOUBLE_THREATS + seat]
    if parries and state[PAWNS + seat] >= 2:
        return DOUBLE + lowest_bit(parries)
    return lowest_bit(empty ^ threats) if empty ^ threats else -1  # lost, but not by its own hand


def nearest_square(state: Ints) -> int:
    """For who fills the board: a hole of the square that lacks fewest pawns, if they suffice; else any hole."""
    mine, empty = state[SINGLES + state[SEAT]], state[EMPTY]
    fewest = state[PAWNS + state[SEAT]] + 1
    hole = lowest_bit(empty)
    for i in range(SQUARES):
        missing = CORNERS[i] & ~mine
        if missing & ~empty == 0 and bit_count(missing) < fewest:
            fewest = bit_count(missing)
            hole = lowest_bit(missing)
    return hole


def extend(board: Ints, state: Ints) -> int:
    """Will forced moves alone end the game? Then they are played out."""
    if is_ending(state):
        return 0
    seat, empty = state[SEAT], state[EMPTY]
    if is_filling(state) or state[THREATS + seat] & empty:
        return 1
    threats = state[THREATS + 1 - seat] & empty
    if threats == 0:
        return 0
    return 1 if threats & state[DOUBLE_THREATS + seat] or 2 * bit_count(threats) >= state[PAWNS + seat] else 0


def evaluate(board: Ints, state: Ints) -> int:
    """Judge the position as it will be when the threats against the seat to move have been doubled."""
    seat = state[SEAT]
    enemy = 1 - seat
    threats = state[THREATS + enemy] & state[EMPTY]
    empty = state[EMPTY] ^ threats
    mine, theirs = corners_held(state[SINGLES + seat]), corners_held(state[SINGLES + enemy])
    my_doubles, their_doubles = corners_held(state[DOUBLES + seat] | threats), corners_held(state[DOUBLES + enemy])
    total = TEMPO
    mine_caught = theirs_caught = 0
    for word in range(SET):
        not_mine = held_at_all(theirs, word) | held_at_all(my_doubles, word) | held_at_all(their_doubles, word)
        not_theirs = held_at_all(mine, word) | held_at_all(my_doubles, word) | held_at_all(their_doubles, word)
        not_my_doubles = held_at_all(mine, word) | held_at_all(theirs, word) | held_at_all(their_doubles, word)
        not_their_doubles = held_at_all(mine, word) | held_at_all(theirs, word) | held_at_all(my_doubles, word)
        total += MY_TWO * bit_count(held_twice(mine, word) & ~not_mine)
        total -= THEIR_TWO * bit_count(held_twice(theirs, word) & ~not_theirs)
        total += ONE * bit_count(held_once(mine, word) & ~not_mine)
        total -= ONE * bit_count(held_once(theirs, word) & ~not_theirs)
        total -= DOUBLED_TWO * bit_count(held_twice(my_doubles, word) & ~not_my_doubles)
        total += DOUBLED_TWO * bit_count(held_twice(their_doubles, word) & ~not_their_doubles)
        mine_caught |= corners_of(held_thrice(my_doubles, word) & ~not_my_doubles, word) & empty
        theirs_caught |= corners_of(held_thrice(their_doubles, word) & ~not_their_doubles, word) & empty
    my_pawns, their_pawns = state[PAWNS + seat] - 2 * bit_count(threats), state[PAWNS + enemy]
    total += (PAWN + SCARCE_PAWN // (4 + max(0, my_pawns) + their_pawns)) * (my_pawns - their_pawns)
    if theirs_caught | mine_caught == 0:
        return total
    total += CAUGHT * (bit_count(theirs_caught) - bit_count(mine_caught))
    if theirs_caught & reach(state[SINGLES + seat], empty):
        return total + WON
    if mine_caught & reach(state[SINGLES + enemy], empty):
        return total - IN_REACH
    return total


def corners_held(pawns: int) -> tuple[int, int, int, int, int, int]:
    """How many corners of each square these pawns hold, in binary: a set of squares for the ones, one for the twos.

    Four corners count as none, like in a square that is over.
    """
    ones0 = ones1 = ones2 = twos0 = twos1 = twos2 = 0
    while pawns:
        at = SET * lowest_bit(pawns)
        pawns &= pawns - 1
        through0, through1, through2 = SQUARES_THROUGH[at], SQUARES_THROUGH[at + 1], SQUARES_THROUGH[at + 2]
        twos0 ^= ones0 & through0
        twos1 ^= ones1 & through1
        twos2 ^= ones2 & through2
        ones0 ^= through0
        ones1 ^= through1
        ones2 ^= through2
    return ones0, ones1, ones2, twos0, twos1, twos2


def held_at_all(held: tuple[int, ...], word: int) -> int:
    return held[word] | held[SET + word]


def held_once(held: tuple[int, ...], word: int) -> int:
    return held[word] & ~held[SET + word]


def held_twice(held: tuple[int, ...], word: int) -> int:
    return held[SET + word] & ~held[word]


def held_thrice(held: tuple[int, ...], word: int) -> int:
    return held[word] & held[SET + word]


def corners_of(squares: int, word: int) -> int:
    """The holes on which these squares, one word of a set of them, have their corners."""
    holes = 0
    while squares:
        holes |= CORNERS[A_WORD * word + lowest_bit(squares)]
        squares &= squares - 1
    return holes


@rarely
def reach(singles: int, empty: int) -> int:
    """The holes of squares with two of these singles and two empty holes: where a threat can be made."""
    holes = 0
    for i in range(SQUARES):
        if CORNERS[i] & ~(singles | empty) == 0 and bit_count(CORNERS[i] & singles) == 2:
            holes |= CORNERS[i]
    return holes


def order(board: Ints, state: Ints, out: Ints, found: int, scores: Ints) -> None:
    """First a threat that cannot be parried, then by the threats a single makes and those it prevents."""
    seat, empty = state[SEAT], state[EMPTY]
    mine, theirs = state[SINGLES + seat], state[SINGLES + 1 - seat]
    for i in range(found):
        scores[i] = 0
        if found > 1 and out[i] < DOUBLE:
            made = new_threats(mine, out[i]) & empty
            prevented = new_threats(theirs, out[i]) & empty
            scores[i] = (bit_count(made) << 20) + (bit_count(prevented) << 19)
            if made & state[DOUBLE_THREATS + 1 - seat]:
                scores[i] += 1 << 45


def reduce(board: Ints, state: Ints, move: int, number: int, depth: int) -> int:
    """Late moves are searched less deep at first, unless the search reaches the end of the game anyway."""
    if number < 3 or depth < 2 or depth > state[PAWNS] + state[PAWNS + 1]:
        return 0
    if number < 8:
        return 1
    return 2 if number < 20 or depth < 5 else 3
