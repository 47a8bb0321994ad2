"""Whether other grades may help out where equations are chosen for each student, and the level of newcomers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.add_column(sa.Column("has_other_grades", sa.Boolean(), server_default=sa.true(), nullable=False))
        batch_op.add_column(sa.Column("newcomer_level", sa.Integer(), nullable=True))
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.alter_column("has_other_grades", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("school_classes") as batch_op:
        batch_op.drop_column("newcomer_level")
        batch_op.drop_column("has_other_grades")
