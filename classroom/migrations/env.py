"""Alembic's entry point: migrates a given database, or the app's."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Engine

from classroom.database import Base, db

_LOCK = 5_309_027_881
"""An arbitrary number that no other program uses for an advisory lock in the school's database."""


def migrate() -> None:
    """Run the revisions in one transaction.

    SQLite rebuilds tables to change them (`render_as_batch`), which would trigger foreign keys: they are off during the
    migration and checked at the end. On PostgreSQL, several processes may start at once: one migrates, and the others
    wait and find nothing left to do.
    """
    engine: Engine = context.config.attributes.get("engine") or db.engines[None]
    with engine.connect() as connection:
        is_sqlite = connection.dialect.name == "sqlite"
        if is_sqlite:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            compare_type=True,
            render_as_batch=is_sqlite,
            user_module_prefix="database.",
        )
        with context.begin_transaction():
            context.run_migrations()
        if is_sqlite:
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            if broken:
                raise RuntimeError(f"the migration would leave {len(broken)} rows without what they refer to")
        connection.commit()
        if is_sqlite:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")


if context.is_offline_mode():
    raise SystemExit("Migrations run online only.")
migrate()
