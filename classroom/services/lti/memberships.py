"""The roster of a course (Names and Role Provisioning Services), as input for a roster import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from classroom.database import transaction
from classroom.models import AuditAction, LtiCourse
from classroom.services import audit_log
from classroom.services.errors import LmsErrorCode, NameErrorCode, ServiceError
from classroom.services.lti.tool_key import ToolKey
from classroom.services.lti.web_services import LmsConnection, items_of
from classroom.services.names import MAX_NAME
from classroom.services.rosters.people import LONGEST_ID, MAX_ROWS, ClassList, FileKind, Person, RosterFile, WrongRow

_SCOPE = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
_KIND = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
_MOST_PAGES = 40
_LEARNER = ("Learner", "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner")


def roster_of_course(course: LtiCourse, *, key: ToolKey) -> RosterFile:
    """Request the students of a course from the LMS. Only the activity log is written.

    :raises ServiceError: LMS_SILENT, LMS_REFUSED, LMS_UNCLEAR, or NO_MEMBERS.
    """
    if course.memberships_url is None:
        raise ServiceError(LmsErrorCode.LMS_REFUSED)
    lms = LmsConnection(course.platform, key=key, scope=_SCOPE)
    everyone = list(_students(_members(lms, course.memberships_url)))
    if not everyone:
        raise ServiceError(LmsErrorCode.NO_MEMBERS)
    with transaction():
        audit_log.note(AuditAction.LMS_ROSTER_PULLED, f"class:{course.class_id}", detail=len(everyone))
    nameless = (WrongRow(one.line, "", NameErrorCode.NAME_EMPTY, rest=one) for one in everyone if not one.given)
    people = (one for one in everyone if one.given)
    return RosterFile(FileKind.TABLE, (ClassList(people=tuple(people), wrong=tuple(nameless)),))


def _members(lms: LmsConnection, url: str) -> Iterator[Mapping[str, Any]]:
    """Request page after page, all from the same host."""
    site = urlsplit(url)[:2]
    for _ in range(_MOST_PAGES):
        answer = lms.ask("GET", url, kind=_KIND)
        content = answer.content if isinstance(answer.content, dict) else {}
        yield from items_of(content.get("members"))
        if answer.next_url is None:
            return
        if urlsplit(answer.next_url)[:2] != site:
            break
        url = answer.next_url
    raise ServiceError(LmsErrorCode.LMS_UNCLEAR)


def _students(members: Iterator[Mapping[str, Any]]) -> Iterator[Person]:
    for line, one in enumerate(members, start=1):
        if line > MAX_ROWS:
            raise ServiceError(LmsErrorCode.LMS_UNCLEAR)
        roles = one.get("roles")
        is_student = isinstance(roles, list) and any(role in _LEARNER for role in roles if isinstance(role, str))
        if is_student and one.get("status", "Active") == "Active":
            given = _text(one, "given_name") or _text(one, "name") or _text(one, "family_name")
            family = _text(one, "family_name") if _text(one, "given_name") else ""
            source_id = _text(one, "lis_person_sourcedid")
            yield Person(line, given, family, source_id=source_id if len(source_id) <= LONGEST_ID else "")


def _text(member: Mapping[str, Any], name: str) -> str:
    value = member.get(name)
    shown = "".join(sign for sign in value if sign.isprintable()) if isinstance(value, str) else ""
    return " ".join(shown.split())[: 2 * MAX_NAME]
