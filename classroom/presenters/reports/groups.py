"""Groups of students who need the same skill, for a teacher to edit and save."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classroom.i18n import _
from classroom.i18n.engine_texts import skill_title
from classroom.learning.grouping import SkillEstimate, shared_needs
from classroom.learning.knowledge import StudentModels
from classroom.learning.needs import Answered, needs_of, not_surely_below
from classroom.learning.wording import MIN_ANSWERS_FOR_SKILL, chance_on_reference
from classroom.models import Student
from classroom.presenters.words import percent_text
from classroom.reports.class_answers import SkillAnswers
from classroom.reports.statistics import Proportion
from classroom.services.learning.knowledge import is_being_counted, known
from engine.equations import SKILLS

LONGEST_GROUP = 40
_WHOLE_CLASS = ""


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A student in a suggested group."""

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
    """One student in the form."""

    id: str
    name: str
    kept: str
    """The student's current group; "" for none."""
    suggested: str


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """Everything on the page."""

    groups: tuple[SuggestedGroup, ...]
    of_most: tuple[tuple[str, str], ...]
    """Titles of skills that most of the class needs."""
    lines: tuple[GroupLine, ...]
    names: tuple[str, ...]
    """Choices."""
    is_being_counted: bool = False


def show_groups(students: Sequence[Student], answers: SkillAnswers) -> GroupsPage:
    """Build the page. Names are in the order of the students.

    :param answers: recent answers to cards that were the same for everyone
    """
    with known() as knowledge:
        estimates = {one.id: _estimates(knowledge, one.id) for one in students}
    needs = shared_needs(estimates, not_surely_below(_answered(answers)))
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
        for group in needs.groups
    )
    suggested = {member.id: group.title[:LONGEST_GROUP] for group in groups for member in group.members}
    kept = {one.group for one in students if one.group}
    return GroupsPage(
        groups,
        tuple((skill, skill_title(skill)) for skill in needs.of_most),
        tuple(GroupLine(one.id, one.name, one.group or "", suggested.get(one.id, "")) for one in students),
        tuple(sorted({*kept, *suggested.values()}, key=str.casefold)),
        is_being_counted=is_being_counted(),
    )


@dataclass(frozen=True, slots=True)
class FocusSkill:
    """The skill that a student, or the class, needs most certainly."""

    key: str
    title: str
    share: Proportion


@dataclass(frozen=True, slots=True)
class FocusSkills:
    """The most needed skills."""

    by_student: Mapping[str, FocusSkill]
    """By student, without those whose need is not certain enough."""
    of_class: FocusSkill | None


def focus_skills(answers: SkillAnswers, longer: SkillAnswers | None = None) -> FocusSkills:
    """Return the skill that each student needs most, and the one that the class does.

    :param longer: answers on dates that include these and earlier ones
    """
    needs = needs_of(_answered(answers), None if longer is None else _answered(longer))
    shares: dict[tuple[str, str], Proportion] = defaultdict(Proportion)
    for one in answers.skills:
        for whose in (one.student_id, _WHOLE_CLASS):
            shares[whose, one.skill] += Proportion(one.right, one.trials)
    return FocusSkills(
        {student: _focus(skill, shares[student, skill]) for student, skill in needs.by_student.items()},
        _focus(needs.of_class, shares[_WHOLE_CLASS, needs.of_class]) if needs.of_class else None,
    )


def _answered(answers: SkillAnswers) -> Answered:
    days = {
        one.student_id: [(share.right, share.trials) for _, share in one.days if share.trials]
        for one in answers.students
    }
    known_skills = (one for one in answers.skills if one.skill in SKILLS)
    return Answered({(one.student_id, one.skill, one.is_typed): (one.right, one.trials) for one in known_skills}, days)


def _focus(skill: str, share: Proportion) -> FocusSkill:
    return FocusSkill(skill, skill_title(skill), share)


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
