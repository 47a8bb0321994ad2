"""Thirty students from one network address sign in and are seated. The test prints how long that takes."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from classroom.hosting import hosted_app
from classroom.services.accounts import login_cards
from classroom.services.accounts.passwords import new_hasher
from classroom.services.classes import roster, school_classes
from classroom.services.sessions import class_sessions
from classroom.services.settings import TableSettings
from tests.factories import make_teacher
from tests.lesson.student import LoginCard as TypedCard
from tests.lesson.student import Student
from tests.over_http import LiveServer, PlainBrowser
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.timeout(400)]

STUDENTS = 30


@dataclass(frozen=True)
class Room:
    """A class with an open session, before anyone has signed in."""

    server: LiveServer
    code: str
    teacher: PlainBrowser
    session_url: str
    cards: list[login_cards.LoginCard]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Fill a server's database and start it. PINs are hashed at full cost, as in a school."""
    monkeypatch.setattr("classroom.services.accounts.passwords._hasher", new_hasher())
    server = LiveServer(tmp_path)
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        teacher_id = make_teacher("Alice Okafor").id
        school_class = school_classes.create_class(teacher_id=teacher_id, name="7B")
        class_id, code = school_class.id, school_class.code
        roster.add_students(class_id=class_id, text="\n".join(f"Student {one:02}" for one in range(STUDENTS)))
        cards = login_cards.new_cards(class_id=class_id)
        session_id = class_sessions.open_session(class_id=class_id, settings=TableSettings()).id
        cookie = cookie_of(app, teacher_id=teacher_id)
    server.start()
    yield Room(server, code, server.browser(cookie), f"/sessions/{session_id}", cards)
    server.stop()


def sign_in_with_pin(room: Room, card: login_cards.LoginCard) -> PlainBrowser:
    """Sign in with the class code, the name, and the PIN."""
    student = Student(TypedCard(card.name, room.code, card.secret), room.server, 0)
    student.sign_in()
    return student.browser


def sign_in_with_card(room: Room, card: login_cards.LoginCard) -> PlainBrowser:
    """Sign in with a scanned card. Post the token as the page's script does, from the part after the #."""
    browser = room.server.browser()
    browser.open("/card")
    assert browser.submit({"token": card.token}, form="/card").address == "/play"
    return browser


@pytest.mark.parametrize("sign_in", [sign_in_with_pin, sign_in_with_card])
def test_thirty_students_are_seated(room: Room, sign_in: Callable[[Room, login_cards.LoginCard], PlainBrowser]) -> None:
    began = time.perf_counter()
    with ThreadPoolExecutor(STUDENTS) as pool:  # all at once; a refused student fails the test
        browsers = list(pool.map(lambda card: sign_in(room, card), room.cards))
        signed_in = time.perf_counter()
        room.teacher.open(room.session_url)
        room.teacher.submit(form="/arrange")
        room.teacher.submit(form="/start")
        pages = list(pool.map(lambda browser: browser.open("/play"), browsers))
    seated = time.perf_counter()
    assert sum(bool(page.all("fieldset", id="hand")) for page in pages) == STUDENTS
    room.server.assert_no_faults()
    assert not any(card.token in room.server.console for card in room.cards)
    print(
        f"{sign_in.__name__}: {STUDENTS} students signed in after {signed_in - began:.1f} s, "
        f"seated after {seated - began:.1f} s"
    )
