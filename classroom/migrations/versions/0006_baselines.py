"""Baselines: how long a student needs to type a number that is shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "baselines",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_baselines_game_id_games"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_baselines_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_baselines")),
        sa.UniqueConstraint("game_id", "student_id", name=op.f("uq_baselines_game_id_student_id")),
    )
    with op.batch_alter_table("baselines") as batch_op:
        batch_op.create_index("ix_baselines_student_at", ["student_id", "at"], unique=False)


def downgrade() -> None:
    op.drop_table("baselines")
