from __future__ import annotations

from datetime import date, timedelta

import pytest

from classroom.clock import local_time
from classroom.demo.lessons import past_lessons

THURSDAY = date(2026, 11, 19)


@pytest.mark.parametrize("today", [THURSDAY + timedelta(days=days) for days in range(14)])
def test_lessons_are_on_school_mornings_of_the_weeks_before(today: date) -> None:
    lessons = past_lessons(today, weeks=5)

    moments = [local_time(lesson.opens_at) for lesson in lessons]
    assert moments == sorted(moments)
    assert all(moment.weekday() < 5 and moment.hour == 10 for moment in moments)
    assert today - timedelta(days=5) <= max(moments).date() < today
    assert today - timedelta(days=35) <= min(moments).date() <= today - timedelta(days=31)
    assert 12 <= len(moments) <= 13


def test_decks_can_be_played_and_get_harder() -> None:
    lessons = past_lessons(THURSDAY, weeks=5)
    for lesson in lessons:
        lesson.settings.check()
    decks = list(dict.fromkeys(lesson.settings.deck for lesson in lessons))
    assert decks == ["add-sub-20", "times-tables"]
