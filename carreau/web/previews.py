"""What would lie where: the picture of each move that a touch could end, before it is made."""

from __future__ import annotations

from carreau.draw.sheet import Thing, sheet_of
from carreau.rules.language import in_language
from carreau.rules.state import NOBODY
from carreau.rules.touch import UNNAMED, Path, Tree
from carreau.tables.table import Table
from carreau.web.frames import Previewed
from carreau.web.sight import Person, curtain, eye, seen

MOST_ENDS = 64  # more than that nobody looks at one by one


def preview(table: Table, person: Person, seat: int, path: Path, id: str) -> Previewed:
    """What each move puts or moves that ends with one more touch after `path`; nothing if it is not one's own.

    It is played on what the person sees, so it can tell nothing else.
    """
    is_own = seat == table.seat and seat in table.seats_of(person.player) and curtain(table, person) == NOBODY
    ends = _ends(table.state.touch_tree(seat), path) if is_own else {}
    if not 0 < len(ends) <= MOST_ENDS:
        return Previewed(id=id, ply=table.ply, path=path)
    with in_language(person.lang):
        view = seen(table.state, eye(table, person))
        now = sheet_of(view.scene())
        sheets = {step: sheet_of(view.play(move, seat).scene()) for step, move in ends.items()}
    known = now.defs()
    return Previewed(
        id=id,
        ply=table.ply,
        path=path,
        defs={use: markup for sheet in sheets.values() for use, markup in sheet.defs().items() if use not in known},
        ghosts={step: _put(sheet.things, now.things) for step, sheet in sheets.items()},
    )


def _ends(tree: Tree, path: Path) -> dict[str, str]:
    """The last touches after a beginning, each with the move that it makes, where the page may name it."""
    node: Tree | str = tree
    for step in path:
        node = UNNAMED if isinstance(node, str) else node.get(step, UNNAMED)
    if isinstance(node, str):
        return {}
    return {step: end for step, end in node.items() if isinstance(end, str) and end != UNNAMED}


def _put(things: dict[str, Thing], before: dict[str, Thing]) -> tuple[tuple[str, float, float], ...]:
    return tuple((thing.use, *thing.at) for id, thing in things.items() if before.get(id) != thing)
