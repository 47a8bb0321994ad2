"""Suggestions after a session."""

from __future__ import annotations

from datetime import date

import pytest

from classroom.learning.findings import Finding
from classroom.learning.ledger import Kind, Subject
from classroom.learning.plans import Dealing
from classroom.presenters.recap.steps import easier_than, harder_than, next_cards, steps_after
from classroom.presenters.reports.findings import Step
from classroom.presenters.reports.needs import FocusSkills
from classroom.presenters.words import isolated
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence
from classroom.services.settings import TableSettings

TABLES = TableSettings(deck="times-tables", board="6x6")


@pytest.mark.parametrize(
    ("deck", "board", "harder", "easier"),
    [
        ("add-sub-20", "6x6", ("add-sub-100", "6x6"), None),
        ("add-sub-100", "8x8", ("add-sub-100", "10x10"), ("add-sub-20", "6x6")),
        ("add-sub-100", "10x10", ("mixed", "10x10"), ("add-sub-20", "6x6")),
        ("times-tables", "6x6", ("times-tables", "8x8"), None),
        ("times-tables", "8x8", ("mixed", "8x8"), ("times-tables", "6x6")),
        ("mixed", "10x10", None, ("add-sub-100", "10x10")),
        ("grade-3", "10x10", ("grade-4", "10x10"), ("grade-2", "10x10")),
        ("grade-8", "10x10", None, ("grade-7", "10x10")),
        ("grade-1", "6x6", ("grade-1", "8x8"), None),
        ("gone", "8x8", None, ("gone", "6x6")),
    ],
)
def test_the_next_deck(deck: str, board: str, harder: tuple[str, str] | None, easier: tuple[str, str] | None) -> None:
    settings = TableSettings(deck=deck, board=board)
    found = [one and (one.deck, one.board) for one in (harder_than(settings), easier_than(settings))]
    assert found == [harder, easier]


def test_every_suggestion_can_be_played() -> None:
    for settings in (TABLES, TableSettings(deck="mixed", board="10x10"), TableSettings(deck="grade-5", board="8x8")):
        for one in (harder_than(settings), easier_than(settings)):
            if one is not None:
                one.check()


@pytest.mark.parametrize(
    ("right", "tried", "deck_and_board", "words"),
    [
        (298, 300, ("times-tables", "8x8"), "easy now: 99% (894 of 900 answers) correct on first try on 3 days."),
        (29, 30, ("times-tables", "6x6"), "may fit the class: 97% (29 of 30 answers)"),
        (2, 5, ("times-tables", "6x6"), "may fit the class: 40% (2 of 5 answers) correct on first try, likely"),
        (240, 300, ("times-tables", "6x6"), "On average, these cards fit the class: 80% (240 of 300 answers) correct"),
        (
            150,
            300,
            None,
            "hard: 50% (450 of 900 answers) correct on first try on 3 days. Next time, choose other cards.",
        ),
    ],
)
def test_other_cards_are_suggested_only_if_certain(
    right: int, tried: int, deck_and_board: tuple[str, str] | None, words: str
) -> None:
    step = next_cards(TABLES, Proportion(right, tried), [(right, tried)] * 3)
    assert words in step.text
    assert (step.settings and (step.settings.deck, step.settings.board)) == deck_and_board


@pytest.mark.parametrize("earlier", [[], [(240, 300)], [(240, 300), (250, 300), (210, 300)]])
def test_a_bad_day_is_no_reason_for_easier_cards(earlier: list[tuple[int, int]]) -> None:
    step = next_cards(TABLES, Proportion(30, 300), [*earlier, (30, 300)])
    assert step.settings == TABLES
    assert step.text == (
        "These cards may be hard: 10% (30 of 300 answers) correct on first try. "
        "Use them again before you change them: the class may have had a bad day."
    )


@pytest.mark.parametrize("earlier", [[], [(240, 300)], [(300, 300)] * 4 + [(270, 300), (266, 300), (272, 300)]])
def test_a_good_day_is_no_reason_for_harder_cards(earlier: list[tuple[int, int]]) -> None:
    """The last of them: the cards were easy, but on the latest days they were not."""
    step = next_cards(TABLES, Proportion(297, 300), [*earlier, (297, 300)])
    assert step.settings == TABLES
    assert step.text == (
        "These cards may be easy: 99% (297 of 300 answers) correct on first try. "
        "Use them again before you change them: the class may have had a good day."
    )


def test_own_levels_need_no_other_deck() -> None:
    settings = TableSettings(dealing=Dealing.AUTOMATIC)
    for share in (Proportion(300, 300), Proportion(150, 300)):
        step = next_cards(settings, share)
        assert step.settings == settings
        assert step.text.startswith("Each student got their own cards")


def student(name: str, right: int, tried: int) -> StudentLine:
    """Return a student with this many right answers."""
    return StudentLine(name, name, (), Proportion(right, tried), Proportion())


def test_at_most_three_suggestions_with_the_most_urgent_first() -> None:
    students = [student("Ana", 40, 50), student("Ben", 48, 50), student("Cleo", 5, 50), student("Dan", 1, 2)]
    cleo = Finding(Subject(Kind.STUDENT, "Cleo"), 0.99, 50, 45, 9.0, 0.04, 0.2, date(2026, 9, 1), 1)
    days = [(80, 152)] * 3 + [(84, 152)]
    steps = steps_after(TABLES, Proportion(84, 152), students, ClassEvidence(152, (cleo,)), FocusSkills(), days=days)
    assert [step.text for step in steps] == [
        f"Meet with {isolated('Cleo')}.",
        "These cards are hard: 53% (324 of 608 answers) correct on first try on 4 days. Next time, choose other cards.",
        f"Have {isolated('Dan')} play more: 5 first answers in games are needed.",
    ]


def test_too_few_answers_suggest_to_play_more() -> None:
    assert steps_after(TABLES, Proportion(2, 3), [student("Ana", 2, 3)], ClassEvidence(3, ()), FocusSkills()) == (
        Step("Have the class play more: each student needs 5 first answers in games.", needs_practice=True),
    )


def test_without_students_nothing_is_suggested() -> None:
    assert steps_after(TABLES, Proportion(), [], ClassEvidence(0, ()), FocusSkills()) == ()
