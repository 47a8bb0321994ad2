from __future__ import annotations

import random
from datetime import date, timedelta

import pytest

from classroom.learning.attempts import BOARD, NUMBER, FirstAttempt
from classroom.learning.knowledge import StudentModels, rebuild, start_level
from classroom.learning.records import Recent, TargetController, Times

DAY = date(2025, 9, 1)
TEXTS = [("6 × 8", 48), ("7 + 5", 12), ("48 ÷ 6", 8), ("legs of 6 dogs", 24), ("52 − 28", 24)]


def attempts(count: int, seed: int = 1) -> list[FirstAttempt]:
    rng = random.Random(seed)
    made = []
    for index in range(count):
        text, answer = rng.choice(TEXTS)
        seconds = rng.choice([None, 0.1, rng.uniform(0.5, 30)])
        form = BOARD if seconds is None else NUMBER
        day = DAY + timedelta(days=index // 10)
        goal = rng.choice([None, 0.82, 0.88])
        made.append(FirstAttempt(rng.choice("ABC"), day, text, answer, rng.random() < 0.7, form, seconds, goal))
    return made


def one(**changes: object) -> FirstAttempt:
    return FirstAttempt("Ann", DAY, "6 × 8", 48, is_right=True)._replace(**changes)  # type: ignore[arg-type]


def test_g4_rebuilding_gives_identical_numbers_twice() -> None:
    history = attempts(600)
    first, second = rebuild(history), rebuild(iter(history))
    assert first == second
    assert repr(first) == repr(second)
    assert rebuild(attempts(600, seed=2)) != first


def test_learning_step_by_step_equals_rebuilding() -> None:
    history = attempts(200)
    knowledge = rebuild(history[:150])
    for attempt in history[150:]:
        knowledge.learn(attempt)
    assert knowledge == rebuild(history)


def test_answers_of_a_student_are_counted() -> None:
    days = [DAY, DAY, DAY + timedelta(days=1), DAY + timedelta(days=2)]
    rights = [True, False, True, True]
    knowledge = rebuild(one(day=day, is_right=right) for day, right in zip(days, rights, strict=True))
    ann = knowledge.of("Ann")
    skill, fact = ann.skills["mul-tables"], ann.families["mul:6x8"]
    assert (ann.answers, ann.wrong_in_a_row, ann.day) == (4, 0, days[-1])
    assert (skill.answers, skill.right, skill.last_day) == (4, 3, days[-1])
    assert 0 < skill.information < 1
    assert (fact.answers, fact.right, fact.right_days, fact.in_a_row) == (4, 3, 3, 2)
    assert fact.memory is not None
    assert fact.memory.day == days[-1]
    assert knowledge.of("Ben").answers == 0


def test_all_forms_of_a_family_are_one_fact() -> None:
    ann = rebuild([one(), one(text="48 ÷ 6", answer=8)]).of("Ann")
    assert set(ann.families) == {"mul:6x8"}
    assert set(ann.skills) == {"mul-tables", "div-tables"}


def test_wrong_answers_in_a_row_are_counted() -> None:
    assert rebuild([one(is_right=False)] * 2).of("Ann").wrong_in_a_row == 2


def test_only_right_answers_with_a_clean_time_count_as_times() -> None:
    history = [one(seconds=3.0), one(seconds=0.1), one(seconds=4.0, is_right=False), one()]
    knowledge = rebuild(history)
    assert list(knowledge.of("Ann").times.seconds) == [3.0]
    assert list(knowledge.of("Ann").families["mul:6x8"].times.seconds) == [3.0]
    assert knowledge.item_times.everything.count == 1


def test_usual_times_make_answers_easy_or_hard_to_remember() -> None:
    usual = [one(text=f"{n} × 8", answer=8 * n, seconds=4.0) for n in (2, 3, 4, 5, 7, 8, 9, 10)]
    stabilities = []
    for seconds in (2.0, 4.0, 8.0):
        memory = rebuild([*usual, one(seconds=seconds)]).of("Ann").families["mul:6x8"].memory
        assert memory is not None
        stabilities.append(memory.stability)
    assert stabilities == sorted(stabilities, reverse=True)
    assert len(set(stabilities)) == 3


def test_the_grade_sets_the_start_level() -> None:
    knowledge = StudentModels({"Ann": 1, "Ben": 7})
    assert knowledge.of("Ann").levels.start == start_level(1) < start_level(3)
    assert knowledge.of("Ben").levels.start == start_level(7) > start_level(3)
    assert knowledge.of("Cid").levels.start == start_level(None) == start_level(3)


def test_a_history_of_a_year_widens_the_beliefs() -> None:
    soon = rebuild([one()] * 30).of("Ann").levels
    later = rebuild([*[one()] * 30, one(day=DAY + timedelta(days=300))]).of("Ann").levels
    assert later.of(("skill", "mul-tables"))[1] > soon.of(("skill", "mul-tables"))[1]


def test_medians_need_enough_times() -> None:
    times = Times()
    for seconds in (1.0, 2.0, 9.0):
        times.add(seconds)
    assert times.usual() is None
    assert times.usual(3) == 2.0
    for _ in range(30):
        times.add(3.0)
    assert (times.usual(), len(times.seconds)) == (3.0, 20)


def test_recent_answers_fade() -> None:
    recent = Recent()
    assert recent.on(DAY) == 0
    recent.add(DAY)
    recent.add(DAY)
    assert recent.on(DAY) == 2
    assert recent.on(DAY + timedelta(days=7)) == pytest.approx(1)


def test_steering_works_off_what_is_above_or_below_the_goal() -> None:
    steering = TargetController()
    assert steering.target(0.82) == pytest.approx(0.82)
    for _ in range(40):
        steering.observe(0.82, is_right=True)
    assert steering.target(0.82) < 0.76
    for _ in range(400):
        steering.observe(0.82, is_right=False)
    assert steering.target(0.82) == pytest.approx(0.90)
    for _ in range(2000):
        steering.observe(0.82, is_right=True)
    assert steering.target(0.82) == pytest.approx(0.60)
