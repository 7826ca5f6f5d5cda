"""`carreau play`: a game for the people at this keyboard."""

from __future__ import annotations

import argparse
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
    "Type a move, or: moves, undo, board, position, save FILE (it holds all hands), help, quit.",
    "Tapez un coup, ou : coups, annuler, plateau, position, sauver FICHIER (avec toutes les mains), aide, quitter.",
)
VERBS = {
    "coups": "moves", "annuler": "undo", "plateau": "board", "sauver": "save", "aide": "help", "quitter": "quit",
    "q": "quit", "exit": "quit", "?": "help",
}  # fmt: skip


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
            options = _chosen_options(game)
        # As at any table, what the rulebook leaves to chance is drawn.
        state = game.start(**{**game.table_options, **options})
    while True:
        print(f"{state.game.name}. {state.game.idea}\n{HELP}")
        finished = _turns(state, past)
        if finished is None:
            return
        again = _asked(str(Text("Another game? (y/n) ", "Une autre partie ? (o/n) ")))
        if again is None or again.lower() not in ("y", "yes", "o", "oui"):
            return
        state, past = finished.rematch(), []


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
    while (answer := _asked(f"1-{len(games)}: ")) is not None:
        if answer.isdecimal() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        if answer.lower() in carreau.games():
            return carreau.game(answer.lower())
        print(Text("A number or a name of the list, please.", "Un numéro ou un nom de la liste, s'il vous plaît."))
    return None


def _chosen_options(game: carreau.Game) -> dict[str, Any]:
    """What the players ask for besides the usual; Enter for the usual game."""
    for option in game.options:
        print(f"  {option.name:<12}{option.help}{Text(':', ' :')} {option.allowed}")
    prompt = Text("Options (such as K=V K=V), or Enter: ", "Options (comme K=V K=V), ou Entrée : ")
    while (answer := _asked(str(prompt))) is not None:
        try:
            options = read_pairs(answer.split())
            game.start(**{**game.table_options, **options})
        except Error as error:
            print(error)
        else:
            return options
    return {}


def _asked(prompt: str) -> str | None:
    """What the player types; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def _turns(state: State, past: list[State]) -> State | None:
    """Play on from a position; the finished game, or None if the players left."""
    print(_shown(state))
    while (seat := state.seat) is not None:
        name = state.game.seat_name(state.raw_board, state.raw_state, seat)
        answer = _asked(f"{len(state.history) + 1}. {name}{Text(':', ' :')} ")
        if answer is None:
            return None
        verb, _, rest = answer.partition(" ")
        verb = VERBS.get(verb.lower(), verb.lower())
        if not answer:
            continue
        if verb == "quit":
            return None
        if verb == "undo" and past:
            state = past.pop()
            print(_shown(state))
        elif verb == "undo":
            print(Text("Nothing to take back.", "Rien à annuler."))
        elif verb == "moves":
            print(" ".join(_offered(state)))
        elif verb == "board":
            print(_shown(state))
        elif verb == "position":
            print(state.view(seat))
        elif verb == "help":
            print(f"{state.game.notation}\n{HELP}")
        elif verb == "save":
            _save(state, rest.strip())
        else:
            try:
                after = _played(state, answer)
            except Error as error:
                print(error)
                continue
            past.append(state)
            hand_over(state, after)
            state = after
            print(_shown(state))
            if state.remark:
                print(state.remark)

    return state


def _played(state: State, answer: str) -> State:
    """The position after a move, which may be typed in the wrong case."""
    for text in (answer, answer.lower(), answer.upper()):
        with suppress(BadMove):
            return state.play(text)
    return state.play(answer)


def hand_over(before: State, after: State) -> None:
    """Where hands are hidden, the next player at the keyboard sees theirs only when the last one looks away."""
    if (
        after.seat is None
        or after.seat == before.seat
        or str(after.view(after.seat)) == str(after)
        or not sys.stdin.isatty()
    ):
        return
    name = after.game.seat_name(after.raw_board, after.raw_state, after.seat)
    print("\x1b[2J\x1b[H", end="")
    _asked(str(Text(f"{name}: press Enter when you alone look.", f"{name} : Entrée quand vous êtes seul à regarder.")))


def _offered(state: State) -> list[str]:
    """The legal moves; in the modes that do not show them, a word about why."""
    if state.tries() == state.moves():
        return state.moves()
    return [str(Text("In this mode nobody is shown the moves.", "Dans ce mode, les coups ne sont pas montrés."))]


def _shown(state: State) -> str:
    """The board as the seat to move sees it: hands stay hidden from the others."""
    return (state if state.seat is None else state.view(state.seat)).board()


def _save(state: State, name: str) -> None:
    if not name:
        print(Text("save FILE: name a file", "sauver FICHIER : nommez un fichier"))
        return
    try:
        Path(name).write_text(carreau.write_record(state), encoding="utf-8")
    except (OSError, ValueError) as error:  # no such folder; a name that no file can have
        print(error, file=sys.stderr)
    else:
        print(
            Text(
                f"Saved; go on with: carreau play --load {name}",
                f"Enregistré ; reprendre : carreau play --load {name}",
            )
        )
