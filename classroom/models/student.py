"""Students: a display name and a PIN, nothing else about the child."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id

if TYPE_CHECKING:
    from classroom.models.school_class import SchoolClass


class Student(Base):
    """A student of one class."""

    __tablename__ = "students"
    __table_args__ = (UniqueConstraint("class_id", "name_key"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(160))
    """The name folded for comparison, unique in the class: "Ana" and "ana " are one name."""
    pin_hash: Mapped[str | None] = mapped_column(String(255))
    """None until a login card is printed; without it nobody can sign in as this student."""
    level: Mapped[int | None]
    """The grade at which a teacher has this student practise, 1 to 8; None: not set. No student sees it."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    school_class: Mapped[SchoolClass] = relationship(back_populates="students")
