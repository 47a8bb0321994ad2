"""The student's progress page: what they know and what comes next, and nothing about anyone else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.learning.records import FamilyRecord
from classroom.presenters.student.progress import goals_of, known_facts
from tests.classroom.reports.lesson import Lesson
from tests.factories import make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


def part(page: Page, name: str) -> str:
    return text_of(next(one for one in page.all("section") if one.get("aria-labelledby") == name))


def test_strengths_and_the_nearest_goal(page: PageClient, cast: Cast) -> None:
    lesson, ana = Lesson(cast.class_7b), make_student("Ana", school_class=cast.class_7b)
    for _ in range(4):
        lesson.answer(cast.bob, "7 × 8", "56")
        lesson.answer(cast.bob, "6 × 9", "54", "56")
        lesson.answer(ana, "9 × 9", "81")
    for _ in range(2):
        lesson.answer(cast.bob, "8 × 3", "24")
    shown = page.sign_in(cast.bob).get("played.progress")
    assert "6 problems right on the first try!" in shown.text
    assert "7 × 8" in part(shown, "known")
    assert "8 × 3" not in part(shown, "known")
    goals = part(shown, "goal")
    assert goals.index("3 × 8") < goals.index("6 × 9")
    assert "2 of 4" in goals
    assert "0 of 4" in goals
    assert "Ana" not in shown.text
    assert "9 × 9" not in shown.text
    assert "56" not in shown.text  # the card may be in the hand
    assert "%" not in text_of(shown.one("main"))


def test_a_student_without_answers_sees_an_explanation(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.bob).get("played.progress")
    assert "After you play, you see what you know here." in shown.text
    assert not shown.all("section")


def test_goals_are_the_nearest_and_one_step_of_each_skill() -> None:
    families = {
        "mul:7x8": FamilyRecord(answers=5, right=3, in_a_row=0),
        "mul:3x8": FamilyRecord(answers=4, right=3, in_a_row=3),
        "mul:2x8": FamilyRecord(answers=5, right=5, in_a_row=5),
        "sub-100-borrow/1": FamilyRecord(answers=5, right=3, in_a_row=2),
        "sub-100-borrow/2": FamilyRecord(answers=5, right=2, in_a_row=1),
    }
    assert [family for family, _ in goals_of(families)] == ["mul:3x8", "sub-100-borrow/1", "mul:7x8"]
    assert known_facts(families) == ["mul:2x8"]
