"""Each skill, deck, and common mistake of the engine has texts for translation."""

from __future__ import annotations

from classroom.i18n.engine_texts import DECK_TEXTS, ERROR_PATTERNS, SKILL_TITLES, built_in_title
from engine import BUILT_IN_DECKS
from engine.deck_making import grade_decks
from engine.equations import SKILLS, ErrorPattern


def test_every_skill_has_its_title() -> None:
    assert {key: str(title) for key, title in SKILL_TITLES.items()} == {key: one.title for key, one in SKILLS.items()}


def test_every_built_in_deck_has_its_title_and_description() -> None:
    assert {key: str(title) for key, (title, _) in DECK_TEXTS.items()} == {
        key: deck.title for key, deck in BUILT_IN_DECKS.items()
    }
    assert all(str(description) for _, description in DECK_TEXTS.values())


def test_every_deck_of_a_grade_has_its_title() -> None:
    assert [built_in_title(deck.key) for deck in grade_decks()] == [deck.title for deck in grade_decks()]


def test_a_deck_that_is_not_built_in_has_no_title() -> None:
    assert built_in_title("gone") is None


def test_every_common_mistake_except_the_weakest_has_a_text() -> None:
    assert set(ERROR_PATTERNS) == set(ErrorPattern) - {ErrorPattern.MUL_TABLE}
