"""Indexes by which a student's present session and seat are found, however many there were before."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_INDEXES = (
    ("class_sessions", "ix_class_sessions_class_id", "class_id", "opened_at"),
    ("players", "ix_players_student_id", "student_id", "game_id"),
)


def upgrade() -> None:
    for table, name, first, second in _INDEXES:
        op.drop_index(name, table_name=table)
        op.create_index(name, table, [first, second])


def downgrade() -> None:
    for table, name, first, _ in _INDEXES:
        op.drop_index(name, table_name=table)
        op.create_index(name, table, [first])
