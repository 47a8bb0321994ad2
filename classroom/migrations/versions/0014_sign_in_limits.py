"""Sign-in limits by device, and PINs of more than four digits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

failures = sa.table("login_failures", sa.column("scope", sa.String))
_DAY, _PIN = "pin-day:", "pin:"


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("pin_digits", sa.Integer(), nullable=True))
    # One row for each wrong PIN: the one that counted for the day, under the name that counts for all limits now.
    op.execute(failures.delete().where(~failures.c.scope.startswith(_DAY)))
    renamed = sa.literal(_PIN) + sa.func.substr(failures.c.scope, len(_DAY) + 1)
    op.execute(failures.update().values(scope=renamed))
    with op.batch_alter_table("login_failures") as batch_op:
        batch_op.add_column(sa.Column("device", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("state", sa.String(length=8), nullable=False, server_default="wrong"))
        batch_op.create_index("ix_login_failures_device_at", ["device", "at"])
    with op.batch_alter_table("login_failures") as batch_op:
        batch_op.alter_column("state", existing_type=sa.String(length=8), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("login_failures") as batch_op:
        batch_op.drop_index("ix_login_failures_device_at")
        batch_op.drop_column("state")
        batch_op.drop_column("device")
    op.execute(failures.delete())
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_column("pin_digits")
