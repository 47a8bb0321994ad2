"""A teacher's next steps: at most three suggestions, each with its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from classroom.i18n import _, ngettext
from classroom.learning.ledger import Kind
from classroom.learning.topics import Topic, TopicKind
from classroom.presenters.reports.findings import (
    MOST_NAMES,
    Step,
    nothing_text,
    show_all_ready,
    show_class_need,
    show_drop,
    show_finding,
    show_need,
    show_pattern,
    show_ready,
)
from classroom.presenters.reports.needs import FocusSkill, FocusSkills
from classroom.presenters.words import all_of, isolated, isolated_equation
from classroom.reports.equations import EquationLine
from classroom.reports.statistics import MIN_ANSWERS
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence

MOST_STEPS = 3


def steps_for_class(evidence: ClassEvidence, students: Sequence[StudentLine], focus: FocusSkills) -> tuple[Step, ...]:
    """Suggest what to reteach and which students to meet, then who should play more.

    :param students: current students of the class
    :param focus: what the class and its students need most, as shown beside their names
    """
    steps = [
        *first_steps(evidence, students, focus),
        *drops_from(evidence, students),
        *patterns_from(evidence, students),
        *play_more(students),
    ]
    steps += ready_from(evidence, students)
    return tuple(steps[:MOST_STEPS]) or (Step(nothing_text(evidence.answers)),)


def first_steps(evidence: ClassEvidence, students: Sequence[StudentLine], focus: FocusSkills) -> list[Step]:
    """Return what matters most on each page about a class: needs, and findings."""
    return [
        *_being_counted(evidence),
        *_needs_of_class(focus, evidence),
        *_steps_from(evidence, students),
        *_needs_of_students(focus, evidence, students),
    ]


def _being_counted(evidence: ClassEvidence) -> list[Step]:
    """Return that the analysis is not finished yet."""
    step = Step(_("The answers are being counted. This takes about a minute."), is_being_counted=True)
    return [step] * evidence.is_being_counted


def _steps_from(evidence: ClassEvidence, students: Sequence[StudentLine]) -> list[Step]:
    names = {line.student_id: line.name for line in students}
    shown = (show_finding(finding, names) for finding in evidence.findings)
    return [one for one in shown if one is not None]


def _needs_of_class(focus: FocusSkills, evidence: ClassEvidence) -> list[Step]:
    """Return the skills that the class needs, without those that stand out anyway."""
    found = {one.subject.name for one in evidence.findings if one.subject.kind is Kind.SKILL}
    return [show_class_need(one) for one in focus.of_class if one.key not in found]


def _needs_of_students(focus: FocusSkills, evidence: ClassEvidence, students: Sequence[StudentLine]) -> list[Step]:
    """Return the needs of students who do not stand out anyway, fewest correct answers first."""
    found = {one.subject.student for one in evidence.findings}
    others = [
        (focus.by_student[line.student_id], line)
        for line in students
        if line.student_id in focus.by_student and line.student_id not in found
    ]
    others.sort(key=lambda one: one[0].share.right / one[0].share.trials)
    return [show_need(need, line.student_id, line.name) for need, line in others]


def patterns_from(evidence: ClassEvidence, students: Sequence[StudentLine]) -> list[Step]:
    """Return the most certain habit of each student, most certain first."""
    names = {line.student_id: line.name for line in students}
    surest = sorted(
        ((some[0], student) for student, some in evidence.patterns.items() if student in names),
        key=lambda one: (-one[0].posterior, one[1]),
    )
    shown = ((show_pattern(found, student), names[student]) for found, student in surest)
    return [replace(one, text=_("%(student)s: %(what)s", student=isolated(name), what=one.text)) for one, name in shown]


def drops_from(evidence: ClassEvidence, students: Sequence[StudentLine]) -> list[Step]:
    """Return students whose success rate dropped."""
    names = {line.student_id: line.name for line in students}
    return [show_drop(one, names[one.student]) for one in evidence.drops if one.student in names]


def ready_from(evidence: ClassEvidence, students: Sequence[StudentLine]) -> list[Step]:
    names = {line.student_id: line.name for line in students}
    ready = [one for one in evidence.ready if one.student in names]
    if len(ready) > 1:  # a single step: the action is the same, and other steps may matter more
        text, counts = show_all_ready(ready, names)
        return [Step(text, counts, needs_practice=True)]
    return [show_ready(one, names[one.student]) for one in ready]


def steps_for_student(
    line: StudentLine,
    equations: Sequence[EquationLine],
    evidence: ClassEvidence | None = None,
    need: FocusSkill | None = None,
) -> tuple[Step, ...]:
    """Suggest steps for one student: from the class's findings and needs, then what was missed twice.

    :param evidence: evidence of the student's class
    :param need: what the student needs most, shown unless the student stands out anyway
    """
    name, names = isolated(line.name), {line.student_id: line.name}
    of_student = [one for one in evidence.findings if one.subject.student == line.student_id] if evidence else []
    steps = [step for finding in of_student if (step := show_finding(finding, names)) is not None]
    if need is not None and not steps:
        steps = [show_need(need, line.student_id, line.name)]
    patterns = evidence.patterns.get(line.student_id, ()) if evidence else ()
    steps += [show_pattern(found, line.student_id) for found in patterns]
    ready = [one for one in evidence.ready if one.student == line.student_id] if evidence else []
    steps += [show_ready(one, line.name) for one in ready]
    steps = [replace(step, is_on_own_report=True) for step in steps]
    missed = [one for one in equations if one.first.missed >= 2 and line.first.has_enough_answers]
    for one in missed[: MOST_STEPS - 1]:
        text = _("Ask %(student)s to show you how to solve %(equations)s.", student=name, equations=_missed_text(one))
        topic = Topic(TopicKind.EQUATION, one.equation, line.student_id)
        steps.append(Step(text, topic=topic, is_on_own_report=True))
    if steps:
        return tuple(steps[:MOST_STEPS])
    if not line.first.has_enough_answers:
        text = _("Have %(student)s play another game: %(least)s first answers in games are needed.", **_needed(name))
        return (Step(text, needs_practice=True),)
    if line.first.missed:
        text = _("No equation was missed twice. Have %(student)s keep playing, then check again.", student=name)
        return (Step(text, needs_practice=True),)
    text = ngettext(
        "The %(num)d first answer was correct. Have %(student)s keep playing, then check again.",
        "All %(num)d first answers were correct. Have %(student)s keep playing, then check again.",
        line.first.trials,
        student=name,
    )
    return (Step(text, needs_practice=True),)


def play_more(students: Sequence[StudentLine]) -> list[Step]:
    """List students with too few answers for conclusions."""
    return [Step(text, needs_practice=True) for text in _play_more_texts(students)]


def _play_more_texts(students: Sequence[StudentLine]) -> list[str]:
    few = [isolated(line.name) for line in students if line.first.trials < MIN_ANSWERS]
    if not few:
        return []
    if len(few) == len(students):
        return [_("Have the class play more: each student needs %(least)s first answers in games.", least=MIN_ANSWERS)]
    if len(few) <= MOST_NAMES:
        return [_("Have %(student)s play more: %(least)s first answers in games are needed.", **_needed(all_of(few)))]
    return [
        ngettext(
            "Have %(num)d student play more: %(least)s first answers in games are needed.",
            "Have %(num)d students play more: each needs %(least)s first answers in games.",
            len(few),
            least=MIN_ANSWERS,
        )
    ]


def _needed(student: str) -> dict[str, object]:
    return {"student": student, "least": MIN_ANSWERS}


def _missed_text(line: EquationLine) -> str:
    return ngettext(
        "%(equation)s (missed %(missed)s of %(num)d time)",
        "%(equation)s (missed %(missed)s of %(num)d times)",
        line.first.trials,
        equation=isolated_equation(line.equation),
        missed=line.first.missed,
    )
