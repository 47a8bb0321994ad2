"""Practice alone: sessions of one student with bots, and whether a class allows them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.add_column(sa.Column("allows_practice", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("school_classes") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("allows_practice", server_default=None)
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.drop_index("ix_class_sessions_one_open")
        batch_op.add_column(sa.Column("is_practice", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("class_sessions") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("is_practice", server_default=None)
    _index_open("state <> 'ended' AND NOT is_practice")


def downgrade() -> None:
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.drop_index("ix_class_sessions_one_open")
    op.execute("UPDATE class_sessions SET state = 'ended' WHERE is_practice")  # it becomes a lesson of one student
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.drop_column("is_practice")
    _index_open("state <> 'ended'")
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.drop_column("allows_practice")


def _index_open(condition: str) -> None:
    op.create_index(
        "ix_class_sessions_one_open",
        "class_sessions",
        ["class_id"],
        unique=True,
        sqlite_where=sa.text(condition),
        postgresql_where=sa.text(condition),
    )
