from __future__ import annotations

from typing import Any

import pytest

from tests.classroom.reports.lesson import Lesson
from tests.factories import Cast, make_student
from tests.page import Page
from tests.page_client import PageClient
from tests.page_lint import text_of


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's browser."""
    return page.sign_in(cast.alice)


@pytest.fixture
def lesson(cast: Cast) -> Lesson:
    """A session of 7B in which Bob and Ana answered 7 × 8 in both orders."""
    lesson = Lesson(cast.class_7b, days_ago=1)
    ana = make_student("Ana", school_class=cast.class_7b)
    for given in ("54", "54", None):
        lesson.answer(cast.bob, "7 × 8", "56", given)
    lesson.answer(cast.bob, "8 × 7", "56", "63")
    for _ in range(3):
        lesson.answer(ana, "8 × 7", "56")
    lesson.answer(ana, "6 × 6", "36")
    lesson.answer(ana, "47 + 38", "85")
    return lesson


def cells(page: Page) -> dict[str, str]:
    """Return the text and state of the matrix cells."""
    found = page.all("td", class_="fact")
    return {text_of(cell): (cell.get("class") or "").split()[1] for cell in found if text_of(cell) != "Not asked"}


def names_in(page: Page) -> list[str]:
    """Return the students of the small matrices."""
    return [text_of(one) for one in page.one("ul", class_="thumbnails").iter("bdi")]


def test_the_matrix_merges_both_orders_and_names_its_answers(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    page = alice.get("reports.facts", class_id=cast.class_7b.id)
    states = {text.strip("\u2066"): state for text, state in cells(page).items()}
    assert {text.replace("\u2069", ""): state for text, state in states.items()} == {
        "7 × 8, 8 × 7: 4 of 7 correct": "fact-sometimes",
        "6 × 6: 1 of 1 correct": "fact-too-few",
    }
    assert "8 first answers count here" in page.text
    assert "1 answer was to another kind" in page.text

    both = alice.open(page.link("Show both orders"))
    assert sorted(cells(both).values()) == ["fact-not-yet", "fact-sometimes", "fact-too-few"]


def test_each_student_has_a_small_matrix_in_the_order_of_names(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    page = alice.get("reports.facts", class_id=cast.class_7b.id)
    assert names_in(page) == ["Ana", "Bob"]
    by_need = alice.open(page.link("Most to practice first"))
    assert names_in(by_need) == ["Bob", "Ana"]

    bob = alice.get("reports.student_facts", student_id=cast.bob.id)
    assert list(cells(bob).values()) == ["fact-not-yet"]


def test_a_fact_links_to_the_students_who_missed_it(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    page = alice.get("reports.facts", class_id=cast.class_7b.id)
    in_cell_and_list = [link.get("href") or "" for link in page.all("a") if "times-7-8" in (link.get("href") or "")]
    assert len(in_cell_and_list) == 2
    behind_each = [alice.open(address) for address in in_cell_and_list]
    for behind in behind_each:
        missed, known = behind.all("table", class_="report")[:2]
        assert "Bob" in text_of(missed)
        assert "Ana" not in text_of(missed)
        assert "3 of 3" in text_of(known)
        assert "54 (2 times)" in behind.text

    bob = alice.open(behind_each[0].link("Bob"))
    assert "8 × 7 = 56" in bob.text
    assert "Missed it" in alice.open(bob.link("Answers of the class")).text


def test_the_answers_to_a_skill_or_an_equation(alice: PageClient, cast: Cast, lesson: Lesson) -> None:
    skill = alice.get("reports.answers", class_id=cast.class_7b.id, skill="add-100-carry")
    assert "47 + 38 = 85" in skill.text
    assert "7 × 8" not in skill.text
    one = alice.get("reports.student_answers", student_id=cast.bob.id, equation="8 × 7")
    assert "63 (1 time)" in one.text
    assert "54 (" not in one.text


@pytest.mark.parametrize(
    "asked",
    [{}, {"fact": "times-7-99"}, {"fact": "roots-1-2"}, {"skill": "nothing"}, {"fact": "times-7-8", "period": "1"}],
)
def test_unknown_facts_and_skills_are_not_found(
    alice: PageClient, cast: Cast, lesson: Lesson, asked: dict[str, Any]
) -> None:
    alice.get("reports.answers", status=404, class_id=cast.class_7b.id, **asked)


def test_without_facts_the_page_says_so(alice: PageClient, cast: Cast) -> None:
    Lesson(cast.class_7b).answer(cast.bob, "47 + 38", "85")
    assert "No facts yet" in alice.get("reports.facts", class_id=cast.class_7b.id).text
    alice.get("reports.facts", status=404, class_id=cast.class_7b.id, operation="roots")
