"""Students' sentences are short and simple, and pages before the first move have few words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from classroom.database import db
from classroom.i18n.catalogs import source_catalog
from classroom.i18n.languages import LANGUAGES, language_of_tag
from classroom.models import SessionState
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import DrawMode, SolveMode
from tests.factories import make_attendance, make_class_session, make_game, make_student

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from xml.etree.ElementTree import Element

    from babel.messages.catalog import Message
    from flask import Flask

    from classroom.models import Student
    from tests.page import Page
    from tests.page_client import PageClient

AREAS = (
    "templates/home/",
    "templates/play/",
    "templates/played/",
    "templates/faces/",
    "templates/errors/",
    "classroom/presenters/student/",
)
"""Folders whose texts are all for students."""
LONGEST_SENTENCE = 12
LONGEST_WORD = 9
TERMS = {"connection"}
"""Longer words that students need."""
UNKIND = re.compile(
    r"\b(wrong\w*|lost|loses?|losing|fail\w*|errors?|incorrect\w*|perdi\w*|fallos?|fallast\w*|equivoc\w*)\b",
    re.IGNORECASE,
)
"""Words that no page says to students, who can look again or try again instead."""
WORDS_BEFORE_A_MOVE = {"en": 90, "es": 110}
"""On the waiting page and the first table page together, of two letters or more, in each language."""

RULES = {
    "standard": TableSettings(),
    "solve ahead": TableSettings(solve=SolveMode.AHEAD, tries=2),
    "draw by hand": TableSettings(draw=DrawMode.MANUAL),
    "playing cards": TableSettings(edition="classic"),
}


def messages() -> Iterator[Message]:
    """Return the messages that only students read."""
    spanish = language_of_tag("es")
    assert spanish is not None
    with source_catalog(spanish).open("rb") as source:
        for message in read_po(source):
            is_students = message.context == "student" or any(path.startswith(AREAS) for path, _ in message.locations)
            if message.id and is_students:
                yield message


def texts_of(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def sentences_of(text: str) -> list[list[str]]:
    """Split a message into sentences, and these into words. A placeholder counts as a word of two letters."""
    plain = re.sub(r"%\(\w+\)[sd]", "Xx", re.sub(r"<[^>]+>", "", text))
    return [re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", part) for part in re.split(r"(?<=[.!?:;])\s", plain)]


def test_sentences_are_short() -> None:
    read = [text for message in messages() for text in texts_of(message)]
    assert len(read) > 100
    assert [text for text in read if any(len(words) > LONGEST_SENTENCE for words in sentences_of(text))] == []


def test_words_are_short() -> None:
    found = {
        word.lower()
        for message in messages()
        for text in texts_of(message)
        for words in sentences_of(text)
        for word in words
        if len(word.removesuffix("'s")) > LONGEST_WORD
    }
    assert found - TERMS == set()


def test_nothing_is_called_a_failure() -> None:
    """In English and in Spanish."""
    translated = [(text, *texts_in(message.string)) for message in messages() for text in texts_of(message)]
    found = [text for texts in translated for text in texts if UNKIND.search(text)]
    assert found == []
    assert UNKIND.search("2 wrong tries")


def texts_in(translation: str | Iterable[str] | None) -> tuple[str, ...]:
    return (translation,) if isinstance(translation, str) else tuple(translation or ())


def visible_words(page: Page) -> list[str]:
    """Find the words of two letters or more that a page shows before anything is opened."""
    return re.findall(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?", " ".join(_shown(page.one("body"))))


HIDDEN_CLASSES = {"visually-hidden", "skip", "live-slow", "live-lost", "offline", "foot"}
"""Classes that style sheets hide on students' pages. Of the connection states, one is shown."""


def _shown(element: Element) -> Iterator[str]:
    if element.tag in {"script", "template", "noscript", "svg"} or callable(element.tag):
        return
    if "hidden" in element.attrib or HIDDEN_CLASSES & set(element.get("class", "").split()):
        return
    yield element.text or ""
    for part in element:
        if element.tag != "details" or "open" in element.attrib or part.tag == "summary":
            yield from _shown(part)
        yield part.tail or ""


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """Create an app with typing warm-ups turned on."""
    return make_app(BASELINES_A_WEEK=5)


def pages_before_a_move(page: PageClient, settings: TableSettings, language: str) -> tuple[Page, Page]:
    """Open the waiting room with all six steps for a table of four, then the first page at the table, in a language."""
    waiting = make_student("Bo")
    lobby = make_class_session(waiting.school_class, settings=settings)
    mates = [make_student(name, school_class=waiting.school_class) for name in ("Ida", "Max", "Zoe")]
    for place, student in enumerate((waiting, *mates)):
        make_attendance(lobby, student, table_number=3, place=place)
    class_session = make_class_session(state=SessionState.PLAYING, settings=settings)
    players = [make_student(name, school_class=class_session.school_class) for name in ("Ana", "Ben", "Cem", "Dee")]
    for player in players:
        make_attendance(class_session, player)
    game = make_game(class_session, players, settings=settings)
    mover = players[position_of(game).turn]
    opened = []
    for student in (waiting, mover):
        _set_language(language, student)
        opened.append(page.sign_in(student).get("play.show"))
    return opened[0], opened[1]


def _set_language(language: str, student: Student) -> None:
    student.language = language
    db.session.commit()


@pytest.mark.parametrize("language", [language.tag for language in LANGUAGES])
@pytest.mark.parametrize("rules", RULES)
def test_few_words_come_before_the_first_move(page: PageClient, rules: str, language: str) -> None:
    words = [visible_words(shown) for shown in pages_before_a_move(page, RULES[rules], language)]
    assert sum(map(len, words)) <= WORDS_BEFORE_A_MOVE[language], [(len(one), " ".join(one)) for one in words]
