"""Decks on PostgreSQL, which rejects long equations and invalid JSON that SQLite accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.reports.answers import all_answers
from classroom.reports.spans import DateRange
from classroom.services.decks import keeping
from classroom.services.decks.content import SkillChoice, WrittenCards, visible
from classroom.services.settings import TableSettings
from engine.equations.reading import LONGEST_TEXT
from tests.classroom.random_lesson import play_random_lesson
from tests.factories import make_school_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

pytestmark = [pytest.mark.nightly, pytest.mark.postgres]

LONG = "\n".join(
    f"{f'the number of 🐙 arms that {n} of them have between them':.<{LONGEST_TEXT}}; {8 * n}" for n in range(16)
)


def test_a_deck_can_be_stored_played_and_reported(make_postgres_app: Callable[[], Flask]) -> None:
    with make_postgres_app().app_context():
        school_class = make_school_class()
        teacher_id, class_id = school_class.teacher_id, school_class.id
        odd = WrittenCards(visible(f"\x07\ud800\u202e\U0001f600\n{LONG}"))
        deck = keeping.create_deck(teacher_id=teacher_id, title="אוקטופוס", content=odd)
        assert (deck.answers, keeping.content_of(deck)) == (16, odd)
        keeping.create_deck(teacher_id=teacher_id, title="Tens", content=SkillChoice(("sub-tens",)))
        assert [one.title for one in keeping.decks_of(teacher_id=teacher_id)] == ["Tens", "אוקטופוס"]
        play_random_lesson(school_class, TableSettings(deck=deck.id), present=3, seed=2)
        answers = list(all_answers(DateRange(class_id)))
        assert {one.deck for one in answers} == {"אוקטופוס"}
        assert {len(one.equation) for one in answers} == {LONGEST_TEXT}
        db.session.rollback()
