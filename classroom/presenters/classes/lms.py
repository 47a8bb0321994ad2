"""The page of a class's courses in the LMS, and the preview of scores."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from classroom.i18n import _
from classroom.models import LtiCourse, SchoolClass
from classroom.presenters.moments import moment_text
from classroom.presenters.words import percent_text
from classroom.reports.spans import DateRange, Period, sessions_of
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine, student_lines
from classroom.services.lti.courses import courses_of
from classroom.services.lti.scores import Column, Score, linked_students

PRACTICE = "practice"
"""Value for practice in the last two weeks, instead of a session."""


@dataclass(frozen=True, slots=True)
class CourseLine:
    id: str
    lms: str
    title: str
    has_roster: bool
    has_scores: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible source of scores."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class LmsPage:
    class_id: str
    class_name: str
    courses: tuple[CourseLine, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The score of one student, or why there is none."""

    name: str
    answers: int
    right: int
    percent: str
    is_linked: bool


@dataclass(frozen=True, slots=True)
class ScoresPage:
    course: CourseLine
    about: str
    """The key of the `Choice`."""
    title: str
    lines: tuple[ScoreLine, ...]
    scores: tuple[Score, ...]
    """Those of linked students with answers, which are sent."""

    @property
    def column(self) -> Column:
        """Return the target column."""
        return Column(self.about, self.title)

    @property
    def seen(self) -> str:
        """Return a digest of the scores shown."""
        text = ";".join(f"{one.student_id},{one.right},{one.trials}" for one in self.scores)
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def lms_page(school_class: SchoolClass) -> LmsPage:
    """Build the page of courses and possible sources of scores."""
    sessions = [
        Choice(one.id, moment_text(one.opened_at)) for one in sessions_of(class_id=school_class.id) if not one.is_open
    ]
    return LmsPage(
        school_class.id,
        school_class.name,
        tuple(map(_course, courses_of(class_id=school_class.id))),
        (*sessions, Choice(PRACTICE, _("Practice with a bot, last 2 weeks"))),
    )


def scores_page(course: LtiCourse, about: str) -> ScoresPage | None:
    """Build the preview of scores; None for an unknown session.

    :param about: the key of a `Choice`.
    """
    choice = next((one for one in lms_page(course.school_class).choices if one.key == about), None)
    if choice is None:
        return None
    linked = linked_students(course)
    counted = _practiced(course.class_id) if about == PRACTICE else _answered(course.class_id, about)
    present = [one for one in counted if not one[0].is_archived and not one[0].is_moved]
    return ScoresPage(
        _course(course),
        about,
        _("Sequence Numbers: %(what)s", what=choice.text),
        tuple(_line(line, score, is_linked=line.student_id in linked) for line, score in present),
        tuple(score for line, score in present if score.trials and line.student_id in linked),
    )


def _answered(class_id: str, session_id: str) -> list[tuple[StudentLine, Score]]:
    lines = student_lines(DateRange(class_id, class_session_id=session_id))
    return [(one, Score(one.student_id, one.first.right, one.first.trials)) for one in lines]


def _practiced(class_id: str) -> list[tuple[StudentLine, Score]]:
    """Count practice: all answers of the two weeks except those of sessions."""
    sessions = {one.student_id: one.first for one in student_lines(DateRange(class_id, Period.TWO_WEEKS))}

    def alone(line: StudentLine) -> Score:
        first, other = line.first, sessions.get(line.student_id, Proportion())
        return Score(line.student_id, first.right - other.right, first.trials - other.trials)

    return [(one, alone(one)) for one in student_lines(DateRange(class_id, Period.TWO_WEEKS, with_practice=True))]


def _line(line: StudentLine, score: Score, *, is_linked: bool) -> ScoreLine:
    percent = percent_text(score.right / score.trials) if score.trials else ""
    return ScoreLine(line.name, score.trials, score.right, percent, is_linked)


def _course(course: LtiCourse) -> CourseLine:
    return CourseLine(
        course.id, course.platform.name, course.title, course.memberships_url is not None, course.scores_url is not None
    )
