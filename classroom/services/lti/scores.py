"""Send a class's scores to the gradebook of its course (Assignment and Grade Services), at a teacher's request."""

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
    """The number of cards that a student answered correctly on the first try."""

    student_id: str
    right: int
    trials: int


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the gradebook."""

    about: str
    """Identifies the source of the scores: sending it again updates the same column."""
    title: str


def linked_students(course: LtiCourse) -> dict[str, str]:
    """Return the LMS's IDs of the linked students of the class, by their IDs here."""
    prefix = course.platform.prefix
    found = select(Student.id, Student.lms_subject).where(
        Student.class_id == course.class_id,
        Student.archived_at.is_(None),
        Student.lms_subject.startswith(prefix, autoescape=True),
    )
    return {row.id: str(row.lms_subject).removeprefix(prefix) for row in db.session.execute(found)}


def send_scores(course: LtiCourse, column: Column, scores: Sequence[Score], *, key: ToolKey) -> int:
    """Send scores; each student's maximum is the number of answered cards. Return the number sent.

    The column shows percentages. Students who are not linked are skipped.

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
    subject, count = f"class:{course.class_id}", 0
    try:
        for one in sent:
            lms.ask("POST", address, kind=_SCORE, body=_score(one, users[one.student_id]))
            count += 1
    finally:
        if count:  # also those before a failure
            with transaction():
                audit_log.note(AuditAction.SCORES_SENT, subject, detail=count)
    return count


def _score(score: Score, user: str) -> dict[str, object]:
    return {
        "userId": user,
        "scoreGiven": score.right,
        "scoreMaximum": score.trials,
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
        "timestamp": clock.now().isoformat(timespec="milliseconds"),
    }


def _column_address(lms: LmsConnection, url: str, column: Column) -> str:
    """Find or create the column."""
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
    """Return the address of a column's scores, keeping the query that some LMSs have."""
    path, mark, query = address.partition("?")
    return f"{path}/scores{mark}{query}"
