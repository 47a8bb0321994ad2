"""Whose classes are whose, and that open pages find out at once when that has changed."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, select

from classroom.database import after_commit, transaction
from classroom.live import get_bus, session_topic
from classroom.models import ClassSession, CoTeacher, SchoolClass, SessionState


def taught_by(teacher_id: str) -> ColumnElement[bool]:
    """The classes that a teacher owns or teaches too."""
    too = select(CoTeacher.class_id).where(CoTeacher.teacher_id == teacher_id)
    return or_(SchoolClass.teacher_id == teacher_id, SchoolClass.id.in_(too))


def poke_lessons(which: ColumnElement[bool]) -> None:
    """Once committed, let the teachers' pages of these classes' lessons ask again: some may see them no longer."""
    with transaction() as session:
        is_open = ClassSession.state != SessionState.ENDED
        found = session.execute(select(ClassSession.id).join(SchoolClass).where(which, is_open)).scalars().all()
        bus, pages = get_bus(), [session_topic(one) for one in found]
        after_commit(lambda: bus.publish(pages))
