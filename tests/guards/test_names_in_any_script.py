"""Names written from right to left don't change the direction of the words around them, on any page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

import pytest

from classroom.database import db
from classroom.models import ClassSession
from classroom.services.play.games import stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current
from tests.factories import make_class_session, make_student
from tests.guards.matrix import read_table, set_scene
from tests.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from classroom.models import SchoolClass
    from tests.factories import Cast
    from tests.page_client import PageClient

HEBREW = re.compile(r"[\u0590-\u05ff]")
BETWEEN_MARKS = re.compile("\u2068[^\u2068\u2069]*\u2069")
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-confirm")
"""Attributes that people read or hear."""
CLASS, NAMES = "כיתה ג", ["יעל", "דוד ב.", "מרים", "נועם", "שרה"]
NAMES_ALONE = {CLASS, *NAMES, *(name.split()[0] for name in NAMES)}
"""Texts that consist of a name alone. Where there is little room, this can be a first name."""


def texts(element: Element, name: str = "") -> Iterator[tuple[str, str]]:
    """Find each Hebrew text that neither elements nor isolate characters separate, and where it is."""
    is_apart = element.tag == "bdi" or element.get("dir") == "auto"
    where = f"{name}/{element.tag}"
    is_unseen = "visually-hidden" in element.get("class", "").split()  # only for screen readers
    if is_unseen or element.tag in {"script", "style", "title", "textarea"}:
        return
    whole = "".join(element.itertext()).strip()
    if is_apart and whole in NAMES_ALONE:
        return
    for attribute in SPOKEN:
        value = element.get(attribute, "")
        if HEBREW.search(BETWEEN_MARKS.sub("", value)) and value not in NAMES_ALONE:
            yield f"{where}@{attribute}", value
    is_single = len(element) == 0 and (element.text or "").strip() in NAMES_ALONE
    parts = [element.text, *(child.tail for child in element)]
    for part in parts:
        if part and HEBREW.search(BETWEEN_MARKS.sub("", part)) and not (element.tag == "option" and is_single):
            yield where, part.strip()
    for child in element:
        yield from texts(child, where)


def bare_names(shown: Page) -> set[tuple[str, str]]:
    """List the names on a page that are not isolated."""
    return set(texts(shown.root, "")) if shown.html else set()


@pytest.fixture
def school_class(cast: Cast) -> SchoolClass:
    """Create Alice's class, with names written from right to left."""
    cast.class_7b.name, cast.bob.name = CLASS, NAMES[0]
    db.session.commit()
    return cast.class_7b


def test_every_page_isolates_names(page: PageClient, cast: Cast, school_class: SchoolClass) -> None:
    scene = set_scene(cast)
    found = {}
    for who, person in (("teacher", cast.alice), ("student", cast.bob)):
        page.sign_in(person)
        for (endpoint, method), statuses in read_table().items():
            if method == "GET" and statuses[who] == "200" and not endpoint.endswith(("static", "stream")):
                wanted = arguments_of(page, endpoint)
                arguments = {name: value for name, value in scene.values.items() if name in wanted}
                shown = Page(page.browser.get(page.url(endpoint, **arguments)))
                if shown.headers["Content-Type"].startswith("text/html") and bare_names(shown):
                    found[endpoint] = bare_names(shown)
    assert not found, "\n".join(f"{where}: {sorted(wrong)}" for where, wrong in found.items())


def arguments_of(page: PageClient, endpoint: str) -> set[str]:
    """Return the variable parts of an address."""
    return {name for rule in page.app.url_map.iter_rules(endpoint) for name in rule.arguments}


def test_names_are_isolated_through_a_whole_lesson(page: PageClient, cast: Cast, school_class: SchoolClass) -> None:
    page.sign_in(cast.alice)
    wrong: list[str] = []

    def check() -> None:
        wrong.extend(f"{where}: {sorted(bare)}" for where, bare in _session_pages(page, made).items())

    made = make_class_session(school_class, settings=TableSettings(table_size=2, table_talk=True))
    students = [cast.bob, *(make_student(name, school_class=school_class) for name in NAMES[1:])]
    for student in students[:4]:
        class_sessions.join_session(class_session_id=made.id, student_id=student.id)
    check()
    lobby.arrange_tables(class_session_id=made.id)
    check()
    lobby.start_session(class_session_id=made.id)
    class_sessions.join_session(class_session_id=made.id, student_id=students[4].id)
    for _ in range(12):
        answer(current(made), rightly=False)
    give_seat(game_id=current(made, 1).id, seat=0, student_id=None)
    check()
    stop_game(game_id=current(made).id)
    check()
    class_sessions.end_session(class_session_id=made.id)
    check()
    assert not wrong, "\n".join(wrong)


def _session_pages(page: PageClient, class_session: ClassSession) -> dict[str, set[tuple[str, str]]]:
    found = {}
    for endpoint in ("sessions.show", "sessions.projector", "sessions.saved_tables", "sessions.ask_end"):
        page.get(
            endpoint, class_session_id=class_session.id, status=303 if _redirects(endpoint, class_session) else 200
        )
        shown = page.follow() if _redirects(endpoint, class_session) else page.last
        assert shown is not None
        found[endpoint] = bare_names(shown)
    for game in class_session.games:
        found[f"games.show {game.table_number}"] = bare_names(page.get("games.show", game_id=game.id))
    return {where: wrong for where, wrong in found.items() if wrong}


def _redirects(endpoint: str, class_session: ClassSession) -> bool:
    return endpoint == "sessions.ask_end" and class_session.ended_at is not None
