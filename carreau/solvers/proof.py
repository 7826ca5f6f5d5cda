"""Proof-number search over any kernel of two seats: can one seat, the attacker, force a win?

Each position has two numbers: how many more positions must, at least, turn out well for the attacker to prove the win
(0: it is proven), and how many for the other seat to refute it. The walk goes where the root's numbers can change by
the least work, within limits that a position gets from the one above (depth first: Nagai's df-pn). Whose turn it is
decides how numbers add up, so several moves of one seat in a row need nothing special.

What is decided may come with its ground: the set of places it rests on, so that a reply anywhere else changes nothing.
Where one reply has failed, only those on its ground remain to be tried. ALL means that nothing can be left out.

Positions are kept in a table under keys that tell them apart exactly; nothing is ever believed of another position.
The walk has its own stack and can stop after any number of nodes. Positions must never repeat. `rules` is the
kernel, `insight` what is known of the game: which moves matter, what is decided at sight, grounds and keys.
"""

from __future__ import annotations

from typing import Any, cast

from carreau.rules.bits import multiply
from carreau.rules.drivers import below
from carreau.rules.kernel import OVER, SEAT, WINNERS, Ints, Kernel, borrowed

rules = cast(Kernel, None)
insight = cast(Any, None)

INFINITE = 1 << 27
NUMBER_BITS = 28
ALL = -1  # the ground of what may rest on anything

# The words of a frame, one a ply: the position's key and its picture (a symmetry) that has this key, the numbers at
# which to come back, how many moves there are, the one looked at, the nodes seen before this visit, the earlier work,
# where a reply must be played, and the ground on which that was seen at sight.
KEY, MORE_KEY, PICTURE, PROOF_LIMIT, REFUTATION_LIMIT, FOUND, CHOSEN, BEFORE, WORK, MUST, THREAT = range(11)
FRAME = 11

# The words of a run: its settings and where it stands; at the end the numbers and the ground of the first position.
PLY, DOING, NODES, STOP_AT, ATTACKER, MODE, PROOF, REFUTATION, GROUND, WORTH, LOGGED = range(11)
RUN = 11
ENTER, CHOOSE, LEAVE = range(3)

# An entry of the table: two words of key; both numbers and how long the work for them is, in binary; the ground.
ENTRY = 4
PLACES = 4  # a key has a few places
LOG_ENTRY = ENTRY  # what is logged of a position: the same

UNDECIDED, MOVER_WINS, MOVER_FAILS = range(3)  # what insight can say of a position at sight


def prove(
    board: Ints, facts: Ints, states: list[Ints], notes: list[Ints], lists: list[Ints], proofs: list[Ints],
    refutations: list[Ints], grounds: list[Ints], frames: Ints, table: Ints, log: Ints, scratch: Ints, run: Ints,
) -> bool:  # fmt: skip
    """Go on with a search; True when it is done, False when STOP_AT nodes have been seen or the log is full."""
    board, facts, states, notes = borrowed(board), borrowed(facts), borrowed(states), borrowed(notes)
    lists, proofs, refutations, grounds = borrowed(lists), borrowed(proofs), borrowed(refutations), borrowed(grounds)
    frames, table, log = borrowed(frames), borrowed(table), borrowed(log)
    scratch, run = borrowed(scratch), borrowed(run)
    ply, doing = run[PLY], run[DOING]
    while True:
        at = FRAME * ply
        state = states[ply]
        if doing == ENTER:
            if run[NODES] >= run[STOP_AT] or LOG_ENTRY * (run[LOGGED] + ply + 1) > len(log):
                run[PLY], run[DOING] = ply, doing
                return False
            run[NODES] += 1
            doing = enter(board, facts, state, notes[ply], lists[ply], proofs[ply], refutations[ply], grounds[ply],
                          frames, at, table, scratch, run)  # fmt: skip
        elif doing == CHOOSE:
            if choose(state, proofs[ply], refutations[ply], frames, at, run):
                if run[PROOF] == 0 or run[REFUTATION] == 0:
                    conclude(board, facts, state, lists[ply], grounds[ply], frames, at, scratch, run)
                store(facts, table, log, frames, at, run)
                doing = LEAVE
            else:
                after = states[ply + 1]
                for i in range(len(state)):
                    after[i] = state[i]
                move = lists[ply][frames[at + CHOSEN]]
                rules.play(board, after, move)
                if after[SEAT] == OVER:
                    run[NODES] += 1
                    won = after[WINNERS] == 1 << run[ATTACKER]
                    run[PROOF], run[REFUTATION], run[GROUND] = 0 if won else INFINITE, INFINITE if won else 0, ALL
                    take(facts, state, lists[ply], proofs[ply], refutations[ply], grounds[ply], frames, at, run)
                else:
                    insight.note(board, facts, state, move, notes[ply], notes[ply + 1])
                    ply += 1
                    doing = ENTER
        elif ply == 0:
            run[PLY], run[DOING] = 0, ENTER
            return True
        else:
            ply -= 1
            take(facts, states[ply], lists[ply], proofs[ply], refutations[ply], grounds[ply], frames, FRAME * ply, run)
            doing = CHOOSE


def enter(
    board: Ints, facts: Ints, state: Ints, notes: Ints, out: Ints, proofs: Ints, refutations: Ints, grounds: Ints,
    frames: Ints, at: int, table: Ints, scratch: Ints, run: Ints,
) -> int:  # fmt: skip
    """Open a position: what is known of it at sight, else its moves and what the table knows of each."""
    attacks = state[SEAT] == run[ATTACKER]
    mine, theirs = (proofs, refutations) if attacks else (refutations, proofs)
    verdict, found, must, ground = insight.look(board, facts, state, out, mine, theirs, scratch, run[MODE], attacks)
    if verdict != UNDECIDED:
        won = (verdict == MOVER_WINS) == attacks
        run[PROOF], run[REFUTATION], run[GROUND] = 0 if won else INFINITE, INFINITE if won else 0, ground
        return LEAVE
    frames[at + KEY], frames[at + MORE_KEY], frames[at + PICTURE] = insight.key(facts, notes)
    frames[at + FOUND] = found
    frames[at + BEFORE] = run[NODES]
    frames[at + MUST] = must
    frames[at + THREAT] = ground
    here = find(table, frames[at + KEY], frames[at + MORE_KEY])
    frames[at + WORK] = 1 << (table[here + 2] & 63) if here >= 0 else 0
    for i in range(found):
        grounds[i] = ALL
        key, more_key, picture = insight.key_after(facts, state, out[i], notes)
        there = find(table, key, more_key)
        if there >= 0:
            proofs[i] = table[there + 2] >> 6 + NUMBER_BITS
            refutations[i] = table[there + 2] >> 6 & (1 << NUMBER_BITS) - 1
            if mine[i] >= INFINITE or mine[i] == 0:
                grounds[i] = insight.seen_in(facts, table[there + 3], picture, 0)
                if mine[i] and covers(facts, out[i], grounds[i]):
                    frames[at + MUST] &= grounds[i]
    narrow(facts, out, mine, theirs, frames, at)
    return CHOOSE


def covers(facts: Ints, move: int, ground: int) -> bool:
    """Would every reply off this ground fail as this one did? Not if it failed by what it did itself."""
    return ground != ALL and ground & insight.place(facts, move) == 0


def narrow(facts: Ints, out: Ints, mine: Ints, theirs: Ints, frames: Ints, at: int) -> None:
    """Replies off the ground on which another has failed fail too."""
    must = frames[at + MUST]
    if must != ALL:
        for i in range(frames[at + FOUND]):
            if 0 < mine[i] < INFINITE and insight.place(facts, out[i]) & must == 0:
                mine[i], theirs[i] = INFINITE, 0


def choose(state: Ints, proofs: Ints, refutations: Ints, frames: Ints, at: int, run: Ints) -> bool:
    """Add the numbers up; True if they say to leave, else the move to look at is chosen, with its limits.

    The seat to move needs one good move: of its own numbers the least counts, among equals the first. Of the other's
    the greatest counts, and of each further move half of it and of one: a sum would count what is shared by many moves
    many times; without it a search can stay for ever below a move that has many hard answers.
    """
    attacks = state[SEAT] == run[ATTACKER]
    mine, theirs = (proofs, refutations) if attacks else (refutations, proofs)
    least = second = INFINITE
    greatest = open_moves = all_theirs = best = 0
    for i in range(frames[at + FOUND]):
        if mine[i] < least:
            second = least
            least = mine[i]
            best = i
        elif mine[i] < second:
            second = mine[i]
        if theirs[i] > 0:
            greatest = max(greatest, theirs[i])
            all_theirs += theirs[i]
            open_moves += 1
    others = (all_theirs - greatest + open_moves - 1) // 2
    total = 0 if open_moves == 0 else min(INFINITE, greatest + others)
    if least == 0:
        total = INFINITE
    elif total == 0:
        least = INFINITE
    run[PROOF], run[REFUTATION] = (least, total) if attacks else (total, least)
    my_limit = frames[at + PROOF_LIMIT] if attacks else frames[at + REFUTATION_LIMIT]
    their_limit = frames[at + REFUTATION_LIMIT] if attacks else frames[at + PROOF_LIMIT]
    frames[at + CHOSEN] = best
    if least >= my_limit or total >= their_limit:
        return True
    mine_next = min(my_limit, second + 1 + (second >> 2))
    theirs_next = their_limit - (total - theirs[best])
    frames[at + FRAME + PROOF_LIMIT] = mine_next if attacks else theirs_next
    frames[at + FRAME + REFUTATION_LIMIT] = theirs_next if attacks else mine_next
    return False


def take(
    facts: Ints, state: Ints, out: Ints, proofs: Ints, refutations: Ints, grounds: Ints, frames: Ints, at: int,
    run: Ints,
) -> None:  # fmt: skip
    """Take in the numbers of the move that was looked at."""
    chosen = frames[at + CHOSEN]
    proofs[chosen], refutations[chosen], grounds[chosen] = run[PROOF], run[REFUTATION], run[GROUND]
    mine, theirs = (proofs, refutations) if state[SEAT] == run[ATTACKER] else (refutations, proofs)
    if theirs[chosen] == 0:
        if covers(facts, out[chosen], run[GROUND]):
            frames[at + MUST] &= run[GROUND]
        narrow(facts, out, mine, theirs, frames, at)


def conclude(
    board: Ints, facts: Ints, state: Ints, out: Ints, grounds: Ints, frames: Ints, at: int, scratch: Ints, run: Ints
) -> None:
    """A position is decided: find the ground of it."""
    chosen, must = frames[at + CHOSEN], frames[at + MUST]
    if (run[PROOF] == 0) == (state[SEAT] == run[ATTACKER]):
        ground = grounds[chosen]
        run[GROUND] = ALL if ground == ALL else ground | insight.place(facts, out[chosen])
        return
    run[GROUND] = ALL
    if must != ALL:
        ground = 0 if frames[at + THREAT] == ALL else frames[at + THREAT]
        for i in range(frames[at + FOUND]):
            place = insight.place(facts, out[i])
            if covers(facts, out[i], grounds[i]) or (grounds[i] != ALL and place & must):
                ground |= grounds[i] & ~place
            elif place & must:
                return  # nothing covers this reply but its own failure, which may rest on anything
        run[GROUND] = insight.failed(board, facts, state, must, ground, scratch)


def first_place(table: Ints, key: int, more_key: int) -> int:
    mixed = multiply(key, 0x1E3779B97F4A7C15)
    mixed = multiply(mixed ^ mixed >> 29 ^ more_key, 0x3F58476D1CE4E5B9)
    mixed = multiply(mixed ^ mixed >> 31, 0x14D049BB133111EB)
    return ENTRY * PLACES * below(mixed, len(table) // (ENTRY * PLACES))


def find(table: Ints, key: int, more_key: int) -> int:
    """Where the table has a position, -1 if it has not. An entry that was never written has no numbers."""
    at = first_place(table, key, more_key)
    for place in range(at, at + ENTRY * PLACES, ENTRY):
        if table[place] == key and table[place + 1] == more_key and table[place + 2]:
            return place
    return -1


def store(facts: Ints, table: Ints, log: Ints, frames: Ints, at: int, run: Ints) -> None:
    """Remember a position's numbers. What is decided at some cost, or has cost something now, is logged too."""
    key, more_key = frames[at + KEY], frames[at + MORE_KEY]
    work = frames[at + WORK] + run[NODES] - frames[at + BEFORE] + 1
    length = 0
    while work >> length > 1:
        length += 1
    numbers = (run[PROOF] << NUMBER_BITS | run[REFUTATION]) << 6 | length
    decided = run[PROOF] == 0 or run[REFUTATION] == 0
    ground = insight.seen_in(facts, run[GROUND], frames[at + PICTURE], 1) if decided else ALL
    write(table, key, more_key, numbers, ground)
    if (work if decided else run[NODES] - frames[at + BEFORE]) >= run[WORTH]:
        slot = LOG_ENTRY * run[LOGGED]
        log[slot], log[slot + 1], log[slot + 2], log[slot + 3] = key, more_key, numbers, ground
        run[LOGGED] += 1


def write(table: Ints, key: int, more_key: int, numbers: int, ground: int) -> None:
    """Write an entry; where there is no room, what has cost least gives way."""
    at = first_place(table, key, more_key)
    cheapest = at
    for place in range(at, at + ENTRY * PLACES, ENTRY):
        if table[place + 2] == 0 or (table[place] == key and table[place + 1] == more_key):
            cheapest = place
            break
        if table[place + 2] & 63 < table[cheapest + 2] & 63:
            cheapest = place
    table[cheapest], table[cheapest + 1], table[cheapest + 2], table[cheapest + 3] = key, more_key, numbers, ground


def restore(table: Ints, log: Ints) -> None:
    """Write the entries of a log, or of another table, into a table."""
    for at in range(0, len(log), LOG_ENTRY):
        if log[at + 2]:
            write(table, log[at], log[at + 1], log[at + 2], log[at + 3])
