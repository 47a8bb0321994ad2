"""How often findings are false, and what they miss, in simulated classes with known abilities."""

from __future__ import annotations

from datetime import timedelta

import pytest

from classroom.learning.findings import MOST_FINDINGS, SURE, findings
from classroom.learning.ledger import Kind, Subject
from classroom.learning.simulation.planted_class import IDENTICAL, ORDINARY, Plant, PlantedClass, cards_of, simulate

DECKS = [("times-tables", "8x8"), ("mixed", "8x8"), ("add-sub-100", "6x6")]


@pytest.mark.parametrize("deck", DECKS)
def test_a_class_of_equal_students_is_hardly_ever_flagged(deck: tuple[str, str]) -> None:
    outcomes = simulate(deck, Plant(), IDENTICAL, classes=15)
    assert outcomes.with_findings <= 0.05 * outcomes.sessions


@pytest.mark.parametrize("deck", DECKS)
def test_at_most_one_finding_in_ten_is_about_an_ordinary_difference(deck: tuple[str, str]) -> None:
    outcomes = simulate(deck, Plant(), ORDINARY, classes=12)
    assert outcomes.found > 20  # or this test says nothing
    assert outcomes.false <= 0.1 * outcomes.found


def test_a_student_thirty_points_below_is_found_after_four_sessions() -> None:
    weak = Plant(students={0: -2.0})
    outcomes = simulate(DECKS[0], weak, IDENTICAL, classes=20, subject=Subject(Kind.STUDENT, "0"))
    assert outcomes.hits >= 0.65 * 20


def test_a_fact_that_the_class_does_not_know_is_found() -> None:
    gap = Plant(families={"mul:7x8": -2.5})
    outcomes = simulate(DECKS[0], gap, IDENTICAL, classes=10, sessions=8, subject=Subject(Kind.FAMILY, name="mul:7x8"))
    assert outcomes.hits >= 6


def test_findings_carry_their_counts_and_stop_after_months_without_answers() -> None:
    one = PlantedClass(cards_of(*DECKS[0]), Plant(students={0: -3.0}), IDENTICAL, seed="counts")
    found = [finding for _ in range(3) for finding in one.play(20)][-1]
    assert found.subject == Subject(Kind.STUDENT, "0")
    assert (found.answers, found.sessions) == (60, 3)
    assert found.right + found.missed == 60
    assert found.low < found.right / 60 < found.high < found.expected_right / 60
    assert found.posterior >= SURE
    assert found.most_missed == ("mul-tables", found.missed, 60)
    assert findings(one.ledger, one.day + timedelta(days=300)) == ()


def test_at_most_three_stand_out() -> None:
    weak = Plant(students=dict.fromkeys(range(8), -3.0))
    one = PlantedClass(cards_of(*DECKS[0]), weak, IDENTICAL, seed="many")
    assert len([one.play(20) for _ in range(3)][-1]) == MOST_FINDINGS
