"""What a list of students would change in a class. Students who are not on the list stay unchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from classroom.models import Student
from classroom.services.classes.roster import MAX_STUDENTS
from classroom.services.names import fold_name
from classroom.services.rosters.matches import IdConflict, Match, file_key
from classroom.services.rosters.matching import match_people
from classroom.services.rosters.naming import display_names, forms_of
from classroom.services.rosters.people import Absence, Person, WrongRow


class Change(StrEnum):
    """What happens to a student."""

    ADDED = "added"
    CHANGED = "changed"
    RESTORED = "restored"
    """Archived before."""
    ARCHIVED = "archived"
    AWAY = "away"
    """Not in the class today, according to the file's dates: nothing changes."""
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class RowChange:
    """The changes by one row."""

    line: int
    change: Change
    name: str
    """The new name."""
    student_id: str | None = None
    """None for a new student."""
    old_name: str | None = None
    """The old name, if the student is renamed."""
    name_in_file: str | None = None
    """The file's name for a student whom a teacher has renamed."""
    old_name_in_file: str | None = None
    """The file's previous name for the student, if different."""
    source_id: str | None = None
    """The new ID; None if unchanged."""
    group: str | None = None
    old_group: str | None = None
    level: int | None = None
    absence: Absence | None = None
    whole_name: str = ""
    """The file's name for a new student, if longer."""

    @property
    def does_something(self) -> bool:
        """Return whether anything would be written."""
        return self.change not in {Change.UNCHANGED, Change.AWAY}

    @property
    def new_name_in_file(self) -> str | None:
        """Return the new name in files; None if unchanged."""
        return self.name_in_file if self.old_name_in_file else None


@dataclass(frozen=True, slots=True)
class ListChanges:
    """The changes of a class by a whole list."""

    rows: tuple[RowChange, ...]
    wrong: tuple[WrongRow, ...]
    listed_after: int
    """The number of students afterwards."""
    untouched: tuple[str, ...]
    """Students of the class who are not on the list."""
    id_conflicts: tuple[IdConflict, ...] = ()
    """Rows with the ID of a student who has an entirely different name."""
    brings_first_numbers: bool = False
    """Whether no student of the class has an ID yet, and some would get one."""

    @property
    def is_full(self) -> bool:
        """Return whether the class would have too many students."""
        return self.listed_after > MAX_STUDENTS

    @property
    def does_something(self) -> bool:
        """Return whether anything would be written."""
        return any(row.does_something for row in self.rows)

    @property
    def is_clear(self) -> bool:
        """Return whether each row adds a student with the file's name, and no row is skipped."""
        is_each_added = all(
            row.change is Change.ADDED and row.whole_name in {"", row.name} and not row.source_id for row in self.rows
        )
        return bool(self.rows) and is_each_added and not (self.wrong or self.id_conflicts or self.is_full)

    def with_wrong(self, wrong: tuple[WrongRow, ...]) -> ListChanges:
        """Return a copy that also skips these rows."""
        return replace(self, wrong=wrong)

    @property
    def digest(self) -> str:
        """Return a digest of the changes, to check that what was previewed is what is written."""
        return hashlib.sha256(repr((self.rows, self.wrong, self.id_conflicts)).encode()).hexdigest()[:32]


def compare(people: Sequence[Person], students: Collection[Student], same: Collection[int] = ()) -> ListChanges:
    """Compute what the list changes.

    :param students: all students of the class, including archived ones.
    :param same: the lines that a teacher confirmed to be the same student despite the different name.
    """
    matched = match_people(people, students, same)
    matches = [match for match in matched.found if match.student is not None or not match.person.has_left]
    names, in_file = _names(matches, students)
    rows = tuple(_row(match, names[match.person.line], in_file.get(match.person.line)) for match in matches)
    named = {row.student_id for row in rows} | {conflict.student_id for conflict in matched.id_conflicts}
    listed = [student for student in students if student.archived_at is None]
    leaving = sum(row.change is Change.ARCHIVED for row in rows)
    coming = sum(row.change in {Change.ADDED, Change.RESTORED} for row in rows)
    return ListChanges(
        rows=rows,
        wrong=tuple(matched.wrong),
        listed_after=len(listed) - leaving + coming,
        untouched=tuple(student.name for student in listed if student.id not in named),
        id_conflicts=tuple(matched.id_conflicts),
        brings_first_numbers=any(row.source_id for row in rows) and not any(one.source_id for one in students),
    )


def _names(matches: Iterable[Match], students: Collection[Student]) -> tuple[dict[int, str], dict[int, str]]:
    """Choose the names of everyone on the list, by line; also return the file's names of renamed students.

    Students keep a name that fits, or that a teacher has given them.
    """
    kept: dict[int, str] = {}
    in_file: dict[int, str] = {}
    to_name: list[Match] = []
    for match in matches:
        person, student = match.person, match.student
        if person.absence is not None:
            kept[person.line] = student.name if student else forms_of(person)[0]
        elif student is None:
            to_name.append(match)
        elif person.has_left or _fits(student.name_key, person):
            kept[person.line] = student.name
        else:
            if student.name_in_file:
                kept[person.line], in_file[person.line] = student.name, student.name_in_file
            if not _fits(file_key(student), person):
                to_name.append(match)
    renamed = {match.student.id for match in to_name if match.student is not None}
    taken = {student.name_key for student in students if student.id not in renamed or student.name_in_file}
    taken |= {file_key(student) for student in students if student.id not in renamed}
    named = display_names([match.person for match in to_name], taken)
    in_file |= {line: name for line, name in named.items() if line in in_file}
    return {**named, **kept}, in_file


def _fits(name_key: str, person: Person) -> bool:
    """Return whether the person can have this name; a number after it may tell two people apart."""
    forms = [fold_name(form) for form in forms_of(person)]
    base, _, number = name_key.rpartition(" ")
    return name_key in forms or (number.isdigit() and base in forms)


def _row(match: Match, name: str, in_file: str | None) -> RowChange:
    person, student = match.person, match.student
    if person.absence is not None:
        is_listed = student is not None and student.archived_at is None
        return RowChange(
            person.line, Change.AWAY, name, student.id if student and is_listed else None, absence=person.absence
        )
    if student is None:
        return RowChange(
            person.line,
            Change.ADDED,
            name,
            source_id=person.source_id or None,
            group=person.group or None,
            level=person.level,
            whole_name=f"{person.given} {person.family}" if person.family and not person.typed else "",
        )
    if person.has_left:
        kind = Change.UNCHANGED if student.archived_at else Change.ARCHIVED
        return RowChange(person.line, kind, student.name, student.id)
    source_id = person.source_id if match.is_new_number else None
    group = person.group if person.group and person.group != student.group else None
    level = person.level if student.level is None else None
    old_name = student.name if name != student.name else None
    old_in_file = student.name_in_file if in_file and in_file != student.name_in_file else None
    is_changed = any(one is not None for one in (source_id, group, level, old_name, old_in_file))
    kind = Change.CHANGED if is_changed else Change.UNCHANGED
    return RowChange(
        person.line,
        Change.RESTORED if student.archived_at else kind,
        name,
        student.id,
        old_name=old_name,
        name_in_file=in_file,
        old_name_in_file=old_in_file,
        source_id=source_id,
        group=group,
        old_group=student.group if group else None,
        level=level,
    )
