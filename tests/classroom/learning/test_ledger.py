"""How the ledger of a class counts single answers."""

from __future__ import annotations

import math
from datetime import date, timedelta
from random import Random

import pytest

from classroom.learning.accuracy import DAY_VARIANCE, success
from classroom.learning.families import review_key, skill_of
from classroom.learning.ledger import (
    GRID,
    HALF_LIFE,
    Channel,
    Evidence,
    Kind,
    Ledger,
    Observation,
    Subject,
)
from engine.equations import OWN, SKILLS, describe, equations_of

DAY = date(2026, 9, 1)
EASY, HARD, CARD = describe("2 × 3", 6), describe("7 × 8", 56), describe("9 + ? = 14", 5)


def seen(student: str, *, is_right: bool, expected: float | None = None, day: date = DAY) -> Observation:
    return Observation(student, HARD, is_right, day, expected=expected)


def test_a_ratio_compares_the_fit_of_a_deviation() -> None:
    evidence = Evidence()
    evidence.add(0.8, seen("a", is_right=False))
    for shift, ratio in zip(GRID, evidence.ratios, strict=True):
        moved = 1 / (1 + math.exp(-(math.log(0.8 / 0.2) + shift)))
        assert ratio == pytest.approx(math.log((1 - moved) / 0.2))


@pytest.mark.parametrize("chance", [0.05, 0.5, 0.82, 0.98])
def test_a_ratio_does_not_grow_on_average_if_predictions_are_right(chance: float) -> None:
    """It is a martingale; therefore repeated looks add no false alarms."""
    outcomes = []
    for is_right in (True, False):
        evidence = Evidence()
        evidence.add(chance, seen("a", is_right=is_right))
        outcomes.append([math.exp(ratio) for ratio in evidence.ratios])
    for right, wrong in zip(*outcomes, strict=True):
        assert chance * right + (1 - chance) * wrong == pytest.approx(1)


@pytest.mark.parametrize("answers", [4, 16])
def test_good_and_bad_days_add_no_evidence_on_average(answers: int) -> None:
    """The level of a student as expected differs from day to day by as much as the ledger allows."""
    rng, totals = Random(7), [0.0] * len(GRID)
    for _ in range(4000):
        evidence, share = Evidence(), success(1.5 + rng.gauss(0, DAY_VARIANCE**0.5))
        for _ in range(answers):
            evidence.add(success(1.5), seen("a", is_right=rng.random() < share), of_days=DAY_VARIANCE)
        totals = [total + math.exp(ratio) for total, ratio in zip(totals, evidence.ratios, strict=True)]
    assert max(totals) / 4000 <= 1.25  # 1.3 and 1.8 without the variance between days


def test_another_day_says_more_than_more_of_the_same_day() -> None:
    ledgers = [Ledger(start=1.5), Ledger(start=1.5)]
    for number in range(16):
        for ledger, days in zip(ledgers, (1, 8), strict=True):
            ledger.observe(seen("a", is_right=False, expected=0.8, day=DAY + timedelta(days=number % days)))
    one_day, more_days = (ledger.evidence[Subject(Kind.STUDENT, "a")].ratios[0] for ledger in ledgers)
    assert more_days > 1.1 * one_day


def test_old_evidence_counts_half_after_its_half_life_and_counts_stay() -> None:
    evidence = Evidence()
    evidence.add(0.8, seen("a", is_right=False))
    before = list(evidence.ratios)
    evidence.fade(DAY + timedelta(days=HALF_LIFE))
    assert evidence.ratios == [pytest.approx(ratio / 2) for ratio in before]
    assert (evidence.answers, evidence.missed) == (0.5, 0.5)
    assert (evidence.total.answers, evidence.since, evidence.sessions) == (1, DAY, 1)


def test_misses_of_everyone_say_nothing_about_one_student() -> None:
    ledger = Ledger(start=1.5)
    for _ in range(40):
        for student in "abcdefgh":
            ledger.observe(Observation(student, HARD, is_right=False, day=DAY))
            ledger.observe(Observation(student, EASY, is_right=True, day=DAY))
    students = [ledger.evidence[Subject(Kind.STUDENT, student)] for student in "abcdefgh"]
    assert all(abs(one.missed - one.expected_misses) < 8 for one in students)
    family = ledger.evidence[Subject(Kind.FAMILY, name="mul:7x8")]
    assert family.missed > 1.5 * family.expected_misses


def test_misses_of_everyone_on_one_day_say_nothing_about_one_student() -> None:
    rng, ledger = Random(1), Ledger(start=1.5)
    students = [Subject(Kind.STUDENT, str(at)) for at in range(24)]
    unexpected = [0.0]
    for lesson, share in enumerate([0.8] * 10 + [0.1]):
        before = [ledger.evidence.get(one, Evidence()).total for one in students]
        unexpected = [one.missed - one.expected_misses for one in before]
        for _ in range(16):
            for one in students:
                is_right = rng.random() < share
                ledger.observe(seen(one.student, is_right=is_right, day=DAY + timedelta(days=7 * lesson)))
    after = [ledger.evidence[one].total for one in students]
    more = [one.missed - one.expected_misses for one in after]
    assert sum(more) - sum(unexpected) < 4 * len(students), "of 16 answers each"


def test_a_chosen_equation_is_weighed_by_its_own_prediction() -> None:
    """Students who are dealt hard cards miss more than others, as predicted; that is no evidence."""
    ledger = Ledger(start=1.5)
    for number in range(60):
        ledger.observe(Observation("hard", HARD, is_right=number % 2 == 0, day=DAY, expected=0.5))
        ledger.observe(Observation("easy", EASY, is_right=True, day=DAY, expected=0.985))
    evidence = ledger.evidence[Subject(Kind.STUDENT, "hard")]
    assert evidence.missed == evidence.expected_misses == 30
    assert max(evidence.ratios) < 0


def test_channels_are_counted_apart() -> None:
    ledger = Ledger(start=1.5)
    for channel in (Channel.BOARD, Channel.TICKET, Channel.TICKET):
        ledger.observe(Observation("a", HARD, is_right=False, day=DAY, channel=channel))
    counts = ledger.evidence[Subject(Kind.STUDENT, "a")].channels
    assert {channel: tally.answers for channel, tally in counts.items()} == {Channel.BOARD: 1, Channel.TICKET: 2}


def test_cards_of_a_teacher_have_no_common_skill() -> None:
    ledger = Ledger(start=0)
    own = describe("half of a dozen", 6)
    assert own.skill == OWN
    ledger.observe(Observation("a", own, is_right=False, day=DAY))
    assert set(ledger.evidence) == {Subject(Kind.STUDENT, "a"), Subject(Kind.FAMILY, name="own:half of a dozen")}


def test_there_are_238_families() -> None:
    families = {review_key(one) for skill in SKILLS for some in equations_of(skill).values() for one in some}
    steps = {family for family in families if skill_of(family)}
    assert (len(families - steps), len(steps)) == (202, 36)
    assert {skill_of(family) for family in steps} <= set(SKILLS)
    assert review_key(describe("8 × 7", 56)) == review_key(describe("56 ÷ 8", 7)) == "mul:7x8"


def test_answers_to_the_same_question_weigh_less_for_the_class_and_fully_for_each_student() -> None:
    ledger, alone = Ledger(start=1.5), Ledger(start=1.5)
    for number, student in enumerate("abcdefghijklmnopqrstuvwx"):
        for some, session in ((ledger, "one"), (alone, str(number))):
            some.observe(Observation(student, HARD, is_right=False, day=DAY, channel=Channel.TICKET, session=session))
    family, last = Subject(Kind.FAMILY, name="mul:7x8"), Subject(Kind.STUDENT, "x")
    assert ledger.evidence[family].ratios[0] < 0.85 * alone.evidence[family].ratios[0]
    assert ledger.evidence[family].missed == alone.evidence[family].missed == 24
    assert ledger.evidence[last].ratios == alone.evidence[last].ratios
