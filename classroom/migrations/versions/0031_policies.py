"""Which policy chose the equation of each answer, and the skill of each answer on an exit ticket."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("attempts", sa.Column("policy", sa.Integer(), nullable=True))
    op.add_column("ticket_answers", sa.Column("skill", sa.String(length=32), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("ticket_answers") as batch_op:
        batch_op.drop_column("skill")
    with op.batch_alter_table("attempts") as batch_op:
        batch_op.drop_column("policy")
