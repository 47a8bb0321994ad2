"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "login_failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(length=200), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_failures")),
    )
    with op.batch_alter_table("login_failures", schema=None) as batch_op:
        batch_op.create_index("ix_login_failures_scope_at", ["scope", "at"], unique=False)

    op.create_table(
        "teachers",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=160), nullable=False),
        sa.Column("password_hash", sa.String(length=255), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teachers")),
        sa.UniqueConstraint("name_key", name=op.f("uq_teachers_name_key")),
    )
    op.create_table(
        "school_classes",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("teacher_id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_school_classes_teacher_id_teachers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_classes")),
        sa.UniqueConstraint("code", name=op.f("uq_school_classes_code")),
    )
    with op.batch_alter_table("school_classes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_school_classes_teacher_id"), ["teacher_id"], unique=False)

    op.create_table(
        "class_sessions",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("opened_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("started_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.Column("ended_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["school_classes.id"],
            name=op.f("fk_class_sessions_class_id_school_classes"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_class_sessions")),
    )
    with op.batch_alter_table("class_sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_class_sessions_class_id"), ["class_id"], unique=False)
        batch_op.create_index(
            "ix_class_sessions_one_open",
            ["class_id"],
            unique=True,
            sqlite_where=sa.text("state <> 'ended'"),
            postgresql_where=sa.text("state <> 'ended'"),
        )

    op.create_table(
        "students",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=160), nullable=False),
        sa.Column("pin_hash", sa.String(length=255), nullable=True),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["school_classes.id"], name=op.f("fk_students_class_id_school_classes"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_students")),
        sa.UniqueConstraint("class_id", "name_key", name=op.f("uq_students_class_id_name_key")),
    )
    with op.batch_alter_table("students", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_students_class_id"), ["class_id"], unique=False)

    op.create_table(
        "attendances",
        sa.Column("class_session_id", sa.String(length=12), nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("joined_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("seen_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_session_id"],
            ["class_sessions.id"],
            name=op.f("fk_attendances_class_session_id_class_sessions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_attendances_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("class_session_id", "student_id", name=op.f("pk_attendances")),
    )
    with op.batch_alter_table("attendances", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attendances_student_id"), ["student_id"], unique=False)

    op.create_table(
        "games",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("class_session_id", sa.String(length=12), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("bot_due_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.Column("started_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("moved_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("over_at", database.UtcDateTime(timezone=True), nullable=True),
        sa.Column("outcome_reason", sa.String(length=12), nullable=True),
        sa.Column("winner", sa.String(length=8), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_session_id"],
            ["class_sessions.id"],
            name=op.f("fk_games_class_session_id_class_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint(
            "class_session_id", "table_number", "round", name=op.f("uq_games_class_session_id_table_number_round")
        ),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_bot_due_at"), ["bot_due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_class_session_id"), ["class_session_id"], unique=False)

    op.create_table(
        "login_sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("teacher_id", sa.String(length=12), nullable=True),
        sa.Column("student_id", sa.String(length=12), nullable=True),
        sa.Column("created_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", database.UtcDateTime(timezone=True), nullable=False),
        sa.CheckConstraint("(teacher_id IS NULL) <> (student_id IS NULL)", name=op.f("ck_login_sessions_one_person")),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_login_sessions_student_id_students"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_login_sessions_teacher_id_teachers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_login_sessions")),
    )
    with op.batch_alter_table("login_sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_login_sessions_student_id"), ["student_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_login_sessions_teacher_id"), ["teacher_id"], unique=False)

    op.create_table(
        "game_events",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("intent", sa.JSON(), nullable=True),
        sa.Column("student_id", sa.String(length=12), nullable=True),
        sa.Column("client_key", sa.String(length=40), nullable=True),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_game_events_game_id_games"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_game_events_student_id_students"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_game_events")),
        sa.UniqueConstraint(
            "game_id", "student_id", "client_key", name=op.f("uq_game_events_game_id_student_id_client_key")
        ),
    )
    with op.batch_alter_table("game_events", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_events_student_id"), ["student_id"], unique=False)

    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=True),
        sa.Column("from_version", sa.Integer(), nullable=False),
        sa.Column("left_at_version", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_players_game_id_games"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_players_student_id_students"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_players_game_id"), ["game_id"], unique=False)
        batch_op.create_index(
            "ix_players_one_in_seat",
            ["game_id", "seat"],
            unique=True,
            sqlite_where=sa.text("left_at_version IS NULL"),
            postgresql_where=sa.text("left_at_version IS NULL"),
        )
        batch_op.create_index(batch_op.f("ix_players_student_id"), ["student_id"], unique=False)

    op.create_table(
        "attempts",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("student_id", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("equation", sa.String(length=80), nullable=False),
        sa.Column("answer", sa.String(length=20), nullable=False),
        sa.Column("given", sa.String(length=20), nullable=True),
        sa.Column("try_number", sa.Integer(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "version"],
            ["game_events.game_id", "game_events.version"],
            name=op.f("fk_attempts_game_id_version_game_events"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_attempts_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_attempts")),
    )
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.create_index("ix_attempts_student_at", ["student_id", "at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_index("ix_attempts_student_at")

    op.drop_table("attempts")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_student_id"))
        batch_op.drop_index(
            "ix_players_one_in_seat",
            sqlite_where=sa.text("left_at_version IS NULL"),
            postgresql_where=sa.text("left_at_version IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_players_game_id"))

    op.drop_table("players")
    with op.batch_alter_table("game_events", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_events_student_id"))

    op.drop_table("game_events")
    with op.batch_alter_table("login_sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_login_sessions_teacher_id"))
        batch_op.drop_index(batch_op.f("ix_login_sessions_student_id"))

    op.drop_table("login_sessions")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_class_session_id"))
        batch_op.drop_index(batch_op.f("ix_games_bot_due_at"))

    op.drop_table("games")
    with op.batch_alter_table("attendances", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_attendances_student_id"))

    op.drop_table("attendances")
    with op.batch_alter_table("students", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_students_class_id"))

    op.drop_table("students")
    with op.batch_alter_table("class_sessions", schema=None) as batch_op:
        batch_op.drop_index(
            "ix_class_sessions_one_open",
            sqlite_where=sa.text("state <> 'ended'"),
            postgresql_where=sa.text("state <> 'ended'"),
        )
        batch_op.drop_index(batch_op.f("ix_class_sessions_class_id"))

    op.drop_table("class_sessions")
    with op.batch_alter_table("school_classes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_school_classes_teacher_id"))

    op.drop_table("school_classes")
    op.drop_table("teachers")
    with op.batch_alter_table("login_failures", schema=None) as batch_op:
        batch_op.drop_index("ix_login_failures_scope_at")

    op.drop_table("login_failures")
