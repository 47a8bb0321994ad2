from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from classroom.clock import local_time
from classroom.demo.plans import DECK, SHARED_DECK, past_lessons
from classroom.services.decks.content import playable
from classroom.services.settings import TableSettings

THURSDAY = date(2026, 11, 19)


@pytest.mark.parametrize("ahead", range(14))
def test_lessons_are_in_school_hours_before_today(ahead: int) -> None:
    today = THURSDAY + timedelta(days=ahead)
    lessons = past_lessons(today, weeks=5)

    moments = [local_time(lesson.opens_at) for lesson in lessons]
    assert moments == sorted(moments)
    assert all(moment.weekday() < 5 and 9 <= moment.hour <= 14 and moment.date() < today for moment in moments)
    of_five_b = [local_time(one.opens_at).date() for one in lessons if one.class_name == "5B"]
    assert 7 <= len(of_five_b) <= 8
    assert today - timedelta(days=6) <= of_five_b[-1]
    assert today - timedelta(days=35) <= of_five_b[0] <= today - timedelta(days=28)


def test_lessons_of_one_class_never_overlap() -> None:
    lessons = past_lessons(THURSDAY, weeks=5)
    for name in {one.class_name for one in lessons}:
        own = [one for one in lessons if one.class_name == name]
        assert all(one.ends_at < other.opens_at for one, other in pairwise(own))


def test_every_kind_of_lesson_exists_and_can_be_played() -> None:
    lessons = past_lessons(THURSDAY, weeks=5)
    for lesson in lessons:
        lesson.settings.check()
    assert sum(one.has_ticket for one in lessons) == 2
    assert any(one.settings.whole_class_teams for one in lessons)
    assert any(one.has_own_deck for one in lessons)
    assert any(one.saved_as for one in lessons)


def test_the_decks_of_the_teachers_fill_a_board() -> None:
    assert TableSettings().board in playable(DECK).sizes
    assert "8x8" in playable(DECK).sizes
    assert playable(SHARED_DECK).sizes
    assert len(playable(SHARED_DECK).equations) == 32
