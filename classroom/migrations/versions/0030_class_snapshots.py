"""Snapshots of what the answers of a class tell, so that a report folds only the latest ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "class_snapshots",
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("generation", sa.String(length=16), nullable=False),
        sa.Column("until", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_class_snapshots_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("class_id", name=op.f("pk_class_snapshots")),
    )


def downgrade() -> None:
    op.drop_table("class_snapshots")
