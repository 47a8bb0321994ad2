"""Logins, and the failed attempts that limit guessing."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base
from classroom.models.student import Student
from classroom.models.teacher import Teacher


class LoginSession(Base):
    """A signed-in browser of a teacher or student. Deleting the row ends the login at once."""

    __tablename__ = "login_sessions"
    __table_args__ = (CheckConstraint("(teacher_id IS NULL) <> (student_id IS NULL)", name="one_person"),)

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the token in the cookie: a copy of the database can't be used to sign in."""
    teacher_id: Mapped[str | None] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[str | None] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    last_used_at: Mapped[datetime] = mapped_column(default=clock.now)
    """The person's last activity; automatic requests don't count. To the minute."""
    device: Mapped[str | None] = mapped_column(String(40))
    """The random ID in the cookie of a student's browser; None without one, or for a teacher."""

    # every request needs the person, too
    teacher: Mapped[Teacher | None] = relationship(lazy="joined")
    student: Mapped[Student | None] = relationship(lazy="joined")


class TryState(StrEnum):
    """The state of an attempt at a secret. A correct one leaves no row."""

    UNDECIDED = "open"
    """Reserved, and being checked."""
    WRONG = "wrong"
    FORGIVEN = "forgiven"
    """Wrong, with a later success: counts only for the day."""
    REFUSED = "refused"
    """Not checked, because the device had used up its own budget. Counts nowhere, and informs the teacher."""


class LoginFailure(Base):
    """An attempt at a secret, kept as long as it counts against further ones."""

    __tablename__ = "login_failures"
    __table_args__ = (
        Index("ix_login_failures_scope_at", "scope", "at"),
        Index("ix_login_failures_device_at", "device", "at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    scope: Mapped[str] = mapped_column(String(200))
    """The secret: ``pin:<student>``, ``code``, ``teacher:<id>`` …"""
    device: Mapped[str | None] = mapped_column(String(40))
    """The kind of secret and the browser: ``pin:<device>``. None without a cookie, or after unlocking."""
    state: Mapped[TryState] = mapped_column(String(8), default=TryState.WRONG)
    at: Mapped[datetime] = mapped_column(default=clock.now)
