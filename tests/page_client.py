"""A browser for tests, without JavaScript. It takes endpoint names, asserts the status, and lints each page."""

from __future__ import annotations

from contextlib import nullcontext
from contextvars import Context
from typing import TYPE_CHECKING, Any

from flask.sessions import SecureCookieSessionInterface
from itsdangerous import BadSignature, URLSafeTimedSerializer

from classroom import clock
from classroom.database import db
from tests.factories import sign_in
from tests.page import Form, Page
from tests.sql_statements import statements

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from classroom.models import Student, Teacher


class PageClient:
    """A browser with its own cookies. Each response becomes the `last` page."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.browser = app.test_client()
        self._addresses = app.url_map.bind("localhost")
        self.last: Page | None = None
        self.headers: dict[str, str] = {}
        """Sent with every request, such as "Accept-Language"."""

    def get(self, endpoint: str, *, status: int = 200, htmx: bool = False, **values: Any) -> Page:
        """Open an endpoint; with ``htmx``, as a fragment for a page."""
        return self._open("GET", self.url(endpoint, **values), status=status, htmx=htmx)

    def post(
        self, endpoint: str, data: dict[str, Any] | None = None, *, status: int = 303, htmx: bool = False, **values: Any
    ) -> Page:
        """Post any data to an endpoint, with a valid CSRF token. Use `submit` to fill in a form as people do."""
        data = {"csrf_token": self.csrf_token(), **(data or {})}
        return self._open("POST", self.url(endpoint, **values), status=status, htmx=htmx, data=data)

    def submit(
        self,
        data: dict[str, Any] | None = None,
        *,
        form: str | None = None,
        status: int = 303,
        page: Page | None = None,
    ) -> Page:
        """Fill in and send a form of the last page, or of ``page``.

        :param data: values to type or choose. Other fields keep the values that they show.
        :param form: the end of the form's ``action``, if the page has several forms.
        """
        shown = page or self.last
        assert shown is not None, "open a page first"
        found = shown.form(form)
        unknown = set(data or {}) - set(found.fields) - found.clickable
        assert not unknown, f"the form has no {sorted(unknown)}, only {sorted(found.fields)}"
        return self.send(found, data, status=status)

    def send(self, form: Form, data: dict[str, Any] | None = None, *, status: int = 303) -> Page:
        """Send a form found on a page."""
        return self._open(form.method, form.action, status=status, data={**form.fields, **(data or {})})

    def follow(self, *, status: int = 200) -> Page:
        """Follow the last response's redirect."""
        assert self.last is not None
        assert self.last.redirect is not None, "the last response is not a redirect"
        return self._open("GET", self.last.redirect, status=status)

    def open(self, address: str, *, status: int = 200) -> Page:
        """Open an address, such as that of a link."""
        return self._open("GET", address, status=status)

    def sign_in(self, person: Teacher | Student) -> PageClient:
        """Sign someone in without a secret, by a row: the activity log and other pages don't tell of it."""
        return self.use_login(sign_in(person))

    def use_login(self, token: str) -> PageClient:
        """Set the cookie of a sign-in."""
        self._set_session({"_user_id": token})
        return self

    def url(self, endpoint: str, **values: Any) -> str:
        """Return the path of an endpoint."""
        self.app.inject_url_defaults(endpoint, values)
        return self._addresses.build(endpoint, values)

    def count_queries(self, endpoint: str, **values: Any) -> int:
        """Open an endpoint, and return the number of SQL statements that it ran."""
        with statements() as noted:
            self.get(endpoint, **values)
        return len([one for one in noted if not one.startswith(("BEGIN", "COMMIT", "ROLLBACK"))])

    def csrf_token(self) -> str:
        """Return a CSRF token that is valid in this browser."""
        session = self._session()
        if "csrf_token" not in session:
            session["csrf_token"] = "kept-in-the-cookie"
            self._set_session(session)
        kept = session["csrf_token"]
        return str(URLSafeTimedSerializer(self.app.secret_key or "", salt="wtf-csrf-token").dumps(kept))

    def _session(self) -> dict[str, Any]:
        """Read the session from its cookie. Flask's `session_transaction` takes several times as long."""
        name, path = self._name_and_path()
        cookie = self.browser.get_cookie(name, path=path)
        try:
            return {} if cookie is None else dict(self._signer().loads(cookie.decoded_value))
        except BadSignature:
            return {}

    def _set_session(self, session: dict[str, Any]) -> None:
        name, path = self._name_and_path()
        self.browser.set_cookie(name, str(self._signer().dumps(session)), path=path)

    def _name_and_path(self) -> tuple[str, str]:
        sessions = self.app.session_interface
        return sessions.get_cookie_name(self.app), sessions.get_cookie_path(self.app)

    def _signer(self) -> URLSafeTimedSerializer:
        assert isinstance(self.app.session_interface, SecureCookieSessionInterface)
        signer = self.app.session_interface.get_signing_serializer(self.app)
        assert signer is not None
        return signer

    def _open(self, method: str, address: str, *, status: int, htmx: bool = False, **how: Any) -> Page:
        headers = {**self.headers, **({"HX-Request": "true"} if htmx else {})}
        db.session.rollback()  # end the test's own transaction, so that rows are read again after the request
        answer = self.request(method, address, headers, how)
        db.session.rollback()
        assert answer.status_code == status, f"{method} {address}: {answer.status}, not {status}\n{answer.text[:3000]}"
        self.last = Page(answer, is_fragment=htmx)
        self.last.lint()
        return self.last

    def request(self, method: str, address: str, headers: dict[str, str], how: dict[str, Any]) -> TestResponse:
        """Make a request in its own context, with the test's clock.

        In the test's context, Flask would use the open app context, with its `g` and its session. A download that is
        generated in chunks is read in the new context, too.
        """
        moment = clock._frozen.get()

        def request() -> TestResponse:
            with nullcontext() if moment is None else clock.frozen_at(moment):
                answer = self.browser.open(address, method=method, headers=headers, **how)
                "".join(answer.headers.values()).encode("ascii")  # a server can't send other letters
                if "Content-Disposition" in answer.headers:
                    answer.get_data()
            return answer

        return Context().run(request)
