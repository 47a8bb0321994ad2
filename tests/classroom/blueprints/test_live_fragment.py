"""What a page of live tables requests again: its fragment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.services.sessions import class_sessions, lobby
from tests.classroom.blueprints.test_live_page import fragment, show, version_of
from tests.classroom.services.learning.dealing import answer, current, start
from tests.factories import make_attendance, make_class_session

if TYPE_CHECKING:
    from classroom.models import ClassSession
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def class_session(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's session: two tables of four, just dealt; Alice is signed in."""
    page.sign_in(cast.alice)
    return start(8, school_class=cast.class_7b)


def test_page_and_fragment_have_the_same_content(page: PageClient, class_session: ClassSession) -> None:
    def without_tokens(shown: Page) -> str:
        lines = [line.strip() for line in shown.html.splitlines()]
        return "\n".join(line for line in lines if line and "csrf_token" not in line)

    whole, part = without_tokens(show(page, class_session)), without_tokens(fragment(page, class_session))
    assert part in whole


def test_unchanged_content_is_not_sent(page: PageClient, class_session: ClassSession) -> None:
    version = version_of(show(page, class_session))
    assert fragment(page, class_session, version, status=204).data == b""


def test_a_move_changes_the_fragment(page: PageClient, class_session: ClassSession) -> None:
    version = version_of(show(page, class_session))
    answer(current(class_session))
    assert version_of(fragment(page, class_session, version)) != version


def test_a_student_who_disconnects_changes_the_fragment(page: PageClient, class_session: ClassSession) -> None:
    version = version_of(show(page, class_session))
    class_session.attendances[0].seen_at = None
    db.session.commit()
    fragment(page, class_session, version)


def test_another_kind_of_page_is_redirected_to(page: PageClient, class_session: ClassSession) -> None:
    version = version_of(show(page, class_session))
    class_sessions.end_session(class_session_id=class_session.id)
    answered = fragment(page, class_session, version, status=204)
    assert answered.headers["HX-Redirect"] == page.url("sessions.show", class_session_id=class_session.id)


def test_the_lobby_redirects_to_the_tables(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b)
    make_attendance(class_session, cast.bob)
    version = version_of(show(page, class_session))
    assert fragment(page, class_session, version, status=204).headers.get("HX-Redirect") is None
    lobby.start_session(class_session_id=class_session.id)
    assert fragment(page, class_session, version, status=204).headers["HX-Redirect"]
