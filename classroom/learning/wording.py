"""The status of a skill or fact family in words: a pure function of the estimates.

Each is shown with its date. The two fluent statuses need times, so they occur only with solving ahead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from functools import cache

from classroom.learning.accuracy import AbilityEstimates, Difficulties, log_odds, predict, success
from classroom.learning.attempts import BOARD, asked
from classroom.learning.families import review_key, skill_of
from classroom.learning.knowledge import StudentKnowledge, StudentModels
from classroom.learning.memory import recall
from classroom.learning.speed import UsualTime
from engine.equations import Equation, equations_of

MIN_ANSWERS_FOR_SKILL, ENOUGH_FOR_FACT = 5, 3
ANSWERS_FOR_ACCURATE = 10
ACCURATE = 0.75
"""Minimum lower limit of the interval on the reference set, as printed: three decimals."""
_PRIOR_FACTS = 4
"""The weight of the share of all answered facts in that of facts with one answer."""
_Z = 1.645
_CHANGE = 0.1
"""The variance that an estimate keeps after any number of answers, in squared logits: knowledge changes, so estimates
follow the latest answers. Without it, intervals after many answers held the truth in 70% of cases instead of 90%."""
DAYS_FOR_FLUENT = 3
REMEMBERED, DUE = 0.85, 0.70
SECONDS, SECONDS_OF_THE_YOUNG = 2.0, 3.0
"""Maximum seconds beyond the student's typing speed, for grades 1 and 2 and for others."""
REFERENCE_SIZE = 24


class SkillStatus(StrEnum):
    NOT_ENOUGH = "not_enough"
    """Not enough answers; never colored."""
    LEARNING = "learning"
    ACCURATE = "accurate"
    FLUENT = "fluent"


@cache
def reference_set(skill: str) -> Sequence[Equation]:
    """Return fixed equations of a skill, the same for everyone, spread evenly over it.

    Success rates of students with different cards can't be compared; predictions for this set can.
    """
    every = [equation for some in equations_of(skill).values() for equation in some if equation.level]
    size = min(REFERENCE_SIZE, len(every))
    return [every[(2 * place + 1) * len(every) // (2 * size)] for place in range(size)]


def chance_on_reference(levels: AbilityEstimates, difficulties: Difficulties, skill: str) -> float:
    """Return the expected proportion correct on the reference set, if it is answered on the board."""
    chances = [predict(levels, difficulties, asked(equation, BOARD)) for equation in reference_set(skill)]
    return sum(chances) / len(chances)


def interval_of_chance(chance: float, information: float) -> tuple[float, float]:
    """Return the 90% interval of a probability, given the answers' information and `_CHANGE`.

    >>> [round(end, 2) for end in interval_of_chance(0.9, 2.0)], [round(end, 2) for end in interval_of_chance(0.9, 1e6)]
    ([0.75, 0.96], [0.84, 0.94])
    """
    logit, reach = log_odds(chance), _Z * math.sqrt(1 / (1 + information) + _CHANGE)
    return success(logit - reach), success(logit + reach)


def interval_of_skill(student: StudentKnowledge, skill: str, chance: float) -> tuple[float, float]:
    """Return the interval of a skill on pages and in files. It reaches down to the share of facts that a student knows.

    :param chance: the student's expected proportion correct on the reference set
    """
    low, high = interval_of_chance(chance, student.skills[skill].information)
    return min(low, share_of_facts(student, skill)), high


def share_of_facts(student: StudentKnowledge, skill: str) -> float:
    """Return the share of a skill's fact families that were correct at their latest answer; 1 for a procedure.

    Families without an answer count like those with one: few facts that were practiced again and again say nothing of
    the others, although they raise the level in the skill.
    """
    facts = facts_of(skill)
    records = [student.families[fact] for fact in facts if fact in student.families]
    if not records:
        return 1.0
    right = sum(record.in_a_row > 0 for record in records)
    once = [record for record in records if record.answers == 1]
    usual = (sum(record.right for record in once) + _PRIOR_FACTS * right / len(records)) / (len(once) + _PRIOR_FACTS)
    return (right + (len(facts) - len(records)) * usual) / len(facts)


@cache
def facts_of(skill: str) -> frozenset[str]:
    """Return the fact families of a skill; none if it is a procedure, whose numbers are new each time."""
    families = frozenset(review_key(equation) for some in equations_of(skill).values() for equation in some)
    return frozenset() if any(map(skill_of, families)) else families


def wording_of_skill(
    knowledge: StudentModels,
    student: StudentKnowledge,
    skill: str,
    *,
    baseline: UsualTime | None,
    is_young: bool = False,
) -> SkillStatus:
    """Return the status of a skill.

    :param baseline: the time that typing a displayed number takes the student
    :param is_young: whether the student is in grade 1 or 2
    """
    record = student.skills.get(skill)
    if record is None or record.answers < MIN_ANSWERS_FOR_SKILL:
        return SkillStatus.NOT_ENOUGH
    chance = chance_on_reference(student.levels, knowledge.difficulties, skill)
    low, _ = interval_of_skill(student, skill, chance)
    if record.answers < ANSWERS_FOR_ACCURATE or round(low, 3) < ACCURATE:
        return SkillStatus.LEARNING
    is_fluent = is_quick(record.times.usual_time(), baseline, is_young=is_young)
    return SkillStatus.FLUENT if is_fluent else SkillStatus.ACCURATE


def wording_of_fact(
    student: StudentKnowledge, fact: str, day: date, *, baseline: UsualTime | None, is_young: bool = False
) -> SkillStatus:
    """Return the status of a fact family on a day; never merely accurate."""
    record = student.families.get(fact)
    if record is None or record.answers < ENOUGH_FOR_FACT or record.memory is None:
        return SkillStatus.NOT_ENOUGH
    is_fluent = (
        record.right_days >= DAYS_FOR_FLUENT
        and record.in_a_row >= 2
        and recall(record.memory, day) >= REMEMBERED
        and is_quick(record.times.usual_time(ENOUGH_FOR_FACT), baseline, is_young=is_young)
    )
    return SkillStatus.FLUENT if is_fluent else SkillStatus.LEARNING


def is_due(student: StudentKnowledge, fact: str, day: date) -> bool:
    """Return whether a fact family that was once answered correctly may be forgotten by now."""
    record = student.families.get(fact)
    return record is not None and record.right > 0 and record.memory is not None and recall(record.memory, day) < DUE


def is_quick(usual: UsualTime | None, baseline: UsualTime | None, *, is_young: bool) -> bool:
    """Return whether a student's median time is surely within the limit: some fast answers in a row are chance."""
    if usual is None or baseline is None:
        return False
    limit = baseline.seconds + (SECONDS_OF_THE_YOUNG if is_young else SECONDS)
    return usual.seconds + _Z * math.hypot(usual.error, baseline.error) <= limit
