"""What can be chosen before a game of 012x012."""

from __future__ import annotations

from carreau.games.grids import references
from carreau.games.zero_one_two_picture import CODE_WORDS
from carreau.rules.language import Text, same
from carreau.rules.options import anything, choice, flag

MODES = ("game", "puzzle", "taquin")
PLAYERS = (2, 1, 3, 4, 6, 8)


def grid_names() -> dict[str, Text]:
    """Our grids by reference, the large ones first, by size and number: the motif is to be guessed."""
    sized = [(int(reference[4:7]), int(reference[-3:]), reference) for reference in references()]
    return {
        reference: Text(f"{size}x{size}, no. {number}", f"{size}x{size}, n° {number}")
        for size, number, reference in sorted(sized, key=lambda each: (-each[0], each[1]))
    }


OPTIONS = (
    choice("mode", MODES, Text("together, or alone: puzzle, taquin", "à plusieurs, ou seul : puzzle, taquin"),
           labels={"game": Text("together", "à plusieurs"), "puzzle": same("puzzle"), "taquin": same("taquin")},
           title=Text("Mode", "Formule"), is_clear=True),
    choice("players", PLAYERS, Text("how many play; 1 is the puzzle", "combien de joueurs ; 1 : le puzzle"),
           default=None, title=Text("Players", "Joueurs")),
    anything("grid", Text("a reference such as CAR_012x012_001, or rows of digits separated by /",
                          "une référence comme CAR_012x012_001, ou des rangées de chiffres séparées par /"),
             Text("the grid under the tray", "la grille sous le plateau"), is_rare=False,
             title=Text("Grid", "Grille"), examples=grid_names(), is_clear=True),
    anything("tray", Text("a seed, or rows with . for the hole", "une graine, ou des rangées avec . pour le trou"),
             Text("taquin: how the cubes lie at first", "taquin : la disposition de départ"),
             title=Text("Tray of the taquin", "Plateau du taquin")),
    flag("strict", Text("mistakes count, legal moves are not shown",
                        "les erreurs comptent, les coups ne sont pas montrés"), title=same("Strict")),
    choice("free_pass", tuple(range(8)), Text("the seat that may skip a turn", "le siège qui peut passer un tour"),
           default=None, is_rare=True, title=Text("Free turn", "Tour libre"), is_seat=True),
    choice("code", CODE_WORDS, Text("which cubes stand for 0, 1, 2: W white, B black, C colour",
                                    "quels cubes pour 0, 1, 2 : W blanc, B noir, C couleur"), is_rare=True,
           title=Text("Colours of the cubes", "Couleurs des cubes")),
)  # fmt: skip
