"""What the school's files call a student whom a teacher has renamed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("name_in_file", sa.String(length=40), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_column("name_in_file")
