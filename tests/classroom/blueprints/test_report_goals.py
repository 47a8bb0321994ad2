"""Growth and goals on the page of a student."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from classroom import clock
from classroom.clock import local_day
from classroom.learning.growth import last_day_of_blocks
from classroom.services.follow_ups.rate_goals import rate_goal_of
from tests.classroom.reports.lesson import Lesson
from tests.classroom.reports.test_tickets import make_ticket, write
from tests.factories import Cast, make_student, together
from tests.page_client import PageClient


def test_a_goal_is_drawn_and_can_be_removed(page: PageClient, cast: Cast) -> None:
    Lesson(cast.class_7b, days_ago=1).answer(cast.bob, "7 × 8", "56")
    for days_ago, marks in ((20, "++++"), (13, "++++++")):
        write(make_ticket(cast, days_ago=days_ago), cast.bob, marks)
    alice, bob = page.sign_in(cast.alice), cast.bob.id
    until = (local_day(clock.now()) + timedelta(weeks=20)).isoformat()
    fields = {"per_minute": "12", "until": until, "action": "set"}
    assert "A goal needs 3 exit tickets" in alice.get("reports.student", student_id=bob, period="all").text
    alice.post("reports.goal", student_id=bob, data=fields)
    assert rate_goal_of(student_id=bob) is None
    write(make_ticket(cast, days_ago=6), cast.bob, "++++++++")

    for wrong in ({"per_minute": "0"}, {"per_minute": "many"}, {"until": "2020-01-01"}, {"until": "9999-12-31"}):
        alice.post("reports.goal", student_id=bob, data=fields | wrong)
        assert "Goal not saved" in alice.follow().text
    alice.post("reports.goal", student_id=bob, data=fields)
    assert "Goal saved." in alice.follow().text
    goal = rate_goal_of(student_id=bob)
    assert goal is not None
    assert (goal.per_minute, goal.start_per_minute, goal.since) == (12, 6, local_day(clock.now()))
    shown = alice.get("reports.student", student_id=bob, period="all")
    assert 'class="trend-aim"' in shown.html
    assert "Dashed: the aimline, from 6.0 correct per minute on" in shown.text
    assert "0 of 10 weeks with a ticket: too few to compare with the aimline." in shown.text

    alice.post("reports.goal", student_id=bob, data={"action": "remove"})
    assert rate_goal_of(student_id=bob) is None
    assert 'class="trend-aim"' not in alice.get("reports.student", student_id=bob, period="all").html


def test_a_harder_deck_makes_no_one_slower(page: PageClient, cast: Cast) -> None:
    """The student stays the same; on eight tickets with products, fewer are possible than on eight with sums."""
    Lesson(cast.class_7b, days_ago=1).answer(cast.bob, "7 × 8", "56")
    products = {"facts": [{"equation": f"{by} × 8", "answer": str(8 * by)} for by in range(2, 12)]}
    for week in range(16, 8, -1):
        write(make_ticket(cast, days_ago=7 * week), cast.bob, "+++++++" + "+" * (week % 2))
    alice, bob = page.sign_in(cast.alice), cast.bob.id
    sums_only = alice.get("reports.student", student_id=bob, period="all").text
    assert "About the same, based on 8 tickets." in sums_only
    assert "7.0 correct per minute (7 of 7 answers)" in sums_only
    assert "similar equations" not in sums_only
    for week in range(8, 0, -1):
        write(make_ticket(cast, days_ago=7 * week, questions=products), cast.bob, "++++" + "+" * (week % 2))
    shown = alice.get("reports.student", student_id=bob, period="all").text
    assert "About the same, based on 16 tickets. Only tickets with similar equations are compared." in shown
    assert "Slower" not in shown


def play_eight_weeks(
    cast: Cast, *, own: Callable[[int], tuple[int, int]], of_classmates: Sequence[Callable[[int], tuple[int, int]]]
) -> None:
    """Let Bob and classmates answer in each week of the last two finished blocks.

    :param own: returns Bob's numbers of correct answers and of answers in a week, 0 for the latest
    """
    today = local_day(clock.now())
    newest = (today - last_day_of_blocks(today)).days
    classmates = [(make_student(school_class=cast.class_7b, pin=None), counts) for counts in of_classmates]
    with together():
        for week in range(8):
            lesson = Lesson(cast.class_7b, days_ago=newest + 1 + 7 * week)
            for student, counts in ((cast.bob, own), *classmates):
                right, answers = counts(week)
                for number in range(answers):
                    lesson.answer(student, "6 × 8", "48", None if number < right else "54")


@pytest.mark.parametrize(("of_classmates", "verdict"), [((8, 8), "Improved"), ((10, 2), "About the same")])
def test_growth_must_be_more_than_the_days_of_a_class_differ(
    page: PageClient, cast: Cast, of_classmates: tuple[int, int], verdict: str
) -> None:
    """The student improves; the days of three classmates are alike, or every second one is bad."""
    play_eight_weeks(
        cast,
        own=lambda week: (12 if week < 4 else 8, 15),
        of_classmates=[lambda week: (of_classmates[week % 2], 10)] * 3,
    )
    shown = page.sign_in(cast.alice).get("reports.student", student_id=cast.bob.id, period="all")
    assert verdict in shown.text
    assert "(120 answers)" in shown.text or "based on 120 answers" in shown.text


def test_a_bad_day_of_the_whole_class_does_not_make_a_student_less_accurate(page: PageClient, cast: Cast) -> None:
    """In the last of eight weeks, the student and all classmates get hardly anything right."""
    play_eight_weeks(
        cast,
        own=lambda week: (18 if week else 3, 22),
        of_classmates=[lambda week: (8 if week else 1, 10)] * 5,
    )
    shown = page.sign_in(cast.alice).get("reports.student", student_id=cast.bob.id, period="all").text
    assert "About the same, based on 154 answers" in shown
    assert ", when the whole class got unusually few or many correct." in shown
