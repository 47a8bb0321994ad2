from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from itsdangerous import URLSafeTimedSerializer

from classroom.services.accounts import logins, rate_limit, teachers
from tests.factories import PASSWORD, make_login_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

RIGHT = {"name": "Alice Okafor", "password": PASSWORD}
WRONG = {"name": "Alice Okafor", "password": "wrong"}


def test_signing_in_leads_to_the_classes(page: PageClient, cast: Cast) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    classes = page.follow()
    assert classes.heading == "Your classes"
    assert "Alice Okafor" in classes.text


def test_the_name_can_be_typed_at_once(page: PageClient, cast: Cast) -> None:
    assert page.get("auth.sign_in").one("input", id="name").get("autofocus") is not None
    answer = page.submit(WRONG, status=422)
    assert answer.one("input", id="name").get("autofocus") is None
    assert answer.one("input", id="password").get("autofocus") is not None


@pytest.mark.parametrize(
    "typed", [WRONG, {"name": "Unknown", "password": PASSWORD}, {"name": "A\0lice", "password": "x" * 5_000}]
)
def test_a_wrong_password_and_an_unknown_name_look_alike(page: PageClient, cast: Cast, typed: dict[str, str]) -> None:
    page.get("auth.sign_in")
    answer = page.submit(typed, status=422)
    assert answer.heading == "Sign in"
    assert answer.title.startswith("Please check: ")
    assert "Wrong name or password." in answer.text


@pytest.mark.parametrize("field", ["name", "password"])
def test_name_and_password_are_required(page: PageClient, cast: Cast, field: str) -> None:
    page.get("auth.sign_in")
    assert page.submit({**RIGHT, field: ""}, status=422).one("p", id=f"{field}-error") is not None


def test_guessing_blocks_only_the_guessing_device(
    page: PageClient, new_page: Callable[[], PageClient], cast: Cast, frozen_clock: FrozenClock
) -> None:
    page.get("auth.sign_in")
    for _ in range(rate_limit.PASSWORD.failures):
        page.submit(WRONG, status=422)
    assert "on this device" in page.submit(RIGHT, status=429).text
    other = new_page()
    other.get("auth.sign_in")
    other.submit(RIGHT)
    frozen_clock.move_on(minutes=15)
    page.submit(RIGHT)


def test_a_new_sign_in_gets_a_new_session(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.bob)
    with page.browser.session_transaction() as cookie:
        before = cookie["_user_id"]
    page.get("auth.sign_in")
    page.submit(RIGHT, form="/sign-in")
    with page.browser.session_transaction() as cookie:
        assert cookie["_user_id"] != before
    assert logins.find_login(token=before) is None


def test_anyone_who_is_signed_in_is_sent_to_the_classes(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("auth.sign_in", status=303)
    assert page.follow().heading == "Your classes"


def test_signing_out_ends_it_on_the_server_and_deletes_the_cookie(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("classes.index")
    with page.browser.session_transaction() as cookie:
        token = cookie["_user_id"]
    answer = page.submit(form="/sign-out")
    assert logins.find_login(token=token) is None
    assert "classroom=;" in answer.headers["Set-Cookie"]
    assert page.follow().heading == "Sign in"
    with page.browser.session_transaction() as cookie:
        cookie["_user_id"] = token  # a copy of the cookie
    page.get("classes.index", status=303)


def test_a_student_signs_out_to_the_front_page(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.bob).post("auth.sign_out")
    assert page.last is not None
    assert page.last.redirect == page.url("home.show")


def test_signing_out_twice_is_harmless(page: PageClient, cast: Cast) -> None:
    page.post("auth.sign_out")
    page.post("auth.sign_out")


def test_a_link_signs_no_one_out(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice).get("auth.sign_out", status=405)
    page.get("classes.index")


def test_teachers_pages_redirect_to_the_sign_in_page(page: PageClient, cast: Cast) -> None:
    page.get("classes.show", class_id=cast.class_7b.id, status=303)
    assert "Please sign in first." in page.follow().text


def test_a_sign_in_expires_after_an_idle_hour(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> None:
    page.sign_in(cast.alice).get("classes.index")
    frozen_clock.move_on(minutes=60)
    page.get("classes.index", status=303)


def test_an_expired_sign_in_leads_back_to_the_page(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> None:
    wanted = page.url("classes.add_students", class_id=cast.class_7b.id)
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    frozen_clock.move_on(minutes=31)
    page.submit({"names": "Hana"}, form="/students")
    assert "You were signed out, so nothing was saved." in page.follow().text
    assert page.submit(RIGHT).redirect == wanted
    frozen_clock.move_on(minutes=31)
    page.get("classes.show", class_id=cast.class_7b.id, status=303)
    page.follow()
    page.submit(WRONG, status=422)
    assert page.submit(RIGHT).redirect == page.url("classes.show", class_id=cast.class_7b.id)


@pytest.mark.parametrize("endpoint", ["classes.archive", "reports.school_class_csv"])
def test_only_pages_are_opened_after_signing_in(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock, endpoint: str
) -> None:
    page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    frozen_clock.move_on(minutes=31)
    send = page.post if endpoint == "classes.archive" else page.get
    send(endpoint, class_id=cast.class_7b.id, status=303)
    page.follow()
    assert page.submit(RIGHT).redirect == page.url("classes.index")


def test_another_teacher_and_a_signed_out_one_start_at_their_classes(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock
) -> None:
    page.sign_in(cast.dora).get("classes.index")
    frozen_clock.move_on(minutes=31)
    page.get("classes.add_students", class_id=cast.class_7b.id, status=303)
    page.follow()
    assert page.submit(RIGHT).redirect == page.url("classes.index")
    page.post("auth.sign_out")
    page.get("classes.show", class_id=cast.class_7b.id, status=303)
    page.follow()
    assert page.submit(RIGHT).redirect == page.url("classes.index")


def test_strangers_cannot_lock_a_teacher_out_of_a_known_device(
    page: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.post("auth.sign_out")
    for number in range(60):
        new_page().post("auth.sign_in", WRONG, status=422 if number < 30 else 429)
    new_page().post("auth.sign_in", RIGHT, status=429)
    page.get("auth.sign_in")
    for _ in range(9):
        page.submit(WRONG, status=422)
    page.submit(RIGHT)
    assert page.follow().heading == "Your classes"


def test_a_known_device_guesses_no_more_often_and_only_for_its_own_teacher(page: PageClient, cast: Cast) -> None:
    page.get("auth.sign_in")
    page.submit({"name": "Alice Okafor", "password": PASSWORD})
    page.post("auth.sign_out")
    for name in ("Alice Okafor", "Dora Lind"):
        for _ in range(10):
            page.get("auth.sign_in")
            page.submit({"name": name, "password": "wrong"}, status=422)
        page.get("auth.sign_in")
        page.submit({"name": name, "password": PASSWORD}, status=429)


def test_strangers_cannot_block_a_password_confirmation(
    page: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    stranger = new_page()
    for _ in range(10):
        stranger.get("auth.sign_in")
        stranger.submit({"name": "Alice Okafor", "password": "wrong"}, status=422)
    teachers.confirm_password(teacher_id=cast.alice.id, password=PASSWORD)


def test_devices_known_to_an_earlier_version_stay_known(page: PageClient, cast: Cast) -> None:
    note = URLSafeTimedSerializer(page.app.secret_key or "", salt="known-device").dumps([cast.alice.id, "0a1b2c"])
    page.browser.set_cookie("device", str(note))
    for _ in range(40):
        make_login_failure(f"teacher:{cast.alice.id}")
    page.get("auth.sign_in")
    page.submit(RIGHT)


@pytest.mark.parametrize("note", ["nonsense", "WzEsMl0.x.y", ""])
def test_a_forged_device_cookie_is_ignored(page: PageClient, cast: Cast, note: str) -> None:
    page.browser.set_cookie("device", note)
    page.get("auth.sign_in")
    page.submit({"name": "Alice Okafor", "password": PASSWORD})
    assert page.follow().heading == "Your classes"
