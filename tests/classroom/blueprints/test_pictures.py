"""Signing in with pictures without JavaScript: one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flask import render_template_string

from classroom.models.student import SecretKind
from classroom.services.accounts.card_secrets import PICTURES
from tests.factories import make_class_session, make_student

if TYPE_CHECKING:
    from flask import Flask

    from classroom.models import Student
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

MINE = ("sun", "key", "boat", "cat")


@pytest.fixture
def ana(cast: Cast) -> Student:
    """Ana, whose class has an open session."""
    make_class_session(cast.class_7b)
    return make_student("Ana", school_class=cast.class_7b, pin=" ".join(MINE), secret_kind=SecretKind.PICTURES)


@pytest.fixture
def shown(page: PageClient, cast: Cast, ana: Student) -> PageClient:
    """Ana's page of pictures."""
    page.get("home.pin", code=cast.class_7b.code, student_id=ana.id)
    return page


def tap(page: PageClient, *pictures: str, status: int = 200) -> Page:
    """Tap pictures, each on the page that followed the previous tap."""
    assert page.last is not None
    for number, picture in enumerate(pictures):
        form = page.last.form()
        kept = form.fields.get("pictures", [])
        kept = [kept] if isinstance(kept, str) else kept
        is_last = number == len(pictures) - 1
        page.send(form, {"pictures": [*kept, picture]}, status=status if is_last else 200)
        assert page.last is not None
    return page.last


def test_four_taps_sign_in(shown: PageClient) -> None:
    assert tap(shown, *MINE, status=303).redirect == shown.url("play.show")
    assert "Ana" in shown.follow().text


def test_the_page_counts_the_chosen_pictures(shown: PageClient) -> None:
    assert shown.last is not None
    assert "0 of 4" in shown.last.text
    assert "2 of 4" in tap(shown, "sun", "key").text


def test_tapping_a_picture_twice_counts_once(shown: PageClient) -> None:
    assert "1 of 4" in tap(shown, "sun", "sun").text
    tap(shown, *MINE[1:], status=303)


@pytest.mark.parametrize("wrong", [("key", "sun", "boat", "cat"), ("bell", "cup", "fish", "heart"), (*MINE[:3], "cup")])
def test_wrong_pictures_are_not_identified(shown: PageClient, wrong: tuple[str, ...]) -> None:
    again = tap(shown, *wrong, status=422)
    assert "Check your card and try again." in again.text
    assert "0 of 4" in again.text
    assert [one for one in again.all("button") if one.get("aria-disabled")] == []


def test_starting_again_forgets_the_chosen_pictures(shown: PageClient, ana: Student) -> None:
    again = tap(shown, "sun", "key").link("Start again")
    assert again == shown.url("home.pin", code=ana.school_class.code, student_id=ana.id)
    assert "0 of 4" in shown.open(again).text


def test_the_sixth_try_is_refused(shown: PageClient) -> None:
    for _ in range(5):
        tap(shown, "bell", "cup", "fish", "heart", status=422)
    assert "Too many tries" in tap(shown, *MINE, status=429).text


def test_unknown_pictures_are_ignored(page: PageClient, cast: Cast, ana: Student) -> None:
    address: dict[str, Any] = {"code": cast.class_7b.code, "student_id": ana.id}
    for nonsense in (["", "\0", "<b>", "x" * 5_000], list(PICTURES[:3]) * 50, []):
        assert " of 4" in page.post("home.pin", {"pictures": nonsense}, status=200, **address).text
    page.post("home.pin", {"pin": "1234"}, status=200, **address)
    page.post("home.pin", {"pictures": [*MINE, *PICTURES]}, status=303, **address)


def test_all_pictures_are_different(app: Flask) -> None:
    source = '{% from "macros/pictures.html" import picture %}{{ picture(name) }}'
    with app.test_request_context():
        drawn = {name: render_template_string(source, name=name) for name in (*PICTURES, "nothing")}
    assert len(set(drawn.values())) == len(PICTURES) + 1
    assert len(PICTURES) == 16
