"""Errors have a readable page and the correct status, even when nothing works."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from classroom.blueprints.classes import school_class
from classroom.database import db
from classroom.models import SchoolClass, Teacher
from classroom.services.classes import deleting
from classroom.services.errors import AccountErrorCode, ServiceError, SessionErrorCode
from classroom.web import error_messages
from classroom.web.error_messages import Reader
from classroom.web.errors import error_page
from engine import IllegalMoveError, IllegalReason
from tests.factories import PASSWORD

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient


@pytest.mark.parametrize("reason", list(IllegalReason))
def test_every_illegal_move_has_a_message(reason: IllegalReason) -> None:
    sentence = error_messages.error_message(IllegalMoveError(reason))
    assert sentence.endswith(".")
    assert reason.value not in sentence


def test_a_wait_of_one_minute_uses_the_singular() -> None:
    error = ServiceError(AccountErrorCode.TOO_MANY_TRIES, minutes=1)
    assert error_messages.error_message(error) == (
        "Too many tries. Try again in 1 minute, or ask your administrator for help."
    )


def test_without_a_database_there_is_still_a_page(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> str:
        raise OperationalError("SELECT 1", {}, Exception("database is locked"))

    monkeypatch.setattr("classroom.web.errors.render_template", away)
    with app.test_request_context("/"):
        page, status = error_page(503, "<The server> is busy.")
    assert status == 503
    assert "&lt;The server&gt; is busy." in page


def test_without_a_database_the_page_is_in_the_browsers_language(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("SELECT 1", {}, Exception("database is locked"))

    monkeypatch.setattr("classroom.web.language.identity.own_language", away)
    monkeypatch.setattr("classroom.web.identity.current_identity", away)
    answer = app.test_client().get("/nowhere", headers={"Accept-Language": "es-US"})
    assert answer.status_code == 404
    assert '<html lang="es" dir="ltr">' in answer.text
    assert "Esta página no existe" in answer.text


@pytest.mark.parametrize(("tag", "text"), [("en", "Your cards are safe."), ("es", "Tus cartas están guardadas.")])
def test_each_reader_has_a_message_in_their_language(app: Flask, tag: str, text: str) -> None:
    error = ServiceError(SessionErrorCode.SESSION_PAUSED)
    with app.test_request_context("/play", headers={"Accept-Language": tag}):
        assert text in error_messages.error_message(error, Reader.STUDENT)


def test_a_busy_database_gives_503_with_a_retry_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("database is locked"))

    monkeypatch.setattr("classroom.blueprints.health.db.session.execute", busy)
    answer = app.test_client().get("/health")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert "reach its data" in answer.text


def test_rows_deleted_meanwhile_are_not_found(page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    page.sign_in(cast.alice).get("classes.delete", class_id=cast.class_7b.id)
    delete = deleting.delete_class

    def deleted_twice(*, class_id: str) -> object:
        delete(class_id=class_id)
        return delete(class_id=class_id)

    monkeypatch.setattr(school_class, "delete_class", deleted_twice)
    assert "This page doesn’t exist" in page.submit({"own_password": PASSWORD}, status=404).text


def test_adding_to_a_row_deleted_meanwhile_finds_nothing(page: PageClient, cast: Cast, app: Flask) -> None:
    page.sign_in(cast.alice)
    db.session.add(SchoolClass(teacher_id="unknown", name="7B", code="abcdef"))
    with pytest.raises(IntegrityError) as caught:
        db.session.commit()
    db.session.rollback()
    with app.test_request_context(method="POST"):
        assert app.make_response(app.handle_user_exception(caught.value)).status_code == 404


def test_other_broken_constraints_are_errors(cast: Cast, app: Flask) -> None:
    db.session.add(Teacher(name="Alice", name_key=cast.alice.name_key, password_hash="x"))
    with pytest.raises(IntegrityError) as caught:
        db.session.commit()
    db.session.rollback()
    with app.test_request_context(method="POST"), pytest.raises(IntegrityError):
        app.handle_user_exception(caught.value)


def test_a_failing_statement_does_not_log_its_values(cast: Cast) -> None:
    db.session.add(Teacher(name="Ms Secret", name_key=cast.alice.name_key, password_hash="argon2 of Ms Secret"))
    with pytest.raises(IntegrityError) as caught:
        db.session.flush()
    assert "INSERT INTO teachers" in str(caught.value)
    assert "Secret" not in str(caught.value)
