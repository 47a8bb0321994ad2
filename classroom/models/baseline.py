"""Baselines: how long a student needs just to type a number that is shown."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


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
