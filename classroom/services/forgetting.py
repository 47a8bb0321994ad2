"""Remove deleted students from remaining data: notes, titles, saved tables, and planned seats.

Rows about a single student are deleted with the student. Others concern several people, or were typed by a teacher:
there, the ID is removed and the name replaced by "…". Snapshots of the student's classes, which can be rebuilt, are
deleted, and so are requests to link school accounts. The same is done in copies of the database, whose schema may be
older.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    false,
    inspect,
    literal_column,
    or_,
    select,
    update,
)

from classroom.database import Base
from classroom.services.mentions import Json, any_of, first_names, without_names, without_people

_TABLES = Base.metadata.tables
_OF_CLASS = {
    "follow_ups": ("about", "details"),
    "arrangements": ("plan", "name"),
    "class_sessions": ("settings", "seats"),
    "practice_assignments": ("settings",),
}
"""Columns with teachers' texts or students' IDs, by table. Each table has a class."""
_OF_SESSION = {"games": ("teams",), "table_plans": ("teams",)}
_SHORTEST = 2
"""Minimum length of a name to search for."""


def forget_people(connection: Connection, student_ids: Collection[str]) -> None:
    """Remove these students from all rows that remain. The students' own rows must still exist.

    :param connection: in a transaction, to the database or to a copy of it
    """
    if not student_ids:
        return
    schema = _Schema(connection)
    classes = _classes_of(connection, schema, student_ids)
    names = any_of(_names_of(connection, schema, student_ids, classes))
    ids = set(student_ids)
    for name, columns in _OF_CLASS.items():
        in_classes = _TABLES[name].c.class_id.in_(classes)
        _rewrite(connection, schema, name, columns, in_classes, names=names, ids=ids)
    sessions = select(_TABLES["class_sessions"].c.id).where(_TABLES["class_sessions"].c.class_id.in_(classes))
    for name, columns in _OF_SESSION.items():
        of_sessions = _TABLES[name].c.class_session_id.in_(sessions)
        _rewrite(connection, schema, name, columns, of_sessions, names=names, ids=ids)
    classmates = _classmates(schema, classes)
    _rewrite(connection, schema, "students", ("group_name",), classmates, names=names, ids=ids)
    _rewrite(connection, schema, "decks", ("title",), _of_teachers(schema, classes), names=names, ids=ids)
    snapshots = _TABLES["class_snapshots"]
    if schema.has("class_snapshots", "class_id"):
        connection.execute(delete(snapshots).where(snapshots.c.class_id.in_(classes)))
    requests = _TABLES["link_requests"]
    if schema.has("link_requests", "class_id"):  # any may be the student's; others can be sent again with one tap
        connection.execute(delete(requests).where(requests.c.class_id.in_(classes)))
    tries = _TABLES["login_failures"]
    for one in student_ids if schema.has("login_failures", "scope") else ():
        connection.execute(delete(tries).where(tries.c.scope.contains(one)))


class _Schema:
    """The existing tables and columns."""

    def __init__(self, connection: Connection) -> None:
        inspector = inspect(connection)
        self._columns = {
            name: {column["name"] for column in inspector.get_columns(name)} for name in inspector.get_table_names()
        }

    def has(self, table: str, *columns: str) -> bool:
        return self._columns.get(table, set()).issuperset(columns)


def _classes_of(connection: Connection, schema: _Schema, student_ids: Collection[str]) -> list[str]:
    """Return the students' classes, and the classes whose sessions they joined."""
    students, sessions, attended = (_TABLES[name] for name in ("students", "class_sessions", "attendances"))
    found = set(connection.execute(select(students.c.class_id).where(students.c.id.in_(student_ids))).scalars())
    if schema.has("attendances", "student_id"):
        joined = select(sessions.c.class_id).join(attended, attended.c.class_session_id == sessions.c.id)
        found.update(connection.execute(joined.where(attended.c.student_id.in_(student_ids))).scalars())
    return sorted(found)


def _names_of(
    connection: Connection, schema: _Schema, student_ids: Collection[str], classes: Sequence[str]
) -> frozenset[str]:
    """Return the students' names, and first names that no one else in these classes has."""
    students = _TABLES["students"]
    in_file = students.c.name_in_file if schema.has("students", "name_in_file") else literal_column("NULL")
    query = select(students.c.id, students.c.name, in_file.label("in_file"))
    rows = connection.execute(query.where(or_(students.c.class_id.in_(classes), students.c.id.in_(student_ids))))
    own: set[str] = set()
    others: set[str] = set()
    for row in rows:
        (own if row.id in student_ids else others).update(name for name in (row.name, row.in_file) if name)
    taken = {one.casefold() for name in others for one in (*first_names(name), name)}
    called = {one for name in own for one in first_names(name) if one.casefold() not in taken}
    return frozenset({name for name in own if len(name) >= _SHORTEST} | called)


def _classmates(schema: _Schema, classes: Sequence[str]) -> ColumnElement[bool]:
    """Restrict students to those who are or were in these classes."""
    students, sessions, attended = (_TABLES[name] for name in ("students", "class_sessions", "attendances"))
    is_in = students.c.class_id.in_(classes)
    if not schema.has("attendances", "student_id"):
        return is_in
    joined = select(attended.c.student_id).join(sessions, sessions.c.id == attended.c.class_session_id)
    return or_(is_in, students.c.id.in_(joined.where(sessions.c.class_id.in_(classes))))


def _of_teachers(schema: _Schema, classes: Sequence[str]) -> ColumnElement[bool]:
    """Restrict decks to those of these classes' teachers."""
    decks, owned, shared = (_TABLES[name] for name in ("decks", "school_classes", "class_teachers"))
    teaches: list[Select[Any]] = [select(owned.c.teacher_id).where(owned.c.id.in_(classes))]
    if schema.has("class_teachers", "teacher_id"):
        teaches.append(select(shared.c.teacher_id).where(shared.c.class_id.in_(classes)))
    return or_(false(), *(decks.c.teacher_id.in_(one) for one in teaches))


def _rewrite(
    connection: Connection,
    schema: _Schema,
    name: str,
    columns: Iterable[str],
    which: ColumnElement[bool],
    *,
    names: re.Pattern[str],
    ids: Collection[str],
) -> None:
    table = _TABLES[name]
    there = [table.c[column] for column in columns if schema.has(name, column)]
    if not there:
        return
    keys = list(table.primary_key.columns)
    for row in connection.execute(select(*keys, *there).where(which)).all():
        is_it = and_(*(key == row[index] for index, key in enumerate(keys)))
        before = dict(zip((column.name for column in there), row[len(keys) :], strict=True))
        after = {column: _without(value, names, ids) for column, value in before.items()}
        if name == "follow_ups" and _has_no_one_left(before, after):
            connection.execute(delete(table).where(is_it))
        elif changed := {column: value for column, value in after.items() if value != before[column]}:
            connection.execute(update(table).where(is_it).values(_with_unique_name(table, row[0], changed)))


def _without(value: Json, names: re.Pattern[str], ids: Collection[str]) -> Json:
    if isinstance(value, str):
        return without_names(value, names)
    return without_people(value, names=names, ids=ids)


def _has_no_one_left(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether a follow-up was only about these students."""
    was_about = [*_people(before), *filter(None, [(before.get("about") or {}).get("student")])]
    is_about = [*_people(after), *filter(None, [(after.get("about") or {}).get("student")])]
    return bool(was_about) and not is_about


def _people(row: dict[str, Any]) -> Iterator[str]:
    yield from (row.get("details") or {}).get("students", ())


def _with_unique_name(table: Table, key: object, changed: dict[str, Any]) -> dict[str, Any]:
    """Keep names of saved tables unique."""
    if table.name == "arrangements" and "name" in changed:
        changed["name"] = f"{changed['name'][:30]} {key}"
    return changed
