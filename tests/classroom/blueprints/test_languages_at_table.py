"""Each student at a table reads their own language, in whole pages and in differences."""

from __future__ import annotations

import os
import random
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from classroom.database import db
from classroom.i18n import LANGUAGES
from classroom.i18n.catalogs import source_catalog
from classroom.models import Game, SessionState
from classroom.services.classes.support import SupportSettings, set_support
from classroom.services.play.games import stop_game
from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from engine import SolveMode, Team, legal_moves
from tests.classroom.blueprints.test_differences import Reader, fields_of, game_now
from tests.factories import make_attendance, make_class_session, make_game, make_student
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

MODES = {
    "board": TableSettings(deck="mixed", board="10x10", table_talk=True),
    "ahead": TableSettings(solve=SolveMode.AHEAD, tries=2),
    "cards": TableSettings(edition="classic"),
}
STUDENTS = {"Ana": "en", "Ben": "es", "Cem": "en-XA", "Dea": "es"}
MOVES = int(os.environ.get("LANGUAGE_MOVES", "8"))
ATTRIBUTES = {"aria-label", "title", "placeholder", "alt", "data-say", "data-begins", "data-ends", "data-countdown"}
WORD = re.compile(r"[^\W\d_]{2,}")
ISOLATED = re.compile("[\u2066-\u2068][^\u2069]*\u2069")


class Texts(HTMLParser):
    """Everything in a piece of HTML that people read or hear, except names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"bdi", "kbd", "script", "style"}:
            self.open.append(tag)
        self.found += [value for name, value in attrs if name in ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open:
            self.found.append(data)

    @property
    def words(self) -> set[str]:
        """Return all words of two or more letters. Names and equations, which are isolated, are left out."""
        return {word.lower() for text in self.found for word in WORD.findall(ISOLATED.sub("", text))}


def words_of_catalog() -> tuple[set[str], set[str]]:
    """Return words found only in English texts, and words found only in Spanish ones."""
    with source_catalog(LANGUAGES[1]).open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    english: set[str] = set()
    spanish: set[str] = set()
    for message in messages:
        for texts, words in ((message.id, english), (message.string, spanish)):
            for text in (texts,) if isinstance(texts, str) else texts or ():
                plain = re.sub(r"%\(\w+\)[sd]|<[^>]*>", "", text)
                words.update(word.lower() for word in WORD.findall(plain))
    return english - spanish, spanish - english


ENGLISH, SPANISH = words_of_catalog()


def assert_language(html: str, tag: str) -> None:
    """Fail on any word of another language."""
    words = Texts(html).words
    accented = {word for word in words if not re.search(r"[a-pr-wyz]", word)}
    match tag:
        case "en":
            assert not words & SPANISH
            assert "⟦" not in html
        case "es":
            assert not words & ENGLISH
            assert "⟦" not in html
        case _:
            assert words == accented


@pytest.fixture
def languages(app: Flask) -> Iterator[None]:
    """Make the test languages available."""
    app.config["PSEUDO_LANGUAGES"] = True
    yield
    app.config["PSEUDO_LANGUAGES"] = False


@pytest.fixture
def sit_down(
    languages: None, new_page: Callable[[], PageClient]
) -> Callable[[TableSettings], tuple[str, list[Reader], PageClient]]:
    """Seat the students at a table, and open their pages; the teacher reads English."""
    del languages

    def sit(settings: TableSettings) -> tuple[str, list[Reader], PageClient]:
        class_session = make_class_session(state=SessionState.PLAYING, settings=settings)
        school_class = class_session.school_class
        students = [make_student(name, school_class=school_class, language=tag) for name, tag in STUDENTS.items()]
        for student in students:
            make_attendance(class_session, student)
        game = make_game(class_session, students, settings=settings, seed=3)
        readers = [Reader(one.id, new_page().sign_in(one)) for one in students]
        for reader in readers:
            reader.open()
        return game.id, readers, new_page().sign_in(school_class.teacher)

    return sit


def language_of(reader: Reader, readers: list[Reader]) -> str:
    return list(STUDENTS.values())[readers.index(reader)]


def fetched(reader: Reader, tag: str) -> None:
    """Fetch what is new, as a difference and as a full page, and read both."""
    address = reader.client.url("play.fragment", version=reader.version)
    difference = reader.request("GET", address, shown=reader.version)
    whole = reader.request("GET", address)
    assert difference.status_code == whole.status_code
    if whole.status_code == 200:
        for answer in (difference, whole):
            assert_language(answer.text, tag)
        reader.show(difference.text, whole.text)


@pytest.mark.parametrize("mode", nightly_except({"ahead"}, MODES))
def test_students_read_their_own_language_during_a_whole_game(
    mode: str, sit_down: Callable[..., tuple[str, list[Reader], PageClient]], frozen_clock: FrozenClock
) -> None:
    del frozen_clock
    game_id, readers, teacher = sit_down(MODES[mode])
    rng = random.Random(f"{mode} {random.random()}")  # determined by the tests' seed
    for number in range(MOVES):
        game = game_now(game_id)
        position = position_of(game)
        if position.outcome is not None:
            break
        move = rng.choice(list(legal_moves(position)))
        mover = readers[getattr(move, "seat", position.turn)]
        fetched(mover, language_of(mover, readers))
        answer = mover.post(fields_of(move, game_id))
        assert answer.status_code == 200
        assert_language(answer.text, language_of(mover, readers))
        for reader in rng.sample(readers, 3):
            fetched(reader, language_of(reader, readers))
        if number % 5 == 0:
            assert_teacher_reads_english(teacher, game_now(game_id))
    stop_game(game_id=game_id)
    for reader in readers:
        fetched(reader, language_of(reader, readers))


def assert_teacher_reads_english(teacher: PageClient, game: Game) -> None:
    table = teacher.get("games.fragment", htmx=True, game_id=game.id)
    tables = teacher.get("sessions.fragment", htmx=True, class_session_id=game.class_session_id)
    for shown in (table, tables):
        assert_language(shown.html, "en")


def test_a_move_from_a_page_in_another_language_gets_the_whole_page(
    sit_down: Callable[..., tuple[str, list[Reader], PageClient]], frozen_clock: FrozenClock
) -> None:
    del frozen_clock
    game_id, readers, _ = sit_down(MODES["board"])
    position = position_of(game_now(game_id))
    mover = readers[position.turn]
    tag = language_of(mover, readers)
    other = "es" if tag != "es" else "en"
    game = game_now(game_id)
    set_support(class_id=game.class_session.class_id, settings={mover.student_id: SupportSettings(language=other)})
    fields = fields_of(next(iter(legal_moves(position))), game_id)
    sent = {"csrf_token": mover.client.csrf_token(), "version": mover.version, **fields}
    headers = {"HX-Request": "true", "X-Shown-Version": mover.version, "X-Page-Language": tag}
    db.session.rollback()
    answer = mover.client.request("POST", mover.client.url("play.move"), headers, {"data": sent})
    assert answer.status_code == 200
    assert "<template data-since" not in answer.text
    assert_language(answer.text, other)


def test_the_vocabularies_distinguish_the_languages() -> None:
    assert {"card", "your", "row"} <= ENGLISH
    assert {"carta", "tu", "fila"} <= SPANISH
    with pytest.raises(AssertionError):
        assert_language("<p>Te toca</p>", "en")
    with pytest.raises(AssertionError):
        assert_language('<button aria-label="Row 3">Fila 3</button>', "es")
    assert_language("<p><bdi>Row</bdi> \u2068Card\u2069 Te toca</p>", "es")
    assert Team.BLUE.value in ENGLISH
