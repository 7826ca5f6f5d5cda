"""`carreau play`: a game for the people at this keyboard."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import carreau
from carreau.cli.asking import add_options, options_of
from carreau.rules.errors import Error
from carreau.rules.language import Text
from carreau.rules.state import State

HELP = Text(
    "Type a move, or: moves, undo, board, position, save FILE, help, quit.",
    "Tapez un coup, ou : coups, annuler, plateau, position, sauver FICHIER, aide, quitter.",
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
    if arguments.load:
        state = carreau.read_record(Path(arguments.load).read_text(encoding="utf-8")).state
    else:
        game = carreau.game(arguments.game) if arguments.game else _chosen_game()
        if game is None:
            return
        # As at any table, what the rulebook leaves to chance is drawn.
        state = game.start(**{**game.table_options, **options_of(arguments)})
    print(f"{state.game.name}. {state.game.idea}\n{HELP}")
    _turns(state)


def _chosen_game() -> carreau.Game | None:
    games = list(carreau.games().values())
    print(Text("Which game?", "Quel jeu ?"))
    for number, game in enumerate(games, 1):
        print(f"  {number}  {game.name:<14} {game.idea}")
    while (answer := _asked(f"1-{len(games)}: ")) is not None:
        if answer.isdecimal() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        if answer in carreau.games():
            return carreau.game(answer)
    return None


def _asked(prompt: str) -> str | None:
    """What the player types; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def _turns(state: State) -> None:
    past: list[State] = []
    print(_shown(state))
    while state.seat is not None:
        name = state.game.seat_name(state.raw_board, state.raw_state, state.seat)
        answer = _asked(f"{len(state.history) + 1}. {name}: ")
        if answer is None:
            return
        verb, _, rest = answer.partition(" ")
        verb = VERBS.get(verb.lower(), verb.lower())
        if not answer:
            continue
        if verb == "quit":
            return
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
            print(state)
        elif verb == "help":
            print(HELP)
            print(state.game.idea)
        elif verb == "save":
            _save(state, rest.strip())
        else:
            try:
                after = state.play(answer)
            except Error as error:
                print(error)
                continue
            past.append(state)
            state = after
            print(_shown(state))
            if state.remark:
                print(state.remark)


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
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
    else:
        print(
            Text(
                f"Saved; go on with: carreau play --load {name}",
                f"Enregistré ; reprendre : carreau play --load {name}",
            )
        )
