"""Classes: a teacher's group of students with a code of its own."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id

if TYPE_CHECKING:
    from classroom.models.student import Student
    from classroom.models.teacher import Teacher


class SchoolClass(Base):
    """A class. Whoever holds its row through a loader may see it."""

    __tablename__ = "school_classes"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    code: Mapped[str] = mapped_column(String(6), unique=True)
    """Six signs that students type; opens the list of names only while a session is on, or practice is allowed."""
    allows_practice: Mapped[bool] = mapped_column(default=False)
    """Whether its students may sign in between lessons and practise with bots."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    teacher: Mapped[Teacher] = relationship()
    students: Mapped[list[Student]] = relationship(
        back_populates="school_class", order_by="Student.name_key", cascade="all, delete-orphan", passive_deletes=True
    )
