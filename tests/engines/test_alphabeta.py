"""Alpha-beta finds what trying every game to its end finds, at both speeds, in slices of any size."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import carreau
from carreau.engines.alphabeta import NO_MOVE, SURE, WIN, slot_of
from carreau.engines.arrays import Arrays
from carreau.engines.deepening import Deepening
from carreau.engines.knowledge import plain
from carreau.engines.position_table import Table
from carreau.engines.programs import known_of
from carreau.rules.binding import interpreted
from carreau.rules.kernel import OVER, SEAT, WINNERS

SQUADRO = carreau.game("squadro")
SMALL: dict[str, dict[str, Any]] = {
    "squaryd": {},
    "united-square": {"deal": 3},
    "012x012": {"players": 2, "grid": "CAR_006x006_002"},
}
LEFT = {"squaryd": 4, "united-square": 4, "012x012": 4}  # plies: few enough to try everything
TABLE = 1 << 18


def positions(game: str, options: dict[str, Any], *, left: int, seed: int) -> Iterator[carreau.State]:
    """Positions so many plies before the end of random games that nobody ends as long as there is a way not to."""
    choose = random.Random(f"{game} {seed}")
    while True:
        line = [carreau.game(game).start(**options)]
        while line[-1].seat is not None:
            moves = line[-1].moves()
            choose.shuffle(moves)
            after = (line[-1].play(move) for move in moves)
            line.append(next((state for state in after if state.seat is not None), line[-1].play(moves[0])))
        if len(line) > left:
            yield line[-1 - left]


def deepened(
    state: carreau.State,
    known: ModuleType,
    *,
    compiled: bool = False,
    depth: int | None = None,
    portion: int = 1 << 30,
    table: Table | None = None,
    **settings: Any,
) -> Deepening:
    """A search run to its end, or until it has completed a depth."""
    make = Arrays(compiled=compiled)
    board, words = state.raw_board, state.raw_state
    search = Deepening(
        state.game, board, words, known, table=table or Table(make, TABLE), make=make, **settings
    )  # fmt: skip
    if depth is not None:
        search.depths = range(1, depth + 1)
    while not search.done:
        search.run(portion)
    return search


def values(search: Deepening) -> dict[int, int]:
    return {each.move: each.value for each in search.moves}


def all_found(search: Deepening) -> tuple[Any, ...]:
    return search.nodes, [(each.move, each.value, each.depth, each.nodes) for each in search.moves], search.is_exact


def after_each(state: carreau.State, words: list[int]) -> dict[int, list[int]]:
    """Every move, and the position after it."""
    board, out = state.raw_board, [0] * state.game.longest_list
    found = {}
    for move in out[: interpreted(state.game.module, "legal")(list(board), words, out)]:
        found[move] = [*words]
        interpreted(state.game.module, "step")(list(board), found[move], move)
    return found


def brute(state: carreau.State, words: list[int], ply: int, known: dict[Any, int]) -> int:
    """What every game from here comes to, for the seat to move, as alpha-beta counts it; no cleverness."""
    if (tuple(words), ply) in known:
        return known[tuple(words), ply]
    best = -WIN
    for after in after_each(state, words).values():
        if after[SEAT] == OVER:
            winners = after[WINNERS]
            value = 0 if winners == 3 else (WIN - ply - 1) * (1 if winners >> words[SEAT] & 1 else -1)
        else:
            value = brute(state, after, ply + 1, known) * (1 if after[SEAT] == words[SEAT] else -1)
        best = max(best, value)
    known[tuple(words), ply] = best
    return best


def brute_moves(state: carreau.State) -> dict[int, int]:
    words = list(state.raw_state)
    known: dict[Any, int] = {}
    found = {}
    for move, after in after_each(state, words).items():
        if after[SEAT] == OVER:
            winners = after[WINNERS]
            found[move] = 0 if winners == 3 else (WIN - 1) * (1 if winners >> words[SEAT] & 1 else -1)
        else:
            found[move] = brute(state, after, 1, known) * (1 if after[SEAT] == words[SEAT] else -1)
    return found


def sign(value: int) -> int:
    return (value > SURE) - (value < -SURE)


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("seed", range(4))
def test_endings_are_searched_out_exactly(game: str, seed: int) -> None:
    """Several moves by one seat in a row, draws, wins and losses: every move's value and distance."""
    state = next(positions(game, SMALL[game], left=LEFT[game], seed=seed))
    found = deepened(state, plain, exact=True, every=True)
    assert found.is_exact
    assert values(found) == brute_moves(state)
    best_only = deepened(state, plain, exact=True)
    assert best_only.moves[0].value == max(values(found).values())


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("seed", range(4))
def test_knowledge_of_the_game_changes_no_result(game: str, seed: int) -> None:
    """Move order, reductions, moves that are dropped: who wins stays the same, for every move."""
    state = next(positions(game, SMALL[game], left=LEFT[game], seed=10 + seed))
    found = deepened(state, known_of(state.game), exact=True, every=True)
    assert {move: sign(value) for move, value in values(found).items()} == {
        move: sign(value) for move, value in brute_moves(state).items()
    }


def shortest_win(state: carreau.State, most: int) -> int | None:
    """In how few plies the seat to move can force a win in Squadro, whatever the other side does."""
    module = state.game.module

    @cache
    def wins(words: tuple[int, ...], plies: int) -> bool:
        return plies > 0 and any(
            after[SEAT] == OVER or loses(tuple(after[: len(words)]), plies - 1)
            for after in after_each(state, list(words)).values()
        )

    @cache
    def loses(words: tuple[int, ...], plies: int) -> bool:
        return plies > 0 and all(
            after[SEAT] != OVER and wins(tuple(after[: len(words)]), plies - 1)
            for after in after_each(state, list(words)).values()
        )

    words = tuple(known_of(state.game).without_past(state.raw_state))
    assert module is SQUADRO.module
    return next((plies for plies in range(1, most + 1, 2) if wins(words, plies)), None)


@pytest.mark.parametrize("known", [plain, known_of(SQUADRO)], ids=["plain", "own"])
def test_a_win_in_n_is_one_and_none_is_overlooked(known: ModuleType) -> None:
    """Full-width search finds the nearest win; one that reduces depth may find a longer one, never a wrong one."""
    seen = set()
    late, later = (positions("squadro", {"first": 0}, left=left, seed=1) for left in (6, 5))
    for state in (next(each) for each in 12 * [late, later]):
        nearest = shortest_win(state, 7)
        found = deepened(state, able_to_repeat(known), depth=7).moves[0].value
        seen.add(nearest)
        if known is plain:
            assert (WIN - found if found > SURE else None) == nearest
        elif found > SURE:
            assert nearest is None or nearest <= WIN - found
            assert shortest_win(state, WIN - found) is not None
        elif nearest is not None:
            assert nearest > 3, "a win in three is too near to be reduced away"
    assert {None, 1, 3} <= seen


def able_to_repeat(known: ModuleType) -> ModuleType:
    """Plain knowledge, told only how to recognise a Squadro position that comes back."""
    if known is not plain:
        return known
    made = ModuleType("plain_squadro")
    own = known_of(SQUADRO)
    for name in ("REPEATS", "without_past", "past", "key"):
        setattr(made, name, getattr(own, name))
    return made


MIDDLES: dict[str, dict[str, Any]] = {
    "squadro": {"first": 0},
    "squaryd": {},
    "united-square": {"deal": 3},
}


@pytest.mark.parametrize("game", MIDDLES)
def test_compiled_and_interpreted_agree_node_for_node(game: str) -> None:
    state = next(positions(game, MIDDLES[game], left=12, seed=5))
    depth = 5 if game == "squadro" else 2
    for settings in ({}, {"every": True}, {"blind": 300, "seed": 3}):
        slow, fast = (
            deepened(state, known_of(state.game), depth=depth, compiled=compiled, **settings)
            for compiled in (False, True)
        )
        assert all_found(slow) == all_found(fast)
        assert [slow.line(move) for move in slow.after] == [fast.line(move) for move in fast.after]


def test_slices_of_any_size_give_the_same() -> None:
    state = next(positions("squadro", {"first": 0}, left=30, seed=2))
    whole = deepened(state, known_of(SQUADRO), depth=5)
    assert whole.nodes > 200
    for portion in (1, 7, 100):
        assert all_found(deepened(state, known_of(SQUADRO), depth=5, portion=portion)) == all_found(whole)


def test_an_interrupted_search_stands_by_what_it_knows() -> None:
    """Whenever it is asked, the first move has been searched and no other is known to be better."""
    state = next(positions("squadro", {"first": 0}, left=30, seed=3))
    make = Arrays(compiled=False)
    search = Deepening(
        SQUADRO, state.raw_board, state.raw_state, known_of(SQUADRO), table=Table(make, TABLE), make=make
    )
    while search.nodes < 3000:
        search.run(5)
        first = search.moves[0]
        assert all(each.value <= first.value for each in search.moves if each.depth == first.depth)
        assert first.depth == max(each.depth for each in search.moves)


def test_a_blind_search_still_sees_a_move_everywhere() -> None:
    state = next(positions("squadro", {"first": 0}, left=30, seed=4))
    clear = deepened(state, known_of(SQUADRO), depth=4, every=True)
    unseeing = [deepened(state, known_of(SQUADRO), depth=4, every=True, blind=900, seed=seed) for seed in range(3)]
    for search in unseeing:
        assert sorted(values(search)) == sorted(values(clear))
        assert search.nodes < clear.nodes
    assert len({str(all_found(search)) for search in unseeing}) > 1
    assert all_found(deepened(state, known_of(SQUADRO), depth=4, every=True, seed=9)) == all_found(clear)


def test_torn_entries_of_the_table_are_not_believed() -> None:
    """Two threads write into one table: a key with another's data must count for nothing."""
    state = next(positions("squadro", {"first": 0}, left=30, seed=5))
    make = Arrays(compiled=False)
    torn = Table(make, TABLE)
    rubbish = random.Random(1)
    torn.words[:] = [rubbish.getrandbits(42) | 1 for _ in torn.words]
    assert all_found(deepened(state, known_of(SQUADRO), depth=4, table=torn)) == all_found(
        deepened(state, known_of(SQUADRO), depth=4)
    )


def test_a_colliding_entry_suggests_no_illegal_move() -> None:
    state = next(positions("squadro", {"first": 0}, left=30, seed=6))
    make = Arrays(compiled=False)
    table = Table(make, TABLE)
    search = Deepening(SQUADRO, state.raw_board, state.raw_state, known_of(SQUADRO), table=table, make=make)
    for move, after in search.after.items():
        key = known_of(SQUADRO).key(state.raw_board, after)
        data = (NO_MOVE - 1) | 32768 << 16 | 1 << 40  # at depth 0, at least 0
        slot = 2 * slot_of(key, len(table.words) // 2)
        table.words[slot], table.words[slot + 1] = key ^ data, data
        assert search.line(move) == (move,)
    assert values(deepened(state, known_of(SQUADRO), depth=4, table=table)) == values(
        deepened(state, known_of(SQUADRO), depth=4)
    )


def test_a_table_kept_from_an_earlier_search_still_tells_the_truth() -> None:
    """Values are kept relative to the position: a win found from elsewhere has the distance from here."""
    squadro = positions("squadro", {"first": 0}, left=5, seed=8)
    known = able_to_repeat(plain)
    checked = 0
    while checked < 6:
        state = next(squadro)
        nearest = shortest_win(state, 7)
        if nearest is None or nearest < 3:
            continue
        table = Table(Arrays(compiled=False), TABLE)
        deepened(state, known, depth=7, table=table)
        again = deepened(state, known, depth=7, table=table)
        assert WIN - again.moves[0].value == nearest
        for move in again.line(again.moves[0].move)[:2]:
            state = state.play(SQUADRO.write_move(state.raw_board, state.raw_state, move))
        assert WIN - deepened(state, known, depth=7, table=table).moves[0].value == nearest - 2
        checked += 1
