"""Read OneRoster tables, versions 1.1 and 1.2, leniently: columns in any order, some missing.

Of a student, only names, grade, IDs, and classes are read. Columns of addresses, phones, and passwords are skipped, and
tables of demographics are not unpacked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from classroom import clock
from classroom.services.errors import FileErrorCode, RosterErrorCode, ServiceError
from classroom.services.names import clean_name
from classroom.services.rosters.files.enrollment_dates import (
    absence_of,
    ended_terms,
    is_class_over,
    preferred,
    with_beginners,
)
from classroom.services.rosters.files.oneroster_archive import (
    CLASSES,
    ENROLLMENTS,
    LONGEST,
    ROLES,
    USERS,
    Record,
    records,
    unpacked,
)
from classroom.services.rosters.people import (
    LONGEST_FAMILY,
    LONGEST_GROUP,
    ClassList,
    FileKind,
    Person,
    RosterFile,
    WrongRow,
    clean_id,
)
from classroom.services.rosters.words.values import level_of

_STUDENT = "student"
_TAKEN = frozenset(
    {
        *("sourcedid", "status", "enableduser", "role", "givenname", "familyname", "preferredgivenname"),
        *("identifier", "grades"),
    }
)
_OF_NO_PERSON = frozenset({"datelastmodified", "orgsourcedids", "primaryorgsourcedid", "agentsourcedids"})


def read_oneroster(content: bytes) -> RosterFile:
    """Read an archive.

    :raises ServiceError: FILE_NOT_READ, FILE_TOO_LARGE, TABLES_MISSING, or like `read_tables`.
    """
    files = unpacked(content, LONGEST)
    if not {USERS, CLASSES, ENROLLMENTS} <= set(files):
        raise ServiceError(RosterErrorCode.TABLES_MISSING)
    return read_tables(files)


def read_tables(files: Mapping[str, bytes]) -> RosterFile:
    """Read the classes with students, except those whose term is over.

    :param files: the tables as CSV, by name.
    :raises ServiceError: FILE_NOT_READ, FILE_TOO_LONG, FILE_TOO_WIDE, CLASSES_OVER or FILE_EMPTY.
    """
    today = clock.local_day(clock.now())
    users = {one["sourcedId"]: one for one in records(files, USERS)}
    members, wrong = _members(files, users, today)
    ended = ended_terms(files, today)
    classes: list[ClassList] = []
    over: list[ClassList] = []
    for one in records(files, CLASSES):
        people, rejected = (
            members.pop(one["sourcedId"], {}),
            wrong.pop(one["sourcedId"], []),
        )  # also if it is listed twice
        if (people or rejected) and not one.is_deleted:
            listed = over if is_class_over(one, ended) else classes
            listed.append(_class_list(one, people, tuple(rejected)))
    if not classes and over:
        raise ServiceError(RosterErrorCode.CLASSES_OVER)
    if not classes:
        raise ServiceError(FileErrorCode.FILE_EMPTY)
    return RosterFile(FileKind.ONEROSTER, tuple(classes), _unread(users), over=tuple(sorted(one.name for one in over)))


def _members(
    files: Mapping[str, bytes], users: Mapping[str, Record], today: date
) -> tuple[dict[str, dict[str, Person]], dict[str, list[WrongRow]]]:
    """Return each class's students by ID, and skipped rows."""
    roles: dict[str, set[str]] = defaultdict(set)
    for one in records(files, ROLES):
        if not one.is_deleted:
            roles[one["userSourcedId"]].add(one["role"].casefold())
    found: dict[str, dict[str, Person]] = defaultdict(dict)
    wrong: dict[str, list[WrongRow]] = defaultdict(list)
    for one in records(files, ENROLLMENTS):
        class_id, user_id = one["classSourcedId"], one["userSourcedId"]
        user = users.get(user_id)
        known = roles[user_id] | ({user["role"].casefold()} - {""} if user else set())
        if one["role"].casefold() != _STUDENT and (one["role"] or (known and _STUDENT not in known)):
            continue
        try:
            person = _person(user_id, user)
        except ServiceError as error:
            line = user.row.line if user else one.row.line
            wrong[class_id].append(WrongRow(line, user_id, error.code, error.facts))
            continue
        if one.is_deleted:
            person = replace(person, has_left=True)
        if not person.has_left:
            person = replace(person, absence=absence_of(one, today))
        found[class_id][user_id] = preferred(found[class_id].get(user_id, person), person)
    return found, wrong


def _person(user_id: str, user: Record | None) -> Person:
    if user is None:
        raise ServiceError(RosterErrorCode.USER_MISSING)
    given = user["preferredGivenName"] or user["givenName"]
    if not given:
        raise ServiceError(RosterErrorCode.ROW_WITHOUT_NAME)
    family = user["familyName"]
    return Person(
        line=user.row.line,
        given=clean_name(given),
        family=clean_name(family, longest=LONGEST_FAMILY) if family else "",
        source_id=clean_id(user_id),
        identifier=clean_id(user["identifier"]),
        level=level_of(user["grades"]),
        has_left=user.is_deleted or user["enabledUser"].casefold() in {"false", "0", "no"},
    )


def _class_list(one: Record, people: Mapping[str, Person], wrong: tuple[WrongRow, ...]) -> ClassList:
    source_id = clean_id(one["sourcedId"])
    name = one["title"] or one["classCode"] or source_id
    try:
        name = clean_name(name[:LONGEST_GROUP])
    except ServiceError:
        name = source_id[:LONGEST_GROUP]
    people, begins = with_beginners(people)
    in_order = tuple(sorted(people.values(), key=lambda person: person.line))
    return ClassList(name, source_id, in_order, wrong, begins)


def _unread(users: Mapping[str, Record]) -> tuple[str, ...]:
    """Return the nonempty columns about people that are skipped."""
    columns = next(iter(users.values())).columns if users else {}
    skipped = [name for name in columns if name and name not in _TAKEN | _OF_NO_PERSON]
    return tuple(sorted(name[:40] for name in skipped if any(user[name] for user in users.values())))[:30]
