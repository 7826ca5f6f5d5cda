"""What a search has found, put into words: moves as text, chances, and the move that a level chooses."""

from __future__ import annotations

from random import Random

from carreau.engines.analysis import Analysis, Line
from carreau.engines.levels import Level
from carreau.engines.methods import Candidate, Question, Search
from carreau.rules.binding import interpreted
from carreau.rules.kernel import OVER, SEAT


def analysis_of(
    question: Question,
    search: Search,
    seconds: float,
    *,
    cold: bool = False,
    level: Level | None = None,
    every_line: bool = True,
) -> Analysis | None:
    """What has been found so far; None before there is anything. `best` is the move that the level chooses."""
    candidates = search.candidates()
    if not candidates:
        return None
    chosen = chosen_by(level, candidates, seed=question.seed) if level else candidates[0]
    lines = tuple(
        _line(question, each, search.line(each.move) if every_line or each is chosen else (each.move,))
        for each in candidates
    )
    best = lines[candidates.index(chosen)]
    return Analysis(
        seat=question.seat, best=best.move, chance=best.chance, proven=best.proven, distance=best.distance,
        moves=lines, pv=best.pv, nodes=search.nodes, depth=search.depth, seconds=seconds, cold=cold,
    )  # fmt: skip


def chosen_by(level: Level, candidates: list[Candidate], *, seed: int) -> Candidate:
    """Let a player choose among the moves that seem good; nobody passes over a win or walks into a loss they see."""
    if candidates[0].proven == "win":
        return candidates[0]
    random = Random(seed)
    seen = [each for each in candidates if each.proven != "loss"] or candidates[:1]
    if level.missed:
        seen = [each for each in seen if random.randrange(1024) >= level.missed] or [random.choice(seen)]
    if not level.heat:
        return seen[0]
    (chosen,) = random.choices(seen, [1e-9 + each.share ** (1 / level.heat) for each in seen])
    return chosen


def _line(question: Question, candidate: Candidate, moves: tuple[int, ...]) -> Line:
    texts = _texts(question, moves)
    # Who overlooks replies proves nothing, but for what the next move does.
    is_sure = not question.blind or candidate.distance == 1
    proven, distance = (candidate.proven, candidate.distance) if is_sure else (None, None)
    return Line(texts[0], candidate.chance, proven, distance, candidate.nodes, texts)


def _texts(question: Question, moves: tuple[int, ...]) -> tuple[str, ...]:
    """Moves as they are written, each in the position after those before it."""
    game, board, state = question.game, list(question.board), list(question.state)
    texts = []
    for move in moves:
        if state[SEAT] == OVER:
            break  # a third repetition, which a search that copies no past does not see
        texts.append(game.write_move(board, state, move))
        state += [0] * game.room
        interpreted(game.module, "step")(board, state, move)
    return tuple(texts)
