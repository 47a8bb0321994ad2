"""Students' sign-in: code, name, and PIN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from classroom.models import SchoolClass
from classroom.services.attendance import attendances_of
from classroom.services.open_sessions import open_session_of
from tests.factories import PIN, Cast, make_class_session, make_student
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def playing(cast: Cast) -> SchoolClass:
    """Class 7B with a session open."""
    make_class_session(cast.class_7b)
    return cast.class_7b


def test_a_fresh_installation_redirects_to_the_set_up(page: PageClient) -> None:
    assert page.get("home.show", status=303).redirect == page.url("setup.show")


def test_the_landing_page_asks_for_the_class_code(page: PageClient, cast: Cast) -> None:
    shown = page.get("home.show")
    assert shown.heading == "Join your class"
    assert shown.link("I’m a teacher") == page.url("auth.sign_in")


@pytest.mark.parametrize("write", [str, str.upper, lambda code: f" {code[:3]}-{code[3:]} "])
def test_a_code_can_be_typed_in_any_format(page: PageClient, playing: SchoolClass, write: type[str]) -> None:
    page.get("home.show")
    sent = page.submit({"code": write(playing.code)})
    assert sent.redirect == page.url("home.names", code=playing.code)


@pytest.mark.parametrize(("typed", "message"), [("zzzzzz", "No class has this code"), ("", "Type your class code")])
def test_a_wrong_code_gets_a_message_at_its_field(page: PageClient, cast: Cast, typed: str, message: str) -> None:
    page.get("home.show")
    again = page.submit({"code": typed}, status=422)
    assert message in again.text
    assert again.one("input", id="code").get("value", "") == typed


def test_a_qr_code_leads_to_the_names(page: PageClient, playing: SchoolClass) -> None:
    assert page.open(f"/?code={playing.code}", status=303).redirect == page.url("home.names", code=playing.code)


def test_names_are_shown_while_the_class_plays(page: PageClient, playing: SchoolClass, cast: Cast) -> None:
    shown = page.get("home.names", code=playing.code)
    assert shown.link("Bob") == page.url("home.pin", code=playing.code, student_id=cast.bob.id)
    assert "Charlie" not in shown.text


def test_no_name_is_shown_outside_of_lessons(page: PageClient, cast: Cast) -> None:
    shown = page.get("home.names", code=cast.class_7b.code)
    assert shown.heading == "Your class isn’t playing yet"
    assert "Bob" not in shown.html


def test_names_are_not_found_by_guessing_addresses(
    page: PageClient, new_page: Callable[[], PageClient], playing: SchoolClass
) -> None:
    for _ in range(30):
        page.get("home.names", code="zzzzzz", status=422)
    assert "Too many tries" in page.get("home.names", code="zzzzzz", status=429).text
    new_page().get("home.names", code=playing.code)


def test_a_device_that_guesses_codes_does_not_block_others(
    page: PageClient, new_page: Callable[[], PageClient], playing: SchoolClass, cast: Cast
) -> None:
    page.get("home.show")
    for number in range(32):
        page.submit({"code": "zzzzzz"}, status=422 if number < 30 else 429)
    other = new_page()
    other.get("home.show")
    other.submit({"code": playing.code})
    other.follow()
    other.get("home.pin", code=playing.code, student_id=cast.bob.id)
    assert other.submit({"pin": PIN}).redirect == page.url("play.show")


def test_the_right_pin_signs_in_and_joins(page: PageClient, playing: SchoolClass, cast: Cast) -> None:
    page.get("home.pin", code=playing.code, student_id=cast.bob.id)
    assert page.submit({"pin": PIN}).redirect == page.url("play.show")
    assert "Bob" in page.follow().text
    session = open_session_of(class_id=playing.id)
    assert session is not None
    assert [one.student_id for one in attendances_of(class_session_id=session.id)] == [cast.bob.id]


def test_a_sign_in_changes_the_secret_of_forms_and_the_first_page_sets_no_cookie(
    page: PageClient, playing: SchoolClass, cast: Cast
) -> None:
    page.get("home.pin", code=playing.code, student_id=cast.bob.id)
    before = secret_of_forms(page)
    page.submit({"pin": PIN})
    after = secret_of_forms(page)
    assert after
    assert after != before
    shown = page.follow()
    assert "csrf_token" in shown.html
    assert "Set-Cookie" not in shown.headers
    assert secret_of_forms(page) == after


def secret_of_forms(page: PageClient) -> str | None:
    """Return the secret in the session cookie from which the tokens of forms are made."""
    with page.browser.session_transaction() as cookie:
        return cookie.get("csrf_token")


def test_a_wrong_pin_gets_a_message_and_the_sixth_is_refused(
    page: PageClient, playing: SchoolClass, cast: Cast
) -> None:
    page.get("home.pin", code=playing.code, student_id=cast.bob.id)
    for _ in range(5):
        assert "Check your card and try again." in page.submit({"pin": "0000"}, status=422).text
    assert "Wait 15 minutes" in page.submit({"pin": PIN}, status=429).text
    page.get("play.show", status=303)


def test_after_a_wrong_pin_the_field_is_empty(page: PageClient, playing: SchoolClass, cast: Cast) -> None:
    page.get("home.pin", code=playing.code, student_id=cast.bob.id)
    assert page.submit({"pin": "0000"}, status=422).form().fields["pin"] == ""


def test_a_student_without_a_card_cannot_sign_in(page: PageClient, playing: SchoolClass) -> None:
    student = make_student("Nia", school_class=playing, pin=None)
    page.get("home.pin", code=playing.code, student_id=student.id)
    assert "no login card" in page.submit({"pin": "1234"}, status=409).text


def test_a_student_of_another_class_is_not_found(page: PageClient, playing: SchoolClass, cast: Cast) -> None:
    page.get("home.pin", code=playing.code, student_id=cast.charlie.id, status=404)
    page.post("home.pin", {"pin": PIN}, code=playing.code, student_id=cast.charlie.id, status=404)
    page.get("home.pin", code=playing.code, student_id="unknown", status=404)


def test_a_pin_works_only_during_lessons(page: PageClient, cast: Cast) -> None:
    page.post("home.pin", {"pin": PIN}, code=cast.class_7b.code, student_id=cast.bob.id, status=409)


def test_a_pin_may_be_typed_in_groups(page: PageClient, playing: SchoolClass, cast: Cast) -> None:
    page.get("home.pin", code=playing.code, student_id=cast.bob.id)
    page.submit({"pin": f"{PIN[:3]} {PIN[3:]}"})


def test_the_back_button_leads_signed_in_people_to_their_own_page(
    page: PageClient, playing: SchoolClass, cast: Cast
) -> None:
    other = make_student(school_class=playing)
    page.get("home.pin", code=playing.code, student_id=cast.bob.id)
    page.submit({"pin": PIN})
    pages: tuple[tuple[str, dict[str, Any]], ...] = (
        ("home.show", {}),
        ("home.names", {"code": playing.code}),
        ("home.pin", {"code": playing.code, "student_id": cast.bob.id}),
    )
    for endpoint, values in pages:
        assert page.get(endpoint, status=303, **values).redirect == page.url("play.show")
    page.get("home.pin", code=playing.code, student_id=other.id)
    assert page.submit({"pin": PIN}, form=other.id).redirect == page.url("play.show"), "a classmate may take over"


def test_without_any_cookie_the_page_says_that_cookies_are_blocked(
    page: PageClient, playing: SchoolClass, cast: Cast
) -> None:
    addresses = {page.url("home.find_class"), page.url("auth.sign_in"), page.url("home.use_card")}
    for address in {*addresses, page.url("home.pin", code=playing.code, student_id=cast.bob.id)}:
        blocked = page.app.test_client(use_cookies=False)
        blocked.get(address)
        answer = blocked.post(address, data={"csrf_token": "shown on the page", "code": playing.code})
        assert answer.status_code == 400
        assert "Cookies are blocked" in answer.text
        assert "Allow cookies for this site" in answer.text


def test_an_expired_page_is_distinguished_from_blocked_cookies(page: PageClient, playing: SchoolClass) -> None:
    page.get("home.show")
    page.browser.delete_cookie("classroom")
    answer = page.browser.post(page.url("home.find_class"), data={"csrf_token": "old", "code": playing.code})
    assert answer.status_code == 400
    assert "This page is too old" in answer.text


@pytest.mark.parametrize(("endpoint", "door"), [("play.move", "home.show"), ("sessions.pause", "auth.sign_in")])
def test_forms_of_people_without_cookies_say_that_they_must_sign_in(page: PageClient, endpoint: str, door: str) -> None:
    values = {"class_session_id": "0" * 12} if endpoint.startswith("sessions") else {}
    stranger = page.app.test_client(use_cookies=False)
    answer = stranger.post(page.url(endpoint, **values), data={"csrf_token": "old"})
    assert answer.status_code == 400
    assert "Please sign in first." in answer.text
    answer = stranger.post(page.url(endpoint, **values), data={"csrf_token": "old"}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == page.url(door)


def test_anyone_who_is_signed_in_is_sent_to_their_own_page(page: PageClient, cast: Cast) -> None:
    assert page.sign_in(cast.bob).get("home.show", status=303).redirect == page.url("play.show")
    assert page.sign_in(cast.alice).get("home.show", status=303).redirect == page.url("classes.index")
