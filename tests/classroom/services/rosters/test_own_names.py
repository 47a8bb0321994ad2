"""Students with another name than in the school's files: matched again, and their name here is kept."""

from __future__ import annotations

import pytest

from classroom import clock
from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.services.classes import roster
from classroom.services.classes.moving_students import move_to_class
from classroom.services.rosters.comparing import RowChange
from classroom.services.rosters.exporting import OneRoster, oneroster_archive, roster_csv
from classroom.services.rosters.imports import ImportPlan
from classroom.services.rosters.undoing import undo_import
from classroom.services.text_files import decoded
from tests.classroom.services.rosters.importing import NOON, TODAY, imported, names, planned, shown, student_called
from tests.factories import Cast, make_school_class

HEAD = "First name,Last name,ID\n"
BEA = HEAD + "Beatrice,King,007"


@pytest.fixture
def empty(cast: Cast) -> SchoolClass:
    """Alice's class without students."""
    return make_school_class("5A", teacher=cast.alice)


@pytest.fixture
def bea(empty: SchoolClass) -> Student:
    """Beatrice, who was imported from a file and renamed Bea."""
    imported(empty, BEA)
    student = student_called(empty, "Beatrice K.")
    roster.rename_student(student_id=student.id, name="Bea")
    return student


def only_row(plan: ImportPlan) -> RowChange:
    (listed,) = plan.classes
    (row,) = listed.changes.rows
    return row


@pytest.mark.parametrize("text", [BEA, "Name\nBeatrice K.", "First name,Last name\nBeatrice,King", "Name\nBea"])
def test_the_teachers_name_is_kept(empty: SchoolClass, bea: Student, text: str) -> None:
    plan = imported(empty, text)
    assert shown(plan) == [("unchanged", "Bea", None)]
    assert not plan.classes[0].changes.does_something
    assert (names(empty), bea.name_in_file) == (["Bea"], "Beatrice K.")
    assert only_row(plan).name_in_file == (None if text.endswith("Bea") else "Beatrice K.")


def test_a_new_name_in_the_file_is_stored_and_the_teachers_name_is_kept(empty: SchoolClass, bea: Student) -> None:
    plan = imported(empty, HEAD + "Beatrix,Kuhn,007")
    row = only_row(plan)
    assert (row.change, row.name) == ("changed", "Bea")
    assert (row.name_in_file, row.old_name_in_file) == ("Beatrix K.", "Beatrice K.")
    assert (bea.name, bea.name_in_file) == ("Bea", "Beatrix K.")
    assert shown(planned(empty, HEAD + "Beatrix,Kuhn,007")) == [("unchanged", "Bea", None)]
    undo_import(import_id=plan.import_id)
    assert (bea.name, bea.name_in_file) == ("Bea", "Beatrice K.")


def test_other_values_change(empty: SchoolClass, bea: Student) -> None:
    imported(empty, "First name,Last name,ID,Group\nBeatrice,King,007,Owls")
    assert (bea.name, bea.group) == ("Bea", "Owls")


def test_a_student_can_get_the_name_of_the_file_again(empty: SchoolClass, bea: Student) -> None:
    roster.rename_student(student_id=bea.id, name="Betty")
    assert (bea.name, bea.name_in_file) == ("Betty", "Beatrice K.")
    roster.rename_student(student_id=bea.id, name="beatrice k.")
    assert (bea.name, bea.name_in_file) == ("beatrice k.", None)
    imported(empty, HEAD + "Beatrix,Kuhn,007")
    assert bea.name == "Beatrix K."


def test_another_student_with_the_teachers_name_is_added(empty: SchoolClass, bea: Student) -> None:
    plan = imported(empty, "Name\nBea\nBeatrice K.")
    assert shown(plan) == [("added", "Bea 2", None), ("unchanged", "Bea", None)]
    assert bea.name == "Bea"


def test_another_student_does_not_get_the_name_in_the_file(empty: SchoolClass, bea: Student) -> None:
    text = HEAD + "Beatrice,King,007\nBeatrice,Kuhn,008"
    assert shown(imported(empty, text)) == [("unchanged", "Bea", None), ("added", "Beatrice Ku.", None)]
    without_numbers = "First name,Last name\nBeatrice,King\nBeatrice,Kuhn"
    assert {kind for kind, _, _ in shown(planned(empty, without_numbers))} == {"unchanged"}


def test_the_display_name_distinguishes_equal_file_names(empty: SchoolClass) -> None:
    roster.add_students(class_id=empty.id, text="Ana")
    first = student_called(empty, "Ana")
    roster.rename_student(student_id=first.id, name="Annie")
    roster.add_students(class_id=empty.id, text="Ana")
    second = student_called(empty, "Ana")
    assert only_row(planned(empty, "Name\nAna")).student_id == second.id


def test_a_typed_student_is_found_by_first_name(empty: SchoolClass) -> None:
    roster.add_students(class_id=empty.id, text="Ana")
    ana = student_called(empty, "Ana")
    roster.rename_student(student_id=ana.id, name="Annie")
    row = only_row(imported(empty, BEA.replace("Beatrice", "Ana")))
    assert (row.student_id, row.name, row.name_in_file) == (ana.id, "Annie", "Ana K.")
    assert (ana.name, ana.source_id) == ("Annie", "007")


def test_exported_files_can_be_imported(empty: SchoolClass, bea: Student) -> None:
    for content in (decoded(roster_csv([bea])), oneroster_archive(empty, [bea], OneRoster.V1_2, TODAY)):
        with clock.frozen_at(NOON):  # an archive is valid for one school year
            assert shown(imported(empty, content)) == [("unchanged", "Bea", None)]
        assert bea.name_in_file == "Beatrice K."


def test_no_export_contains_the_other_name(empty: SchoolClass, bea: Student) -> None:
    assert b"Beatrice" not in roster_csv([bea])
    assert b"Beatrice" not in oneroster_archive(empty, [bea], OneRoster.V1_1, TODAY)


def test_a_restored_student_keeps_the_teachers_name(empty: SchoolClass, bea: Student) -> None:
    roster.archive_student(student_id=bea.id)
    assert shown(imported(empty, BEA)) == [("restored", "Bea", None)]
    assert (bea.name, bea.archived_at) == ("Bea", None)


def test_the_name_of_the_file_moves_to_another_class(empty: SchoolClass, bea: Student, cast: Cast) -> None:
    move_to_class(class_id=empty.id, to_class_id=cast.class_7b.id, student_ids=[bea.id])
    assert ("unchanged", "Bea", None) in shown(planned(cast.class_7b, BEA))


def test_two_students_renamed_by_the_file_get_different_names(empty: SchoolClass) -> None:
    imported(empty, HEAD + "Ana,King,007\nBo,Lee,008")
    for name, own in (("Ana K.", "One"), ("Bo L.", "Two")):
        roster.rename_student(student_id=student_called(empty, name).id, name=own)
    imported(empty, HEAD + "Cy,Moe,007\nCy,Mann,008", same=["0.2", "0.3"])
    db.session.expire_all()
    assert [student_called(empty, own).name_in_file for own in ("One", "Two")] == ["Cy Mo.", "Cy Ma."]
