"""Launches from the LMS: students, teachers, and invalid messages."""

from __future__ import annotations

import base64
import hmac
import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import AuditAction, AuditEntry, LinkRequest, LoginSession, LtiCourse, LtiLaunch, LtiPlatform
from classroom.services.errors import LaunchErrorCode
from classroom.services.lti import courses, launches, platforms
from classroom.services.lti.messages import LTI
from tests.classroom.lti.conftest import window
from tests.classroom.lti.platform import CLIENT_ID, HOST, ROLE, other_key
from tests.factories import PASSWORD

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import SchoolClass, Student
    from tests.classroom.lti.platform import Platform
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

HOUR = 3600


def the_platform() -> LtiPlatform:
    return db.session.execute(select(LtiPlatform)).scalar_one()


def link(student: Student, platform: Platform) -> None:
    student.lms_subject = the_platform().subject_of(platform.subject)
    db.session.commit()


def connect(school_class: SchoolClass) -> LtiCourse:
    course = LtiCourse(platform_id=the_platform().id, context_id="course-1", class_id=school_class.id, title="Math")
    db.session.add(course)
    db.session.commit()
    return course


def requests() -> list[LinkRequest]:
    db.session.expire_all()
    return list(db.session.execute(select(LinkRequest)).scalars())


def who_is_in() -> list[str]:
    return [one.student_id for one in db.session.execute(select(LoginSession)).scalars() if one.student_id]


def test_a_linked_student_reaches_the_table(
    page: PageClient, platform: Platform, cast: Cast, playing: SchoolClass
) -> None:
    link(cast.bob, platform)
    connect(playing)
    platform.opens(page)
    assert page.follow(status=303).redirect == page.url("play.show")
    assert who_is_in() == [cast.bob.id]
    (kept,) = db.session.execute(select(LtiLaunch)).scalars()
    assert kept.content == {}  # the name is removed


def test_a_teacher_links_a_student_first(
    page: PageClient, teacher: PageClient, platform: Platform, cast: Cast, playing: SchoolClass
) -> None:
    connect(playing)
    platform.opens(page)
    assert page.follow(status=303).redirect == page.url("student_sso.wait")
    assert "Your teacher will link your account." in page.follow().text
    (request,) = requests()
    assert "1 student is waiting for you" in teacher.get("classes.show", class_id=playing.id).text
    shown = teacher.get("classes.school_accounts", class_id=playing.id)
    assert shown.form("/school-accounts").fields[f"student-{request.id}"] == cast.bob.id  # "bob" is Bob
    teacher.submit(form="/school-accounts")
    assert cast.bob.lms_subject == the_platform().subject_of("user-4")
    assert cast.bob.oidc_subject is None
    page.get("student_sso.wait")
    page.submit({}, form="/school-sign-in/students/waiting")
    assert who_is_in() == [cast.bob.id]


def test_a_course_without_a_teacher_gets_a_message(page: PageClient, platform: Platform, playing: SchoolClass) -> None:
    platform.opens(page)
    assert "Your teacher has to open this link first." in page.follow(status=409).text
    assert requests() == []


def test_a_teacher_signs_in_once_and_chooses_the_class(
    app: Flask, page: PageClient, platform: Platform, cast: Cast
) -> None:
    platform.role, platform.subject, platform.name = "Instructor", "teacher-1", "Ms. Lind"
    platform.opens(page)
    page.follow(status=303)
    assert page.follow(status=303).redirect == page.url("auth.sign_in")
    page.get("auth.sign_in")
    page.submit({"name": cast.alice.name, "password": PASSWORD})
    page.follow(status=303)
    shown = page.follow()
    assert "Ms. Lind" in shown.text
    page.submit(form="/lms/connect")
    assert page.follow(status=303).redirect == page.url("lms.course")
    page.follow()
    page.submit({}, form="/lms/course", status=422)
    page.submit({"school_class": cast.class_7b.id}, form="/lms/course")
    assert page.last is not None
    assert page.last.redirect == page.url("classes.lms", class_id=cast.class_7b.id)
    (course,) = db.session.execute(select(LtiCourse)).scalars()
    assert (course.class_id, course.title) == (cast.class_7b.id, "Math 7B")
    assert course.memberships_url == f"{platform.url}/members"

    assert "Your LMS opens this account." in page.get("account.show").text

    again = window(app)
    platform.opens(again)
    again.follow(status=303)
    again.follow(status=303)
    assert again.follow(status=303).redirect == again.url("classes.show", class_id=cast.class_7b.id)
    noted = db.session.execute(select(AuditEntry.action)).scalars().all()
    assert {AuditAction.ACCOUNT_CONNECTED, AuditAction.COURSE_CONNECTED} <= set(noted)


def test_someone_at_an_open_page_cannot_connect_another_person(
    teacher: PageClient, platform: Platform, cast: Cast
) -> None:
    login = db.session.execute(select(LoginSession).filter_by(teacher_id=cast.alice.id)).scalar_one()
    login.created_at -= timedelta(minutes=11)
    db.session.commit()
    platform.role = "Instructor"
    platform.opens(teacher)
    teacher.follow(status=303)
    teacher.follow(status=303)
    assert "Your password" in teacher.follow().text
    teacher.submit({"own_password": "a guess"}, form="/lms/connect", status=422)
    assert cast.alice.lms_subject is None
    teacher.submit({"own_password": PASSWORD}, form="/lms/connect")
    assert cast.alice.lms_subject == the_platform().subject_of("user-4")


def test_two_step_verification_is_required(page: PageClient, platform: Platform, cast: Cast) -> None:
    platform.role = "Instructor"
    cast.alice.lms_subject, cast.alice.totp_secret = the_platform().subject_of("user-4"), "old secret"
    db.session.commit()
    platform.opens(page)
    page.follow(status=303)
    assert page.follow(status=303).redirect == page.url("auth.second_step")
    assert [one for one in db.session.execute(select(LoginSession)).scalars() if one.teacher_id] == []


def test_an_account_of_the_lms_opens_one_account_here(teacher: PageClient, platform: Platform, cast: Cast) -> None:
    platform.role = "Instructor"
    platform.opens(teacher)
    teacher.follow(status=303)
    teacher.follow(status=303)
    teacher.follow()
    courses.connect_teacher(teacher_id=cast.dora.id, subject=the_platform().subject_of("user-4"))
    assert "connected to another account" in teacher.submit(form="/lms/connect", status=409).text


def test_a_new_class_gets_the_name_of_the_course(teacher: PageClient, platform: Platform, cast: Cast) -> None:
    platform.role = "Instructor"
    courses.connect_teacher(teacher_id=cast.alice.id, subject=the_platform().subject_of("user-4"))
    platform.opens(teacher)
    teacher.follow(status=303)
    teacher.follow(status=303)
    teacher.follow()
    teacher.submit({"school_class": "new"}, form="/lms/course")
    (course,) = db.session.execute(select(LtiCourse)).scalars()
    assert course.school_class.name == "Math 7B"


FAULTS: dict[str, tuple[dict[str, Any], int, LaunchErrorCode]] = {
    "issuer": ({"iss": "https://lms.example"}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "audience": ({"aud": "another"}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "two audiences": ({"aud": [CLIENT_ID, "another"]}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "azp": ({"azp": "another"}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "nonce": ({"nonce": "another"}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "no nonce": ({"nonce": None}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "deployment": ({f"{LTI}deployment_id": "another"}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "no deployment": ({f"{LTI}deployment_id": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "target": ({f"{LTI}target_link_uri": "https://evil.example/"}, 403, LaunchErrorCode.LAUNCH_NOT_FOR_US),
    "target in a name": (
        {f"{LTI}target_link_uri": "http://localhost@x.example"},
        403,
        LaunchErrorCode.LAUNCH_NOT_FOR_US,
    ),
    "no target": ({f"{LTI}target_link_uri": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "expired": ({"exp": time.time() - 120}, 410, LaunchErrorCode.LAUNCH_OLD),
    "of the future": ({"iat": time.time() + HOUR, "exp": time.time() + 2 * HOUR}, 410, LaunchErrorCode.LAUNCH_OLD),
    "of yesterday": ({"iat": time.time() - 24 * HOUR, "exp": time.time() + HOUR}, 410, LaunchErrorCode.LAUNCH_OLD),
    "endless": ({"exp": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "end not a number": ({"exp": "tomorrow"}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "no date": ({"iat": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "version": ({f"{LTI}version": "1.1"}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "no version": ({f"{LTI}version": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "type": ({f"{LTI}message_type": "LtiSubmissionReviewRequest"}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "type not a text": ({f"{LTI}message_type": ["x"]}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "no person": ({"sub": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "person too long": ({"sub": "x" * 250}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "person not a text": ({"sub": 17}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "no link": ({f"{LTI}resource_link": None}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "context not a part": ({f"{LTI}context": "7B"}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "roles not a list": ({f"{LTI}roles": "Learner"}, 422, LaunchErrorCode.MESSAGE_UNKNOWN),
    "no role": ({f"{LTI}roles": []}, 403, LaunchErrorCode.NO_ROLE),
    "role elsewhere": (
        {f"{LTI}roles": [{}, "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"]},
        403,
        LaunchErrorCode.NO_ROLE,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_invalid_message_is_refused(
    fault: str, page: PageClient, platform: Platform, cast: Cast, playing: SchoolClass
) -> None:
    claims, status, code = FAULTS[fault]
    link(cast.bob, platform)
    connect(playing)
    platform.claims = claims
    shown = platform.opens(page, status=status)
    assert code in shown.text
    assert "This didn’t open" in shown.text
    assert list(db.session.execute(select(LtiLaunch)).scalars()) == []


def with_algorithm(token: str, name: str) -> str:
    """Return the same message with another algorithm, without a signature."""
    header = json.dumps({"alg": name, "kid": "first"}).encode()
    return f"{base64.urlsafe_b64encode(header).rstrip(b'=').decode()}.{token.split('.')[1]}"


def signed_with_public_key(token: str, key: bytes) -> str:
    """Return the same message, signed with the public key as a shared secret."""
    text = with_algorithm(token, "HS256")
    signature = hmac.digest(key, text.encode(), "sha256")
    return f"{text}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def test_a_foreign_signature_is_refused(page: PageClient, platform: Platform, playing: SchoolClass) -> None:
    asked = platform.asks(page)
    good = platform.token(asked["nonce"])
    shown = platform.brings(page, asked, with_algorithm(good, "none") + ".", status=403)
    assert LaunchErrorCode.SIGNATURE_WRONG in shown.text
    platform.brings(page, asked, good[:-8] + "AAAAAAAA", status=403)
    platform.signs_with = other_key()
    platform.brings(page, asked, platform.token(asked["nonce"]), status=403)
    platform.signs_with = platform.key
    platform.header = {"kid": "unknown"}
    platform.brings(page, asked, platform.token(asked["nonce"]), status=403)
    platform.header = {"kid": None}
    platform.brings(page, asked, platform.token(asked["nonce"]), status=403)
    platform.brings(page, asked, signed_with_public_key(good, platform.key.as_pem(private=False)), status=403)
    for garbled in ("", "x", "a.b.c", good.replace(".", "", 1), "x" * 40_000):
        shown = platform.brings(page, asked, garbled, status=422)
        assert LaunchErrorCode.LAUNCH_BROKEN in shown.text


def test_a_message_is_valid_once(
    app: Flask, page: PageClient, platform: Platform, cast: Cast, playing: SchoolClass
) -> None:
    link(cast.bob, platform)
    asked = platform.asks(page)
    token = platform.token(asked["nonce"])
    platform.brings(page, asked, token, status=303)
    address = str(page.last and page.last.redirect)
    assert "forgot the link" in window(app).open(address, status=403).text  # another browser
    page.open(address, status=303)
    page.open(address, status=409 if who_is_in() == [] else 403)  # signing in removed it
    assert LaunchErrorCode.LAUNCH_USED in platform.brings(page, asked, token, status=409).text
    assert who_is_in() == [cast.bob.id]


def test_invalid_states_are_refused(
    page: PageClient, platform: Platform, cast: Cast, frozen_clock: FrozenClock
) -> None:
    first, second = platform.asks(page), platform.asks(page)
    platform.brings(page, first, platform.token(second["nonce"]), status=403)
    platform.brings(page, {"state": "made up"}, platform.token("x"), status=422)
    page.get("lti.login", status=422, iss=platform.url)
    page.get("lti.login", status=422, **platform.link(iss="https://lms.example"))
    page.get("lti.login", status=422, **platform.link(client_id="another"))
    first["state"] += "x"
    platform.brings(page, first, platform.token(first["nonce"]), status=422)
    chosen = platform.asks(page, target=f"{HOST}/lti/choose")  # which needs no cookie, and therefore signs no one in
    platform.brings(page, chosen, platform.token(chosen["nonce"]), status=422)


def test_a_state_is_valid_for_ten_minutes(
    page: PageClient, platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = platform.asks(page)
    token = platform.token(asked["nonce"])
    later = time.time() + 601
    monkeypatch.setattr("classroom.web.server_key.time.time", lambda: later)
    with clock.frozen_at(datetime.fromtimestamp(later, UTC)):  # with the system's clock alone, it would be a jump
        assert LaunchErrorCode.LAUNCH_OLD in platform.brings(page, asked, token, status=410).text


def test_unreadable_keys_are_refused(page: PageClient, platform: Platform) -> None:
    the_platform().keys_url = f"{platform.url}/nowhere"
    db.session.commit()
    assert LaunchErrorCode.PLATFORM_SILENT in platform.opens(page, status=409).text


def test_inside_a_frame_one_tap_opens_a_window(page: PageClient, platform: Platform, playing: SchoolClass) -> None:
    page.headers = {"Sec-Fetch-Dest": "iframe"}
    shown = page.get("lti.login", **platform.link())
    assert "frame-ancestors *" in shown.headers["Content-Security-Policy"]
    sent = page.open(shown.link("Open Sequence Numbers"), status=303).redirect
    assert str(sent).startswith(f"{platform.url}/auth")


def test_a_launch_can_begin_with_a_form(page: PageClient, platform: Platform) -> None:
    page.headers["Origin"] = platform.url
    sent = page._open("POST", "/lti/login", status=303, data=platform.link(_external="1")).redirect
    assert str(sent).startswith("/lti/login?")
    assert page.open(str(sent), status=303).redirect


def test_a_signed_in_teacher_stays_signed_in(teacher: PageClient, platform: Platform, cast: Cast) -> None:
    before = teacher.browser.get_cookie("classroom")
    asked = platform.asks(teacher)
    platform.brings(teacher, asked, "x", status=422)
    teacher.get("classes.show", class_id=cast.class_7b.id)
    assert before is not None


def test_old_launches_are_deleted(page: PageClient, platform: Platform, frozen_clock: FrozenClock) -> None:
    platform.opens(page)
    frozen_clock.move_on(minutes=31)
    page.follow(status=409)
    frozen_clock.move_on(hours=2)
    launches.forget_old_launches()
    assert list(db.session.execute(select(LtiLaunch)).scalars()) == []


def test_removing_a_platform_removes_only_its_links(platform: Platform, cast: Cast) -> None:
    link(cast.bob, platform)
    connect(cast.class_7b)
    cast.bob.oidc_subject = "https://school.example 4"
    cast.charlie.lms_subject = "lti:another user-4"
    db.session.commit()
    platforms.remove_platform(platform_id=the_platform().id)
    db.session.expire_all()
    assert (cast.bob.lms_subject, cast.bob.oidc_subject) == (None, "https://school.example 4")
    assert cast.charlie.lms_subject == "lti:another user-4"
    assert list(db.session.execute(select(LtiCourse)).scalars()) == []


def test_the_role_in_the_course_decides(page: PageClient, platform: Platform, cast: Cast) -> None:
    platform.claims = {
        f"{LTI}roles": [
            f"{ROLE}Learner",
            "http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant",
        ]
    }
    platform.opens(page)
    assert page.follow(status=303).redirect == page.url("lms.enter")


def test_the_key_is_created_once(page: PageClient) -> None:
    (key,) = json.loads(page.get("lti.keys").data)["keys"]
    assert (key["kty"], key["alg"], key["use"]) == ("RSA", "RS256", "sig")
    assert set(key) == {"kty", "alg", "use", "kid", "n", "e"}
    assert json.loads(page.get("lti.keys").data)["keys"] == [key]


@pytest.mark.parametrize("damage", ["", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n", "no key"])
def test_a_damaged_key_is_replaced(page: PageClient, app: Flask, damage: str) -> None:
    (before,) = json.loads(page.get("lti.keys").data)["keys"]
    (Path(app.instance_path) / "lms_key.pem").write_text(damage)
    (after,) = json.loads(page.get("lti.keys").data)["keys"]
    assert after["kid"] != before["kid"]
    assert json.loads(page.get("lti.keys").data)["keys"] == [after]
