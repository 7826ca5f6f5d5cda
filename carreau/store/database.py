"""Opening the database: its address, its habits, its shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from carreau.rules.errors import Error
from carreau.rules.language import Text, guillemets

MIGRATIONS = Path(__file__).parent / "migrations"


class DatabaseFailed(Error):
    """A database that cannot be opened, or has a shape that this version does not know."""


def open_database(address: str) -> Engine:
    """An engine for `sqlite:///file.db` or `postgresql://…`, with the tables made and every step taken."""
    if "://" not in address:
        raise DatabaseFailed(Text(
            f"{address!r} is no address of a database: say sqlite:///{address} for a file, or postgresql://…",
            f"{guillemets(address)} n'est pas l'adresse d'une base de données : sqlite:///{address} pour un fichier, "
            "ou postgresql://…",
        ))  # fmt: skip
    try:
        engine = create_engine(_driven(address), pool_pre_ping=not address.startswith("sqlite"))
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _durable)
        with engine.connect() as connection:
            migrate(connection)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, SQLAlchemyError, OSError) as error:
        why = str(error).splitlines()[0]
        raise DatabaseFailed(Text(
            f"the database {_shown(address)} cannot be opened: {why}",
            f"la base de données {_shown(address)} ne s'ouvre pas : {why}",
        )) from error  # fmt: skip
    return engine


def _driven(address: str) -> str:
    """PostgreSQL is spoken to by psycopg 3, whatever the address says."""
    for prefix in ("postgresql://", "postgres://"):
        if address.startswith(prefix):
            return f"postgresql+psycopg://{address.removeprefix(prefix)}"
    return address


def _shown(address: str) -> str:
    """The address without its password."""
    try:
        return make_url(address).render_as_string(hide_password=True)
    except ArgumentError:
        return "?"


def _durable(connection: Any, _: Any) -> None:
    """SQLite: readers beside the writer, and what is committed is on the disk."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(connection: Connection) -> None:
    """Take the steps that are missing; a database of a later version is refused."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    present = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    if present is not None and present not in known:
        raise DatabaseFailed(Text(
            f"the database was made by a later version of Carreau (step {present})",
            f"la base de données vient d'une version plus récente de Carreau (étape {present})",
        ))  # fmt: skip
    command.upgrade(config, "head")
    connection.commit()
