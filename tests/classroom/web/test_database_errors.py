"""A database that is locked, full, read-only, or unreachable: a page that reloads itself, and no partial changes."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from classroom.database import database_file, db
from classroom.live import session_topic
from classroom.models import Deck, SessionState, Student
from classroom.services import erasing
from classroom.web.database_errors import is_away
from tests.factories import PASSWORD, make_class_session, make_game
from tests.page_lint import text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from sqlalchemy.engine import Connection

    from tests.factories import Cast
    from tests.page_client import PageClient


@contextmanager
def pragma(setting: str, normal: str) -> Iterator[None]:
    """Start each transaction with an SQLite setting that makes it fail."""

    def set_it(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA {setting}")

    event.listen(db.engine, "begin", set_it)
    try:
        yield
    finally:
        event.remove(db.engine, "begin", set_it)
        db.session.rollback()
        db.session.execute(text(f"PRAGMA {normal}"))
        db.session.rollback()


def test_a_file_that_cannot_be_saved_beside_the_database_gets_a_message(
    page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database_file() is None:
        pytest.skip("deletions write no file")

    def fill(_path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    bob_id = cast.bob.id
    page.sign_in(cast.alice).get("students.remove", student_id=bob_id)
    with monkeypatch.context() as patch:
        patch.setattr(erasing, "flush", fill)
        assert "disk is full" in page.submit({"own_password": PASSWORD}, status=503).text
    assert db.session.get(Student, bob_id) is not None
    page.get("students.remove", student_id=bob_id)
    page.submit({"own_password": PASSWORD})
    assert db.session.get(Student, bob_id) is None


@pytest.mark.parametrize(
    ("setting", "normal"),
    [("query_only = ON", "query_only = OFF"), ("max_page_count = 1", "max_page_count = 1073741823")],
    ids=["read-only", "full"],
)
def test_a_change_that_cannot_be_saved_gets_a_message(page: PageClient, cast: Cast, setting: str, normal: str) -> None:
    cards = "\n".join(f"{first} + {second}" + " + 0" * 10 for first in range(20) for second in range(20))
    deck = {"title": "Sums", "cards": cards, "save": "1"}
    page.sign_in(cast.alice).get("decks.index")
    with pragma(setting, normal):
        answer = page.post("decks.new", deck, kind="cards", status=503)
    assert "Your change was not saved" in answer.text
    assert db.session.execute(select(func.count()).select_from(Deck)).scalar_one() == 0
    page.post("decks.new", deck, kind="cards")
    assert db.session.execute(select(func.count()).select_from(Deck)).scalar_one() == 1


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (("query_only = ON", "query_only = OFF"), "The server’s data is write-protected"),
        (("max_page_count = 1", "max_page_count = 1073741823"), "The server’s disk is full"),
    ],
    ids=["read-only", "full"],
)
def test_the_lesson_page_shows_that_nothing_can_be_saved(
    page: PageClient, cast: Cast, app: Flask, settings: tuple[str, str], reason: str
) -> None:
    lesson = make_class_session(cast.class_7b, state=SessionState.PLAYING)
    make_game(lesson)
    news = app.extensions["bus"].subscribe(session_topic(lesson.id))
    deck = {"title": "Sums", "cards": "\n".join(f"{n} + 0" + " + 0" * 500 for n in range(99)), "save": "1"}
    page.sign_in(cast.alice)
    assert reason not in page.get("sessions.show", class_session_id=lesson.id).text
    with pragma(*settings):
        answer = page.post("decks.new", deck, kind="cards", status=503)
        assert f"{reason}, so nothing can be saved." in answer.text
        assert news.take() is not None
        shown = page.get("sessions.show", class_session_id=lesson.id)
        assert reason in text_of(shown.one("section", id="cannot-save"))
    page.post("decks.new", deck, kind="cards")
    assert reason not in page.get("sessions.show", class_session_id=lesson.id).text


def away(*_: object, **__: object) -> None:
    raise OperationalError("SELECT 1", {}, Exception("the database system is shutting down"))


@pytest.fixture
def is_away_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classroom.blueprints.health.db.session.execute", away)


@pytest.mark.parametrize(
    ("method", "referrer", "reload"),
    [
        ("GET", None, "/health?a=1&amp;b=%22"),
        ("POST", "http://localhost/classes?sort=name#top", "/classes?sort=name"),
        ("POST", "https://elsewhere.example/trap", "/"),
        ("POST", "http://localhost//elsewhere.example/trap", "/"),
        ("POST", "javascript:alert(1)", "/"),
        ("POST", None, "/"),
        ("POST", "http://[", "/"),
    ],
)
def test_the_error_page_reloads_the_same_address(
    app: Flask, is_away_now: None, method: str, referrer: str | None, reload: str
) -> None:
    with app.test_request_context(
        "/health?a=1&b=%22", method=method, headers={"Referer": referrer} if referrer else {}
    ):
        response = app.make_response(app.handle_user_exception(OperationalError("x", {}, Exception("away"))))
    assert f'content="3; url={reload}"' in response.get_data(as_text=True)
    assert "HX-Reswap" not in response.headers


@pytest.mark.parametrize(
    ("tag", "text"), [("en", "This page will try again on its own."), ("es", "Esta página lo intentará de nuevo")]
)
def test_the_error_page_is_in_the_browsers_language(app: Flask, is_away_now: None, tag: str, text: str) -> None:
    answer = app.test_client().get("/health", headers={"Accept-Language": tag})
    assert answer.status_code == 503
    assert f'<html lang="{tag}"' in answer.text
    assert text in answer.text


def test_htmx_keeps_the_page(app: Flask, is_away_now: None) -> None:
    answer = app.test_client().get("/health", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Reswap"]) == (503, "none")


def test_programming_errors_are_not_reported_as_a_missing_database() -> None:
    cause = Exception("x")
    assert is_away(OperationalError("x", {}, cause))
    assert is_away(PoolTimeoutError())
    assert is_away(ProgrammingError("x", {}, cause, connection_invalidated=True))
    assert not is_away(ProgrammingError("x", {}, cause))
    assert not is_away(IntegrityError("x", {}, cause))


@pytest.mark.postgres
def test_a_connection_lost_during_a_request_does_not_break_the_response(make_postgres_app: Callable[[], Flask]) -> None:
    app = make_postgres_app()

    def cut_line() -> None:
        db.session.execute(text("SELECT 1"))
        pid = db.session.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with db.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

    @app.get("/cut/after")
    def cut_after() -> str:
        cut_line()
        return "done"

    @app.get("/cut/before")
    def cut_before() -> str:
        cut_line()
        return str(db.session.execute(text("SELECT 1")).scalar_one())

    app.before_request_funcs[None].clear()  # no sign-in needed
    browser = app.test_client()
    for _ in range(3):
        done = browser.get("/cut/after")
        assert (done.status_code, done.text) == (200, "done"), "the answer was made; only then the line was missed"
        assert browser.get("/cut/before").status_code == 503
        assert browser.get("/health").status_code == 200
