"""Snapshots of estimates. The answers are the source of truth: every row here can be rebuilt from them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


class StudentSnapshot(Base):
    """A student's estimates at the time of the snapshot. Contains no answers, only statistics."""

    __tablename__ = "student_snapshots"

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True)
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack` of `StudentKnowledge`."""


class SharedSnapshot(Base):
    """Estimates of all items, and the last answer included here and in students' snapshots. At most one row."""

    __tablename__ = "shared_snapshots"

    id: Mapped[int] = mapped_column(primary_key=True)
    generation: Mapped[str] = mapped_column(String(16))
    """Identifies the algorithm (`learning.snapshots.generation`)."""
    at: Mapped[datetime]
    game_id: Mapped[str] = mapped_column(String(12))
    version: Mapped[int]
    """The last answer."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack` of `SharedEstimates`."""


class ClassSnapshot(Base):
    """A class's evidence at the time of the snapshot. Contains wrong answers of the last three weeks."""

    __tablename__ = "class_snapshots"

    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), primary_key=True)
    generation: Mapped[str] = mapped_column(String(16))
    """Identifies the algorithm (`learning.snapshots.class_generation`)."""
    until: Mapped[datetime]
    """It includes exactly the answers given before this time."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack` of `ClassLedgers`."""
    counts: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack` of `AnswerCounts`: counts of the same answers, including further tries."""
