"""Decks of teachers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "decks",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("teacher_id", sa.String(length=12), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("changed_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("archived_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_decks_teacher_id_teachers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decks")),
    )
    with op.batch_alter_table("decks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_decks_teacher_id"), ["teacher_id"], unique=False)


def downgrade() -> None:
    op.drop_table("decks")
