"""Game records: a text with header lines, an empty line, and the moves.

game: unlur
rules: 1
option.side: 6
seat.0: Ana
result: 1 line

1. f6 2. pass e5
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from carreau.rules.errors import BadRecord, Error, IllegalMove
from carreau.rules.game import Game
from carreau.rules.language import Text, guillemets, shortened
from carreau.rules.outcome import Outcome
from carreau.rules.state import State

LONGEST_RECORD = 2_000_000
MOVE_NUMBER = re.compile(r"[0-9]+\.+")
SEAT_NUMBER = re.compile(r"[0-9]{1,2}")
ENDING = re.compile(r"([0-9]{1,2}):(resign|time)|draw")
HEADERS = ("game", "rules", "date", "result", "position")


@dataclass(frozen=True)
class Record:
    """A game as it stands on disk: the position reached, who played, and how it was broken off if it was."""

    state: State
    players: Mapping[int, str] = field(default_factory=dict)
    date: str = ""
    ending: str = ""  # "0:resign", "1:time", "draw" (agreed), or nothing

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def options(self) -> Mapping[str, Any]:
        return self.state.options

    @property
    def moves(self) -> tuple[str, ...]:
        return self.state.history

    @property
    def seat(self) -> int | None:
        """The seat to move, None when the game is over or was broken off."""
        return None if self.ending else self.state.seat

    @property
    def outcome(self) -> Outcome | None:
        """As the rules end the game, or as it was broken off."""
        if not self.ending:
            return self.state.outcome
        seats = range(self.state.seats)
        if self.ending == "draw":
            winners = tuple(seats)
            reason = "agreed"
        else:
            left, _, reason = self.ending.partition(":")
            losers = self.game.allies(self.state.raw_board, int(left))
            winners = tuple(seat for seat in seats if seat not in losers)
        scores = self.game.scores(self.state.raw_board, self.state.raw_state, winners)
        return Outcome(winners, scores, reason)

    @property
    def result(self) -> str:
        """The winners and the reason, or * while the game goes on."""
        outcome = self.outcome
        if outcome is None:
            return "*"
        return f"{','.join(map(str, outcome.winners)) or '-'} {outcome.reason}"


def write_record(
    state: State,
    *,
    players: Mapping[int, str] | Sequence[str] = (),
    date: str = "",
    ending: str = "",
) -> str:
    """The record of a game so far. From a view, it holds what that seat may know."""
    named = dict(players if isinstance(players, Mapping) else enumerate(players))
    record = Record(state, named, date, ending)
    _check(record)
    lines = [f"game: {state.game.id}", f"rules: {state.game.version}"]
    if state.origin is not None:
        lines.append(f"position: {state.origin}")
    else:
        options = {name: value for name, value in state.options.items() if value is not None}
        lines += [f"option.{name}: {options[name]}" for name in sorted(options)]
    lines += [f"seat.{seat}: {_one_line(name)}" for seat, name in sorted(named.items())]
    if date:
        lines.append(f"date: {_one_line(date)}")
    lines.append(f"result: {record.result}")
    return "\n".join([*lines, "", *_numbered(state, ending)]) + "\n"


def _one_line(text: str) -> str:
    return " ".join(str(text).split())


def _numbered(state: State, ending: str) -> list[str]:
    """The moves in lines of readable length, with their numbers."""
    tokens = [f"{number}. {move}" for number, move in enumerate(state.history, 1)] + [ending] * bool(ending)
    lines = [""]
    for token in tokens:
        if len(lines[-1]) + len(token) > 78:
            lines.append("")
        lines[-1] = f"{lines[-1]} {token}".strip()
    return lines


def read_record(text: str, find: Callable[[str], Game]) -> Record:
    """The game that a record holds, replayed; `find` looks a game up by its id."""
    if not isinstance(text, str) or len(text) > LONGEST_RECORD:
        raise _refused("a record is a text of at most 2 MB", "une partie est un texte de 2 Mo au plus")
    if not text.strip().strip("\ufeff"):
        raise _refused(
            "there is nothing here to read; a record begins with a line such as 'game: unlur'",
            "il n'y a rien à lire ici ; une feuille de partie commence par une ligne comme « game: unlur »",
        )
    headers, options, players, tokens = _parsed(text)
    if "game" not in headers:
        raise _refused("the line 'game: …' is missing", "la ligne « game: … » manque")
    try:
        game = find(headers["game"])
        if headers.get("rules", str(game.version)) != str(game.version):
            version = headers["rules"][:20]
            raise _refused(
                f"rules version {version} is not known; known: {game.version}",
                f"version de règles {version} inconnue ; connue : {game.version}",
            )
        if "position" in headers and options:
            raise _refused("a position already holds the options", "une position contient déjà les options")
        start = game.position(headers["position"]) if "position" in headers else game.start(**options)
    except Error as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(error.text) from error
    ending = tokens.pop() if tokens and ENDING.fullmatch(tokens[-1]) else ""
    for number, token in enumerate(tokens, 1):
        if ENDING.fullmatch(token):
            raise _refused(
                f"move {number}, {token}: an ending comes last", f"coup {number}, {token} : une fin vient en dernier"
            )
    try:
        state = game.continue_with(start, tokens)
    except IllegalMove as error:
        raise BadRecord(error.text) from error
    record = Record(state, players, headers.get("date", ""), ending)
    _check(record)
    written = headers.get("result", "*")
    if written not in ("*", record.result):
        raise _refused(
            f"the result is {record.result}, not {written[:40]}",
            f"le résultat est {record.result}, pas {written[:40]}",
        )
    return record


def _parsed(text: str) -> tuple[dict[str, str], dict[str, str], dict[int, str], list[str]]:
    """The header lines, options, players and moves of a record."""
    lines = "\n".join(line.strip() for line in text.lstrip("\ufeff").splitlines())
    head, _, body = lines.strip().partition("\n\n")
    headers: dict[str, str] = {}
    options: dict[str, str] = {}
    players: dict[int, str] = {}
    for number, line in enumerate(head.split("\n"), 1):
        key, colon, value = line.partition(":")
        key, value = key.strip().lower(), value.strip()
        kind, _, name = key.partition(".")
        if not colon:
            raise _refused(
                f"line {number}: expected 'key: value', got {line[:40]!r}",
                f"ligne {number} : on attend « clé: valeur », pas {guillemets(line[:40])}",
            )
        is_seat = kind == "seat" and SEAT_NUMBER.fullmatch(name)
        if key in headers or (kind == "option" and name in options) or (is_seat and int(name) in players):
            raise _refused(f"line {number}: {key[:40]} twice", f"ligne {number} : {key[:40]} en double")
        if kind == "option" and name:
            options[name] = value
        elif is_seat:
            players[int(name)] = value
        elif key in HEADERS:
            headers[key] = value
        # Other headers belong to whoever wrote them and are left alone.
    tokens = [token for token in body.split() if not MOVE_NUMBER.fullmatch(token)]
    return headers, options, players, tokens


def _check(record: Record) -> None:
    """Players sit on seats; a game that the rules have ended cannot be broken off; alone nobody agrees on a draw."""
    ending, seats = record.ending, range(record.state.seats)
    named = [*record.players]
    if ending:
        found = ENDING.fullmatch(ending) if isinstance(ending, str) else None
        if ending == "draw" and len(seats) == 1:
            raise _refused("draw: nobody to agree with", "draw : personne avec qui s'accorder")
        if not found:
            shown = shortened(ending)
            raise _refused(
                f"ending {shown!r}: expected 0:resign, 0:time or draw",
                f"fin {guillemets(shown)} : on attend 0:resign, 0:time ou draw",
            )
        named += [int(found[1])] if found[1] else []
        if record.state.seat is None:
            raise _refused(f"{ending}: the game is over", f"{ending} : la partie est finie")
    for seat in named:
        if isinstance(seat, bool) or seat not in seats:
            raise _refused(f"there is no seat {seat}", f"il n'y a pas de siège {seat}")


def _refused(en: str, fr: str) -> BadRecord:
    return BadRecord(Text(en, fr))
