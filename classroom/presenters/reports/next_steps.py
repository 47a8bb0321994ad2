"""What a teacher could do next: at most three suggestions, each with the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from classroom.i18n import _, ngettext
from classroom.presenters.reports.findings import nothing_text, show_finding
from classroom.presenters.words import all_of, isolated, isolated_equation
from classroom.reports.equations import EquationLine
from classroom.reports.statistics import MIN_ANSWERS
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence
from classroom.services.settings import TableSettings

MOST_STEPS, MOST_NAMES = 3, 3


@dataclass(frozen=True, slots=True)
class Step:
    """A suggestion."""

    text: str
    evidence: str = ""
    """The counts behind it."""
    settings: TableSettings | None = None
    """Of the session that it suggests: the page for a new one opens with them."""
    student_id: str | None = None
    """Whose report it leads to."""


def steps_for_class(evidence: ClassEvidence, students: Sequence[StudentLine]) -> tuple[Step, ...]:
    """Suggest what to reteach and which students to meet, then who should play more.

    :param students: those who are in the class now
    """
    steps = [*steps_from(evidence, students), *map(Step, play_more(students))]
    return tuple(steps[:MOST_STEPS]) or (Step(nothing_text(evidence.answers)),)


def steps_from(evidence: ClassEvidence, students: Sequence[StudentLine]) -> list[Step]:
    """Put into words what stands out."""
    names = {line.student_id: line.name for line in students}
    shown = (show_finding(finding, names) for finding in evidence.findings)
    return [Step(one.text, one.evidence, student_id=one.student_id) for one in shown if one is not None]


def steps_for_student(line: StudentLine, equations: Sequence[EquationLine]) -> tuple[str, ...]:
    """Suggest what to do with one student."""
    name = isolated(line.name)
    if not line.first.has_enough_answers:
        return (_("Have %(student)s play another game: %(least)s first answers are needed.", **_needed(name)),)
    missed = [one for one in equations if one.first.missed >= 2]
    if missed:
        equations_text = all_of([_missed_text(one) for one in missed[:2]])
        return (_("Ask %(student)s to show you how to solve %(equations)s.", student=name, equations=equations_text),)
    if line.first.missed:
        return (_("No equation was missed twice. Have %(student)s keep playing, then check again.", student=name),)
    return (_("Every first answer was correct. Give %(student)s another deck or a larger board.", student=name),)


def play_more(students: Sequence[StudentLine]) -> list[str]:
    """Name students with too few answers for any conclusion."""
    few = [isolated(line.name) for line in students if line.first.trials < MIN_ANSWERS]
    if not few:
        return []
    if len(few) == len(students):
        return [_("Have the class play more: each student needs %(least)s first answers.", least=MIN_ANSWERS)]
    if len(few) <= MOST_NAMES:
        return [_("Have %(student)s play more: %(least)s first answers are needed.", **_needed(all_of(few)))]
    return [
        ngettext(
            "Have %(num)d student play more: %(least)s first answers are needed.",
            "Have %(num)d students play more: each needs %(least)s first answers.",
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
