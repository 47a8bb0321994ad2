"""Goals for exit tickets."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Date, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


class RateGoal(Base):
    """A student's goal for exit tickets: correct answers per minute, and a date."""

    __tablename__ = "rate_goals"

    student_id: Mapped[str] = mapped_column(String(12), ForeignKey("students.id", ondelete="CASCADE"), primary_key=True)
    per_minute: Mapped[int]
    until: Mapped[date] = mapped_column(Date)
    start_per_minute: Mapped[float]
    """The median of the last three tickets when the goal was set."""
    since: Mapped[date] = mapped_column(Date)
    """The date when the goal was set."""
