"""The exit ticket: a short timed quiz at the end of a session. And the seats planned for anyone who joins a session."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "exit_tickets",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("class_session_id", sa.String(length=12), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("questions", sa.JSON(), nullable=False),
        sa.Column("opened_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_session_id"],
            ["class_sessions.id"],
            name=op.f("fk_exit_tickets_class_session_id_class_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exit_tickets")),
        sa.UniqueConstraint("class_session_id", name=op.f("uq_exit_tickets_class_session_id")),
    )
    op.create_table(
        "ticket_entries",
        sa.Column("ticket_id", sa.String(length=12), nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("started_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("question_order", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["ticket_id"],
            ["exit_tickets.id"],
            name=op.f("fk_ticket_entries_ticket_id_exit_tickets"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_ticket_entries_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("ticket_id", "student_id", name=op.f("pk_ticket_entries")),
    )
    op.create_index(op.f("ix_ticket_entries_student_id"), "ticket_entries", ["student_id"])
    op.create_table(
        "ticket_answers",
        sa.Column("ticket_id", sa.String(length=12), nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("equation", sa.String(length=80), nullable=False),
        sa.Column("answer", sa.String(length=20), nullable=False),
        sa.Column("given", sa.String(length=20), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["ticket_id", "student_id"],
            ["ticket_entries.ticket_id", "ticket_entries.student_id"],
            name=op.f("fk_ticket_answers_ticket_id_student_id_ticket_entries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("ticket_id", "student_id", "number", name=op.f("pk_ticket_answers")),
    )
    op.create_index("ix_ticket_answers_student_at", "ticket_answers", ["student_id", "at"])
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.add_column(sa.Column("seats", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("class_sessions") as batch_op:
        batch_op.drop_column("seats")
    op.drop_table("ticket_answers")
    op.drop_table("ticket_entries")
    op.drop_table("exit_tickets")
