"""Exit tickets: short timed quizzes on a session's facts, to measure fluency."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id


class ExitTicket(Base):
    """A session's quiz: the same questions for everyone, in an individual order."""

    __tablename__ = "exit_tickets"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_session_id: Mapped[str] = mapped_column(ForeignKey("class_sessions.id", ondelete="CASCADE"), unique=True)
    seconds: Mapped[int]
    """A student's time limit, from their own start; longer with extra time."""
    questions: Mapped[dict[str, Any]]
    """`facts`: equations with their answers. An answer never leaves the server before the student has given one."""
    opened_at: Mapped[datetime] = mapped_column(default=clock.now)


class TicketEntry(Base):
    """One student's ticket."""

    __tablename__ = "ticket_entries"

    ticket_id: Mapped[str] = mapped_column(ForeignKey("exit_tickets.id", ondelete="CASCADE"), primary_key=True)
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True, index=True)
    started_at: Mapped[datetime] = mapped_column(default=clock.now)
    seconds: Mapped[int]
    """This student's time limit. Classmates can't see it."""
    order: Mapped[dict[str, Any]] = mapped_column("question_order")
    """`facts`: the indexes of the questions in this student's order."""


class TicketAnswer(Base):
    """An answer on a ticket. It is not an attempt: statistics of games ignore it."""

    __tablename__ = "ticket_answers"
    __table_args__ = (
        ForeignKeyConstraint(
            ["ticket_id", "student_id"],
            ["ticket_entries.ticket_id", "ticket_entries.student_id"],
            ondelete="CASCADE",
        ),
        Index("ix_ticket_answers_student_at", "student_id", "at"),
    )

    ticket_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    student_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The number of the question in the student's own order, from 1."""
    equation: Mapped[str] = mapped_column(String(80))
    answer: Mapped[str] = mapped_column(String(20))
    skill: Mapped[str | None] = mapped_column(String(32))
    """The skill that the equation was dealt for in the session, as in `Attempt`; None for early answers."""
    given: Mapped[str] = mapped_column(String(20))
    is_right: Mapped[bool]
    milliseconds: Mapped[int]
    """By the server's clock, since the previous answer or the start."""
    at: Mapped[datetime] = mapped_column(default=clock.now)
