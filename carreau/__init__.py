"""Carreau: five abstract board games with exact rules, at two speeds.

>>> import carreau
>>> state = carreau.game("squadro").start(first=0)
>>> state.play("1").seat
1
"""

from typing import Any

from carreau import draw as draw  # says how states are drawn
from carreau.engines import Analysis, analyse, analysing, choose
from carreau.games import game, games
from carreau.rules import records
from carreau.rules.errors import (
    BadMove,
    BadOption,
    BadPosition,
    BadRecord,
    EngineFailed,
    Error,
    IllegalMove,
    UnknownGame,
)
from carreau.rules.game import Game
from carreau.rules.language import in_language, set_language
from carreau.rules.legs import TwoLegs, start_two_legs
from carreau.rules.outcome import Outcome
from carreau.rules.playouts import Playouts, divide, perft, playouts
from carreau.rules.records import Record, write_record
from carreau.rules.state import State, View

__version__ = "0.1.0"
__all__ = [
    "Analysis",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "EngineFailed",
    "Error",
    "Game",
    "IllegalMove",
    "Outcome",
    "Playouts",
    "Record",
    "State",
    "TwoLegs",
    "UnknownGame",
    "View",
    "analyse",
    "analysing",
    "choose",
    "divide",
    "game",
    "games",
    "in_language",
    "perft",
    "playouts",
    "read_record",
    "set_language",
    "two_legs",
    "write_record",
]


def read_record(text: str) -> Record:
    """The game that a record holds, replayed; BadRecord says what is wrong and where."""
    return records.read_record(text, game)


def two_legs(game_id: str, /, **options: Any) -> TwoLegs:
    """A match of two legs: one deal, hands and starter exchanged, both legs added."""
    return start_two_legs(game(game_id), **options)
