"""What a game's file provides around its kernel: options, texts, reasons, and its picture as data.

The upper half of `Game` is for users; the lower half is what the author of a game writes.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from string import ascii_uppercase
from types import ModuleType
from typing import Any, ClassVar

from carreau.rules.errors import BadMove, BadPosition, IllegalMove
from carreau.rules.kernel import SEATS, WINNERS
from carreau.rules.language import Text, guillemets, shortened
from carreau.rules.options import Option, read_options
from carreau.rules.outcome import Outcome, plain_scores, seats_in
from carreau.rules.scene import Scene
from carreau.rules.state import State
from carreau.rules.touch import Path

LONGEST_POSITION = 20_000


class Game(ABC):
    """The rules of one game. `carreau.game(id)` finds it."""

    id: ClassVar[str]
    name: ClassVar[Text]
    idea: ClassVar[Text]  # one line that makes one want to play
    credit: ClassVar[Text]
    players: ClassVar[str]  # "2", "1-4"
    minutes: ClassVar[str] = ""  # about how long a game takes: "20", "15-30"
    notation: ClassVar[Text] = Text("", "")  # how moves are typed, in a sentence or two
    version: ClassVar[int] = 1  # changes with the rules' behaviour, never otherwise
    rules: ClassVar[ModuleType | None] = None  # the kernel's module, if it is not the game's own
    options: ClassVar[tuple[Option, ...]] = ()
    reasons: ClassVar[Mapping[str, Text]]  # why a game can end, for people
    table_options: ClassVar[Mapping[str, Any]] = {}  # what people at a table expect: chance where it belongs
    samples: ClassVar[tuple[Mapping[str, Any], ...]] = ({},)  # option sets that between them show every mode
    showcase: ClassVar[Mapping[str, Any] | None] = None  # of the game's picture, if not the first sample's options
    buttons: ClassVar[Mapping[str, Text]] = {}  # what is touched beside the board, and what stands on it

    def start(self, /, **options: Any) -> State:
        """The first position of a new game."""
        resolved = self.resolve(read_options(self.options, options))
        board = self.board(resolved)
        return State(self, resolved, board, self.opening(board, resolved))

    def position(self, text: str) -> State:
        """The position that `str(state)` wrote."""
        if not isinstance(text, str) or len(text) > LONGEST_POSITION:
            raise BadPosition(Text("a position is one line of text", "une position est une ligne de texte"))
        try:
            options, board, state = self.read_position(text.split())
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            if isinstance(error, BadPosition):
                raise
            shown = shortened(text, 60)
            raise BadPosition(
                Text(
                    f"{shown!r} is no {self.name.en} position",
                    f"{guillemets(shown)} n'est pas une position de {self.name.fr}",
                )
            ) from None
        return State(self, options, board, state, origin=True)

    def replay(self, moves: Iterable[str], /, **options: Any) -> State:
        """Start a game and play a list of moves (or a text of them); an illegal one is named with its number."""
        return self.continue_with(self.start(**options), moves.split() if isinstance(moves, str) else moves)

    def continue_with(self, state: State, moves: Iterable[str]) -> State:
        for number, move in enumerate(moves, 1):
            try:
                state = state.play(move)
            except IllegalMove as error:
                text = Text(f"move {number}, {error.text.en}", f"coup {number}, {error.text.fr}")
                raise type(error)(text) from error
        return state

    def __repr__(self) -> str:
        return f"carreau.game({self.id!r})"

    def __reduce__(self) -> tuple[type[Game], tuple[()]]:
        return type(self), ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def module(self) -> ModuleType:
        """The module whose functions are the kernel."""
        return self.rules or sys.modules[type(self).__module__]

    # What an author writes. `board` and `state` are the kernel's arrays, here as lists.

    room = 0  # how many words one move may add to the state
    longest_list = 512  # no position has more moves than this

    def resolve(self, options: dict[str, Any]) -> dict[str, Any]:
        """Check options against each other and draw what is random, so that a record can repeat it."""
        return options

    @abstractmethod
    def board(self, options: Mapping[str, Any]) -> list[int]:
        """What never changes during a game with those options; word 0 is the number of seats."""

    @abstractmethod
    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        """The first position."""

    @abstractmethod
    def write_move(self, board: list[int], state: list[int], move: int) -> str:
        """A move as text."""

    def write_moves(self, board: list[int], state: list[int], moves: Iterable[int]) -> list[str]:
        """Moves as text, in their order: for games with so many that it pays to write them together."""
        return [self.write_move(board, state, move) for move in moves]

    @abstractmethod
    def read_move(self, board: list[int], state: list[int], text: str, seat: int) -> int:
        """The move that the text means for that seat, legal or not; BadMove if it means none."""

    def write_played(self, board: list[int], state: list[int], move: int, text: str) -> str:
        """How a move read from `text` stands in the history and in records."""
        return self.write_move(board, state, move)

    @abstractmethod
    def refusal(self, board: list[int], state: list[int], move: int) -> Text:
        """Why a move that reads well is not legal: what was expected, and the rule."""

    def attempt(self, board: list[int], state: list[int], move: int, seat: int) -> int | None:
        """The kernel's move for a try that is not in `moves()` but is accepted all the same, or None.

        Claims, guesses, and mistakes where a mistake is a move.
        """
        return None

    def acts_any_time(self, move: int) -> bool:
        """Is this a kind of move that a seat may make out of turn?"""
        return False

    def tries(self, board: list[int], state: list[int], seat: int) -> list[int] | None:
        """Every well-formed move, in modes that do not show the legal ones; None elsewhere."""
        return None

    @abstractmethod
    def write_position(self, board: list[int], state: list[int]) -> str:
        """The position, and what is needed to go on, on one line of fields separated by spaces."""

    @abstractmethod
    def read_position(self, fields: list[str]) -> tuple[dict[str, Any], list[int], list[int]]:
        """Options, board and state; any ValueError becomes a BadPosition."""

    @abstractmethod
    def reason(self, board: list[int], state: list[int]) -> str:
        """Why the game is over: a key of `reasons`."""

    def deciding_cells(self, board: list[int], state: list[int]) -> tuple[str, ...]:
        """The cells that show why the game is over, such as a winning group; none if none do."""
        return ()

    def outcome(self, board: list[int], state: list[int]) -> Outcome:
        """How a finished game ended, from what the kernel and the two hooks above say."""
        winners = seats_in(state[WINNERS])
        scores = self.scores(board, state, winners)
        return Outcome(winners, scores, self.reason(board, state), self.deciding_cells(board, state))

    def scores(self, board: list[int], state: list[int], winners: tuple[int, ...]) -> tuple[float, ...]:
        """The seats' points, or 1 for winning in a game without; also of a game that was broken off."""
        if not hasattr(self.module, "points"):
            return plain_scores(winners, board[SEATS])
        points = [0] * board[SEATS]
        self.module.points(board, state, points)
        return tuple(points)

    def hide(self, board: list[int], state: list[int], seat: int) -> list[int]:
        """The state with all that the seat may not know made unknown."""
        return state

    def hide_options(self, options: dict[str, Any], state: list[int], seat: int) -> dict[str, Any]:
        return options

    def fill_in(self, start: State, moves: Sequence[str], random: Random) -> State:
        """A start with what is unknown in it drawn at random, so far as these moves do not tell it."""
        return start

    def remark(self, board: list[int], before: list[int], after: list[int], move: str) -> Text | None:
        """What to tell the table about a move that is more than a move: a wrong claim, a mistake, a guess."""
        return None

    has_draws: ClassVar[bool] = False  # can a game end without a winner, so that a draw may be agreed on?
    lays_lines: ClassVar[bool] = False  # do two cells that are touched mean all those between them as well?
    personal: ClassVar[tuple[str, ...]] = ()  # options that name a seat, and belong to who sits there
    has_two_legs: ClassVar[bool] = False
    swaps_seats: ClassVar[bool] = False  # do the two players change places for the second leg?

    def first_leg(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options of the first leg of a two-leg match, from those asked for."""
        return options

    def second_leg(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options of the second leg, from those of the first."""
        return options

    def facts(self, board: list[int], state: list[int]) -> dict[str, Any]:
        """What else a state answers to, as `state.name`."""
        return {}

    def carry(self, options: dict[str, Any], board: list[int], state: list[int]) -> dict[str, Any]:
        """The options of the next game of the same players, with what this one has earned them."""
        return options

    def allies(self, board: list[int], seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with a seat, itself included."""
        return (seat,)

    def shares(self, board: list[int], winners: tuple[int, ...]) -> tuple[float, ...]:
        """Each seat's part of a win: whole for those who win together, divided among those who tie."""
        sides = len({min(self.allies(board, seat)) for seat in winners})
        return tuple(1 / sides if seat in winners else 0.0 for seat in range(board[SEATS]))

    def seat_name(self, board: list[int], state: list[int], seat: int) -> Text:
        letter = ascii_uppercase[seat]
        return Text(f"Player {letter}", f"Joueur {letter}")

    def is_plural(self, board: list[int], seat: int) -> bool:
        """Is the name of a seat one of several things, so that they win and not it wins?"""
        return False

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        """The cells that a move puts something on: the first is where it would be tapped."""
        return (move,)

    def path(self, board: list[int], state: list[int], move: str, seat: int) -> Path:
        """What a person touches, one thing after another, to make a move: cells, pieces, else a button.

        Each move has its own path, and none is the beginning of another. By default a move is one touch.
        """
        return self.touches(board, state, move, seat)[:1] or (move,)

    def paths(self, board: list[int], state: list[int], moves: list[str], seat: int) -> Iterable[Path]:
        """The paths of some moves, in their order: for games with so many that it pays to find them together."""
        return (self.path(board, state, move, seat) for move in moves)

    def patterns(self, board: list[int], state: list[int], seat: int) -> tuple[Path, ...] | None:
        """In modes that do not show the legal moves: the paths there are, with * for any cell; None elsewhere."""
        return None

    def read_path(self, board: list[int], state: list[int], path: Path, seat: int) -> str:
        """The move, or the try, that a path means which is not in the tree of moves, or is there by a pattern."""
        return path[-1]

    def prompts(self, board: list[int], state: list[int], seat: int) -> Mapping[str, Text]:
        """What a seat may say in its own words: how such a move begins, and what people are asked."""
        return {}

    def question(self, board: list[int], state: list[int]) -> Text | None:
        """What whoever is to move has to decide first, if that is not plain from the board."""
        return None

    def changes(self, board: list[int], before: list[int], after: list[int], move: str, seat: int) -> tuple[str, ...]:
        """The cells where a move that was played can be seen."""
        return self.touches(board, before, move, seat)

    @abstractmethod
    def scene(self, state: State) -> Scene:
        """What the position looks like, as data."""


def bad_move(text: str, expected: Text) -> BadMove:
    """The error for a text that is no move; `expected` says what one looks like."""
    shown = shortened(text, 24)
    why = Text(f"expected {expected.en}", f"on attend {expected.fr}")
    return BadMove(Text(f"{shown}: {why.en}", f"{shown} : {why.fr}"), why)


def need(condition: object, message: Text | None = None) -> None:
    """A position that cannot occur is refused."""
    if not condition:
        raise BadPosition(message) if message else ValueError


def number_in(text: str) -> int:
    """A number as `str` writes it: no sign, no leading zero, no other digits."""
    need(text.isascii() and text.isdecimal() and str(int(text)) == text)
    return int(text)
