"""Snapshots of what answers tell. The answers are the truth: every row here can be folded from them again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


class StudentSnapshot(Base):
    """What was known of a student when the snapshot was taken. It has no answers, but figures made of them."""

    __tablename__ = "student_snapshots"

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True)
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack_student`."""


class SharedSnapshot(Base):
    """What was known of all items, and the last answer that is in it and in the students' snapshots. At most one."""

    __tablename__ = "shared_snapshots"

    id: Mapped[int] = mapped_column(primary_key=True)
    generation: Mapped[str] = mapped_column(String(16))
    """What it was made with (`learning.snapshots.generation`)."""
    at: Mapped[datetime]
    game_id: Mapped[str] = mapped_column(String(12))
    version: Mapped[int]
    """The last answer."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack_shared`."""


class ClassSnapshot(Base):
    """What the answers of a class told when the snapshot was taken. It has wrong answers of the last three weeks."""

    __tablename__ = "class_snapshots"

    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), primary_key=True)
    generation: Mapped[str] = mapped_column(String(16))
    """What it was made with (`learning.snapshots.class_generation`)."""
    until: Mapped[datetime]
    """All answers given before are in it, and no others."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack_class`."""
    counts: Mapped[bytes] = mapped_column(LargeBinary)
    """`learning.snapshots.pack_counts`: the same answers counted, further tries included."""
