"""After a deletion, no file of the instance contains a deleted name: searched byte by byte.

The names contain "zqoqq", which no ID or hash does: IDs have no o, and in a hash, five letters are unlikely.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom import clock
from classroom.database import Base, database_file, db, transaction
from classroom.learning.topics import Topic, TopicKind
from classroom.models import Attempt, ClassSession, FollowUp, RosterImport, SavedTables, SchoolClass, Student
from classroom.services import erasing, safety_copies
from classroom.services.accounts import login_cards
from classroom.services.classes import deleting, roster
from classroom.services.decks.content import DeckCopy
from classroom.services.follow_ups.actions import add_note
from classroom.services.maintenance.background import BackgroundThread
from classroom.services.maintenance.backup import copy_database
from classroom.services.rosters.undoing import undo_import
from classroom.services.settings import TableSettings
from tests.byte_search import files_with
from tests.classroom.reports.lesson import Lesson
from tests.classroom.services.rosters.importing import imported
from tests.conftest import ON_POSTGRES
from tests.factories import (
    Cast,
    make_attendance,
    make_deck,
    make_login_failure,
    make_login_session,
    make_school_class,
    make_student,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

ON_SQLITE = pytest.mark.skipif(ON_POSTGRES, reason="about the file of SQLite; PRIVACY.md says what PostgreSQL keeps")


@pytest.fixture
def folder(app: Flask) -> Path:
    return Path(app.instance_path)


@pytest.fixture
def full_class(cast: Cast) -> SchoolClass:
    """A class whose rows have been moved between pages for a while."""
    school_class = make_school_class("Zqoqqv class", teacher=cast.alice)
    names = [f"Zqoqq{random.choice('abcdefgh')} {number:03}" for number in range(300)]
    random.shuffle(names)
    for start in range(0, len(names), 40):
        with transaction() as session:
            session.add_all(
                Student(class_id=school_class.id, name=name, name_key=name.casefold()) for name in names[start:][:40]
            )
        for student in random.sample(roster.students_of(class_id=school_class.id), 20):
            roster.rename_student(student_id=student.id, name=f"{student.name[:10]}{random.choice('pqr') * 20}")
        erasing.empty_log()
    return school_class


def copy_now() -> Path:
    """Make a copy as before an upgrade."""
    file = database_file()
    assert file is not None
    unfinished = safety_copies.unfinished_copy(database=file)
    unfinished.parent.mkdir()
    copy_database(database=file, target=unfinished)
    return safety_copies.keep(unfinished, database=file, revision="0001")


@pytest.fixture
def copy(cast: Cast, folder: Path) -> Path:
    """A copy from before an upgrade that includes Bob."""
    return copy_now()


def rows_with(text: str) -> set[str]:
    """Return the tables that contain a text in any column."""
    connection = db.session.connection()
    found = set()
    for name, table in Base.metadata.tables.items():
        if any(text in str(value) for row in connection.execute(select(table)) for value in row):
            found.add(name)
    db.session.rollback()
    return found


def names_in(copy: Path, table: str) -> set[str]:
    with closing(sqlite3.connect(copy)) as connection:
        return {row[0] for row in connection.execute(f"SELECT name FROM {table}")}  # noqa: S608


@ON_SQLITE
def test_the_search_finds_names(full_class: SchoolClass, folder: Path) -> None:
    assert "classroom.sqlite3" in files_with(folder, ["zqoqq"])


@ON_SQLITE
def test_a_deleted_class_is_erased_from_all_files(full_class: SchoolClass, folder: Path) -> None:
    deleting.delete_class(class_id=full_class.id)
    assert files_with(folder, ["zqoqq"]) == {}
    assert list((folder / "erasing").iterdir()) == []
    # Pages are rewritten: pages split earlier may contain names of deleted rows.
    assert db.session.connection().exec_driver_sql("PRAGMA freelist_count").scalar_one() == 0


@ON_SQLITE
def test_a_deleted_student_is_erased_from_all_files(cast: Cast, folder: Path) -> None:
    zqo = make_student("Zqoqqy", school_class=cast.class_7b)
    Lesson(cast.class_7b).answer(zqo, "7 × 8", "56")
    roster.rename_student(student_id=zqo.id, name="Zqoqqz")
    assert files_with(folder, ["zqoqqy"]) != {}
    deleting.delete_student(student_id=zqo.id)
    assert files_with(folder, ["zqoqq"]) == {}


def _everything_about(zqo: Student, bob: Student) -> list[str]:
    """Store the student's name and secrets in every possible place. Return them."""
    school_class = zqo.school_class
    zqo.name_in_file, zqo.source_id, zqo.group = "Zqoqqy Qzzk", "zqoqq-4711", "Zqoqqy's group"
    bob.group = "with Zqoqqy Zqoqqlast"
    db.session.commit()
    (card,) = login_cards.new_cards(class_id=school_class.id, student_ids=[zqo.id])
    lesson = Lesson(school_class)
    for one in (zqo, bob):
        make_attendance(lesson.class_session, one)
        lesson.answer(one, "7 × 8", "56")
    lesson.class_session.seats = {zqo.id: [1, 0], bob.id: [1, 1]}
    copied = DeckCopy("Zqoqqy Zqoqqlast's cards", cards=(("7 × 8", 56),))
    lesson.class_session.settings = replace(TableSettings(), deck_copy=copied).to_json()
    make_deck(school_class.teacher, title="Cards for Zqoqqy Zqoqqlast")
    topic = Topic(TopicKind.FACT, "mul:7x8", zqo.id)
    note = "Zqoqqy is fast. ZQOQQY ZQOQQLAST helps Bob"
    for ids in ([zqo.id], [zqo.id, bob.id]):
        add_note(class_id=school_class.id, topic=topic, student_ids=ids, text=note)
    plan = {"tables": [[zqo.id], [bob.id]]}
    db.session.add(SavedTables(class_id=school_class.id, name="Zqoqqy Zqoqqlast in front", plan=plan))
    make_login_failure(f"pin:{zqo.id}")
    make_login_session(zqo)
    db.session.commit()
    assert zqo.pin_hash is not None
    assert zqo.card_hash is not None
    return [zqo.name, zqo.name_key, "zqoqqy", "qzzk", "zqoqq-4711", zqo.pin_hash, zqo.card_hash, card.token]


@pytest.mark.parametrize("is_class", [False, True])
@ON_SQLITE
def test_deletion_leaves_no_byte_of_names_and_secrets(cast: Cast, folder: Path, is_class: bool) -> None:
    """P4: the database, its log, copies from before upgrades, the estimates, and all other files of the instance."""
    zqo = make_student("Zqoqqy Zqoqqlast", school_class=cast.class_7b)
    wanted = _everything_about(zqo, cast.bob)
    copy_now()
    student_id = zqo.id
    assert len(files_with(folder, ["zqoqqy"])) == 2, "the database, and its copy"
    if is_class:
        # A classmate was in another class before, whose data stays.
        cast.bob.class_id = cast.class_8c.id
        db.session.commit()
        deleting.delete_class(class_id=cast.class_7b.id)
    else:
        deleting.delete_student(student_id=student_id)
    assert files_with(folder, [*wanted, "zqoqq"]) == {}
    assert rows_with(student_id) <= {"audit_entries"}


def test_other_students_data_stays_when_a_student_is_deleted(cast: Cast) -> None:
    zqo = make_student("Zqoqqy Zqoqqlast", school_class=cast.class_7b)
    _everything_about(zqo, cast.bob)
    deleting.delete_student(student_id=zqo.id)
    (note,) = db.session.scalars(select(FollowUp))
    assert note.details == {"students": [cast.bob.id], "text": "… is fast. … helps Bob"}
    assert note.about == {"fact": "mul:7x8"}
    (saved,) = db.session.scalars(select(SavedTables))
    assert saved.plan == {"tables": [[], [cast.bob.id]]}
    (session,) = db.session.scalars(select(ClassSession))
    assert session.seats == {cast.bob.id: [1, 1]}
    assert TableSettings.from_json(session.settings).deck_title == "…'s cards"
    assert db.session.scalars(select(Attempt.student_id)).all() == [cast.bob.id]


def test_students_removed_by_undoing_an_import_are_erased_too(cast: Cast, folder: Path) -> None:
    plan = imported(cast.class_7b, "Zqoqqv\nZqoqqw")
    undo_import(import_id=plan.import_id)
    assert files_with(folder, ["zqoqq"]) == {}


def test_imported_files_of_other_classes_that_name_the_student_are_deleted(cast: Cast, folder: Path) -> None:
    """A list imported into the student's previous class contains the name."""
    zqo = make_student("Zqoqqy", school_class=cast.class_7b)
    Lesson(cast.class_7b).answer(zqo, "7 × 8", "56")
    db.session.add(
        RosterImport(teacher_id=cast.alice.id, class_id=cast.class_7b.id, file_name="a.csv", plan={"rows": ["Zqoqqy"]})
    )
    zqo.class_id = make_school_class("7A", teacher=cast.alice).id
    db.session.commit()
    deleting.delete_student(student_id=zqo.id)
    assert files_with(folder, ["zqoqq"]) == {}


@ON_SQLITE
class TestCopies:
    def test_a_student_is_deleted_from_copies_too(self, cast: Cast, copy: Path, folder: Path) -> None:
        aside = folder / "before-restore-20260101-120000.sqlite3"
        shutil.copy(copy, aside)
        deleting.delete_student(student_id=cast.bob.id)
        for file in (copy, aside):
            assert names_in(file, "students") == {"Charlie"}
            assert names_in(file, "school_classes") == {"7B", "8C"}

    def test_who_has_changed_classes_since_is_kept(self, cast: Cast, copy: Path) -> None:
        cast.bob.class_id = cast.class_8c.id
        db.session.commit()
        deleting.delete_class(class_id=cast.class_7b.id)
        assert names_in(copy, "students") == {"Bob", "Charlie"}

    def test_an_unreadable_copy_is_deleted(self, cast: Cast, copy: Path) -> None:
        copy.write_bytes(b"Bob" * 1000)
        deleting.delete_student(student_id=cast.bob.id)
        assert not copy.exists()

    def test_a_copy_with_a_broken_name_is_deleted(self, cast: Cast, copy: Path) -> None:
        copy.write_bytes(copy.read_bytes().replace(b"tablestudentsstudents", b"table\xfftudentsstudents"))
        deleting.delete_student(student_id=cast.bob.id)
        assert not copy.exists()

    def test_copies_are_kept_for_a_month(self, cast: Cast, copy: Path) -> None:
        file = database_file()
        assert file is not None
        for days, is_kept in ((29, True), (31, False)):
            then = clock.now().timestamp() - days * 24 * 3600
            os.utime(copy, (then, then))
            safety_copies.forget_old_copies(database=file)
            assert copy.exists() == is_kept


@pytest.fixture
def reader(cast: Cast) -> Iterator[sqlite3.Connection]:
    """Another connection in the middle of reading."""
    file = database_file()
    assert file is not None
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT * FROM students").fetchall()
        yield connection


@ON_SQLITE
def test_a_reader_delays_erasing_and_the_background_thread_finishes(
    app: Flask, cast: Cast, folder: Path, reader: sqlite3.Connection
) -> None:
    zqo = make_student("Zqoqqy", school_class=cast.class_7b)
    thread = BackgroundThread(app, every_seconds=0.01)
    thread.start()
    try:
        deleting.delete_student(student_id=zqo.id)
        assert files_with(folder, ["zqoqq"]) != {}
        reader.execute("COMMIT")
        until = time.monotonic() + 60
        while files_with(folder, ["zqoqq"]) and time.monotonic() < until:
            time.sleep(0.05)
        assert files_with(folder, ["zqoqq"]) == {}
    finally:
        thread.stop()
        thread.join(60)


@ON_SQLITE
def test_a_restart_finishes_erasing(cast: Cast, folder: Path, reader: sqlite3.Connection) -> None:
    zqo = make_student("Zqoqqy", school_class=cast.class_7b)
    deleting.delete_student(student_id=zqo.id)
    reader.execute("COMMIT")
    erasing._progress = erasing._Progress()  # another process
    assert erasing.erase_pending()
    assert files_with(folder, ["zqoqq"]) == {}


@ON_SQLITE
def test_a_rolled_back_deletion_erases_no_one(cast: Cast, copy: Path, folder: Path) -> None:
    with suppress(ZeroDivisionError), transaction():
        deleting.delete_student(student_id=cast.bob.id)
        _ = 1 // 0
    assert list((folder / "erasing").iterdir()) == []
    assert db.session.execute(select(Student.name)).scalars().all() == ["Bob", "Charlie"]
    assert names_in(copy, "students") == {"Bob", "Charlie"}


@ON_SQLITE
def test_a_note_of_a_deletion_that_was_never_committed_erases_no_one(cast: Cast, copy: Path, folder: Path) -> None:
    (folder / "erasing").mkdir()
    (folder / "erasing" / "a.json").write_text(
        f'{{"student_ids": ["{cast.bob.id}"], "class_ids": ["{cast.class_7b.id}"]}}'
    )
    (folder / "erasing" / "b.json").write_text('{"student_')
    erasing._progress = erasing._Progress()
    assert erasing.erase_pending()
    assert names_in(copy, "students") == {"Bob", "Charlie"}


def test_another_thread_can_finish_an_erasure_first(cast: Cast, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both threads find the note of a deletion; the other one erases the student and deletes the note."""
    name = "Zqoqqvarian"
    student = make_student(name, school_class=cast.class_7b)
    list_notes = erasing._notes

    def list_then_lose(database: Path) -> list[Path]:
        notes = list_notes(database)
        return [*notes, *(note.with_name("gone.json") for note in notes)]

    monkeypatch.setattr(erasing, "_notes", list_then_lose)
    deleting.delete_student(student_id=student.id)
    assert erasing.erase_pending()
    assert files_with(folder, [name]) == {}


@pytest.mark.nightly
def test_several_deletions_at_once(app: Flask, full_class: SchoolClass, folder: Path) -> None:
    ids = [student.id for student in roster.students_of(class_id=full_class.id)][:24]

    def delete(some: list[str]) -> None:
        with app.app_context():
            for student_id in some:
                deleting.delete_student(student_id=student_id)

    names = [db.session.get_one(Student, one).name for one in ids]
    db.session.rollback()
    threads = [threading.Thread(target=delete, args=(ids[start::4],)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    erasing._progress = erasing._Progress()
    assert erasing.erase_pending()
    assert files_with(folder, names) == {}
