"""How far each student is in the introduction to the rules; those who have played know them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_DONE = 700


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("introduction", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("students") as batch_op:
        batch_op.alter_column("introduction", server_default=None)
    students = sa.table("students", sa.column("id"), sa.column("introduction"))
    players = sa.table("players", sa.column("student_id"))
    have_played = sa.select(players.c.student_id).where(players.c.student_id.is_not(None))
    op.execute(students.update().where(students.c.id.in_(have_played)).values(introduction=_DONE))


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_column("introduction")
