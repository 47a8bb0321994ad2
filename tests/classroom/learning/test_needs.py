"""A student most needs the skills with few right answers, fewer than classmates have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from math import exp, log
from random import Random

import pytest

from classroom.learning.day_effects import beside_classmates
from classroom.learning.needs import Answered, needs_of
from tests.tiers import nightly_except

Shares = dict[str, tuple[int, float]]
SUMS: Shares = {"add-100-carry": (24, 0.8), "sub-100-borrow": (16, 0.65), "add-10": (6, 0.9)}


Counted = dict[tuple[str, str, bool], tuple[int, int]]


def answered(rng: Random, students: dict[str, Shares]) -> Counted:
    """Simulate answers on the board.

    :param students: of each, the answers to each skill, and the chance that one is correct
    """
    return {
        (student, skill, False): (sum(rng.random() < share for _ in range(trials)), trials)
        for student, skills in students.items()
        for skill, (trials, share) in skills.items()
    }


@pytest.mark.parametrize("size", nightly_except({6, 24}, [6, 24, 35]))
def test_equal_students_are_rarely_named_even_for_hard_skills(size: int) -> None:
    rng = Random(4)
    named = sum(
        bool(needs_of(Answered(answered(rng, {str(at): SUMS for at in range(size)}))).by_student) for _ in range(100)
    )
    assert named <= 8


def test_a_student_far_below_is_named_with_that_skill() -> None:
    rng = Random(5)
    weak = SUMS | {"add-100-carry": (24, 0.4)}
    found = [
        needs_of(Answered(answered(rng, {"weak": weak} | {str(at): SUMS for at in range(23)}))) for _ in range(100)
    ]
    assert sum(one.by_student.get("weak") == "add-100-carry" for one in found) >= 85


@pytest.mark.parametrize(("skills", "expected"), [(1, {"low": "0"}), (9, {})])
def test_the_lowest_of_many_skills_must_be_more_certain(skills: int, expected: dict[str, str]) -> None:
    counts = {(str(at), str(skill), False): (20, 24) for at in range(23) for skill in range(skills)}
    own = {("low", str(skill), False): (13 if skill == 0 else 20, 24) for skill in range(skills)}
    assert needs_of(Answered(counts | own)).by_student == expected


def test_students_who_type_are_compared_with_others_who_do() -> None:
    """Typed numbers are harder than spaces on the board: half of an equal class types."""
    rng, named = Random(8), 0
    for _ in range(100):
        counts: Counted = {}
        for at in range(24):
            share = 0.66 if at % 2 else 0.8
            counts[str(at), "mul-tables", at % 2 == 1] = sum(rng.random() < share for _ in range(100)), 100
        named += bool(needs_of(Answered(counts)).by_student)
    assert named <= 8


@pytest.mark.parametrize(("days", "each"), [(2, 16), (8, 16), (4, 30)])
@pytest.mark.parametrize("spread", [0.3, 0.5])
def test_a_bad_day_is_no_need(days: int, each: int, spread: float) -> None:
    """Equal students, whose level differs from day to day."""
    rng, named = Random(9), 0
    for _ in range(100):
        by_day = {
            str(at): answers_by_day(rng, [rng.gauss(1.25, spread) for _ in range(days)], each) for at in range(24)
        }
        named += bool(needs_of(Answered(counted(by_day), by_day)).by_student)
    assert named <= 5


def test_a_hard_deck_every_other_day_is_no_bad_day() -> None:
    """A weak student is named, though all students' days seem to differ."""
    easy, hard = [(15, 16), (8, 16)]
    by_day = {str(at): [easy, hard] * 4 for at in range(23)} | {"weak": [(12, 16), (3, 16)] * 4}
    dates = [date(2026, 9, 7) + timedelta(weeks=week) for week in range(8)]
    beside = beside_classmates({student: dict(zip(dates, days, strict=True)) for student, days in by_day.items()})
    assert needs_of(Answered(counted(by_day), by_day, beside=beside)).by_student == {"weak": "mul-tables"}
    assert needs_of(Answered(counted(by_day), by_day)).by_student == {}


@pytest.mark.parametrize("lessons", [1, 3])
def test_a_bad_lesson_is_no_need_of_the_class(lessons: int) -> None:
    """A class gets 77% correct; its level differs from lesson to lesson by 0.3 logits."""
    rng, named = Random(10), 0
    for _ in range(100):
        levels = [rng.gauss(1.25, 0.3) for _ in range(lessons)]
        by_day = {str(at): answers_by_day(rng, levels, 16) for at in range(24)}
        by_day["absent"] = []
        named += bool(needs_of(Answered(counted(by_day), by_day)).of_class)
    assert named <= 5


def test_few_days_must_be_more_certain_than_many() -> None:
    """A teacher looks at many fortnights in a term."""
    few, many = ([(13, 16)] * days for days in (2, 8))
    weak = [(9, 16), (8, 16)]
    students = {str(at): few for at in range(23)} | {"weak": weak}
    assert not needs_of(Answered(counted(students), students)).by_student
    students = {str(at): many for at in range(23)} | {"weak": weak * 4}
    assert needs_of(Answered(counted(students), students)).by_student == {"weak": "mul-tables"}


@pytest.mark.parametrize(("right", "expected"), [(11, {}), (9, {"low": "mul-tables"})])
def test_many_days_do_not_make_a_need_of_a_small_difference(right: int, expected: dict[str, str]) -> None:
    """Equal students also know some facts better than others."""
    days = {str(at): [(12, 16), (13, 16)] * 8 for at in range(23)} | {"low": [(right, 16)] * 16}
    assert needs_of(Answered(counted(days), days)).by_student == expected


def test_two_weeks_name_who_was_far_below_before_and_still_is() -> None:
    usual, weak, better = (13, 16), (9, 16), (15, 16)
    others = {str(at): [usual] * 8 for at in range(23)}
    for latest, expected in ((weak, {"weak": "mul-tables"}), (better, {})):
        longer = others | {"weak": [*[weak] * 6, *[latest] * 2]}
        some = {student: days[-2:] for student, days in longer.items()}
        both = Answered(counted(some), some), Answered(counted(longer), longer)
        assert not needs_of(both[0]).by_student
        assert needs_of(*both).by_student == expected


@pytest.mark.parametrize(
    ("latest", "of_others", "expected"),
    [
        ([(8, 16), (9, 16)], [(13, 16)] * 2, {"weak": "mul-tables"}),
        ([(15, 16), (13, 16)], [(13, 16)] * 2, {}),
        ([(13, 16), (13, 16)], [(16, 16)] * 2, {}),
        ([], [(13, 16)] * 2, {"weak": "mul-tables"}),
        ([(6, 8)], [(13, 16)] * 2, {"weak": "mul-tables"}),
    ],
    ids=["no change", "the student has improved", "the whole class has risen", "the student is absent", "few answers"],
)
def test_a_need_over_a_term_must_still_show(
    latest: list[tuple[int, int]], of_others: list[tuple[int, int]], expected: dict[str, str]
) -> None:
    now = {str(at): of_others for at in range(23)} | {"weak": latest}
    term = {student: [*([(13, 16)] if student != "weak" else [(7, 16)]) * 8, *days] for student, days in now.items()}
    named = needs_of(Answered(counted(term), term), latest=Answered(counted(now), now)).by_student
    assert named == expected


@pytest.mark.parametrize(("latest", "expected"), [((10, 16), ("mul-tables",)), ((15, 16), ())])
def test_a_need_of_the_class_over_a_term_must_still_show(latest: tuple[int, int], expected: tuple[str, ...]) -> None:
    now = {str(at): [latest] * 2 for at in range(12)}
    term = {student: [*[(8, 16)] * 8, *days] for student, days in now.items()}
    assert needs_of(Answered(counted(term), term), latest=Answered(counted(now), now)).of_class == expected


@pytest.mark.parametrize("share", nightly_except({0.82}, [0.77, 0.82]))
def test_bad_lessons_of_a_term_are_seldom_needs_of_the_class_in_two_weeks(share: float) -> None:
    """The level of the class differs from lesson to lesson by 0.5 logits; its teacher looks after each."""
    named = 0
    for seed in range(12):
        rng, is_named = Random(seed), False
        by_day: dict[str, list[tuple[int, int]]] = {str(at): [] for at in range(24)}
        for _week in range(16):
            level = log(share / (1 - share)) + rng.gauss(0, 0.5)
            for days in by_day.values():
                days.extend(answers_by_day(rng, [level], 16))
            some, longer = ({student: days[-weeks:] for student, days in by_day.items()} for weeks in (2, 8))
            found = needs_of(Answered(counted(some), some), Answered(counted(longer), longer))
            is_named |= bool(found.of_class)
        named += is_named
    assert named <= 3


@pytest.mark.parametrize("before", [0, 1, 3, 7])
def test_one_day_on_which_everyone_guesses_is_no_need_of_the_class(before: int) -> None:
    usual, guessed = (13, 16), (1, 16)
    longer = {str(at): [*[usual] * before, guessed] for at in range(24)}
    some = {student: days[-1:] for student, days in longer.items()}
    assert not needs_of(Answered(counted(some), some)).of_class
    assert not needs_of(Answered(counted(some), some), Answered(counted(longer), longer)).of_class


def test_a_few_students_far_below_are_no_need_of_the_class() -> None:
    good, far_below = [(14, 16)] * 4, [(2, 16)] * 4
    for size, below, expected in ((3, 1, ()), (12, 3, ()), (12, 6, ("mul-tables",)), (3, 3, ("mul-tables",))):
        by_day = {str(at): far_below if at < below else good for at in range(size)}
        assert needs_of(Answered(counted(by_day), by_day)).of_class == expected


def test_the_class_needs_what_two_weeks_alone_hardly_show() -> None:
    low, latest, better = (10, 16), (11, 16), (14, 16)
    for now, expected in ((latest, ("mul-tables",)), (better, ())):
        longer = {str(at): [*[low] * 6, now] for at in range(6)}
        some = {student: days[-1:] for student, days in longer.items()}
        assert not needs_of(Answered(counted(some), some)).of_class
        assert needs_of(Answered(counted(some), some), Answered(counted(longer), longer)).of_class == expected


def answers_by_day(rng: Random, levels: Sequence[float], each: int) -> list[tuple[int, int]]:
    """Simulate a student's answers on days with these levels, in logits."""
    shares = [1 / (1 + exp(-level)) for level in levels]
    return [(sum(rng.random() < share for _ in range(each)), each) for share in shares]


def counted(by_day: Mapping[str, Sequence[tuple[int, int]]]) -> Counted:
    return {
        (student, "mul-tables", False): (sum(right for right, _ in days), sum(answers for _, answers in days))
        for student, days in by_day.items()
    }


def test_a_skill_that_is_hard_for_everyone_is_reported_for_the_class() -> None:
    rng = Random(6)
    hard = {"sub-100-borrow": (16, 0.5), "add-10": (6, 0.9)}
    needs = needs_of(Answered(answered(rng, {str(at): hard for at in range(24)})))
    assert needs.of_class == ("sub-100-borrow",)
    assert not needs.by_student


@pytest.mark.parametrize("answers", [5, 16, 64, 256])
def test_where_no_one_gets_anything_right_no_one_is_named(answers: int) -> None:
    for ways in ((False,), (False, True)):
        counts = {(str(at), "add-10", ways[at % len(ways)]): (0, answers) for at in range(24)}
        assert needs_of(Answered(counts)) == ({}, ("add-10",))


def test_few_answers_name_no_need() -> None:
    assert needs_of(Answered({("1", "add-10", False): (0, 4)})) == ({}, ())
    assert needs_of(Answered({})) == ({}, ())
    assert needs_of(Answered({("1", "add-10", False): (0, 0)})) == ({}, ())  # known from exit tickets only


def test_a_single_student_is_compared_with_usual_results() -> None:
    assert needs_of(Answered({("1", "add-10", False): (4, 20)})) == ({"1": "add-10"}, ("add-10",))
