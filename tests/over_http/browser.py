"""A browser without JavaScript: cookies, links, forms, redirects, gzip, over the standard library's HTTP client."""

from __future__ import annotations

import gzip
import http.client
import time
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlencode, urlsplit

from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, TestResponse
from werkzeug.wrappers import Request

from tests.page import Form, Page

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

FRESH_SECONDS = 10.0
"""Connections idle for longer are not reused: the server closes them after 20 s."""

PATIENCE = 60.0
"""Seconds to wait for a response: thirty simultaneous sign-ins take long on a busy machine."""


class Site(Protocol):
    """A server, from the point of view of its users."""

    def browser(self, cookie: str | None = None) -> PlainBrowser:
        """Return a new browser.

        :param cookie: the session cookie of someone who is signed in.
        """


class PlainBrowser:
    """One person's browser. The page opened last is `page`; any fault in its HTML fails the test."""

    def __init__(self, address: str) -> None:
        self._connection: http.client.HTTPConnection | None = None
        self._used_at = 0.0
        self.cookies: dict[str, str] = {}
        self.page: Page
        self.turn_to(address)

    def turn_to(self, address: str) -> None:
        """Use another server for future connections."""
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)

    def open(self, address: str, *, status: int | Collection[int] = 200) -> Page:
        """Open an address, and follow its redirects."""
        return self._show(self.send("GET", address), status)

    def submit(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        form: str | Form | None = None,
        status: int | Collection[int] = 200,
    ) -> Page:
        """Fill in and send a form of the current page, as `PageClient.submit` does; redirects are followed."""
        found = form if isinstance(form, Form) else self.page.form(form)
        unknown = set(data or {}) - set(found.fields) - found.clickable
        assert not unknown, f"the form has no {sorted(unknown)}, only {sorted(found.fields)}"
        fields = {**found.fields, **(data or {})}
        return self._show(self.send(found.method, found.action or self.page.address, fields), status)

    def send(
        self,
        method: str,
        address: str,
        fields: Mapping[str, Any] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """Send one request and keep the cookies of the response. Don't follow redirects or check the status."""
        body = urlencode(fields, doseq=True) if fields is not None and method != "GET" else None
        if fields and method == "GET":
            address = f"{address}?{urlencode(fields, doseq=True)}"
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        answer, data = self._exchange(method, address, body, sent)
        found = Headers(answer.getheaders())
        self._keep_cookies(found)
        asked = Request(EnvironBuilder(address, method=method).get_environ())
        return TestResponse([data], f"{answer.status} {answer.reason}", found, asked)

    def close(self) -> None:
        """Close the connection; cookies stay."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _show(self, answer: TestResponse, status: int | Collection[int]) -> Page:
        for _ in range(5):
            goal = answer.headers.get("Location")
            if goal is None:
                break
            parts = urlsplit(goal)
            answer = self.send("GET", parts.path + ("?" + parts.query if parts.query else ""))
        where = f"{answer.request.method} {answer.request.path}"
        expected = {status} if isinstance(status, int) else status
        assert answer.status_code in expected, f"{where}: {answer.status}, not {status}\n{answer.text[:3000]}"
        self.page = Page(answer)
        self.page.lint()
        return self.page

    def _exchange(
        self, method: str, address: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        if self._connection is None or time.monotonic() - self._used_at > FRESH_SECONDS:
            self.close()
            self._connection = self._connect()
        try:
            self._connection.request(method, address, body, {"Accept-Encoding": "gzip", **headers})
            answer = self._connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self._used_at = time.monotonic()
        return answer, gzip.decompress(data) if answer.getheader("Content-Encoding") == "gzip" else data

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self._host, self._port, timeout=PATIENCE)

    def _keep_cookies(self, headers: Headers) -> None:
        for line in headers.getlist("Set-Cookie"):
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
