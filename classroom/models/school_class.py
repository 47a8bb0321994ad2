"""Classes: a teacher's group of students with a code of its own."""

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
    """A class. Anyone who holds its row through a loader may see it."""

    __tablename__ = "school_classes"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    code: Mapped[str] = mapped_column(String(6), unique=True)
    """Six signs that students type; opens the list of names only while a session is on, or practice is allowed."""
    allows_practice: Mapped[bool] = mapped_column(default=False)
    """Whether its students may sign in between lessons and practice with bots."""
    secret_kind: Mapped[SecretKind] = mapped_column(String(8), default=SecretKind.PIN)
    """What the next login cards carry. Cards printed before keep theirs."""
    source_id: Mapped[str | None] = mapped_column(String(64), index=True)
    """What the school's own files call the class."""
    has_other_grades: Mapped[bool] = mapped_column(default=True)
    """Whether own levels may use other grades where those chosen are too hard, too easy, or were just asked."""
    newcomer_level: Mapped[int | None]
    """The level that students get who are added later; None: not set."""
    is_sample: Mapped[bool] = mapped_column(default=False)
    """Whether its students are invented, and play by themselves."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    archived_at: Mapped[datetime | None]
    """Since when the class is archived: its code no longer works, its reports can still be read."""

    has_link_requests: Mapped[bool] = column_property(
        exists().where(_LINK_REQUESTS.c.class_id == id)  # noqa: A003  (the column above)
    )
    """Whether accounts wait for a teacher to link them, or did in the last hours. Read with the row itself: pages of
    lessons ask very often."""

    teacher: Mapped[Teacher] = relationship()
    """Its owner, who alone may give it away or delete it."""
    co_teachers: Mapped[list[CoTeacher]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    students: Mapped[list[Student]] = relationship(
        back_populates="school_class", cascade="all, delete-orphan", passive_deletes=True
    )
    """Archived students too, in no order."""


class CoTeacher(Base):
    """A co-teacher of a class: may do what its owner does, except transfer or delete it."""

    __tablename__ = "class_teachers"

    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), primary_key=True)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True, index=True)
    added_at: Mapped[datetime] = mapped_column(default=clock.now)

    teacher: Mapped[Teacher] = relationship()
