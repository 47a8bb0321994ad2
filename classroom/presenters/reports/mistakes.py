"""Common mistakes: students' likely habits with their equations, and wrong answers common in the class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classroom.i18n import _
from classroom.learning.common_answers import CommonAnswer, surely_common
from classroom.learning.patterns import PossiblePattern
from classroom.presenters.moments import short_day_text
from classroom.presenters.reports.choice import ShownTime, show_time
from classroom.presenters.reports.equations import ShownCommonAnswer, shown_common_answer
from classroom.presenters.reports.findings import Step, show_pattern
from classroom.presenters.reports.words import given_text
from classroom.presenters.words import isolated, isolated_equation
from classroom.reports.equations import EquationLine
from classroom.reports.spans import DateRange, SessionLine
from classroom.reports.students import ClassStudent
from classroom.services.learning.evidence import ClassEvidence

MOST_QUOTED = 8
"""Maximum number of quoted wrong answers per pattern."""


@dataclass(frozen=True, slots=True)
class ShownPattern:
    """A student's likely habit."""

    step: Step
    """The mistake, and what can be done about it."""
    hits: int
    chances: int
    """Wrong answers that could have matched."""
    expected: int
    """The expected number of matches without the habit."""
    quoted: tuple[str, ...]
    """The matches, latest first: "52 − 28 → 36"."""
    since: str


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A wrong answer of a student."""

    equation: str
    answer: str
    given: str
    count: int
    trials: int
    """The number of the student's first answers to the equation."""


@dataclass(frozen=True, slots=True)
class MistakesPage:
    time: ShownTime
    patterns: tuple[ShownPattern, ...]
    """By student, most certain first."""
    is_being_counted: bool
    """Whether the analysis is not finished yet."""
    common: tuple[ShownCommonAnswer, ...]
    """Most frequent ones first."""
    wrong: int
    """The number of wrong first answers in the period."""


@dataclass(frozen=True, slots=True)
class StudentMistakesPage:
    time: ShownTime
    patterns: tuple[ShownPattern, ...]
    is_being_counted: bool
    lines: tuple[WrongLine, ...]


def show_mistakes(
    time: ShownTime,
    evidence: ClassEvidence,
    students: Sequence[ClassStudent],
    common: Mapping[tuple[str, str], CommonAnswer],
) -> MistakesPage:
    found = [
        _pattern(one, student.id, student.name, is_own=False)
        for student in students
        for one in evidence.patterns.get(student.id, ())
    ]
    sure = surely_common(common.items())
    sure.sort(key=lambda one: (-one[1].times, one[1].by_chance, one[0]))
    return MistakesPage(
        time=time,
        patterns=tuple(found),
        is_being_counted=evidence.is_being_counted,
        common=tuple(shown_common_answer(*key, one) for key, one in sure),
        wrong=sum(one.wrong for one in common.values()),
    )


def show_student_mistakes(
    span: DateRange,
    sessions: Sequence[SessionLine],
    evidence: ClassEvidence,
    lines: Sequence[EquationLine],
    *,
    student_id: str,
    name: str,
) -> StudentMistakesPage:
    wrong = [
        WrongLine(line.equation, line.answer, given_text(one.given), one.count, line.first.trials)
        for line in lines
        for one in line.wrong
    ]
    return StudentMistakesPage(
        time=show_time(span, sessions),
        patterns=tuple(_pattern(one, student_id, name, is_own=True) for one in evidence.patterns.get(student_id, ())),
        is_being_counted=evidence.is_being_counted,
        lines=tuple(wrong),
    )


def _pattern(found: PossiblePattern, student_id: str, name: str, *, is_own: bool) -> ShownPattern:
    shown = show_pattern(found, student_id)
    text = shown.text if is_own else _("%(student)s: %(what)s", student=isolated(name), what=shown.text)
    return ShownPattern(
        step=Step(text, topic=shown.topic, is_on_own_report=is_own),
        hits=found.hits,
        chances=found.chances,
        expected=round(found.expected),
        quoted=tuple(
            _("%(equation)s → %(answer)s", equation=isolated_equation(one.equation.text), answer=one.given)
            for one in found.examples[:MOST_QUOTED]
        ),
        since=short_day_text(found.since),
    )
