"""A position of a game with its past: a value. Playing gives another; the old one stays as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from carreau.rules.binding import interpreted
from carreau.rules.errors import BadMove, IllegalMove
from carreau.rules.kernel import MOST_SEATS, OVER, SEAT, SEATS
from carreau.rules.language import Text, guillemets
from carreau.rules.options import bad_option, whole_number
from carreau.rules.outcome import Outcome
from carreau.rules.scene import Scene
from carreau.rules.touch import UNNAMED, Path, Tree, tree_of, walk

if TYPE_CHECKING:
    from carreau.rules.game import Game

_OUT_OF_TURN = re.compile(r"([0-9]{1,2}):(.+)", re.DOTALL)
LONGEST_MOVE = 80
NOBODY = -1  # holds no seat, and so knows nothing that is hidden


class State:
    """The whole truth about a position, hidden hands included; `view(seat)` is what a seat may know."""

    __slots__ = (
        "_hides", "_legal", "_played", "_text", "_trees", "before", "game", "history", "last_seat", "options", "origin",
        "raw_board", "raw_state",
    )  # fmt: skip

    game: Game
    options: Mapping[str, Any]
    raw_board: list[int]  # the kernel's own lists: to be read, never written
    raw_state: list[int]
    history: tuple[str, ...]  # the moves since the start, or since `origin`
    before: list[int] | None  # the raw state before the last move, for those who draw it
    last_seat: int | None
    origin: str | None  # where the history begins if not at the game's start: a position's text
    # Found out when somebody asks, and then kept:
    _hides: bool | None
    _legal: tuple[int, ...] | None
    _played: tuple[str, int, State] | None  # the move that was played from here last, by whom, and what came of it
    _text: str | None
    _trees: dict[int, Tree]

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        board: list[int],
        state: list[int],
        *,
        history: tuple[str, ...] = (),
        origin: bool | str = False,
        before: list[int] | None = None,
        last_seat: int | None = None,
    ) -> None:
        if not 1 <= board[SEATS] <= MOST_SEATS:
            raise ValueError(f"a game has 1 to {MOST_SEATS} seats, not {board[SEATS]}")
        write = partial(object.__setattr__, self)  # the only time that the parts of a state are written
        write("game", game)
        write("options", options if isinstance(options, MappingProxyType) else MappingProxyType(dict(options)))
        write("raw_board", board)
        write("raw_state", state)
        write("history", history)
        write("before", before)
        write("last_seat", last_seat)
        write("_hides", None)
        write("_legal", None)
        write("_played", None)
        write("_text", None)
        write("_trees", {})
        write("origin", str(self) if origin is True else origin or None)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"{name}: a state is a value; play() gives another")
        object.__setattr__(self, name, value)

    # Whose turn, what can be played, how it ended

    @property
    def seats(self) -> int:
        return self.raw_board[SEATS]

    @property
    def seat(self) -> int | None:
        """The seat to move, None when the game is over."""
        return None if self.raw_state[SEAT] == OVER else self.raw_state[SEAT]

    def moves(self, seat: int | None = None) -> list[str]:
        """Every legal move of the seat to move, in a fixed order; of `seat`: none if it is not its turn."""
        if seat is not None and self._checked(seat) != self.seat:
            return []
        return self.game.write_moves(self.raw_board, self.raw_state, self.legal())

    def legal(self) -> tuple[int, ...]:
        """The legal moves as the kernel's numbers, in order."""
        if self._legal is None:
            out = [0] * self.game.longest_list
            found = interpreted(self.game.module, "legal")(self.raw_board, self.raw_state, out)
            self._legal = tuple(sorted(out[:found]))
        return self._legal

    def tries(self, seat: int | None = None) -> list[str]:
        """Every well-formed move, in the modes that do not show the legal ones; elsewhere the legal ones."""
        acting = self.seat if seat is None else self._checked(seat)
        if acting is None or self.seat is None:
            return []
        tries = self.game.tries(self.raw_board, self.raw_state, acting)
        if tries is None:
            return self.moves(acting)
        return self.game.write_moves(self.raw_board, self.raw_state, tries)

    def play(self, move: str, seat: int | None = None) -> State:
        """The position after a move; IllegalMove says what was wrong and which rule."""
        if self._played is not None and self._played[:2] == (move, seat):
            return self._played[2]  # who found that a move can be played plays it next
        text, acting = self._acting(move, seat)
        board, game = self.raw_board, self.game
        number = game.read_move(board, self.raw_state, text, acting)
        written = game.write_played(board, self.raw_state, number, text)
        if acting != self.seat or number not in self.legal():
            attempt = game.attempt(board, self.raw_state, number, acting)
            if attempt is None:
                raise self._refused(written, number, acting)
            number = attempt
        after = self.raw_state + [0] * game.room
        interpreted(game.module, "step")(board, after, number)
        following = self._following(after, written if acting == self.seat else f"{acting}:{written}", acting)
        self._played = written, acting, following
        return following

    def touch_tree(self, seat: int | None = None) -> Tree:
        """What a person may touch to move, and what then; in modes that do not show the legal moves, every try."""
        acting = self.seat if seat is None else self._checked(seat)
        if acting is None or self.seat is None:
            return {}
        if acting not in self._trees:
            self._trees[acting] = tree_of(self._paths(acting))
        return self._trees[acting]

    def _paths(self, seat: int) -> Iterable[tuple[Path, str]]:
        board, state, game = self.raw_board, self.raw_state, self.game
        patterns = game.patterns(board, state, seat)
        if patterns is not None:
            return ((pattern, UNNAMED) for pattern in patterns)
        moves = self.moves(seat)
        return zip(game.paths(board, state, moves, seat), moves, strict=True)

    def move_on(self, path: Path, seat: int | None = None) -> str:
        """The move that is made by touching those things; BadMove if none is."""
        acting = self.seat if seat is None else self._checked(seat)
        cells = {cell.id for cell in self.game.scene(self).cells} if self._hides_moves(acting) else set()
        found = None if acting is None else walk(self.touch_tree(acting), path, cells)
        if acting is None or found is None:
            raise self._refused_path(path, acting)
        return found or self.game.read_path(self.raw_board, self.raw_state, path, acting)

    def _refused_path(self, path: Path, acting: int | None) -> IllegalMove:
        """Why nothing is played by touching those things: where they mean a move, what the referee says of it."""
        if acting is not None and path:
            try:
                self.play(self.game.read_path(self.raw_board, self.raw_state, path, acting), acting)
            except BadMove:
                pass
            except IllegalMove as refusal:
                return refusal
        return BadMove(Text("nothing can be played there", "on ne peut rien jouer là"))

    def _following(self, after: list[int], move: str, seat: int) -> State:
        parts = {"state": after, "history": (*self.history, move), "before": self.raw_state, "last_seat": seat}
        return type(self)(self.game, self.options, **{**self._parts(), **parts})

    def _acting(self, move: str, seat: int | None) -> tuple[str, int]:
        """The move without its seat, and the seat."""
        text = move.strip() if isinstance(move, str) else ""
        prefixed = _OUT_OF_TURN.fullmatch(text)
        if not text or not text.isprintable() or len(prefixed[2] if prefixed else text) > LONGEST_MOVE:
            raise BadMove(Text("a move is a short text", "un coup est un court texte"))
        move = text
        named = int(prefixed[1]) if prefixed else seat
        if seat is not None and named != seat:
            raise BadMove(Text(f"{move}: not a move of seat {seat}", f"{move} : pas un coup du siège {seat}"))
        if self.seat is None:
            raise IllegalMove(Text(f"{move}: the game is over", f"{move} : la partie est finie"))
        acting = self.seat if named is None else whole_number(named)
        if acting is None or not 0 <= acting < self.seats:
            raise BadMove(
                Text(f"{move}: there is no seat {named!r}", f"{move} : il n'y a pas de siège {guillemets(named)}")
            )
        return (prefixed[2] if prefixed else move), acting

    def _refused(self, text: str, number: int, acting: int) -> IllegalMove:
        board, state = self.raw_board, self.raw_state
        if acting != self.seat and not self.game.acts_any_time(number):
            assert self.seat is not None
            turn = self.game.seat_name(board, state, self.seat)
            why = Text(f"not your turn; to move: {turn.en}", f"ce n'est pas votre tour ; à jouer : {turn.fr}")
        else:
            why = self.game.refusal(board, state, number)
        return IllegalMove(Text(f"{text}: {why.en}", f"{text} : {why.fr}"), why)

    def _checked(self, seat: int) -> int:
        number = whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise bad_option("seat", seat, Text(f"0 to {self.seats - 1}", f"0 à {self.seats - 1}"))
        return number

    @property
    def outcome(self) -> Outcome | None:
        """None, or who won and why."""
        if self.seat is not None:
            return None
        return self.game.outcome(self.raw_board, self.raw_state)

    @property
    def remark(self) -> str | None:
        """What to tell the table about the last move: a wrong claim, a mistake taken back, a guess; mostly nothing."""
        if self.before is None or not self.history:
            return None
        move = self.history[-1].removeprefix(f"{self.last_seat}:")
        remark = self.game.remark(self.raw_board, self.before, self.raw_state, move)
        return None if remark is None else str(remark)

    def rematch(self, /, **options: Any) -> State:
        """The next game of the same players: the same options, but for those given."""
        carried = self.game.carry(dict(self.options), self.raw_board, self.raw_state)
        return self.game.start(**{**carried, **options})

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            facts = self.game.facts(self.raw_board, self.raw_state)
            if name in facts:
                return facts[name]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    @property
    def status(self) -> str:
        """One sentence in the current language: whose turn it is, or who won and why."""
        return str(self._status())

    def _status(self) -> Text:
        names = [self.game.seat_name(self.raw_board, self.raw_state, seat) for seat in range(self.seats)]
        if self.outcome is None:
            assert self.seat is not None
            if self.seats == 1:
                return Text("Your turn", "À vous de jouer")
            return Text(f"{names[self.seat].en} to move", f"À jouer : {names[self.seat].fr}")
        winners, why = self.outcome.winners, self.game.reasons[self.outcome.reason]
        if not winners:
            return Text(f"Not solved: {why.en}", f"Pas résolu : {why.fr}")
        if len(winners) == self.seats > 1:
            return Text(f"Draw: {why.en}", f"Partie nulle : {why.fr}")
        if self.seats == 1:
            return Text(f"Solved: {why.en}", f"Résolu : {why.fr}")
        many = len(winners) > 1 or self.game.is_plural(self.raw_board, winners[0])
        en, fr = (
            _listed([names[seat].en for seat in winners], "and"),
            _listed([names[seat].fr for seat in winners], "et"),
        )
        return Text(f"{en} {'win' if many else 'wins'}: {why.en}", f"{fr} {'gagnent' if many else 'gagne'} : {why.fr}")

    def prompts(self, seat: int | None = None) -> Mapping[str, Text]:
        """What a seat may say in its own words: how such a move begins, and what people are asked."""
        acting = self.seat if seat is None else self._checked(seat)
        if acting is None or self.seat is None:
            return {}
        return self.game.prompts(self.raw_board, self.raw_state, acting)

    @property
    def question(self) -> str | None:
        """What whoever is to move has to decide first, in the current language; mostly nothing."""
        asked = None if self.seat is None else self.game.question(self.raw_board, self.raw_state)
        return None if asked is None else str(asked)

    def view(self, seat: int) -> View:
        """What that seat may know."""
        return self._seen_by(self._checked(seat))

    @property
    def hides_something(self) -> bool:
        """Is there something that not everybody may know?"""
        if self._hides is None:
            hidden = self.game.hide(self.raw_board, self.raw_state, NOBODY)
            self._hides = hidden is not self.raw_state and hidden != self.raw_state
        return self._hides

    def public(self) -> View:
        """What everybody may know, and no more: for those who watch."""
        return self._seen_by(NOBODY)

    def _seen_by(self, seat: int) -> View:
        game, board = self.game, self.raw_board
        parts = {
            "state": game.hide(board, self.raw_state, seat),
            "before": None if self.before is None else game.hide(board, self.before, seat),
            "origin": self._origin_for(seat),
        }
        options = game.hide_options(dict(self.options), self.raw_state, seat)
        return View(game, options, viewer=seat, **{**State._parts(self), **parts})

    def _origin_for(self, seat: int) -> bool | str:
        """The position that the history begins with, as the seat may know it; a finished game is open."""
        if self.origin is None or self.seat is None:
            return self.origin or False
        start = self.game.position(self.origin)
        return self.game.write_position(start.raw_board, self.game.hide(start.raw_board, start.raw_state, seat))

    # As text and as a picture

    def __str__(self) -> str:
        if self._text is None:
            self._text = self.game.write_position(self.raw_board, self.raw_state)
        return self._text

    def __repr__(self) -> str:
        return f"carreau.game({self.game.id!r}).position({str(self)!r})"

    def scene(self, *, targets: bool = False) -> Scene:
        """What the position looks like, as data, with the last move and the winning cells marked."""
        scene = self.game.scene(self)
        marks: dict[str, Iterable[str]] = {}
        if self.before is not None and self.last_seat is not None and self.remark is None:
            move = self.history[-1].removeprefix(f"{self.last_seat}:")
            marks["last"] = self.game.changes(self.raw_board, self.before, self.raw_state, move, self.last_seat)
        if targets and self.seat is not None and not self._hides_moves(self.seat):
            tapped = [self.game.touches(self.raw_board, self.raw_state, m, self.seat)[:1] for m in self.moves()]
            marks["target"] = [cell for cells in tapped for cell in cells]
        if self.outcome is not None:
            marks["win"] = self.outcome.cells
        return scene.with_marks(marks, self._status() if scene.status is None else scene.status)

    def _hides_moves(self, seat: int | None) -> bool:
        """Is this a mode in which players must find the legal moves themselves?"""
        return seat is not None and self.game.patterns(self.raw_board, self.raw_state, seat) is not None

    def svg(self, *, targets: bool = False, theme: str = "light") -> str:
        """A picture of the position. `targets` marks what can be played; themes: light, dark, auto."""
        return _renderers["svg"](self.scene(targets=targets), theme=theme)

    def board(self) -> str:
        """The position as a text board, for a terminal or a screen reader."""
        return _renderers["text"](self.scene())

    def _repr_svg_(self) -> str:
        return self.svg()

    # As a value

    def _identity(self) -> tuple[object, ...]:
        return (self.game.id, str(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return _restored, (type(self), self.game, dict(self.options), self._parts())

    def _parts(self) -> dict[str, Any]:
        return {
            "board": self.raw_board, "state": self.raw_state, "history": self.history,
            "origin": self.origin or False, "before": self.before, "last_seat": self.last_seat,
        }  # fmt: skip

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self


class View(State):
    """What one seat knows of a position: used like a state, with the unknown written `????`."""

    __slots__ = ("viewer",)

    viewer: int

    def __init__(self, *args: Any, viewer: int, **keywords: Any) -> None:
        object.__setattr__(self, "viewer", viewer)
        super().__init__(*args, **keywords)

    def __repr__(self) -> str:
        return f"<seat {self.viewer}'s view of {self.game.id}: {self}>"

    def _parts(self) -> dict[str, Any]:
        return {**super()._parts(), "viewer": self.viewer}


def _listed(names: list[str], conjunction: str) -> str:
    """A, B and C."""
    return f" {conjunction} ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])


def _restored(kind: type[State], game: Game, options: dict[str, Any], parts: dict[str, Any]) -> State:
    return kind(game, options, **parts)


_renderers: dict[str, Callable[..., str]] = {}


def use_renderers(*, svg: Callable[..., str], text: Callable[..., str]) -> None:
    """The drawing package, which builds on this one, says here how a scene becomes a picture."""
    _renderers.update(svg=svg, text=text)
