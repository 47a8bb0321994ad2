"""Levels of students, times and goals of answers, and why an equation was dealt."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("level", sa.Integer(), nullable=True))
    with op.batch_alter_table("attempts") as batch_op:
        batch_op.add_column(sa.Column("seconds", sa.Double(), nullable=True))
        batch_op.add_column(sa.Column("goal", sa.Double(), nullable=True))
        batch_op.create_index("ix_attempts_in_order", ["at", "game_id", "version"], unique=False)
    op.create_table(
        "dealt_faces",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("card", sa.Integer(), nullable=False),
        sa.Column("goal", sa.Double(), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("choice", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "version"],
            ["game_events.game_id", "game_events.version"],
            name=op.f("fk_dealt_faces_game_id_version_game_events"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_dealt_faces_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_dealt_faces")),
    )
    with op.batch_alter_table("dealt_faces") as batch_op:
        batch_op.create_index("ix_dealt_faces_student_at", ["student_id", "at"], unique=False)


def downgrade() -> None:
    op.drop_table("dealt_faces")
    with op.batch_alter_table("attempts") as batch_op:
        batch_op.drop_index("ix_attempts_in_order")
        batch_op.drop_column("goal")
        batch_op.drop_column("seconds")
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_column("level")
