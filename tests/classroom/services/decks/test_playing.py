"""Lessons with a teacher's own cards: answers, reports, and rebuilding work as for built-in decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, select

from classroom.database import db
from classroom.learning.plans import Dealing
from classroom.models import Attempt
from classroom.reports.answers import all_answers
from classroom.reports.equations import equation_lines
from classroom.reports.spans import DateRange
from classroom.services.decks.content import SkillChoice, WrittenCards
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.positions import forget_positions
from classroom.services.settings import TableSettings
from engine import Layout, SolveMode
from tests.classroom.random_lesson import play_random_lesson
from tests.classroom.recount import answers_in_logs, first_answers_by_equation
from tests.factories import make_deck

if TYPE_CHECKING:
    from classroom.services.decks.content import Content
    from tests.factories import Cast
    from tests.page_client import PageClient

pytestmark = pytest.mark.slow

WORDS = WrittenCards(
    "\n".join(f"how many legs do {n} happy dogs and no sad ducks have, think; {4 * n}" for n in range(16))
)
LARGE = WrittenCards("\n".join(f"{n} × 37\n500 + {37 * n - 500}" for n in range(4, 27)))
CASES = [
    pytest.param(WORDS, {}, id="words of sixty signs", marks=pytest.mark.nightly),
    pytest.param(WORDS, {"solve": SolveMode.AHEAD}, id="words, solved ahead", marks=pytest.mark.nightly),
    pytest.param(LARGE, {"layout": Layout.MIXED}, id="answers up to 962", marks=pytest.mark.nightly),
    pytest.param(LARGE, {"dealing": Dealing.AUTOMATIC}, id="answers up to 962, own levels"),
    pytest.param(SkillChoice(("money", "units", "integers")), {"board": "8x8"}, id="skills", marks=pytest.mark.nightly),
]


@pytest.mark.parametrize(("content", "changes"), CASES)
def test_a_lesson_with_an_own_deck(cast: Cast, page: PageClient, content: Content, changes: dict[str, object]) -> None:
    deck = make_deck(cast.alice, "Our own", content=content)
    assert deck.answers >= 16
    settings = TableSettings(deck=deck.id, **changes)  # type: ignore[arg-type]
    session_id = play_random_lesson(cast.class_7b, settings, present=5, seed=5)
    found = list(all_answers(DateRange(cast.class_7b.id)))
    assert {one.deck for one in found} == {"Our own"}
    assert len(found) == len(answers_in_logs(cast.class_7b.id)) > 0
    if settings.dealing is Dealing.SAME:  # otherwise other equations have the same answers
        first = first_answers_by_equation(answers_in_logs(cast.class_7b.id))
        assert {line.equation for line in equation_lines(DateRange(cast.class_7b.id))} == set(first)
    written = set(db.session.execute(select(Attempt.equation, Attempt.answer)))
    db.session.execute(delete(Attempt))
    db.session.commit()
    forget_positions()
    assert rebuild_attempts() == len(found)
    assert set(db.session.execute(select(Attempt.equation, Attempt.answer))) == written
    page.sign_in(cast.alice)
    for report in ("reports.school_class", "reports.equations_csv", "reports.attempts_csv"):
        page.get(report, class_id=cast.class_7b.id)
    page.get("reports.student", student_id=found[0].student_id)
    page.get("sessions.show", class_session_id=session_id)
