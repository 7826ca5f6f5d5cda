"""Sentences about a table that the rules alone do not say: how a game was broken off, who did what."""

from __future__ import annotations

from carreau.rules.language import Text
from carreau.rules.outcome import Outcome
from carreau.rules.records import Record
from carreau.rules.state import State


def computer_name(level: int) -> str:
    """As records name a computer, in every language."""
    return f"Computer, level {level}"


def seat_title(state: State, seat: int) -> Text:
    """As the game calls a seat."""
    return state.game.seat_name(state.raw_board, state.raw_state, seat)


def _is_plural(state: State, seat: int) -> bool:
    return state.game.is_plural(state.raw_board, seat)


def ended(record: Record) -> Text:
    """How a game that was broken off ended."""
    if record.ending == "draw":
        return Text("Draw: agreed", "Partie nulle : d'un commun accord")
    state = record.state
    seat = int(record.ending.partition(":")[0])
    name, are_many = seat_title(state, seat), _is_plural(state, seat)
    why = Text(
        f"{name.en} {'resign' if are_many else 'resigns'}", f"{name.fr} {'abandonnent' if are_many else 'abandonne'}"
    )
    if record.ending.endswith("time"):
        why = Text(f"{name.en} ran out of time", f"{name.fr} {'ont' if are_many else 'a'} dépassé le temps")
    outcome = record.outcome
    assert outcome is not None
    winners = [seat_title(state, seat) for seat in outcome.winners]
    if not winners:
        return why
    en, fr = " and ".join(name.en for name in winners), " et ".join(name.fr for name in winners)
    many = len(winners) > 1 or _is_plural(state, outcome.winners[0])
    return Text(f"{en} {'win' if many else 'wins'}: {why.en}", f"{fr} {'gagnent' if many else 'gagne'} : {why.fr}")


def match_sentence(state: State, match: Outcome, *, is_whole: bool = True) -> Text:
    """How a match of two legs ended; one of which only a part of the first was played has no score."""
    scores = ", " + " – ".join(f"{score:g}" for score in match.scores) if is_whole else ""
    if len(match.winners) != 1:
        return Text(f"The match is drawn{scores}.", f"Le match est nul{scores}.")
    name, are_many = seat_title(state, match.winners[0]), _is_plural(state, match.winners[0])
    return Text(f"{name.en} {'win' if are_many else 'wins'} the match{scores}.",
                f"{name.fr} {'gagnent' if are_many else 'gagne'} le match{scores}.")  # fmt: skip
