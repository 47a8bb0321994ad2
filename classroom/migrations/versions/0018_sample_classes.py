"""Classes of invented students, for trying the app."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.add_column(sa.Column("is_sample", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.alter_column("is_sample", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.drop_column("is_sample")
