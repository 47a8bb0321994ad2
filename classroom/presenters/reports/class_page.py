"""The class report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from classroom.i18n import _, ngettext
from classroom.presenters.reports.choice import ShownTime, show_time
from classroom.presenters.reports.equations import ShownEquation, shown_with_most_frequent
from classroom.presenters.reports.findings import Step
from classroom.presenters.reports.needs import FocusSkill, FocusSkills
from classroom.presenters.reports.next_steps import steps_for_class
from classroom.presenters.reports.progress import Trend, class_trend
from classroom.presenters.reports.tickets import Bin
from classroom.presenters.words import all_of, percent_text
from classroom.reports.equations import MIN_ANSWERS_FOR_CLASS, EquationLine
from classroom.reports.spans import DateRange, SessionLine
from classroom.reports.statistics import Proportion, mean_percent
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence

MOST_EQUATIONS = 12


@dataclass(frozen=True, slots=True)
class ShownStudent:
    line: StudentLine
    note: str
    """Where the student is now, if not in the class."""
    focus: FocusSkill | None
    """The skill that the student needs most; None if none is certain enough."""

    @property
    def has_report(self) -> bool:
        """Return whether the class's teachers may see the student's own report."""
        return not self.line.is_moved


@dataclass(frozen=True, slots=True)
class ClassReportPage:
    time: ShownTime
    students: tuple[ShownStudent, ...]
    first: Proportion
    """All first answers of the class."""
    later: Proportion
    """All further tries of the class."""
    focus: FocusSkill | None
    """The skill that the class needs most; None if none is certain enough."""
    mean: int | None
    """The mean percentage of students with enough answers."""
    counted: int
    """The number of those students."""
    bins: tuple[Bin, ...]
    bins_in_words: str
    equations: tuple[ShownEquation, ...]
    """The most missed equations."""
    equation_count: int
    """The number of all equations answered."""
    steps: tuple[Step, ...]
    """Empty if the class has answered nothing at all."""
    tickets: int
    """The number of exit tickets taken; 0 if there are answers in games."""
    has_sessions: bool
    trend: Trend | None
    """The class over the weeks; None with too few answers in every week."""
    sort: str


def show_class_report(
    span: DateRange,
    sessions: Sequence[SessionLine],
    students: Sequence[StudentLine],
    equations: Sequence[EquationLine],
    evidence: ClassEvidence,
    *,
    focus: FocusSkills,
    tickets: int = 0,
    sort: str | None = None,
) -> ClassReportPage:
    """Build the page.

    :param tickets: number of exit tickets taken; the page mentions it if there is nothing else
    :param sort: "accuracy" or "days" for lowest values first; otherwise by name
    """
    enough = [line.first for line in students if line.first.has_enough_answers]
    bins = bins_of(enough)
    return ClassReportPage(
        time=show_time(span, sessions),
        students=tuple(
            ShownStudent(line, _note(line), focus.by_student.get(line.student_id)) for line in _sorted(students, sort)
        ),
        first=sum((line.first for line in students), Proportion()),
        later=sum((line.later for line in students), Proportion()),
        focus=focus.of_class[0] if focus.of_class else None,
        mean=mean_percent(enough),
        counted=len(enough),
        bins=bins,
        bins_in_words=_in_words(bins),
        equations=tuple(shown_with_most_frequent(line) for line in most_missed(equations)[:MOST_EQUATIONS]),
        equation_count=len(equations),
        steps=_steps(students, evidence, focus),
        tickets=tickets,
        has_sessions=bool(sessions),
        trend=class_trend(students),
        sort=sort if sort and sort in _SORTS else "name",
    )


@dataclass(frozen=True, slots=True)
class ClassNow:
    steps: tuple[Step, ...]
    trend: Trend | None


def show_class_now(students: Sequence[StudentLine], evidence: ClassEvidence, focus: FocusSkills) -> ClassNow | None:
    """Return who needs help, and the trend over the weeks; None without answers.

    :param students: students with their answers of the last weeks
    """
    steps = _steps(students, evidence, focus)
    return ClassNow(steps, class_trend(students)) if steps else None


def _steps(students: Sequence[StudentLine], evidence: ClassEvidence, focus: FocusSkills) -> tuple[Step, ...]:
    if not evidence.answers and not evidence.is_being_counted:
        return ()
    return steps_for_class(evidence, [line for line in students if line.is_here], focus)


_SORTS: Mapping[str, Callable[[StudentLine], float]] = {
    "accuracy": lambda line: line.first.right / line.first.trials if line.first.has_enough_answers else inf,
    "days": lambda line: len(line.days),
}


def _sorted(students: Sequence[StudentLine], sort: str | None) -> Sequence[StudentLine]:
    """Sort students by a column, and equal ones by name."""
    return sorted(students, key=_SORTS[sort]) if sort and sort in _SORTS else students


def most_missed(equations: Sequence[EquationLine]) -> list[EquationLine]:
    """Return missed equations with enough answers for a statement about the class."""
    return [line for line in equations if line.first.missed and line.first.trials >= MIN_ANSWERS_FOR_CLASS]


def bins_of(shares: Sequence[Proportion]) -> tuple[Bin, ...]:
    """Count the students per five percent. The last bin includes 100%.

    >>> [one for one in bins_of([Proportion(10, 10), Proportion(97, 100), Proportion(0, 5)]) if one.count]
    [Bin(low=0, high=4, count=1), Bin(low=95, high=100, count=2)]
    """
    counts = [0] * 20
    for share in shares:
        counts[min(19, (share.percent or 0) // 5)] += 1
    return tuple(Bin(5 * at, 100 if at == 19 else 5 * at + 4, number) for at, number in enumerate(counts))


def _note(line: StudentLine) -> str:
    if line.is_moved:
        return _("in another class now")
    return _("archived") if line.is_archived else ""


def _in_words(bins: Sequence[Bin]) -> str:
    return all_of(
        [
            ngettext(
                "%(num)d student from %(low)s to %(high)s",
                "%(num)d students from %(low)s to %(high)s",
                one.count,
                low=percent_text(one.low / 100),
                high=percent_text(one.high / 100),
            )
            for one in bins
            if one.count
        ]
    )
