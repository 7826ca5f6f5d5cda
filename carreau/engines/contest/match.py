"""A whole match: its rounds, the processes that play them, the file that keeps them, and where it stands."""

from __future__ import annotations

import json
import math
import queue
import subprocess
import threading
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import carreau
from carreau.engines import default_pool
from carreau.engines.analysis import LEVELS, Limits
from carreau.engines.contest.games import Fixture, Played, Setting, seatings
from carreau.engines.contest.openings import Opening, Openings
from carreau.engines.contest.rating import Estimate, SequentialTest, estimate
from carreau.engines.contest.results import ResultFile
from carreau.engines.contest.worker import write_fixture, write_setting
from carreau.engines.process import own_command
from carreau.engines.speech import claim
from carreau.games import game
from carreau.rules.errors import BadOption, Error
from carreau.rules.language import Text
from carreau.rules.state import State

JUDGE_NODES = 20_000
MOST_UNEVEN = 0.15  # from an even chance
LEAVE_SECONDS = 10.0  # for a worker to close its engines
WORKER = "carreau.engines.contest.worker"  # the program that plays games


def is_settled(state: State) -> bool:
    """Is there something to claim already?"""
    return any(claim(state.view(seat), LEVELS[-1], 0) is not None for seat in range(state.seats))


def is_balanced(state: State) -> bool:
    """Has the seat to move neither won nor lost already, as far as a quick look tells? For two seats."""
    found = default_pool().submit(state, Limits(nodes=JUDGE_NODES)).result()
    return found.proven is None and abs(found.chance - 0.5) <= MOST_UNEVEN


def _check_seats(seats: int, setting: Setting) -> None:
    if seats < 2:
        raise BadOption(Text("a match takes two seats or more", "un match demande deux sièges ou plus"))
    if setting.balanced and seats > 2:
        raise BadOption(Text("openings can be balanced for two seats", "on équilibre les ouvertures pour deux sièges"))


class Match:
    """The games of a match that are played, and those still to be played. Used in a `with` block."""

    def __init__(
        self,
        setting: Setting,
        games: int,
        *,
        file: Path | None = None,
        test: tuple[float, float] | None = None,
    ) -> None:
        """`games` are played, or fewer if the sequential test of those two Elo differences decides before."""
        rules = game(setting.game)
        _check_seats(rules.start(**setting.options).seats, setting)
        self.setting = setting
        self.games = games
        self.openings = Openings(
            rules, setting.options, seed=setting.seed, plies=setting.plies, is_settled=is_settled,
            is_balanced=is_balanced if setting.balanced else None,
        )  # fmt: skip
        self.file = ResultFile(file, self._header()) if file else None
        self.played: list[Played] = [] if self.file is None else list(self.file.games)
        for played in self.played:
            self.openings.keep(played.round, Opening(played.drawn, tuple(played.moves.split()[: played.opening])))
        self.start = rules.start(**{**setting.options, **self.openings[0].drawn})
        self.seatings = seatings(self.start, alone=setting.alone)
        self.test = SequentialTest(*test, sides=self.sides) if test else None

    def _header(self) -> dict[str, Any]:
        """What must be the same for a match to go on in its file."""
        return {
            "carreau": carreau.__version__,
            "game": self.setting.game,
            "rules": game(self.setting.game).version,
            "options": {name: str(value) for name, value in sorted(self.setting.options.items())},
            "A": self.setting.players[0].text,
            "B": self.setting.players[1].text,
            "seed": self.setting.seed,
            "openings": self.setting.plies,
            "alone": self.setting.alone,
            **({"balanced": True} if self.setting.balanced else {}),
        }

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *problem: object) -> None:
        if self.file is not None:
            if self.played:
                self.file.conclude(self.result())
            self.file.close()

    # Where it stands

    @property
    def sides(self) -> int:
        return len(self.seatings)

    @property
    def rounds(self) -> list[list[float]]:
        """Player A's scores, round by round."""
        by_round: dict[int, list[float]] = defaultdict(list)
        for played in sorted(self.played, key=lambda each: each.number):
            by_round[played.round].append(played.score)
        return list(by_round.values())

    @property
    def complete_rounds(self) -> list[list[float]]:
        return [outcome for outcome in self.rounds if len(outcome) == self.sides]

    @property
    def estimate(self) -> Estimate:
        return estimate(self.rounds, self.sides)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of the sequential test."""
        return self.test.ratio(self.complete_rounds) if self.test else 0.0

    @property
    def verdict(self) -> float | None:
        return self.test.verdict(self.complete_rounds) if self.test else None

    @property
    def is_over(self) -> bool:
        return len(self.played) >= self.games or self.verdict is not None

    def result(self) -> dict[str, Any]:
        """The figures, for the file."""
        now = self.estimate
        scores = [played.score for played in self.played]
        figures: dict[str, Any] = {
            "games": now.games,
            "won": scores.count(1.0),
            "lost": scores.count(0.0),
            "score": _number(now.score),
            "score_95": [_number(now.low), _number(now.high)],
            "expected": _number(now.expected),
            "elo": _number(now.elo),
            "elo_95": [_number(now.elo_low), _number(now.elo_high)],
            "superiority": _number(now.superiority),
            "failures": {letter: sum(played.failed == letter for played in self.played) for letter in "AB"},
        }
        if self.test:
            bounds = [self.test.elo0, self.test.elo1]
            figures["sequential"] = {"elo": bounds, "ratio": _number(self.ratio), "verdict": self.verdict}
        return figures

    # Playing on

    def fixtures(self) -> Iterator[Fixture]:
        """The games not yet played, in order."""
        done = {played.number for played in self.played}
        for number in range(self.games):
            if number not in done:
                which, place = divmod(number, self.sides)
                yield Fixture(number, which, self.seatings[place], self.openings[which])

    def play(self, jobs: int) -> Generator[Played, None, None]:
        """Play on until the match is over, so many games at a time; yields each game when it is kept."""
        if self.is_over:
            return
        fixtures = self.fixtures()
        answers: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        workers: list[Worker] = []
        try:
            for fixture in _first(fixtures, jobs):
                workers.append(Worker(self.setting, answers.put))
                workers[-1].send(fixture)
            busy = len(workers)
            while busy:
                answer = answers.get()
                if answer.played is None:
                    raise Error(Text("a process that played games has ended", "un processus de jeu s'est arrêté"))
                self._keep(answer.played)
                yield answer.played
                following = None if self.is_over else next(fixtures, None)
                if following is None:
                    busy -= 1
                else:
                    answer.worker.send(following)
                if self.verdict is not None:
                    return
        finally:
            for worker in workers:
                worker.dismiss()
            for worker in workers:
                worker.wait()

    def _keep(self, played: Played) -> None:
        self.played.append(played)
        if self.file is not None:
            self.file.add(played, self.result())


def _first(fixtures: Iterator[Fixture], most: int) -> Iterator[Fixture]:
    for _, fixture in zip(range(most), fixtures, strict=False):
        yield fixture


def _number(value: float) -> float | None:
    """Four digits are enough; what is beyond all numbers has no place in JSON."""
    return float(f"{value:.4g}") if math.isfinite(value) else None


@dataclass(frozen=True)
class Answer:
    """What a worker has to say: a game, or None when it has ended."""

    worker: Worker
    played: Played | None


class Worker:
    """A process that plays games; a thread waits for what it says."""

    def __init__(self, setting: Setting, tell: Callable[[Answer], None]) -> None:
        # Out of reach of the terminal's Ctrl-C: it ends when its input does.
        self._process = subprocess.Popen(
            own_command(WORKER), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        self._tell = tell
        self._say(write_setting(setting))
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, fixture: Fixture) -> None:
        self._say(write_fixture(fixture))

    def _say(self, line: str) -> None:
        try:
            print(line, file=self._input, flush=True)
        except OSError:
            self._tell(Answer(self, None))

    def _listen(self) -> None:
        try:
            with self._output:
                for line in self._output:
                    self._tell(Answer(self, Played.from_json(json.loads(line))))
        finally:  # whatever it has said: the match must not wait for it for ever
            self._tell(Answer(self, None))

    def dismiss(self) -> None:
        """Ask it to go; it closes its engines first."""
        with suppress(OSError):
            self._input.close()

    def wait(self) -> None:
        try:
            self._process.wait(LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
