"""How long choosing a student's equation takes after a long history."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from statistics import median
from time import process_time

from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import GameSoFar, deal
from classroom.learning.deals import GOAL, Plan
from classroom.learning.knowledge import rebuild
from engine.equations import equations_of, select, skills_of_grade

GRADE = 3
ANSWERS_A_DAY = 20
FIRST_DAY = date(2025, 9, 1)


def milliseconds_to_deal(answers: int) -> float:
    """Return the median CPU time over many values, for a student with this number of answers."""
    plan = Plan(select(skills_of_grade(GRADE)))
    knowledge = rebuild(_history(answers, plan))
    student, rng = knowledge.of("Ann"), Random(1)
    day = FIRST_DAY + timedelta(days=answers // ANSWERS_A_DAY + 1)
    times = []
    for value in [*range(10, 90)] * 5:
        began = process_time()
        deal(value, student, knowledge.difficulties, plan, GameSoFar(dealt=9), day=day, rng=rng)
        times.append(process_time() - began)
    return 1000 * median(times)


def _history(count: int, plan: Plan) -> list[FirstAttempt]:
    rng = Random(1)
    pool = [one for skill in plan.selection for some in equations_of(skill).values() for one in some]
    return [
        FirstAttempt("Ann", FIRST_DAY + timedelta(days=number // ANSWERS_A_DAY), one.text, one.answer, right, goal=GOAL)
        for number, (one, right) in enumerate((rng.choice(pool), rng.random() < GOAL) for _ in range(count))
    ]
