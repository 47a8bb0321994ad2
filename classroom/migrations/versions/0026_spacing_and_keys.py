"""Wide spacing, and no shortcuts by single keys, for a student."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_COLUMNS = ("has_wide_spacing", "has_keys_off")


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        for name in _COLUMNS:
            batch_op.add_column(sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("students") as batch_op:
        for name in _COLUMNS:
            batch_op.alter_column(name, server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        for name in _COLUMNS:
            batch_op.drop_column(name)
