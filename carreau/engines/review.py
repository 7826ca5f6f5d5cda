"""Looking back at a game: what every position was worth to its mover, and which moves gave something away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from carreau.engines.analysis import Analysis
from carreau.engines.programs import known_of
from carreau.rules.state import State

# How much of the winning chance a move must have cost to get a mark.
INACCURACY, MISTAKE, BLUNDER = 0.08, 0.16, 0.30
MARKS = ((BLUNDER, "??"), (MISTAKE, "?"), (INACCURACY, "?!"))


@dataclass(frozen=True)
class Worth:
    """What a position is worth to a seat."""

    chance: float  # 0 to 1
    proven: str | None = None  # "win", "loss" or "draw"
    distance: int | None = None  # plies to the proven end


@dataclass(frozen=True)
class Judged:
    """One move of a game. What is not known, as of a claim made out of turn, is None."""

    number: int  # from 1
    seat: int  # who played it
    move: str  # as it stands in the record
    before: Worth | None = None  # to the mover, with the best move
    after: Worth | None = None  # to the mover, with this one
    better: str | None = None  # the best move, if it was another
    pv: tuple[str, ...] = ()  # how it would have gone on
    mark: str = ""  # "", "?!", "?" or "??"

    @property
    def cost(self) -> float:
        """How much of the winning chance the move gave away."""
        if self.before is None or self.after is None or self.better is None:
            return 0.0
        return max(0.0, self.before.chance - self.after.chance)


def positions_of(state: State) -> list[State]:
    """Every position of a game, the first and the last included."""
    start = state.game.position(state.origin) if state.origin else state.game.start(**state.options)
    positions = [start]
    for move in state.history:
        positions.append(positions[-1].play(move))
    return positions


def review(positions: list[State], analyse: Callable[[State], Analysis]) -> Iterator[Judged]:
    """Every move judged, as soon as it can be: each position is analysed once, by its own mover's view."""
    found: dict[int, Analysis] = {}

    def analysis_of(ply: int) -> Analysis:
        while ply and positions[ply - 1].seat != positions[ply].last_seat:  # a claim or guess changed nothing
            ply -= 1
        if ply not in found:
            found[ply] = analyse(positions[ply])
        return found[ply]

    known: Worth | None = None  # what the move before has proven of the position, to its mover
    for ply, (position, after) in enumerate(pairwise(positions)):
        seat, move = after.last_seat, after.history[-1]
        assert seat is not None
        if seat != position.seat:
            yield Judged(ply + 1, seat, move)
            continue
        analysis = analysis_of(ply)
        before = Worth(analysis.chance, analysis.proven, analysis.distance)
        if known is not None and before.proven is None:
            before = known
        reached = _reached(analysis, move, after, partial(analysis_of, ply + 1))
        if reached is not None and reached.proven is None:
            reached = _certain(analysis, before, move) or reached
        judged = _judged(ply + 1, move, analysis, before, reached)
        yield replace(judged, mark=_mark(judged))
        known = None
        if after.seats == 2 and reached is not None and reached.proven is not None:
            known = reached if after.seat == seat else _turned(reached)


def _certain(analysis: Analysis, before: Worth, move: str) -> Worth | None:
    """What is proven of a move before it is played: by the analysis, or because every move loses."""
    line = next((line for line in analysis.moves if line.move == move and line.proven), None)
    if line is not None:
        return Worth(line.chance, line.proven, line.distance)
    return Worth(0.0, "loss") if before.proven == "loss" else None


def _judged(number: int, move: str, analysis: Analysis, before: Worth, reached: Worth | None) -> Judged:
    """Which move was better, as far as is known now: what comes after the move may have refuted it, or proven it."""
    if reached is not None and reached.proven == "win":
        return Judged(number, analysis.seat, move, reached if before.proven is None else before, reached)
    if move != analysis.best:
        return Judged(number, analysis.seat, move, before, reached, analysis.best, analysis.pv)
    others = (line for line in analysis.moves if line.move != move)
    other = max(others, key=lambda line: line.chance, default=None)
    if before.proven is None and reached and other and other.chance - reached.chance >= MISTAKE:
        before = Worth(other.chance, other.proven, other.distance)
        return Judged(number, analysis.seat, move, before, reached, other.move, other.pv)
    return Judged(number, analysis.seat, move, before, reached, None, analysis.pv)


def _turned(worth: Worth) -> Worth:
    """The same for the other seat, to whom the end is a ply nearer."""
    proven = {"win": "loss", "loss": "win"}.get(worth.proven or "", worth.proven)
    return Worth(1 - worth.chance, proven, None if worth.distance is None else worth.distance - 1)


def _mark(judged: Judged) -> str:
    return next((mark for least, mark in MARKS if judged.cost >= least), "")


def _reached(analysis: Analysis, move: str, after: State, next_analysis: Callable[[], Analysis]) -> Worth | None:
    """What the mover has after its move: by the rules, by the next analysis if that can tell, else by this one."""
    if after.outcome is not None:
        return _by_outcome(analysis.seat, after)
    if after.seats == 2 and not _is_hidden(after):
        follow_up = next_analysis()
        distance = None if follow_up.distance is None else follow_up.distance + 1
        if follow_up.seat == analysis.seat:
            return Worth(follow_up.chance, follow_up.proven, distance)
        turned = {"win": "loss", "loss": "win", "draw": "draw", None: None}[follow_up.proven]
        return Worth(1 - follow_up.chance, turned, distance)
    line = next((line for line in analysis.moves if line.move == move), None)
    return None if line is None else Worth(line.chance, line.proven, line.distance)


def _by_outcome(seat: int, after: State) -> Worth:
    assert after.outcome is not None
    share = after.game.shares(after.raw_board, after.outcome.winners)[seat]
    return Worth(share, {0.0: "loss", 1.0: "win"}.get(share, "draw"), 1)


def _is_hidden(state: State) -> bool:
    """Is there something that a seat can only guess? What it knows by counting is not."""
    views = [state.view(seat) for seat in range(state.seats)]
    known = known_of(state.game)
    if hasattr(known, "is_hidden"):
        return any(known.is_hidden(view.raw_board, view.raw_state) for view in views)
    return any(str(view) != str(state) for view in views)


def chances_of(judged: list[Judged], positions: list[State]) -> list[list[tuple[int, float]]]:
    """A line of (moves played, chance) a seat; with two seats one line, of seat 0."""
    seats = positions[0].seats
    lines: list[list[tuple[int, float]]] = [[] for _ in range(1 if seats == 2 else seats)]
    for move in judged:
        if move.before is not None:
            _add(lines, move.number - 1, move.seat, move.before.chance)
        if move.after is not None and seats > 2:  # with two seats the other's next chance tells it
            _add(lines, move.number, move.seat, move.after.chance)
    last = positions[-1]
    if last.outcome is not None:
        for seat in range(seats):
            _add(lines, len(positions) - 1, seat, _by_outcome(seat, last).chance)
    elif judged and judged[-1].after is not None:
        _add(lines, judged[-1].number, judged[-1].seat, judged[-1].after.chance)
    return lines


def _add(lines: list[list[tuple[int, float]]], moves: int, seat: int, chance: float) -> None:
    line, value = (lines[0], chance if seat == 0 else 1 - chance) if len(lines) == 1 else (lines[seat], chance)
    if not line or line[-1][0] != moves:
        line.append((moves, value))
