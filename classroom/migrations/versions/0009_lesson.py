"""The lesson under control: timed turns, pauses, an end by the clock, one device a table, the whole class."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.add_column(sa.Column("is_whole_class", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("class_sessions") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("is_whole_class", server_default=None)
        batch_op.add_column(sa.Column("paused_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("ends_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.create_index(batch_op.f("ix_class_sessions_ends_at"), ["ends_at"])
    with op.batch_alter_table("games") as batch_op:
        batch_op.add_column(sa.Column("turn_due_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("paused_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("is_shared", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("games") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("is_shared", server_default=None)
        batch_op.add_column(sa.Column("teams", sa.JSON(), nullable=True))
        batch_op.create_index(batch_op.f("ix_games_turn_due_at"), ["turn_due_at"])


def downgrade() -> None:
    with op.batch_alter_table("games") as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_turn_due_at"))
        for name in ("teams", "is_shared", "paused_at", "turn_due_at"):
            batch_op.drop_column(name)
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.drop_index(batch_op.f("ix_class_sessions_ends_at"))
        for name in ("ends_at", "paused_at", "is_whole_class"):
            batch_op.drop_column(name)
