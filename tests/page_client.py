"""A browser for tests, without JavaScript. It takes endpoint names, asserts the status, and lints each page."""

from __future__ import annotations

from contextlib import nullcontext
from contextvars import Context
from typing import TYPE_CHECKING, Any

from flask import url_for
from itsdangerous import URLSafeTimedSerializer

from classroom import clock
from classroom.database import db
from classroom.models import Student, Teacher
from classroom.services.accounts import logins
from tests.page import Form, Page
from tests.sql_statements import statements

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse


class PageClient:
    """A browser with its own cookies. Each response becomes the `last` page."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.browser = app.test_client()
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
        """Sign someone in without typing a secret."""
        is_teacher = isinstance(person, Teacher)
        token = logins.start_login(
            teacher_id=person.id if is_teacher else None, student_id=None if is_teacher else person.id
        )
        return self.use_login(token)

    def use_login(self, token: str) -> PageClient:
        """Set the cookie of a sign-in."""
        with self.browser.session_transaction() as cookie:
            cookie.clear()
            cookie["_user_id"] = token
        return self

    def url(self, endpoint: str, **values: Any) -> str:
        """Return the path of an endpoint."""
        with self.app.test_request_context():
            return url_for(endpoint, **values)

    def count_queries(self, endpoint: str, **values: Any) -> int:
        """Open an endpoint, and return the number of SQL statements that it ran."""
        with statements() as noted:
            self.get(endpoint, **values)
        return len([one for one in noted if not one.startswith(("BEGIN", "COMMIT", "ROLLBACK"))])

    def csrf_token(self) -> str:
        """Return a CSRF token that is valid in this browser."""
        with self.browser.session_transaction() as cookie:
            kept = cookie.setdefault("csrf_token", "kept-in-the-cookie")
        return str(URLSafeTimedSerializer(self.app.secret_key or "", salt="wtf-csrf-token").dumps(kept))

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
