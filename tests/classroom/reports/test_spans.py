from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from classroom import clock
from classroom.clock import local_day
from classroom.models import SessionState
from classroom.reports.spans import DateRange, Period, sessions_of
from classroom.reports.statistics import Proportion
from classroom.reports.students import student_line
from tests.classroom.reports.lesson import Lesson
from tests.factories import Cast, make_class_session


@pytest.fixture(autouse=True)
def _school_noon() -> Iterator[None]:
    """Return a noon on the server's clock, in any time zone."""
    with clock.frozen_at(datetime(2026, 9, 7, 12, 0).astimezone()):
        yield


def tried(cast: Cast, span: DateRange) -> int:
    return student_line(span, student_id=cast.bob.id, name="Bob").first.trials


@pytest.mark.parametrize(
    ("days_ago", "periods"),
    [
        (0, {Period.TWO_WEEKS, Period.EIGHT_WEEKS, Period.ALL}),
        (13, {Period.TWO_WEEKS, Period.EIGHT_WEEKS, Period.ALL}),
        (14, {Period.EIGHT_WEEKS, Period.ALL}),
        (55, {Period.EIGHT_WEEKS, Period.ALL}),
        (56, {Period.ALL}),
    ],
)
def test_a_period_consists_of_whole_days(cast: Cast, days_ago: int, periods: set[Period]) -> None:
    Lesson(cast.class_7b, days_ago=days_ago, hours=4).answer(cast.bob, "7 × 8", "56")

    assert {period for period in Period if tried(cast, DateRange(cast.class_7b.id, period))} == periods


def test_a_range_of_one_session_contains_only_that_session(cast: Cast) -> None:
    for days_ago in (1, 2):
        Lesson(cast.class_7b, days_ago=days_ago).answer(cast.bob, "7 × 8", "56")
    third = Lesson(cast.class_7b, days_ago=3)
    third.answer(cast.bob, "7 × 8", "56")
    third.answer(cast.bob, "7 × 9", "63", "56")

    span = DateRange(cast.class_7b.id, class_session_id=third.class_session.id)
    assert student_line(span, student_id=cast.bob.id, name="Bob").first == Proportion(1, 2)


def test_a_session_of_another_class_is_outside_of_any_span(cast: Cast) -> None:
    other = Lesson(cast.class_8c)
    other.answer(cast.charlie, "7 × 8", "56")

    assert tried(cast, DateRange(cast.class_7b.id)) == 0
    assert not student_line(
        DateRange(cast.class_7b.id, class_session_id=other.class_session.id), student_id=cast.charlie.id, name=""
    ).first.trials


def test_sessions_are_listed_newest_first_without_those_in_which_nothing_was_dealt(cast: Cast) -> None:
    old, new = Lesson(cast.class_7b, days_ago=5), Lesson(cast.class_7b, days_ago=1)
    Lesson(cast.class_8c)
    make_class_session(cast.class_7b, state=SessionState.LOBBY)

    lines = sessions_of(class_id=cast.class_7b.id)

    assert [line.id for line in lines] == [new.class_session.id, old.class_session.id]
    assert not any(line.is_open for line in lines)


def test_a_session_in_progress_is_open(cast: Cast) -> None:
    make_class_session(cast.class_7b, state=SessionState.PAUSED)
    assert [line.is_open for line in sessions_of(class_id=cast.class_7b.id)] == [True]


def test_a_day_is_that_of_the_servers_time_zone() -> None:
    midnight = datetime(2026, 9, 7).astimezone()
    assert local_day(midnight) == midnight.date()
    assert local_day(midnight - timedelta(seconds=1)) == midnight.date() - timedelta(days=1)
