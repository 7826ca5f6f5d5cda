"""Every game and mode has an opponent that plays by the rules, keeps to its budget and repeats itself when asked to."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest
from every_mode import Mode, all_modes, named

import carreau
from carreau.engines import thinking
from carreau.engines.analysis import LEVELS, Analysis, Limits
from carreau.engines.levels import level_of
from carreau.engines.methods import Forest, Question
from carreau.engines.programs import known_of
from carreau.engines.speech import seen
from carreau.engines.thinking import Thinker

CONTESTS = [mode for mode in all_modes() if mode.start().seats > 1]


@pytest.fixture(params=CONTESTS, ids=named)
def contest(request: pytest.FixtureRequest) -> Mode:
    found: Mode = request.param
    return found


def thought(state: carreau.State, limits: Limits, thinker: Thinker | None = None) -> Analysis:
    assert state.seat is not None
    thinker = thinker or Thinker()
    *_, last = thinker.think(state.view(state.seat), limits, history=state.history)
    return last


def ticking(step: float = 0.02) -> Callable[[], float]:
    """A clock that goes on by itself whenever somebody looks at it."""
    ticks = count()
    return lambda: next(ticks) * step


def test_every_answer_is_legal_and_every_move_is_judged(contest: Mode) -> None:
    for state in list(contest.positions(1))[::7]:
        if state.seat is None:
            continue
        found = thought(state, Limits(nodes=200, every=True))
        assert found.seat == state.seat
        assert found.best == found.moves[0].move == found.pv[0]
        view = state.view(state.seat)
        assert {line.move for line in found.moves} <= {*view.moves(), seen(view, state.seat)}  # or a claim
        assert all(0 <= line.chance <= 1 for line in found.moves)
        assert found.nodes > 0 or found.proven
        assert Analysis.from_json(found.to_json()) == found


def test_principal_variations_can_be_played(contest: Mode) -> None:
    state = contest.start()
    assert state.seat is not None
    for line in thought(state, Limits(nodes=2000, every=True)).moves:
        after = state.view(state.seat)
        for move in line.pv:
            after = after.play(move)


def test_the_same_seed_and_budget_give_the_same_answer(contest: Mode) -> None:
    state = contest.start()
    first, second = (replace(thought(state, Limits(nodes=500, seed=5)), seconds=0) for _ in range(2))
    assert first == second


def test_weak_players_finish_games_by_the_rules(contest: Mode) -> None:
    play_to_the_end(contest, seed=1)


@pytest.mark.heavy
def test_a_thousand_games_without_an_illegal_move(contest: Mode) -> None:
    for seed in range(-(-1000 // len(CONTESTS))):
        play_to_the_end(contest, seed=seed)


def play_to_the_end(contest: Mode, *, seed: int) -> None:
    """State.play refuses an illegal move."""
    draw = random.Random(seed)
    state = contest.start()
    thinkers = [Thinker() for _ in range(state.seats)]
    while state.seat is not None:
        level = Limits(level=draw.choice((1, 2)), seed=draw.randrange(1 << 30))
        state = state.play(thought(state, level, thinkers[state.seat]).best)
    assert state.outcome is not None


def test_levels_are_budgets_that_grow(contest: Mode) -> None:
    state = contest.start()
    budgets = [level_of(state, number).nodes for number in LEVELS]
    assert len(budgets) == 8
    assert budgets == sorted(set(budgets))


def test_a_search_ends_when_told_to() -> None:
    """Without any other limit, after the portion in hand."""
    state = carreau.game("unlur").start(side=4)
    asked = count()
    *_, last = Thinker().think(state.view(0), Limits(), stopped=lambda: next(asked) > 5)
    assert last.best in state.moves()


def test_snapshots_come_while_it_thinks() -> None:
    state = carreau.game("unlur").start(side=4)
    found = list(Thinker(clock=ticking()).think(state.view(0), Limits(seconds=2)))
    assert len(found) > 5
    assert [each.nodes for each in found] == sorted(each.nodes for each in found)


def test_what_was_found_is_kept_for_the_next_move() -> None:
    """A second search of the same game begins with the visits that the first has paid for."""
    state = carreau.game("unlur").start(side=4)
    thinker = Thinker(clock=ticking())
    found = thought(state, Limits(seconds=40), thinker)
    later = state.play(found.pv[0]).play(found.pv[1])
    kept = thought(later, Limits(seconds=0.1), thinker)
    assert sum(line.nodes for line in kept.moves) > kept.nodes
    other = thought(state.play("c3").play("c4"), Limits(seconds=0.1), Thinker(clock=ticking()))
    assert sum(line.nodes for line in other.moves) <= other.nodes


def test_what_was_found_is_judged_for_the_seat_that_is_now_to_move() -> None:
    """Black has won once a Y cannot be stopped; after one move White is to move, and what was a win is a loss."""
    state = carreau.game("unlur").start(side=3).play("pass")
    thought(state, Limits(nodes=50))  # the machine code is there
    thinker = Thinker(clock=ticking())
    outcomes = set()
    while state.seat is not None:
        found = thought(state, Limits(seconds=1), thinker)
        alone = thought(state, Limits(nodes=50_000))
        if found.proven and alone.proven:
            assert found.proven == alone.proven, str(state)
            outcomes.add(found.proven)
        state = state.play(found.best)
    assert outcomes == {"win", "loss"}


def test_another_game_in_between_is_not_mistaken_for_the_same() -> None:
    thinker = Thinker(clock=ticking())
    state = carreau.game("unlur").start(side=4)
    thought(state, Limits(seconds=0.2), thinker)
    for other in (carreau.game("unlur").start(side=3), carreau.game("squadro").start()):
        assert thought(other, Limits(seconds=0.1), thinker).best in other.moves()


class Unfinished:
    """Machine code that never comes."""

    is_ready = False

    def start(self) -> None:
        pass

    def load(self) -> None:
        pass

    def wait(self, seconds: float) -> None:
        pass


def test_without_machine_code_it_says_so_and_still_answers(contest: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "compilation_of", lambda programs: Unfinished())
    state = contest.start()
    assert state.seat is not None
    for limits in (Limits(seconds=0.2), Limits(level=8)):
        *_, last = Thinker(clock=ticking(0.1)).think(state.view(state.seat), limits)
        assert last.cold
        assert last.best in state.view(state.seat).moves()


def test_machine_code_that_comes_in_time_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    class Soon(Unfinished):
        looks = iter([False, False, True])

        @property
        def is_ready(self) -> bool:  # type: ignore[override]
            return next(self.looks, True)

    soon = Soon()
    monkeypatch.setattr(thinking, "compilation_of", lambda programs: soon)
    state = carreau.game("unlur").start(side=3)
    found = list(Thinker().think(state.view(0), Limits(nodes=500, every=True)))
    assert found[0].cold
    assert not found[-1].cold
    assert found[-1].nodes == 500


def test_no_level_passes_over_a_win_in_one() -> None:
    """Yellow's fourth piece comes home by lane 2; weak players are weak, not absurd."""
    state = carreau.game("squadro").position("12.11.12.12.3/1.2.3.4.1 0")
    for level in LEVELS[:4]:
        assert {thought(state, Limits(level=level, seed=seed)).best for seed in range(5)} == {"2"}


def test_two_threads_give_a_legal_answer_too(contest: Mode) -> None:
    state = contest.start()
    found = thought(state, Limits(nodes=2000, threads=2))
    assert found.best in state.moves()


def test_threads_know_what_the_others_have_counted() -> None:
    """Else two trees are no stronger than one of them; after a move what lies below it is shared in its turn."""
    game = carreau.game("unlur")
    state = game.start(side=5).play("e5").play("pass")
    after = state.play("d4").play("d5")
    question = Question(game, state.raw_board, state.raw_state, known_of(game), threads=2)
    forest = Forest(question)
    forest.run(3000)
    forest.run(3000)
    for step in range(2):
        one, other = ([(each.move, each.visits, each.value) for each in tree.branches()] for tree in forest.trees)
        assert one == other
        assert sum(visits for _, visits, _ in one) > 3000
        if step == 0:
            moves = [game.read_move(state.raw_board, state.raw_state, move, 0) for move in ("d4", "d5")]
            assert forest.go_to(moves, replace(question, state=after.raw_state))
            forest.run(6000)


def test_what_is_remembered_does_not_hide_a_win_in_one() -> None:
    """One player thinks about every position of a game, then about one that it can win at once with what it knows."""
    thinker = Thinker(clock=ticking())
    state = carreau.game("squaryd").start()
    for move in ("a1", "g7", "a3", "g6", "c1", "f1"):
        thought(state, Limits(seconds=0.5), thinker)
        state = state.play(move)
    found = thought(state, Limits(seconds=0.5), thinker)
    assert (found.best, found.proven, found.distance) == ("c3", "win", 1)
    assert found.nodes > 0


def test_another_game_on_the_same_board_is_not_continued() -> None:
    """A pooled engine meets many games: the moves that it remembers need not mean anything in the next one."""
    thinker = Thinker(clock=ticking())
    start = carreau.game("united-square").start(deal=1, sets=2, open_hands=True)
    for seed in range(6):
        draw, state = random.Random(seed), start
        for _ in range(4 + seed):
            state = state.play(draw.choice(state.moves()))
        assert thought(state, Limits(seconds=0.1), thinker).best in state.moves()


def test_players_who_overlook_replies_claim_no_proof() -> None:
    """Level 1 may believe that it wins; it says so only of a win in one."""
    state = carreau.game("squadro").position("12.9.12.6.12/9.9.3.6.12 0")
    for seed in range(10):
        found = thought(state, Limits(level=1, seed=seed))
        assert all(line.proven is None or line.distance == 1 for line in found.moves)
