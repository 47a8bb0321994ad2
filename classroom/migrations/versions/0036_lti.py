"""Learning management systems: platforms, courses of classes, launches, and links of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lti_platforms",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("issuer", sa.String(length=255), nullable=False),
        sa.Column("client_id", sa.String(length=255), nullable=False),
        sa.Column("deployments", sa.Text(), nullable=False),
        sa.Column("login_url", sa.String(length=500), nullable=False),
        sa.Column("token_url", sa.String(length=500), nullable=False),
        sa.Column("keys_url", sa.String(length=500), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_platforms")),
        sa.UniqueConstraint("issuer", "client_id", name=op.f("uq_lti_platforms_issuer_client_id")),
    )
    op.create_table(
        "lti_courses",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("platform_id", sa.String(length=12), nullable=False),
        sa.Column("context_id", sa.String(length=255), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("memberships_url", sa.String(length=500), nullable=True),
        sa.Column("scores_url", sa.String(length=500), nullable=True),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_courses_platform_id_lti_platforms"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_lti_courses_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_courses")),
        sa.UniqueConstraint("platform_id", "context_id", name=op.f("uq_lti_courses_platform_id_context_id")),
    )
    op.create_index(op.f("ix_lti_courses_class_id"), "lti_courses", ["class_id"])
    op.create_table(
        "lti_launches",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("platform_id", sa.String(length=12), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_launches_platform_id_lti_platforms"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_launches")),
    )
    op.create_index(op.f("ix_lti_launches_created_at"), "lti_launches", ["created_at"])
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("lms_subject", sa.String(length=255), nullable=True))
        batch_op.create_index(batch_op.f("ix_students_lms_subject"), ["lms_subject"])
        batch_op.create_unique_constraint(batch_op.f("uq_students_class_id_lms_subject"), ["class_id", "lms_subject"])
    with op.batch_alter_table("teachers") as batch_op:
        batch_op.add_column(sa.Column("lms_subject", sa.String(length=255), nullable=True))
        batch_op.create_unique_constraint(batch_op.f("uq_teachers_lms_subject"), ["lms_subject"])


def downgrade() -> None:
    with op.batch_alter_table("teachers") as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_teachers_lms_subject"), type_="unique")
        batch_op.drop_column("lms_subject")
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_students_class_id_lms_subject"), type_="unique")
        batch_op.drop_index(batch_op.f("ix_students_lms_subject"))
        batch_op.drop_column("lms_subject")
    op.drop_table("lti_launches")
    op.drop_table("lti_courses")
    op.drop_table("lti_platforms")
