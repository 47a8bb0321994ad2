"""Undoing an import restores everything except what has happened since."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.models import Game, Player, RosterImport, SchoolClass, SessionState, Student
from classroom.services.classes import roster
from classroom.services.errors import ClassErrorCode, RosterErrorCode, ServiceError
from classroom.services.play.game_row import seats_of
from classroom.services.play.seats import give_seat
from classroom.services.rosters.drafts import draft_of_file
from classroom.services.rosters.imports import ImportPlan, apply_import, plan_import, plan_of
from classroom.services.rosters.undoing import UndoPreview, UndoResult, last_import_of, preview_undo, undo_import
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import end_session, join_session
from tests.classroom.services.rosters.importing import imported, names, oneroster, student_called
from tests.classroom.services.sessions.joining import join
from tests.factories import (
    Cast,
    make_attempt,
    make_class_session,
    make_game,
    make_game_event,
    make_school_class,
    make_student,
)

if TYPE_CHECKING:
    from tests.frozen_clock import FrozenClock


def undone(plan: ImportPlan) -> UndoResult:
    return undo_import(import_id=plan.import_id)


def rows_of(school_class: SchoolClass) -> list[tuple[object, ...]]:
    """Return all that an import can change."""
    db.session.rollback()
    everyone = db.session.execute(select(Student).where(Student.class_id == school_class.id).order_by(Student.id))
    return [
        (one.id, one.name, one.name_key, one.source_id, one.group, one.level, one.archived_at is None, one.pin_hash)
        for one in everyone.scalars()
    ]


def answer(student: Student) -> None:
    game = make_game(make_class_session(student.school_class, state=SessionState.ENDED), [student, None])
    make_attempt(make_game_event(game, {"do": "place"}, student=student), student=student)


def test_undoing_restores_everything(cast: Cast) -> None:
    make_student("Ana", school_class=cast.class_7b, source_id="007", group="Owls")
    make_student("Cy", school_class=cast.class_7b)
    roster.archive_student(student_id=make_student("Old", school_class=cast.class_7b).id)
    before = rows_of(cast.class_7b)
    plan = imported(
        cast.class_7b, "First name,Last name,ID,Group,Grade\nAnna,King,007,Bees,3\nBob,Lee,008,,\nOld,,,,\nNew,,,,"
    )
    assert names(cast.class_7b) == ["Anna K.", "Bob L.", "Cy", "New", "Old"]
    assert undone(plan) == UndoResult(class_ids=[cast.class_7b.id], removed=1)
    assert rows_of(cast.class_7b) == before


def test_exchanged_names_are_restored(cast: Cast) -> None:
    imported(cast.class_7b, "Name,ID\nAna,007\nCy,008")
    before = rows_of(cast.class_7b)
    undone(imported(cast.class_7b, "Name,ID\nCy,007\nAna,008", same=["0.2", "0.3"]))
    assert rows_of(cast.class_7b) == before


def test_students_with_answers_stay(cast: Cast) -> None:
    plan = imported(cast.class_7b, "Ana\nCy")
    answer(student_called(cast.class_7b, "Ana"))
    result = undone(plan)
    assert (result.removed, result.stayed) == (1, ["Ana"])
    assert names(cast.class_7b) == ["Ana", "Bob"]


def test_students_who_joined_a_lesson_stay(cast: Cast) -> None:
    plan = imported(cast.class_7b, "Ana\nBen\nCy")
    lesson = make_class_session(cast.class_7b)
    join_session(class_session_id=lesson.id, student_id=student_called(cast.class_7b, "Ana").id)
    make_game(make_class_session(cast.class_7b, state=SessionState.ENDED), [student_called(cast.class_7b, "Ben"), None])
    result = undone(plan)
    assert (result.removed, result.stayed) == (1, ["Ana", "Ben"])
    assert names(cast.class_7b) == ["Ana", "Ben", "Bob"]


def test_students_renamed_since_stay(cast: Cast) -> None:
    plan = imported(cast.class_7b, "Ana\nCy")
    roster.rename_student(student_id=student_called(cast.class_7b, "Ana").id, name="Anna")
    assert undone(plan).stayed == ["Anna"]
    assert names(cast.class_7b) == ["Anna", "Bob"]


def test_restored_students_who_joined_a_lesson_stay(cast: Cast, frozen_clock: FrozenClock) -> None:
    old, other = (make_student(name, school_class=cast.class_7b) for name in ("Old", "Other"))
    before = make_class_session(cast.class_7b)
    for student in (old, other):
        join_session(class_session_id=before.id, student_id=student.id)
    end_session(class_session_id=before.id)
    for student in (old, other):
        roster.archive_student(student_id=student.id)
    frozen_clock.move_on(minutes=1)
    plan = imported(cast.class_7b, "Old\nOther")
    frozen_clock.move_on(minutes=1)
    join_session(class_session_id=make_class_session(cast.class_7b).id, student_id=old.id)
    assert undone(plan).stayed == ["Old"]
    assert (old.archived_at is None, other.archived_at is None) == (True, False)


def test_students_restored_during_a_lesson_keep_their_seats(cast: Cast, frozen_clock: FrozenClock) -> None:
    lesson = make_class_session(cast.class_7b)
    students = join(lesson, 4)
    lobby.start_session(class_session_id=lesson.id)
    played = [one.game_id for one in db.session.execute(select(Player).order_by(Player.id)).scalars()]
    back, away = students[0], students[1]
    for student in (back, away):
        roster.archive_student(student_id=student.id)
    frozen_clock.move_on(minutes=1)
    plan = imported(cast.class_7b, f"{back.name}\n{away.name}")
    frozen_clock.move_on(minutes=1)
    join_session(class_session_id=lesson.id, student_id=back.id)
    game = db.session.get_one(Game, played[0])
    seat = next(one.seat for one in game.players if one.left_at_version is None and one.student_id is None)
    give_seat(game_id=game.id, seat=seat, student_id=back.id)
    foretold = preview_undo(import_id=plan.import_id)
    assert (foretold.staying, foretold.archived) == ((back.name,), (away.name,))
    assert undone(plan).stayed == [back.name]
    assert seats_of(db.session.get_one(Game, game.id))[seat] == back.id


def test_later_changes_are_kept(cast: Cast) -> None:
    plan = imported(cast.class_7b, "First name,Last name,Group\nBob,Lee,Owls")
    roster.rename_student(student_id=cast.bob.id, name="Bobby")
    undone(plan)
    assert (cast.bob.name, cast.bob.group) == ("Bobby", None)


def test_a_name_that_is_taken_now_is_not_restored(cast: Cast) -> None:
    plan = imported(cast.class_7b, "First name,Last name,Group\nBob,Lee,Owls")
    make_student("Bob", school_class=cast.class_7b)
    assert undone(plan).not_renamed == ["Bob L."]
    assert names(cast.class_7b) == ["Bob", "Bob L."]
    assert cast.bob.group is None


def test_students_who_moved_stay_in_their_new_class(cast: Cast) -> None:
    plan = imported(cast.class_7b, "Ana")
    student_called(cast.class_7b, "Ana").class_id = cast.class_8c.id
    db.session.commit()
    assert undone(plan).removed == 0
    assert names(cast.class_8c) == ["Ana", "Charlie"]


def test_undoing_works_once_and_for_a_week(cast: Cast, frozen_clock: FrozenClock) -> None:
    first = imported(cast.class_7b, "Ana")
    frozen_clock.move_on(seconds=1)
    second = imported(cast.class_7b, "Cy")
    assert latest(cast) == second.import_id
    undone(second)
    assert latest(cast) == first.import_id
    frozen_clock.move_on(hours=24 * 7)
    assert latest(cast) is None
    for plan in (first, second):
        with pytest.raises(ServiceError) as caught:
            undone(plan)
        assert caught.value.code is RosterErrorCode.NOT_UNDONE
    assert names(cast.class_7b) == ["Ana", "Bob"]


def test_a_preview_cannot_be_undone(cast: Cast) -> None:
    import_id = plan_import(
        teacher_id=cast.alice.id, class_id=None, file_name="x", draft=draft_of_file(oneroster(["u1,,,,Ana"], ["c1 u1"]))
    )
    with pytest.raises(ServiceError) as caught:
        undo_import(import_id=import_id)
    assert caught.value.code is RosterErrorCode.NOT_UNDONE


def test_new_classes_are_deleted_and_old_ones_lose_their_id(cast: Cast) -> None:
    draft = draft_of_file(
        oneroster(["u1,,,,Ana", "u2,,,,Bo"], ["c1 u1", "c2 u2", "c3 u2"], classes=("c1,,7B", "c2,,8A", "c3,,8B"))
    )
    import_id = plan_import(teacher_id=cast.alice.id, class_id=cast.class_7b.id, file_name="x", draft=draft)
    plan = plan_of(import_id=import_id)
    apply_import(import_id=import_id, chosen=["0", "1", "2"], seen=plan.seen)
    made = db.session.execute(select(SchoolClass).where(SchoolClass.source_id.in_(["c2", "c3"]))).scalars().all()
    assert cast.class_7b.source_id == "c1"
    kept = next(one for one in made if one.name == "8B")
    make_student("Typed in since", school_class=kept)
    result = undo_import(import_id=import_id)
    assert sorted(result.class_ids) == sorted([cast.class_7b.id, kept.id])
    left = set(db.session.execute(select(SchoolClass.name)).scalars())
    assert left == {"7B", "8B", "8C"}
    assert cast.class_7b.source_id is None


def test_undoing_requires_room_in_the_class(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    school_class = make_school_class(teacher=cast.alice)
    imported(school_class, oneroster(["u1,,true,,Ana", "u2,,true,,Bo"], ["c1 u1", "c1 u2"]))
    plan = imported(school_class, oneroster(["u1,,false,,Ana"], ["c1 u1"]))
    assert names(school_class) == ["Bo"]
    monkeypatch.setattr(roster, "MAX_STUDENTS", 1)
    with pytest.raises(ServiceError) as caught:
        undone(plan)
    assert caught.value.code is ClassErrorCode.CLASS_FULL
    db.session.rollback()
    assert names(school_class) == ["Bo"]
    monkeypatch.undo()
    undone(plan)
    assert names(school_class) == ["Ana", "Bo"]


def latest(cast: Cast) -> str | None:
    found = last_import_of(class_id=cast.class_7b.id, teacher_id=cast.alice.id)
    assert last_import_of(class_id=cast.class_8c.id, teacher_id=cast.alice.id) is None
    assert db.session.execute(select(RosterImport)).first() is not None
    return found[0].id if found else None


def test_undoing_does_what_was_previewed(cast: Cast, frozen_clock: FrozenClock) -> None:
    old = make_student("Old", school_class=cast.class_7b)
    roster.archive_student(student_id=old.id)
    plan = imported(cast.class_7b, "Name,Group\nAna,\nCy,\nOld,\nBob,Owls")
    frozen_clock.move_on(minutes=1)
    lesson = make_class_session(cast.class_7b)
    join_session(class_session_id=lesson.id, student_id=student_called(cast.class_7b, "Cy").id)
    before = rows_of(cast.class_7b)
    foretold = preview_undo(import_id=plan.import_id)
    assert rows_of(cast.class_7b) == before
    assert foretold == UndoPreview(leaving=("Ana",), staying=("Cy",), archived=("Old",), restored=(), changed=("Bob",))
    assert not foretold.is_empty
    assert undone(plan).stayed == ["Cy"]
    assert names(cast.class_7b) == ["Bob", "Cy"]


def test_an_undo_that_keeps_everyone_is_empty(cast: Cast) -> None:
    school_class = make_school_class(teacher=cast.alice)
    plan = imported(school_class, "Name\nAna")
    assert not preview_undo(import_id=plan.import_id).is_empty
    lesson = make_class_session(school_class)
    join_session(class_session_id=lesson.id, student_id=student_called(school_class, "Ana").id)
    assert preview_undo(import_id=plan.import_id).is_empty


def test_an_undo_that_removes_the_id_of_a_class_is_not_empty(cast: Cast) -> None:
    school_class = make_school_class(teacher=cast.alice)
    plan = imported(school_class, oneroster(["u1,,true,,Ana"], ["c1 u1"]))
    lesson = make_class_session(school_class)
    join_session(class_session_id=lesson.id, student_id=student_called(school_class, "Ana").id)
    assert school_class.source_id == "c1"
    preview = preview_undo(import_id=plan.import_id)
    assert preview.changes_classes
    assert not preview.is_empty
    undone(plan)
    assert school_class.source_id is None
