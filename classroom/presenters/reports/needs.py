"""What the students of a class need most, and what the class does: the same on all pages about the same dates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from classroom.i18n.engine_texts import skill_title
from classroom.learning.day_effects import Days, beside_classmates
from classroom.learning.needs import Answered, needs_of
from classroom.reports.class_answers import SkillAnswers
from classroom.reports.statistics import Proportion
from engine.equations import SKILLS


@dataclass(frozen=True, slots=True)
class FocusSkill:
    """A skill that a student, or the class, needs."""

    key: str
    title: str
    share: Proportion
    since: date
    """The day of the first answers considered."""
    others: Proportion = field(default_factory=Proportion)
    """The answers of a student's classmates."""


@dataclass(frozen=True, slots=True)
class FocusSkills:
    by_student: Mapping[str, FocusSkill] = field(default_factory=dict)
    """By student, without those whose need is not certain enough."""
    of_class: tuple[FocusSkill, ...] = ()
    """Most certain first."""


def focus_skills(
    answers: SkillAnswers, longer: SkillAnswers | None = None, *, latest: SkillAnswers | None = None
) -> FocusSkills:
    """Return the skill that each student needs most, and those that the class does.

    :param longer: answers on dates that include these and earlier ones. If there are no others, these count.
    :param latest: those of the latest weeks, if there are earlier ones
    """
    if longer is not None and not answers.skills:
        answers, longer = longer, None
    needs = needs_of(
        answered(answers),
        None if longer is None else answered(longer),
        latest=None if latest is None else answered(latest),
    )
    of_class: dict[str, Proportion] = defaultdict(Proportion)
    of_student: dict[tuple[str, str], Proportion] = defaultdict(Proportion)
    for one in answers.skills:
        share = Proportion(one.right, one.trials)
        of_class[one.skill] += share
        of_student[one.student_id, one.skill] += share
    first_days = {one.student_id: one.days[0][0] for one in answers.students if one.days}
    by_student = {}
    for student, skill in needs.by_student.items():
        own, every = of_student[student, skill], of_class[skill]
        others = Proportion(every.right - own.right, every.trials - own.trials)
        by_student[student] = FocusSkill(skill, skill_title(skill), own, first_days[student], others)
    return FocusSkills(
        by_student,
        tuple(
            FocusSkill(skill, skill_title(skill), of_class[skill], min(first_days.values())) for skill in needs.of_class
        ),
    )


def answered(answers: SkillAnswers) -> Answered:
    """Convert the counts of a class's answers, without a teacher's own cards."""
    days = {one.student_id: pairs_of(share for _, share in one.days) for one in answers.students}
    known_skills = (one for one in answers.skills if one.skill in SKILLS)
    counts = {(one.student_id, one.skill, one.is_typed): (one.right, one.trials) for one in known_skills}
    skill_days = {key: pairs_of(by_day.values()) for key, by_day in answers.skill_days.items()}
    dated = {one.student_id: dated_pairs_of(one.days) for one in answers.students}
    return Answered(counts, days, skill_days, beside_classmates(dated))


def pairs_of(days: Iterable[Proportion]) -> Days:
    """Convert proportions of days for `classroom.learning`, without days on which nothing counts."""
    return [(share.right, share.trials) for share in days if share.trials]


def dated_pairs_of(days: Iterable[tuple[date, Proportion]]) -> dict[date, tuple[int, int]]:
    """Return the same by date."""
    return {day: (share.right, share.trials) for day, share in days if share.trials}
