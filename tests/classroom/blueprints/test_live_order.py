"""The order of live tables, its announcements, the fragment, and what is not sent to a page twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from classroom.database import db
from classroom.services.play import games
from classroom.services.sessions import class_sessions, lobby
from tests.classroom.blueprints.test_live_page import fragment, order, see_everyone, show, version_of
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join
from tests.factories import make_attendance, make_class_session
from tests.page_lint import text_of

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


class TestOrder:
    def test_to_visit_then_playing_then_finished(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        join(class_session, 12)
        page.post("sessions.seat_waiting", class_session_id=class_session.id)
        first, *_ = games.current_games(class_session_id=class_session.id)
        games.stop_game(game_id=first.id)
        frozen_clock.move_on(minutes=2)
        answer(current(class_session, 3))
        frozen_clock.move_on(minutes=2)
        see_everyone(class_session, frozen_clock)
        for playing in (1, 4):
            answer(current(class_session, playing))
        shown = show(page, class_session)
        assert order(shown) == ["table-3", "table-4", "table-2", "table-5", "table-1"]
        assert text_of(shown.one("p", id="check-first")) == "Check first: table 3."
        assert shown.one("p", id="check-first").get("role") == "status"

    def test_announcements_name_only_the_table(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        """Another reason at the same table, or a longer wait, is not announced again."""
        messages = []
        for minutes in (0, 2, 3, 7):
            frozen_clock.move_on(minutes=minutes)
            see_everyone(class_session, frozen_clock)
            messages.append(text_of(show(page, class_session).one("p", id="check-first")))
        assert messages == ["", *["Check first: table 1."] * 3]

    def test_hidden_misses_change_neither_order_nor_count(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        for _ in range(16):
            frozen_clock.move_on(seconds=1)
            answer(current(class_session, 1), rightly=False)
        see_everyone(class_session, frozen_clock)
        assert order(show(page, class_session)) == ["table-2", "table-1"]
        values: dict[str, Any] = {"class_session_id": class_session.id, "hide-misses": "1"}
        hidden = page.get("sessions.fragment", htmx=True, **values)
        assert order(hidden) == ["table-1", "table-2"]
        assert "to check" not in hidden.text
        assert "iss" not in hidden.text  # missed, misses
        assert text_of(hidden.one("p", id="check-first")) == ""


class TestDifferences:
    def test_unchanged_tables_are_omitted(self, page: PageClient, class_session: ClassSession) -> None:
        shown = show(page, class_session)
        parts = re.findall(r'id="((?:table|tiles)-\d)"(?: [\w-]+="[^"]*")*? data-part="([^"]+)"', shown.html)
        assert len(parts) == 4
        answer(current(class_session))
        whole = fragment(page, class_session, version_of(shown))
        page.headers = {
            "X-Shown-Version": version_of(shown),
            "X-Shown-Parts": ",".join(f"{name}={digest}" for name, digest in parts),
        }
        sent = fragment(page, class_session, version_of(shown))
        assert f'<template data-since="{version_of(shown)}">' in sent.html
        assert re.findall(r'data-kept="([\w-]+)"', sent.html) == ["tiles-1", "table-2"]
        assert len(sent.data) < len(whole.data) * 0.7
        page.headers = {"X-Shown-Parts": page.headers["X-Shown-Parts"]}  # it cannot apply differences
        assert "<template" not in fragment(page, class_session, version_of(shown)).html


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
