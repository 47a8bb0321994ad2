"""Match people on a list with students of a class: by ID if there is one, otherwise by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from classroom.models import Student
from classroom.services.errors import RosterErrorCode
from classroom.services.names import fold_name
from classroom.services.rosters.id_conflicts import without_id_conflicts
from classroom.services.rosters.matches import Match, Matches, file_key, wrong_row
from classroom.services.rosters.naming import forms_of, plain_key
from classroom.services.rosters.people import Person, WrongRow

Forms = Mapping[int, Sequence[str]]
"""For each line, the folded names that the person can have, longest first."""
KeyOf = Callable[[Student], str]
"""Returns the folded name of a student to compare."""


def match_people(people: Sequence[Person], students: Collection[Student], same: Collection[int] = ()) -> Matches:
    """Match everyone. Skip duplicate rows, and rows with someone else's ID.

    :param same: the lines that a teacher confirmed to be the same student despite the different name.
    """
    once, wrong = _without_repeats(people)
    found = _by_number(once, students)
    numbered = frozenset(found)
    forms = {one.line: [fold_name(form) for form in reversed(forms_of(one))] for one in once}
    plain = {line: [plain_key(form) for form in some] for line, some in forms.items()}
    ways: Sequence[tuple[Callable[..., Iterator[tuple[int, Student]]], KeyOf, Forms]] = (
        (_by_form, file_key, forms),
        (_by_form, _present_key, forms),  # our own exports contain it
        (_by_form, _plain_file_key, plain),  # names that differ in a period only belong to one student
        (_by_form, _plain_present_key, plain),
        (_by_first_name, file_key, forms),
        (_by_first_name, _present_key, forms),
    )
    for look, key_of, forms_to_find in ways:
        has_more = True
        while has_more:  # remove matched students, so that others become unambiguous
            taken = {student.id for student in found.values()}
            waiting = [one for one in once if one.line not in found and not one.has_left]
            left = [student for student in students if student.id not in taken]
            more = dict(look(waiting, _by_key(left, key_of), forms_to_find))
            has_more = bool(more)
            found |= more
    matches = [_match(person, found.get(person.line), is_by_number=person.line in numbered) for person in once]
    return without_id_conflicts(matches, wrong, same, people)


def _match(person: Person, student: Student | None, *, is_by_number: bool) -> Match:
    is_known = student is not None and _same_number(person.source_id, student)
    is_new = bool(student and person.source_id and not is_known)
    return Match(person, student, is_new_number=is_new, is_by_number=is_by_number)


def _without_repeats(people: Sequence[Person]) -> tuple[list[Person], list[WrongRow]]:
    """Remove duplicates. Two people with the same name are different only if each has an ID."""
    once: list[Person] = []
    wrong: list[WrongRow] = []
    numbers: dict[str, Person] = {}
    names: dict[str, list[Person]] = {}
    for person in people:
        name = _whole_name(person)
        same_number = numbers.get(person.source_id) if person.source_id else None
        alike = next((one for one in names.get(name, ()) if not (one.source_id and person.source_id)), None)
        if same_number is not None:
            is_same = _whole_name(same_number) == name
            code = RosterErrorCode.ROW_TWICE if is_same else RosterErrorCode.ID_TWICE
            wrong.append(wrong_row(person, code, {"line": same_number.line}))
        elif alike is not None:
            wrong.append(wrong_row(person, RosterErrorCode.ROW_TWICE, {"line": alike.line}, person))
        else:
            once.append(person)
            numbers[person.source_id] = person
            names.setdefault(name, []).append(person)
    return once, wrong


def _whole_name(person: Person) -> str:
    """Return the name that tells two people apart: "Ana K" and "Ana K." would get the same one."""
    return plain_key(forms_of(person)[-1])


def _by_number(people: Sequence[Person], students: Collection[Student]) -> dict[int, Student]:
    """Match by the known ID, or by our own ID (in an archive exported here), or by a second ID.

    An ID whose leading zeros were dropped by a spreadsheet matches if only one student can be meant.
    """
    found: dict[int, Student] = {}
    exact = {student.source_id: student for student in students if student.source_id}
    own = {student.id: student for student in students}
    bare: dict[str, list[Student]] = {}
    for student in students:
        if student.source_id:
            bare.setdefault(student.source_id.lstrip("0"), []).append(student)
    taken: set[str] = set()
    ways: tuple[Callable[[Person], Student | None], ...] = (
        lambda person: exact.get(person.source_id),
        lambda person: own.get(person.source_id),
        lambda person: exact.get(person.identifier),
        lambda person: _only(bare.get(person.source_id.lstrip("0"), [])),
    )
    for way in ways:
        for person in people:
            meant = way(person) if person.source_id and person.line not in found else None
            if meant is not None and meant.id not in taken:
                found[person.line] = meant
                taken.add(meant.id)
    return found


def _present_key(student: Student) -> str:
    return student.name_key


def _plain_file_key(student: Student) -> str:
    return plain_key(file_key(student))


def _plain_present_key(student: Student) -> str:
    return plain_key(student.name_key)


def _by_key(students: Iterable[Student], key_of: KeyOf) -> dict[str, Student]:
    """Return students by name; of two with the same one, the student with this current name."""
    ordered = sorted(students, key=lambda student: key_of(student) == student.name_key)
    return {key_of(student): student for student in ordered}


def _by_form(people: Sequence[Person], by_key: dict[str, Student], forms: Forms) -> Iterator[tuple[int, Student]]:
    """Match by a possible name, full names first, if it is unambiguous."""
    times = Counter(form for person in people for form in forms[person.line])
    for person in people:
        for form in forms[person.line]:
            student = by_key.get(form)
            if student is not None and times[form] == 1 and not (person.source_id and student.source_id):
                del by_key[form]
                yield person.line, student
                break


def _by_first_name(people: Sequence[Person], by_key: dict[str, Student], forms: Forms) -> Iterator[tuple[int, Student]]:
    """Match by first name only, if it is unique: the class was typed without initials."""
    del forms
    times = Counter(fold_name(person.given) for person in people)
    for person in people:
        key = fold_name(person.given)
        if person.family and key in by_key and not by_key[key].source_id and times[key] == 1:
            yield person.line, by_key[key]


def _same_number(number: str, student: Student) -> bool:
    known = student.source_id
    return number == student.id or (known is not None and known.lstrip("0") == number.lstrip("0"))


def _only(students: Sequence[Student]) -> Student | None:
    return students[0] if len(students) == 1 else None
