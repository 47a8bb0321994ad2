from __future__ import annotations

from datetime import timedelta

import pytest

from classroom import clock
from classroom.database import db
from classroom.presenters.moments import day_text
from tests.classroom.reports.lesson import Lesson
from tests.classroom.reports.test_tickets import make_ticket, write
from tests.factories import Cast, make_student
from tests.page_client import PageClient
from tests.page_lint import text_of


def test_a_letter_has_strengths_and_next_steps_in_both_languages(page: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b, days_ago=1)
    make_student("Ana", school_class=cast.class_7b)
    alice = page.sign_in(cast.alice)
    for _ in range(4):
        lesson.answer(cast.bob, "2 + 3", "5")
    few = alice.get("reports.letter", student_id=cast.bob.id)
    assert "Not enough answers for a letter yet (4 of 5)" in few.text
    lesson.answer(cast.bob, "7 × 8", "56", "54")

    letter = alice.get("reports.letter", student_id=cast.bob.id)
    assert "answered 5 problems, 4 correct on the first try" in letter.text
    assert letter.text.index("2 + 3 = 5") < letter.text.index("Next to practice") < letter.text.index("7 × 8 = 56")
    assert "54" not in letter.text
    days = [clock.local_day(clock.now() - timedelta(days=ago)) for ago in (9, 1)]
    assert day_text(days[1]) in map(text_of, letter.all("p"))
    Lesson(cast.class_7b, days_ago=9).answer(cast.bob, "2 + 3", "5")
    longer = alice.get("reports.letter", student_id=cast.bob.id)
    assert f"{day_text(days[0])} to {day_text(days[1])}" in map(text_of, longer.all("p"))
    assert "Ana" not in letter.text

    spanish = alice.open(letter.link("Español"))
    assert "Próximo paso" in spanish.text
    cast.bob.language = "es"
    db.session.commit()
    assert "Próximo paso" in alice.get("reports.letter", student_id=cast.bob.id).text
    alice.get("reports.letter", status=404, student_id=cast.bob.id, language="xx")


def test_a_letter_does_not_place_practice_in_class(page: PageClient, cast: Cast) -> None:
    lesson = Lesson(cast.class_7b, days_ago=1)
    lesson.class_session.is_practice = True
    db.session.commit()
    for _ in range(5):
        lesson.answer(cast.bob, "2 + 3", "5")
    letter = page.sign_in(cast.alice).get("reports.letter", student_id=cast.bob.id)
    assert "played a math board game and answered 5 problems" in letter.text
    assert "in class" not in letter.text
    assert "en clase" not in page.open(letter.link("Español")).text


@pytest.mark.parametrize(("rates", "says"), [((4, 4, 5, 5, 6, 7, 8, 9), True), ((6, 5, 7, 6, 7, 6, 8, 7), False)])
def test_a_letter_mentions_speed_only_if_it_certainly_improved(
    page: PageClient, cast: Cast, rates: tuple[int, ...], says: bool
) -> None:
    for week, rate in enumerate(rates):
        write(make_ticket(cast, days_ago=7 * (len(rates) - week)), cast.bob, "+" * rate)
    lesson = Lesson(cast.class_7b, days_ago=1)
    for _ in range(5):
        lesson.answer(cast.bob, "2 + 3", "5", "6")
    letter = page.sign_in(cast.alice).get("reports.letter", student_id=cast.bob.id)
    assert ("about 4 correct answers per minute at first, about 9 now, on 8 short quizzes" in letter.text) is says
    assert ("Going well" in letter.text) is says
    assert ("respuestas correctas por minuto" in page.sign_in(cast.alice).open(letter.link("Español")).text) is says
