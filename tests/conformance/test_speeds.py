"""One source, two speeds: compiled and interpreted runs agree, move by move, in every game and mode."""

from __future__ import annotations

import random
import threading
from typing import Any

import numpy
import pytest
from every_mode import Mode, all_modes, named

import carreau
from carreau.rules import binding, drivers

COUNTING = [mode for mode in all_modes() if hasattr(mode.game.module, "nth")]
ENDING = [mode for mode in all_modes() if mode.options.get("mode") != "taquin"]  # whose random play has no end


def array(words: list[int]) -> numpy.ndarray:
    return numpy.array(words, dtype=numpy.int64)


@pytest.mark.parametrize("seeds", [4, pytest.param(200, marks=pytest.mark.heavy)])
def test_compiled_and_interpreted_agree_move_by_move(mode: Mode, seeds: int) -> None:
    game = mode.game
    compiled = {name: binding.compiled(game.module, name) for name in ("legal", "step")}
    interpreted = {name: binding.interpreted(game.module, name) for name in ("legal", "step")}
    for seed in range(seeds):
        choose = random.Random(seed)
        start = mode.start()
        board, state = start.raw_board, start.raw_state + [0] * (150 * game.room)
        fast_board, fast_state = array(board), array(state)
        out, fast_out = [0] * game.longest_list, array([0] * game.longest_list)
        for _ in range(150):
            found = interpreted["legal"](board, state, out)
            assert compiled["legal"](fast_board, fast_state, fast_out) == found
            assert fast_out[:found].tolist() == out[:found]
            if not found:
                break
            move = choose.choice(out[:found])
            interpreted["step"](board, state, move)
            compiled["step"](fast_board, fast_state, move)
            assert fast_state.tolist() == state


@pytest.mark.parametrize("mode", COUNTING, ids=named)
def test_counting_moves_agrees_with_listing_them(mode: Mode) -> None:
    """Where a kernel can pick its n-th move without a list, it picks each legal move exactly once."""
    module = mode.game.module
    for state in list(mode.positions(3, 80))[::3]:
        if state.seat is None:
            continue
        words, out = list(state.raw_state), [0] * mode.game.longest_list
        n = module.count(state.raw_board, words, out)
        picked = [module.nth(state.raw_board, words, list(out), i) for i in range(n)]
        assert tuple(sorted(picked)) == state.legal()


def test_playouts_are_the_same_at_both_speeds_and_for_any_number_of_threads(mode: Mode) -> None:
    state = list(mode.positions(1, 4))[-1]
    one = carreau.playouts(state, 40, seed=7, limit=400)
    assert one == carreau.playouts(state, 40, seed=7, limit=400, threads=3)
    assert one == carreau.playouts(state, 40, seed=7, limit=400, interpret=True)
    assert one == carreau.playouts(mode.game.position(str(state)), 40, seed=7, limit=400)
    assert one.games + one.unfinished == 40
    if mode.ends:
        assert one != carreau.playouts(state, 40, seed=8, limit=400)


@pytest.mark.parametrize("mode", ENDING, ids=named)
def test_playouts_tell_what_played_games_tell(mode: Mode) -> None:
    """One ply before the end, playouts give the mean of the outcomes that this ply can have."""
    end = mode.end(3)
    late = mode.game.replay(end.history[:-1], **dict(end.options))
    result = carreau.playouts(late, 50, seed=1)
    assert result.shortest >= 1
    assert sum(result.wins) + result.draws >= (0 if late.seats == 1 else 50)
    outcomes = [late.play(move).outcome for move in late.moves()]
    if all(outcomes):
        assert result.longest == 1
        for seat, mean in enumerate(result.scores):
            scores = [outcome.scores[seat] for outcome in outcomes if outcome]
            assert min(scores) - 1e-9 <= mean <= max(scores) + 1e-9


def test_perft_is_the_same_at_both_speeds(mode: Mode) -> None:
    state = list(mode.positions(2, 6))[-1]
    for depth in (1, 2):
        compiled = carreau.perft(state, depth, interpret=False)
        assert compiled == carreau.perft(state, depth, interpret=True)
        assert compiled == sum(carreau.divide(state, depth).values())


@pytest.mark.parametrize(
    "bad", [{"n": 0}, {"n": -1}, {"n": 1.5}, {"n": True}, {"n": 1, "threads": 0}, {"n": 1, "seed": -1}]
)
def test_bad_numbers_are_refused(bad: dict[str, object]) -> None:
    state = carreau.game("squadro").start()
    with pytest.raises(carreau.BadOption):
        carreau.playouts(state, **bad)  # type: ignore[arg-type]
    with pytest.raises(carreau.BadOption):
        carreau.perft(state, -1)


def test_two_threads_may_meet_a_game_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second comes while the first is in the middle of binding: it waits, and gets the same."""
    program = binding.Program(carreau.game("squadro").module, drivers, binding.DRIVERS)
    found: list[Any] = []
    second = threading.Thread(target=lambda: found.append(program.interpreted("legal")))
    copied = binding._Binder.copied

    def in_the_middle(binder: Any, function: Any) -> Any:
        if function is drivers.legal and not second.ident:
            second.start()
            second.join(0.5)  # without the lock it ends here, with an error
        return copied(binder, function)

    monkeypatch.setattr(binding._Binder, "copied", in_the_middle)
    found.append(program.interpreted("legal"))
    second.join()
    assert len(found) == 2
    assert found[0] is found[1]
