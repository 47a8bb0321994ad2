"""Rosters: what the school calls people, private labels, login cards, further teachers, imports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.add_column(sa.Column("secret_kind", sa.String(length=8), nullable=False, server_default="pin"))
    with op.batch_alter_table("school_classes") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("secret_kind", server_default=None)
        batch_op.add_column(sa.Column("source_id", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("archived_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.create_index(batch_op.f("ix_school_classes_source_id"), ["source_id"])
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("secret_kind", sa.String(length=8), nullable=False, server_default="pin"))
        batch_op.add_column(sa.Column("time_factor", sa.Double(), nullable=False, server_default="1"))
        batch_op.add_column(sa.Column("reads_aloud", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("has_large_text", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("students") as batch_op:  # apart: between the two SQLite copies the rows
        for name in ("secret_kind", "time_factor", "reads_aloud", "has_large_text"):
            batch_op.alter_column(name, server_default=None)
        batch_op.add_column(sa.Column("card_hash", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("card_changed_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("source_id", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("group_name", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("archived_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.create_unique_constraint(batch_op.f("uq_students_class_id_source_id"), ["class_id", "source_id"])
        batch_op.create_unique_constraint(batch_op.f("uq_students_card_hash"), ["card_hash"])
    op.create_table(
        "class_teachers",
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("teacher_id", sa.String(length=12), nullable=False),
        sa.Column("added_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_class_teachers_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_class_teachers_teacher_id_teachers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("class_id", "teacher_id", name=op.f("pk_class_teachers")),
    )
    op.create_index(op.f("ix_class_teachers_teacher_id"), "class_teachers", ["teacher_id"])
    op.create_table(
        "roster_imports",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("teacher_id", sa.String(length=12), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=True),
        sa.Column("file_name", sa.String(length=80), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("undo", sa.JSON(), nullable=True),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("done_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.Column("undone_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_roster_imports_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_roster_imports_teacher_id_teachers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster_imports")),
    )
    op.create_index(op.f("ix_roster_imports_class_id"), "roster_imports", ["class_id"])
    op.create_index(op.f("ix_roster_imports_teacher_id"), "roster_imports", ["teacher_id"])


def downgrade() -> None:
    op.drop_table("roster_imports")
    op.drop_table("class_teachers")
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_students_card_hash"), type_="unique")
        batch_op.drop_constraint(batch_op.f("uq_students_class_id_source_id"), type_="unique")
        for name in ("archived_at", "group_name", "source_id", "card_changed_at", "card_hash"):
            batch_op.drop_column(name)
        for name in ("has_large_text", "reads_aloud", "time_factor", "secret_kind"):
            batch_op.drop_column(name)
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.drop_index(batch_op.f("ix_school_classes_source_id"))
        for name in ("archived_at", "source_id", "secret_kind"):
            batch_op.drop_column(name)
