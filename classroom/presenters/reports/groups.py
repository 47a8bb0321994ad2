"""Groups of students who need the same skill, for a teacher to edit and save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from classroom.i18n import _
from classroom.i18n.engine_texts import skill_title
from classroom.learning.doubts import surely_below
from classroom.learning.grouping import SkillEstimate, shared_needs
from classroom.learning.knowledge import StudentModels
from classroom.learning.wording import MIN_ANSWERS_FOR_SKILL, chance_on_reference
from classroom.models import Student
from classroom.presenters.reports.needs import FocusSkill, answered
from classroom.presenters.words import percent_text
from classroom.reports.class_answers import SkillAnswers
from classroom.services.learning.knowledge import is_being_counted, known
from engine.equations import SKILLS

LONGEST_GROUP = 40


@dataclass(frozen=True, slots=True)
class GroupMember:
    id: str
    name: str
    reason: str
    """"64% from 22 answers"."""


@dataclass(frozen=True, slots=True)
class SuggestedGroup:
    """Students who need the same skill."""

    skill: str
    title: str
    members: tuple[GroupMember, ...]


@dataclass(frozen=True, slots=True)
class GroupLine:
    id: str
    name: str
    kept: str
    """The student's current group; "" for none."""
    suggested: str


@dataclass(frozen=True, slots=True)
class GroupsPage:
    groups: tuple[SuggestedGroup, ...]
    of_class: tuple[FocusSkill, ...]
    """Skills that the class needs, unless the groups already contain half of it."""
    lines: tuple[GroupLine, ...]
    names: tuple[str, ...]
    is_being_counted: bool = False


def show_groups(students: Sequence[Student], answers: SkillAnswers, of_class: tuple[FocusSkill, ...]) -> GroupsPage:
    """Build the page. Names are in the order of the students.

    :param answers: recent answers to cards that were the same for everyone
    :param of_class: skills that the class needs
    """
    with known() as knowledge:
        estimates = {one.id: _estimates(knowledge, one.id) for one in students}
    counted = answered(answers)
    needs = shared_needs(estimates, surely_below(counted), counted.days, counted.day_variance)
    names = {one.id: one.name for one in students}
    groups = tuple(
        SuggestedGroup(
            group.skill,
            skill_title(group.skill),
            tuple(
                GroupMember(one, names[one], _reason(estimates[one][group.skill]))
                for one in names
                if one in group.students
            ),
        )
        for group in needs
    )
    grouped = Counter(group.skill for group in groups for _ in group.members)
    answering = Counter(skill for skills in estimates.values() for skill in skills)
    suggested = {member.id: group.title[:LONGEST_GROUP] for group in groups for member in group.members}
    kept = {one.group for one in students if one.group}
    return GroupsPage(
        groups,
        tuple(one for one in of_class if not 0 < answering[one.key] <= 2 * grouped[one.key]),
        tuple(GroupLine(one.id, one.name, one.group or "", suggested.get(one.id, "")) for one in students),
        tuple(sorted({*kept, *suggested.values()}, key=str.casefold)),
        is_being_counted=is_being_counted(),
    )


def _estimates(knowledge: StudentModels, student_id: str) -> dict[str, SkillEstimate]:
    student = knowledge.of(student_id)
    return {
        key: SkillEstimate(
            chance_on_reference(student.levels, knowledge.difficulties, key), record.information, record.answers
        )
        for key, record in student.skills.items()
        if key in SKILLS and record.answers >= MIN_ANSWERS_FOR_SKILL
    }


def _reason(one: SkillEstimate) -> str:
    return _("%(percent)s from %(answers)s answers", percent=percent_text(one.chance), answers=one.answers)
