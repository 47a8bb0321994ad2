"""In which browser a student is signed in, so that a second one is noticed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("login_sessions") as batch_op:
        batch_op.add_column(sa.Column("device", sa.String(length=40), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("login_sessions") as batch_op:
        batch_op.drop_column("device")
