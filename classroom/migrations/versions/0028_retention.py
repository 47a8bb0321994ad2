"""How long the school keeps answers and names, and which students have lost theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "retention_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("answers_years", sa.Integer(), nullable=True),
        sa.Column("names_months", sa.Integer(), nullable=True),
        sa.Column("starts_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ran_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retention_rules")),
    )
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("anonymous_at", database.UtcDateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_column("anonymous_at")
    op.drop_table("retention_rules")
