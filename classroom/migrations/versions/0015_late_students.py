"""The table that a late student joins with its next game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("attendances") as batch_op:
        batch_op.add_column(sa.Column("next_table", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("attendances") as batch_op:
        batch_op.drop_column("next_table")
