from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.learning.topics import Topic, TopicKind
from classroom.models import CoTeacher, Deck, FollowUp, PracticeAssignment, Student
from classroom.services.errors import ServiceError
from classroom.services.follow_ups import actions
from classroom.services.open_sessions import lets_students_in
from classroom.services.sessions.assignments import FURTHER_ANSWERS
from classroom.services.sessions.class_sessions import join_session, open_session
from classroom.services.sessions.practice import start_practice, stop_practice
from classroom.services.settings import TableSettings
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_student

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

FACT: dict[str, Any] = {"fact": "mul:7x8"}


@pytest.fixture
def missed(cast: Cast) -> tuple[Student, Student, Student]:
    """Bob and Ana missed 7 × 8 in its forms, Cleo did not."""
    lesson = Lesson(cast.class_7b)
    ana, cleo = (make_student(name, school_class=cast.class_7b) for name in ("Ana", "Cleo"))
    for student, text, answer, given in (
        (cast.bob, "7 × 8", "56", "54"),
        (cast.bob, "8 × 7", "56", "54"),
        (ana, "56 ÷ 7", "8", "9"),
        (cleo, "7 × 8", "56", None),
        (cleo, "6 × 8", "48", "42"),
    ):
        lesson.answer(student, text, answer, given)
    return cast.bob, ana, cleo


def test_from_an_equation_to_the_students_who_missed_it_and_back(
    page: PageClient, cast: Cast, missed: tuple[Student, ...]
) -> None:
    bob, ana, cleo = missed
    report = page.sign_in(cast.alice).get("reports.student", student_id=bob.id, period="all").html
    assert "/follow-up?equation=7" in report
    text = page.get("follow_ups.show", class_id=cast.class_7b.id, **FACT).html
    assert text.index("Bob") < text.index("Ana") < text.index("Cleo")
    assert "7 × 8\N{POP DIRECTIONAL ISOLATE} → 54 (1 time)" in text
    assert f"/students/{bob.id}/report" in text
    chosen = {one.id: f'value="{one.id}" id="s-{one.id}" checked' in text for one in missed}
    assert chosen == {bob.id: True, ana.id: True, cleo.id: False}
    alone = page.get("follow_ups.show", class_id=cast.class_7b.id, equation="56 ÷ 7").text
    assert ana.name in alone
    assert bob.name not in alone


def test_a_deck_of_the_fact_is_created_and_undone(page: PageClient, cast: Cast, missed: tuple[Student, ...]) -> None:
    del missed
    page.sign_in(cast.alice).post("follow_ups.act", class_id=cast.class_7b.id, data={**FACT, "action": "deck"})
    assert "Deck created" in page.follow().text
    deck = db.session.scalars(select(Deck)).one()
    assert (deck.title, deck.answers) == ("7 × 8", 16)
    lines = deck.content["text"].splitlines()
    assert lines[:3] == ["7 × 8\t56", "56 ÷ 7\t8", "8 × 7\t56"]
    assert "6 × 8\t48" in lines  # also missed in this class
    page.post("follow_ups.undo", class_id=cast.class_7b.id, follow_up_id=1, data=FACT)
    assert "Undone." in page.follow().text
    assert db.session.scalars(select(Deck)).all() == []
    page.post("follow_ups.undo", class_id=cast.class_7b.id, follow_up_id=1, data=FACT)
    assert "nothing left to undo" in page.follow().text


def test_a_deck_is_deleted_only_by_its_owner(page: PageClient, cast: Cast, missed: tuple[Student, ...]) -> None:
    del missed
    page.sign_in(cast.alice).post("follow_ups.act", class_id=cast.class_7b.id, data={**FACT, "action": "deck"})
    db.session.add(CoTeacher(class_id=cast.class_7b.id, teacher_id=cast.dora.id))
    db.session.commit()
    shown = page.sign_in(cast.dora).get("follow_ups.show", class_id=cast.class_7b.id, **FACT)
    assert "Created the deck" in shown.text
    assert "Undo" not in shown.text
    page.post("follow_ups.undo", class_id=cast.class_7b.id, follow_up_id=1, data=FACT)
    assert "nothing left to undo" in page.follow().text
    assert len(db.session.scalars(select(Deck)).all()) == 1
    assert "Undo" in page.sign_in(cast.alice).get("follow_ups.show", class_id=cast.class_7b.id, **FACT).text


def test_chosen_students_practice_these_cards_until_the_skill_reads_accurate(
    page: PageClient, cast: Cast, missed: tuple[Student, ...]
) -> None:
    bob, _, cleo = missed
    assert not lets_students_in(cast.class_7b)
    data = {**FACT, "action": "practice", "chosen": bob.id}
    page.sign_in(cast.alice).post("follow_ups.act", class_id=cast.class_7b.id, data=data)
    assert "Practice opened for 1 student" in page.follow().text
    assert lets_students_in(cast.class_7b)
    with pytest.raises(ServiceError):
        start_practice(student_id=cleo.id)
    settings = TableSettings.from_json(start_practice(student_id=bob.id).class_session.settings)
    assert (settings.deck_title, settings.board) == ("7 × 8", "6x6")
    stop_practice(student_id=bob.id)
    lesson = Lesson(cast.class_7b)
    for _ in range(FURTHER_ANSWERS + 20):
        lesson.answer(bob, "6 × 7", "42")
    start_practice(student_id=bob.id)  # one fact is not the skill
    stop_practice(student_id=bob.id)
    for a, b in combinations(range(3, 10), 2):
        lesson.answer(bob, f"{a} × {b}", str(a * b))
    with pytest.raises(ServiceError):
        start_practice(student_id=bob.id)
    assert db.session.scalars(select(PracticeAssignment)).one().ended_at is not None
    assert "Practice finished" in page.get("follow_ups.show", class_id=cast.class_7b.id, **FACT).text


def test_practice_is_assigned_with_a_deck_to_a_group(page: PageClient, cast: Cast) -> None:
    for name in ("Ana", "Ben"):
        make_student(name, school_class=cast.class_7b, group="Tuesday")
    page.sign_in(cast.alice).get("follow_ups.practice", class_id=cast.class_7b.id)
    data = {"deck": "times-tables", "whom": "group:Tuesday"}
    page.post("follow_ups.assign", class_id=cast.class_7b.id, data=data)
    assert "2 have not finished" in page.follow().text
    page.post("follow_ups.undo", class_id=cast.class_7b.id, follow_up_id=1, data={"to": "practice"})
    assert "No practice is assigned" in page.follow().text
    assert not lets_students_in(cast.class_7b)
    page.post("follow_ups.assign", class_id=cast.class_7b.id, data={"deck": "times-tables", "whom": "no such one"})
    assert db.session.scalars(select(FollowUp)).all() == []


def test_a_group_called_none_is_not_the_students_without_a_group(page: PageClient, cast: Cast) -> None:
    make_student("Ana", school_class=cast.class_7b, group="None")
    data = {"deck": "times-tables", "whom": "group:None"}
    page.sign_in(cast.alice).post("follow_ups.assign", class_id=cast.class_7b.id, data=data)
    assert "Practice opened for 1 student." in page.follow().text


def test_students_sit_together_in_the_next_session(page: PageClient, cast: Cast, missed: tuple[Student, ...]) -> None:
    bob, ana, cleo = missed
    data = {**FACT, "action": "seats", "chosen": [bob.id, ana.id]}
    page.sign_in(cast.alice).post("follow_ups.act", class_id=cast.class_7b.id, data=data)
    assert "They sit together" in page.follow().text
    session = open_session(class_id=cast.class_7b.id, settings=TableSettings())
    for one in missed:
        join_session(class_session_id=session.id, student_id=one.id)
    places = {one.student_id: one.table_number for one in session.attendances}
    assert places == {bob.id: 1, ana.id: 1, cleo.id: None}
    assert actions.undo_follow_up(class_id=cast.class_7b.id, follow_up_id=1, teacher_id=cast.alice.id) is None


def test_notes_are_shown_on_the_reports(page: PageClient, cast: Cast, missed: tuple[Student, ...]) -> None:
    bob = missed[0]
    data = {"student": bob.id, "action": "note", "note": "  Uses\nhis fingers "}
    page.sign_in(cast.alice).post("follow_ups.act", class_id=cast.class_7b.id, data=data)
    assert "Note saved" in page.follow().text
    for address in ("reports.school_class", "reports.student"):
        values: dict[str, Any] = (
            {"class_id": cast.class_7b.id} if address == "reports.school_class" else {"student_id": bob.id}
        )
        assert "Uses his fingers" in page.get(address, **values).text
    assert "Uses his fingers" not in page.get("reports.student", student_id=missed[1].id).text
    other = Topic(TopicKind.STUDENT, "", bob.id)
    assert actions.undo_follow_up(class_id="another", follow_up_id=1, teacher_id=cast.alice.id) is None
    with pytest.raises(ServiceError):
        actions.seat_together(class_id=cast.class_7b.id, topic=other, student_ids=[bob.id])
    with pytest.raises(ServiceError):
        actions.seat_together(class_id=cast.class_7b.id, topic=other, student_ids=[bob.id, cast.charlie.id])


def test_the_sheet_has_six_facts_three_times_and_their_answers(
    page: PageClient, cast: Cast, missed: tuple[Student, ...]
) -> None:
    del missed
    text = page.sign_in(cast.alice).get("follow_ups.sheet", class_id=cast.class_7b.id, **FACT).html
    for form in ("7 × 8", "8 × 7", "56 ÷ 8", "56 ÷ 7"):
        assert text.count(f"<li><bdi>{form}</bdi></li>") == 3
    assert text.count("<li><bdi>") == 18


def test_students_of_other_classes_are_not_found(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    page.get("follow_ups.show", class_id=cast.class_7b.id, student=cast.charlie.id, status=404)
