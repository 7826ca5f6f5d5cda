"""Many rows in one statement: they travel as one JSON text that the database takes apart.

A thread that writes gives the interpreter away at every statement, and to `executemany` every row is one. A busy loop
then has it for milliseconds each time: fifty moves stored together took the loop's time a hundred times over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import JSON, ColumnElement, String, bindparam, cast, column, func, type_coerce
from sqlalchemy.sql.expression import ColumnClause

_ROWS = "rows"


def packed(rows: Iterable[Mapping[str, object]]) -> dict[str, str]:
    """The parameter of a statement that is made with `unpacked`."""
    return {_ROWS: msgspec.json.encode([*rows]).decode()}


def unpacked(dialect: str, *columns: ColumnClause[Any]) -> dict[str, ColumnElement[Any]]:
    """What such rows hold, by the name of the column."""
    if dialect == "sqlite":
        row = func.json_each(bindparam(_ROWS)).table_valued("value").c.value
        return {each.name: type_coerce(func.json_extract(row, f"$.{each.name}"), each.type) for each in columns}
    text = cast(bindparam(_ROWS, type_=String()), JSON)
    typed = (column(each.name, each.type) for each in columns)
    rows = func.json_to_recordset(text).table_valued(*typed).render_derived(name=_ROWS, with_types=True)
    return {each.name: rows.c[each.name] for each in columns}
