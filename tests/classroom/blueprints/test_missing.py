"""Missing students, in the lobby, on the page of all tables, and in a ticket: locked out, late, without a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.database import db
from classroom.live import get_bus, session_topic
from classroom.models import Attendance, ClassSession, SessionState
from classroom.presenters.moments import day_text
from classroom.services.accounts.login_cards import new_cards
from classroom.services.accounts.student_sign_in import locked_out
from classroom.services.classes import roster
from classroom.services.exit_tickets.answering import open_ticket
from classroom.services.play.games import stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.pauses import pause_session
from tests.classroom.replayed import readable
from tests.classroom.services.learning.dealing import current
from tests.classroom.services.sessions.joining import join
from tests.factories import lock_out, make_class_session, make_login_failure, make_school_class, make_student
from tests.page_client import PageClient
from tests.page_lint import text_of
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page

STATES = [SessionState.LOBBY, SessionState.PLAYING, SessionState.PAUSED, SessionState.TICKET]


@pytest.fixture
def class_session(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's lobby with two students; Bob is missing. Alice is signed in."""
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b)
    join(class_session, 2)
    return class_session


@pytest.fixture(params=nightly_except({SessionState.LOBBY, SessionState.PLAYING}, STATES))
def anywhere(class_session: ClassSession, request: pytest.FixtureRequest) -> ClassSession:
    """The same session in its lobby, in games, in paused games, or in its exit ticket."""
    if request.param is not SessionState.LOBBY:
        lobby.start_session(class_session_id=class_session.id)
    if request.param is SessionState.PAUSED:
        pause_session(class_session_id=class_session.id)
    if request.param is SessionState.TICKET:
        open_ticket(class_session_id=class_session.id, seconds=60)
    return class_session


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The session's page."""
    return page.get("sessions.show", class_session_id=class_session.id)


def locked(shown: Page) -> list[str]:
    """Return who is locked out, according to the page."""
    return [text_of(one) for part in shown.all("section", id="locked-out") for one in part.iter("b")]


class TestUnlocking:
    def test_nothing_is_shown_while_everyone_can_sign_in(self, page: PageClient, anywhere: ClassSession) -> None:
        shown = show(page, anywhere)
        assert shown.all("section", id="locked-out") == []
        assert "locked out" not in shown.text

    def test_a_locked_out_student_can_be_unlocked(self, page: PageClient, cast: Cast, anywhere: ClassSession) -> None:
        lock_out(cast.bob)
        assert locked(show(page, anywhere)) == ["Bob"]
        page.submit({"student": cast.bob.id}, form="/unlock")
        assert locked_out(class_id=cast.class_7b.id) == frozenset()
        shown = page.follow()
        assert shown.address == page.url("sessions.show", class_session_id=anywhere.id)
        assert "can sign in again now" in shown.text
        assert locked(shown) == []

    def test_all_students_can_be_unlocked_at_once(self, page: PageClient, cast: Cast, anywhere: ClassSession) -> None:
        zoe = make_student("Zoe", school_class=cast.class_7b)
        lock_out(cast.bob)
        assert show(page, anywhere).all("button", id="unlock-all") == []
        lock_out(zoe)
        shown = show(page, anywhere)
        assert locked(shown) == ["Bob", "Zoe"]
        assert text_of(shown.one("button", id="unlock-all")) == "Unlock all 2"
        page.submit({"everyone": "yes"}, form="/unlock")
        assert locked(page.follow()) == []

    def test_the_teacher_is_warned_of_guessing(
        self, page: PageClient, cast: Cast, anywhere: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        for _ in range(4):
            for student in (make_student(school_class=cast.class_7b) for _ in range(3)):
                make_login_failure(f"pin:{student.id}")
        make_login_failure(f"pin:{cast.charlie.id}")
        for _ in range(2):
            make_login_failure(f"pin:{cast.bob.id}")
        assert "guessing" not in show(page, anywhere).text
        make_login_failure(f"pin-known:{cast.bob.id}")
        shown = show(page, anywhere)
        assert "Someone may be guessing PINs" in shown.text
        assert "15 wrong PINs in this class" in shown.text
        assert locked(shown) == []
        frozen_clock.move_on(minutes=50)
        assert "guessing" in show(page, anywhere).text
        frozen_clock.move_on(minutes=10)
        assert "guessing" not in show(page, anywhere).text

    def test_a_polling_page_gets_its_fragment(self, page: PageClient, cast: Cast, anywhere: ClassSession) -> None:
        lock_out(cast.bob)
        kind = {SessionState.LOBBY: "lobby", SessionState.TICKET: "ticket"}.get(SessionState(anywhere.state), "live")
        assert show(page, anywhere).form("/unlock").fields["back"] == kind
        data = {"student": cast.bob.id, "back": kind}
        part = page.post("sessions.unlock", data, class_session_id=anywhere.id, htmx=True, status=200)
        assert part.all("nav") == []
        assert "can sign in again now" in part.text
        assert locked(part) == []
        assert "can sign in again now" not in show(page, anywhere).text  # it is announced once

    def test_an_outdated_page_redirects_to_the_current_one(
        self, page: PageClient, cast: Cast, class_session: ClassSession
    ) -> None:
        lobby.start_session(class_session_id=class_session.id)
        data = {"student": cast.bob.id, "back": "lobby"}
        where = {"class_session_id": class_session.id}
        answered = page.post("sessions.unlock", data, htmx=True, status=204, **where)
        assert answered.headers["HX-Redirect"] == page.url("sessions.show", **where)

    def test_students_with_an_open_page_are_not_listed(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        ana = class_session.attendances[0].student
        lock_out(ana)
        assert locked(show(page, class_session)) == []
        frozen_clock.move_on(minutes=2)
        assert locked(show(page, class_session)) == [ana.name]

    def test_a_lock_expires(
        self, page: PageClient, cast: Cast, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        lock_out(cast.bob)
        version = show(page, class_session).one("input", name="version").get("value", "")
        session_id = class_session.id
        page.get("sessions.fragment", class_session_id=session_id, version=version, htmx=True, status=204)
        frozen_clock.move_on(minutes=15)
        part = page.get("sessions.fragment", class_session_id=session_id, version=version, htmx=True)
        assert locked(part) == []

    def test_archived_students_are_not_shown(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        lock_out(cast.bob)
        roster.archive_student(student_id=cast.bob.id)
        assert locked(show(page, class_session)) == []

    @pytest.mark.parametrize("student", ["", "unknown", "<b>", "x" * 5000])
    def test_unknown_students_are_rejected(self, page: PageClient, class_session: ClassSession, student: str) -> None:
        page.post("sessions.unlock", {"student": student}, class_session_id=class_session.id, status=404)

    def test_students_of_other_classes_are_not_unlocked(
        self, page: PageClient, cast: Cast, class_session: ClassSession
    ) -> None:
        for stranger in (cast.charlie, make_student(school_class=make_school_class(teacher=cast.alice))):
            lock_out(stranger)
            data = {"student": stranger.id}
            page.post("sessions.unlock", data, class_session_id=class_session.id, status=404)
            assert locked_out(class_id=stranger.class_id) == {stranger.id}

    def test_a_page_polls_without_events(self, page: PageClient, class_session: ClassSession) -> None:
        assert show(page, class_session).one("div", id="live").get("data-live-every") == "10000"
        lobby.start_session(class_session_id=class_session.id)
        open_ticket(class_session_id=class_session.id, seconds=60)
        assert show(page, class_session).one("div", id="live").get("data-live-every") == "10000"


class TestWithoutADevice:
    @pytest.fixture
    def shared(self, class_session: ClassSession) -> ClassSession:
        """Games at a table with one shared device."""
        lobby.start_session(class_session_id=class_session.id)
        current(class_session).is_shared = True
        db.session.commit()
        return class_session

    def test_a_late_student_is_recorded_and_waits(self, page: PageClient, cast: Cast, shared: ClassSession) -> None:
        show(page, shared)
        page.submit({"student": cast.bob.id}, form="/here")
        assert not db.session.get_one(Attendance, (shared.id, cast.bob.id)).has_device
        waiting = text_of(page.follow().one("section", id="waiting"))
        assert waiting.startswith("1 student without a table Late students join a table with its next game.")
        assert "Bob no device" in waiting

    def test_recording_is_offered_only_with_a_shared_device(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        lobby.start_session(class_session_id=class_session.id)
        shown = show(page, class_session)
        assert "Bob" in text_of(shown.one("details", id="absent"))
        assert not any(form.action.endswith("/here") for form in shown.forms())

    def test_recording_after_the_lesson_is_refused(self, page: PageClient, cast: Cast, shared: ClassSession) -> None:
        class_sessions.end_session(class_session_id=shared.id)
        page.post("sessions.here", {"student": cast.bob.id}, class_session_id=shared.id, status=409)


class TestLate:
    @pytest.fixture
    def late(self, class_session: ClassSession) -> list[str]:
        """Four at a table, of whom two give their seats to bots; two come late and wait too."""
        join(class_session, 2)
        lobby.start_session(class_session_id=class_session.id)
        for seat in (0, 1):
            give_seat(game_id=current(class_session).id, seat=seat, student_id=None)
        return [one.id for one in join(class_session, 2)]

    def proposed(self, shown: Page, student_id: str) -> str | None:
        """Return the seat that is preselected for a student who waits."""
        (one,) = (one for one in shown.one("select", id=f"seat-of-{student_id}") if one.get("selected") is not None)
        return one.get("value")

    def test_each_student_is_offered_a_different_seat(
        self, page: PageClient, class_session: ClassSession, late: list[str]
    ) -> None:
        proposed = {self.proposed(show(page, class_session), student_id) for student_id in late}
        assert len(proposed) == 2

    def test_tables_are_described(self, page: PageClient, class_session: ClassSession, late: list[str]) -> None:
        def seats() -> list[str]:
            return [text_of(one) for one in show(page, class_session).one("select", id=f"seat-of-{late[0]}")]

        assert seats() == ["Table 1, Blue: bot’s seat", "Table 1, Green: bot’s seat", "New table with a bot"]
        current(class_session).is_shared = True
        db.session.commit()
        assert seats()[0] == "Table 1 (one device), Blue: bot’s seat"
        stop_game(game_id=current(class_session).id)
        assert seats()[0] == "Table 1 (one device, game over), Blue: bot’s seat"


class TestDevices:
    @pytest.fixture
    def token(self, cast: Cast) -> str:
        """The token in the QR code of Bob's card."""
        return new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])[0].token

    def test_a_second_device_is_shown_at_once_and_signed_out(
        self, page: PageClient, cast: Cast, anywhere: ClassSession, token: str
    ) -> None:
        first, second = scan(PageClient(page.app), token), PageClient(page.app)
        ear = get_bus().subscribe(session_topic(anywhere.id))
        scan(first, token)  # on the same device: the earlier sign-in has ended
        assert doubled(show(page, anywhere)) == []
        ear.take()
        scan(second, token)
        assert ear.take() is not None
        assert doubled(show(page, anywhere)) == ["Bob"]
        page.submit({"student": cast.bob.id}, form="/sign-out-student")
        assert doubled(page.follow()) == []
        for device in (first, second):
            device.get("play.show", status=303)

    def test_the_newest_device_can_stay_signed_in(
        self, page: PageClient, cast: Cast, anywhere: ClassSession, token: str, frozen_clock: FrozenClock
    ) -> None:
        devices = [PageClient(page.app) for _ in range(3)]
        for device in devices:
            scan(device, token)
            frozen_clock.move_on(minutes=1)
        assert doubled(show(page, anywhere)) == ["Bob"]
        page.submit({"older": cast.bob.id}, form="/sign-out-student")
        shown = page.follow()
        assert doubled(shown) == []
        assert "Bob stays signed in on the newer device." in readable(shown.text)
        for device, status in zip(devices, (303, 303, 200), strict=True):
            device.get("play.show", status=status)

    def test_an_old_sign_in_does_not_count(
        self, page: PageClient, class_session: ClassSession, token: str, frozen_clock: FrozenClock
    ) -> None:
        scan(PageClient(page.app), token)
        class_sessions.end_session(class_session_id=class_session.id)
        frozen_clock.move_on(minutes=21)
        later = make_class_session(class_session.school_class)
        scan(PageClient(page.app), token)
        assert doubled(show(page, later)) == []

    def test_a_sign_in_of_the_day_before_does_not_count_in_a_session_left_open(
        self, page: PageClient, cast: Cast, anywhere: ClassSession, token: str, frozen_clock: FrozenClock
    ) -> None:
        scan(PageClient(page.app), token)
        frozen_clock.move_on(hours=22)
        scan(PageClient(page.app), token)
        page.sign_in(cast.alice)
        assert doubled(show(page, anywhere)) == []


class TestTheDayAfter:
    def test_a_session_left_open_says_from_which_day_it_is(
        self, page: PageClient, cast: Cast, anywhere: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        end = page.url("sessions.ask_end", class_session_id=anywhere.id)
        assert show(page, anywhere).all("a", id="end-earlier") == []
        opened = day_text(clock.local_day(anywhere.opened_at))
        frozen_clock.move_on(hours=24)
        page.sign_in(cast.alice)
        shown = show(page, anywhere)
        assert f"This session was opened on {opened}" in shown.text
        assert shown.one("a", id="end-earlier").get("href") == end


def scan(page: PageClient, token: str) -> PageClient:
    """Sign in with a card."""
    page.get("home.card")
    page.submit({"token": token}, form="/card", status=303)
    return page


def doubled(shown: Page) -> list[str]:
    """Return who is signed in on several devices, according to the page."""
    return [text_of(one) for part in shown.all("section", id="several-devices") for one in part.iter("b")]


def test_the_lobby_offers_cards_for_missing_students_without_one(
    page: PageClient, cast: Cast, class_session: ClassSession
) -> None:
    assert not show(page, class_session).all("a", id="print-cards")
    carol, _dan = [make_student(name, school_class=cast.class_7b, pin=None) for name in ("Carol", "Dan")]
    class_sessions.join_session(class_session_id=class_session.id, student_id=carol.id)
    shown = show(page, class_session)
    assert "1 student has no login card, and can’t sign in without one." in shown.text
    cards = page.url("classes.cards", class_id=cast.class_7b.id)
    assert shown.one("a", id="print-cards").get("href") == cards
