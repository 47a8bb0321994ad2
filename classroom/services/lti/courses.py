"""Courses of an LMS connected to classes, and teachers connected to their accounts there."""

from __future__ import annotations

from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import AuditAction, LtiCourse, SchoolClass, Teacher
from classroom.services import audit_log
from classroom.services.accounts.teachers import serialize_account_creation
from classroom.services.errors import LmsErrorCode, ServiceError
from classroom.services.locks import in_turn, locked_row
from classroom.services.lti.messages import Launch

_LONGEST_TITLE = 80


def course_of(launch: Launch) -> LtiCourse | None:
    """Return the course in which a link was opened, if it is connected."""
    return db.session.execute(
        select(LtiCourse).where(LtiCourse.platform_id == launch.platform_id, LtiCourse.context_id == launch.context_id)
    ).scalar_one_or_none()


def class_of(launch: Launch) -> str:
    """Return the class that a link leads to: the one chosen for it, or the course's; "" if none."""
    chosen = db.session.get(SchoolClass, launch.class_id) if launch.class_id else None
    course = course_of(launch)
    if chosen is not None and chosen.archived_at is None:
        return chosen.id
    return course.class_id if course is not None else ""


def courses_of(*, class_id: str) -> list[LtiCourse]:
    """Return the courses connected to a class, oldest first."""
    found = select(LtiCourse).where(LtiCourse.class_id == class_id).order_by(LtiCourse.created_at, LtiCourse.id)
    return list(db.session.execute(found).scalars())


def connect_course(launch: Launch, *, class_id: str, by: str | None = None) -> None:
    """Connect the course of a launch to a class, replacing another class.

    :param by: the teacher, if no one is signed in because the page is inside the LMS.
    """
    if not launch.context_id:
        return
    with transaction() as session:
        in_turn(session, f"course {launch.platform_id} {launch.context_id}")
        course = course_of(launch) or LtiCourse(platform_id=launch.platform_id, context_id=launch.context_id)
        course.class_id = class_id
        _describe(course, launch)
        session.add(course)
        audit_log.note(
            AuditAction.COURSE_CONNECTED,
            f"class:{class_id}",
            detail=launch.platform_id,
            actor=f"teacher:{by}" if by else None,
        )


def note_services(launch: Launch) -> None:
    """Store the service addresses that the LMS gives a teacher, which may have changed."""
    if course_of(launch) is None:
        return
    with transaction():
        course = course_of(launch)
        if course is not None:
            _describe(course, launch)


def disconnect_course(*, class_id: str, course_id: str) -> None:
    """Disconnect a course from a class. Students and their links remain."""
    with transaction() as session:
        course = locked_row(session, LtiCourse, course_id)
        if course is not None and course.class_id == class_id:
            session.delete(course)
            audit_log.note(AuditAction.COURSE_DISCONNECTED, f"class:{class_id}", detail=course.platform_id)


def teacher_of(*, subject: str) -> str | None:
    """Return the teacher connected to this person of an LMS."""
    return db.session.execute(select(Teacher.id).where(Teacher.lms_subject == subject)).scalar_one_or_none()


def connect_teacher(*, teacher_id: str, subject: str) -> None:
    """Connect this person of the LMS to the account.

    :raises ServiceError: LMS_TAKEN.
    """
    with transaction() as session:
        serialize_account_creation(session)
        if teacher_of(subject=subject) not in {None, teacher_id}:
            raise ServiceError(LmsErrorCode.LMS_TAKEN)
        session.get_one(Teacher, teacher_id).lms_subject = subject
        audit_log.note(AuditAction.ACCOUNT_CONNECTED, f"teacher:{teacher_id}", detail="LMS")


def disconnect_teacher(*, teacher_id: str) -> None:
    with transaction() as session:
        session.get_one(Teacher, teacher_id).lms_subject = None
        audit_log.note(AuditAction.ACCOUNT_DISCONNECTED, f"teacher:{teacher_id}", detail="LMS")


def _describe(course: LtiCourse, launch: Launch) -> None:
    course.title = launch.context_title[:_LONGEST_TITLE]
    course.memberships_url, course.scores_url = launch.memberships_url, launch.scores_url
