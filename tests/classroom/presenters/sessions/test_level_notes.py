"""Notes for teachers when the chosen grades do not suit a student."""

from __future__ import annotations

import pytest

from classroom.learning.plans import Dealing
from classroom.presenters.sessions.level_notes import level_notes
from classroom.reports.fairness import FairnessLine


def notes(*, dealing: Dealing = Dealing.AUTOMATIC, is_open: bool = True, share: float = 0.82, **counts: int) -> str:
    line = FairnessLine("a", "Ana", **{"dealt": 20, **counts})  # type: ignore[arg-type]  # counts alone
    line.chances = share * line.dealt
    plain = (
        text.replace("\u2068", "").replace("\u2069", "")
        for text in level_notes([line], dealing, has_other_grades=is_open)
    )
    return " | ".join(plain)


def test_a_suitable_session_has_no_notes() -> None:
    assert notes() == ""
    assert notes(below=3, lowest=3, above=6, highest=4) == ""
    assert notes(dealt=9, share=0.5) == ""


@pytest.mark.parametrize(
    ("dealing", "advice"),
    [(Dealing.BY_LEVEL, "Set a lower level?"), (Dealing.AUTOMATIC, "Choose lower grades next time?")],
)
def test_many_cards_from_lower_grades_get_a_note(dealing: Dealing, advice: str) -> None:
    assert notes(dealing=dealing, below=14, lowest=3) == f"Ana got 14 cards from below grade 3. {advice}"


def test_many_cards_from_higher_grades_get_a_note() -> None:
    assert notes(above=7, highest=5) == "Ana got 7 cards from above grade 5. Choose higher grades next time?"


def test_cards_that_stay_too_easy_or_too_hard_get_a_note() -> None:
    easy = "The cards have become too easy for Ana: 94% likely correct. "
    assert notes(share=0.94) == easy + "The deck has no harder ones."
    assert notes(share=0.94, is_open=False) == easy + "Turn on other grades, or raise the level."
    assert notes(share=0.6, is_open=False).endswith("60% likely correct. Turn on other grades, or lower the level.")
