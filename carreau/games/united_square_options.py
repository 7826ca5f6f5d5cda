"""What can be chosen before a game of United Square."""

from __future__ import annotations

from carreau.games.united_square_rules import MODES
from carreau.rules.language import Text
from carreau.rules.options import anything, choice, flag, whole

MODE_NAMES: dict[str | int | bool, Text] = {
    "duel": Text("duel", "duel"),
    "free-for-all": Text("free for all", "chacun pour soi"),
    "teams": Text("two teams", "deux équipes"),
    "rival-partners": Text("rival partners", "partenaires rivaux"),
    "solitaire": Text("alone", "solitaire"),
}

OPTIONS = (
    choice("mode", MODES, Text("how it is played", "la formule de jeu"), labels=MODE_NAMES,
           title=Text("Mode", "Formule"), is_clear=True),
    choice("players", (4, 3), Text("in free-for-all only", "en chacun pour soi seulement"), default=None,
           title=Text("Players", "Joueurs"), is_clear=True),
    choice("sets", (1, 2), Text("1: 5x5, 24 tiles; 2: 7x7, 48 tiles", "1 : 5x5, 24 tuiles ; 2 : 7x7, 48"),
           labels={1: Text("one set, 5x5", "un jeu, 5x5"), 2: Text("two sets, 7x7", "deux jeux, 7x7")},
           title=Text("Tiles", "Tuiles")),
    flag("open_hands", Text("hands lie open, as in a tournament", "mains visibles, comme en tournoi"),
         title=Text("Open hands", "Mains visibles"), needs_others=True),
    whole("first", 0, 0, 3, Text("the seat that starts", "le siège qui commence"), is_rare=True,
          title=Text("First to move", "Premier à jouer"), is_clear=True, is_seat=True),
    anything("deal", Text("a seed, or hands such as 'BGRY BRYG …/BYGR …'",
                          "une graine, ou des mains comme 'BGRY BRYG …/BYGR …'"),
             Text("the deal: a seed or the hands", "la donne : une graine ou les mains"), title=Text("Deal", "Donne"),
             is_clear=True),
    anything("colours", Text("such as 'B,R/G,Y' or 'B/G/R/Y'", "comme 'B,R/G,Y' ou 'B/G/R/Y'"),
             Text("the colours of each seat", "les couleurs de chaque siège"),
             title=Text("Colours of each seat", "Couleurs de chaque siège"), is_clear=True),
)  # fmt: skip
