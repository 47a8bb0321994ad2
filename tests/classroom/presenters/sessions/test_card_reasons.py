"""Why a card was dealt, for the teacher."""

from __future__ import annotations

from classroom.learning.deals import Why
from classroom.presenters.sessions.card_reasons import card_reason


def test_every_reason_has_its_sentence() -> None:
    sentences = {card_reason({"why": why.value, "r": recall, "p": 0.84}) for why in Why for recall in (None, 0.62)}
    assert len(sentences) == len(Why) + 1
    assert all(sentence.endswith(". Likely to be correct on first try: 84%.") for sentence in sentences)


def test_a_review_shows_how_likely_the_fact_is_remembered() -> None:
    assert card_reason({"why": "due", "r": 0.62, "p": 0.84}) == (
        "Due for review: about 62% likely to be remembered. Likely to be correct on first try: 84%."
    )


def test_a_card_from_another_grade_is_labeled() -> None:
    choice = {"why": "new", "r": None, "p": 0.84, "skill": "mul-tables", "grades_off": -1}
    assert card_reason(choice).startswith("Not practiced yet. From grade 3, beyond the grades chosen. Likely")
