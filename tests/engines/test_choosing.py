"""How a level chooses among what its search has found: weak like people, never absurd."""

from __future__ import annotations

from carreau.engines.answers import chosen_by
from carreau.engines.levels import Level
from carreau.engines.methods import Candidate

SEEDS = range(200)
GOOD, FAIR, POOR, LOST = CANDIDATES = [
    Candidate(1, 0.7, 1.0, 50),
    Candidate(2, 0.5, 0.4, 20),
    Candidate(3, 0.2, 0.1, 5),
    Candidate(4, 0.0, 0.0, 1, "loss", 2),
]


def chosen(level: Level, candidates: list[Candidate] = CANDIDATES) -> list[Candidate]:
    return [chosen_by(level, candidates, seed=seed) for seed in SEEDS]


def share_of(candidate: Candidate, level: Level) -> float:
    return chosen(level).count(candidate) / len(SEEDS)


def test_who_misses_nothing_and_is_cool_takes_the_best() -> None:
    assert set(chosen(Level(100))) == {GOOD}


def test_the_more_moves_are_missed_the_rarer_the_best_is_found() -> None:
    shares = [share_of(GOOD, Level(100, missed=missed)) for missed in (0, 300, 700, 1000)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1.0
    assert 0.2 < shares[-1] < 0.5  # of three moves that are not lost, one at random


def test_who_thinks_of_a_better_move_takes_it() -> None:
    """Without heat, a poor move means that the better ones were missed: half of one, a quarter of two."""
    level = Level(100, missed=512)
    assert 0.4 < share_of(GOOD, level) < 0.65
    assert share_of(GOOD, level) > share_of(FAIR, level) > share_of(POOR, level) > 0


def test_nobody_walks_into_a_loss_or_passes_over_a_win_that_they_see() -> None:
    level = Level(100, blind=600, heat=3.0, missed=1000)
    assert LOST not in chosen(level)
    won = Candidate(5, 1.0, 1.0, 9, "win", 1)
    assert set(chosen(level, [won, *CANDIDATES])) == {won}
    assert set(chosen(level, [LOST])) == {LOST}


def test_the_same_seed_chooses_the_same() -> None:
    level = Level(100, heat=1.0, missed=600)
    assert chosen(level) == chosen(level)
