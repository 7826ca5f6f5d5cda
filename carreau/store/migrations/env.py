"""Run by Alembic: takes the missing steps on the connection that `carreau.store.database` hands over."""

from __future__ import annotations

from alembic import context

from carreau.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
