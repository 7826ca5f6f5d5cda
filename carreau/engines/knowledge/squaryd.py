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
    SINGLES,
    SQUARES,
    THREATS,
    has,
    is_ending,
    is_filling,
    new_threats,
)
from carreau.rules.bits import bit_count, lowest_bit, multiply
from carreau.rules.kernel import OVER, SEAT, Ints
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
    mine, theirs = state[SINGLES + seat], state[SINGLES + enemy]
    my_doubles, their_doubles = state[DOUBLES + seat] | threats, state[DOUBLES + enemy]
    not_mine, not_theirs = ~(mine | empty), ~(theirs | empty)
    not_my_doubles, not_their_doubles = ~(my_doubles | empty), ~(their_doubles | empty)
    total = TEMPO
    my_reach = their_reach = 0
    mine_caught = theirs_caught = 0
    for i in range(SQUARES):
        corners = CORNERS[i]
        if corners & not_mine == 0:
            pawns = bit_count(corners & mine)
            if pawns == 2:
                total += MY_TWO
                my_reach |= corners
            elif pawns == 1:
                total += ONE
        if corners & not_theirs == 0:
            pawns = bit_count(corners & theirs)
            if pawns == 2:
                total -= THEIR_TWO
                their_reach |= corners
            elif pawns == 1:
                total -= ONE
        if corners & not_my_doubles == 0:
            pawns = bit_count(corners & my_doubles)
            if pawns == 2:
                total -= DOUBLED_TWO
            elif pawns == 3:
                mine_caught |= corners & empty
        if corners & not_their_doubles == 0:
            pawns = bit_count(corners & their_doubles)
            if pawns == 2:
                total += DOUBLED_TWO
            elif pawns == 3:
                theirs_caught |= corners & empty
    my_pawns, their_pawns = state[PAWNS + seat] - 2 * bit_count(threats), state[PAWNS + enemy]
    total += (PAWN + SCARCE_PAWN // (4 + max(0, my_pawns) + their_pawns)) * (my_pawns - their_pawns)
    total += CAUGHT * (bit_count(theirs_caught) - bit_count(mine_caught))
    if theirs_caught & my_reach:
        return total + WON
    if mine_caught & their_reach:
        return total - IN_REACH
    return total


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
