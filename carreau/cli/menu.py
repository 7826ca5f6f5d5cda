"""Questions before a game that was not named on the command line; Enter takes what is usual."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import carreau
from carreau.cli.asking import in_words, read_pairs
from carreau.cli.orders import is_quit
from carreau.cli.screen import Screen
from carreau.cli.seats import USUAL_LEVEL, Player, Seating, against, checked_count, people, read_seats
from carreau.rules.errors import Error
from carreau.rules.language import Text
from carreau.rules.state import State

Answer = TypeVar("Answer")
USUAL_SEAT = 0
EVERYBODY = ("p", "people", "personnes", "humains")


class Left(Exception):
    """The players went away before the game began."""


def chosen_game(screen: Screen, *, waiting: str = "") -> carreau.Game | None:
    """The game to play; None to go on with the one that is `waiting`."""
    games = list(carreau.games().values())
    screen.say(Text("Which game?", "Quel jeu ?"))
    for number, game in enumerate(games, 1):
        screen.say(f"  {number}  {game.name:<14} {game.idea}")
    if waiting:
        screen.say(f"  r  {Text('go on with', 'reprendre')}{Text(':', ' :')} {waiting}")

    def read(answer: str) -> carreau.Game | None:
        if waiting and answer.lower() == "r":
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        if answer.lower() in carreau.games():
            return carreau.game(answer.lower())
        raise Error(
            Text("A number or a name of the list, please.", "Un numéro ou un nom de la liste, s'il vous plaît.")
        )

    return _asked(screen, Text(f"1-{len(games)}, Enter for 1: ", f"1-{len(games)}, Entrée pour 1 : "), read, usual="1")


def chosen_start(screen: Screen, game: carreau.Game) -> State:
    """The first position, with what the players ask for besides the usual."""
    for option in game.options:
        screen.say(f"  {option.name:<12}{option.help}{Text(':', ' :')} {option.allowed}")
    prompt = Text("Options (such as K=V K=V), or Enter: ", "Options (comme K=V K=V), ou Entrée : ")
    return _asked(screen, prompt, lambda answer: game.start(**{**game.table_options, **read_pairs(answer.split())}))


def chosen_players(screen: Screen, state: State) -> Seating:
    """Who sits where."""
    if state.seats == 1:
        return people(1)
    screen.say(Text(
        "Against whom? The computer's level, 1 (a child beats it) to 8 (it does not forgive); p for people at this\n"
        "keyboard; or every seat in turn, a level or `me` or a name: " + example(state.seats),
        "Contre qui ? Le niveau de l'ordinateur, de 1 (un enfant le bat) à 8 (il ne pardonne pas) ; p pour des\n"
        "personnes à ce clavier ; ou chaque siège tour à tour, un niveau, « moi » ou un nom : " + example(state.seats),
    ))  # fmt: skip
    usual = str(USUAL_LEVEL)
    prompt = Text(f"Enter for level {usual}: ", f"Entrée pour le niveau {usual} : ")
    chosen = _asked(screen, prompt, lambda answer: _read_players(answer, state), usual=usual)
    if isinstance(chosen, Player):
        assert chosen.level is not None
        return against(chosen.level, seats=state.seats, person=_chosen_seat(screen, state))
    return chosen


def _read_players(answer: str, state: State) -> Seating | Player:
    """A seating, or the computer that takes all seats but one."""
    if answer.lower() in EVERYBODY:
        return people(state.seats)
    named = read_seats(answer)
    if len(named) == 1 and named[0].is_computer:
        return named[0]
    return checked_count(named, state)


def _chosen_seat(screen: Screen, state: State) -> int:
    names = [str(state.game.seat_name(state.raw_board, state.raw_state, seat)) for seat in range(state.seats)]
    listed = ", ".join(f"{seat} {name}" for seat, name in enumerate(names))

    def read(answer: str) -> int:
        for seat, name in enumerate(names):
            if answer.lower() in (str(seat), name.lower()):
                return seat
        raise Error(Text(f"One of these, please: {listed}.", f"L'un de ceux-ci, s'il vous plaît : {listed}."))

    prompt = Text(
        f"Your seat ({listed}), Enter for {USUAL_SEAT}: ", f"Votre siège ({listed}), Entrée pour {USUAL_SEAT} : "
    )
    return _asked(screen, prompt, read, usual=str(USUAL_SEAT))


def example(seats: int) -> str:
    me = str(Text("me", "moi"))
    return ",".join([me, "5", me, "3", "4", "6", me, "2"][:seats])


def _asked(screen: Screen, prompt: Text, read: Callable[[str], Answer], *, usual: str = "") -> Answer:
    """The first answer that can be read; a bad one is told why, and asked again."""
    while (answer := screen.ask(str(prompt))) is not None and not is_quit(answer):
        try:
            return read(answer or usual)
        except (Error, OSError, UnicodeDecodeError) as error:  # K=@FILE may name no file, or no text
            screen.say(in_words(error))
    raise Left
