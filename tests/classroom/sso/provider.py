"""A tiny OpenID Connect provider in a thread: discovery, keys, authorize, token. It can be told to lie."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import secrets
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jws
from joserfc.jwk import RSAKey

from tests.fake_service import FakeService

CLIENT_ID, CLIENT_SECRET = "classroom", "between the two of us"


@dataclass
class Provider(FakeService):
    """A sign-in service where a person is already signed in."""

    subject: str = "teacher-17"
    name: str = "Ms Okafor (Maths)"
    claims: dict[str, Any] = field(default_factory=dict)
    """What the token says instead of the truth."""
    metadata: Any = None
    """What it says of itself instead of the truth."""
    answers: dict[str, bytes] = field(default_factory=dict)
    """Responses to send instead, by path."""
    user_info: dict[str, Any] | None = None
    """What it says of the person when asked for more than the token has; None: it has no such address."""
    seen: list[str] = field(default_factory=list)
    """The paths that were asked for."""

    def __post_init__(self) -> None:
        """Make the key and open the port."""
        self.key = _first_key()
        self.signs_with = self.key
        self._codes: dict[str, dict[str, str]] = {}
        super().__post_init__()

    @property
    def issuer(self) -> str:
        """The issuer: its address."""
        return self.url

    def authorize(self, address: str) -> str:
        """What happens in the browser: it is sent here with ``address``; gives where it is sent back to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.issuer}/authorize?")
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        assert set(asked["scope"].split()) == {"openid", "profile"}
        code = secrets.token_hex(8)
        self._codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def on_get(self, request: BaseHTTPRequestHandler) -> None:
        self.seen.append(request.path)
        if request.path in self.answers:
            return _send(request, self.answers[request.path])
        if request.path == "/keys":
            return _answer(request, {"keys": [self.key.as_dict(private=False)]})
        if request.path == "/me":
            return _answer(request, self.user_info or {})
        assert request.path == "/.well-known/openid-configuration"
        return _answer(
            request,
            self.metadata
            or {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "id_token_signing_alg_values_supported": ["RS256"],
                **({} if self.user_info is None else {"userinfo_endpoint": f"{self.issuer}/me"}),
            },
        )

    def on_post(self, request: BaseHTTPRequestHandler) -> None:
        self.seen.append(request.path)
        body = request.rfile.read(int(request.headers["Content-Length"])).decode()
        if request.path in self.answers:
            return _send(request, self.answers[request.path])
        sent = {name: values[0] for name, values in parse_qs(body).items()}
        asked = self._codes.pop(sent.get("code", ""), None)
        basic = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        if asked is None or request.headers["Authorization"] != f"Basic {basic}" or not _fits(sent, asked):
            return _answer(request, {"error": "invalid_grant"}, status=400)
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": self.subject,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            "name": self.name,
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        token = jws.serialize_compact({"alg": "RS256", "kid": "first"}, json.dumps(claims), self.signs_with)
        return _answer(request, {"access_token": "unused", "token_type": "Bearer", "id_token": token})


@functools.cache
def _first_key() -> RSAKey:
    """Make the key of all providers once: that takes a tenth of a second."""
    return RSAKey.generate_key(2048, {"kid": "first"})


def _fits(sent: dict[str, str], asked: dict[str, str]) -> bool:
    digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return challenge == asked["code_challenge"] and sent.get("redirect_uri") == asked["redirect_uri"]


def _answer(request: BaseHTTPRequestHandler, content: dict[str, Any], *, status: int = 200) -> None:
    _send(request, json.dumps(content).encode(), status=status)


def _send(request: BaseHTTPRequestHandler, body: bytes, *, status: int = 200) -> None:
    request.send_response(status)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)
