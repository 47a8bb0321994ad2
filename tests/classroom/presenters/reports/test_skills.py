from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.models import Student
from classroom.presenters.reports.skills import families_of, shown_skills
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current, start
from tests.factories import make_attempt, make_baseline, make_game, make_game_event

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient

pytestmark = pytest.mark.usefixtures("db_session")


def answered(count: int, *, right: bool = True, seconds: float | None = None) -> Student:
    """Return a student who answered this many different multiplications, each in this many seconds."""
    game = make_game(settings=TableSettings(deck="times-tables", board="8x8"))
    student = game.players[0].student
    assert student is not None
    pairs = [(a, b) for a in range(3, 10) for b in range(3, 10)][:count]
    for a, b in pairs:
        event = make_game_event(game, {"do": "place"}, student=student)
        make_attempt(event, student=student, equation=f"{a} × {b}", answer=str(a * b), is_right=right, seconds=seconds)
    return student


def test_few_answers_have_no_status() -> None:
    (skill,) = shown_skills(answered(4), now=clock.now())
    assert (skill.title, skill.answers, skill.percent) == ("Times tables 2 to 10", 4, None)
    assert (skill.word, skill.kind) == ("Not enough answers yet", None)


def test_many_right_answers_make_accurate_and_many_wrong_ones_do_not() -> None:
    (strong,) = shown_skills(answered(40), now=clock.now())
    (weak,) = shown_skills(answered(40, right=False), now=clock.now())
    assert (strong.word, weak.word) == ("accurate", "learning")
    assert (strong.kind, weak.kind) == ("good", "")  # a badge, but not in the color of what to do now
    assert strong.percent is not None
    assert strong.percent > 85
    assert weak.percent is not None
    assert weak.percent < 40


def test_quick_requires_measured_typing() -> None:
    slow, quick = answered(40, seconds=5.0), answered(40, seconds=2.2)
    words = {}
    for typing in (None, 900):
        for student in (slow, quick):
            for _ in range(3):
                game = make_game(students=[student, None])
                make_baseline(game, student=student, milliseconds=typing)
            (skill,) = shown_skills(student, now=clock.now())
            words[typing, student.id] = skill.word
    assert words == {
        (None, slow.id): "accurate",
        (None, quick.id): "accurate",
        (900, slow.id): "accurate",
        (900, quick.id): "accurate and quick",
    }


def test_every_family_of_a_skill_is_known() -> None:
    assert {"mul:6x8", "mul:2x2", "mul:9x10"} <= families_of("mul-tables")


def test_the_report_shows_them(page: PageClient, cast: Cast) -> None:
    class_session = start(2, TableSettings(deck="times-tables", board="8x8"), school_class=cast.class_7b)
    student_id = answer(current(class_session))
    shown = page.sign_in(cast.alice).get("reports.student", student_id=student_id)
    assert "Times tables 2 to 10" in shown.text
    assert "Not enough answers yet" in shown.text
