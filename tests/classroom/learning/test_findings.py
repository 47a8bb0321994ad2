"""How many findings are false, and how many are missed, in simulated classes with known abilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from statistics import fmean

import pytest

from classroom.learning.accuracy import DAY_VARIANCE, success
from classroom.learning.findings import (
    FAR_BELOW,
    MOST_FINDINGS,
    PRIOR,
    SURE,
    Finding,
    findings,
    interval_of,
    posterior_of,
)
from classroom.learning.ledger import GRID, PRIOR_VARIANCE, Evidence, Kind, Ledger, Observation, Subject, Tally
from engine.equations import describe
from tests.simulation.planted_class import IDENTICAL, ORDINARY, Plant, PlantedClass, cards_of, simulate
from tests.tiers import nightly_except

_USUAL = math.log(4)
"""The logit of 80%."""
DECKS = [("times-tables", "8x8"), ("mixed", "8x8"), ("add-sub-100", "6x6")]


@pytest.mark.parametrize("deck", nightly_except(DECKS[:1], DECKS))
def test_a_class_of_equal_students_is_hardly_ever_flagged(deck: tuple[str, str]) -> None:
    outcomes = simulate(deck, Plant(), IDENTICAL, classes=15)
    assert outcomes.with_findings <= 0.05 * outcomes.sessions


@pytest.mark.nightly
@pytest.mark.parametrize("deck", DECKS)
def test_at_most_one_finding_in_ten_is_about_an_ordinary_difference(deck: tuple[str, str]) -> None:
    outcomes = simulate(deck, Plant(), ORDINARY, classes=12)
    assert outcomes.found > 20  # otherwise this test proves nothing
    assert outcomes.false <= 0.1 * outcomes.found


def test_a_student_thirty_points_below_is_found_after_four_sessions() -> None:
    weak = Plant(students={0: -2.0})
    outcomes = simulate(DECKS[0], weak, IDENTICAL, classes=20, subject=Subject(Kind.STUDENT, "0"))
    assert outcomes.hits >= 0.65 * 20


@pytest.mark.nightly
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


def test_at_most_three_findings_are_reported() -> None:
    weak = Plant(students=dict.fromkeys(range(8), -3.0))
    one = PlantedClass(cards_of(*DECKS[0]), weak, IDENTICAL, seed="many")
    assert len([one.play(20) for _ in range(3)][-1]) == MOST_FINDINGS


def test_the_likely_range_contains_what_was_counted() -> None:
    never = Plant(students={0: -8.0})
    one = PlantedClass(cards_of(*DECKS[0]), never, IDENTICAL, seed="never")
    found = [finding for _ in range(4) for finding in one.play(16)][-1]
    assert (found.right, found.answers) == (0, 64)
    assert found.low == 0 < found.high < 0.08


@pytest.mark.parametrize("answers", [16, 64])
def test_nine_of_ten_likely_ranges_contain_the_true_share(answers: int) -> None:
    covered = []
    for share in (0.01, 0.07, 0.17, 0.35, 0.6, 0.8, 0.92):
        rng = Random(f"{answers} {share}")
        intervals = [_interval(share, answers, rng) for _ in range(100)]
        covered.append(sum(low <= share <= high for low, high in intervals))
    assert min(covered) >= 72  # no share is left out, as those of students who guess once were
    assert 86 <= fmean(covered) <= 96


@pytest.mark.parametrize("is_chosen", [False, True], ids=["same cards", "own cards"])
@pytest.mark.parametrize(("of_classmates", "is_named"), [((13, 13), True), ((16, 10), False)])
def test_where_days_differ_much_a_student_must_stand_out_more(
    of_classmates: tuple[int, int], *, is_named: bool, is_chosen: bool
) -> None:
    """The days of the 15 classmates are alike, or every second one is bad. Cards may be chosen by the app."""
    ledger, rng, day = Ledger(start=_USUAL), Random(1), date(2026, 1, 5)
    for week in range(4):
        day += timedelta(days=7)
        of_first = 5 if is_chosen else (12, 3)[week % 2]
        answers = [
            (str(at), number < (of_classmates[(week + at) % 2] if at else of_first))
            for at in range(16)
            for number in range(16)
        ]
        rng.shuffle(answers)
        for student, is_right in answers:
            first, second = rng.randint(2, 9), rng.randint(2, 9)
            equation = describe(f"{first} × {second}", first * second)
            expected = (0.8 if int(student) else 0.45) if is_chosen else None
            seen = Observation(student, equation, is_right, day, expected=expected, session=str(week))
            ledger.observe(seen)
    named = [(one.subject.student, one.is_level) for one in findings(ledger, day)]
    assert named == ([("0", is_chosen)] if is_named else [])


@pytest.mark.parametrize(("days", "is_named"), [((11, 11, 11, 0, 0), False), ((5, 5, 5, 5, 5), True)])
def test_some_very_bad_days_make_no_low_level(days: tuple[int, ...], *, is_named: bool) -> None:
    """The app chooses the cards. The classmates get 13 of 16 correct each day."""
    found = _findings(days, is_chosen=True)
    assert [(one.subject.student, one.is_level) for one in found] == ([("0", True)] if is_named else [])


def test_who_has_improved_is_not_named_any_more() -> None:
    """Some guess until someone talks to them."""
    before = (4,) * 6
    assert [one.subject.student for one in _findings(before, is_chosen=False)] == ["0"]
    assert not _findings((*before, 14, 14), is_chosen=False)


def test_a_low_level_must_still_show() -> None:
    """Levels follow an improvement slowly."""
    ledger = _dealt(Random(6), [-2.5] + [0.0] * 23)
    evidence = ledger.evidence[Subject(Kind.STUDENT, "0")]
    low, usual, on_ticket, lucky = Tally(16, 12, 3.0), Tally(16, 3, 3.0), Tally(4, 3, 0.75), Tally(4, 1, 0.75)
    for before, latest, named in ((low, low, ["0"]), (low, usual, []), (on_ticket, lucky, ["0"])):
        evidence.days = [*[before] * 6, *[latest] * 2]
        assert [one.subject.student for one in findings(ledger, _LAST_DAY)] == named


def _findings(days: Sequence[int], *, is_chosen: bool) -> tuple[Finding, ...]:
    """Return what stands out after some weeks.

    :param days: the first student's correct answers of 16; the classmates have 13
    """
    ledger, rng, day = Ledger(start=_USUAL), Random(1), date(2026, 1, 5)
    for week, of_first in enumerate(days):
        day += timedelta(days=7)
        answers = [(str(at), number < (13 if at else of_first)) for at in range(16) for number in range(16)]
        rng.shuffle(answers)
        for student, is_right in answers:
            first, second = rng.randint(2, 9), rng.randint(2, 9)
            equation = describe(f"{first} × {second}", first * second)
            expected = (0.7 if int(student) else 0.6) if is_chosen else None
            ledger.observe(Observation(student, equation, is_right, day, expected=expected, session=str(week)))
    return findings(ledger, day)


def test_someone_always_has_the_lowest_level() -> None:
    """Students differ by 0.3 logits, and their days by about 0.7. Those named must be far below."""
    rng, false = Random(4), 0
    for _ in range(150):
        truth = [rng.gauss(0.0, 0.3) for _ in range(24)]
        false += any(truth[int(one.subject.student)] > FAR_BELOW for one in findings(_dealt(rng, truth), _LAST_DAY))
    assert false <= 4
    assert sum(bool(findings(_dealt(rng, [-2.5] + [0.0] * 23), _LAST_DAY)) for _ in range(100)) >= 60


_LAST_DAY, _NO_RATIOS = date(2026, 2, 2), [0.0] * len(GRID)


def _dealt(rng: Random, truth: list[float]) -> Ledger:
    """Return the ledger of a class after four sessions of cards that the app chose.

    :param truth: the students' levels
    """
    ledger = Ledger(start=_USUAL)
    of_answers, prior = 0.155, PRIOR_VARIANCE["student"]
    of_days, of_cards = 0.47 / 4, 0.09
    for at, one in enumerate(truth):
        level = rng.gauss(one, math.sqrt(of_answers + of_days + of_cards))
        shares = [success(_USUAL + level + of_day) for of_day in (1.0, -0.7, 1.0, -0.7)]
        days = [Tally(16, round(16 * (1 - share)), 3.0) for share in shares]
        ledger.beliefs["student", str(at)] = level * prior / (prior + of_answers), 1 / (1 / of_answers + 1 / prior)
        ledger.evidence[Subject(Kind.STUDENT, str(at))] = Evidence(
            *(_NO_RATIOS, 64, 12, 12.0, _LAST_DAY),
            total=Tally(64, 12, 12.0),
            latest=(_LAST_DAY, "4"),
            sessions=4,
            chosen=64,
            days=days,
            since=_LAST_DAY,
        )
    return ledger


@pytest.mark.parametrize(("deviation", "named"), [(0.0, (0, 0)), (-0.7, (0, 4)), (-1.75, (195, 200))])
def test_students_who_are_nearly_far_below_are_seldom_named(deviation: float, named: tuple[int, int]) -> None:
    rng = Random(3)
    assert named[0] <= sum(_is_ever_named(success(_USUAL + deviation), rng) for _ in range(200)) <= named[1]


def _is_ever_named(share: float, rng: Random) -> bool:
    """Return whether a student is named after any of 14 weekly sessions, where others get 80% correct."""
    evidence, equation = Evidence(), describe("7 × 8", 56)
    for week in range(14):
        day = date(2026, 1, 5) + timedelta(days=7 * week)
        for _ in range(16):
            seen = Observation("a", equation, is_right=rng.random() < share, day=day, session=str(week))
            evidence.add(success(_USUAL), seen, of_days=DAY_VARIANCE)
        if posterior_of(Kind.STUDENT, evidence, PRIOR[Kind.STUDENT]) >= SURE:
            return True
    return False


@pytest.mark.parametrize("of_days", [0.3, 0.9])
def test_likely_ranges_contain_the_share_of_students_whose_days_differ(of_days: float) -> None:
    rng, covered = Random(5), []
    levels = [rng.gauss(_USUAL, of_days) for _ in range(2000)]
    share = fmean(map(success, levels))
    for _ in range(150):
        evidence, equation = Evidence(), describe("7 × 8", 56)
        for week in range(12):
            day, chance = date(2026, 1, 5) + timedelta(days=7 * week), success(rng.choice(levels))
            for _answer in range(16):
                seen = Observation("a", equation, is_right=rng.random() < chance, day=day, session=str(week))
                evidence.count_day(share, seen)
                evidence.add(share, seen, of_days=DAY_VARIANCE)
        low, high = interval_of(evidence, of_days**2)
        covered.append(low <= share <= high)
    assert 0.84 <= fmean(covered) <= 0.98


def _interval(share: float, answers: int, rng: Random) -> tuple[float, float]:
    evidence = Evidence()
    for _ in range(answers):
        seen = Observation("a", describe("7 × 8", 56), is_right=rng.random() < share, day=date(2026, 9, 1))
        evidence.add(0.8, seen)
    return interval_of(evidence, DAY_VARIANCE)


@pytest.mark.parametrize(("of_first", "named"), [(14, []), (11, ["0"])])
def test_in_a_class_that_knows_nearly_everything_small_differences_are_no_finding(
    of_first: int, named: list[str]
) -> None:
    """The first student gets 14 of 16 correct, or 11; of the classmates, every third one misses one."""
    ledger, rng, day = Ledger(start=1.4), Random(3), date(2026, 1, 5)
    for week in range(8):
        day += timedelta(days=7)
        answers = [(at, number < (16 - (at % 3 == 1) if at else of_first)) for at in range(16) for number in range(16)]
        rng.shuffle(answers)
        for at, is_right in answers:
            first, second = rng.randint(2, 9), rng.randint(2, 9)
            equation = describe(f"{first} × {second}", first * second)
            ledger.observe(Observation(str(at), equation, is_right, day, session=str(week)))
    assert [one.subject.student for one in findings(ledger, day)] == named
