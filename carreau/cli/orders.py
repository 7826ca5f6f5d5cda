"""The words that players type besides moves, in both languages at any time."""

from __future__ import annotations

from carreau.rules.language import Text

# The order, its words, and what it does. The first words are the ones shown.
ORDERS: dict[str, tuple[Text, Text]] = {
    "hint": (Text("hint", "conseil"), Text("the engine's advice", "l'avis du moteur")),
    "moves": (Text("moves", "coups"), Text("all legal moves", "tous les coups permis")),
    "undo": (Text("undo", "annuler"), Text("take your last move back", "reprendre votre dernier coup")),
    "board": (Text("board", "plateau"), Text("show the board again", "remontrer le plateau")),
    "position": (Text("position", "position"), Text("the position as a line of text", "la position en une ligne")),
    "save": (Text("save", "sauver"), Text("FILE: keep the game in a file", "FICHIER : garder la partie")),
    "save!": (Text("save!", "sauver!"), Text("FILE: even over another file", "FICHIER : même à la place d'un autre")),
    "load": (Text("load", "charger"), Text("FILE: go on with a saved game", "FICHIER : reprendre une partie")),
    "draw": (Text("draw", "nulle"), Text("offer a draw", "proposer la nulle")),
    "resign": (Text("resign", "abandonner"), Text("give the game up", "abandonner la partie")),
    "again": (Text("again", "encore"), Text("another game, once this one is over", "une autre partie, après celle-ci")),
    "help": (Text("help", "aide"), Text("this, and how moves are typed", "ceci, et comment on tape un coup")),
    "quit": (Text("quit", "quitter"), Text("leave; the game is kept", "partir ; la partie est gardée")),
}
ALSO = {
    "q": "quit",
    "exit": "quit",
    "h": "help",
    "?": "help",
    "indice": "hint",
    "enregistrer": "save",
    "enregistrer!": "save!",
}
TAKING_FILES = ("save", "save!", "load")
WORDS = {word: order for order, (names, _) in ORDERS.items() for word in names} | ALSO

SHORT_HELP = Text(
    "Type a move (TAB completes it), or: hint, moves, undo, draw, resign, save FILE, help, quit.",
    "Tapez un coup (TAB le complète), ou : conseil, coups, annuler, nulle, abandonner, sauver FICHIER, aide, quitter.",
)

WATCHING = Text(
    "Ctrl-C stops the computers; then: hint, moves, undo, save FILE, help, quit, or Enter to go on.",
    "Ctrl-C arrête les ordinateurs ; puis : conseil, coups, annuler, sauver FICHIER, aide, quitter, ou Entrée pour "
    "continuer.",
)


def read_order(answer: str) -> tuple[str | None, str]:
    """The order in what was typed, and the rest of it; no order if it is a move."""
    word, _, rest = answer.partition(" ")
    return WORDS.get(word.lower()), rest.strip()


def is_quit(answer: str) -> bool:
    return read_order(answer) == ("quit", "")


def shown_words() -> list[str]:
    return [str(names) for names, _ in ORDERS.values()]


def words_for(orders: tuple[str, ...]) -> list[str]:
    """Every word that means one of these orders."""
    return [word for word, order in WORDS.items() if order in orders]


def long_help() -> str:
    return "\n".join(f"  {names!s:<12}{meaning}" for names, meaning in ORDERS.values())
