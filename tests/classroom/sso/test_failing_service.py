"""A sign-in service that fails, is slow, or sends nonsense: each sign-in gets a message, and later ones work."""

from __future__ import annotations

import socket
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from classroom.services.accounts.connections import connect
from classroom.web import school_sign_in_client
from tests.classroom.sso.steering import come_back, go
from tests.factories import make_class_session

if TYPE_CHECKING:
    from tests.classroom.sso.provider import Provider
    from tests.factories import Cast
    from tests.page_client import PageClient

METADATA, KEYS, TOKEN = "/.well-known/openid-configuration", "/keys", "/token"
DEEP = b"[" * 100_000
FAILED = "School sign-in didn’t work."


@pytest.fixture(autouse=True)
def connected(cast: Cast, provider: Provider) -> None:
    """Connect Alice's account."""
    connect(teacher_id=cast.alice.id, subject=f"{provider.issuer} {provider.subject}")


@pytest.mark.parametrize("answer", [b'{"error": "maintenance"}', b'{"issuer": "x"}', DEEP])
def test_wrong_metadata_is_read_again(page: PageClient, provider: Provider, answer: bytes) -> None:
    provider.answers[METADATA] = answer
    page.get("sso.sign_in", status=422)
    del provider.answers[METADATA]
    come_back(page, go(page, provider), status=303)


@pytest.mark.parametrize("answer", [b'{"keys": []}', b"{}", b'{"keys": [{"kty": "RSA"}]}', DEEP])
def test_wrong_keys_are_read_again(page: PageClient, provider: Provider, answer: bytes) -> None:
    provider.answers[KEYS] = answer
    assert FAILED in come_back(page, go(page, provider), status=422)
    del provider.answers[KEYS]
    come_back(page, go(page, provider), status=303)


def test_what_anyone_can_send_does_not_make_the_app_read_again(page: PageClient, provider: Provider) -> None:
    address = go(page, provider)
    for query in ("?state=x", "?code=x&state=signin-x", "?code=x&state=signin--x", "?error=access_denied"):
        come_back(page, page.url("sso.callback") + query, status=422)
    come_back(page, address, status=303)
    assert provider.seen.count(METADATA) == 1


def test_an_infinite_lifetime_is_refused(page: PageClient, provider: Provider) -> None:
    provider.answers[TOKEN] = b'{"access_token": "a", "token_type": "Bearer", "expires_in": 1e999}'
    assert FAILED in come_back(page, go(page, provider), status=422)


def test_half_a_character_is_no_subject(page: PageClient, provider: Provider) -> None:
    provider.claims = {"sub": "teacher-\ud83d"}
    assert FAILED in come_back(page, go(page, provider), status=422)


def test_half_a_character_is_left_out_of_a_name(page: PageClient, provider: Provider, cast: Cast) -> None:
    make_class_session(cast.class_7b)
    provider.claims = {"sub": "student-9", "name": "Ben \ud83d"}
    come_back(page, go(page, provider, "student_sso.sign_in", code=cast.class_7b.code), status=303)
    page.sign_in(cast.alice)
    assert "Ben" in page.get("classes.school_accounts", class_id=cast.class_7b.id).text


def test_a_silent_service_is_given_up(page: PageClient, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school_sign_in_client, "_ALL_IN", 0.2)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        port = silent.getsockname()[1]
        provider.answers[METADATA] = (
            f'{{"issuer": "{provider.issuer}", "authorization_endpoint": "{provider.issuer}/authorize",'
            f'"token_endpoint": "http://127.0.0.1:{port}/token", "jwks_uri": "{provider.issuer}/keys"}}'
        ).encode()
        address = go(page, provider)
        began = time.monotonic()
        assert FAILED in come_back(page, address, status=422)
        assert time.monotonic() - began < 5
