"""An index for the students of a class who missed a fact."""

from __future__ import annotations

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_attempts_student_fact", "attempts", ["student_id", "fact"])


def downgrade() -> None:
    op.drop_index("ix_attempts_student_fact", "attempts")
