"""Pages for teachers' administrative work: accounts, rosters, login cards, decks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from classroom import clock
from classroom.database import db
from classroom.models import LtiCourse, LtiPlatform, Student
from classroom.models.student import SecretKind
from classroom.services.accounts import invitations, school_accounts
from classroom.services.accounts.devices import NEW_DEVICE
from classroom.services.classes import roster, school_classes, teachers_of_class
from classroom.services.classes.support import SupportSettings, set_support
from classroom.services.decks.content import SkillChoice, WrittenCards
from classroom.services.lti.launches import accept_launch
from classroom.services.lti.messages import Kind, Launch
from classroom.services.play import games
from classroom.services.rosters import imports
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from classroom.web.second_step import LMS_LAUNCH
from tests.browser.gallery.playing import make_class, play
from tests.classroom.services.rosters.importing import archive, oneroster
from tests.factories import lock_out, make_deck, make_school_class, make_student, make_teacher
from tests.factories.decks import SIXTEEN_CARDS
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import Teacher
    from tests.browser.gallery.frame import Gallery


ISSUER = "http://127.0.0.1:9"
SCHOOL_SIGN_IN = {
    "CLASSROOM_OIDC_ISSUER": ISSUER,
    "CLASSROOM_OIDC_CLIENT_ID": "classroom",
    "CLASSROOM_OIDC_NAME": "Google",
    "CLASSROOM_OIDC_FOR": "both",
}
"""Environment of the gallery's server. No page contacts the service."""


def accounts(app: Flask, gallery: Gallery) -> None:
    """An administrator, with active links and teachers in every state."""
    grace = make_teacher("Grace", is_administrator=True)
    archived = make_teacher("Bartholomew Featherstonehaugh-Smith", totp_secret="KEY", disabled_at=grace.created_at)
    make_school_class("4A", teacher=archived)
    invitations.invite(label="Дарія")
    cookie = cookie_of(app, teacher_id=grace.id)
    gallery.add(None, "/link", "/about-you", "/check", "/check?again=1")
    gallery.add(cookie, "/admin/doctor", "/admin/activity", "/connect")
    gallery.add(
        cookie, "/admin", "/admin/retention", f"/admin/teachers/{archived.id}", f"/admin/teachers/{archived.id}/delete"
    )
    gallery.add(cookie, f"/admin/teachers/{grace.id}", "/account/codes", "/account/codes/off")


def decks(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    wrong = WrittenCards(f"{SIXTEEN_CARDS}\nlegs of 6 dogs; 24\n7 + 5 = 13\n<b>bold</b>")
    written, archived = (
        make_deck(teacher, "Doubles", content=wrong),
        make_deck(teacher, "Old", archived_at=teacher.created_at),
    )
    chosen = make_deck(teacher, "Tables", content=SkillChoice(("mul-tables",), tables=(2, 5)), is_shared=True)
    shared = make_deck(make_teacher("Eve Novak"), "Halves", is_shared=True)
    gallery.add(alice, "/decks", "/decks/new/cards", "/decks/new/skills", "/decks/new/file", "/decks/built-in/grade-4")
    gallery.add(alice, *(f"/decks/{deck.id}" for deck in (written, archived, chosen, shared)))
    gallery.add(alice, f"/decks/{written.id}/edit", f"/decks/{chosen.id}/edit", f"/decks/{written.id}/delete")
    gallery.add(alice, f"/decks/{written.id}/paper?chips=yes&answers=yes&board=4")


def rosters(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """Previewed files and lists (one ID belonged to another name), one imported, and an archive of classes."""
    school_class, _ = make_class(teacher, "4B", 3)
    table = b"First name,Last name,ID,Group,Phone\nAna,King,007,Owls,1\nAna,Kuhn,008,,\nEve,Lee,1E+05,,"
    several = oneroster(
        ["u1,,true,student,Ana,King", "u2,,true,student,Bo"], ["c1 u1", "c2 u2"], classes=("c1,,4C", "c2,,4D")
    )
    at = {"teacher_id": teacher.id, "class_id": school_class.id}
    done = imports.plan_import(**at, file_name="first.csv", draft=draft_of_file(b"Name,ID\nCy,0070"))
    imports.apply_import(import_id=done, chosen=["0"], seen=imports.plan_of(import_id=done).seen)
    cy = next(one for one in roster.students_of(class_id=school_class.id) if one.name == "Cy")
    roster.rename_student(student_id=cy.id, name="Cyrus")
    untidy = b"Hello, my list:\n1. Cy\n2. Lee, Dr. Bo <bo@our.school>,"
    previewed = (table, several, untidy, _dated(), b"Our class\nName,ID\nZoe,0070\nCy,0071\nMia,0072")
    drafts = [imports.plan_import(**at, file_name="4B", draft=draft_of_file(content)) for content in previewed]
    gallery.add(alice, f"/classes/{school_class.id}", "/classes/import", f"/students/{cy.id}")
    gallery.add(alice, f"/imports/{done}/undo", *(f"/imports/{draft}" for draft in drafts))
    uncertain = "Name,ID\nPavel Mu\u0148o,71\nJan Mu\u0148o,72".encode("cp1250")
    uncertain_import = imports.plan_import(**at, file_name="names.csv", draft=draft_of_file(uncertain))
    gallery.add(alice, f"/imports/{drafts[0]}/columns", f"/imports/{uncertain_import}/columns")


def _dated() -> bytes:
    """An archive with a departed and a future student, and a class that is over."""
    return archive(
        {
            "users.csv": "sourcedId,givenName,familyName\nu1,Ana,King\nu2,Bo,Lee\nu3,Cy,Moe",
            "classes.csv": "sourcedId,title,termSourcedIds\nc1,4B,\nc2,3B,t1",
            "academicSessions.csv": "sourcedId,endDate\nt1,2020-06-30",
            "enrollments.csv": "classSourcedId,userSourcedId,beginDate,endDate\n"
            "c1,u1,2020-08-01,2020-12-31\nc1,u2,9000-01-01,\nc1,u3,,\nc2,u1,,",
        }
    )


def empty_class(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    school_class = school_classes.create_class(teacher_id=teacher.id, name="5A")
    address = f"/classes/{school_class.id}"
    gallery.add(alice, address, f"{address}/cards", f"{address}/report", f"{address}/delete")


def class_with_cards(gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student has pictures, one a PIN that someone is guessing, one no card."""
    school_class = school_classes.create_class(teacher_id=teacher.id, name="1A")
    pictured = make_student("Pia", school_class=school_class, secret_kind=SecretKind.PICTURES)
    locked_out = make_student("Max", school_class=school_class)
    make_student("Nia", school_class=school_class, pin=None)
    lock_out(locked_out)
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
    gallery.add(alice, f"/sessions/{session_id}")
    gallery.add(alice, f"/classes/{school_class.id}/cards", f"/students/{locked_out.id}", "/card")
    names = f"/join/{school_class.code}"
    gallery.add(None, "/card", "/scan", names, f"{names}/{pictured.id}", f"{names}/{locked_out.id}")


def class_with_school_accounts(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student is linked; one account matches a student, one none, and one has no name."""
    school_class = school_classes.create_class(teacher_id=teacher.id, name="2C")
    make_student("Ana", school_class=school_class, oidc_subject=f"{ISSUER} 1")
    make_student("Bartholomew Featherstonehaugh-Smith", school_class=school_class)
    other = make_student("Ana", school_class=make_school_class("2D", teacher=teacher), oidc_subject=f"{ISSUER} 1")
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
    for number, name in enumerate(("bartholomew featherstonehaugh-smith", "Дарія", ""), start=2):
        school_accounts.ask_for_link(
            class_id=school_class.id, subject=f"{ISSUER} {number}", name=name, device=NEW_DEVICE
        )
    address = f"/classes/{school_class.id}"
    gallery.add(alice, address, f"{address}/school-accounts", f"/sessions/{session_id}")
    waiting = "/school-sign-in/students/waiting"
    gallery.add(_returned_from_school(app, f"{ISSUER} 2", school_class.id), waiting)
    gallery.add(_returned_from_school(app, f"{ISSUER} 1", other.class_id), waiting)
    gallery.add(_returned_from_school(app, f"{ISSUER} 1", ""), waiting)
    gallery.add(_returned_from_school(app, f"{ISSUER} 9", school_class.id), waiting)
    gallery.add(None, "/school-sign-in/students?code=zzzzzz", f"/join/{school_class.code}")


def class_with_lms(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """A course of an LMS, scores to send, and a teacher who comes from there for the first time."""
    registered = dict.fromkeys(("issuer", "client_id", "deployments", "login_url", "token_url", "keys_url"), ISSUER)
    lms = LtiPlatform(name="Northside Moodle", **registered)
    school_class, (first, *_) = make_class(teacher, "5C", 3)
    db.session.add(lms)
    db.session.flush()
    course = LtiCourse(
        platform_id=lms.id,
        context_id="1",
        class_id=school_class.id,
        title="Mathematics, spring term",
        memberships_url=ISSUER,
        scores_url=ISSUER,
    )
    db.session.add(course)
    db.session.get_one(Student, first).lms_subject = lms.subject_of("1")
    db.session.commit()
    grace = cookie_of(app, teacher_id=make_teacher("Grace Hopper", is_administrator=True).id)
    gallery.add(grace, "/admin/lms", "/admin/lms/new", f"/admin/lms/{lms.id}")
    page = f"/classes/{school_class.id}/lms"
    gallery.add(alice, page, f"{page}/scores?course={course.id}&about=practice")
    teacher.lms_subject = lms.subject_of("2")
    launched = Launch(Kind.OPEN, lms.id, "1", teacher.lms_subject, "A. Okafor", is_teacher=True, context_id="2")
    frida = make_teacher("Frida Berg")
    for person, launch, address in (
        (teacher, launched, "/lms/course"),
        (frida, replace(launched, subject=lms.subject_of("3")), "/lms"),
    ):
        launch_id = accept_launch(launch, nonce=address)
        gallery.add(_with_note(app, cookie_of(app, teacher_id=person.id), {LMS_LAUNCH: launch_id}), address)
    gallery.add(None, "/lti/arrive?launch=another")


def _with_note(app: Flask, cookie: str, note: dict[str, str]) -> str:
    """Return the cookie of a browser that also has this data in its session."""
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps({**signer.loads(cookie), **note}))


def _returned_from_school(app: Flask, subject: str, class_id: str) -> str:
    """Return the cookie of a browser whose student has returned from the school's service."""
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps({"school_student": [subject, "Ana Silva", class_id, clock.now().timestamp()]}))


def class_of_several_teachers(app: Flask, gallery: Gallery, alice: str, teacher: Teacher) -> None:
    """One student has left, one has large text and read-aloud, and another class is archived."""
    co_teacher = make_teacher("Frida Holm")
    school_class, students = make_class(teacher, "4F", 3)
    address = f"/classes/{school_class.id}"
    teachers_of_class.add_teacher(class_id=school_class.id, name=co_teacher.name)
    wanted = SupportSettings("Tuesday readers", 1.5, reads_aloud=True, has_large_text=True)
    set_support(class_id=school_class.id, settings={students[0]: wanted})
    session_id = class_sessions.open_session(class_id=school_class.id, settings=TableSettings()).id
    for student_id in students[:2]:
        class_sessions.join_session(class_session_id=session_id, student_id=student_id)
    lobby.start_session(class_session_id=session_id)
    play(games.current_games(class_session_id=session_id)[0], 6)
    roster.archive_student(student_id=students[2])
    pages = ("", "?by=group", "/support", "/move", "/teachers", f"/teachers/{co_teacher.id}/remove")
    gallery.add(alice, *(f"{address}{page}" for page in pages), f"/students/{students[2]}")
    gallery.add(cookie_of(app, teacher_id=co_teacher.id), "/classes", address, f"{address}/teachers")
    gallery.add(cookie_of(app, student_id=students[0]), "/play", "/play/games")
    archived, _ = make_class(teacher, "3F", 2)
    school_classes.archive_class(class_id=archived.id)
    gallery.add(alice, "/classes", f"/classes/{archived.id}")
