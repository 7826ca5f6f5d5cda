"""`carreau play`: a game for the people at this keyboard."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import carreau
from carreau.cli.asking import add_options, options_of, read_pairs
from carreau.rules.errors import BadMove, Error
from carreau.rules.language import Text
from carreau.rules.state import State

HELP = Text(
    "Type a move, or: moves, undo, board, position, save FILE, help, quit.",
    "Tapez un coup, ou : coups, annuler, plateau, position, sauver FICHIER, aide, quitter.",
)
VERBS = {
    "coups": "moves",
    "annuler": "undo",
    "plateau": "board",
    "sauver": "save",
    "aide": "help",
    "quitter": "quit",
    "encore": "again",
    "q": "quit",
    "exit": "quit",
}


def add_to(verbs: Any) -> None:
    help = Text("play a game in the terminal", "jouer dans le terminal")
    verb = verbs.add_parser("play", help=str(help), description=f"{help}. {HELP}")
    verb.add_argument("game", nargs="?", help=str(Text("asked if left out", "demandé si absent")))
    add_options(verb)
    verb.add_argument("--load", metavar="FILE", help=str(Text("go on with a saved game", "reprendre une partie")))
    verb.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> None:
    with suppress(ImportError):
        import readline  # noqa: F401  (arrow keys and history at the prompt)
    past: list[State] = []
    if arguments.load:
        record = carreau.read_record(Path(arguments.load).read_text(encoding="utf-8"))
        state = record.state
        past = _earlier(state)
        if record.ending:
            print(Text(f"This game has ended: {record.result}", f"Cette partie est finie : {record.result}"))
            return
    else:
        game = carreau.game(arguments.game) if arguments.game else _chosen_game()
        if game is None:
            return
        options = options_of(arguments)
        if not arguments.game and not options:
            chosen = _chosen_options(game)
            if chosen is None:
                return
            options = chosen
        # As at any table, what the rulebook leaves to chance is drawn.
        state = game.start(**{**game.table_options, **options})
    Table(state, past).run()


def _earlier(state: State) -> list[State]:
    """The positions before this one, so that a loaded game can be taken back."""
    start = state.game.position(state.origin) if state.origin else state.game.start(**state.options)
    states = [start]
    for move in state.history:
        states.append(states[-1].play(move))
    return states[:-1]


def _chosen_game() -> carreau.Game | None:
    games = list(carreau.games().values())
    print(Text("Which game?", "Quel jeu ?"))
    for number, game in enumerate(games, 1):
        print(f"  {number}  {game.name:<14} {game.idea}")
    while (answer := _asked(f"1-{len(games)}{Text(':', ' :')} ")) is not None:
        if _is_quit(answer):
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        if answer.lower() in carreau.games():
            return carreau.game(answer.lower())
        print(Text("A number or a name of the list, please.", "Un numéro ou un nom de la liste, s'il vous plaît."))
    return None


def _chosen_options(game: carreau.Game) -> dict[str, Any] | None:
    """What the players ask for besides the usual, Enter for the usual game; None if they leave."""
    for option in game.options:
        print(f"  {option.name:<12}{option.help}{Text(':', ' :')} {option.allowed}")
    prompt = Text("Options (such as K=V K=V), or Enter: ", "Options (comme K=V K=V), ou Entrée : ")
    while (answer := _asked(str(prompt))) is not None:
        if _is_quit(answer):
            return None
        try:
            options = read_pairs(answer.split())
            game.start(**{**game.table_options, **options})
        except (Error, OSError, UnicodeDecodeError) as error:  # K=@FILE may name no file, or no text
            print(error)
        else:
            return options
    return None


def _is_quit(answer: str) -> bool:
    return VERBS.get(answer.lower(), answer.lower()) == "quit"


def _asked(prompt: str) -> str | None:
    """What the player types; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


class Table:
    """A game of the people at this keyboard: the position, and those before it."""

    def __init__(self, state: State, past: list[State]) -> None:
        self.state = state
        self.past = past

    def run(self) -> None:
        print(f"{self.state.game.name}. {self.state.game.idea}\n{HELP}")
        self.show()
        orders = {
            "undo": self.undo, "moves": self.moves, "board": self.show, "position": self.position,
            "help": self.help, "save": self.save, "again": self.again,
        }  # fmt: skip
        while (answer := _asked(self.prompt())) is not None:
            verb, _, rest = answer.partition(" ")
            verb = VERBS.get(verb.lower(), verb.lower())
            if verb == "quit":
                return
            if verb in orders:
                orders[verb](rest.strip())
            elif answer:
                self.play(answer)

    def prompt(self) -> str:
        if self.state.seat is None:
            return str(
                Text("Finished (again, undo, save FILE, quit): ", "Finie (encore, annuler, sauver FICHIER, quitter) : ")
            )
        return f"{len(self.state.history) + 1}. {_name(self.state)}{Text(':', ' :')} "

    def play(self, answer: str) -> None:
        try:
            after = _played(self.state, answer)
        except Error as error:
            print(error)
            return
        self.past.append(self.state)
        self.turn_to(after)

    def undo(self, _: str) -> None:
        if self.past:
            self.turn_to(self.past.pop())
        else:
            print(Text("Nothing to take back.", "Rien à annuler."))

    def again(self, _: str) -> None:
        if self.state.seat is None:
            self.past = []
            self.turn_to(self.state.rematch())
        else:
            print(Text("This game is not over.", "La partie n'est pas finie."))

    def turn_to(self, state: State) -> None:
        """Go to another position; where hands are hidden, its player looks only when the last one looks away."""
        if state.seat not in (None, self.state.seat) and _hides(state) and sys.stdin.isatty():
            print(CLEAR_SCREEN, end="")
            alone = Text("press Enter when you alone look.", "Entrée quand vous êtes seul à regarder.")
            _asked(f"{_name(state)}{Text(':', ' :')} {alone}")
        self.state = state
        self.show()
        if state.remark:
            print(state.remark)

    def show(self, _: str = "") -> None:
        """The board as the seat to move sees it."""
        print(self.seen().board())

    def position(self, _: str) -> None:
        print(self.seen())

    def seen(self) -> State:
        return self.state if self.state.seat is None else self.state.view(self.state.seat)

    def moves(self, _: str) -> None:
        """The legal moves; in the modes that do not show them, a word about why."""
        if self.state.tries() == self.state.moves():
            print(" ".join(self.state.moves()))
        else:
            print(Text("In this mode nobody is shown the moves.", "Dans ce mode, les coups ne sont pas montrés."))

    def help(self, _: str) -> None:
        print(f"{self.state.game.notation}\n{HELP}")

    def save(self, name: str) -> None:
        if not name:
            print(Text("save FILE: name a file", "sauver FICHIER : nommez un fichier"))
            return
        try:
            Path(name).write_text(carreau.write_record(self.state), encoding="utf-8")
        except (OSError, ValueError) as error:  # no such folder; a name that no file can have
            print(error, file=sys.stderr)
            return
        command = f"carreau play --load {shlex.quote(name)}"
        print(Text(f"Saved; go on with: {command}", f"Enregistré ; reprendre : {command}"))
        if _hides(self.state):
            print(Text("The file holds all hands.", "Le fichier contient toutes les mains."))


CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"  # and what has scrolled away


def _name(state: State) -> Text:
    assert state.seat is not None
    return state.game.seat_name(state.raw_board, state.raw_state, state.seat)


def _hides(state: State) -> bool:
    """Is there something that the seat to move may not know?"""
    return state.seat is not None and str(state.view(state.seat)) != str(state)


def _played(state: State, answer: str) -> State:
    """The position after a move, which may be typed in the wrong case."""
    for text in (answer, answer.lower(), answer.upper()):
        with suppress(BadMove):
            return state.play(text)
    return state.play(answer)
