"""Notifications of open pages after a commit; see `classroom.live`."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, select

from classroom.database import after_commit, db, transaction
from classroom.live import get_bus, session_topic, student_topic
from classroom.live.notifications import PLAIN, TableVersion
from classroom.models import ClassSession, SchoolClass, SessionState
from classroom.services.attendance import attendances_of


def notify(class_session_id: str, student_ids: Iterable[str], version: TableVersion | None = None) -> None:
    """Once committed, notify the teacher's screens and those of some students.

    :param version: how far the change has brought a game. Pages that show it already fetch nothing: give it only if
        they then show the whole change.
    """
    topics = [session_topic(class_session_id), *map(student_topic, student_ids)]
    bus, payload = get_bus(), PLAIN if version is None else str(version)
    after_commit(lambda: bus.publish(topics, payload))


def note_change(class_session: ClassSession) -> None:
    """Raise the session's version and, once committed, notify everyone in it."""
    class_session.version += 1
    students = [one.student_id for one in attendances_of(class_session_id=class_session.id)]
    notify(class_session.id, students)


def notify_open_lessons() -> None:
    """Let the teachers' pages of all open lessons ask again, at once: nothing need be committed, or can be."""
    found = db.session.execute(select(ClassSession.id).where(ClassSession.state != SessionState.ENDED)).scalars().all()
    db.session.rollback()
    get_bus().publish([session_topic(one) for one in found])


def notify_lessons(which: ColumnElement[bool]) -> None:
    """Once committed, let the teachers' pages of these classes' lessons ask again: some may see them no longer."""
    with transaction() as session:
        is_open = ClassSession.state != SessionState.ENDED
        found = session.execute(select(ClassSession.id).join(SchoolClass).where(which, is_open)).scalars().all()
        bus, pages = get_bus(), [session_topic(one) for one in found]
        after_commit(lambda: bus.publish(pages))
