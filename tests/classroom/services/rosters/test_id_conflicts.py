"""An ID that now belongs to another child: no student silently becomes someone else."""

from __future__ import annotations

import pytest

from classroom.models import SchoolClass, Student
from classroom.services.errors import RosterErrorCode
from classroom.services.rosters.drafts import row_key
from classroom.services.rosters.id_conflicts import has_another_name
from classroom.services.rosters.imports import apply_import, plan_of
from classroom.services.rosters.people import Person
from tests.classroom.services.rosters.importing import (
    done,
    imported,
    names,
    oneroster,
    planned,
    shown,
    student_called,
)
from tests.factories import Cast, make_school_class, make_student

OLD = "101,Ana,Able\n102,Ben,Baker\n104,Dora,Dunn\n105,Emil,Eck"
NEW = "101,Ana,Able\n102,Bea,Babel\n103,Ben,Baker\n105,Dora,Dunn\n106,Emil,Eck"


@pytest.fixture
def empty(cast: Cast) -> SchoolClass:
    """Alice's class without students."""
    return make_school_class("5A", teacher=cast.alice)


def with_heading(heading: str, rows: str) -> str:
    return f"{heading},First name,Last name\n{rows}"


def test_row_numbers_with_gaps_never_confuse_children(empty: SchoolClass) -> None:
    imported(empty, with_heading("No.", OLD.replace("10", "")))
    plan = imported(empty, with_heading("No.", NEW.replace("10", "")))
    assert [row for row in shown(plan) if row[0] != "unchanged"] == [("added", "Bea B.", None)]
    assert names(empty) == ["Ana A.", "Bea B.", "Ben B.", "Dora D.", "Emil E."]


def test_a_row_with_the_id_of_another_name_is_skipped(empty: SchoolClass) -> None:
    imported(empty, with_heading("ID", OLD))
    plan = imported(empty, with_heading("ID", NEW))
    (only,) = plan.classes
    assert shown(plan) == [("unchanged", "Ana A.", None)]
    assert [(one.line, one.name, one.student_name) for one in only.changes.id_conflicts] == [
        (3, "Bea B.", "Ben B."),
        (5, "Dora D.", "Emil E."),
    ]
    left_out = [(row.line, row.code, row.facts) for row in only.changes.wrong]
    assert left_out == [
        (4, RosterErrorCode.ID_OF_OTHER_STUDENT, {"name": "Ben B.", "line": 3}),
        (6, RosterErrorCode.ID_OF_OTHER_STUDENT, {"name": "Emil E.", "line": 5}),
    ]
    assert names(empty) == ["Ana A.", "Ben B.", "Dora D.", "Emil E."]


def test_a_teacher_can_confirm_that_it_is_the_same_student(empty: SchoolClass) -> None:
    imported(empty, with_heading("ID", OLD))
    ben = student_called(empty, "Ben B.").id
    first = planned(empty, with_heading("ID", "102,Lena,Moe\n108,Ben,Baker"))
    assert shown(first) == []
    same = [row_key("0", 2)]
    plan = plan_of(import_id=first.import_id, same=same)
    assert plan.seen != first.seen
    assert shown(plan) == [("changed", "Lena M.", "Ben B."), ("added", "Ben B.", None)]
    assert [one.is_same for one in plan.classes[0].changes.id_conflicts] == [True]
    apply_import(import_id=plan.import_id, chosen=["0"], seen=plan.seen, same=same)
    assert student_called(empty, "Lena M.").id == ben
    assert student_called(empty, "Ben B.").id != ben


@pytest.mark.parametrize(
    ("before", "after", "id_conflicts", "left_out"),
    [
        ("Anna Jones,Anna Smith", "Aaron Adams,Anna Jones,Anna Smith", [2, 3], [4]),
        ("Anna Jones,Anna Smith", "Anna Smith,Anna Jones", [2, 3], []),
        ("Ana Kim,Ben Kim", "Ben Kim,Ana Kim", [2, 3], []),
        ("Anna Jones,Bo Lee", "Anna Smith,Anna Jones", [2, 3], []),
        ("Anna Jones,Bo Lee", "Anna Smith,Bo Moe", [], []),
        ("Anna Jones,Anna Smith", "Anna Moe,Anna Smith", [], []),
        ("Anna Jones,Anna Smith", "Anna Jones,Anna Smith,Anna Stone", [], []),
    ],
)
def test_a_name_of_another_row_is_not_a_new_name(
    empty: SchoolClass, before: str, after: str, id_conflicts: list[int], left_out: list[int]
) -> None:
    """Classes with similar names, and a shifted column of IDs; and ordinary marriages."""

    def rows(names: str) -> str:
        numbered = enumerate(names.split(","), 501)
        return with_heading("ID", "\n".join(f"{number},{name.replace(' ', ',')}" for number, name in numbered))

    imported(empty, rows(before))
    found = planned(empty, rows(after)).classes[0].changes
    assert [one.line for one in found.id_conflicts] == id_conflicts
    assert [row.line for row in found.wrong] == left_out


def test_whole_names_of_brothers_and_sisters_do_not_change_places(cast: Cast) -> None:
    ana = make_student("Ana Kim", school_class=cast.class_7b, source_id="501")
    ben = make_student("Ben Kim", school_class=cast.class_7b, source_id="502")
    text = with_heading("ID", "501,Ben,Kim\n502,Ana,Kim")
    found = planned(cast.class_7b, text).classes[0].changes
    assert [(one.name, one.student_name) for one in found.id_conflicts] == [
        ("Ben K.", "Ana Kim"),
        ("Ana K.", "Ben Kim"),
    ]
    imported(cast.class_7b, text, same=[row_key("0", 2), row_key("0", 3)])
    assert (ana.name, ben.name) == ("Ben K.", "Ana K.")


def test_a_match_by_first_name_does_not_take_an_uncertain_name(cast: Cast) -> None:
    for name, number in (("Anna", None), ("Anna S.", "502")):
        make_student(name, school_class=cast.class_7b, source_id=number)
    found = planned(cast.class_7b, with_heading("ID", "502,Anna,Jones\n503,Anna,Smith")).classes[0].changes
    assert ([one.line for one in found.id_conflicts], [row.line for row in found.wrong]) == ([2], [3])


def test_a_departure_with_the_id_of_another_name_is_ignored(empty: SchoolClass) -> None:
    imported(empty, oneroster(["u1,,true,,Ana,King", "u2,,true,,Bo,Lee"], ["c1 u1", "c1 u2"]))
    plan = imported(empty, oneroster(["u1,,false,,Zoe,Zed", "u2,,false,,Bo,Lee"], ["c1 u1", "c1 u2"]))
    assert shown(plan) == [("archived", "Bo L.", None)]
    assert names(empty) == ["Ana K."]


def test_new_ids_are_reported(empty: SchoolClass) -> None:
    first = planned(empty, with_heading("ID", OLD))
    assert first.classes[0].changes.brings_first_numbers
    done(first)
    assert not planned(empty, with_heading("ID", OLD + "\n107,Fay,Fox")).classes[0].changes.brings_first_numbers
    assert not planned(empty, "Fay").classes[0].changes.brings_first_numbers


@pytest.mark.parametrize(
    ("given", "family", "name", "expected"),
    [
        ("Bea", "Babel", "Ben B.", True),
        ("Ben", "Baker", "Ben B.", False),
        ("Ben", "Moe", "Ben B.", False),
        ("Bea", "Baker", "Ben Baker", False),
        ("Bea Baker", "", "Ben Baker", False),
        ("Bea", "", "Ben", True),
        ("Anna", "Kuhn", "Ana K.", False),
        ("Anna", "Moe", "Ana K.", True),
        ("Benjamin", "Baker", "Ben B.", False),
        ("Ana Maria", "King", "Maria K.", False),
        ("Ana", "de la Cruz", "Bo de la Peña", True),
        ("Ana", "King", "Bo K.", True),
        ("ÁNA", "", "ana", False),
        ("小龙", "李", "大伟 李", True),
        ("小龙", "李", "小龙 李", False),
        ("محمد", "عمر", "محمد ع", False),
        ("🦊", "", "🦁", True),
        ("K", ".", "K", False),
    ],
)
def test_names_without_anything_in_common(given: str, family: str, name: str, expected: bool) -> None:
    assert has_another_name(Person(1, given, family), Student(name=name)) is expected
    assert not has_another_name(Person(1, given, family), Student(name=name, name_in_file=given))
