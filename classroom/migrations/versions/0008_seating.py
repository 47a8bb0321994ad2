"""Seating: wishes, saved arrangements, what was chosen for a table, who has no device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("attendances") as batch_op:
        batch_op.add_column(sa.Column("has_device", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("attendances") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("has_device", server_default=None)
    op.create_table(
        "arrangements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_arrangements_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arrangements")),
        sa.UniqueConstraint("class_id", "name", name=op.f("uq_arrangements_class_id_name")),
    )
    op.create_table(
        "seating_wishes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("first_id", sa.String(length=12), nullable=False),
        sa.Column("second_id", sa.String(length=12), nullable=False),
        sa.Column("wish", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_seating_wishes_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["first_id"], ["students.id"], name=op.f("fk_seating_wishes_first_id_students"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second_id"], ["students.id"], name=op.f("fk_seating_wishes_second_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seating_wishes")),
        sa.UniqueConstraint("first_id", "second_id", name=op.f("uq_seating_wishes_first_id_second_id")),
    )
    op.create_index(op.f("ix_seating_wishes_class_id"), "seating_wishes", ["class_id"])
    op.create_index(op.f("ix_seating_wishes_second_id"), "seating_wishes", ["second_id"])
    op.create_table(
        "table_plans",
        sa.Column("class_session_id", sa.String(length=12), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("teams", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_session_id"],
            ["class_sessions.id"],
            name=op.f("fk_table_plans_class_session_id_class_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("class_session_id", "table_number", name=op.f("pk_table_plans")),
    )


def downgrade() -> None:
    op.drop_table("table_plans")
    op.drop_table("seating_wishes")
    op.drop_table("arrangements")
    with op.batch_alter_table("attendances") as batch_op:
        batch_op.drop_column("has_device")
