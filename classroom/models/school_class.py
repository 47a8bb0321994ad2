"""Classes: a teacher's group of students with a class code."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, column, exists, table
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id
from classroom.models.student import SecretKind, Student
from classroom.models.teacher import Teacher

_LINK_REQUESTS = table("link_requests", column("class_id"))


class SchoolClass(Base):
    """A class. Holding a row from a loader implies the right to see it."""

    __tablename__ = "school_classes"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    code: Mapped[str] = mapped_column(String(6), unique=True)
    """Six characters that students type. Shows the students' names only during a session, or if practice is allowed."""
    allows_practice: Mapped[bool] = mapped_column(default=False)
    """Whether its students may sign in between lessons to practice with bots."""
    secret_kind: Mapped[SecretKind] = mapped_column(String(8), default=SecretKind.PIN)
    """The secret on future login cards. Printed cards keep theirs."""
    source_id: Mapped[str | None] = mapped_column(String(64), index=True)
    """The class's ID in the school's files."""
    has_other_grades: Mapped[bool] = mapped_column(default=True)
    """Whether own levels may use other grades if equations of those chosen are too hard, too easy, or recent."""
    newcomer_level: Mapped[int | None]
    """The level of students added later; None if not set."""
    is_sample: Mapped[bool] = mapped_column(default=False)
    """Whether its students are simulated."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    archived_at: Mapped[datetime | None]
    """When the class was archived: its code no longer works, but its reports can be read."""

    has_link_requests: Mapped[bool] = column_property(
        exists().where(_LINK_REQUESTS.c.class_id == id)  # noqa: A003  (the column above)
    )
    """Whether accounts are waiting to be linked, or were recently. Stored here because lesson pages check it very
    often."""

    teacher: Mapped[Teacher] = relationship()
    """Its owner, the only one who may transfer or delete it."""
    co_teachers: Mapped[list[CoTeacher]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    students: Mapped[list[Student]] = relationship(
        back_populates="school_class", cascade="all, delete-orphan", passive_deletes=True
    )
    """Including archived students, in no order."""


class CoTeacher(Base):
    """A co-teacher of a class: may do what its owner does, except transfer or delete it."""

    __tablename__ = "class_teachers"

    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), primary_key=True)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True, index=True)
    added_at: Mapped[datetime] = mapped_column(default=clock.now)

    teacher: Mapped[Teacher] = relationship()
