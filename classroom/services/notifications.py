"""Notify open pages after a commit; see `classroom.live`."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, select

from classroom.database import after_commit, db, end_read, transaction
from classroom.live import get_bus, session_topic, student_topic
from classroom.live.notifications import PLAIN, TableVersion
from classroom.models import ClassSession, SchoolClass, SessionState
from classroom.services.attendance import joined_ids


def notify(class_session_id: str, student_ids: Iterable[str], version: TableVersion | None = None) -> None:
    """Notify the teacher's pages and some students' pages after the commit.

    :param version: the game's new version. Pages that already show it fetch nothing, so pass it only if it covers the
        whole change.
    """
    topics = [session_topic(class_session_id), *map(student_topic, student_ids)]
    bus, payload = get_bus(), PLAIN if version is None else str(version)
    after_commit(lambda: bus.publish(topics, payload))


def notify_students(student_ids: Iterable[str]) -> None:
    """Make these students' pages refresh after the commit."""
    bus, pages = get_bus(), list(map(student_topic, student_ids))
    after_commit(lambda: bus.publish(pages))


def note_change(class_session: ClassSession) -> None:
    """Raise the session's version, and notify everyone in it after the commit."""
    class_session.version += 1
    notify(class_session.id, joined_ids(class_session_id=class_session.id))


def notify_open_lessons() -> None:
    """Make the teachers' pages of all open lessons refresh now, independent of a commit."""
    found = db.session.execute(select(ClassSession.id).where(ClassSession.state != SessionState.ENDED)).scalars().all()
    end_read()
    get_bus().publish([session_topic(one) for one in found])


def notify_lessons(which: ColumnElement[bool]) -> None:
    """Make the teachers' pages of these classes' lessons refresh after the commit: some may lose access."""
    with transaction() as session:
        is_open = ClassSession.state != SessionState.ENDED
        found = session.execute(select(ClassSession.id).join(SchoolClass).where(which, is_open)).scalars().all()
        bus, pages = get_bus(), [session_topic(one) for one in found]
        after_commit(lambda: bus.publish(pages))
