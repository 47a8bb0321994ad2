"""Class sessions: one live lesson of a class, or one student's practice alone, and who is present in it."""

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
    """State of a class session."""

    LOBBY = "lobby"
    """Students join and tables are arranged."""
    PLAYING = "playing"
    PAUSED = "paused"
    """The teacher asked for eyes up: no one can move, bots included."""
    TICKET = "ticket"
    """The games are over and the exit ticket is written."""
    ENDED = "ended"


UNDER_WAY = (SessionState.PLAYING, SessionState.PAUSED)
"""The games have begun, and have not ended."""


class ClassSession(Base):
    """A live lesson, of which a class has at most one that has not ended; or a student's practice with bots."""

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
    """Whether one student plays with bots here, outside lessons."""
    is_whole_class: Mapped[bool] = mapped_column(default=False)
    """Whether two or three teams play one big board at the front: no student holds a seat, no answer is kept."""
    state: Mapped[SessionState] = mapped_column(String(8), default=SessionState.LOBBY)
    version: Mapped[int] = mapped_column(default=1)
    """Raised by every change that its pages show, but moves: those raise their game's version."""
    settings: Mapped[dict[str, Any]]
    """`services.settings.TableSettings` as JSON: deck, board, table size, rules."""
    seats: Mapped[dict[str, Any] | None]
    """By student, table and place that await anyone who joins: those of the session that this one repeats."""
    opened_at: Mapped[datetime] = mapped_column(default=clock.now)
    started_at: Mapped[datetime | None]
    paused_at: Mapped[datetime | None]
    """Since when it is eyes up; None while it is not."""
    ends_at: Mapped[datetime | None] = mapped_column(index=True)
    """When the server ends the games by itself; None: when the teacher does."""
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
    """A student's presence in a class session."""

    __tablename__ = "attendances"

    class_session_id: Mapped[str] = mapped_column(ForeignKey("class_sessions.id", ondelete="CASCADE"), primary_key=True)
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True, index=True)
    joined_at: Mapped[datetime] = mapped_column(default=clock.now)
    seen_at: Mapped[datetime | None]
    """When one of the student's pages last showed a sign of life; written every few seconds."""
    has_device: Mapped[bool] = mapped_column(default=True)
    """False for a student whom a teacher noted as present, until a page of the student is opened."""
    table_number: Mapped[int | None]
    """The table planned in the lobby; None while the student waits. Games know the real seats."""
    place: Mapped[int | None]
    """The seat at that table, from 0."""
    next_table: Mapped[int | None]
    """The table that the student joins with its next game; None, or without meaning, for who holds a seat."""

    class_session: Mapped[ClassSession] = relationship(back_populates="attendances")
    student: Mapped[Student] = relationship()

    @property
    def name(self) -> str:
        """The student's."""
        return self.student.name
