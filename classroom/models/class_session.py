"""Class sessions: a class's live lesson, or one student's practice, and attendance."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id
from classroom.models.school_class import SchoolClass
from classroom.models.student import Student

if TYPE_CHECKING:
    from classroom.models.game import Game


class SessionState(StrEnum):
    LOBBY = "lobby"
    """Students join and tables are arranged."""
    PLAYING = "playing"
    PAUSED = "paused"
    """Paused by the teacher (eyes up): no one can move, including bots."""
    TICKET = "ticket"
    """The games are over, and students answer the exit ticket."""
    ENDED = "ended"


UNDER_WAY = (SessionState.PLAYING, SessionState.PAUSED)
"""The games have begun and not ended."""


class ClassSession(Base):
    """A live lesson, of which a class can have one open; or a student's practice with bots."""

    __tablename__ = "class_sessions"
    __table_args__ = (
        Index("ix_class_sessions_class_id", "class_id", "opened_at"),
        Index(
            "ix_class_sessions_one_open",
            "class_id",
            unique=True,
            sqlite_where=text("state <> 'ended' AND NOT is_practice"),
            postgresql_where=text("state <> 'ended' AND NOT is_practice"),
        ),
    )

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"))
    is_practice: Mapped[bool] = mapped_column(default=False)
    """Whether this is one student's practice with bots, outside lessons."""
    is_whole_class: Mapped[bool] = mapped_column(default=False)
    """Whether two or three teams play at one big board: students hold no seats, and no answers are recorded."""
    state: Mapped[SessionState] = mapped_column(String(8), default=SessionState.LOBBY)
    version: Mapped[int] = mapped_column(default=1)
    """Raised by every change shown on its pages except moves, which raise their game's version."""
    settings: Mapped[dict[str, Any]]
    """`services.settings.TableSettings` as JSON: deck, board, table size, rules."""
    seats: Mapped[dict[str, Any] | None]
    """By student, the table and seat reserved when joining, from the session that this one repeats."""
    opened_at: Mapped[datetime] = mapped_column(default=clock.now)
    started_at: Mapped[datetime | None]
    paused_at: Mapped[datetime | None]
    """The start of the current pause; None if not paused."""
    ends_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the server ends the games; None if the teacher does."""
    ended_at: Mapped[datetime | None]

    school_class: Mapped[SchoolClass] = relationship()
    attendances: Mapped[list[Attendance]] = relationship(
        back_populates="class_session", cascade="all, delete-orphan", passive_deletes=True
    )
    games: Mapped[list[Game]] = relationship(
        back_populates="class_session",
        order_by="(Game.table_number, Game.round)",
        cascade="all, delete-orphan",
        passive_deletes=True,
    )


class Attendance(Base):
    """A student's attendance of a class session."""

    __tablename__ = "attendances"

    class_session_id: Mapped[str] = mapped_column(ForeignKey("class_sessions.id", ondelete="CASCADE"), primary_key=True)
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True, index=True)
    joined_at: Mapped[datetime] = mapped_column(default=clock.now)
    seen_at: Mapped[datetime | None]
    """The last heartbeat of the student's pages; written every few seconds."""
    has_device: Mapped[bool] = mapped_column(default=True)
    """False for a student whom a teacher recorded as present, until the student opens a page."""
    table_number: Mapped[int | None]
    """The table planned in the lobby; None while the student waits. Actual seats are in the games."""
    place: Mapped[int | None]
    """The seat at that table, from 0."""
    next_table: Mapped[int | None]
    """The table that the student joins with its next game; None, or ignored, for those with a seat."""

    class_session: Mapped[ClassSession] = relationship(back_populates="attendances")
    student: Mapped[Student] = relationship()

    @property
    def name(self) -> str:
        return self.student.name
