"""What a match proves: a score with its error, the Elo difference, and a sequential test.

Games are played in rounds: one opening, with player A in each place in turn (a pair, where there are two
places). The games of a round share an opening and so are not independent; rounds are. Every figure here
takes the round as its unit, which for pairs is the pentanomial model of chess engine testing. Openings that
favour one seat then do not blur the result: winning once and losing once is no noise.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Round = Sequence[float]  # what player A scored in each game of a round: 1, 0, or a share

Z95 = 1.959964  # 95 % of a normal distribution lies within so many standard deviations
DOUBT = 0.5  # points squared, as if one more round had been that far off: no match proves certainty
RARE = 1e-3  # how often, in rounds, what never happened is taken to have happened in the sequential test


def elo_of(score: float, sides: int = 2) -> float:
    """The Elo difference behind a score of one player against sides - 1 equal others (each alone: 1/sides)."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score * (sides - 1) / (1 - score))


def score_of(elo: float, sides: int = 2) -> float:
    """The score that an Elo difference leads one to expect."""
    return 1 / (1 + (sides - 1) * 10 ** (-elo / 400))


@dataclass(frozen=True)
class Estimate:
    """How strong player A has shown to be; the interval holds the truth 19 times out of 20."""

    games: int
    sides: int
    score: float
    low: float
    high: float
    superiority: float  # the likelihood that A is the stronger one, all else being equal

    @property
    def expected(self) -> float:
        """What a player as strong as the others would score."""
        return 1 / self.sides

    @property
    def elo(self) -> float:
        return elo_of(self.score, self.sides)

    @property
    def elo_low(self) -> float:
        return elo_of(self.low, self.sides)

    @property
    def elo_high(self) -> float:
        return elo_of(self.high, self.sides)

    @property
    def elo_error(self) -> float:
        """Half the interval: the number behind ±."""
        return (self.elo_high - self.elo_low) / 2


def estimate(rounds: Sequence[Round], sides: int = 2) -> Estimate:
    """The score over all games, with the error that the spread between rounds gives it.

    A round may be incomplete. The interval is Wilson's, for as many independent games as would have the same
    variance; it stays inside 0 to 1 and is honest for a player who has won every game.
    """
    played = [outcome for outcome in rounds if outcome]
    games = sum(map(len, played))
    if games == 0:
        return Estimate(0, sides, 1 / sides, 0.0, 1.0, 0.5)
    points = sum(map(sum, played))
    score = points / games
    variance = (sum((sum(outcome) - score * len(outcome)) ** 2 for outcome in played) + DOUBT) / games**2
    softened = (points + 0.5) / (games + 1)
    low, high = _wilson(score, softened * (1 - softened) / variance)
    return Estimate(games, sides, score, low, high, _normal((score - 1 / sides) / math.sqrt(variance)))


def _wilson(score: float, games: float) -> tuple[float, float]:
    middle = score + Z95**2 / (2 * games)
    half = Z95 * math.sqrt(score * (1 - score) / games + (Z95 / (2 * games)) ** 2)
    whole = 1 + Z95**2 / games
    # Who has won, or lost, everything may be beyond all numbers; rounding must not hide it.
    low = 0.0 if score == 0 else max(0.0, (middle - half) / whole)
    return low, 1.0 if score == 1 else min(1.0, (middle + half) / whole)


def _normal(z: float) -> float:
    """The share of a normal distribution below z."""
    return (1 + math.erf(z / math.sqrt(2))) / 2


@dataclass(frozen=True)
class SequentialTest:
    """Is the difference elo0 or elo1? It may be asked after every round, and errs once in twenty, either way.

    A generalised sequential probability ratio test: the logarithm of how much likelier the rounds so far are
    under the likeliest distribution with the score of elo1 than under the likeliest with that of elo0.
    """

    elo0: float
    elo1: float
    sides: int = 2
    error: float = 0.05

    @property
    def bound(self) -> float:
        """Beyond it, on either side of zero, the test has decided."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, rounds: Sequence[Round]) -> float:
        """The log-likelihood ratio over complete rounds, all of one length."""
        if not rounds:
            return 0.0
        games = len(rounds[0])
        seen: Counter[float] = Counter(round(sum(outcome) / games, 9) for outcome in rounds)
        for half_points in range(2 * games + 1):
            seen[round(half_points / (2 * games), 9)] += 0
        weights = {value: count or RARE for value, count in seen.items()}
        tilt0 = _tilt(weights, score_of(self.elo0, self.sides))
        tilt1 = _tilt(weights, score_of(self.elo1, self.sides))
        return sum(weight * (tilt1[value] - tilt0[value]) for value, weight in weights.items())

    def verdict(self, rounds: Sequence[Round]) -> float | None:
        """elo0 or elo1 once the test has decided, None before."""
        ratio = self.ratio(rounds)
        if abs(ratio) < self.bound:
            return None
        return self.elo1 if ratio > 0 else self.elo0


def _tilt(weights: dict[float, float], score: float) -> dict[float, float]:
    """The logarithm by which each frequency changes in the likeliest distribution with that mean score.

    Lagrange: each frequency p(v) becomes p(v) / (1 + x (v - score)), with the one x that gives the mean.
    """
    low, high = -1 / (max(weights) - score), 1 / (score - min(weights))
    for _ in range(200):
        x = (low + high) / 2
        slope = sum(weight * (value - score) / (1 + x * (value - score)) for value, weight in weights.items())
        low, high = (x, high) if slope > 0 else (low, x)
    x = (low + high) / 2
    return {value: -math.log(1 + x * (value - score)) for value in weights}
