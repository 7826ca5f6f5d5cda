"""The loops that solve a layer: compiled, over bytes.

A byte is what a position is worth to the seat to move: an even number for a loss in so many plies, an odd one for a
win, OPEN for what is not known, and in the end for a draw by endless play. A position has a row (how Yellow's pieces
stand) and a column (how Red's do); its value is at its row's begin plus its column, in an array for each seat to move
and one for each piece that can end its leg. What the loops know of the rules is `WALKS`, and tables that the kernel's
functions made.
"""

from __future__ import annotations

from carreau.games.squadro import HOME, LANES, WALKS
from carreau.rules.bits import lowest_bit
from carreau.rules.kernel import Ints
from carreau.solvers.squadro.layers import LONG

OPEN = 255
SETS = 1 << LANES  # of the enemies on a lane
STEPS = HOME + 1
NEVER = -2  # a row that was never valued; less than every value

# The words of a layout: where each array of values begins.
YELLOW_TO_MOVE, RED_TO_MOVE, AFTER = 0, 1, 2
LAYOUT = AFTER + 2 * LANES  # a word a piece: the positions after it has ended its leg

# The words of a row: what its moves do, as far as that depends on the row alone.
YELLOW_TO, JUMPED = 0, LANES * SETS  # by lane and enemies on it: where to add the column; the lanes that are jumped
RED_TO = 2 * LANES * SETS  # by lane and progress: the same, jumps included;
LEAVES = RED_TO + LANES * STEPS  # and whether the column loses its lane
ROW = LEAVES + LANES * STEPS


def yellow_row(
    y: int, row: Ints, layout: Ints, columns: int, standing: Ints, step: Ints, without: Ints, news: Ints
) -> int:
    """Write down where Yellow's moves lead from a row; returns the least that is new in those rows."""
    least = OPEN
    for lane in range(LANES):
        progress = standing[LANES * y + lane]
        if progress == HOME:
            continue
        for enemies in range(SETS):
            walked = WALKS[(lane * HOME + progress) * SETS + enemies]
            stop, at = walked & 15, SETS * lane + enemies
            row[JUMPED + at] = walked >> 4
            if step[STEPS * lane + stop] < 0:
                row[YELLOW_TO + at] = layout[AFTER + lane] + without[LANES * y + lane] * columns
            else:
                after = y + step[STEPS * lane + stop] - step[STEPS * lane + progress]
                row[YELLOW_TO + at] = layout[RED_TO_MOVE] + after * columns
                least = min(least, news[after])
    return least


def red_row(
    y: int, row: Ints, layout: Ints, columns: int, met: Ints, falls: Ints, step: Ints, kinds: Ints, news: Ints
) -> int:
    """Write down where Red's moves lead from a row; returns the least that is new in the other rows."""
    least = OPEN
    for lane in range(LANES):
        enemies = met[y] >> LANES * lane & SETS - 1
        for progress in range(HOME):
            at = STEPS * lane + progress
            if step[at] < 0:
                continue
            walked = WALKS[((LANES + lane) * HOME + progress) * SETS + enemies]
            stop, jumped = walked & 15, walked >> 4
            after = y
            while jumped:
                after -= falls[LANES * y + lowest_bit(jumped)]
                jumped &= jumped - 1
            row[LEAVES + at] = step[STEPS * lane + stop] < 0
            if row[LEAVES + at]:
                row[RED_TO + at] = layout[AFTER + LANES + lane] + after * (columns // kinds[lane])
            else:
                row[RED_TO + at] = layout[YELLOW_TO_MOVE] + after * columns + step[STEPS * lane + stop] - step[at]
                if after != y:  # the row itself is valued in the order of its columns
                    least = min(least, news[after])
    return least


def valued(least_loss: int, longest_win: int) -> int:
    """What a position is worth whose moves lead to these: the quickest win, else the slowest loss."""
    if least_loss < OPEN:
        return least_loss + 1
    return min(longest_win + 1, LONG) if longest_win < OPEN else OPEN


def yellow_value(values: Ints, row: Ints, lanes: Ints, column: int, met: int, falls: Ints) -> int:
    """What a position is worth to Yellow to move."""
    least_loss, longest_win = OPEN, 0
    for k in range(len(lanes)):
        lane = lanes[k]
        at = SETS * lane + (met >> LANES * lane & SETS - 1)
        to = row[YELLOW_TO + at] + column
        jumped = row[JUMPED + at]
        while jumped:
            to -= falls[LANES * column + lowest_bit(jumped)]
            jumped &= jumped - 1
        value = values[to]
        is_win = value & 1  # counted without a branch: nobody can predict it
        longest_win = max(longest_win, value * is_win)
        least_loss = min(least_loss, value + OPEN * is_win)
    return valued(least_loss, longest_win)


def red_value(values: Ints, row: Ints, lanes: Ints, column: int, standing: Ints, without: Ints) -> int:
    """What a position is worth to Red to move."""
    least_loss, longest_win = OPEN, 0
    for k in range(len(lanes)):
        lane = lanes[k]
        at = STEPS * lane + standing[LANES * column + lane]
        value = values[row[RED_TO + at] + (without[LANES * column + lane] if row[LEAVES + at] else column)]
        is_win = value & 1  # counted without a branch: nobody can predict it
        longest_win = max(longest_win, value * is_win)
        least_loss = min(least_loss, value + OPEN * is_win)
    return valued(least_loss, longest_win)


def sweep(
    values: Ints, layout: Ints, row: Ints, begin: int, end: int, yellow_news: Ints, red_news: Ints,
    yellow_lanes: Ints, yellow_standing: Ints, yellow_taken: Ints, yellow_met: Ints, yellow_falls: Ints,
    yellow_step: Ints, yellow_without: Ints,
    red_lanes: Ints, red_standing: Ints, red_met: Ints, red_falls: Ints, red_step: Ints, red_kinds: Ints,
    red_without: Ints,
) -> int:  # fmt: skip
    """Value the rows from `end` - 1 down to `begin` anew; returns how many values have changed.

    Downwards, most of what a position leads to has been valued before it: only Red's jumps go to rows below.

    Values only ever fall, and a new one is more than one of the new ones that it comes from, or LONG. So a position is
    passed over when it is worth no more than a ply more than the least that is new in the rows its moves lead to, since
    it was looked at last: the least that the last sweep over each has written, in `yellow_news` with Yellow to move and
    in `red_news` with Red.
    """
    columns = len(red_met)
    changes = 0
    for y in range(end - 1, begin - 1, -1):
        for_yellow = 1 + yellow_row(y, row, layout, columns, yellow_standing, yellow_step, yellow_without, red_news)
        for_red = 1 + red_row(y, row, layout, columns, yellow_met, yellow_falls, red_step, red_kinds, yellow_news)
        if yellow_news[y] == NEVER:
            for_yellow = for_red = NEVER
        yellow_news[y] = red_news[y] = OPEN
        if for_yellow >= OPEN and for_red >= OPEN:
            continue
        taken = yellow_taken[y]
        yellow_begin, red_begin = layout[YELLOW_TO_MOVE] + y * columns, layout[RED_TO_MOVE] + y * columns
        for column in range(columns - 1, -1, -1):
            before, other_before = values[yellow_begin + column], values[red_begin + column]
            if (before <= for_yellow and other_before <= for_red) or taken & red_met[column]:
                continue
            if before > for_yellow:
                value = yellow_value(values, row, yellow_lanes, column, red_met[column], red_falls)
                if value != before:
                    values[yellow_begin + column] = value
                    yellow_news[y] = min(yellow_news[y], value)
                    for_red = min(for_red, 1 + value)  # Red may move there within the row
                    changes += 1
            if other_before > for_red:
                value = red_value(values, row, red_lanes, column, red_standing, red_without)
                if value != other_before:
                    values[red_begin + column] = value
                    red_news[y] = min(red_news[y], value)
                    changes += 1
    return changes


def for_yellow(
    values: Ints, layout: Ints, row: Ints, news: Ints, lanes: Ints, standing: Ints, taken: Ints, step: Ints,
    without: Ints, red_met: Ints, red_falls: Ints,
) -> None:  # fmt: skip
    """Value every position with Yellow to move, when all with Red to move are known."""
    columns = len(red_met)
    for y in range(len(taken)):
        yellow_row(y, row, layout, columns, standing, step, without, news)
        for column in range(columns):
            met = red_met[column]
            if not taken[y] & met:
                value = yellow_value(values, row, lanes, column, met, red_falls)
                values[layout[YELLOW_TO_MOVE] + y * columns + column] = value


def pack(values: Ints, begin: int, taken: Ints, met: Ints, out: Ints) -> int:
    """Write the values of an array close together, without the places where two pieces would share a crossing."""
    found = 0
    for y in range(len(taken)):
        for column in range(len(met)):
            if not taken[y] & met[column]:
                out[found] = values[begin + y * len(met) + column]
                found += 1
    return found


def unpack(packed: Ints, taken: Ints, met: Ints, to_row: Ints, to_column: Ints, columns: int, out: Ints) -> int:
    """Spread packed values out again into another grid: -1 where that has no such row or column."""
    found = 0
    for y in range(len(taken)):
        for column in range(len(met)):
            if not taken[y] & met[column]:
                if to_row[y] >= 0 and to_column[column] >= 0:
                    out[to_row[y] * columns + to_column[column]] = packed[found]
                found += 1
    return found
