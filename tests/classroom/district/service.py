"""A roster service with the OneRoster REST binding, in a thread. Tests can make it fail."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.fake_service import FakeService

CLIENT_ID, CLIENT_SECRET, TOKEN = "classroom", "between the two of us", "a-token"


@dataclass
class District(FakeService):
    """One teacher with classes, and whatever a test adds."""

    version: str = "v1p2"
    classes: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """By teacher."""
    students: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """By class."""
    terms: dict[str, dict[str, Any]] = field(default_factory=dict)
    knows_fields: bool = True
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """Responses to send instead, by the end of the path."""
    asked: list[str] = field(default_factory=list)
    """The requested paths with their queries."""

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings for an app that uses it."""
        middle = "" if self.version == "v1p1" else "rostering/"
        return {
            "ONEROSTER_URL": f"{self.url}/ims/oneroster/{middle}{self.version}",
            "ONEROSTER_TOKEN_URL": f"{self.url}/token",
            "ONEROSTER_CLIENT_ID": CLIENT_ID,
            "ONEROSTER_CLIENT_SECRET": CLIENT_SECRET,
        }

    def add_class(self, name: str, students: list[dict[str, Any]], *, teacher: str = "t-1", **more: Any) -> str:
        """Add a class of the teacher."""
        class_id = f"c/{len(self.students) + 1}"  # IDs may contain any characters
        self.classes.setdefault(teacher, []).append(
            {"sourcedId": class_id, "status": "active", "title": name, "classCode": "M-7", **more}
        )
        self.students[class_id] = students
        return class_id

    def on_post(self, request: BaseHTTPRequestHandler) -> None:
        sent = parse_qs(request.rfile.read(int(request.headers["Content-Length"])).decode())
        wanted = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        scope = f"https://purl.imsglobal.org/spec/or/{self.version}/scope/roster-core.readonly"
        if "token" in self.answers:
            self._send(request, *self.answers["token"])
        elif request.headers["Authorization"] != f"Basic {wanted}" or sent != {
            "grant_type": ["client_credentials"],
            "scope": [scope],
        }:
            self._send(request, 401, b'{"error": "invalid_client"}')
        else:
            self._send(request, 200, json.dumps({"access_token": TOKEN, "token_type": "Bearer", "expires_in": 60}))

    def on_get(self, request: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(request.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.asked.append(request.path)
        kind, name, rest = (unquote(one) for one in parts.path.split("/")[-3:])
        for end, answer in self.answers.items():
            if parts.path.endswith(end):
                self._send(request, *answer)
                return
        if request.headers["Authorization"] != f"Bearer {TOKEN}":
            self._send(request, 401, b"{}")
        elif "fields" in asked and not self.knows_fields:
            self._send(request, 400, b"{}")
        elif (kind, rest) == ("teachers", "classes"):
            self._send_page(request, "classes", self.classes.get(name), asked)
        elif (kind, rest) == ("classes", "students"):
            self._send_page(request, "users", self.students.get(name), asked)
        elif name == "terms" and rest in self.terms:
            self._send(request, 200, json.dumps({"academicSession": self.terms[rest]}))
        else:
            self._send(request, 404, b"{}")

    def _send_page(
        self, request: BaseHTTPRequestHandler, key: str, items: list[dict[str, Any]] | None, asked: dict[str, str]
    ) -> None:
        if items is None:
            self._send(request, 404, b"{}")
            return
        offset, limit = int(asked["offset"]), int(asked["limit"])
        kept = set(asked["fields"].split(",")) if "fields" in asked else None
        page = [
            {name: value for name, value in one.items() if kept is None or name in kept}
            for one in items[offset : offset + limit]
        ]
        self._send(request, 200, json.dumps({key: page}))

    def _send(self, request: BaseHTTPRequestHandler, status: int, body: bytes | str) -> None:
        content = body if isinstance(body, bytes) else body.encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(content)))
        if status in {301, 302}:
            request.send_header("Location", "http://127.0.0.1:9/elsewhere")
        request.end_headers()
        request.wfile.write(content)


def student(number: int, given: str = "", **more: Any) -> dict[str, Any]:
    """Return a student in the service's format, with many fields that the app ignores."""
    return {
        "sourcedId": f"s-{number}",
        "status": "active",
        "enabledUser": "true",
        "givenName": given or f"Ana {number}",
        "familyName": f"King {number}",
        "email": f"child{number}@district.example",
        "phone": "555-0100",
        "grades": ["03"],
        "roles": [{"roleType": "primary", "role": "student", "org": {"sourcedId": "o-1"}}],
        **more,
    }
