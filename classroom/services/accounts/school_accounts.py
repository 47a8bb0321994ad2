"""Students' school accounts. A teacher of the class must link an account before it can sign a student in.

An account belongs to a sign-in service or to the LMS. A student can have one of each.

Only issuer and subject are stored, as for teachers (`connections`). An account that is linked to no student of the
class becomes a request. It expires after a day, and contains the name that the teacher needs to recognize it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, bindparam, delete, func, select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, LinkRequest, SchoolClass, Student
from classroom.models.student import is_of_lms
from classroom.prepared_statements import PreparedSelect
from classroom.services import audit_log
from classroom.services.accounts import logins, rate_limit
from classroom.services.accounts.devices import Device, Tried, budget_of, check_device
from classroom.services.errors import AccountErrorCode, ClassErrorCode, NameErrorCode, ServiceError
from classroom.services.locks import locked_class
from classroom.services.names import MAX_NAME, clean_name, fold_name
from classroom.services.notifications import notify_lessons
from classroom.services.open_sessions import lets_students_in

REQUESTS_KEPT = timedelta(days=1)
MOST_REQUESTS = 60
"""Maximum number of open requests per class: more than its students, and few enough to read."""


def students_of_account(*, subject: str, class_id: str | None = None) -> list[Student]:
    """Return the students linked to an account, without archived ones and those of archived classes.

    :param class_id: only in this class.
    """
    students = [one for one in _linked_students(subject) if one.school_class.archived_at is None]
    return [one for one in students if class_id in {None, one.class_id}]


def _linked_students(subject: str) -> list[Student]:
    found = select(Student).join(SchoolClass).where(_is_linked(subject), Student.archived_at.is_(None))
    return list(db.session.execute(found.order_by(SchoolClass.name, SchoolClass.id)).scalars())


def sign_in_by_account(*, student_id: str, subject: str, device: Device) -> str:
    """Sign in the student whose account was just verified; return the token of a new login.

    :raises ServiceError: NOT_LINKED, also if the student was archived or unlinked in the meantime; CLASS_NOT_OPEN;
        LOCKED_DOWN.
    """
    with transaction() as session:
        student = session.get(Student, student_id, populate_existing=True)
        if student is None or student.account_like(subject) != subject or student.archived_at is not None:
            raise ServiceError(AccountErrorCode.NOT_LINKED)
        if not lets_students_in(student.school_class):
            raise ServiceError(AccountErrorCode.CLASS_NOT_OPEN)
        return logins.start_login(student_id=student.id, device=device.id)


def ask_for_link(*, class_id: str, subject: str, name: str, device: Device) -> None:
    """Ask the teachers of an open class whose account this is. Idempotent per account and class.

    :param class_id: "" if no class code was typed.
    :raises ServiceError: NOT_LINKED: there is no class to ask, or CLASS_CLOSED if the account's class is archived;
        CLASS_NOT_OPEN; LOCKED_DOWN; TOO_MANY_ON_DEVICE; LINKS_WAITING: too many in this class.
    """
    if not class_id:
        closed = _linked_students(subject)
        raise ServiceError(AccountErrorCode.CLASS_CLOSED if closed else AccountErrorCode.NOT_LINKED)
    with transaction() as session:
        school_class = locked_class(session, class_id)
        if not lets_students_in(school_class):
            raise ServiceError(AccountErrorCode.CLASS_NOT_OPEN)
        if logins.is_locked_down():
            raise ServiceError(AccountErrorCode.LOCKED_DOWN)
        if has_asked(class_id=class_id, subject=subject):
            return
        check_device(Tried.LINK, device)
        if len(requests_of(class_id=class_id)) >= MOST_REQUESTS:
            raise ServiceError(AccountErrorCode.LINKS_WAITING)
        session.execute(delete(LinkRequest).where(_is_of(class_id, subject)))  # from yesterday
        session.add(LinkRequest(class_id=class_id, oidc_subject=subject, name=_shown_name(name)))
        budget = budget_of(Tried.LINK, device)
        rate_limit.add_wrong_try(scope=Tried.LINK, device=budget.name if budget else None)
        notify_lessons(SchoolClass.id == class_id)


def has_asked(*, class_id: str, subject: str) -> bool:
    found = select(LinkRequest.id).where(_is_of(class_id, subject), LinkRequest.created_at > _oldest())
    return db.session.execute(found).first() is not None


def requests_of(*, class_id: str) -> list[LinkRequest]:
    """Return the open requests of a class, by name."""
    found = select(LinkRequest).where(LinkRequest.class_id == class_id, LinkRequest.created_at > _oldest())
    return sorted(db.session.execute(found).scalars(), key=lambda one: (fold_name(one.name), one.id))


def count_requests(*, class_id: str) -> int:
    """Count the open requests of a class, for each update of the lesson page."""
    return int(_COUNT.all(class_id=class_id, since=_oldest())[0].number)


_COUNT = PreparedSelect(
    lambda: (
        select(func.count(LinkRequest.id).label("number"))
        .where(LinkRequest.class_id == bindparam("class_id", type_=LinkRequest.class_id.type))
        .where(LinkRequest.created_at > bindparam("since", type_=LinkRequest.created_at.type))
    )
)


def suggested_students(*, class_id: str) -> dict[str, str]:
    """Suggest a student for each request with an unambiguous match, by request ID.

    The account must have the student's name, here or in the school's roster, and no other student or request may have
    it.
    """
    present = select(Student).where(Student.class_id == class_id, Student.archived_at.is_(None))
    by_name: dict[str, list[Student]] = {}
    for student in db.session.execute(present).scalars():
        for name in {fold_name(name) for name in (student.name, student.name_in_file) if name}:
            by_name.setdefault(name, []).append(student)
    fitting = {
        one.id: [
            student.id
            for student in by_name.get(fold_name(one.name), ())
            if student.account_like(one.oidc_subject) is None
        ]
        for one in requests_of(class_id=class_id)
    }
    chosen = {request_id: students[0] for request_id, students in fitting.items() if len(students) == 1}
    times = Counter(chosen.values())
    return {request_id: student_id for request_id, student_id in chosen.items() if times[student_id] == 1}


def link_accounts(*, class_id: str, chosen: Mapping[str, str]) -> int:
    """Link requests to students of the class, all or none; return their number.

    :param chosen: the student for each request, by ID.
    :raises ServiceError: NO_LINK_CHOSEN; LINK_TWICE, for a student who would have two accounts; LINK_REQUEST_GONE;
        NOT_IN_CLASS.
    """
    if not chosen:
        raise ServiceError(AccountErrorCode.NO_LINK_CHOSEN)
    with transaction() as session:
        locked_class(session, class_id)
        waiting = {one.id: one for one in requests_of(class_id=class_id)}
        students = {one.id: one for one in session.query(Student).filter_by(class_id=class_id)}
        for request_id, student_id in chosen.items():
            request, student = waiting.get(request_id), students.get(student_id)
            if request is None:
                raise ServiceError(AccountErrorCode.LINK_REQUEST_GONE)
            if student is None or student.archived_at is not None:
                raise ServiceError(ClassErrorCode.NOT_IN_CLASS)
            if student.account_like(request.oidc_subject) is not None:  # before, or just now
                raise ServiceError(AccountErrorCode.LINK_TWICE)
            for former in students.values():  # archived in the meantime: the account is linked to the active student
                former.unlink(request.oidc_subject)
            session.flush()
            student.link(request.oidc_subject)
            session.delete(request)
            audit_log.note(AuditAction.STUDENT_LINKED, f"student:{student_id}")
        notify_lessons(SchoolClass.id == class_id)
    return len(chosen)


def dismiss_request(*, class_id: str, request_id: str) -> None:
    """Delete a request without linking it. Idempotent."""
    with transaction() as session:
        session.execute(delete(LinkRequest).where(LinkRequest.id == request_id, LinkRequest.class_id == class_id))
        notify_lessons(SchoolClass.id == class_id)


def unlink_account(*, student_id: str) -> None:
    """Unlink the student's account, and end the student's logins."""
    with transaction() as session:
        student = session.get_one(Student, student_id)
        if student.oidc_subject is None and student.lms_subject is None:
            return
        student.oidc_subject = student.lms_subject = None
        audit_log.note(AuditAction.STUDENT_UNLINKED, f"student:{student_id}")
        logins.end_logins_of_student(student_id=student_id)


def forget_old_requests() -> None:
    """Delete requests that no teacher decided within a day."""
    with transaction() as session:
        session.execute(delete(LinkRequest).where(LinkRequest.created_at <= _oldest()))


def _is_linked(subject: str) -> ColumnElement[bool]:
    return (Student.lms_subject if is_of_lms(subject) else Student.oidc_subject) == subject


def _is_of(class_id: str, subject: str) -> ColumnElement[bool]:
    return (LinkRequest.class_id == class_id) & (LinkRequest.oidc_subject == subject)


def _oldest() -> datetime:
    return clock.now() - REQUESTS_KEPT


def _shown_name(name: str) -> str:
    """Clean a name from an external service; "" if nothing can be displayed."""
    try:
        return clean_name(clean_name(name, longest=1000)[:MAX_NAME])
    except ServiceError as error:
        if not isinstance(error.code, NameErrorCode):
            raise
        return ""
