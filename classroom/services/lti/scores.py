"""Scores of a class for the gradebook of its course (Assignment and Grade Services). Only a teacher sends them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, LtiCourse, Student
from classroom.services import audit_log
from classroom.services.errors import LmsErrorCode, ServiceError
from classroom.services.lti.messages import SCORE_SCOPES
from classroom.services.lti.tool_key import ToolKey
from classroom.services.lti.web_services import LmsConnection, items_of

_ITEM = "application/vnd.ims.lis.v2.lineitem+json"
_ITEMS = "application/vnd.ims.lis.v2.lineitemcontainer+json"
_SCORE = "application/vnd.ims.lis.v1.score+json"


@dataclass(frozen=True, slots=True)
class Score:
    """How many cards one student had right on the first try."""

    student_id: str
    right: int
    trials: int


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the gradebook."""

    about: str
    """What it is made of: the same gets the same column when it is sent again."""
    title: str


def linked_students(course: LtiCourse) -> dict[str, str]:
    """Return what the LMS calls each student of the class who is linked there, by ID here."""
    prefix = course.platform.prefix
    found = select(Student.id, Student.lms_subject).where(
        Student.class_id == course.class_id,
        Student.archived_at.is_(None),
        Student.lms_subject.startswith(prefix, autoescape=True),
    )
    return {row.id: str(row.lms_subject).removeprefix(prefix) for row in db.session.execute(found)}


def send_scores(course: LtiCourse, column: Column, scores: Sequence[Score], *, key: ToolKey) -> int:
    """Send scores, each student's own maximum being the cards that student answered; gives how many were sent.

    The column shows percent. Students who are not linked are left out.

    :raises ServiceError: LMS_SILENT, LMS_REFUSED, LMS_UNCLEAR, or NO_SCORES.
    """
    users = linked_students(course)
    sent = [one for one in scores if one.student_id in users and one.trials]
    if not sent:
        raise ServiceError(LmsErrorCode.NO_SCORES)
    if course.scores_url is None:
        raise ServiceError(LmsErrorCode.LMS_REFUSED)
    lms = LmsConnection(course.platform, key=key, scope=" ".join(SCORE_SCOPES))
    address = _scores_of(_column_address(lms, course.scores_url, column))
    for one in sent:
        lms.ask(
            "POST",
            address,
            kind=_SCORE,
            body={
                "userId": users[one.student_id],
                "scoreGiven": one.right,
                "scoreMaximum": one.trials,
                "activityProgress": "Completed",
                "gradingProgress": "FullyGraded",
                "timestamp": clock.now().isoformat(timespec="milliseconds"),
            },
        )
    with transaction():
        audit_log.note(AuditAction.SCORES_SENT, f"class:{course.class_id}", detail=f"{len(sent)} students")
    return len(sent)


def _column_address(lms: LmsConnection, url: str, column: Column) -> str:
    """Find the column, or make it."""
    asked = f"{url}{'&' if '?' in url else '?'}resource_id={column.about}"
    there = items_of(lms.ask("GET", asked, kind=_ITEMS).content)
    found = next((one for one in there if one.get("resourceId") == column.about), None)
    if found is None:
        item = {"label": column.title, "scoreMaximum": 100, "resourceId": column.about, "tag": "first-try"}
        (found,) = items_of([lms.ask("POST", url, kind=_ITEM, body=item).content])
    address = found.get("id")
    if not isinstance(address, str):
        raise ServiceError(LmsErrorCode.LMS_UNCLEAR)
    return address


def _scores_of(address: str) -> str:
    """Give the address of a column's scores: its query, which some LMSs have, stays behind."""
    path, mark, query = address.partition("?")
    return f"{path}/scores{mark}{query}"
