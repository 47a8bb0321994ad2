"""Goals that teachers set for a student's exit tickets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rate_goals",
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("per_minute", sa.Integer(), nullable=False),
        sa.Column("until", sa.Date(), nullable=False),
        sa.Column("start_per_minute", sa.Double(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_rate_goals_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("student_id", name=op.f("pk_rate_goals")),
    )


def downgrade() -> None:
    op.drop_table("rate_goals")
