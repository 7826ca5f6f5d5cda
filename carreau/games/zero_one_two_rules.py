"""012x012, cubes on a printed grid, by Cublook.

1. A 12x12 tray (or 6x6, a ruling) over a grid of codes 0, 1, 2, a third of the cells each. Everyone gets
   the same number of cubes of each code, visible to all.
2. A cube goes on a cell of its code and must have contact on at least two adjoining sides, one of north
   and south, one of east and west, against the frame or cubes already there.
3. A turn places cubes one after another in a straight unbroken line. One cube is enough with three or
   four contacts, or if the cells beyond both its open faces have its code; two are enough if the second
   has another code or three or four contacts; three are enough in any case. A line may go on from there.
4. A player with no such turn places a line of one code, from a start of their choice, as far as it can
   go; it has one or two cubes, one only where no direction allows two. Who can place nothing passes.
5. The game ends when the tray is full; whoever placed the last cube wins.
6. Strict: a mistake is taken back, and once the player has played correctly they play a second turn.
7. The first right guess of the motif wins the right to skip one turn in the next game.
8. Alone: the puzzle (fewest turns) and the taquin (fewest slides, see `taquin.py`).
9. Players can make grids of their own (see `grids`).
"""

from __future__ import annotations

from carreau.games.taquin import CODES, MODE, SIZE, TURNS, slide, slides
from carreau.rules.bits import bit_count, lowest_bit, nth_bit
from carreau.rules.kernel import EAST, NORTH, SEAT, SEATS, SOUTH, WEST, WINNERS, Ints, end, rarely

GAME_MODE, PUZZLE, TAQUIN = range(3)

# The lines of the tray are its rows from the top, then its columns from the left. Four neighbouring lines
# lie side by side in one word, a strip, sixteen bits each: bits 1 to size of a line are its cells, bits 0
# and size + 1 the frame. So the same few instructions look at four lines at a time.
LANE = 16
COLUMN_STRIPS = 3  # strips 0 to 2 hold the rows, 3 to 5 the columns; a 6x6 tray fills half of them
STRIPS = 6

# A move is 64 * cell + 16 * direction + number of cubes; a single cube has direction NORTH.
PASS = 144 * 64
SKIP = PASS + 1
MISTAKE = PASS + 2
WRONG_GUESS = PASS + 3
NO_MOTIF = PASS + 4
GUESS = PASS + 5  # and the seat

# What `survey` writes of a strip: how many turns it has, the greatest number of cubes, and then, by
# 2 * cubes + backward, the cells where a turn begins.
TOTAL, LONGEST = 0, 1
SURVEY = 28  # 13 cubes, one more than any line, backward: 2 * 13 + 1 is the last word
LISTED, COUNTED = 0, 1  # what `count` has left in its list, whose last word says so

# The board, after the codes, has for each strip:
CELLS = CODES + 144  # all its cells
ALONG = CELLS + STRIPS  # the cells with the same code as the next one of their line
SAME_AFTER = ALONG + STRIPS  # the cells with the same code as their neighbour in the next line
SAME_BEFORE = SAME_AFTER + STRIPS  # the cells with the same code as their neighbour in the line before
CODED = SAME_BEFORE + STRIPS  # the cells of each code, six words a code
STRICT = CODED + 3 * STRIPS
CODE = STRICT + 1  # which cube colours stand for the codes, for those who look
GRID_TEXT = CODE + 1  # to the end: the letters of the grid's reference, or of its rows and motif

# The state, after the turns played, keeps up to date:
OWES = TURNS + 1  # strict: the seat to move owes an extra turn
FREE_PASS = OWES + 1  # the seat that may still skip one turn, or -1
GUESSED = FREE_PASS + 1  # the seat that guessed the motif first, or -1
LEFT = GUESSED + 1  # empty cells
STOCKS = LEFT + 1  # three words a seat: its cubes of each code
FILLED = STOCKS + 24  # a word a strip: the cells that hold a cube, and the frame
BEFORE = FILLED + STRIPS  # a word a strip: the cells whose neighbour in the line before is filled, or frame
AFTER = BEFORE + STRIPS  # the same for the next line
WORDS = AFTER + STRIPS


def flanked(board: Ints, state: Ints, strip: int) -> int:
    """The empty cells that have a contact beside their line."""
    return ~state[FILLED + strip] & board[CELLS + strip] & (state[BEFORE + strip] | state[AFTER + strip])


def starts(state: Ints, strip: int, flanked_cells: int) -> int:
    """Of the flanked cells, those where a cube can be put down: contacts on two adjoining sides (rule 2)."""
    filled = state[FILLED + strip]
    return flanked_cells & (filled >> 1 | filled << 1)


def one_is_enough(board: Ints, state: Ints, strip: int) -> int:
    """The cells where a single cube, if it can be put down, is a whole turn (rule 3)."""
    filled, before, after = state[FILLED + strip], state[BEFORE + strip], state[AFTER + strip]
    ahead, behind = filled >> 1, filled << 1
    three_contacts = (before & after) | (ahead & behind)
    along = board[ALONG + strip]
    same_along = (behind & along) | (ahead & along << 1)
    same_across = (before & board[SAME_AFTER + strip]) | (after & board[SAME_BEFORE + strip])
    return three_contacts | (same_along & same_across)


def two_are_enough(board: Ints, state: Ints, strip: int, backward: int) -> int:
    """The cells from which a second cube ends a turn: another code, or three contacts (rule 3)."""
    filled = state[FILLED + strip]
    both_flanks = state[BEFORE + strip] & state[AFTER + strip]
    if backward:
        return ~(board[ALONG + strip] << 1) | (both_flanks | filled << 1) << 1
    return ~board[ALONG + strip] | (both_flanks | filled >> 1) >> 1


def line_move(board: Ints, strip: int, bit: int, backward: int, cubes: int) -> int:
    """The move that lays cubes from a cell of a strip."""
    lane, along = bit >> 4, (bit & 15) - 1
    if strip < COLUMN_STRIPS:
        cell = board[SIZE] * (4 * strip + lane) + along
        direction = WEST if backward else EAST
    else:
        cell = board[SIZE] * along + 4 * (strip - COLUMN_STRIPS) + lane
        direction = NORTH if backward else SOUTH
    return 64 * cell + (cubes if cubes == 1 else 16 * direction + cubes)


def cells_of(bit: int, backward: int, cubes: int) -> int:
    """The cells that a line of cubes covers, as bits of its strip."""
    first = bit - cubes + 1 if backward else bit
    return ((1 << cubes) - 1) << first


def has_cubes(board: Ints, state: Ints, strip: int, cells: int) -> bool:
    """Does the seat to move own the cubes for those cells?"""
    stock = STOCKS + 3 * state[SEAT]
    for code in range(3):
        if bit_count(board[CODED + STRIPS * code + strip] & cells) > state[stock + code]:
            return False
    return True


def within_means(board: Ints, state: Ints, strip: int) -> int:
    """The flanked cells of a strip without those of codes that the seat to move has run out of."""
    stock = STOCKS + 3 * state[SEAT]
    cells = flanked(board, state, strip)
    for code in range(3):
        if state[stock + code] == 0:
            cells &= ~board[CODED + STRIPS * code + strip]
    return cells


def least_stock(state: Ints) -> int:
    """Lines no longer than this the seat to move can certainly afford, within its means."""
    least = LANE
    for code in range(3):
        stock = state[STOCKS + 3 * state[SEAT] + code]
        if stock:
            least = min(least, stock)
    return least


@rarely
def affordable(board: Ints, state: Ints, strip: int, backward: int, cubes: int, begins: int) -> int:
    """Of the cells where lines of so many cubes begin, those whose line the seat to move can pay for."""
    paid = begins
    while begins:
        bit = lowest_bit(begins)
        begins &= begins - 1
        if not has_cubes(board, state, strip, cells_of(bit, backward, cubes)):
            paid ^= 1 << bit
    return paid


def survey(board: Ints, state: Ints, strip: int, sure: int, out: Ints, at: int) -> None:
    """Find every turn of rule 3 in a strip and write it at a place of `out`.

    While a line is laid the contacts beside it do not change and the cube behind gives the other one: it
    runs over flanked cells, and lines of n + 1 cubes come from those of n by one shift. A single cube has no
    direction: it is found once, in the rows, as forward. Lines of up to `sure` cubes need no look into the stock.
    """
    inside = board[CELLS + strip]
    ahead = behind = within_means(board, state, strip)
    forward = backward = starts(state, strip, ahead)
    enough = forward & one_is_enough(board, state, strip)
    out[at + 2] = enough if strip < COLUMN_STRIPS else 0
    out[at + 3] = 0
    total = bit_count(out[at + 2])
    cubes = 1
    while forward | backward:
        ahead = ahead >> 1 & inside
        behind = behind << 1 & inside
        forward &= ahead
        backward &= behind
        cubes += 1
        if cubes > sure:
            forward = affordable(board, state, strip, 0, cubes, forward)
            backward = affordable(board, state, strip, 1, cubes, backward)
        out[at + 2 * cubes] = forward
        out[at + 2 * cubes + 1] = backward
        if cubes == 2:
            out[at + 4] &= enough | two_are_enough(board, state, strip, 0)
            out[at + 5] &= enough | two_are_enough(board, state, strip, 1)
        total += bit_count(out[at + 2 * cubes]) + bit_count(out[at + 2 * cubes + 1])
    out[at + TOTAL] = total
    out[at + LONGEST] = cubes


@rarely
def ordinary(board: Ints, state: Ints, out: Ints) -> int:
    """Write the turns of rule 3; the survey of a strip stands at the end of the list meanwhile."""
    sure = least_stock(state)
    at = len(out) - SURVEY
    found = 0
    for strip in range(STRIPS):
        survey(board, state, strip, sure, out, at)
        for kind in range(2, 2 * out[at + LONGEST] + 2):
            begins = out[at + kind]
            while begins:
                out[found] = line_move(board, strip, lowest_bit(begins), kind & 1, kind >> 1)
                begins &= begins - 1
                found += 1
    return found


def goes_on(board: Ints, state: Ints, strip: int, bit: int, backward: int) -> bool:
    """Can a line of one code go on from a first cube to a second (rule 4)?"""
    after = bit - 1 if backward else bit + 1
    same_code = board[ALONG + strip] >> (after if backward else bit) & 1
    if same_code == 0 or flanked(board, state, strip) >> after & 1 == 0:
        return False
    return has_cubes(board, state, strip, cells_of(bit, backward, 2))


@rarely
def forced(board: Ints, state: Ints, out: Ints) -> int:
    """Write the turns of rule 4, for a player who has none of rule 3: forced lines, or a pass."""
    found = 0
    for row_strip in range(COLUMN_STRIPS):
        cells = starts(state, row_strip, within_means(board, state, row_strip))
        while cells:
            bit = lowest_bit(cells)
            cells &= cells - 1
            row, column = 4 * row_strip + (bit >> 4), (bit & 15) - 1
            column_strip, upright_bit = COLUMN_STRIPS + (column >> 2), LANE * (column & 3) + row + 1
            alone = True
            for backward in range(2):
                if goes_on(board, state, row_strip, bit, backward):
                    out[found] = line_move(board, row_strip, bit, backward, 2)
                    found += 1
                    alone = False
                if goes_on(board, state, column_strip, upright_bit, backward):
                    out[found] = line_move(board, column_strip, upright_bit, backward, 2)
                    found += 1
                    alone = False
            if alone:
                out[found] = line_move(board, row_strip, bit, 0, 1)
                found += 1
    if found == 0:
        out[0] = PASS
        found = 1
    return found


def moves(board: Ints, state: Ints, out: Ints) -> int:
    if board[MODE] == TAQUIN:
        return slides(board, state, out)
    found = ordinary(board, state, out)
    if found == 0:
        found = forced(board, state, out)
    if state[FREE_PASS] == state[SEAT]:  # rule 7
        out[found] = SKIP
        found += 1
    return found


def count(board: Ints, state: Ints, out: Ints) -> int:
    """Survey the strips, one after another in `out`; write the moves only where there is no turn of rule 3."""
    mark = len(out) - 1
    out[mark] = LISTED
    if board[MODE] == TAQUIN:
        return slides(board, state, out)
    sure = least_stock(state)
    total = 0
    for strip in range(STRIPS):
        survey(board, state, strip, sure, out, SURVEY * strip)
        total += out[SURVEY * strip + TOTAL]
    if total:
        out[mark] = COUNTED
    else:
        total = forced(board, state, out)
    if state[FREE_PASS] == state[SEAT]:
        if out[mark] == LISTED:
            out[total] = SKIP
        total += 1
    return total


def nth(board: Ints, state: Ints, out: Ints, n: int) -> int:
    if out[len(out) - 1] == LISTED:
        return out[n]
    strip = 0
    while strip < STRIPS and n >= out[SURVEY * strip + TOTAL]:
        n -= out[SURVEY * strip + TOTAL]
        strip += 1
    if strip == STRIPS:
        return SKIP
    at = SURVEY * strip + 2
    while n >= bit_count(out[at]):
        n -= bit_count(out[at])
        at += 1
    kind = at - SURVEY * strip
    return line_move(board, strip, nth_bit(out[at], n), kind & 1, kind >> 1)


def play(board: Ints, state: Ints, move: int) -> None:
    if board[MODE] == TAQUIN:
        slide(board, state, move)
    elif move >= GUESS:
        if state[GUESSED] < 0:
            state[GUESSED] = move - GUESS
    elif move == MISTAKE:
        state[OWES] = 1
    elif move != WRONG_GUESS:
        state[TURNS] += 1
        if move == SKIP:
            state[FREE_PASS] = -1
        elif move != PASS:
            lay(board, state, move >> 6, move >> 4 & 3, move & 15)
        if state[LEFT] == 0:
            end(state, 1 << state[SEAT])
        elif state[OWES]:
            state[OWES] = 0  # rule 6: the same player once more
        else:
            state[SEAT] = state[SEAT] + 1 if state[SEAT] + 1 < board[SEATS] else 0


def lay(board: Ints, state: Ints, cell: int, direction: int, cubes: int) -> None:
    """Put cubes down one after another."""
    size = board[SIZE]
    row, column = cell // size, cell % size
    across = (direction == EAST) - (direction == WEST)
    down = (direction == SOUTH) - (direction == NORTH)
    for _ in range(cubes):
        state[STOCKS + 3 * state[SEAT] + board[CODES + size * row + column]] -= 1
        fill(state, 0, row, column)
        fill(state, COLUMN_STRIPS, column, row)
        row += down
        column += across
    state[LEFT] -= cubes


def fill(state: Ints, first_strip: int, line: int, along: int) -> None:
    """A cube lies there: note it in its line and in the two beside it."""
    state[FILLED + first_strip + (line >> 2)] |= 1 << LANE * (line & 3) + along + 1
    if line < 11:
        state[BEFORE + first_strip + (line + 1 >> 2)] |= 1 << LANE * (line + 1 & 3) + along + 1
    if line > 0:
        state[AFTER + first_strip + (line - 1 >> 2)] |= 1 << LANE * (line - 1 & 3) + along + 1


@rarely
def points(board: Ints, state: Ints, out: Ints) -> None:
    """One for the winner; alone, the turns or slides it took."""
    if board[MODE] == GAME_MODE:
        for seat in range(board[SEATS]):
            out[seat] = state[WINNERS] >> seat & 1
    else:
        out[0] = state[TURNS]
