"""What a move would put down, before it is made: right, and only for who may make it."""

from __future__ import annotations

from typing import Any

import pytest

from carreau.draw.sheet import sheet_of
from carreau.tables.opening import Wish, open_table
from carreau.tables.table import Table
from carreau.web.frames import Previewed
from carreau.web.previews import preview
from carreau.web.sight import Person

ME, HERE, COMPUTER = Wish("me"), Wish("here"), Wish("computer", level=1)


def table_of(game: str, *wishes: Wish, **options: Any) -> Table:
    return Table("t", open_table(game, wishes, player="ana", name="Ana", now=0, options=options).opened)


def first_paths(table: Table) -> list[tuple[str, ...]]:
    """The beginnings of moves that lack one touch."""
    tree = table.state.touch_tree()
    return [(step,) for step, below in tree.items() if isinstance(below, dict)] or [()]


@pytest.mark.parametrize(
    ("game", "options"), [("united-square", {"deal": 3}), ("012x012", {}), ("squadro", {"first": 0})]
)
def test_a_preview_shows_what_the_move_then_puts_there(game: str, options: dict[str, Any]) -> None:
    table = table_of(game, ME, COMPUTER, **options)
    seat = 0
    before = sheet_of(table.state.scene()).things
    for path in first_paths(table):
        found = preview(table, Person("ana", "en"), seat, path, "p")
        assert found.ghosts
        for step, ghosts in found.ghosts.items():
            move = table.state.move_on((*path, step), seat)
            after = sheet_of(table.state.play(move, seat).scene()).things
            put = {(thing.use, *thing.at) for id, thing in after.items() if before.get(id) != thing}
            assert set(ghosts) == put


def nothing(found: Previewed) -> bool:
    return not found.ghosts and not found.defs


def test_nobody_looks_into_another_hand_by_it() -> None:
    table = table_of("united-square", ME, HERE, deal=3)
    path = first_paths(table)[0]
    assert nothing(preview(table, Person("ben", "en"), 0, path, "p"))  # who watches
    assert nothing(preview(table, Person("ana", "en"), 0, path, "p"))  # the screen has not been handed over
    assert nothing(preview(table, Person("ana", "en", shown=0), 1, path, "p"))  # not that seat's turn
    assert not nothing(preview(table, Person("ana", "en", shown=0), 0, path, "p"))


def test_where_legal_moves_are_not_shown_nothing_is_foreseen() -> None:
    table = table_of("012x012", ME, HERE, strict=True)
    for path in ((), ("a1",), ("*",)):
        assert nothing(preview(table, Person("ana", "en"), 0, path, "p"))
