"""Sign-in with the school's own services: OpenID Connect with PKCE, state, and nonce (docs/accounts.md).

Authlib implements the protocol. It is an optional dependency: without it, the rest of the app works, and `is_missing`
is true.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import Flask, current_app, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.oidc_settings import OidcService
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.names import is_storable, storable

log = logging.getLogger(__name__)

INSTALL_COMMAND = ".venv/bin/python -m pip install authlib requests"
_EXTENSION = "school_sign_in"
_LONGEST_SUBJECT = 255
_CLOCKS_DIFFER = 60  # seconds that a service's clock may be off


class Purpose(StrEnum):
    """Why a browser is sent to a service."""

    SIGN_IN = "signin"
    ACCEPT = "accept"
    CONNECT = "connect"
    STUDENT = "student"
    """A student signs in. All others are for teachers."""


@dataclass(frozen=True, slots=True)
class SchoolPerson:
    """The person who returned from a service."""

    subject: str
    """Issuer and subject: the only data stored."""
    name: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A browser that returned from a service."""

    purpose: Purpose
    about: str
    """The `about` given to `begin`."""
    person: SchoolPerson


class SchoolSignIn:
    """A configured service."""

    def __init__(self, oauth: Any, service: OidcService) -> None:  # noqa: ANN401  (Authlib has no types)
        """Register with Authlib."""
        from classroom.web.school_sign_in_client import make_client  # noqa: PLC0415 (an extra)

        self.service = service
        self._client: Any = make_client(oauth, service)

    @property
    def name(self) -> str:
        """Return the text after "Sign in with …"."""
        return self.service.name

    @property
    def number(self) -> int:
        """Return the service's number, as in its addresses."""
        return self.service.number

    def serves(self, purpose: Purpose) -> bool:
        """Return whether the service is configured for this purpose."""
        return self.service.is_for_students if purpose is Purpose.STUDENT else self.service.is_for_teachers

    def begin(self, purpose: Purpose, *, about: str = "") -> ResponseReturnValue:
        """Send the browser to the service.

        The purpose is part of the state in the session, so it can't be changed. Students return to an address of their
        own, where all messages are for children. They choose the account each time, because on a shared device the
        browser may remember a classmate's.

        :param about: the ID of the object concerned, letters and digits. The service sees it in the state.
        :raises ServiceError: SCHOOL_SIGN_IN_FAILED.
        """
        from authlib.common.security import generate_token  # noqa: PLC0415

        view = "student_sso.callback" if purpose is Purpose.STUDENT else "sso.callback"
        with _Failures(self._client):
            answer: ResponseReturnValue = self._client.authorize_redirect(
                url_for(view, number=self.number, _external=True),
                state=f"{purpose}-{about}-{generate_token(32)}",
                **(self._choice_of_account() if purpose is Purpose.STUDENT else {}),
            )
        return answer

    def finish(self, state: str, purposes: Collection[Purpose]) -> Returned:
        """Read the service's answer that the browser brings back.

        :param purposes: those that end at the requested address.
        :raises ServiceError: SCHOOL_SIGN_IN_FAILED.
        """
        with _Failures():
            purpose_text, about, _ = state.split("-", 2)
            purpose = Purpose(purpose_text)
            if purpose not in purposes:
                raise ValueError("the state is of another purpose")
        with _Failures(self._client):
            issuer = str(self._client.load_server_metadata()["issuer"])
            if issuer.rstrip("/") != self.service.issuer:
                raise ValueError("the issuer is not the configured one")
            wanted = {
                "iss": {"essential": True, "value": issuer},
                "aud": {"essential": True, "value": self.service.client_id},
            }
            token = self._client.authorize_access_token(claims_options=wanted, leeway=_CLOCKS_DIFFER)
            claims = token["userinfo"]
            subject = f"{self.service.issuer} {claims['sub']}"
            if not claims["sub"] or len(subject) > _LONGEST_SUBJECT or not is_storable(subject):
                raise ValueError("the subject is empty, too long, or no text")
            name = claims.get("name") or self._name_of(claims["sub"], token)
            return Returned(purpose, about, SchoolPerson(subject, storable(str(name))))

    def _name_of(self, sub: str, token: dict[str, Any]) -> str:
        """Request the name: many services omit it from the token, as the standard suggests."""
        if "userinfo_endpoint" not in self._client.load_server_metadata():
            return ""
        userinfo = self._client.userinfo(token=token)
        if userinfo["sub"] != sub:
            raise ValueError("the name is of another person")
        return userinfo.get("name") or ""

    def _choice_of_account(self) -> dict[str, str]:
        """Ask for a choice of account, unless the service says that it doesn't support that and would reject it."""
        offered = self._client.load_server_metadata().get("prompt_values_supported")
        return {"prompt": "select_account"} if offered is None or "select_account" in offered else {}


class _Failures:
    """Turns all errors of the service into one service error. Logs their type, never a token.

    After an error, the service's addresses and keys are read again: until then, no one could sign in if they were wrong
    only once, or have changed.
    """

    def __init__(self, client: Any = None) -> None:  # noqa: ANN401  (an extra)
        """Note the client of the service, if it is asked."""
        self._client = client

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        from authlib.common.errors import AuthlibBaseError  # noqa: PLC0415
        from authlib.integrations.base_client import OAuthError  # noqa: PLC0415
        from joserfc.errors import JoseError  # noqa: PLC0415
        from requests import RequestException  # noqa: PLC0415

        of_service = (AuthlibBaseError, JoseError, RequestException, TimeoutError)
        of_what_it_sent = (RuntimeError, ValueError, KeyError, TypeError, AttributeError, OverflowError)
        if isinstance(error, (*of_service, *of_what_it_sent)):
            log.warning("school sign-in failed: %s", type(error).__name__)
            if self._client is not None and not isinstance(error, OAuthError):  # one that anyone can cause
                self._client.forget()
            raise ServiceError(AccountErrorCode.SCHOOL_SIGN_IN_FAILED) from error


def use_school_sign_in(app: Flask) -> None:
    """Set up the configured services."""
    app.extensions[_EXTENSION] = {}
    if app.config["OIDC_SERVICES"]:
        try:
            from authlib.integrations.flask_client import OAuth  # noqa: PLC0415 (an extra)
        except ModuleNotFoundError:
            log.warning("CLASSROOM_OIDC_ISSUER is set, but its packages are not installed. Run: %s", INSTALL_COMMAND)
        else:
            oauth = OAuth(app)
            app.extensions[_EXTENSION] = {one.number: SchoolSignIn(oauth, one) for one in app.config["OIDC_SERVICES"]}
    app.context_processor(
        lambda: {
            "teacher_services": services_for(Purpose.SIGN_IN),
            "student_services": services_for(Purpose.STUDENT),
        }
    )


def is_missing() -> bool:
    """Return whether a service is configured but its packages are not installed."""
    return bool(current_app.config["OIDC_SERVICES"]) and not _services()


def services_for(purpose: Purpose) -> list[SchoolSignIn]:
    """Return the services configured for this purpose."""
    return [one for one in _services().values() if one.serves(purpose)]


def service_or_404(purpose: Purpose, number: int | None) -> SchoolSignIn:
    """Return a service configured for this purpose, or 404.

    :param number: None for the first one.
    """
    for one in services_for(purpose):
        if number in {None, one.number}:
            return one
    raise NotFound


def asked_number() -> int | None:
    """Return the number of the service in the address; None if there is none."""
    return request.args.get("service", type=int)


def _services() -> dict[int, SchoolSignIn]:
    services: dict[int, SchoolSignIn] = current_app.extensions[_EXTENSION]
    return services
