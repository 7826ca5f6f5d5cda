"""The tables of the database. A game lives in `entries`, which are only ever added; the rest finds them again."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(naming_convention={
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
})  # fmt: skip

players = Table(
    "players", metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(30), nullable=False),
    Column("secret", String(64), nullable=False, unique=True),  # the digest of what the player's cookie holds
    Column("since", BigInteger, nullable=False),
)  # fmt: skip

tables = Table(
    "tables", metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # of the latest entry
    Column("is_over", Boolean, nullable=False),
    Column("turn", String(32), nullable=False),  # the player to move, if it is a person
    Column("falls_at", BigInteger),  # when that player has no time left
)  # fmt: skip
Index(None, tables.c.is_over, tables.c.falls_at)

entries = Table(
    "entries", metadata,
    Column("table", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("body", Text, nullable=False),
)  # fmt: skip

seats = Table(
    "seats", metadata,
    Column("table", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(32), nullable=False),  # the person there, or for whom the seat is kept
    Column("name", String(30), nullable=False, server_default=""),
    Column("level", Integer, nullable=False, server_default="0"),  # of a computer
)  # fmt: skip
Index(None, seats.c.player)

heartbeat = Table(
    "heartbeat", metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # when a server was last known to run
)  # fmt: skip
