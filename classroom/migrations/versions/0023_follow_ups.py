"""What teachers do about suggestions, and practice that they assign."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "follow_ups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("used_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["class_id"], ["school_classes.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_follow_ups_class_id"), "follow_ups", ["class_id"])
    op.create_table(
        "practice_assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("follow_up_id", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("skill", sa.String(length=32), nullable=True),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ended_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["class_id"], ["school_classes.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["follow_up_id"], ["follow_ups.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("class_id", "follow_up_id"):
        op.create_index(op.f(f"ix_practice_assignments_{column}"), "practice_assignments", [column])
    op.create_index("ix_practice_assignments_student_id", "practice_assignments", ["student_id", "ended_at"])


def downgrade() -> None:
    op.drop_table("practice_assignments")
    op.drop_table("follow_ups")
