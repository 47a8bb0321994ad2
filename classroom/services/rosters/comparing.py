"""What a list of students would change in a class. Anyone who is not on the list is left alone."""

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
    """What becomes of a student."""

    ADDED = "added"
    CHANGED = "changed"
    RESTORED = "restored"
    """Archived until now."""
    ARCHIVED = "archived"
    AWAY = "away"
    """Not in the class today, by the file's dates: whatever the class has stays as it is."""
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class RowChange:
    """What one row does."""

    line: int
    change: Change
    name: str
    """From now on."""
    student_id: str | None = None
    """None for a new student."""
    old_name: str | None = None
    """If the student is called otherwise now."""
    name_in_file: str | None = None
    """What the file calls a student whom a teacher has renamed."""
    old_name_in_file: str | None = None
    """What it called the student last time, if that was another name."""
    source_id: str | None = None
    """What to keep as the number; None: what there is."""
    group: str | None = None
    old_group: str | None = None
    level: int | None = None
    absence: Absence | None = None
    whole_name: str = ""
    """What the file calls a new student, if that is longer."""

    @property
    def does_something(self) -> bool:
        """Whether anything would be written."""
        return self.change not in {Change.UNCHANGED, Change.AWAY}

    @property
    def new_name_in_file(self) -> str | None:
        """What to keep as the file's name; None: what there is."""
        return self.name_in_file if self.old_name_in_file else None


@dataclass(frozen=True, slots=True)
class ListChanges:
    """What a whole list does to a class."""

    rows: tuple[RowChange, ...]
    wrong: tuple[WrongRow, ...]
    listed_after: int
    """How many students the class would have."""
    untouched: tuple[str, ...]
    """The students on its roster whom the list does not name."""
    id_conflicts: tuple[IdConflict, ...] = ()
    """Rows with the number of a student who is called otherwise altogether."""
    brings_first_numbers: bool = False
    """Whether no one of the class has a number yet, and some would get one."""

    @property
    def is_full(self) -> bool:
        """Whether that is too many."""
        return self.listed_after > MAX_STUDENTS

    @property
    def does_something(self) -> bool:
        """Whether anything would be written."""
        return any(row.does_something for row in self.rows)

    @property
    def is_clear(self) -> bool:
        """Whether each row adds a student under the name that it has, and none is left out."""
        is_each_added = all(
            row.change is Change.ADDED and row.whole_name in {"", row.name} and not row.source_id for row in self.rows
        )
        return bool(self.rows) and is_each_added and not (self.wrong or self.id_conflicts or self.is_full)

    def with_wrong(self, wrong: tuple[WrongRow, ...]) -> ListChanges:
        """Return the same with these rows left out."""
        return replace(self, wrong=wrong)

    @property
    def digest(self) -> str:
        """The same for the same changes: what was shown is what is done."""
        return hashlib.sha256(repr((self.rows, self.wrong, self.id_conflicts)).encode()).hexdigest()[:32]


def compare(people: Sequence[Person], students: Collection[Student], same: Collection[int] = ()) -> ListChanges:
    """Work out what the list changes.

    :param students: everyone of the class, archived ones too.
    :param same: the lines of which a teacher said that the student is the same in spite of the name.
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
    """Name everyone on the list, by line; and give the file names of those whom a teacher renamed.

    Who has a name that fits keeps it, and so does anyone who a teacher has renamed.
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
    """Whether a name is one that the person can have; a number behind it told two apart."""
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
