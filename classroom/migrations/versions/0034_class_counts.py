"""Counts of the answers of a class in its snapshot. Snapshots without are made again, within a minute."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.text("DELETE FROM class_snapshots"))
    with op.batch_alter_table("class_snapshots") as batch_op:
        batch_op.add_column(sa.Column("counts", sa.LargeBinary(), nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("class_snapshots") as batch_op:
        batch_op.drop_column("counts")
