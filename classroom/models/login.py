"""Who is signed in where, and the wrong tries that limit guessing."""

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
    """One signed-in browser of a teacher or a student. Ending the row ends the sign-in at once."""

    __tablename__ = "login_sessions"
    __table_args__ = (CheckConstraint("(teacher_id IS NULL) <> (student_id IS NULL)", name="one_person"),)

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the token in the cookie: a copy of the database signs no one in."""
    teacher_id: Mapped[str | None] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[str | None] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    last_used_at: Mapped[datetime] = mapped_column(default=clock.now)
    """Of the last thing the person did; automatic requests do not count. Kept to the minute."""
    device: Mapped[str | None] = mapped_column(String(40))
    """The random ID in a cookie of a student's browser; None: it sent none, or it is a teacher's."""

    # Every request asks who is signed in, so the person comes with the row.
    teacher: Mapped[Teacher | None] = relationship(lazy="joined")
    student: Mapped[Student | None] = relationship(lazy="joined")


class TryState(StrEnum):
    """Outcome of a try at a secret. A correct one leaves no row."""

    UNDECIDED = "open"
    """Reserved, and being checked."""
    WRONG = "wrong"
    FORGIVEN = "forgiven"
    """Wrong, and followed by a right one: it counts for the day only."""
    REFUSED = "refused"
    """Not checked, as the device had used up its own budget: it counts nowhere, and tells the teacher."""


class LoginFailure(Base):
    """One try at a secret, kept only as long as it counts against further ones."""

    __tablename__ = "login_failures"
    __table_args__ = (
        Index("ix_login_failures_scope_at", "scope", "at"),
        Index("ix_login_failures_device_at", "device", "at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    scope: Mapped[str] = mapped_column(String(200))
    """What was guessed at: ``pin:<student>``, ``code``, ``teacher:<id>`` …"""
    device: Mapped[str | None] = mapped_column(String(40))
    """By which browser, after the kind of secret: ``pin:<device>``. None without a cookie, or once it is unlocked."""
    state: Mapped[TryState] = mapped_column(String(8), default=TryState.WRONG)
    at: Mapped[datetime] = mapped_column(default=clock.now)
