"""A rejected request gets the page that its view names, with the status of the error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask import get_flashed_messages, redirect, render_template_string
from wtforms import StringField
from wtforms.validators import InputRequired

from classroom.app import create_app
from classroom.services.errors import AccountErrorCode, NameErrorCode, PlayErrorCode, ServiceError, SessionErrorCode
from classroom.web.areas import Area, Audience
from classroom.web.error_messages import Reader
from classroom.web.forms import Form
from classroom.web.refusals import flashed, on_refusal
from engine import IllegalMoveError, IllegalReason

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from flask.typing import ResponseReturnValue

    from classroom.web.refusals import Refusal

ERRORS = {
    "name": ServiceError(NameErrorCode.NAME_EMPTY),
    "link": ServiceError(AccountErrorCode.LINK_INVALID),
    "stale": ServiceError(PlayErrorCode.STALE),
    "ended": ServiceError(SessionErrorCode.SESSION_ENDED),
    "move": IllegalMoveError(IllegalReason.NOT_YOUR_TURN),
}
PAGE = "{{ form.name.errors }} {{ form.code.errors }} {{ form.form_errors }}"

trial = Area("trial", __name__, Audience.EVERYONE)
child = Area("child", __name__, Audience.EVERYONE, reader=Reader.STUDENT)


class NameForm(Form):
    """Two fields, and a place for errors about neither."""

    refused_at = "code"
    name = StringField("Name", [InputRequired("Type a name.")])
    code = StringField("Code")


class BareForm(Form):
    """A form without fields."""


@trial.form("/trial/<error>")
def fill_in(error: str) -> ResponseReturnValue:
    form = NameForm()
    if form.validate_on_submit():
        raise ERRORS[error]
    return render_template_string(PAGE, form=form), form.status


@trial.form("/trial/bare/<error>")
def bare(error: str) -> ResponseReturnValue:
    form = BareForm()
    if form.validate_on_submit():
        raise ERRORS[error]
    return render_template_string("{{ form.form_errors }} {{ form.message }}", form=form), form.status


@trial.form("/trial/early/<error>")
def early(error: str) -> ResponseReturnValue:
    raise ERRORS[error]


@trial.form("/trial/moved/<error>")
def moved(error: str) -> ResponseReturnValue:
    form = NameForm()
    if form.validate_on_submit():
        raise ERRORS[error]
    return redirect("/elsewhere", 303)


@trial.post("/trial/flashed/<error>")
@on_refusal(flashed("trial.fill_in"))
def to_another(error: str) -> ResponseReturnValue:
    raise ERRORS[error]


def _again(refusal: Refusal, error: str) -> ResponseReturnValue:
    if error == "link":
        raise ERRORS["ended"]
    return f"{refusal.field} {refusal.message}"


@trial.post("/trial/page/<error>")
@on_refusal(_again)
def page(error: str) -> ResponseReturnValue:
    raise ERRORS[error]


@child.post("/child/<error>")
def read_by_students(error: str) -> ResponseReturnValue:
    raise ERRORS[error]


@pytest.fixture(scope="module")
def trial_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder: Path = tmp_path_factory.mktemp("instance")
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, instance_path=folder)
    app.register_blueprint(trial)
    app.register_blueprint(child)
    return app


@pytest.fixture
def client(trial_app: Flask) -> FlaskClient:
    return trial_app.test_client()


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        ("name", 422, "[&#39;Type a name.&#39;] () []"),
        ("link", 410, "() [&#39;This link is invalid or expired. Ask your administrator for a new one.&#39;] []"),
    ],
)
def test_a_form_shows_the_reason_at_its_field(client: FlaskClient, error: str, status: int, message: str) -> None:
    answer = client.post(f"/trial/{error}", data={"name": "Ana"})
    assert (answer.status_code, answer.text) == (status, message)


def test_an_invalid_form_shows_only_its_own_errors(client: FlaskClient) -> None:
    answer = client.post("/trial/link", data={"name": ""})
    assert (answer.status_code, answer.text) == (422, "[&#39;Type a name.&#39;] [] []")
    assert client.get("/trial/link").text == "() () []"


def test_a_form_without_fields_shows_the_reason_above(client: FlaskClient) -> None:
    answer = client.post("/trial/bare/ended", data={})
    assert answer.status_code == 409
    assert answer.text.count("This session has ended.") == 2


def test_before_a_form_was_accepted_there_is_an_error_page(client: FlaskClient) -> None:
    answer = client.post("/trial/early/link", data={"name": "Ana"})
    assert answer.status_code == 410
    assert "This link is invalid or expired." in answer.text


def test_a_redirect_keeps_the_message(client: FlaskClient) -> None:
    with client:
        answer = client.post("/trial/moved/ended", data={"name": "Ana"})
        assert (answer.status_code, answer.location) == (303, "/elsewhere")
        assert get_flashed_messages() == ["This session has ended. Start a new one to play again."]


def test_another_page_shows_the_message_on_top(client: FlaskClient) -> None:
    with client:
        answer = client.post("/trial/flashed/stale")
        assert (answer.status_code, answer.location) == (303, "/trial/stale")
        assert get_flashed_messages() == ["The board has changed. Check it before you play."]


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        ("stale", 409, "None The board has changed. Check it before you play."),
        ("name", 422, "name Type a name."),
        ("move", 422, "None It’s not your turn yet."),
        ("link", 409, "This session has ended."),
    ],
)
def test_a_page_of_the_area_has_the_status_of_the_error(
    client: FlaskClient, error: str, status: int, message: str
) -> None:
    answer = client.post(f"/trial/page/{error}")
    assert answer.status_code == status
    assert message in answer.text


def test_the_reader_of_the_area_chooses_the_message(client: FlaskClient) -> None:
    answer = client.post("/child/ended")
    assert answer.status_code == 409
    assert "Your class has stopped playing." in answer.text
