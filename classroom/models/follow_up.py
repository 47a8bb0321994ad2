"""Follow-ups: a teacher's actions on suggestions, so that they can be listed and undone."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base


class FollowUpKind(StrEnum):
    DECK = "deck"
    """A deck was created."""
    PRACTICE = "practice"
    """Practice was assigned."""
    SEATS = "seats"
    """Students sit together in the next session."""
    NOTE = "note"


class FollowUp(Base):
    """A teacher's follow-up. Students never see it."""

    __tablename__ = "follow_ups"

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    kind: Mapped[FollowUpKind] = mapped_column(String(8))
    about: Mapped[dict[str, Any]]
    """`learning.topics.Topic` as JSON."""
    details: Mapped[dict[str, Any]]
    """`students`: their IDs; for a deck also its ID as `deck`; for a note its `text`."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    used_at: Mapped[datetime | None]
    """When a session used the seats; then nothing is left to undo."""


class PracticeAssignment(Base):
    """A deck that a student practices with a bot, whether or not the class may practice."""

    __tablename__ = "practice_assignments"
    __table_args__ = (Index("ix_practice_assignments_student_id", "student_id", "ended_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    follow_up_id: Mapped[int] = mapped_column(ForeignKey("follow_ups.id", ondelete="CASCADE"), index=True)
    settings: Mapped[dict[str, Any]]
    """`services.settings.TableSettings` as JSON, with the deck and its board."""
    skill: Mapped[str | None] = mapped_column(String(32))
    """Practice ends once this skill is *accurate*; None if the teacher ends it."""
    answers: Mapped[int] = mapped_column(default=0)
    """First answers in that skill at the start: some more are needed."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    ended_at: Mapped[datetime | None]
