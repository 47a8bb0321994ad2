"""Attempts: one equation answered by one student. Derived from the log, written with the move."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, Text, UniqueConstraint
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom.database import Base
from classroom.models.student import Student


class AttemptKind(StrEnum):
    """How an equation was answered."""

    PLACE = "place"
    """By choosing a space."""
    SOLVE = "solve"
    """By giving its number ahead of the turn."""
    DEAD = "dead"
    """By calling the card dead."""


class Attempt(Base):
    """One answer. Plus and Minus hold no arithmetic and never get a row."""

    __tablename__ = "attempts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "version"], ["game_events.game_id", "game_events.version"], ondelete="CASCADE"
        ),
        Index("ix_attempts_student_at", "student_id", "at"),
        Index("ix_attempts_in_order", "at", "game_id", "version"),
    )

    game_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The event that was this answer."""
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    kind: Mapped[AttemptKind] = mapped_column(String(8))
    equation: Mapped[str] = mapped_column(String(80))
    answer: Mapped[str] = mapped_column(String(20))
    """The right label."""
    skill: Mapped[str] = mapped_column(String(32))
    """The skill that the equation was dealt from: many texts belong to several. A teacher's own card has `OWN`."""
    fact: Mapped[str] = mapped_column(String(90))
    """The number family, both orders and all forms in one: "mul:6x8" (`Equation.fact_key`)."""
    given: Mapped[str | None] = mapped_column(String(20))
    """The label chosen; None where the card was traded in as dead."""
    try_number: Mapped[int]
    """1 for the holder's first answer to this card since it came into the hand; see `is_first`."""
    is_right: Mapped[bool]
    seconds: Mapped[float | None]
    """From seeing the card to giving the number, where that was measured cleanly (solve ahead)."""
    goal: Mapped[float | None]
    """The share of right answers that the equation was chosen for; None on cards that are the same for everyone."""
    expected: Mapped[float | None]
    """The chance of a correct first answer that was predicted when the equation was chosen; None like `goal`."""
    policy: Mapped[int | None]
    """Version of the policy that chose the equation (`learning.deals.VERSION`); None like `goal`, and for answers of
    earlier versions."""
    open_labels: Mapped[str | None] = mapped_column(Text)
    """Of a wrong space, the labels of all spaces that were open, apart from the right ones, a space between each: what
    else could have been chosen by mistake. None for all other answers, and for those of earlier versions."""
    at: Mapped[datetime]

    student: Mapped[Student] = relationship()

    @hybrid_property
    def is_first(self) -> bool:
        """Whether this is a first answer: the unit of all statistics, in queries and in Python.

        Reports, the summary of a session, fairness, exit tickets, and the estimates of what students know count first
        answers only. A wrong dead claim is one, too; another try at the same card never is.
        """
        return self.try_number == 1


class Baseline(Base):
    """One warm-up of a student before the first answer of a game. It is no answer: nothing else counts it."""

    __tablename__ = "baselines"
    __table_args__ = (UniqueConstraint("game_id", "student_id"), Index("ix_baselines_student_at", "student_id", "at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    at: Mapped[datetime]
    number: Mapped[int]
    """The number that was shown."""
    milliseconds: Mapped[int | None]
    """None: skipped, another number typed, or no clean measure."""
