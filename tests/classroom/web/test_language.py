from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from flask import g
from wtforms import SelectField, SelectMultipleField, StringField
from wtforms.validators import DataRequired

from classroom.database import db
from classroom.i18n import LANGUAGES, PSEUDO_LANGUAGES, language_of_tag
from classroom.i18n.catalogs import translations_of
from classroom.live import get_bus, student_topic
from classroom.services.classes.roster import rename_student
from classroom.services.classes.support import SupportSettings, set_support
from classroom.web.forms import Form
from tests.factories import PIN, make_class_session

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


def language_of(shown: Page) -> str | None:
    return shown.one("html").get("lang")


@pytest.mark.parametrize(
    ("wanted", "tag"),
    [("es-MX,es;q=0.9,en;q=0.5", "es"), ("en-US,es;q=0.8", "en"), ("fr", "en"), ("", "en"), ("fr,es-419;q=0.1", "es")],
)
def test_sign_in_is_in_the_browsers_language(page: PageClient, cast: Cast, wanted: str, tag: str) -> None:
    page.headers["Accept-Language"] = wanted
    assert language_of(page.get("home.show")) == tag


def test_every_language_has_its_catalog() -> None:
    texts = [translations_of(language).ugettext("Same as browser") for language in (*LANGUAGES, *PSEUDO_LANGUAGES)]
    assert texts[:2] == ["Same as browser", "El del navegador"]
    assert texts[2].startswith("⟦")
    assert texts[3].startswith("\N{RIGHT-TO-LEFT OVERRIDE}")


@pytest.mark.parametrize("tag", ["en-XA", "tlh", ""])
def test_only_languages_of_the_app_can_be_chosen(page: PageClient, cast: Cast, tag: str) -> None:
    page.post("display.choose_language", {"language": tag}, status=400)
    assert language_of(page.get("home.show")) == "en"


def test_a_choice_before_sign_in_is_kept_for_the_student(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b)
    shown = page.get("home.show")
    page.submit({"language": "es"}, form="/language", page=shown)
    assert language_of(page.follow()) == "es"
    page.post("home.pin", {"pin": PIN}, code=cast.class_7b.code, student_id=cast.bob.id)
    assert language_of(page.follow()) == "es"
    db.session.expire_all()
    assert cast.bob.language == "es"


def test_the_next_student_on_a_device_does_not_get_the_language_of_the_one_before(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b)
    page.post("display.choose_language", {"language": "es"})
    page.post("home.pin", {"pin": PIN}, code=cast.class_7b.code, student_id=cast.bob.id)
    page.post("auth.sign_out")
    assert language_of(page.get("home.show")) == "en"


def test_a_teacher_chooses_a_language_on_the_account_page(page: PageClient, cast: Cast) -> None:
    account = page.sign_in(cast.alice).get("account.show")
    assert account.form("/language").fields["language"] == "en"
    page.submit({"language": "es"}, form="/language", page=account)
    account = page.follow()
    assert (account.heading, language_of(account)) == ("Su cuenta", "es")
    assert account.form("/language").fields["language"] == "es"
    db.session.expire_all()
    assert cast.alice.language == "es"


class ColorForm(Form):
    """A form with WTForms' own messages."""

    color = SelectField(choices={"violet": "Violet"})
    name = StringField(validators=[DataRequired()])
    others = SelectMultipleField(choices={"blue": "Blue"})


@pytest.mark.parametrize(
    ("tag", "choice", "name"),
    [
        ("en", "Choose one of the options on this page.", "This field is required."),
        ("es", "Elija una de las opciones de esta página.", "Este campo es obligatorio."),
    ],
)
def test_messages_of_wtforms_are_in_the_language_of_the_page(app: Flask, tag: str, choice: str, name: str) -> None:
    with app.test_request_context(method="POST", data={"color": "pink", "others": ["red", "pink"]}):
        g.language = language_of_tag(tag)
        form = ColorForm(meta={"csrf": False})
        assert not form.validate()
    assert form.errors == {"color": [choice], "name": [name], "others": [choice]}


def test_an_open_page_reloads_when_its_student_gets_another_language(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.bob)
    assert language_of(page.get("play.show")) == "en"
    page.headers["X-Page-Language"] = "en"
    assert "HX-Refresh" not in page.get("play.fragment", htmx=True).headers
    set_support(class_id=cast.class_7b.id, settings={cast.bob.id: SupportSettings(language="es")})
    assert page.get("play.fragment", htmx=True, status=204).headers["HX-Refresh"] == "true"
    assert language_of(page.get("play.show")) == "es"


def test_an_open_page_reloads_when_its_student_gets_another_name(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.bob)
    shown = page.get("play.show")
    page.headers |= json.loads(shown.one("body").get("hx-headers:inherited") or "")
    assert "HX-Refresh" not in page.get("play.fragment", htmx=True).headers
    ear = get_bus().subscribe(student_topic(cast.bob.id))
    rename_student(student_id=cast.bob.id, name="Roberto")
    assert ear.wait(0)
    assert page.get("play.fragment", htmx=True, status=204).headers["HX-Refresh"] == "true"


def test_a_teacher_sets_the_language_of_a_student(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id)
    page.submit({f"language-{cast.bob.id}": "es"}, form="/support", page=shown)
    db.session.expire_all()
    assert cast.bob.language == "es"
