"""Importing into a class: known problems with rosters in other programs, one test each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import RosterImport, SchoolClass
from classroom.services.classes import roster
from classroom.services.errors import ClassErrorCode, ErrorCode, NameErrorCode, RosterErrorCode, ServiceError
from classroom.services.rosters import imports
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.rosters.imports import apply_import, discard_import, forget_old_imports, plan_import, plan_of
from classroom.services.rosters.words.headings import Column
from classroom.services.rosters.writing import Undo
from tests.classroom.services.rosters.importing import done, imported, names, planned, shown, student_called
from tests.factories import Cast, make_school_class, make_student

if TYPE_CHECKING:
    from tests.frozen_clock import FrozenClock

HEAD = "First name,Last name,ID\n"


def wrong(plan: imports.ImportPlan) -> list[tuple[int, ErrorCode]]:
    (only,) = plan.classes
    return [(row.line, row.code) for row in only.changes.wrong]


@pytest.fixture
def empty(cast: Cast) -> SchoolClass:
    """Alice's class without students."""
    return make_school_class("5A", teacher=cast.alice)


def test_nothing_is_saved_before_confirmation(cast: Cast) -> None:
    plan = planned(cast.class_7b, "Ana\nCarol")
    assert shown(plan) == [("added", "Ana", None), ("added", "Carol", None)]
    assert names(cast.class_7b) == ["Bob"]
    done(plan)
    assert names(cast.class_7b) == ["Ana", "Bob", "Carol"]


def test_importing_one_student_leaves_the_others(cast: Cast) -> None:
    pin = cast.bob.pin_hash
    plan = imported(cast.class_7b, "Name\nAna")
    assert plan.classes[0].changes.untouched == ("Bob",)
    assert names(cast.class_7b) == ["Ana", "Bob"]
    assert cast.bob.pin_hash == pin


def test_names_that_differ_in_case_and_spaces_match(empty: SchoolClass) -> None:
    plan = imported(empty, "Ana\n ana \nANA\nÁna")
    assert names(empty) == ["Ana", "Ána"]
    assert wrong(plan) == [(2, RosterErrorCode.ROW_TWICE), (3, RosterErrorCode.ROW_TWICE)]
    assert shown(planned(empty, "aNa\nána")) == [("unchanged", "Ana", None), ("unchanged", "Ána", None)]


def test_equal_first_names_get_longer_initials(empty: SchoolClass) -> None:
    imported(empty, HEAD + "Ana,King,\nAna,Kuhn,\nAna,Lee,")
    assert names(empty) == ["Ana Ki.", "Ana Ku.", "Ana L."]


def test_the_same_file_again_changes_nothing(empty: SchoolClass) -> None:
    text = HEAD + "Ana,King,\nAna,Kuhn,\nAna,Lee,\nBo,King,"
    imported(empty, text)
    again = planned(empty, text)
    assert {kind for kind, _, _ in shown(again)} == {"unchanged"}
    assert not again.classes[0].changes.does_something


@pytest.mark.parametrize("name", ["🦊", "x" * 40, "O’Brien", "D’Arcy K.", "Student 12", "محمد ع", "אבי"])
def test_odd_names_are_names(empty: SchoolClass, name: str) -> None:
    imported(empty, f"Name\n{name}\nAna")
    assert set(names(empty)) == {name, "Ana"}


def test_a_renamed_student_keeps_the_row(empty: SchoolClass) -> None:
    imported(empty, HEAD + "Ana,King,007")
    before = student_called(empty, "Ana K.").id
    plan = imported(empty, HEAD + "Anna,Kuhn,007")
    assert shown(plan) == [("changed", "Anna K.", "Ana K.")]
    assert student_called(empty, "Anna K.").id == before


def test_two_students_can_exchange_names(empty: SchoolClass) -> None:
    imported(empty, "Name,ID\nAna,007\nBo,008")
    ana = student_called(empty, "Ana").id
    plan = imported(empty, "Name,ID\nBo,007\nAna,008", same=["0.2", "0.3"])
    assert sorted(shown(plan)) == [("changed", "Ana", "Bo"), ("changed", "Bo", "Ana")]
    assert student_called(empty, "Bo").id == ana


def test_dropped_leading_zeros_do_not_create_a_new_student(empty: SchoolClass) -> None:
    imported(empty, "Name,ID\nAna,0071\nBo,0082")
    assert {kind for kind, _, _ in shown(imported(empty, "Name,ID\nAna,71\nBo,82"))} == {"unchanged"}
    assert student_called(empty, "Ana").source_id == "0071"


def test_equal_display_names_match(empty: SchoolClass) -> None:
    text = "First name,Last name\nAna,K\nAna,K."
    assert wrong(imported(empty, text)) == [(3, RosterErrorCode.ROW_TWICE)]
    assert names(empty) == ["Ana K."]
    assert {kind for kind, _, _ in shown(planned(empty, text))} == {"unchanged"}


@pytest.mark.parametrize(("typed", "in_file"), [("Ana", "!Ana"), ("Ana.", "Ana"), ("Ana-Li", "Ana’Li")])
def test_names_that_differ_in_signs_only_match(empty: SchoolClass, typed: str, in_file: str) -> None:
    imported(empty, f"Name\n{typed}\nBo")
    before = student_called(empty, typed).id
    assert [kind for kind, _, _ in shown(imported(empty, f"Name\n{in_file}\nBo"))] == ["changed", "unchanged"]
    assert student_called(empty, in_file).id == before
    assert not planned(empty, f"Name\n{in_file}\nBo").classes[0].changes.does_something


def test_rows_that_differ_in_signs_only_are_one_student(empty: SchoolClass) -> None:
    text = "Name\nAna\n!Ana\nBo"
    assert wrong(imported(empty, text)) == [(3, RosterErrorCode.ROW_TWICE)]
    assert names(empty) == ["Ana", "Bo"]
    assert not planned(empty, text).classes[0].changes.does_something


def test_different_ids_are_different_students(empty: SchoolClass) -> None:
    imported(empty, HEAD + "Ana,King,007\nAna,King,008")
    assert names(empty) == ["Ana K.", "Ana K. 2"]
    assert {kind for kind, _, _ in shown(planned(empty, HEAD + "Ana,King,008\nAna,King,007"))} == {"unchanged"}


def test_equal_ids_are_the_same_student(empty: SchoolClass) -> None:
    plan = planned(empty, HEAD + "Ana,King,007\nBo,Lee,008\nAna,King,007")
    assert wrong(plan) == [(4, RosterErrorCode.ROW_TWICE)]
    assert len(shown(plan)) == 2


def test_a_column_with_repeated_values_is_not_an_id(empty: SchoolClass) -> None:
    plan = imported(empty, HEAD + "Ana,King,007\nBo,Lee,007\nCy,Moe,008")
    assert names(empty) == ["Ana K.", "Bo L.", "Cy M."]
    assert student_called(empty, "Cy M.").source_id is None
    assert plan.file.repeated_ids == ("ID",)


def test_the_teacher_can_choose_it_as_an_id(empty: SchoolClass) -> None:
    draft = draft_of_file((HEAD + "Ana,King,007\nBo,Lee,007\nCy,Moe,008").encode())
    columns = tuple(Column.SOURCE_ID if at == 2 else one for at, one in enumerate(draft.choices.columns))
    changed = replace(draft, choices=replace(draft.choices, columns=columns))
    import_id = plan_import(teacher_id=empty.teacher_id, class_id=empty.id, file_name="x", draft=changed)
    assert wrong(plan_of(import_id=import_id)) == [(3, RosterErrorCode.ID_TWICE)]


def test_a_student_typed_by_first_name_is_found(empty: SchoolClass) -> None:
    roster.add_students(class_id=empty.id, text="Ana\nBo\nCy L.")
    plan = planned(empty, HEAD + "Ana,King,007\nBo,Lee,008\nBo,Moe,009\nCy,Lee,010")
    assert shown(plan) == [
        ("changed", "Ana K.", "Ana"),
        ("added", "Bo L.", None),
        ("added", "Bo M.", None),
        ("changed", "Cy L.", None),
    ]
    assert plan.classes[0].changes.untouched == ("Bo",)


def test_an_initial_never_confuses_two_students(empty: SchoolClass) -> None:
    roster.add_students(class_id=empty.id, text="Ana K.")
    plan = imported(empty, HEAD + "Ana,King,\nAna,Kuhn,")
    assert shown(plan) == [("added", "Ana Ki.", None), ("added", "Ana Ku.", None)]
    assert names(empty) == ["Ana K.", "Ana Ki.", "Ana Ku."]


def test_an_archived_student_comes_back(cast: Cast) -> None:
    roster.archive_student(student_id=cast.bob.id)
    plan = imported(cast.class_7b, "bob")
    assert shown(plan) == [("restored", "Bob", None)]
    assert names(cast.class_7b) == ["Bob"]


def test_groups_and_grades(cast: Cast) -> None:
    cast.bob.level = 5
    db.session.commit()
    imported(cast.class_7b, "Name,Group,Grade\nBob,Owls,03\nAna,,Grade 4\nCy,,12")
    assert (cast.bob.group, cast.bob.level) == ("Owls", 5)
    ana, cy = student_called(cast.class_7b, "Ana"), student_called(cast.class_7b, "Cy")
    assert (ana.group, ana.level, cy.level) == (None, 4, None)
    imported(cast.class_7b, "Name,Group\nBob,")
    assert cast.bob.group == "Owls"


def test_skipped_rows_do_not_stop_the_others(empty: SchoolClass) -> None:
    plan = imported(empty, "Ana\n" + "x" * 41 + "\nBo")
    assert wrong(plan) == [(2, NameErrorCode.NAME_TOO_LONG)]
    assert names(empty) == ["Ana", "Bo"]


def test_concurrent_changes_are_shown_again(cast: Cast) -> None:
    plan = planned(cast.class_7b, "Ana\nCarol")
    make_student("Ana", school_class=cast.class_7b)
    with pytest.raises(ServiceError) as caught:
        done(plan)
    assert caught.value.code is RosterErrorCode.CLASS_CHANGED
    assert names(cast.class_7b) == ["Ana", "Bob"]
    again = plan_of(import_id=plan.import_id)
    assert shown(again) == [("unchanged", "Ana", None), ("added", "Carol", None)]
    done(again)
    assert names(cast.class_7b) == ["Ana", "Bob", "Carol"]


def test_all_or_nothing(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(cast.class_7b, "Name,Group\nAna,\nBob,Owls")

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Undo, "to_json", fail)  # the last thing to happen
    with pytest.raises(RuntimeError):
        done(plan)
    db.session.rollback()
    assert (names(cast.class_7b), cast.bob.group) == (["Bob"], None)


def test_a_full_class_is_refused(cast: Cast) -> None:
    plan = planned(cast.class_7b, "\n".join(f"Student {number}" for number in range(roster.MAX_STUDENTS)))
    assert plan.classes[0].changes.is_full
    with pytest.raises(ServiceError) as caught:
        done(plan)
    assert caught.value.code is ClassErrorCode.CLASS_FULL
    assert names(cast.class_7b) == ["Bob"]


def test_confirming_twice_imports_once(cast: Cast) -> None:
    plan = planned(cast.class_7b, "Ana")
    done(plan)
    with pytest.raises(ServiceError) as caught:
        done(plan)
    assert caught.value.code is RosterErrorCode.IMPORT_DONE
    assert names(cast.class_7b) == ["Ana", "Bob"]


def test_an_import_requires_a_class(cast: Cast) -> None:
    plan = planned(cast.class_7b, "Ana")
    with pytest.raises(ServiceError) as caught:
        apply_import(import_id=plan.import_id, chosen=["9", "x"], seen=plan.seen)
    assert caught.value.code is RosterErrorCode.NO_CLASS_SELECTED


def test_names_in_the_draft_are_deleted(cast: Cast, frozen_clock: FrozenClock) -> None:
    plan = imported(cast.class_7b, HEAD + "Ana,Kingsley,007")
    assert "Kingsley" not in str(db.session.execute(select(RosterImport.plan, RosterImport.undo)).all())
    draft = planned(cast.class_7b, "Carol")
    discard_import(import_id=draft.import_id)
    discard_import(import_id=plan.import_id)  # done, so it can be undone
    assert kept() == 1
    planned(cast.class_7b, "Carol")
    frozen_clock.move_on(hours=25)
    forget_old_imports()
    assert kept() == 1
    frozen_clock.move_on(hours=24 * 7)
    forget_old_imports()
    assert kept() == 0


def kept() -> int:
    return db.session.execute(select(func.count()).select_from(RosterImport)).scalar_one()
