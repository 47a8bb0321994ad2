"""Login cards in the language of each student, or in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from tests.factories import PASSWORD, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

MISSING = "Print cards for 2 students"


@pytest.fixture
def cards_page(page: PageClient, cast: Cast) -> PageClient:
    """Open the page of login cards. Carol reads Spanish; Ana has no language set."""
    for name, language in (("Ana", None), ("Carol", "es")):
        make_student(name, school_class=cast.class_7b, pin=None).language = language
    db.session.commit()
    page.sign_in(cast.alice).get("classes.cards", class_id=cast.class_7b.id)
    return page


def make(page: PageClient, button: str, data: dict[str, str] | None = None) -> Page:
    assert page.last is not None
    return page.send(page.last.form_with(button), data, status=200)


def languages_of(shown: Page) -> dict[str, str]:
    """Find the language of each printed card, by name."""
    cards = [*shown.all("section", class_="label"), *shown.all("section", class_="card-page")]
    return {text_of(next(one.iter("h2"))): one.get("lang") or "" for one in cards}


def test_the_page_says_that_the_language_is_not_saved(cards_page: PageClient) -> None:
    assert cards_page.last is not None
    fields = next(one for one in cards_page.last.all("fieldset") if text_of(one).startswith("Language of the cards"))
    assert "It isn’t saved for the class." in text_of(fields)
    assert fields.get("aria-describedby") == "language-hint"


def test_each_card_is_in_the_language_of_its_student(cards_page: PageClient) -> None:
    shown = make(cards_page, MISSING)
    ana, carol = map(text_of, shown.all("section", class_="label"))
    assert languages_of(shown) == {"Ana": "en", "Carol": "es"}
    assert "Class code" in ana
    assert "Código de tu clase" in carol
    assert "Class code" not in carol
    assert shown.heading == "2 login cards for 7B"


def test_separate_pages_are_in_the_language_of_each_student(cards_page: PageClient) -> None:
    pages = cards_page.send(make(cards_page, MISSING).form_with("Show one page per student"), status=200)
    ana, carol = map(text_of, pages.all("section", class_="card-page"))
    assert languages_of(pages) == {"Ana": "en", "Carol": "es"}
    assert "Type your PIN" in ana
    assert "Escribe tu PIN" in carol


@pytest.mark.parametrize("language", ["en", "es"])
def test_one_language_for_all_is_kept_for_the_other_paper_size(cards_page: PageClient, language: str) -> None:
    labels = make(cards_page, MISSING, {"language": language})
    pages = cards_page.send(labels.form_with("Show one page per student"), status=200)
    assert languages_of(labels) == languages_of(pages) == {"Ana": language, "Carol": language}


def test_without_a_language_a_card_is_in_the_teachers_language(cards_page: PageClient, cast: Cast) -> None:
    cast.alice.language = "es"
    db.session.commit()
    cards_page.get("classes.cards", class_id=cast.class_7b.id)
    made = make(cards_page, "Imprimir tarjetas para 2 estudiantes")
    assert languages_of(made) == {"Ana": "es", "Carol": "es"}


@pytest.mark.parametrize("language", ["tlh", "en-XA", ""])
def test_an_unknown_language_falls_back_to_that_of_the_page(cards_page: PageClient, language: str) -> None:
    assert languages_of(make(cards_page, MISSING, {"language": language})) == {"Ana": "en", "Carol": "en"}


def test_new_cards_for_the_whole_class_use_the_languages(cards_page: PageClient, cast: Cast) -> None:
    cards_page.get("classes.renew_cards", class_id=cast.class_7b.id)
    shown = make(cards_page, "Print 3 new cards", {"language": "es", "own_password": PASSWORD})
    assert set(languages_of(shown).values()) == {"es"}
