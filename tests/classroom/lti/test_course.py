"""What a teacher does with a course (links, roster, scores) and what an administrator registers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import select

from classroom.database import db
from classroom.models import AuditAction, AuditEntry, LtiCourse, LtiPlatform, PracticeAssignment, SessionState, Student
from classroom.services.errors import LaunchErrorCode
from classroom.services.lti.messages import DEEP_LINKING, LTI
from tests.classroom.lti.conftest import window
from tests.classroom.lti.platform import CLIENT_ID, DEPLOYMENT
from tests.factories import make_attempt, make_class_session, make_game, make_game_event, make_student

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import ClassSession
    from tests.classroom.lti.platform import Platform
    from tests.factories import Cast
    from tests.page_client import PageClient

LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"


@pytest.fixture
def lms(platform: Platform, page: PageClient) -> Platform:
    """The LMS with this app's public keys, and a teacher who opens links there."""
    platform.tool_keys = json.loads(page.get("lti.keys").data)["keys"]
    platform.role = "Instructor"
    return platform


@pytest.fixture
def course(lms: Platform, cast: Cast) -> LtiCourse:
    """The course, connected to 7B."""
    registered = db.session.execute(select(LtiPlatform)).scalar_one()
    one = LtiCourse(
        platform_id=registered.id,
        context_id="course-1",
        class_id=cast.class_7b.id,
        title="Math 7B",
        memberships_url=f"{lms.url}/members",
        scores_url=f"{lms.url}/lineitems?course=1",
    )
    db.session.add(one)
    cast.alice.lms_subject = registered.subject_of(lms.subject)
    db.session.commit()
    return one


def test_a_link_is_chosen_inside_the_lms(page: PageClient, lms: Platform, course: LtiCourse, cast: Cast) -> None:
    db.session.delete(course)
    db.session.commit()
    page.headers = {"Sec-Fetch-Dest": "iframe"}
    shown = lms.chooses(page)
    assert f"frame-ancestors {lms.url};" in f"{shown.headers['Content-Security-Policy']};"
    assert cast.class_7b.name in shown.text
    assert cast.class_8c.name not in shown.text
    form = shown.form("/lti/choose")
    cookieless = window(page.app)
    cookieless.headers = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}
    cookieless.send(form, {"school_class": cast.class_8c.id}, status=422)
    chosen = cookieless.send(form, {"school_class": cast.class_7b.id, "deck": "grade-3"}, status=200)
    policy = chosen.headers["Content-Security-Policy"]
    assert f"form-action 'self' {lms.url};" in policy
    back = chosen.form()
    assert back.action == f"{lms.url}/return?x=1"
    claims = jwt.decode(str(back.fields["JWT"]), KeySet.import_key_set({"keys": lms.tool_keys})).claims
    assert (claims["iss"], claims["aud"], claims[f"{LTI}deployment_id"]) == (CLIENT_ID, lms.url, DEPLOYMENT)
    assert claims[f"{LTI}message_type"] == "LtiDeepLinkingResponse"
    assert claims[f"{DEEP_LINKING}data"] == "opaque"
    (item,) = claims[f"{DEEP_LINKING}content_items"]
    assert item["custom"] == {"class": cast.class_7b.id}
    assert item["url"] == "http://localhost/lti/launch"
    assert item["window"] == {"targetName": "_blank"}
    assert db.session.execute(select(LtiCourse.class_id)).scalar_one() == cast.class_7b.id
    assigned = db.session.execute(select(PracticeAssignment.student_id)).scalars().all()
    assert assigned == [cast.bob.id]
    connected = db.session.execute(select(AuditEntry).filter_by(action=AuditAction.COURSE_CONNECTED)).scalar_one()
    assert connected.actor == f"teacher:{cast.alice.id}"
    assert LaunchErrorCode.LAUNCH_OLD in cookieless.send(form, {"school_class": "x"}, status=410).text  # once only
    cookieless._open("POST", "/lti/choose", status=410, data={"launch_note": "made up"})


def test_unauthorized_people_cannot_choose(page: PageClient, lms: Platform, course: LtiCourse, cast: Cast) -> None:
    assert course.class_id == cast.class_7b.id
    for url in ("http://lms.example/return", "javascript:alert(1)", None):
        shown = lms.chooses(page, deep_link_return_url=url, status=422)
        assert LaunchErrorCode.MESSAGE_UNKNOWN in shown.text
    lms.chooses(page, accept_types=["link"], status=422)
    lms.role = "Learner"
    assert LaunchErrorCode.NO_ROLE in lms.chooses(page, status=403).text
    lms.role, lms.subject = "Instructor", "someone"
    assert LaunchErrorCode.TEACHER_NOT_CONNECTED in lms.chooses(page, status=409).text
    lms.subject = "user-4"
    cast.alice.totp_secret = "seed"  # its code cannot be requested there, so only the link is stored
    db.session.commit()
    assert "Practice with a deck" not in lms.chooses(page).text


def member(given: str, family: str, **more: Any) -> dict[str, Any]:
    return {"user_id": given, "given_name": given, "family_name": family, "roles": [LEARNER], **more}


def test_the_roster_goes_through_the_preview(teacher: PageClient, lms: Platform, course: LtiCourse, cast: Cast) -> None:
    lms.members = [
        member("Ana", "Silva", lis_person_sourcedid="s-1"),
        member("Bob", "", status="Active"),
        member("Gone", "Away", status="Inactive"),
        member("Ms.", "Lind", roles=["Instructor"]),
        {"user_id": "5", "name": "Cem Kaya", "roles": ["Learner"]},
        {"user_id": "6", "roles": ["Learner"]},
    ]
    teacher.get("classes.lms", class_id=cast.class_7b.id)
    teacher.submit(form="/lms/roster")
    before = len(db.session.execute(select(Student.id)).all())
    shown = teacher.follow()
    for name in ("Ana", "Cem", "Bob"):
        assert name in shown.html
    assert "Gone" not in shown.html
    assert "Lind" not in shown.html
    assert len(db.session.execute(select(Student.id)).all()) == before
    teacher.submit(form="/imports/" + str(teacher.last and teacher.last.address).rpartition("/")[2])
    assert len(db.session.execute(select(Student.id)).all()) == before + 2
    assert [path for _, path, _ in lms.asked if path.startswith("/members")] == ["/members", "/members?page=2"]
    pulled = db.session.execute(select(AuditEntry).filter_by(action=AuditAction.LMS_ROSTER_PULLED)).scalar_one()
    assert (pulled.subject, pulled.detail) == (f"class:{cast.class_7b.id}", "4")


@pytest.mark.parametrize(
    ("status", "text"), [(403, "refused the request"), (500, "didn’t answer"), (302, "can’t read")]
)
def test_an_lms_without_a_roster_gets_a_message(
    status: int, text: str, teacher: PageClient, lms: Platform, course: LtiCourse
) -> None:
    lms.status = status
    teacher.post("classes.pull_course", {"course": course.id}, class_id=course.class_id)
    assert text in teacher.follow().text
    lms.status = 200
    teacher.post("classes.pull_course", {"course": course.id}, class_id=course.class_id)
    assert "no active student" in teacher.follow().text


@pytest.fixture
def session(course: LtiCourse, cast: Cast) -> ClassSession:
    """A session with Bob, who is linked, and Ana, who is not: each answered."""
    cast.bob.lms_subject = course.platform.subject_of("lms-bob")
    ana = make_student("Ana", school_class=cast.class_7b)
    make_student("Cem", school_class=cast.class_7b)
    one = make_class_session(cast.class_7b, state=SessionState.ENDED)
    game = make_game(one, [cast.bob, ana])
    for student, is_right in [(cast.bob, True), (cast.bob, False), (cast.bob, True), (ana, True)]:
        make_attempt(make_game_event(game, {}), student=student, is_right=is_right)
    return one


def test_scores_are_sent_after_a_preview(
    teacher: PageClient, lms: Platform, course: LtiCourse, session: ClassSession, cast: Cast
) -> None:
    at: dict[str, Any] = {"class_id": course.class_id, "course": course.id, "about": session.id}
    shown = teacher.get("classes.scores", **at)
    assert "67%" in shown.text
    assert "Not sent: not linked" in shown.text
    assert [path for _, path, _ in lms.asked if "lineitems" in path] == []
    teacher.submit(form="/lms/scores")
    assert "1 score sent." in teacher.follow().text
    (item,) = lms.items
    assert (item["resourceId"], item["scoreMaximum"]) == (session.id, 100)
    (method, path, body) = lms.asked[-1]
    assert (method, path) == ("POST", "/lineitems/0/scores?course=1")
    sent = json.loads(body)
    assert (sent["userId"], sent["scoreGiven"], sent["scoreMaximum"]) == ("lms-bob", 2, 3)
    assert (sent["activityProgress"], sent["gradingProgress"]) == ("Completed", "FullyGraded")
    assert cast.bob.name not in json.dumps(lms.asked)
    teacher.get("classes.scores", **at)
    teacher.submit(form="/lms/scores")
    assert len(lms.items) == 1  # the same gradebook column again
    log = db.session.execute(select(AuditEntry.detail).filter_by(action=AuditAction.SCORES_SENT)).scalars().all()
    assert log == ["1", "1"]


def test_scores_sent_before_a_failure_are_logged(
    teacher: PageClient, lms: Platform, course: LtiCourse, session: ClassSession
) -> None:
    ana = db.session.execute(select(Student).filter_by(name="Ana")).scalar_one()
    ana.lms_subject = course.platform.subject_of("lms-ana")
    db.session.commit()
    lms.scores_until_failure = 1
    teacher.get("classes.scores", class_id=course.class_id, course=course.id, about=session.id)
    shown = teacher.submit(form="/lms/scores", status=409)
    assert "didn’t answer" in shown.text
    log = db.session.execute(select(AuditEntry.detail).filter_by(action=AuditAction.SCORES_SENT)).scalars().all()
    assert log == ["1"]


def test_rejected_scores_get_a_message(
    teacher: PageClient, lms: Platform, course: LtiCourse, session: ClassSession, cast: Cast
) -> None:
    at: dict[str, Any] = {"course": course.id, "about": session.id}
    shown = teacher.post("classes.send", {**at, "seen": "other"}, class_id=course.class_id, status=409)
    assert "The scores changed" in shown.text
    teacher.get("classes.scores", class_id=course.class_id, status=404, **{**at, "about": "zzz"})
    teacher.get("classes.scores", class_id=course.class_id, status=404, **{**at, "course": "zzz"})
    teacher.post("classes.send", {**at, "about": "practice"}, class_id=course.class_id, status=409)
    assert lms.items == []
    teacher.get("classes.lms", class_id=course.class_id)
    teacher.submit(form="/lms/disconnect")
    assert "No course is connected." in teacher.follow().text
    assert cast.bob.lms_subject is not None


def test_an_administrator_registers_an_lms(app: Flask, cast: Cast) -> None:
    cast.dora.is_administrator = True
    db.session.commit()
    admin = window(app).sign_in(cast.dora)
    assert "/lti/launch" in admin.get("lti_platforms.show").text
    admin.get("lti_platforms.new")
    typed = {
        "name": "Moodle",
        "issuer": "https://moodle.example",
        "client_id": "abc",
        "deployments": " 1 \n2",
        "login_url": "https://moodle.example/mod/lti/auth.php",
        "token_url": "https://moodle.example/mod/lti/token.php",
        "keys_url": "http://moodle.example/mod/lti/certs.php",
    }
    assert "must begin with https" in admin.submit(typed, form="/admin/lms/new", status=422).text
    right = {**typed, "keys_url": "https://moodle.example/mod/lti/certs.php"}
    admin.submit(right, form="/admin/lms/new")
    saved = db.session.execute(select(LtiPlatform)).scalar_one()
    assert (saved.name, saved.deployments) == ("Moodle", "1\n2")
    admin.get("lti_platforms.new")
    assert "registered already" in admin.submit(right, form="/admin/lms/new", status=409).text
    admin.get("lti_platforms.edit", platform_id=saved.id)
    admin.submit({"name": "Our Moodle"}, form=f"/admin/lms/{saved.id}")
    assert "Our Moodle" in admin.follow().text
    admin.get("lti_platforms.edit", platform_id=saved.id)
    admin.submit(form="/remove")
    assert "No LMS is registered." in admin.follow().text
    log = db.session.execute(select(AuditEntry.action).order_by(AuditEntry.id)).scalars().all()
    assert log[-3:] == [AuditAction.LMS_SAVED, AuditAction.LMS_SAVED, AuditAction.LMS_REMOVED]
