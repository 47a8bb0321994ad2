"""The export of one student and of one class: all data stored about the student, and nothing about anyone else."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.database import db
from classroom.learning.topics import Topic, TopicKind
from classroom.models import AuditAction, CoTeacher, SavedTables, SeatingRule, SeatingRuleKind, Student, Teacher
from classroom.services import audit_log
from classroom.services.accounts import login_cards
from classroom.services.audit_log import EntryFilter
from classroom.services.follow_ups.actions import add_note, practice_cards
from classroom.services.settings import TableSettings
from engine.equations import describe
from tests.classroom.reports.lesson import Lesson
from tests.database_snapshot import DatabaseSnapshot
from tests.factories import (
    make_attendance,
    make_baseline,
    make_cast,
    make_class_session,
    make_game,
    make_game_event,
    make_login_failure,
    make_login_session,
    make_school_class,
    make_student,
    make_teacher,
)
from tests.privacy_inventory import read_inventory

if TYPE_CHECKING:
    from flask import Flask
    from flask_sqlalchemy.session import Session
    from sqlalchemy.orm import scoped_session

    from tests.page_client import PageClient


def _make_lesson() -> tuple[str, str]:
    """Create a student with data of every kind, and Zoë, who took part each time."""
    cast = make_cast()
    school_class = cast.class_7b
    mia = make_student("Mia Mara", school_class=school_class, group="Zoë's readers", source_id="S-4711")
    zoe = make_student("Zoë Zimt", school_class=school_class, name_in_file="Zoë Quark")
    login_cards.new_cards(class_id=school_class.id, student_ids=[mia.id, zoe.id])
    lesson = Lesson(school_class)
    for one in (mia, zoe):
        make_attendance(lesson.class_session, one, table_number=1, place=0)
        lesson.answer(one, "7 × 8", "56", "54")
        lesson.answer(one, "7 × 8", "56", try_number=2)
    game = make_game(lesson.class_session, [mia, zoe], table_number=2)
    make_game_event(game, {"do": "place", "seat": 0, "card": 3, "space": [1, 2]}, student=mia)
    make_baseline(game, student=mia, milliseconds=900)
    make_login_session(mia)
    make_login_failure(f"pin:{mia.id}")
    topic = Topic(TopicKind.FACT, "mul:7x8", mia.id)
    add_note(class_id=school_class.id, topic=topic, student_ids=[mia.id, zoe.id], text="Mia helps Zoë. ZOË ZIMT too")
    about_zoe = Topic(TopicKind.FACT, "mul:7x8", zoe.id)
    add_note(class_id=school_class.id, topic=about_zoe, student_ids=[zoe.id], text="Private, of Zoë")
    practice_cards(
        class_id=school_class.id,
        topic=topic,
        title="7 × 8 for Mia Mara and Zoë",
        student_ids=[mia.id],
        cards=[describe(f"{number} + 1", number + 1) for number in range(1, 60)],
        skill=None,
    )
    db.session.add(SeatingRule(class_id=school_class.id, first_id=mia.id, second_id=zoe.id, kind=SeatingRuleKind.APART))
    db.session.add(SavedTables(class_id=school_class.id, name="Zoë", plan={"tables": [[zoe.id], [mia.id]]}))
    mia.oidc_subject = "https://school.example child-4"
    db.session.commit()
    return cast.alice.id, mia.id


SNAPSHOT = DatabaseSnapshot(_make_lesson)


@pytest.fixture
def mia(app: Flask, db_session: scoped_session[Session]) -> Student:
    return db.session.get_one(Student, SNAPSHOT.restore(app)[1])


@pytest.fixture
def alice(mia: Student) -> Teacher:
    return mia.school_class.teacher


def files_of(content: bytes) -> dict[str, str]:
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    return {name: archive.read(name).decode("utf-8-sig") for name in archive.namelist()}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def export(page: PageClient, alice: Teacher, mia: Student) -> dict[str, str]:
    page.sign_in(alice)
    return files_of(page.get("reports.student_data", student_id=mia.id).data)


def test_export_has_each_file_of_the_inventory(export: dict[str, str]) -> None:
    of_students = {
        column.export
        for table in read_inventory()
        for column in table.columns
        if column.person == "a student" and column.export
    }
    assert of_students <= set(export)
    assert set(export) - of_students == {"index.html", "style.css", "facts.csv"}


def test_export_contains_all_activity(export: dict[str, str], mia: Student) -> None:
    assert ("name", "Mia Mara") in {(row["field"], row["value"]) for row in rows(export["profile.csv"])}
    assert "S-4711" in export["profile.csv"]
    assert ("has_school_account", "1") in {(row["field"], row["value"]) for row in rows(export["profile.csv"])}
    assert [row["given_answer"] for row in rows(export["answers.csv"])] == ["54", "56"]
    (game,) = rows(export["games.csv"])
    assert (game["seat"], game["players"]) == ("0", "2")
    assert '""card"": 3' in export["moves.csv"]
    assert [row["what"] for row in rows(export["sign-ins.csv"])] == ["signed in now", "try: wrong"]
    assert [row["milliseconds"] for row in rows(export["warm-ups.csv"])] == ["900"]
    assert [row["kind"] for row in rows(export["seating.csv"])] == ["apart", "saved tables"]
    assert [row["table"] for row in rows(export["seating.csv"])] == ["", "2"]
    assert {row["kind"] for row in rows(export["follow-ups.csv"])} == {"note", "practice"}
    assert "7 × 8 for Mia Mara and …" in export["practice.csv"]


def test_export_names_no_other_student(export: dict[str, str], mia: Student) -> None:
    for name, text in export.items():
        for other in ("zoë", "zimt", "quark", "bob", "private"):
            assert other not in text.casefold(), (name, other)
        zoe = next(one for one in mia.school_class.students if one.name == "Zoë Zimt")
        assert zoe.id not in text, name


def test_first_names_of_others_are_replaced_if_the_last_name_comes_first(
    page: PageClient, alice: Teacher, mia: Student
) -> None:
    make_student("Quark, Nora", school_class=mia.school_class)
    topic = Topic(TopicKind.FACT, "mul:7x8", mia.id)
    add_note(class_id=mia.class_id, topic=topic, student_ids=[mia.id], text="Nora sits with Mia.")
    page.sign_in(alice)
    files = files_of(page.get("reports.student_data", student_id=mia.id).data)
    assert "… sits with Mia." in files["index.html"]
    assert "… sits with Mia." in files["follow-ups.csv"]


def test_sessions_with_playing_cards_name_no_deck(page: PageClient, alice: Teacher, mia: Student) -> None:
    session = make_class_session(mia.school_class, settings=TableSettings(edition="classic"))
    make_attendance(session, mia)
    page.sign_in(alice)
    files = files_of(page.get("reports.student_data", student_id=mia.id, language="es").data)
    assert [row["deck"] for row in rows(files["sessions.csv"]) if row["session_id"] == session.id] == ["classic"]
    assert "Cartas de baraja" in files["index.html"]


def test_export_contains_no_secrets(export: dict[str, str], mia: Student) -> None:
    assert mia.pin_hash is not None
    assert mia.card_hash is not None
    for name, text in export.items():
        assert mia.pin_hash not in text, name
        assert mia.card_hash not in text, name
        assert "child-4" not in text, name
        assert "argon2" not in text, name


def test_export_page_can_be_read_without_the_server(export: dict[str, str]) -> None:
    html = export["index.html"]
    assert "Mia helps …. … too" in html
    assert "<script" not in html
    assert "http" not in html
    assert "/static/" not in html
    assert 'href="style.css"' in html
    for name in export.keys() - {"index.html", "style.css"}:
        assert f'href="{name}"' in html


def test_estimates_are_those_of_the_class(page: PageClient, alice: Teacher, mia: Student) -> None:
    lesson = Lesson(mia.school_class)
    for student in mia.school_class.students:
        for _ in range(3):
            lesson.answer(student, "6 × 9", "54", None if student is mia else "56")
    page.sign_in(alice)
    of_class = page.get("reports.facts_csv", class_id=mia.class_id).data.decode("utf-8-sig")
    expected = [row for row in rows(of_class) if row["student_name"] == "Mia Mara"]
    assert any(row["p_mean"] for row in expected)
    alone = files_of(page.get("reports.student_data", student_id=mia.id).data)["facts.csv"]
    together = files_of(page.get("reports.class_data", class_id=mia.class_id).data)["002 Mia Mara/facts.csv"]
    assert rows(alone) == rows(together) == expected


def test_export_in_another_language(page: PageClient, alice: Teacher, mia: Student) -> None:
    page.sign_in(alice)
    spanish = files_of(page.get("reports.student_data", student_id=mia.id, language="es").data)
    assert '<html lang="es"' in spanish["index.html"]
    assert "Sesiones" in spanish["index.html"]
    page.get("reports.student_data", student_id=mia.id, language="xx", status=404)


def test_class_export_has_a_folder_for_each_student(page: PageClient, alice: Teacher, mia: Student) -> None:
    make_student("Old One", school_class=mia.school_class, archived_at=clock.now())
    page.sign_in(alice)
    files = files_of(page.get("reports.class_data", class_id=mia.class_id).data)
    folders = sorted({name.split("/")[0] for name in files if "/" in name})
    assert folders == ["001 Bob", "002 Mia Mara", "003 Old One", "004 Zoë Zimt"]
    for name, text in files.items():
        if name.startswith("002 "):
            assert "zoë" not in text.casefold(), name
        if name.startswith("004 "):
            assert "Mia" not in text, name
    assert "002%20Mia%20Mara/index.html" in files["index.html"]


def test_class_export_announces_its_approximate_length(page: PageClient, alice: Teacher, mia: Student) -> None:
    page.sign_in(alice)
    answer = page.request("GET", page.url("reports.class_data", class_id=mia.class_id), {}, {})
    assert 0.5 < int(answer.headers["Expected-Length"]) / len(answer.data) < 2


def test_class_without_students_has_an_export(page: PageClient, alice: Teacher) -> None:
    school_class = make_school_class(teacher=alice)
    page.sign_in(alice)
    assert set(files_of(page.get("reports.class_data", class_id=school_class.id).data)) == {"index.html", "style.css"}


def test_export_is_recorded_in_the_activity_log(page: PageClient, alice: Teacher, mia: Student) -> None:
    page.sign_in(alice)
    page.get("reports.student_data", student_id=mia.id)
    page.get("reports.class_data", class_id=mia.class_id)
    entries = audit_log.entries(EntryFilter(actions=frozenset({AuditAction.EXPORTED})), most=2)
    assert [one.subject for one in entries] == [f"class:{mia.class_id}", f"student:{mia.id}"]


def test_only_the_owner_finds_the_buttons(page: PageClient, alice: Teacher, mia: Student) -> None:
    eve = make_teacher("Eve")
    db.session.add(CoTeacher(class_id=mia.class_id, teacher_id=eve.id))
    db.session.commit()
    for teacher, is_there in ((alice, True), (eve, False)):
        page.sign_in(teacher)
        assert ("data.zip" in page.get("students.edit", student_id=mia.id).html) == is_there
        assert ("data.zip" in page.get("classes.show", class_id=mia.class_id).html) == is_there
