from __future__ import annotations

from classroom.reports.answers import all_answers, newest_answers
from classroom.reports.spans import DateRange
from tests.classroom.reports.lesson import WRONG_DEAD_CLAIM, Lesson
from tests.factories import Cast, make_student


def test_newest_answers_come_first_with_further_tries_and_no_more_than_asked(cast: Cast) -> None:
    old, new = Lesson(cast.class_7b, days_ago=2), Lesson(cast.class_7b, days_ago=1)
    old.answer(cast.bob, "2 × 2", "4")
    new.answer(cast.bob, "7 × 8", "56", "54")
    new.answer(cast.bob, "7 × 8", "56", try_number=2)
    new.answer(make_student(school_class=cast.class_7b), "9 × 9", "81")

    found = newest_answers(DateRange(cast.class_7b.id), student_id=cast.bob.id, limit=2)

    assert [(one.equation, one.given, one.try_number, one.is_right) for one in found] == [
        ("7 × 8", "56", 2, True),
        ("7 × 8", "54", 1, False),
    ]


def test_all_answers_come_oldest_first_with_student_and_game(cast: Cast) -> None:
    new, old = Lesson(cast.class_7b, days_ago=1), Lesson(cast.class_7b, days_ago=2)
    new.answer(cast.bob, "7 × 8", "56", WRONG_DEAD_CLAIM)
    old.answer(cast.bob, "2 × 2", "4")
    Lesson(cast.class_8c).answer(cast.charlie, "7 × 8", "56")

    found = list(all_answers(DateRange(cast.class_7b.id)))

    assert [(one.equation, one.given, one.kind, one.is_right) for one in found] == [
        ("2 × 2", "4", "place", True),
        ("7 × 8", None, "dead", False),
    ]
    last = found[-1]
    assert (last.student_id, last.student_name, last.class_session_id) == (cast.bob.id, "Bob", new.class_session.id)
    assert (last.table_number, last.round, last.version, last.deck) == (1, 1, 1, "add-sub-20")
    assert last.at > new.class_session.opened_at
