"""Attempts: answers of students to equations. Derived from the log, written with the move."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, Text, UniqueConstraint
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom.database import Base
from classroom.models.student import Student


class AttemptKind(StrEnum):
    PLACE = "place"
    """By choosing a space."""
    SOLVE = "solve"
    """By typing its number before the turn."""
    DEAD = "dead"
    """By trading in the card as dead."""


class Attempt(Base):
    """One answer. Plus and Minus contain no math and have no attempts."""

    __tablename__ = "attempts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "version"], ["game_events.game_id", "game_events.version"], ondelete="CASCADE"
        ),
        Index("ix_attempts_student_at", "student_id", "at"),
        Index("ix_attempts_student_fact", "student_id", "fact"),
        Index("ix_attempts_in_order", "at", "game_id", "version"),
    )

    game_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The event of this answer."""
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    kind: Mapped[AttemptKind] = mapped_column(String(8))
    equation: Mapped[str] = mapped_column(String(80))
    answer: Mapped[str] = mapped_column(String(20))
    """The correct label."""
    skill: Mapped[str] = mapped_column(String(32))
    """The skill that the equation was dealt for, as many texts belong to several. A teacher's own card has `OWN`."""
    fact: Mapped[str] = mapped_column(String(90))
    """The fact family, for both orders and all forms: "mul:6x8" (`Equation.fact_key`)."""
    given: Mapped[str | None] = mapped_column(String(20))
    """The label chosen; None if the card was traded in as dead."""
    try_number: Mapped[int]
    """1 for the holder's first answer to this card since it was drawn; see `is_first`."""
    is_right: Mapped[bool]
    seconds: Mapped[float | None]
    """From seeing the card to typing the number, if measured reliably (solve ahead)."""
    goal: Mapped[float | None]
    """The success rate that the equation was chosen for; None on cards that are the same for everyone."""
    expected: Mapped[float | None]
    """The predicted probability of a correct first answer when the equation was chosen; None like `goal`."""
    policy: Mapped[int | None]
    """Version of the policy that chose the equation (`learning.deals.VERSION`); None like `goal`, and for answers of
    earlier versions."""
    open_labels: Mapped[str | None] = mapped_column(Text)
    """For a wrong space, the labels of all open wrong spaces, separated by spaces: what else could have been chosen by
    mistake. None for all other answers, and for those of earlier versions."""
    at: Mapped[datetime]

    student: Mapped[Student] = relationship()

    @hybrid_property
    def is_first(self) -> bool:
        """Return whether this is a first answer: the unit of all statistics, in queries and in Python.

        Reports, session summaries, fairness, exit tickets, and estimates count only first answers. A wrong dead claim
        is one, too; further tries at the same card are not.
        """
        return self.try_number == 1


class Baseline(Base):
    """A student's warm-up before the first answer of a game. It is not an answer and counts nowhere else."""

    __tablename__ = "baselines"
    __table_args__ = (UniqueConstraint("game_id", "student_id"), Index("ix_baselines_student_at", "student_id", "at"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    at: Mapped[datetime]
    number: Mapped[int]
    """The number that was shown."""
    milliseconds: Mapped[int | None]
    """None if skipped, wrong, or not measured reliably."""
