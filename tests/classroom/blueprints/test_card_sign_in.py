"""Signing in with a card's QR code, without the scanner in the browser."""

from __future__ import annotations

import pytest

from classroom.models import SchoolClass
from classroom.services.accounts.login_cards import new_cards, revoke_card
from classroom.services.attendance import attendances_of
from classroom.services.classes.school_classes import archive_class
from classroom.services.open_sessions import open_session_of
from tests.factories import Cast, make_class_session, make_student
from tests.page import Page
from tests.page_client import PageClient


@pytest.fixture
def playing(cast: Cast) -> SchoolClass:
    """Class 7B with a session open."""
    make_class_session(cast.class_7b)
    return cast.class_7b


@pytest.fixture
def token(cast: Cast) -> str:
    """The token in the QR code of Bob's card."""
    return new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])[0].token


def use(page: PageClient, token: str, *, status: int = 303) -> Page:
    page.get("home.card")
    return page.submit({"token": token}, form="/card", status=status)


def test_a_card_signs_in_and_joins(page: PageClient, playing: SchoolClass, cast: Cast, token: str) -> None:
    assert use(page, token).redirect == page.url("play.show")
    assert "Bob" in page.follow().text
    session = open_session_of(class_id=playing.id)
    assert session is not None
    assert [one.student_id for one in attendances_of(class_session_id=session.id)] == [cast.bob.id]


def test_a_script_gets_the_address_to_open(page: PageClient, playing: SchoolClass, token: str) -> None:
    answer = page.post("home.use_card", {"token": token}, htmx=True, status=204)
    assert answer.headers["HX-Redirect"] == page.url("play.show")


def test_unknown_and_revoked_cards_get_the_same_refusal(
    page: PageClient, playing: SchoolClass, cast: Cast, token: str
) -> None:
    revoke_card(student_id=cast.bob.id)
    answers = {use(page, wrong, status=422).text for wrong in (token, "x" * 24, "", "\u202e", "x" * 5_000)}
    assert len(answers) == 1
    assert "Ask for a new one." in answers.pop()
    page.get("play.show", status=303)


def test_a_card_of_an_archived_class_says_so(page: PageClient, cast: Cast, token: str) -> None:
    archive_class(class_id=cast.class_7b.id)
    assert "This class is closed. Ask your teacher" in use(page, token, status=409).text
    assert "archived" not in use(page, "x" * 24, status=422).text
    revoke_card(student_id=cast.bob.id)
    assert "archived" not in use(page, token, status=422).text


def test_a_card_waits_until_its_class_is_playing(page: PageClient, cast: Cast, token: str) -> None:
    shown = page.post("home.use_card", {"token": token}, htmx=True, status=409)
    assert "Hi, Bob!" in shown.text
    assert "Keep this page open" in shown.text
    assert token not in shown.html
    page.get("play.show", status=303)
    make_class_session(cast.class_7b)
    page.post("home.use_card", {"token": token}, htmx=True, status=204)


def test_another_card_signs_in_its_own_student(page: PageClient, playing: SchoolClass, cast: Cast, token: str) -> None:
    ana = make_student("Ana", school_class=playing)
    page.sign_in(ana)
    use(page, token)
    shown = page.follow().text
    assert "Bob\u2069 is signed in" in shown
    assert "Ana\u2069 was signed out" in shown


def test_scanning_the_same_card_again_is_silent(page: PageClient, playing: SchoolClass, cast: Cast, token: str) -> None:
    page.sign_in(cast.bob)
    use(page, token)
    assert "signed out" not in page.follow().text


def test_a_signed_in_teacher_has_to_confirm(page: PageClient, cast: Cast) -> None:
    asks = "template"
    assert not any("data-card-asks" in one.attrib for one in page.get("home.card").all(asks))
    shown = page.sign_in(cast.alice).get("home.card")
    assert any("data-card-asks" in one.attrib for one in shown.all(asks))


def test_other_sites_cannot_post_a_card(page: PageClient, playing: SchoolClass, token: str) -> None:
    page.post("home.use_card", {"token": token, "csrf_token": ""}, status=400)


def test_the_card_page_explains_what_to_do_without_a_card(page: PageClient, cast: Cast) -> None:
    shown = page.get("home.card")
    assert shown.heading == "Your login card"
    assert shown.link("Type class code") == page.url("home.show")


def test_only_the_scanning_page_may_use_the_camera(page: PageClient, cast: Cast) -> None:
    assert page.get("home.scan").headers["Permissions-Policy"].startswith("camera=(self)")
    for endpoint in ("home.card", "home.show"):
        assert page.get(endpoint).headers["Permissions-Policy"].startswith("camera=()")
