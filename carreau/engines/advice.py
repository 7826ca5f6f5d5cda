"""What an analysis means, in words."""

from __future__ import annotations

from carreau.engines.analysis import Analysis, Line
from carreau.rules.language import Text

SHOWN_MOVES = 6  # of the line that a hint shows
CLEAR_LEAD = 0.03  # of the chance, between the best move and the next


def percent(chance: float) -> str:
    """Never 0 or 100 % of what is not proven."""
    return f"{min(max(round(100 * chance), 1), 99)} %"


def plies(count: int) -> Text:
    many = "s" * (count != 1)
    return Text(f"{count} move{many}", f"{count} coup{'s' * (count > 1)}")


def verdict(proven: str | None, distance: int | None, chance: float) -> Text:
    """A proven result with its distance, both sides' moves counted, or the chance."""
    if proven is None:
        return Text(f"{percent(chance)} to win", f"{percent(chance)} de chances de gagner")
    if proven == "draw":
        return Text("a draw by force", "nulle forcée")
    if distance == 1 and proven == "win":
        return Text("wins at once", "gagne tout de suite")
    result = Text("wins", "gagne") if proven == "win" else Text("loses", "perd")
    if distance is None:
        return Text(f"{result.en} by force", f"{result.fr} à coup sûr")
    count = plies(distance)
    return Text(f"{result.en} in {count.en}", f"{result.fr} en {count.fr}")


def hint(found: Analysis, *, choices: int, alone: bool = False) -> list[str]:
    """The best move of so many choices, why, and how play may go on; alone, whether the goal can still be reached."""
    if alone:
        return [str(_alone(found, choices)), *_first_look(found)]
    others = [line for line in found.moves if line.move != found.best]
    best = verdict(found.proven, found.distance, found.chance)
    advice = Text(f"Hint: {found.best} ({best.en})", f"Conseil : {found.best} ({best.fr})")
    lines = [f"{advice}{_reason(found, others, choices)}"]
    if len(found.pv) > 1:
        shown = " ".join(found.pv[1:SHOWN_MOVES])
        lines.append(str(Text(f"  Then perhaps {shown}.", f"  Puis peut-être {shown}.")))
    return [*lines, *_first_look(found)]


def _first_look(found: Analysis) -> list[str]:
    if not found.cold:
        return []
    note = Text(
        "  (a first look: the engine is still getting ready)", "  (un premier coup d'œil : le moteur se prépare encore)"
    )
    return [str(note)]


def _alone(found: Analysis, choices: int) -> Text:
    advice = Text(f"Hint: {found.best}", f"Conseil : {found.best}")
    if found.distance is not None:
        count = plies(found.distance)
        shown = " ".join(found.pv[:SHOWN_MOVES]) + "…" * (found.distance > SHOWN_MOVES)
        return Text(f"{advice.en}: with {shown} it is done in {count.en}.",
                    f"{advice.fr} : par {shown} c'est fait en {count.fr}.")  # fmt: skip
    if found.proven == "win":
        keeping = sum(line.proven == "win" for line in found.moves)
        return Text(
            f"{advice.en}: a solution remains, and {keeping} of {choices} moves keep one.",
            f"{advice.fr} : il reste une solution, et {keeping} coups sur {choices} en gardent une.",
        )
    if found.proven == "loss":
        return Text(f"{advice.en}: no solution remains, but this goes far.",
                    f"{advice.fr} : il ne reste aucune solution, mais ce coup mène loin.")  # fmt: skip
    return Text(f"{advice.en}: a guess, there was no time to solve it.",
                f"{advice.fr} : au jugé, le temps a manqué pour résoudre.")  # fmt: skip


def _reason(found: Analysis, others: list[Line], choices: int) -> str:
    """Why this move and no other."""
    if choices == 1:
        why = Text(": the only move.", " : le seul coup.")
    elif not others:  # a program that tells nothing but its move
        why = Text(".", ".")
    elif found.proven == "loss" and found.distance is None:
        why = Text(": every move loses.", " : tout perd.")
    elif found.proven == "loss":
        why = Text(": every move loses, this one takes longest.", " : tout perd, ce coup tient le plus longtemps.")
    elif found.proven == "win":
        why = Text(".", ".")
    elif all(line.proven == "loss" for line in others):
        why = Text(": every other move loses.", " : tout autre coup perd.")
    else:
        next_best = max(others, key=lambda line: line.chance)
        value = verdict(next_best.proven, next_best.distance, next_best.chance)
        if found.chance - next_best.chance < CLEAR_LEAD:
            why = Text(f"; {next_best.move} is about as good.", f" ; {next_best.move} le vaut presque.")
        else:
            why = Text(f"; next best {next_best.move}, {value.en}.", f" ; ensuite {next_best.move}, {value.fr}.")
    return str(why)
