"""Who has a page open, however often it is reloaded, with and without a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.live import presence
from classroom.live.presence import OpenPage
from classroom.models import Attendance
from tests.factories import make_attendance

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, scoped_session

    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient


@pytest.fixture
def attendance(db_session: scoped_session[Session], frozen_clock: FrozenClock) -> Attendance:
    """A student who has joined, with no page open."""
    return make_attendance()


def page_of(attendance: Attendance) -> OpenPage:
    """Return a page of the student."""
    return OpenPage(class_session_id=attendance.class_session_id, student_id=attendance.student_id)


def is_here(attendance: Attendance) -> bool:
    """Return whether the student counts as connected, after all pending records are written."""
    presence.write_seen()
    db.session.refresh(attendance)
    return presence.is_connected(attendance.seen_at)


def test_a_student_is_connected_until_the_page_is_closed(attendance: Attendance, frozen_clock: FrozenClock) -> None:
    assert not is_here(attendance)
    page = page_of(attendance)
    page.alive()
    assert is_here(attendance)
    page.gone()
    frozen_clock.move_on(seconds=4)
    assert not is_here(attendance)


@pytest.mark.parametrize("is_noticed_late", [True, False])
def test_a_reload_does_not_count_as_leaving(
    attendance: Attendance, frozen_clock: FrozenClock, is_noticed_late: bool
) -> None:
    old, new = page_of(attendance), page_of(attendance)
    old.alive()
    for step in (new.alive, old.gone) if is_noticed_late else (old.gone, new.alive):
        step()
        assert is_here(attendance)
        frozen_clock.move_on(seconds=2)
    frozen_clock.move_on(seconds=10)
    assert is_here(attendance)
    new.gone()
    frozen_clock.move_on(seconds=4)
    assert not is_here(attendance)


def test_a_stream_that_never_began_marks_no_one_as_disconnected(attendance: Attendance) -> None:
    page = page_of(attendance)
    page.alive()
    page_of(attendance).gone()
    assert is_here(attendance)


def test_a_silent_page_counts_as_closed_after_a_while(attendance: Attendance, frozen_clock: FrozenClock) -> None:
    page_of(attendance).alive()
    assert is_here(attendance)
    frozen_clock.move_on(seconds=39)
    assert is_here(attendance)
    frozen_clock.move_on(seconds=2)
    assert not is_here(attendance)


def test_a_polling_page_counts_as_connected(
    page: PageClient, attendance: Attendance, frozen_clock: FrozenClock
) -> None:
    page.sign_in(attendance.student).get("play.show")
    assert is_here(attendance)
    for _ in range(3):
        frozen_clock.move_on(seconds=30)
        page.get("play.fragment", htmx=True)
        assert is_here(attendance)


def test_affected_sessions_are_returned_once(attendance: Attendance) -> None:
    other = make_attendance(attendance.class_session)
    for one in (attendance, other):
        page_of(one).alive()
    assert presence.write_seen() == [attendance.class_session_id]
    assert presence.write_seen() == []


def test_staying_connected_is_saved_without_a_notification(attendance: Attendance, frozen_clock: FrozenClock) -> None:
    page = page_of(attendance)
    page.alive()
    assert presence.write_seen() == [attendance.class_session_id]
    for _ in range(6):
        frozen_clock.move_on(seconds=12)
        page.alive()
        assert presence.write_seen() == []
        assert is_here(attendance)
    page.gone()
    frozen_clock.move_on(seconds=4)
    assert presence.write_seen() == [attendance.class_session_id]
    page.alive()
    assert presence.write_seen() == [attendance.class_session_id]


def test_students_who_left_the_session_are_not_recorded(attendance: Attendance) -> None:
    page = page_of(attendance)
    db.session.delete(attendance)
    db.session.commit()
    page.alive()
    presence.write_seen()
    assert db.session.query(Attendance).count() == 0


def test_closed_pages_are_removed_from_memory(attendance: Attendance, frozen_clock: FrozenClock) -> None:
    others = [make_attendance(attendance.class_session) for _ in range(3)]
    pages = [page_of(one) for one in (attendance, attendance, *others)]
    for page in pages:
        page.alive()
    for page in pages:
        page.gone()
    presence.note_seen(class_session_id=attendance.class_session_id, student_id=attendance.student_id)
    frozen_clock.move_on(seconds=4)
    presence.write_seen()
    assert (presence._open, presence._seen, presence._closed) == ({}, {}, {})
