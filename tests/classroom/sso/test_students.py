"""Students who sign in with a school account: linked by their teacher first, then at once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest
from joserfc.jwk import RSAKey
from sqlalchemy import select

from classroom.database import db
from classroom.models import AuditAction, AuditEntry, LinkRequest, LoginFailure, LoginSession, SchoolClass, Student
from classroom.oidc_settings import OidcService
from classroom.services.accounts import connections, lockdown, school_accounts
from classroom.services.classes import roster
from tests.classroom.sso.provider import CLIENT_ID, CLIENT_SECRET, Provider
from tests.classroom.sso.steering import come_back, go
from tests.factories import make_class_session, make_login_failure, make_school_class, make_student
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock

FAILED = "That sign-in didn’t work. Ask your teacher."
WAITING = "Your teacher will link your account."


@pytest.fixture(autouse=True)
def playing(cast: Cast, provider: Provider) -> SchoolClass:
    """7B, with a lesson; at the provider Bob is signed in."""
    make_class_session(cast.class_7b)
    provider.subject, provider.name = "child-4", "bob"
    return cast.class_7b


def subject(provider: Provider) -> str:
    return f"{provider.issuer} {provider.subject}"


def link(student: Student, provider: Provider) -> None:
    student.oidc_subject = subject(provider)
    db.session.commit()


def sign_in(page: PageClient, provider: Provider, code: str | None, *, status: int = 303) -> str:
    values = {} if code is None else {"code": code}
    return come_back(page, go(page, provider, "student_sso.sign_in", **values), status=status)


def who_is_in() -> list[str]:
    """The students who are signed in somewhere."""
    return [one.student_id for one in db.session.execute(select(LoginSession)).scalars() if one.student_id]


def requests() -> list[LinkRequest]:
    db.session.expire_all()
    return list(db.session.execute(select(LinkRequest)).scalars())


def test_a_teacher_links_a_student_who_is_then_signed_in(
    page: PageClient, new_teacher: PageClient, provider: Provider, cast: Cast
) -> None:
    shown = page.get("home.names", code=cast.class_7b.code)
    address = shown.link("Sign in with Northside Login")
    sent = page.open(address, status=302).redirect
    assert sent is not None
    assert "prompt=select_account" in sent
    assert cast.class_7b.code not in sent
    assert come_back(page, provider.authorize(sent), status=303) == page.url("student_sso.wait")
    assert WAITING in page.follow().text
    page.submit({}, form="/school-sign-in/students/waiting", status=200)
    page.post("student_sso.retry", {"shown": "asked"}, status=204, htmx=True)

    assert "1 student is waiting for you" in new_teacher.get("classes.show", class_id=cast.class_7b.id).text
    accounts = new_teacher.get("classes.school_accounts", class_id=cast.class_7b.id)
    (request,) = requests()
    assert accounts.form("/school-accounts").fields[f"student-{request.id}"] == cast.bob.id  # "bob" is Bob
    assert provider.subject not in accounts.html
    new_teacher.submit(form="/school-accounts")
    assert "1 account linked." in new_teacher.follow().text
    assert requests() == []
    assert cast.bob.oidc_subject == subject(provider)

    page.get("student_sso.wait")
    page.submit({}, form="/school-sign-in/students/waiting")
    assert page.last is not None
    assert page.last.redirect == page.url("play.show")
    assert who_is_in().count(cast.bob.id) == 1
    page.post("auth.sign_out")
    assert sign_in(page, provider, None) == page.url("play.show")
    log = db.session.execute(select(AuditEntry).filter_by(action=AuditAction.STUDENT_LINKED)).scalar_one()
    assert (log.actor, log.subject) == (f"teacher:{cast.alice.id}", f"student:{cast.bob.id}")


@pytest.fixture
def new_teacher(school_app: Flask, cast: Cast) -> PageClient:
    return PageClient(school_app).sign_in(cast.alice)


def test_the_lesson_page_counts_waiting_accounts(
    page: PageClient, new_teacher: PageClient, provider: Provider, playing: SchoolClass
) -> None:
    sign_in(page, provider, playing.code)
    session_id = new_teacher.get("classes.show", class_id=playing.id).link("Go to the session").rpartition("/")[2]
    assert "1 student is waiting for you" in new_teacher.get("sessions.show", class_session_id=session_id).text


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"aud": "another-app"},
        {"iss": "https://accounts.example"},
        {"exp": 1_700_003_600, "iat": 1_700_000_000},  # of the year 2023
        {"sub": ""},
    ],
    ids=str,
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(
    page: PageClient, provider: Provider, cast: Cast, claims: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    link(cast.bob, provider)
    provider.claims = claims
    with caplog.at_level(logging.INFO):
        assert FAILED in sign_in(page, provider, cast.class_7b.code, status=422)
    assert who_is_in() == []
    assert requests() == []
    assert provider.name not in caplog.text
    assert provider.subject not in caplog.text


def test_a_token_with_another_signature_is_refused(page: PageClient, provider: Provider, cast: Cast) -> None:
    link(cast.bob, provider)
    provider.signs_with = RSAKey.generate_key(2048, {"kid": "first"})
    assert FAILED in sign_in(page, provider, None, status=422)


def test_coming_back_twice_signs_no_one_in(page: PageClient, provider: Provider, cast: Cast) -> None:
    link(cast.bob, provider)
    address = go(page, provider, "student_sso.sign_in")
    come_back(page, address, status=303)
    page.post("auth.sign_out")
    assert FAILED in come_back(page, address, status=422)
    assert who_is_in() == []


def test_a_state_is_valid_for_its_purpose_class_and_browser(
    page: PageClient, school_app: Flask, provider: Provider, cast: Cast
) -> None:
    link(cast.bob, provider)
    connections.connect(teacher_id=cast.alice.id, subject=subject(provider))
    of_student = go(page, provider, "student_sso.sign_in", code=cast.class_7b.code)
    assert "School sign-in didn’t work." in come_back(page, of_student.replace("/students/", "/"), status=422)
    of_teacher = go(page, provider, "sso.sign_in")
    assert FAILED in come_back(page, of_teacher.replace("/callback", "/students/callback"), status=422)
    of_class = go(page, provider, "student_sso.sign_in", code=cast.class_7b.code)
    assert FAILED in come_back(page, of_class.replace(cast.class_7b.id, cast.class_8c.id), status=422)
    assert FAILED in come_back(PageClient(school_app), of_class, status=422)
    assert who_is_in() == []


def test_without_a_class_code_an_unknown_account_is_asked_for_one(page: PageClient, provider: Provider) -> None:
    page.get("home.show").link("Sign in with Northside Login")
    assert "Type your class code first." in sign_in(page, provider, None, status=403)
    assert requests() == []


def test_a_wrong_code_is_refused_before_the_service_is_asked(page: PageClient, provider: Provider) -> None:
    page.get("student_sso.sign_in", code="zzzzzz", status=422)
    assert provider.seen == []


def test_a_class_that_is_not_playing_admits_no_one(page: PageClient, provider: Provider, cast: Cast) -> None:
    assert "isn’t playing yet" in sign_in(page, provider, cast.class_8c.code, status=409)
    link(cast.charlie, provider)
    assert sign_in(page, provider, None) == page.url("student_sso.wait")
    assert "isn’t playing yet" in page.follow().text
    make_class_session(cast.class_8c)
    page.submit({}, form="/school-sign-in/students/waiting")
    assert who_is_in() == [cast.charlie.id]


def test_a_student_chooses_one_of_two_open_classes(page: PageClient, provider: Provider, cast: Cast) -> None:
    make_class_session(cast.class_8c)
    link(cast.bob, provider)
    link(cast.charlie, provider)
    sign_in(page, provider, None)
    shown = page.follow()
    assert "Which class are you in now?" in shown.text
    page.post("student_sso.retry", {"student": make_student(school_class=cast.class_7b).id}, status=200)
    assert who_is_in() == []
    page.post("student_sso.retry", {"student": cast.charlie.id})
    assert who_is_in() == [cast.charlie.id]


def test_an_archived_student_does_not_get_in(page: PageClient, provider: Provider, cast: Cast) -> None:
    link(cast.bob, provider)
    roster.archive_student(student_id=cast.bob.id)
    assert "Type your class code first." in sign_in(page, provider, None, status=403)
    sign_in(page, provider, cast.class_7b.code)
    assert who_is_in() == []
    ben = make_student("Ben", school_class=cast.class_7b)
    school_accounts.link_accounts(class_id=cast.class_7b.id, chosen={requests()[0].id: ben.id})
    db.session.expire_all()
    assert (cast.bob.oidc_subject, ben.oidc_subject) == (None, subject(provider))


def test_a_student_of_an_archived_class_is_told_so(page: PageClient, provider: Provider, cast: Cast) -> None:
    link(cast.bob, provider)
    cast.class_7b.archived_at = cast.class_7b.created_at
    db.session.commit()
    assert "This class is closed. Ask your teacher about your new class." in sign_in(page, provider, None, status=409)
    assert who_is_in() == []


def test_the_previous_student_is_mentioned(page: PageClient, provider: Provider, cast: Cast) -> None:
    link(cast.bob, provider)
    page.sign_in(make_student("Carol", school_class=cast.class_7b))
    sign_in(page, provider, None)
    assert "Bob is signed in. Carol was signed out." in page.follow().text.replace("\u2068", "").replace("\u2069", "")


def test_a_dismissed_student_asks_the_teacher(
    page: PageClient, new_teacher: PageClient, provider: Provider, playing: SchoolClass
) -> None:
    sign_in(page, provider, playing.code)
    new_teacher.get("classes.school_accounts", class_id=playing.id)
    new_teacher.post("classes.dismiss_account", {"account": requests()[0].id}, class_id=playing.id)
    assert (
        "Your account isn’t linked." in page.post("student_sso.retry", {"shown": "asked"}, htmx=True, status=200).text
    )
    page.get("student_sso.wait", status=303)


def test_waiting_too_long_requires_signing_in_again(
    page: PageClient, provider: Provider, cast: Cast, frozen_clock: FrozenClock
) -> None:
    sign_in(page, provider, cast.class_7b.code)
    link(cast.bob, provider)
    frozen_clock.move_on(minutes=31)
    page.post("student_sso.retry", {})
    assert who_is_in() == []


def test_thats_not_me_forgets_the_account(page: PageClient, provider: Provider, cast: Cast) -> None:
    sign_in(page, provider, cast.class_7b.code)
    page.follow()
    page.submit({}, form="/school-sign-in/students/stop")
    link(cast.bob, provider)
    page.post("student_sso.retry", {})
    assert who_is_in() == []


def test_a_lockdown_keeps_students_out(page: PageClient, provider: Provider, cast: Cast) -> None:
    lockdown.lock_down()
    assert "closed for now" in sign_in(page, provider, cast.class_7b.code, status=403)
    link(cast.bob, provider)
    assert "closed for now" in sign_in(page, provider, None, status=403)
    assert (who_is_in(), requests()) == ([], [])


def test_the_number_of_requests_for_a_class_is_limited(
    page: PageClient, school_app: Flask, provider: Provider, playing: SchoolClass, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.get("home.names", code=playing.code)  # gets the cookie of the device
    sign_in(page, provider, playing.code)
    sign_in(page, provider, playing.code)  # the same account counts once
    (asked,) = db.session.execute(select(LoginFailure)).scalars()
    for _ in range(9):
        make_login_failure(asked.scope, device=asked.device)
    provider.subject = "stranger"
    assert "Too many tries on this device" in sign_in(page, provider, playing.code, status=429)
    monkeypatch.setattr(school_accounts, "MOST_REQUESTS", 1)
    other = PageClient(school_app)
    other.get("home.names", code=playing.code)
    assert "Too many students are waiting" in sign_in(other, provider, playing.code, status=429)
    assert len(requests()) == 1


def test_a_request_expires_after_a_day(
    page: PageClient, provider: Provider, playing: SchoolClass, frozen_clock: FrozenClock
) -> None:
    sign_in(page, provider, playing.code)
    frozen_clock.move_on(hours=25)
    assert school_accounts.requests_of(class_id=playing.id) == []
    assert school_accounts.count_requests(class_id=playing.id) == 0
    school_accounts.forget_old_requests()
    assert requests() == []


def test_a_name_that_the_token_leaves_out_is_asked_for(
    page: PageClient, provider: Provider, playing: SchoolClass
) -> None:
    provider.claims = {"name": None}
    provider.user_info = {"sub": provider.subject, "name": "Ana Silva"}
    sign_in(page, provider, playing.code)
    assert [one.name for one in requests()] == ["Ana Silva"]
    provider.user_info = {"sub": "someone else", "name": "Bo"}
    assert FAILED in sign_in(page, provider, playing.code, status=422)


def test_a_name_that_cannot_be_shown_is_not_stored(page: PageClient, provider: Provider, playing: SchoolClass) -> None:
    provider.name = "Ana\u202e" + "x" * 50
    sign_in(page, provider, playing.code)
    assert [one.name for one in requests()] == [""]


def test_only_unambiguous_names_are_suggested(cast: Cast) -> None:
    ana, _, _ = (make_student(name, school_class=cast.class_7b) for name in ("Ana", "Cy", "Cyrus"))
    ana.name_in_file = "Ana Silva"
    make_student("Dan", school_class=cast.class_7b, oidc_subject="x dan")
    for number, name in enumerate(["ANA SILVA", "cy", "Cy", "Cyr", "Dan", ""]):
        db.session.add(LinkRequest(class_id=cast.class_7b.id, oidc_subject=f"x {number}", name=name))
    db.session.commit()
    names = {one.id: one.name for one in requests()}
    suggested = school_accounts.suggested_students(class_id=cast.class_7b.id)
    assert {names[one]: student for one, student in suggested.items()} == {"ANA SILVA": ana.id}


def test_invalid_links_change_nothing(new_teacher: PageClient, cast: Cast) -> None:
    for number in (1, 2):
        db.session.add(LinkRequest(class_id=cast.class_7b.id, oidc_subject=f"x {number}", name=f"No {number}"))
    other = make_school_class("9A", teacher=cast.alice)
    db.session.add(LinkRequest(class_id=other.id, oidc_subject="x 3", name="No 3"))
    db.session.commit()
    ids = {one.name: one.id for one in requests()}
    bob, charlie, linked = cast.bob.id, cast.charlie.id, make_student(school_class=cast.class_7b, oidc_subject="x 9").id
    for chosen, status in [
        ({}, 422),
        ({"No 1": bob, "No 2": bob}, 409),
        ({"No 1": bob, "No 2": charlie}, 409),
        ({"No 1": bob, "No 3": bob}, 409),
        ({"No 1": bob, "No 2": "zzz"}, 409),
        ({"No 1": linked}, 409),
    ]:
        fields = {f"student-{ids[name]}": student_id for name, student_id in chosen.items()}
        found = new_teacher.post("classes.link_accounts", fields, class_id=cast.class_7b.id, status=status)
        assert 'role="alert"' in found.html
        assert len(requests()) == 3
        assert cast.bob.oidc_subject is None


def test_an_unlinked_student_is_signed_out(
    page: PageClient, new_teacher: PageClient, provider: Provider, cast: Cast
) -> None:
    link(cast.bob, provider)
    sign_in(page, provider, None)
    new_teacher.get("classes.school_accounts", class_id=cast.class_7b.id)
    new_teacher.submit(form=f"/students/{cast.bob.id}/unlink")
    page.get("play.show", status=303)
    assert "Type your class code first." in sign_in(page, provider, None, status=403)
    log = db.session.execute(select(AuditEntry).filter_by(action=AuditAction.STUDENT_UNLINKED)).scalar_one()
    assert log.subject == f"student:{cast.bob.id}"


@pytest.fixture
def two_services(make_app: Callable[..., Flask], provider: Provider) -> Iterator[tuple[PageClient, Provider]]:
    """A service for teachers, and another for students."""
    second = Provider(subject="child-4")
    services = (
        OidcService(provider.issuer, CLIENT_ID, CLIENT_SECRET, "Staff Login"),
        OidcService(second.issuer, CLIENT_ID, CLIENT_SECRET, "Google", 2, is_for_teachers=False, is_for_students=True),
    )
    yield PageClient(make_app(OIDC_SERVICES=services)), second
    second.close()


def test_one_service_cannot_sign_in_for_another(
    two_services: tuple[PageClient, Provider], provider: Provider, cast: Cast
) -> None:
    page, second = two_services
    link(cast.bob, provider)  # the same subject, but of the first service
    assert "Google" not in page.get("auth.sign_in").text
    assert "Staff" not in page.get("home.show").text
    page.get("student_sso.sign_in", service=1, status=404)
    page.get("sso.sign_in", service=2, status=404)
    assert "/school-sign-in/2/students/callback" in go(page, second, "student_sso.sign_in")
    assert "Type your class code first." in sign_in(page, second, None, status=403)
    address = go(page, second, "student_sso.sign_in")
    page.open(address.replace("/2/students", "/students"), status=404)
    link(cast.bob, second)
    assert come_back(page, address, status=303) == page.url("play.show")
