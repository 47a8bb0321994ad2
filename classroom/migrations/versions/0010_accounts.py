"""Several teachers: administrators, one-time links, a second factor, the school's own sign-in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("teachers") as batch_op:
        batch_op.add_column(sa.Column("is_administrator", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("teachers") as batch_op:  # apart: between the two SQLite copies the rows
        batch_op.alter_column("is_administrator", server_default=None)
        batch_op.add_column(sa.Column("totp_secret", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("totp_step", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("oidc_subject", sa.String(length=255), nullable=True))
        batch_op.add_column(sa.Column("disabled_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("signed_in_at", database.UtcDateTime(timezone=True), nullable=True))
        batch_op.alter_column("password_hash", existing_type=sa.String(length=255), nullable=True)
        batch_op.create_unique_constraint(batch_op.f("uq_teachers_oidc_subject"), ["oidc_subject"])
    # Until now there was one account: that of anyone who installed the app.
    op.execute("UPDATE teachers SET is_administrator = true WHERE created_at = (SELECT min(created_at) FROM teachers)")
    op.create_table(
        "account_links",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("teacher_id", sa.String(length=12), nullable=True),
        sa.Column("drops_second_factor", sa.Boolean(), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_account_links_teacher_id_teachers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_account_links")),
    )
    op.create_index(op.f("ix_account_links_teacher_id"), "account_links", ["teacher_id"])


def downgrade() -> None:
    op.drop_table("account_links")
    # An empty hash fits no password: such an account is opened again by `reset-password`.
    op.execute("UPDATE teachers SET password_hash = '' WHERE password_hash IS NULL")
    with op.batch_alter_table("teachers") as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_teachers_oidc_subject"), type_="unique")
        batch_op.alter_column("password_hash", existing_type=sa.String(length=255), nullable=False)
        for name in ("signed_in_at", "disabled_at", "oidc_subject", "totp_step", "totp_secret", "is_administrator"):
            batch_op.drop_column(name)
