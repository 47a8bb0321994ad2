"""Trends of a student's accuracy, speed, and exit tickets, on separate scales."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import sqrt
from statistics import fmean, stdev

from classroom.clock import local_day
from classroom.i18n import _
from classroom.learning.aimline import MIN_WEEKS, Aimline, Course, Judgement, judge
from classroom.learning.growth import MIN_TICKETS, Change, TicketGrowth
from classroom.learning.statistics import beta_interval, t_quantile
from classroom.models import RateGoal, Student
from classroom.presenters.moments import short_day_text
from classroom.presenters.reports.growth import growth_of_student, growth_text
from classroom.presenters.reports.rated_tickets import RatedTicket, growth_of_rates, rate_of_day_text, rates_of
from classroom.presenters.words import decimal_text, percent_text
from classroom.reports.progress import FirstAnswer, Week, first_answers, weeks_of
from classroom.reports.statistics import MIN_ANSWERS, Proportion
from classroom.reports.students import StudentLine
from classroom.reports.tickets import TicketLine
from classroom.services.follow_ups.rate_goals import LARGEST_RATE, LONGEST
from classroom.services.follow_ups.rate_goals import MIN_TICKETS as MIN_TICKETS_FOR_GOAL

LOOKS_BACK = timedelta(weeks=26)
MIN_STUDENTS = 3
"""Minimum number of students for a class mean."""
_PRIOR_ANSWERS = 4
"""The weight of the student's mean in a week's estimate, in answers."""


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """A point of a chart; heights are percent of its scale, from the bottom."""

    label: str
    """The week: "Sep 7"."""
    place: float
    """Percent from the left."""
    height: float
    low: float
    high: float
    """The likely range; both equal the height if there is none."""
    text: str
    """"Sep 7: 80% (12 of 15 answers)"."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A chart over time."""

    title: str
    points: tuple[TrendPoint, ...]
    top: str
    """The maximum of its scale."""
    middle: str
    """Half of it."""
    verdict: str
    """The conclusion, or why there is none."""
    has_band: bool
    aim: ShownAim | None = None
    """For tickets: the goal set by a teacher."""


@dataclass(frozen=True, slots=True)
class ShownAim:
    start: tuple[float, float]
    """Percent from the left and from the bottom."""
    end: tuple[float, float]
    label: str
    """The last day of the chart: "Dec 18"."""
    text: str
    """The goal."""
    verdict: str
    """Whether the student keeps up with it, or why this can't be said."""


@dataclass(frozen=True, slots=True)
class GoalForm:
    """The form for a goal for a student's exit tickets."""

    tickets: int
    least: int
    """The number of tickets required for a goal."""
    per_minute: str
    until: str
    """An ISO date; both are empty without a goal."""
    most: int
    first_day: str
    last_day: str

    @property
    def is_set(self) -> bool:
        return bool(self.until)


def goal_form(tickets: Sequence[TicketLine], goal: RateGoal | None, *, now: datetime) -> GoalForm | None:
    """Build the form; None if the student has no tickets."""
    rates, today = rates_of(tickets), local_day(now)
    if not rates:
        return None
    return GoalForm(
        len(rates),
        MIN_TICKETS_FOR_GOAL,
        "" if goal is None else str(goal.per_minute),
        "" if goal is None else goal.until.isoformat(),
        LARGEST_RATE,
        (today + timedelta(days=7)).isoformat(),
        (today + LONGEST).isoformat(),
    )


def student_trends(
    student: Student, tickets: Sequence[TicketLine], *, now: datetime, goal: RateGoal | None = None
) -> tuple[Trend, ...]:
    """Build charts of accuracy and speed by week, and of tickets with their goal; omit what was never measured."""
    answers = first_answers(student_id=student.id, since=now - LOOKS_BACK)
    weeks = weeks_of(answers)
    shown = (_accuracy(student, answers, weeks, now), _speed(weeks), _tickets(tickets, goal))
    return tuple(trend for trend in shown if trend is not None)


def class_trend(students: Sequence[StudentLine]) -> Trend | None:
    """Build a chart of the class's mean by week, over students rather than answers."""
    weeks: dict[int, list[Proportion]] = {}
    for line in students:
        right: Counter[int] = Counter()
        trials: Counter[int] = Counter()
        for day, share in line.days:  # those of two years: as plain numbers
            monday = day.toordinal() - day.weekday()
            right[monday] += share.right
            trials[monday] += share.trials
        for monday, count in trials.items():
            if count >= MIN_ANSWERS:
                weeks.setdefault(monday, []).append(Proportion(right[monday], count))
    shown = sorted((monday, shares) for monday, shares in weeks.items() if len(shares) >= MIN_STUDENTS)
    if not shown:
        return None
    points = []
    for (monday, shares), place in zip(shown, _places([week[0] for week in shown]), strict=True):
        each = [share.right / share.trials for share in shares]
        mean = fmean(each)
        reach = t_quantile(0.95, len(each) - 1) * stdev(each) / sqrt(len(each))
        low, high = max(0.0, mean - reach), min(1.0, mean + reach)
        label = short_day_text(date.fromordinal(monday))
        text = _(
            "Week of %(day)s: %(percent)s, the average of %(students)s students (%(answers)s answers)",
            day=label,
            percent=percent_text(mean),
            students=len(each),
            answers=sum(share.trials for share in shares),
        )
        points.append(TrendPoint(label, place, 100 * mean, 100 * low, 100 * high, text))
    title = _("Class average by week")
    verdict = _("Average of students with at least %(least)s answers that week. Pale: likely range.", least=MIN_ANSWERS)
    return Trend(title, tuple(points), percent_text(1), percent_text(0.5), verdict, has_band=True)


def _accuracy(student: Student, answers: list[FirstAnswer], weeks: list[Week], now: datetime) -> Trend | None:
    shown = [week for week in weeks if week.first.trials >= MIN_ANSWERS]
    if not shown:
        return None
    usual = sum(week.first.right for week in weeks) / len(answers)
    points = []
    for week, place in zip(shown, _places([week.monday.toordinal() for week in shown]), strict=True):
        likely = beta_interval(week.first.right, week.first.trials, prior=usual, weight=_PRIOR_ANSWERS)
        low, high = likely.with_share(week.first.right / week.first.trials)
        share = (week.first.right + usual * _PRIOR_ANSWERS) / (week.first.trials + _PRIOR_ANSWERS)
        day = short_day_text(week.monday)
        text = _(
            "Week of %(day)s: %(right)s of %(count)s correct, likely between %(low)s and %(high)s",
            day=day,
            right=week.first.right,
            count=week.first.trials,
            low=percent_text(low),
            high=percent_text(high),
        )
        points.append(TrendPoint(day, place, 100 * share, 100 * low, 100 * high, text))
    title = _("Accuracy on first try, by week")
    verdict = growth_text(growth_of_student(student, answers, now))
    return Trend(title, tuple(points), percent_text(1), percent_text(0.5), verdict, has_band=True)


def _speed(weeks: list[Week]) -> Trend | None:
    shown = [week for week in weeks if week.seconds is not None]
    if not shown:
        return None
    top = max(week.seconds or 0.0 for week in shown) * 1.2
    points = []
    for week, place in zip(shown, _places([week.monday.toordinal() for week in shown]), strict=True):
        day, seconds = short_day_text(week.monday), week.seconds or 0.0
        height = 100 * seconds / top
        text = _(
            "Week of %(day)s: %(seconds)s seconds (median of %(count)s correct answers)",
            day=day,
            seconds=decimal_text(seconds),
            count=week.times,
        )
        points.append(TrendPoint(day, place, height, height, height, text))
    return Trend(
        _("Seconds for a correct answer, by week"),
        tuple(points),
        _("%(seconds)s s", seconds=decimal_text(top)),
        _("%(seconds)s s", seconds=decimal_text(top / 2)),
        _("Measured on the number pad. It never changes accuracy, and students can’t see it."),
        has_band=False,
    )


def _tickets(tickets: Sequence[TicketLine], goal: RateGoal | None) -> Trend | None:
    """Build the chart of all tickets, oldest first."""
    rated = rates_of(tickets)
    if not rated:
        return None
    days, rates = [one.day for one in rated], [one.rate for one in rated]
    weeks, growth = growth_of_rates(rated)
    bands = [growth.band(week) for week in weeks] if growth.line else []
    aimed = (goal.since, goal.until) if goal else ()
    top = max([*rates, *(high for _rate, _low, high in bands), 1.0, float(goal.per_minute if goal else 0)]) * 1.1
    points = []
    *places, start, end = _places([day.toordinal() for day in (*days, *(aimed or (days[0], days[-1])))])
    for number, (day, rate, place) in enumerate(zip(days, rates, places, strict=True)):
        low, high = bands[number][1:] if bands else (rate, rate)
        text = rate_of_day_text(rated[number])
        points.append(
            TrendPoint(short_day_text(day), place, 100 * rate / top, 100 * max(low, 0) / top, 100 * high / top, text)
        )
    return Trend(
        _("Exit tickets, correct answers per minute"),
        tuple(points),
        decimal_text(top),
        decimal_text(top / 2),
        _ticket_text(growth),
        has_band=bool(bands),
        aim=_aim(goal, rated, (start, end), top) if goal else None,
    )


def _aim(goal: RateGoal, rated: Sequence[RatedTicket], ends: tuple[float, float], top: float) -> ShownAim:
    line = Aimline(goal.start_per_minute, goal.per_minute, (goal.until - goal.since).days / 7)
    by_week: dict[tuple[int, int], list[float]] = {}
    for day, rate, kind in ((one.day, one.rate, one.kind) for one in rated):
        if day >= goal.since:
            by_week.setdefault(((day - goal.since).days // 7, kind), []).append(rate)
    judged = judge(
        line, [week for week, _ in by_week], [fmean(some) for some in by_week.values()], [kind for _, kind in by_week]
    )
    return ShownAim(
        (ends[0], 100 * goal.start_per_minute / top),
        (ends[1], 100 * goal.per_minute / top),
        short_day_text(max(goal.until, rated[-1].day)),
        _(
            "Dashed: the aimline, from %(start)s correct per minute on %(since)s to %(goal)s on %(until)s.",
            start=decimal_text(goal.start_per_minute),
            since=short_day_text(goal.since),
            goal=goal.per_minute,
            until=short_day_text(goal.until),
        ),
        _aim_text(judged),
    )


def _aim_text(judged: Judgement) -> str:
    if judged.course is Course.BELOW:
        return _(
            "Likely below the goal, judging by %(weeks)s weeks with a ticket: try another approach.", weeks=judged.weeks
        )
    if judged.course is Course.ABOVE:
        return _("Likely above the goal, judging by %(weeks)s weeks with a ticket: raise the goal.", weeks=judged.weeks)
    if judged.course is Course.OPEN:
        return _(
            "Too early to tell after %(weeks)s weeks with a ticket. Keep going, and check again.", weeks=judged.weeks
        )
    return _(
        "%(weeks)s of %(least)s weeks with a ticket: too few to compare with the aimline.",
        weeks=judged.weeks,
        least=MIN_WEEKS,
    )


def _ticket_text(growth: TicketGrowth) -> str:
    change, count = growth.change, growth.tickets
    if change is Change.TOO_FEW:
        text = _("%(count)s of %(least)s tickets: not enough for a trend line yet.", count=count, least=MIN_TICKETS)
    elif change is Change.SAME:
        text = _("About the same, based on %(count)s tickets.", count=count)
    elif growth.is_mixed and change is Change.UP:
        text = _("Faster over %(count)s tickets.", count=count)
    elif growth.is_mixed:
        text = _("Slower over %(count)s tickets.", count=count)
    elif change is Change.UP:
        text = _("Faster over %(count)s tickets. The pale band is the likely range of the line.", count=count)
    else:
        text = _("Slower over %(count)s tickets. The pale band is the likely range of the line.", count=count)
    return " ".join([text, _("Only tickets with similar equations are compared.")] if growth.is_mixed else [text])


def _places(numbers: Sequence[int]) -> list[float]:
    """Spread places over the width in proportion to time. They may be in any order."""
    first, last = min(numbers), max(numbers)
    return [100 * (number - first) / (last - first) if last > first else 50.0 for number in numbers]
