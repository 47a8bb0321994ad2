"""The languages in which students and teachers read their pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("students", "teachers"):
        with op.batch_alter_table(table) as batch_op:
            batch_op.add_column(sa.Column("language", sa.String(length=8), nullable=True))


def downgrade() -> None:
    for table in ("students", "teachers"):
        with op.batch_alter_table(table) as batch_op:
            batch_op.drop_column("language")
