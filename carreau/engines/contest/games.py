"""One game of a match: who sits where, the moves asked for, and how it ended."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from random import Random
from typing import Any, Protocol

from carreau.engines.analysis import Analysis, Limits
from carreau.engines.contest.openings import Opening
from carreau.engines.contest.players import Player
from carreau.games import game
from carreau.rules.errors import Error
from carreau.rules.records import write_record
from carreau.rules.state import State

LONGEST_GAME = 2000  # plies; only a mode where mistakes are moves could go on for ever
BROKEN_OFF = "broken-off"

Clock = Callable[[], float]
Claim = Callable[[State, int, int], str | None]


class Asked(Protocol):
    """What a match needs of an engine."""

    def ask(self, state: State, limits: Limits) -> Iterator[Analysis]: ...


@dataclass(frozen=True)
class Setting:
    """All that decides how a match's games are played."""

    game: str
    options: Mapping[str, Any]
    players: tuple[Player, Player]  # A and B
    seed: int = 0
    plies: int | None = None  # of the openings; None lets the game decide
    alone: bool = False  # A takes a single seat even where seats are allied
    balanced: bool = False  # only openings that give both of two seats a chance


@dataclass(frozen=True)
class Fixture:
    """One game of a match before it is played: its number, its round, its opening, and who sits where."""

    number: int
    round: int
    seats: str  # a letter a seat: A or B
    opening: Opening


@dataclass(frozen=True)
class Played:
    """One game of a match: enough to replay it, and all that is counted."""

    number: int
    round: int
    seats: str
    drawn: dict[str, Any]  # options, besides those of the match
    opening: int  # how many of the moves were drawn at random
    moves: str
    winners: list[int]
    reason: str
    score: float  # player A's: 1, 0, or a share of a shared win
    plies: list[int] = field(default_factory=lambda: [0, 0])  # asked of A and of B
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])  # spent by A and by B
    longest: list[float] = field(default_factory=lambda: [0.0, 0.0])  # their slowest moves
    cold: int = 0  # moves found by the interpreter because machine code was not ready
    failed: str = ""  # the player whose engine failed
    note: str = ""  # how it failed

    def to_json(self) -> dict[str, Any]:
        """Every field that says something."""
        silent = {"drawn": {}, "cold": 0, "failed": "", "note": ""}
        kept = {name: value for name, value in asdict(self).items() if name not in silent or value != silent[name]}
        return kept | {"seconds": _rounded(self.seconds), "longest": _rounded(self.longest)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Played:
        known = {each.name for each in fields(cls)}
        return cls(**{"drawn": {}, **{name: value for name, value in data.items() if name in known}})


def _rounded(seconds: list[float]) -> list[float]:
    return [float(f"{each:.3g}") for each in seconds]


def seatings(start: State, *, alone: bool = False) -> list[str]:
    """How a round's games are seated: A in each place in turn, B in all others. Allies share a place."""
    seats = range(start.seats)
    places = [(seat,) if alone else start.game.allies(start.raw_board, seat) for seat in seats]
    different = list(dict.fromkeys(tuple(sorted(place)) for place in places))
    return ["".join("A" if seat in place else "B" for seat in seats) for place in different]


def play_game(
    setting: Setting,
    fixture: Fixture,
    engines: Mapping[str, Asked],
    *,
    clock: Clock = time.perf_counter,
    claim: Claim | None = None,
) -> Played:
    """Play one game to its end. An engine that fails loses it."""
    return _Table(setting, fixture, engines, clock, claim).play()


class _Table:
    def __init__(
        self, setting: Setting, fixture: Fixture, engines: Mapping[str, Asked], clock: Clock, claim: Claim | None
    ) -> None:
        self.fixture = fixture
        self.players = dict(zip("AB", setting.players, strict=True))
        self.engines = engines
        self.clock = clock
        self.state = fixture.opening.start(game(setting.game), setting.options)
        # Only where moves are not shown is there anything to claim; elsewhere asking would cost time.
        self.claim = claim if self.state.tries() != self.state.moves() else None
        self.random = Random(f"game {fixture.number} of {setting.seed}")
        self.plies, self.seconds, self.longest = [0, 0], [0.0, 0.0], [0.0, 0.0]
        self.cold = 0
        self.acting = ""  # the player who would be to blame for an error

    def play(self) -> Played:
        while self.state.seat is not None and len(self.state.history) < LONGEST_GAME:
            seat = self.state.seat
            try:
                self.acting = self.fixture.seats[seat]
                self.state = self.state.play(self.asked_move(self.acting), seat=seat)
                self.hear_claims(seat)
            except Error as error:
                return self.lost_by(self.acting, error.text.en)
        return self.finished()

    def asked_move(self, letter: str) -> str:
        player, which = self.players[letter], "AB".index(letter)
        limits = Limits(**{**asdict(player.limits), "seed": self.random.randrange(2**31)})
        started = self.clock()
        try:
            answer = deque(self.engines[letter].ask(self.state, limits), maxlen=1)
        finally:
            took = self.clock() - started
            self.plies[which] += 1
            self.seconds[which] += took
            self.longest[which] = max(self.longest[which], took)
        if not answer:
            raise Error("the engine gave no answer")
        self.cold += answer[0].cold
        return answer[0].best

    def hear_claims(self, moved: int) -> None:
        """Our own players speak up after every move, who has just moved first; other programs do on their turn."""
        for seat in (moved, *(seat for seat in range(self.state.seats) if seat != moved)):
            self.acting = self.fixture.seats[seat]
            player = self.players[self.acting]
            if self.claim is None or self.state.seat is None or player.command is not None:
                continue
            said = self.claim(self.state.view(seat), player.attention, self.random.randrange(2**31))
            if said is not None:
                self.state = self.state.play(said, seat=seat)

    def finished(self) -> Played:
        outcome = self.state.outcome
        if outcome is None:
            everyone = tuple(range(self.state.seats))
            return self.result(everyone, BROKEN_OFF, note=f"not over after {LONGEST_GAME} plies")
        return self.result(outcome.winners, outcome.reason)

    def lost_by(self, letter: str, note: str) -> Played:
        """The whole place of the failing player loses, whatever its other seats were doing."""
        winners = tuple(seat for seat, sits in enumerate(self.fixture.seats) if sits != letter)
        return self.result(winners, "failure", failed=letter, note=note)

    def result(self, winners: tuple[int, ...], reason: str, *, failed: str = "", note: str = "") -> Played:
        winning = [self.fixture.seats[seat] for seat in winners]
        return Played(
            self.fixture.number, self.fixture.round, self.fixture.seats, dict(self.fixture.opening.drawn),
            len(self.fixture.opening.moves), " ".join(self.state.history), list(winners), reason,
            winning.count("A") / len(winning) if winning else 0.5,
            self.plies, self.seconds, self.longest, self.cold, failed, note,
        )  # fmt: skip


def replayed(setting: Setting, played: Played) -> State:
    """The position at the end of a game of a match."""
    return game(setting.game).replay(played.moves, **{**setting.options, **played.drawn})


def record_of(setting: Setting, played: Played, *, date: str = "") -> str:
    """A game of a match as a record. A failure is written as a resignation, a game broken off as an agreed draw."""
    state = replayed(setting, played)
    names = {seat: setting.players["AB".index(letter)].name for seat, letter in enumerate(played.seats)}
    ending = ""
    if state.seat is not None:
        ending = f"{played.seats.index(played.failed)}:resign" if played.failed else "draw"
    return write_record(state, players=names, date=date, ending=ending)
