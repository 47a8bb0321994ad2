"""School accounts of students, and accounts that wait for a teacher to link them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "link_requests",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("oidc_subject", sa.String(length=255), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_link_requests_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link_requests")),
        sa.UniqueConstraint("class_id", "oidc_subject", name=op.f("uq_link_requests_class_id_oidc_subject")),
    )
    op.create_index(op.f("ix_link_requests_created_at"), "link_requests", ["created_at"])
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("oidc_subject", sa.String(length=255), nullable=True))
        batch_op.create_index(batch_op.f("ix_students_oidc_subject"), ["oidc_subject"])
        batch_op.create_unique_constraint(batch_op.f("uq_students_class_id_oidc_subject"), ["class_id", "oidc_subject"])


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_students_class_id_oidc_subject"), type_="unique")
        batch_op.drop_index(batch_op.f("ix_students_oidc_subject"))
        batch_op.drop_column("oidc_subject")
    op.drop_table("link_requests")
