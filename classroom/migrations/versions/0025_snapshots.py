"""Snapshots of what answers tell, so that a restart folds only the latest answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "student_snapshots",
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("student_id"),
    )
    op.create_table(
        "shared_snapshots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("generation", sa.String(length=16), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    op.drop_table("shared_snapshots")
    op.drop_table("student_snapshots")
