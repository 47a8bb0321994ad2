"""Authlib's client for a sign-in service, with limited time. Needs the optional packages: import it late."""

from __future__ import annotations

import time
from typing import Any

from authlib.integrations.flask_client import FlaskOAuth2App, OAuth
from authlib.integrations.requests_client import OAuth2Session

from classroom.oidc_settings import OidcService
from classroom.services.outside_requests import WAIT, LimitedTime

_ALL_IN = 15.0
"""Seconds for one request and its redirects: a person is waiting for the page."""


class _Session(OAuth2Session):  # type: ignore[misc]  # Authlib has no types
    def request(self, method: str, url: str, **how: Any) -> Any:  # noqa: ANN401  (as Authlib has it)
        """Send a request.

        :raises TimeoutError: if it takes too long.
        """
        with LimitedTime(self, until=time.monotonic() + _ALL_IN) as limit:
            answer = super().request(method, url, **how)
            if limit.is_over:  # a response that was cut off may look complete
                raise TimeoutError
            return answer


class Client(FlaskOAuth2App):  # type: ignore[misc]
    """A client that can read again what the service says about itself: its addresses and keys."""

    client_cls = _Session

    def forget(self) -> None:
        """Forget that: it may be wrong or out of date. Requests that are being answered still use it."""
        self.server_metadata: dict[str, Any] = {}


def make_client(oauth: OAuth, service: OidcService) -> Client:
    """Register a service with Authlib, which contacts it only when someone signs in."""
    client: Client = oauth.register(
        f"school{service.number}",
        client_cls=Client,
        client_id=service.client_id,
        client_secret=service.client_secret,
        server_metadata_url=f"{service.issuer}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid profile", "code_challenge_method": "S256", "default_timeout": WAIT},
    )
    return client
