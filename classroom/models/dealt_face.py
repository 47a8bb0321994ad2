"""Dealt faces: which equation the app chose for a student's card, and why."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


class DealtFace(Base):
    """One choice of an equation. The face itself is an event of the game; here is what led to it."""

    __tablename__ = "dealt_faces"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game_id", "version"], ["game_events.game_id", "game_events.version"], ondelete="CASCADE"
        ),
        Index("ix_dealt_faces_student_at", "student_id", "at"),
    )

    game_id: Mapped[str] = mapped_column(String(12), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The `face` event."""
    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    card: Mapped[int]
    """The card's id in its game."""
    goal: Mapped[float]
    """The share of right answers that was aimed at."""
    at: Mapped[datetime]
    choice: Mapped[dict[str, Any]]
    """`learning.deals.Deal` as JSON (chance, reason, the best that could have been chosen), and besides `fact`, its
    number family, and `floor`, the student's level when the game began."""
