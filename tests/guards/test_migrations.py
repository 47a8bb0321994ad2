"""The migrations make what the models describe, on both databases, and can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flask_migrate
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from classroom.database import Base, db

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from sqlalchemy import Connection, Inspector

Schema = dict[str, Any]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def app_with_tables(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An app whose tables the models themselves have made, on each database."""
    make = request.getfixturevalue("make_app" if request.param == "sqlite" else "make_postgres_app")
    app: Flask = make()
    with app.app_context():
        assert db.engine.dialect.name == request.param
        yield app


def test_there_is_one_head(app_with_tables: Flask) -> None:
    assert len(_scripts(app_with_tables).get_heads()) == 1


def test_the_migrations_make_what_the_models_describe(app_with_tables: Flask) -> None:
    described = _schema()
    db.drop_all()
    flask_migrate.upgrade()
    assert _schema() == described
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_every_revision_can_be_taken_back_and_made_again(app_with_tables: Flask) -> None:
    db.drop_all()
    before = _schema()
    for script in reversed(list(_scripts(app_with_tables).walk_revisions())):
        flask_migrate.upgrade(revision=script.revision)
        after = _schema()
        assert after != before
        flask_migrate.downgrade(revision=str(script.down_revision or "base"))
        assert _schema() == before
        flask_migrate.upgrade(revision=script.revision)
        assert _schema() == after
        before = after


def _scripts(app: Flask) -> ScriptDirectory:
    return ScriptDirectory.from_config(app.extensions["migrate"].migrate.get_config())


def _schema() -> Schema:
    """All tables but Alembic's own, as the database itself describes them."""
    db.session.rollback()
    with db.engine.connect() as connection:
        seen = inspect(connection)
        return {name: _table(connection, seen, name) for name in seen.get_table_names() if name != "alembic_version"}


def _table(connection: Connection, seen: Inspector, name: str) -> Schema:
    def ordered(rows: list[Any]) -> list[dict[str, Any]]:
        plain = [{key: value for key, value in row.items() if key != "comment"} for row in rows]
        return sorted(plain, key=lambda row: str(row["name"]))

    columns = [
        {**row, "type": row["type"].compile(dialect=connection.dialect)}  # types themselves have no equality
        for row in ordered(list(seen.get_columns(name)))
    ]
    return {
        "columns": columns,
        "primary key": seen.get_pk_constraint(name),
        "foreign keys": ordered(list(seen.get_foreign_keys(name))),
        "unique": ordered(list(seen.get_unique_constraints(name))),
        "indexes": [
            {**row, "dialect_options": {key: str(value) for key, value in row.get("dialect_options", {}).items()}}
            for row in ordered(list(seen.get_indexes(name)))
        ],
        "checks": ordered(list(seen.get_check_constraints(name))),
    }
