"""Every seat with its name or level, so that a list of tables reads no log."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

entries = sa.table("entries", sa.column("table"), sa.column("version"), sa.column("body"))
seats = sa.table("seats", *(sa.column(name) for name in ("table", "seat", "player", "name", "level")))


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats_table:
        seats_table.add_column(sa.Column("name", sa.String(30), nullable=False, server_default=""))
        seats_table.add_column(sa.Column("level", sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    sitting: dict[str, list[dict[str, object]]] = {}
    query = sa.select(entries).order_by(entries.c.table, entries.c.version)
    for table, _, body in connection.execute(query).all():
        entry = json.loads(body)
        if entry["kind"] == "opened":
            sitting[table] = entry["chairs"]
        elif entry["kind"] == "sat":
            sitting[table][entry["seat"]] = {"player": entry["player"], "name": entry["name"]}
    connection.execute(sa.delete(seats))
    for table, chairs in sitting.items():
        connection.execute(sa.insert(seats), [
            {"table": table, "seat": seat, "player": chair.get("player") or chair.get("kept_for", ""),
             "name": chair.get("name", ""), "level": chair.get("level", 0)}
            for seat, chair in enumerate(chairs)
        ])  # fmt: skip


def downgrade() -> None:
    op.execute(sa.delete(seats).where(seats.c.player == ""))
    with op.batch_alter_table("seats") as seats_table:
        seats_table.drop_column("level")
        seats_table.drop_column("name")
