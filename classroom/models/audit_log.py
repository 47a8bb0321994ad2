"""The activity log: who did what to whose data. Rows are added, never changed, and deleted only by age."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base


class AuditAction(StrEnum):
    SIGNED_IN = "signed_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SIGNED_OUT_ELSEWHERE = "signed_out_elsewhere"
    UNLOCKED = "unlocked"

    PASSWORD_CHANGED = "password_changed"  # noqa: S105  not a secret
    PASSWORD_RESET = "password_reset"  # noqa: S105  not a secret
    TWO_FACTOR_ON = "two_factor_on"
    TWO_FACTOR_OFF = "two_factor_off"
    ACCOUNT_CONNECTED = "account_connected"
    ACCOUNT_DISCONNECTED = "account_disconnected"

    CLASS_CREATED = "class_created"
    CLASS_ARCHIVED = "class_archived"
    CLASS_RESTORED = "class_restored"
    CLASS_DELETED = "class_deleted"
    CLASS_CODE_CHANGED = "class_code_changed"
    CLASS_TRANSFERRED = "class_transferred"
    CO_TEACHER_ADDED = "co_teacher_added"
    CO_TEACHER_REMOVED = "co_teacher_removed"

    STUDENTS_ADDED = "students_added"
    ROSTER_IMPORTED = "roster_imported"
    IMPORT_UNDONE = "import_undone"
    ROSTER_PULLED = "roster_pulled"
    """Classes were requested from the district's roster service."""
    ROSTER_ID_CHANGED = "roster_id_changed"
    STUDENT_RENAMED = "student_renamed"
    STUDENT_MOVED = "student_moved"
    STUDENT_ARCHIVED = "student_archived"
    STUDENT_RESTORED = "student_restored"
    STUDENT_DELETED = "student_deleted"
    CARDS_PRINTED = "cards_printed"
    CARD_REVOKED = "card_revoked"
    STUDENT_LINKED = "student_linked"
    STUDENT_UNLINKED = "student_unlinked"

    COURSE_CONNECTED = "course_connected"
    COURSE_DISCONNECTED = "course_disconnected"
    """A course of an LMS was connected to or disconnected from a class."""
    LMS_ROSTER_PULLED = "lms_roster_pulled"
    SCORES_SENT = "scores_sent"

    EXPORTED = "exported"

    TEACHER_INVITED = "teacher_invited"
    TEACHER_JOINED = "teacher_joined"
    RESET_LINK_CREATED = "reset_link_created"
    LINK_REVOKED = "link_revoked"
    ADMINISTRATOR_ADDED = "administrator_added"
    ADMINISTRATOR_REMOVED = "administrator_removed"
    TEACHER_DEACTIVATED = "teacher_deactivated"
    TEACHER_ACTIVATED = "teacher_activated"
    TEACHER_DELETED = "teacher_deleted"
    BACKUP_SAVED = "backup_saved"
    BACKUP_RESTORED = "backup_restored"
    LMS_SAVED = "lms_saved"
    LMS_REMOVED = "lms_removed"
    RETENTION_CHANGED = "retention_changed"
    ANSWERS_DELETED = "answers_deleted"
    NAMES_DELETED = "names_deleted"
    EVERYONE_SIGNED_OUT = "everyone_signed_out"
    LOCKED_DOWN = "locked_down"
    LOCKDOWN_ENDED = "lockdown_ended"


class AuditEntry(Base):
    """A logged action. It refers to people by ID, because it outlives their names.

    Database triggers (migration 0024) reject changes, and deletions within a year.
    """

    __tablename__ = "audit_entries"
    __table_args__ = (Index("ix_audit_entries_at", "at"), Index("ix_audit_entries_action_id", "action", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=clock.now)
    action: Mapped[AuditAction] = mapped_column(String(32))
    actor: Mapped[str] = mapped_column(String(40), index=True)
    """``teacher:<id>``, ``student:<id>``, or ``command`` for the server's own commands; "" for no one signed in."""
    subject: Mapped[str] = mapped_column(String(40), default="")
    """Whose data, or what: ``student:<id>``, ``class:<id>``, ``teacher:<id>``; "" for the server."""
    detail: Mapped[str] = mapped_column(String(80), default="")
    """Numbers or the kind of file. Never a name."""
    device: Mapped[str] = mapped_column(String(40), default="")
    """The random ID in the browser's cookie; "" without one."""


SQLITE_TRIGGERS = frozenset(
    {
        """CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
        BEGIN SELECT RAISE(ABORT, 'the activity log is never changed'); END""",
        """CREATE TRIGGER audit_entries_are_kept BEFORE DELETE ON audit_entries
        WHEN OLD.at > datetime('now', '-365 days')
        BEGIN SELECT RAISE(ABORT, 'the activity log is kept for a year'); END""",
    }
)
"""The triggers on SQLite, exactly as the migration creates them: backups may contain these and no others."""
