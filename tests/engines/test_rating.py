"""What a match proves, against published figures and against simulated matches whose truth is known."""

from __future__ import annotations

import math
from random import Random

import pytest

from carreau.engines.contest.rating import SequentialTest, elo_of, estimate, score_of


def singles(won: int, lost: int, drawn: int) -> list[list[float]]:
    """Games that do not belong together: the trinomial model."""
    return [[1.0]] * won + [[0.0]] * lost + [[0.5]] * drawn


def test_elo_and_score_are_each_other_s_inverse() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf
    for sides in (2, 3, 8):
        assert elo_of(1 / sides, sides) == pytest.approx(0)
        for elo in (-310.0, -5.0, 0.0, 42.0, 640.0):
            assert elo_of(score_of(elo, sides), sides) == pytest.approx(elo)


@pytest.mark.parametrize(
    ("won", "lost", "drawn", "elo", "error", "superiority"),
    [  # as printed by cutechess-cli, in the change log of a chess engine
        (449, 276, 275, 60.7, 18.5, 1.0),
        (382, 320, 298, 21.6, 18.1, 0.990),
        (435, 293, 272, 49.7, 18.5, 1.0),
    ],
)
def test_published_matches(won: int, lost: int, drawn: int, elo: float, error: float, superiority: float) -> None:
    found = estimate(singles(won, lost, drawn))
    assert found.games == won + lost + drawn
    assert found.elo == pytest.approx(elo, abs=0.05)
    assert found.elo_error == pytest.approx(error, abs=0.1)
    assert found.superiority == pytest.approx(superiority, abs=0.001)


def test_pairs_cancel_what_the_opening_gives() -> None:
    """Winning every first game and losing every second is a draw without error; as single games it is noise."""
    pairs = estimate([[1.0, 0.0]] * 50)
    assert pairs.score == 0.5
    assert pairs.elo_error < 10
    assert estimate(singles(50, 50, 0)).elo_error > 60


def test_a_clean_sweep_proves_a_limit_and_not_certainty() -> None:
    for rounds in ([[1.0]] * 20, [[1.0, 1.0]] * 10, [[1.0] * 4] * 5):
        swept = estimate(rounds)
        assert swept.elo == swept.elo_high == math.inf
        assert swept.low == pytest.approx(20 / (20 + 1.96**2), abs=0.015)  # Wilson's interval of 20 games
        assert swept.high == pytest.approx(1)


def test_no_games_prove_nothing() -> None:
    nothing = estimate([], sides=3)
    assert (nothing.games, nothing.score, nothing.superiority) == (0, 1 / 3, 0.5)
    assert (nothing.low, nothing.high) == (0, 1)


def test_incomplete_rounds_count_by_their_games() -> None:
    assert estimate([[1.0, 0.5], [1.0]]).score == pytest.approx(2.5 / 3)


def simulated_pair(random: Random, score: float, bias: float) -> list[float]:
    """Two games from an opening that favours one seat by chance; A is that good on average."""
    tilt = random.choice((-bias, bias))
    return [float(random.random() < score + tilt), float(random.random() < score - tilt)]


@pytest.mark.parametrize(("score", "bias"), [(0.5, 0.0), (0.5, 0.4), (0.7, 0.25), (0.9, 0.05), (0.97, 0.0)])
def test_the_error_bars_hold_the_truth_as_often_as_they_say(score: float, bias: float) -> None:
    random = Random(3)
    matches = 600
    held = 0
    for _ in range(matches):
        found = estimate([simulated_pair(random, score, bias) for _ in range(60)])
        held += found.low <= score <= found.high
    assert 0.925 <= held / matches <= 0.985


@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "ratio"),
    [  # two tests of a Stockfish change of December 2020, as Fishtest printed them
        ((292, 5905, 28939, 6129, 299), -0.25, 1.25, 2.95),
        ((5, 418, 6043, 506, 12), 0.25, 1.25, 2.92),
    ],
)
def test_published_sequential_tests(pairs: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    outcomes: list[list[float]] = [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 0.5], [1.0, 1.0]]
    rounds = [outcome for outcome, count in zip(outcomes, pairs, strict=True) for _ in range(count)]
    test = SequentialTest(elo0, elo1)
    assert test.ratio(rounds) == pytest.approx(ratio, abs=0.005)
    assert test.bound == pytest.approx(2.94, abs=0.005)


def test_the_likelihood_ratio_of_pairs_agrees_with_the_normal_approximation() -> None:
    """Near equality both are the same thing: (s1 - s0)(2 mean - s0 - s1) / 2 variance, a round."""
    random = Random(5)
    rounds = [simulated_pair(random, 0.52, 0.3) for _ in range(4000)]
    means = [sum(outcome) / 2 for outcome in rounds]
    mean = sum(means) / len(means)
    variance = sum((each - mean) ** 2 for each in means) / len(means)
    s0, s1 = score_of(0), score_of(10)
    expected = len(rounds) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert SequentialTest(0, 10).ratio(rounds) == pytest.approx(expected, rel=0.02)


def test_the_sequential_test_starts_at_nothing_and_decides_a_sweep() -> None:
    test = SequentialTest(0, 100)
    assert test.ratio([]) == 0
    assert test.verdict([]) is None
    assert test.verdict([[1.0, 1.0]] * 30) == 100
    assert test.verdict([[0.0, 0.0]] * 30) == 0
    shares = SequentialTest(0, 100, sides=3)  # three places: a third of the wins is equality
    assert shares.verdict([[1.0, 0.0, 0.0]] * 60) == 0
    assert shares.verdict([[1.0, 1.0, 0.0], [1.0, 0.0, 0.5]] * 60) == 100


@pytest.mark.parametrize(("truth", "right"), [(0.0, 0.0), (60.0, 60.0)])
def test_the_sequential_test_errs_as_seldom_as_it_says(truth: float, right: float) -> None:
    random = Random(11)
    wrong, trials = 0, 150
    for _ in range(trials):
        test, rounds = SequentialTest(0, 60), []
        while (verdict := test.verdict(rounds)) is None:
            rounds += [simulated_pair(random, score_of(truth), 0.2) for _ in range(5)]
        wrong += verdict != right
    assert wrong / trials <= 0.09  # 5 % and what 150 trials may be off by
