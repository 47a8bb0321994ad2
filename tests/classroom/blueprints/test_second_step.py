"""Signing in with a code, turning that on and off, and the list of one's sign-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyotp
import pytest

from classroom import clock
from classroom.database import db
from classroom.models import LoginSession
from classroom.services.accounts import logins, teachers, two_factor
from tests.factories import PASSWORD

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
RIGHT = {"name": "Alice Okafor", "password": PASSWORD}


def code_now(secret: str = SECRET) -> str:
    return pyotp.TOTP(secret).at(int(clock.now().timestamp()))


@pytest.fixture
def with_codes(cast: Cast, frozen_clock: FrozenClock) -> Cast:
    cast.alice.totp_secret = SECRET
    db.session.commit()
    return cast


def test_the_password_alone_signs_no_one_in(page: PageClient, with_codes: Cast) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    assert page.follow().heading == "Enter your code"
    page.get("classes.index", status=303)
    assert db.session.query(LoginSession).count() == 0


def test_the_code_is_the_second_step(page: PageClient, with_codes: Cast) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.follow()
    page.submit({"code": "000000"}, status=422)
    page.submit({"code": code_now()})
    assert page.follow().heading == "Your classes"


def test_an_expired_sign_in_leads_back_after_the_code(
    page: PageClient, with_codes: Cast, frozen_clock: FrozenClock
) -> None:
    page.sign_in(with_codes.alice).get("classes.index")
    frozen_clock.move_on(minutes=31)
    page.get("classes.show", class_id=with_codes.class_7b.id, status=303)
    page.follow()
    page.submit(RIGHT)
    page.follow()
    page.submit({"code": "000000"}, status=422)
    assert page.submit({"code": code_now()}).redirect == page.url("classes.show", class_id=with_codes.class_7b.id)


def test_the_second_step_requires_the_first(page: PageClient, with_codes: Cast) -> None:
    page.get("auth.second_step", status=303)
    page.post("auth.second_step", {"code": code_now()})
    assert page.follow().heading == "Sign in"
    page.get("auth.sign_in")
    page.submit({**RIGHT, "password": "wrong"}, status=422)
    page.post("auth.second_step", {"code": code_now()})
    assert page.follow().heading == "Sign in"


def test_the_first_step_is_valid_for_five_minutes(
    page: PageClient, with_codes: Cast, frozen_clock: FrozenClock
) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.follow()
    frozen_clock.move_on(minutes=5, seconds=1)
    page.submit({"code": code_now()})
    assert page.follow().heading == "Sign in"


def test_changing_the_password_ends_the_first_step(page: PageClient, with_codes: Cast) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.follow()
    teachers.change_password(teacher_id=with_codes.alice.id, old=PASSWORD, new="eight yellow zebras")
    page.submit({"code": code_now()})
    assert page.follow().heading == "Sign in"


def test_guessing_codes_is_limited(page: PageClient, with_codes: Cast) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.follow()
    for _ in range(5):
        page.submit({"code": "000000"}, status=422)
    page.submit({"code": code_now()}, status=429)
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.follow()
    page.submit({"code": code_now()}, status=429)


def test_a_teacher_deleted_between_the_steps_cannot_sign_in(page: PageClient, with_codes: Cast) -> None:
    page.get("auth.sign_in")
    page.submit(RIGHT)
    page.follow()
    db.session.delete(with_codes.alice)
    db.session.commit()
    page.submit({"code": "000000"})
    assert page.follow().heading == "Sign in"


def test_turning_on_requires_a_code_and_turning_off_the_password(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock
) -> None:
    page.sign_in(cast.alice).get("account.show")
    shown = page.get("account.two_factor_on")
    secret = "".join("".join(shown.one("code").itertext()).split())
    assert shown.one("img").get("src", "").startswith("data:image/svg+xml")
    again = page.submit({"code": "000000"}, form="/codes", status=422)
    assert "".join("".join(again.one("code").itertext()).split()) == secret
    page.submit({"code": code_now(secret)}, form="/codes")
    assert "Two-step verification is on" in page.follow().text
    db.session.expire_all()
    kept = cast.alice.totp_secret
    assert kept is not None
    assert secret not in kept
    with page.browser.session_transaction() as cookie:
        assert kept not in str(dict(cookie))
    page.get("account.two_factor_on", status=303)
    page.get("account.two_factor_off")
    page.submit({"own_password": "wrong"}, form="/off", status=422)
    page.submit({"own_password": PASSWORD}, form="/off")
    db.session.expire_all()
    assert cast.alice.totp_secret is None


def test_someone_at_an_open_page_cannot_lock_the_teacher_out(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock
) -> None:
    page.sign_in(cast.alice)
    frozen_clock.move_on(minutes=11)
    shown = page.get("account.two_factor_on")
    secret = "".join("".join(shown.one("code").itertext()).split())
    refused = page.submit({"code": code_now(secret), "own_password": "a guess"}, form="/codes", status=422)
    assert "own_password-error" in (refused.one("input", id="own_password").get("aria-describedby") or "")
    page.submit({"code": "000000", "own_password": PASSWORD}, form="/codes", status=422)
    assert cast.alice.totp_secret is None
    page.submit({"code": code_now(secret), "own_password": PASSWORD}, form="/codes")
    db.session.expire_all()
    assert cast.alice.totp_secret is not None


def test_without_a_password_someone_must_have_just_signed_in(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock
) -> None:
    cast.alice.password_hash = None
    db.session.commit()
    page.sign_in(cast.alice)
    assert page.get("account.two_factor_on").all("form", action=page.url("account.two_factor_on"))
    frozen_clock.move_on(minutes=11)
    shown = page.get("account.two_factor_on")
    assert "Your account has no password yet" in shown.text
    assert not shown.all("form", action=page.url("account.two_factor_on"))


def test_an_administrator_sees_the_command_that_helps(page: PageClient, cast: Cast) -> None:
    command = 'python3 run.py reset-password "Alice Okafor"'
    for is_administrator in (False, True):
        cast.alice.is_administrator = is_administrator
        db.session.commit()
        shown = page.sign_in(cast.alice).get("account.two_factor_on").text
        assert (command in shown) is is_administrator
        assert ("ask your administrator for a reset link" in shown) is not is_administrator


def test_a_server_without_its_key_explains_what_to_do(page: PageClient, cast: Cast) -> None:
    cast.alice.totp_secret = two_factor.new_seed(server_key=b"the key of the server until yesterday")
    db.session.commit()
    page.get("auth.sign_in")
    assert "Ask your administrator for a reset link" in page.submit(RIGHT, status=409).text
    assert db.session.query(LoginSession).count() == 0


def test_teachers_can_list_their_sign_ins_and_end_the_others(page: PageClient, cast: Cast) -> None:
    elsewhere = logins.start_login(teacher_id=cast.alice.id)
    doras = logins.start_login(teacher_id=cast.dora.id)
    account = page.sign_in(cast.alice).get("account.show")
    assert account.text.count("Another browser") == 1
    assert account.text.count("This browser Signed in") == 1
    page.submit(form="/sign-out-elsewhere")
    assert "Another browser" not in page.follow().text
    assert logins.find_login(token=elsewhere) is None
    assert logins.find_login(token=doras) is not None
