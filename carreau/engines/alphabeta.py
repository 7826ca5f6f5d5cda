"""Alpha-beta search with a table of positions, over any kernel of two seats.

A walk with its own stack, which can stop after any number of nodes and go on later. Values are for the
seat to move: a win counts WIN less the plies to it, so nearer wins are better; or, with MARGINS, the points that
the seat is ahead by in the end. What was judged by `knowledge.evaluate` or by repetition is a guess and counted as
one; a search without guesses is exact.
`rules` is the kernel, `knowledge` what the search has been told of the game.
"""

from __future__ import annotations

from typing import Any, cast

from carreau.rules.bits import multiply
from carreau.rules.drivers import below
from carreau.rules.kernel import OVER, SEAT, WINNERS, Ints, Kernel, borrowed

rules = cast(Kernel, None)
knowledge = cast(Any, None)

WIN = 30_000
SURE = 25_000  # values beyond this are wins and losses
INFINITE = 32_000
MOST_PLIES = 250

# The words of a frame, one a ply.
ALPHA, BETA, BEST, BEST_MOVE, NEXT, FOUND, DEPTH, KEY, GUESSES, STAGE, ENTRY_ALPHA = range(11)
FRAME = 11
REDUCED, NARROW, WHOLE = range(3)  # how the current move is searched: less deep, with a null window, in full

# The words of a run: its settings and where it stands.
PLY, BASE, NODES, STOP_AT, GUESSED, VALUE, DOING, SEED, BLIND, DEEPEST, PAST, SALT, MARGINS, AGE = range(14)
RUN = 14
ENTER, ADVANCE, PLAY, RESULT, LEAVE = range(5)  # what it is doing

# An entry of the table: the key, mixed with the data so that a torn entry is never believed, and the data.
EXACT_DEPTH = 255  # nothing below was a guess
LOWER, UPPER, EXACT = 1, 2, 3
NO_MOVE = 0xFFFF
AGE_SHIFT, AGES = 42, 1 << 20  # when an entry was written, for whoever keeps the table: the search does not ask
KILLERS = 2
SPREAD = 0x1E3779B97F4A7C15  # a key times this has its high bits spread evenly


def search(
    board: Ints, states: list[Ints], lists: list[Ints], scores: list[Ints], frames: Ints, table: Ints,
    path: Ints, killers: Ints, history: Ints, run: Ints,
) -> bool:  # fmt: skip
    """Go on with a search; True when it is done, False when STOP_AT nodes have been seen."""
    board, states, lists, scores = borrowed(board), borrowed(states), borrowed(lists), borrowed(scores)
    frames, table, path = borrowed(frames), borrowed(table), borrowed(path)
    killers, history, run = borrowed(killers), borrowed(history), borrowed(run)
    ply, value, doing = run[PLY], run[VALUE], run[DOING]
    while True:
        at = FRAME * ply
        state = states[ply]
        if doing == ENTER:
            if run[NODES] >= run[STOP_AT]:
                run[PLY], run[VALUE], run[DOING] = ply, value, doing
                return False
            run[NODES] += 1
            known, value = enter(board, state, lists[ply], scores[ply], frames, table, path, killers, history,
                                 run, ply)  # fmt: skip
            doing = LEAVE if known else ADVANCE
        elif doing == ADVANCE:
            if frames[at + BEST] >= frames[at + BETA] or frames[at + NEXT] + 1 == frames[at + FOUND]:
                store(table, frames, at, run, ply)
                value = frames[at + BEST]
                doing = LEAVE
            else:
                advance(board, state, lists[ply], scores[ply], frames, at)
                doing = PLAY
        elif doing == PLAY:
            after = states[ply + 1]
            for i in range(len(state)):
                after[i] = state[i]
            move = lists[ply][frames[at + NEXT]]
            rules.play(board, after, move)
            if after[SEAT] == OVER:
                run[NODES] += 1
                value = outcome(board, after, lists[ply + 1], state[SEAT], ply + 1, run)
                frames[at + STAGE] = WHOLE
                doing = RESULT
            else:
                set_window(board, state, after, move, frames, at)
                if frames[at + FRAME + DEPTH] <= 0 and knowledge.extend(board, after) == 0:
                    # A leaf needs no frame. It is worth the same in any window, at this depth.
                    run[NODES] += 1
                    run[GUESSED] += 1
                    value = knowledge.evaluate(board, after)
                    if after[SEAT] != state[SEAT]:
                        value = -value
                    if frames[at + STAGE] == NARROW:
                        frames[at + STAGE] = WHOLE
                    doing = RESULT
                else:
                    ply += 1
                    doing = ENTER
        elif doing == RESULT:
            stage = frames[at + STAGE]
            if value > frames[at + ALPHA] and (stage == REDUCED or (stage == NARROW and value < frames[at + BETA])):
                frames[at + STAGE] += 1
                doing = PLAY
            else:
                take(state, lists[ply], frames, killers, history, ply, value)
                doing = ADVANCE
        else:
            if ply == run[BASE]:
                run[PLY], run[VALUE], run[DOING] = ply, value, ENTER
                return True
            ply -= 1
            if states[ply][SEAT] != state[SEAT]:
                value = -value
            doing = RESULT


def set_window(board: Ints, state: Ints, after: Ints, move: int, frames: Ints, at: int) -> None:
    """Tell the next frame what to look for."""
    stage, alpha, beta, depth = frames[at + STAGE], frames[at + ALPHA], frames[at + BETA], frames[at + DEPTH]
    if not (knowledge.FORCED_IS_FREE and frames[at + FOUND] == 1):
        depth -= 1
    if stage != WHOLE:
        beta = alpha + 1
    if stage == REDUCED:
        depth -= knowledge.reduce(board, state, move, frames[at + NEXT], frames[at + DEPTH])
    same = after[SEAT] == state[SEAT]
    frames[at + FRAME + ALPHA] = alpha if same else -beta
    frames[at + FRAME + BETA] = beta if same else -alpha
    frames[at + FRAME + DEPTH] = depth


def advance(board: Ints, state: Ints, out: Ints, scores: Ints, frames: Ints, at: int) -> None:
    """Bring the best of the remaining moves to the front."""
    frames[at + NEXT] += 1
    here = frames[at + NEXT]
    best = here
    for i in range(here + 1, frames[at + FOUND]):
        if scores[i] > scores[best]:
            best = i
    out[here], out[best] = out[best], out[here]
    scores[here], scores[best] = scores[best], scores[here]
    if here == 0:
        frames[at + STAGE] = WHOLE
    elif knowledge.reduce(board, state, out[here], here, frames[at + DEPTH]):
        frames[at + STAGE] = REDUCED
    else:
        frames[at + STAGE] = NARROW


def take(state: Ints, out: Ints, frames: Ints, killers: Ints, history: Ints, ply: int, value: int) -> None:
    """Take in the value of the current move."""
    at = FRAME * ply
    if value > frames[at + BEST]:
        move = out[frames[at + NEXT]]
        frames[at + BEST] = value
        frames[at + BEST_MOVE] = move
        frames[at + ALPHA] = max(value, frames[at + ALPHA])
        if value >= frames[at + BETA] and move != killers[KILLERS * ply]:
            killers[KILLERS * ply + 1] = killers[KILLERS * ply]
            killers[KILLERS * ply] = move
            if knowledge.MOVE_CODES > 1 and frames[at + DEPTH] > 0:
                history[knowledge.MOVE_CODES * state[SEAT] + move] += frames[at + DEPTH] * frames[at + DEPTH]


def store(table: Ints, frames: Ints, at: int, run: Ints, ply: int) -> None:
    """Remember the position; a deeper result of another position gives way all the same, it is older."""
    best = frames[at + BEST]
    depth = max(0, frames[at + DEPTH]) if run[GUESSED] > frames[at + GUESSES] else EXACT_DEPTH
    if best >= frames[at + BETA]:
        bound = LOWER
    elif best <= frames[at + ENTRY_ALPHA]:
        bound = UPPER
    else:
        bound = EXACT
    key = frames[at + KEY]
    slot = 2 * slot_of(key, len(table) // 2)
    data = frames[at + BEST_MOVE] | (to_table(best, ply) + 32768) << 16 | depth << 32 | bound << 40
    data |= run[AGE] << AGE_SHIFT
    table[slot] = key ^ data
    table[slot + 1] = data


def enter(
    board: Ints, state: Ints, out: Ints, scores: Ints, frames: Ints, table: Ints, path: Ints, killers: Ints,
    history: Ints, run: Ints, ply: int,
) -> tuple[bool, int]:  # fmt: skip
    """Open a position: its value if it is known or judged at once, else its moves in order."""
    at = FRAME * ply
    run[DEEPEST] = max(run[DEEPEST], ply)
    key = knowledge.key(board, state)
    frames[at + GUESSES] = run[GUESSED]
    alpha, beta, depth = frames[at + ALPHA], frames[at + BETA], frames[at + DEPTH]
    frames[at + ENTRY_ALPHA] = alpha
    if knowledge.REPEATS:
        here = run[PAST] + ply
        if is_repetition(path, here, key):
            run[GUESSED] += 1
            return True, 0
        path[here] = key
        key ^= run[SALT]
    frames[at + KEY] = key
    known_move = -1
    slot = 2 * slot_of(key, len(table) // 2)
    data = table[slot + 1]
    if data and table[slot] ^ data == key:
        known_move = data & NO_MOVE
        known_depth = data >> 32 & 255
        bound = data >> 40 & 3
        value = from_table((data >> 16 & 0xFFFF) - 32768, ply)
        # A win or a loss is one at any depth.
        deep_enough = known_depth >= depth or (value > SURE and bound != UPPER) or (value < -SURE and bound != LOWER)
        decides = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
        if deep_enough and decides:
            if known_depth != EXACT_DEPTH:
                run[GUESSED] += 1
            return True, value
    if depth <= 0 or ply >= MOST_PLIES:
        if ply >= MOST_PLIES or knowledge.extend(board, state) == 0:
            run[GUESSED] += 1
            return True, knowledge.evaluate(board, state)
        frames[at + DEPTH] = 1
    found = knowledge.narrow(board, state, out, rules.moves(board, state, out))
    if knowledge.FORCED_IS_FREE and found == 1 and depth <= 0:
        frames[at + DEPTH] = 0
    if run[BLIND] and ply >= 1:
        found = overlook(out, found, key, run)
    knowledge.order(board, state, out, found, scores)
    for i in range(found):
        move = out[i]
        if move == known_move:
            scores[i] += 1 << 50
        elif move == killers[KILLERS * ply]:
            scores[i] += 1 << 41
        elif move == killers[KILLERS * ply + 1]:
            scores[i] += 1 << 40
        elif knowledge.MOVE_CODES > 1:
            scores[i] += history[knowledge.MOVE_CODES * state[SEAT] + move]
    frames[at + FOUND] = found
    frames[at + NEXT] = -1
    frames[at + BEST] = -INFINITE
    frames[at + BEST_MOVE] = NO_MOVE
    frames[at + STAGE] = WHOLE
    return False, 0


def is_repetition(path: Ints, here: int, key: int) -> bool:
    found = False
    for i in range(here):  # to the end: without a way out, several are compared at once
        found |= path[i] == key
    return found


def overlook(out: Ints, found: int, key: int, run: Ints) -> int:
    """Drop some moves, always the same in the same position: a weak player does not see them."""
    kept = 0
    for i in range(found):
        luck = multiply(multiply(key ^ run[SEED], 0x1E3779B97F4A7C15) ^ (out[i] + 1) << 20, 0x3F58476D1CE4E5B9)
        if below(luck, 1024) >= run[BLIND] or (i == found - 1 and kept == 0):
            out[kept] = out[i]
            kept += 1
    return kept


def outcome(board: Ints, state: Ints, out: Ints, seat: int, ply: int, run: Ints) -> int:
    if run[MARGINS]:
        rules.points(board, state, out)
        return out[seat] - out[1 - seat]
    winners = state[WINNERS]
    if winners == 3:
        return 0
    return WIN - ply if winners >> seat & 1 else ply - WIN


def slot_of(key: int, slots: int) -> int:
    return below(multiply(key, SPREAD), slots)


def to_table(value: int, ply: int) -> int:
    """Wins are stored as plies from the position, not from the root."""
    if value > SURE:
        return value + ply
    return value - ply if value < -SURE else value


def from_table(value: int, ply: int) -> int:
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value


def follow(board: Ints, state: Ints, out: Ints, table: Ints, line: Ints, run: Ints) -> int:
    """Play on as the table says, writing the moves into `line`; returns how many there are."""
    length = 0
    while length < len(line) and state[SEAT] != OVER:
        key = knowledge.key(board, state)
        if knowledge.REPEATS:
            key ^= run[SALT]
        slot = 2 * slot_of(key, len(table) // 2)
        data = table[slot + 1]
        move = data & NO_MOVE
        if data == 0 or table[slot] ^ data != key:
            return length
        legal = False
        for i in range(rules.moves(board, state, out)):
            legal = legal or out[i] == move
        if not legal:
            return length
        rules.play(board, state, move)
        line[length] = move
        length += 1
    return length
