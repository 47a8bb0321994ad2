"""Signing in by the school's own service, against a provider of our own in a thread."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import RSAKey

from classroom.database import db
from classroom.models import Teacher
from classroom.oidc_settings import OidcService
from classroom.services.accounts import connections, invitations
from tests.classroom.sso.provider import CLIENT_ID, CLIENT_SECRET, Provider
from tests.classroom.sso.steering import come_back, go
from tests.factories import PASSWORD, make_cast
from tests.page_client import PageClient

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.factories import Cast

UNKNOWN = "No account here is connected to this sign-in. Ask your administrator for an invitation."
FAILED = "School sign-in didn’t work."


def connect(teacher: Teacher, provider: Provider) -> None:
    connections.connect(teacher_id=teacher.id, subject=f"{provider.issuer} {provider.subject}")


def test_a_connected_teacher_signs_in(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.alice, provider)
    page.get("auth.sign_in").link("Sign in with Northside Login")
    assert come_back(page, go(page, provider), status=303) == page.url("classes.index")
    assert page.get("classes.index").heading == "Your classes"


def test_only_the_subject_is_stored(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.alice, provider)
    come_back(page, go(page, provider), status=303)
    db.session.expire_all()
    assert cast.alice.name == "Alice Okafor"
    with page.browser.session_transaction() as cookie:
        assert {key.partition("_school")[0] for key in cookie} <= {"_user_id", "_fresh", "_id", "csrf_token"}


def test_someone_unknown_is_sent_to_the_administrator(page: PageClient, provider: Provider, cast: Cast) -> None:
    assert UNKNOWN in come_back(page, go(page, provider), status=403)
    page.get("classes.index", status=303)


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"aud": "another-app"},
        {"aud": "another-app", "azp": CLIENT_ID},
        {"aud": ["another-app", "and-another"]},
        {"aud": None},
        {"iss": "http://127.0.0.1:9/"},
        {"exp": 1_700_003_600, "iat": 1_700_000_000},  # of the year 2023
        {"exp": None},
        {"sub": None},
        {"sub": ""},
        {"sub": "s" * 300},
    ],
    ids=str,
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(
    page: PageClient, provider: Provider, cast: Cast, claims: dict[str, Any]
) -> None:
    connect(cast.alice, provider)
    provider.claims = claims
    assert FAILED in come_back(page, go(page, provider), status=422)
    page.get("classes.index", status=303)


def test_a_token_with_another_signature_is_refused(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.alice, provider)
    provider.signs_with = RSAKey.generate_key(2048, {"kid": "first"})
    assert FAILED in come_back(page, go(page, provider), status=422)


@pytest.mark.parametrize("metadata", [["a list"], "text", 17, {"issuer": ["a list"]}, {"issuer": "x"}], ids=str)
def test_invalid_responses_of_the_service_get_a_message(page: PageClient, provider: Provider, metadata: object) -> None:
    provider.metadata = metadata
    page.get("sso.sign_in", status=422)


def test_coming_back_twice_signs_no_one_in(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.alice, provider)
    address = go(page, provider)
    come_back(page, address, status=303)
    page.post("auth.sign_out")
    assert FAILED in come_back(page, address, status=422)
    page.get("classes.index", status=303)


def test_someone_elses_return_address_is_useless(
    page: PageClient, school_app: Flask, provider: Provider, cast: Cast
) -> None:
    connect(cast.alice, provider)
    address = go(page, provider)
    other = PageClient(school_app)
    assert FAILED in come_back(other, address, status=422)
    other.get("sso.sign_in", status=302)
    assert FAILED in come_back(other, address, status=422)


@pytest.mark.parametrize(
    "query", ["", "?code=x", "?state=x", "?code=x&state=signin-x", "?error=access_denied&error_description=no"]
)
def test_invalid_requests_get_a_message(page: PageClient, provider: Provider, query: str) -> None:
    assert FAILED in come_back(page, page.url("sso.callback") + query, status=422)


def test_a_state_is_valid_for_its_purpose_only(page: PageClient, provider: Provider, cast: Cast) -> None:
    page.sign_in(cast.alice)
    address = go(page, provider)
    assert FAILED in come_back(page, address.replace("state=signin-", "state=connect-"), status=422)
    db.session.expire_all()
    assert cast.alice.oidc_subject is None


def test_two_step_verification_applies_here_too(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.alice, provider)
    cast.alice.totp_secret = "JBSWY3DPEHPK3PXP"
    db.session.commit()
    assert come_back(page, go(page, provider), status=303) == page.url("auth.second_step")
    page.get("classes.index", status=303)


def test_a_deactivated_teacher_stays_out(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.alice, provider)
    cast.alice.disabled_at = cast.alice.created_at
    db.session.commit()
    assert "This account is deactivated." in come_back(page, go(page, provider), status=403)


def test_an_account_is_connected_after_the_password(page: PageClient, provider: Provider, cast: Cast) -> None:
    page.sign_in(cast.alice).get("sso.connect", status=303)
    page.follow()
    page.submit({"own_password": "wrong"}, form="/account/connect", status=422)
    page.submit({"own_password": PASSWORD}, form="/account/connect")
    assert page.follow().link("Continue to Northside Login") == page.url("sso.connect", service=1)
    come_back(page, go(page, provider, "sso.connect"), status=303)
    assert "Account connected." in page.follow().text
    page.post("auth.sign_out")
    come_back(page, go(page, provider), status=303)
    page.get("account.show")
    page.submit(form="/account/disconnect")
    page.post("auth.sign_out")
    assert UNKNOWN in come_back(page, go(page, provider), status=403)


def test_one_person_is_connected_to_one_account(page: PageClient, provider: Provider, cast: Cast) -> None:
    connect(cast.dora, provider)
    page.sign_in(cast.alice).get("account.connect")
    page.submit({"own_password": PASSWORD}, form="/account/connect")
    assert "Another account is already connected" in come_back(page, go(page, provider, "sso.connect"), status=409)


def test_an_invitation_is_accepted_without_a_password(page: PageClient, provider: Provider, cast: Cast) -> None:
    page.get("sso.accept", status=410)
    page.get("auth.open_link")
    page.submit({"code": invitations.invite(label="Eve")})
    assert page.follow().link("Continue with Northside Login") == page.url("sso.accept", service=1)
    come_back(page, go(page, provider, "sso.accept"), status=303)
    welcome = page.follow()
    assert welcome.form("/link/account").fields["name"] == "Ms Okafor (Maths)"
    assert "password" not in welcome.form("/link/account").fields
    page.submit({"name": "Ms Novak"}, form="/link/account")
    assert "Ms Novak" in page.follow().text
    teacher = db.session.query(Teacher).filter_by(name="Ms Novak").one()
    assert (teacher.password_hash, teacher.oidc_subject) == (None, f"{provider.issuer} teacher-17")
    account = page.get("account.show")
    assert "Choose a password" in account.text
    new = {"password": "eight yellow zebras", "again": "eight yellow zebras"}
    page.submit(new, form="/account")
    assert "Password changed." in page.follow().text


def test_another_invitation_in_this_browser_is_not_accepted_in_the_name_of_who_was_here_before(
    page: PageClient, provider: Provider, cast: Cast
) -> None:
    page.get("auth.open_link")
    page.submit({"code": invitations.invite(label="Eve")})
    come_back(page, go(page, provider, "sso.accept"), status=303)
    page.get("auth.open_link")
    page.submit({"code": invitations.invite(label="Flo")})
    welcome = page.follow()
    assert welcome.form("/link/account").fields["name"] == "Flo"
    assert "password" in welcome.form("/link/account").fields


def test_a_reset_link_is_not_an_invitation(page: PageClient, provider: Provider, cast: Cast) -> None:
    page.get("auth.open_link")
    page.submit({"code": invitations.make_reset_link(teacher_id=cast.alice.id, drops_two_factor=False)})
    page.get("sso.accept", status=410)


def test_students_and_strangers_cannot_connect(page: PageClient, provider: Provider, cast: Cast) -> None:
    page.get("sso.connect", status=303)
    page.sign_in(cast.bob).get("sso.connect", status=404)


def test_an_unreachable_service_gets_a_message(
    page: PageClient, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    provider.close()
    with caplog.at_level(logging.WARNING):
        assert FAILED in page.get("sso.sign_in", status=422).text
    assert "ConnectionError" in caplog.text


def test_a_service_with_another_issuer_is_refused(
    make_app: Callable[..., Flask], provider: Provider, cast: Cast
) -> None:
    issuer = provider.issuer.replace("127.0.0.1", "localhost")
    other = PageClient(make_app(OIDC_SERVICES=(OidcService(issuer, CLIENT_ID, CLIENT_SECRET),)))
    address = other.get("sso.sign_in", status=302).redirect
    assert address is not None
    assert FAILED in come_back(other, provider.authorize(address), status=422)


def test_no_secret_of_the_service_is_logged(
    page: PageClient, provider: Provider, cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    provider.claims = {"nonce": "another"}
    with caplog.at_level(logging.INFO):
        address = go(page, provider)
        come_back(page, address, status=422)
    code = parse_qs(urlsplit(address).query)["code"][0]
    assert "InvalidClaimError" in caplog.text
    assert code not in caplog.text
    assert CLIENT_SECRET not in caplog.text


def test_without_the_extra_the_app_works_with_a_message(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == "authlib"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "authlib", None)
    app = make_app(OIDC_SERVICES=(OidcService("http://127.0.0.1:9", CLIENT_ID),))
    assert "pip install authlib" in caplog.text
    with app.app_context():
        teacher = make_cast().alice
        teacher.is_administrator = True
        db.session.commit()
        page = PageClient(app)
        assert "Sign in with" not in page.get("auth.sign_in").text
        page.get("sso.sign_in", status=404)
        assert "pip install authlib" in page.sign_in(teacher).get("admin.show").text
