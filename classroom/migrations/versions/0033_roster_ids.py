"""Teachers' IDs in the district's roster service."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("teachers") as table:
        table.add_column(sa.Column("roster_id", sa.String(length=255), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("teachers") as table:
        table.drop_column("roster_id")
