"""Sign in with the school's own service: OpenID Connect with PKCE, state, and nonce (docs/accounts.md).

Authlib implements the protocol. It is an extra: without it the rest of the app works, and `is_missing` is true.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import Flask, current_app, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.services.errors import AccountErrorCode, ServiceError

log = logging.getLogger(__name__)

INSTALL_COMMAND = ".venv/bin/python -m pip install authlib requests"
_EXTENSION = "school_sign_in"
_LONGEST_SUBJECT = 255
_CLOCKS_DIFFER = 60  # seconds by which the service's clock may be wrong


class Purpose(StrEnum):
    """Why a browser is sent to the service."""

    SIGN_IN = "signin"
    ACCEPT = "accept"
    CONNECT = "connect"


@dataclass(frozen=True, slots=True)
class SchoolPerson:
    """The person who returned from the service."""

    subject: str
    """Issuer and subject: the only data stored."""
    name: str


class SchoolSignIn:
    """The service that is configured."""

    def __init__(self, app: Flask) -> None:
        """Register with Authlib; the service itself is contacted only when someone signs in.

        :raises ModuleNotFoundError: if the extra is not installed.
        """
        from authlib.integrations.flask_client import OAuth  # noqa: PLC0415 (an extra)

        self.name: str = app.config["OIDC_NAME"]
        self._issuer: str = app.config["OIDC_ISSUER"].rstrip("/")
        self._client_id: str = app.config["OIDC_CLIENT_ID"] or ""
        self._client: Any = OAuth(app).register(
            "school",
            client_id=self._client_id,
            client_secret=app.config["OIDC_CLIENT_SECRET"],
            server_metadata_url=f"{self._issuer}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid profile", "code_challenge_method": "S256", "default_timeout": 10},
        )

    def begin(self, purpose: Purpose) -> ResponseReturnValue:
        """Send the browser to the service.

        The purpose is part of the state in the session, so that one purpose cannot be turned into another.

        :raises ServiceError: SCHOOL_SIGN_IN_FAILED.
        """
        from authlib.common.security import generate_token  # noqa: PLC0415

        with _Failures():
            answer: ResponseReturnValue = self._client.authorize_redirect(
                url_for("sso.callback", _external=True), state=f"{purpose}-{generate_token(32)}"
            )
        return answer

    def finish(self, state: str) -> tuple[Purpose, SchoolPerson]:
        """Read the answer that the browser brings back: its purpose and the person.

        :raises ServiceError: SCHOOL_SIGN_IN_FAILED.
        """
        with _Failures():
            issuer = str(self._client.load_server_metadata()["issuer"])
            if issuer.rstrip("/") != self._issuer:
                raise ValueError("the issuer is not the configured one")
            wanted = {
                "iss": {"essential": True, "value": issuer},
                "aud": {"essential": True, "value": self._client_id},
            }
            token = self._client.authorize_access_token(claims_options=wanted, leeway=_CLOCKS_DIFFER)
            claims = token["userinfo"]
            subject = f"{self._issuer} {claims['sub']}"
            if not claims["sub"] or len(subject) > _LONGEST_SUBJECT:
                raise ValueError("the subject is empty or too long")
            return Purpose(state.partition("-")[0]), SchoolPerson(subject, str(claims.get("name") or ""))


class _Failures:
    """Turn all errors of the service into one service error. Log their kind, never a token."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        from authlib.common.errors import AuthlibBaseError  # noqa: PLC0415
        from joserfc.errors import JoseError  # noqa: PLC0415
        from requests import RequestException  # noqa: PLC0415

        of_service = (AuthlibBaseError, JoseError, RequestException)
        of_what_it_sent = (RuntimeError, ValueError, KeyError, TypeError, AttributeError)
        if isinstance(error, (*of_service, *of_what_it_sent)):
            log.warning("school sign-in failed: %s", type(error).__name__)
            raise ServiceError(AccountErrorCode.SCHOOL_SIGN_IN_FAILED) from error


def use_school_sign_in(app: Flask) -> None:
    """Offer the service, if one is configured."""
    app.extensions[_EXTENSION] = None
    if app.config["OIDC_ISSUER"]:
        try:
            app.extensions[_EXTENSION] = SchoolSignIn(app)
        except ModuleNotFoundError:
            log.warning("CLASSROOM_OIDC_ISSUER is set, but its packages are not installed. Run: %s", INSTALL_COMMAND)
    app.context_processor(lambda: {"school_sign_in": name_of_service()})


def is_missing() -> bool:
    """Whether the service is configured, but its packages are not installed."""
    return bool(current_app.config["OIDC_ISSUER"]) and current_app.extensions[_EXTENSION] is None


def name_of_service() -> str | None:
    """Return the name of the service; None without one."""
    service: SchoolSignIn | None = current_app.extensions[_EXTENSION]
    return service.name if service else None


def service_or_404() -> SchoolSignIn:
    """Return the service; 404 without one."""
    service: SchoolSignIn | None = current_app.extensions[_EXTENSION]
    if service is None:
        raise NotFound
    return service
