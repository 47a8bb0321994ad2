"""A small LMS in a thread: keys, messages, rosters, and gradebook. Tests can make it send wrong data."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jws, jwt
from joserfc.jwk import KeySet, RSAKey

from classroom import clock
from classroom.services.lti.messages import DEEP_LINKING, LTI, SCORE_SCOPES
from classroom.services.lti.platforms import Registration, save_platform
from tests.fake_service import FakeService

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

    from tests.page import Page
    from tests.page_client import PageClient

CLIENT_ID, DEPLOYMENT = "client-1", "deployment-1"
ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
HOST = "http://localhost"


@dataclass
class Platform(FakeService):
    """An LMS with one course. Its address is its issuer."""

    subject: str = "user-4"
    name: str = "bob"
    role: str = "Learner"
    claims: dict[str, Any] = field(default_factory=dict)
    """Claims to send instead of the real ones; None removes a claim."""
    header: dict[str, Any] = field(default_factory=dict)
    members: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    """Overrides for the responses of roster and gradebook."""
    scores_until_failure: int = 1_000
    host: str = HOST
    """The app."""
    is_choosing: bool = False
    """Whether the next message asks for a choice."""
    asked: list[tuple[str, str, Any]] = field(default_factory=list)
    """Method, path, and body of each request."""

    def __post_init__(self) -> None:
        """Create the key and open the port."""
        self.key = first_key()
        self.signs_with = self.key
        self.items: list[dict[str, Any]] = []
        super().__post_init__()

    def on_get(self, request: BaseHTTPRequestHandler) -> None:
        """Answer a GET."""
        self._answer(request, None)

    def on_post(self, request: BaseHTTPRequestHandler) -> None:
        """Answer a POST."""
        self._answer(request, request.rfile.read(int(request.headers["Content-Length"])).decode())

    def register(self, **changed: str) -> str:
        """Register it with the app. Return its ID there."""
        values = {
            "name": "Northside LMS",
            "issuer": self.url,
            "client_id": CLIENT_ID,
            "deployments": DEPLOYMENT,
            "login_url": f"{self.url}/auth",
            "token_url": f"{self.url}/token",
            "keys_url": f"{self.url}/keys",
        }
        return save_platform(Registration(**{**values, **changed}))

    def link(self, target: str = f"{HOST}/lti/launch", **more: Any) -> dict[str, Any]:
        """Return the parameters with which a link of the course opens this app."""
        return {"iss": self.url, "login_hint": "17", "client_id": CLIENT_ID, "target_link_uri": target, **more}

    def asks(self, page: PageClient, *, target: str = f"{HOST}/lti/launch") -> dict[str, str]:
        """Start a launch, as the course page does. Return the parameters of the app's redirect to the LMS."""
        sent = page.get("lti.login", status=303, **self.link(target, lti_message_hint="course-1")).redirect
        assert sent is not None
        assert sent.startswith(f"{self.url}/auth?")
        return {name: values[0] for name, values in parse_qs(urlsplit(sent).query).items()}

    def token(self, nonce: str, **more: Any) -> str:
        """Sign the message of a person who opens a link."""
        now = int(clock.now().timestamp())
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "sub": self.subject,
            "name": self.name,
            "nonce": nonce,
            "iat": now,
            "exp": now + 300,
            f"{LTI}version": "1.3.0",
            f"{LTI}message_type": "LtiResourceLinkRequest",
            f"{LTI}deployment_id": DEPLOYMENT,
            f"{LTI}target_link_uri": f"{self.host}/lti/launch",
            f"{LTI}resource_link": {"id": "link-1"},
            f"{LTI}roles": [f"{ROLE}{self.role}"],
            f"{LTI}context": {"id": "course-1", "title": "Math 7B"},
            "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice": {
                "context_memberships_url": f"{self.url}/members",
                "service_versions": ["2.0"],
            },
            "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": {
                "scope": list(SCORE_SCOPES),
                "lineitems": f"{self.url}/lineitems?course=1",
            },
            **more,
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        header = {"alg": "RS256", "kid": "first", **self.header}
        header = {name: value for name, value in header.items() if value is not None}
        return jws.serialize_compact(header, json.dumps(claims), self.signs_with, algorithms=["RS256"])

    def opens(self, page: PageClient, *, status: int = 303, **more: Any) -> Page:
        """Open a link of the course as a person. Return the response to the message."""
        asked = self.asks(page)
        return self.brings(page, asked, self.token(asked["nonce"], **more), status=status)

    def brings(self, page: PageClient, asked: dict[str, str], token: str, *, status: int) -> Page:
        """Post a message as browsers do: from another site, and without this site's cookies."""
        foreign = type(page)(page.app)
        foreign.headers = {"Origin": self.url, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
        answer = foreign._open("POST", "/lti/launch", status=status, data={"state": asked["state"], "id_token": token})
        assert foreign.browser.get_cookie("classroom") is None
        page.last = answer
        return answer

    def chooses(self, page: PageClient, *, status: int = 200, **settings: Any) -> Page:
        """Let a teacher choose what a new link leads to."""
        asked = self.asks(page, target=HOST + page.url("lti.choose"))
        token = self.token(asked["nonce"], **self.choice(**settings))
        return self.brings(page, asked, token, status=status)

    def choice(self, **settings: Any) -> dict[str, Any]:
        """Return the claims of a message that asks for a choice."""
        wanted = {
            "deep_link_return_url": f"{self.url}/return?x=1",
            "accept_types": ["ltiResourceLink"],
            "accept_presentation_document_targets": ["iframe", "window"],
            "data": "opaque",
            **settings,
        }
        return {
            f"{LTI}message_type": "LtiDeepLinkingRequest",
            f"{LTI}resource_link": None,
            f"{LTI}target_link_uri": f"{self.host}/lti/choose",
            f"{DEEP_LINKING}deep_linking_settings": wanted,
        }

    def _answer(self, request: BaseHTTPRequestHandler, body: str | None) -> None:
        path = request.path
        self.asked.append((request.command, path, body))
        if path == "/keys":
            return _send(request, 200, {"keys": [{**self.key.as_dict(private=False), "kid": "first"}]})
        if path.startswith(("/course", "/auth", "/return")):
            return self._page(request, path, body)
        if path == "/token":
            return _send(request, *self._token(parse_qs(body or "")))
        is_known = path.startswith(("/members", "/lineitems"))
        if not is_known or self.status != 200:
            return _send(request, self.status if is_known else 404, {})
        assert request.headers["Authorization"] == "Bearer right-to-ask"
        if path.startswith("/members"):
            return self._members(request, 2 if "page=2" in path else 1)
        return self._gradebook(request, path, json.loads(body) if body else None)

    def _page(self, request: BaseHTTPRequestHandler, path: str, body: str | None) -> None:
        """Show a page of the LMS: a course with a link and frames, and the form that posts a message."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        if path.startswith("/course"):
            target = f"{self.host}/lti/{asked['to']}"
            begin = f"{self.host}/lti/login?{urlencode(self.link(target))}"
            what = f'<iframe src="{escape(begin)}" width="900" height="500"></iframe>'
            _send_page(request, what if "framed" in asked else f'<a href="{escape(begin)}">Play</a>')
        elif path.startswith("/auth"):
            token = self.token(asked["nonce"], **(self.choice() if self.is_choosing else {}))
            fields = {"state": asked["state"], "id_token": token}
            hidden = "".join(f'<input type="hidden" name="{one}" value="{text}">' for one, text in fields.items())
            form = f'<form method="post" action="{asked["redirect_uri"]}">{hidden}</form>'
            _send_page(request, f"{form}<script>document.forms[0].submit()</script>")
        else:
            _send_page(request, "Link added" if "JWT=" in (body or "") else "Nothing")

    def _token(self, sent: dict[str, list[str]]) -> tuple[int, dict[str, Any]]:
        keys = KeySet.import_key_set({"keys": self.tool_keys})
        claims = jwt.decode(sent["client_assertion"][0], keys, algorithms=["RS256"]).claims
        is_right = (claims["iss"], claims["sub"], claims["aud"]) == (CLIENT_ID, CLIENT_ID, f"{self.url}/token")
        assert is_right, claims
        return 200, {"access_token": "right-to-ask", "token_type": "Bearer", "expires_in": 3600}

    tool_keys: list[Any] = field(default_factory=list)
    """The app's public keys, as the LMS has read them."""

    def _members(self, request: BaseHTTPRequestHandler, page: int) -> None:
        half = (len(self.members) + 1) // 2
        part = self.members[:half] if page == 1 else self.members[half:]
        link = {"Link": f'<{self.url}/members?page=2>; rel="next"'} if page == 1 else {}
        _send(request, 200, {"id": "x", "context": {"id": "course-1"}, "members": part}, link)

    def _gradebook(self, request: BaseHTTPRequestHandler, path: str, body: Any) -> None:
        if path.partition("?")[0].endswith("/scores"):
            self.scores_until_failure -= 1
            return _send(request, 200 if self.scores_until_failure >= 0 else 500, {})
        if body is not None:
            self.items.append({**body, "id": f"{self.url}/lineitems/{len(self.items)}?course=1"})
            return _send(request, 201, self.items[-1])
        return _send(request, 200, self.items)


@functools.cache
def first_key() -> RSAKey:
    """Create the key of all platforms once, because that takes a tenth of a second."""
    return RSAKey.generate_key(2048, {"kid": "first"})


@functools.cache
def other_key() -> RSAKey:
    """A key that no platform publishes."""
    return RSAKey.generate_key(2048, {"kid": "first"})


def _send_page(request: BaseHTTPRequestHandler, content: str) -> None:
    body = f"<!doctype html><title>LMS</title>{content}".encode()
    request.send_response(200)
    request.send_header("Content-Type", "text/html")
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


def _send(request: BaseHTTPRequestHandler, status: int, content: Any, headers: dict[str, str] | None = None) -> None:
    body = json.dumps(content).encode()
    request.send_response(status)
    for name, value in {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **(headers or {}),
    }.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)
