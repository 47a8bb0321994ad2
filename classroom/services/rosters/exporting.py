"""Export rosters: as a table for people, and as OneRoster archives for the school's other programs.

Archives follow the standard strictly: all columns in order, and all referenced tables. Both kinds of files can be
imported, and no cell is a formula.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum

from classroom.models import SchoolClass, Student
from classroom.services.archives import add_file
from classroom.services.rosters.people import EXPORTED_HEADINGS
from classroom.services.text_files import guarded, kept_as_text

_SCHOOL, _COURSE = "school", "course"
_FIRST_MONTH = 8
"""School years are assumed to begin in August; the archive must contain one."""
_HEAD = "sourcedId,status,dateLastModified,"
_BLANK = ("", "")
"""Status and timestamp are empty in bulk files."""
_ORGS = _HEAD + "name,type,identifier,parentSourcedId"
_SESSIONS = _HEAD + "title,type,startDate,endDate,parentSourcedId,schoolYear"
_COURSES = _HEAD + "schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes"
_CLASSES = (
    _HEAD + "title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,"
    "subjectCodes,periods"
)
_ENROLLMENTS = _HEAD + "classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate"
_ROLES = _HEAD + "userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId"


class OneRoster(StrEnum):
    """Versions of the format."""

    V1_1 = "1.1"
    V1_2 = "1.2"


_USERS: Mapping[OneRoster, str] = {
    OneRoster.V1_1: _HEAD
    + "enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,"
    "email,sms,phone,agentSourcedIds,grades,password",
    OneRoster.V1_2: _HEAD + "enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,"
    "agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,"
    "preferredFamilyName,primaryOrgSourcedId,pronouns",
}
_ABSENT: Mapping[OneRoster, tuple[str, ...]] = {
    OneRoster.V1_1: (
        *("categories", "classResources", "courseResources", "demographics", "lineItems", "resources", "results"),
    ),
    OneRoster.V1_2: (
        *("categories", "classResources", "courseResources", "demographics", "lineItemLearningObjectiveIds"),
        *("lineItems", "lineItemScoreScales", "resources", "resultLearningObjectiveIds", "results"),
        *("resultScoreScales", "roles", "scoreScales", "userProfiles", "userResources"),
    ),
}


def roster_csv(students: Iterable[Student]) -> bytes:
    """Return the roster as CSV for spreadsheets, in UTF-8 with a byte order mark."""
    rows = [(one.name, one.source_id or "", one.group or "", one.level or "") for one in students]
    return _table(EXPORTED_HEADINGS, rows, kept_as_text).encode("utf-8-sig")


def oneroster_archive(school_class: SchoolClass, students: Sequence[Student], version: OneRoster, today: date) -> bytes:
    """Return a class with its students as an archive of bulk files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        tables = _tables(school_class, students, version, today)
        for name, (columns, rows) in {"manifest": _manifest(version, tables), **tables}.items():
            add_file(archive, f"{name}.csv", _table(columns.split(","), rows))
    return content.getvalue()


_Table = tuple[str, list[tuple[object, ...]]]


def _tables(
    school_class: SchoolClass, students: Sequence[Student], version: OneRoster, today: date
) -> dict[str, _Table]:
    begins = today.year if today.month >= _FIRST_MONTH else today.year - 1
    year, title = f"year-{begins + 1}", f"{begins}/{begins + 1}"
    days = (date(begins, _FIRST_MONTH, 1).isoformat(), date(begins + 1, _FIRST_MONTH - 1, 31).isoformat())
    class_id = school_class.source_id or school_class.id
    maths = ("Mathematics", "")
    ids = [one.source_id or one.id for one in students]
    tables: dict[str, _Table] = {
        "academicSessions": (_SESSIONS, [(year, *_BLANK, title, "schoolYear", *days, "", begins + 1)]),
        "classes": (
            _CLASSES,
            [
                (class_id, *_BLANK, school_class.name, "", _COURSE, "", "scheduled", "", _SCHOOL, year, *maths, ""),
            ],
        ),
        "courses": (_COURSES, [(_COURSE, *_BLANK, year, "Mathematics", "", "", _SCHOOL, *maths)]),
        "enrollments": (
            _ENROLLMENTS,
            [(f"{class_id}-{one}", *_BLANK, class_id, _SCHOOL, one, "student", "false", "", "") for one in ids],
        ),
        "orgs": (_ORGS, [(_SCHOOL, *_BLANK, "School", "school", "", "")]),
        "users": (_USERS[version], [_user(one, version) for one in students]),
    }
    if version is OneRoster.V1_2:
        roles = [(f"{one}-student", *_BLANK, one, "primary", "student", "", "", _SCHOOL, "") for one in ids]
        tables["roles"] = (_ROLES, [*roles])
    return {name: table for name, table in tables.items() if table[1]}  # tables must not be empty


def _user(student: Student, version: OneRoster) -> tuple[object, ...]:
    user_id = student.source_id or student.id
    given, family = _parts(student.name)
    grade = f"{student.level:02}" if student.level else ""
    name = (user_id, "", given, family, "", "", "", "", "", "", grade, "")
    if version is OneRoster.V1_1:
        return (user_id, *_BLANK, "true", _SCHOOL, "student", *name)
    return (user_id, *_BLANK, "true", *name, "", "", "", "", "", _SCHOOL, "")


def _parts(name: str) -> tuple[str, str]:
    """Return nonempty given and family names: the initial of "Ana K.", or a dot."""
    given, _, last = name.rpartition(" ")
    is_initial = bool(given) and len(last) > 1 and last.endswith(".") and last[0].isalpha()
    return (given, last) if is_initial else (name, ".")


def _manifest(version: OneRoster, tables: Iterable[str]) -> _Table:
    sent = dict.fromkeys(_ABSENT[version], "absent") | dict.fromkeys(("enrollments", "users"), "absent")
    sent |= dict.fromkeys(tables, "bulk")
    files = [(f"file.{name}", how) for name, how in sorted(sent.items())]
    known = [("manifest.version", "1.0"), ("oneroster.version", version.value), *files]
    return "propertyName,value", [*known, ("source.systemName", "Sequence Numbers"), ("source.systemCode", "sequence")]


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]], guard: Callable[[str], str] = guarded) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([guard(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()
