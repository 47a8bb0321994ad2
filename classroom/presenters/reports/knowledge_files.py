"""Files of estimates of each student, by skill and fact family. English, for programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from classroom.learning.families import skill_of
from classroom.learning.knowledge import StudentModels
from classroom.learning.memory import recall
from classroom.learning.plans import LAST_EARLY_GRADE
from classroom.learning.speed import UsualTime
from classroom.learning.statistics import beta_interval
from classroom.learning.wording import (
    ENOUGH_FOR_FACT,
    MIN_ANSWERS_FOR_SKILL,
    chance_on_reference,
    interval_of_skill,
    wording_of_fact,
    wording_of_skill,
)
from classroom.models import Student
from classroom.reports.statistics import Proportion
from engine.equations import CURRICULA, SKILLS, codes

_CURRICULUM = next(iter(CURRICULA))
SKILL_COLUMNS = (
    *("student_id", "student_name", "skill", "skill_title", "standard", "grade", "n", "right"),
    *("p_mean", "p_lo", "p_hi", "rt_med_ms", "n_rt", "level", "last_seen"),
)
FACT_COLUMNS = (
    *("student_id", "student_name", "fact_key", "n", "right", "days_right", "p_mean", "p_lo", "p_hi"),
    *("r_now", "stability_d", "rt_med_ms", "state"),
)
_PRIOR_ANSWERS = 4
"""The weight of the class's rate in the estimate of a fact, in answers."""

Baselines = Mapping[str, UsualTime | None]
"""The time that typing a displayed number takes each student."""
FactTotals = Mapping[str, Proportion]
"""The answers of a class to each fact family."""


def skill_rows(
    knowledge: StudentModels, students: Sequence[Student], baselines: Baselines
) -> Iterator[tuple[object, ...]]:
    """Yield a row for each student and skill, with estimates from five answers on, as on the page."""
    for student in students:
        known = knowledge.of(student.id)
        for key, skill in SKILLS.items():
            record = known.skills.get(key)
            if record is None:
                continue
            estimate: tuple[object, ...] = ("", "", "")
            if record.answers >= MIN_ANSWERS_FOR_SKILL:
                chance = chance_on_reference(known.levels, knowledge.difficulties, key)
                estimate = tuple(f"{one:.3f}" for one in (chance, *interval_of_skill(known, key, chance)))
            word = wording_of_skill(
                knowledge, known, key, baseline=baselines.get(student.id), is_young=_is_young(student)
            )
            yield (
                *(student.id, student.name, key, skill.title, " ".join(codes(key, _CURRICULUM)), skill.grade),
                *(record.answers, record.right, *estimate, _milliseconds(record.times.usual())),
                *(len(record.times.seconds), word.value, record.last_day.isoformat()),
            )


def fact_totals(knowledge: StudentModels, classmates: Iterable[Student]) -> FactTotals:
    """Count the answers of a class to each fact family."""
    totals: defaultdict[str, Proportion] = defaultdict(Proportion)
    for student in classmates:
        for key, record in knowledge.of(student.id).families.items():
            totals[key] += Proportion(record.right, record.answers)
    return totals


def fact_rows(
    knowledge: StudentModels, students: Iterable[Student], baselines: Baselines, today: date, totals: FactTotals
) -> Iterator[tuple[object, ...]]:
    """Yield a row for each student and fact family, with estimates from three answers on, as on the page.

    :param totals: of the class, even if the rows are about one of its students
    """
    for student in students:
        known = knowledge.of(student.id)
        for key, record in sorted(known.families.items()):
            if skill_of(key):
                continue
            estimate: tuple[object, ...] = ("", "", "")
            if record.answers >= ENOUGH_FOR_FACT:
                total = totals.get(key, Proportion())
                prior = (total.right + 1) / (total.trials + 2)
                interval = beta_interval(record.right, record.answers, prior=prior, weight=_PRIOR_ANSWERS)
                mean = (record.right + prior * _PRIOR_ANSWERS) / (record.answers + _PRIOR_ANSWERS)
                estimate = tuple(f"{one:.3f}" for one in (mean, *interval))
            memory = record.memory
            remembered = (f"{recall(memory, today):.3f}", f"{memory.stability:.1f}") if memory else ("", "")
            word = wording_of_fact(known, key, today, baseline=baselines.get(student.id), is_young=_is_young(student))
            yield (
                *(student.id, student.name, key, record.answers, record.right, record.right_days, *estimate),
                *(*remembered, _milliseconds(record.times.usual(ENOUGH_FOR_FACT)), word.value),
            )


def _is_young(student: Student) -> bool:
    return student.level is not None and student.level <= LAST_EARLY_GRADE


def _milliseconds(seconds: float | None) -> object:
    return "" if seconds is None else round(1000 * seconds)
