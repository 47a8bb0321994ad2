"""A browser for tests, without JavaScript: it takes endpoint names, asserts the status and lints each page."""

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
    """One browser with its cookies. Every answer becomes the `last` page."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.browser = app.test_client()
        self.last: Page | None = None
        self.headers: dict[str, str] = {}
        """Sent with every request: "Accept-Language"."""

    def get(self, endpoint: str, *, status: int = 200, htmx: bool = False, **values: Any) -> Page:
        """Open an endpoint. With ``htmx`` as a fragment that a page asks for."""
        return self._open("GET", self.url(endpoint, **values), status=status, htmx=htmx)

    def post(
        self, endpoint: str, data: dict[str, Any] | None = None, *, status: int = 303, htmx: bool = False, **values: Any
    ) -> Page:
        """Post to an endpoint whatever you like, with a good CSRF token. To fill in a form as people do: `submit`."""
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
        """Fill in and send a form of the last page (or of ``page``).

        :param data: what is typed or chosen; every other field keeps what it shows.
        :param form: the endpoint's path or a part of it that the form's ``action`` ends with, if there are several.
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
        """Go where the last answer redirects to."""
        assert self.last is not None
        assert self.last.redirect is not None, "the last answer is no redirect"
        return self._open("GET", self.last.redirect, status=status)

    def open(self, address: str, *, status: int = 200) -> Page:
        """Open an address: a link found on a page."""
        return self._open("GET", address, status=status)

    def sign_in(self, person: Teacher | Student) -> PageClient:
        """Sign someone in without typing a secret."""
        is_teacher = isinstance(person, Teacher)
        token = logins.start_login(
            teacher_id=person.id if is_teacher else None, student_id=None if is_teacher else person.id
        )
        return self.carry(token)

    def carry(self, token: str) -> PageClient:
        """Have the cookie of someone who is signed in."""
        with self.browser.session_transaction() as cookie:
            cookie.clear()
            cookie["_user_id"] = token
        return self

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of an endpoint, from the root."""
        with self.app.test_request_context():
            return url_for(endpoint, **values)

    def count_queries(self, endpoint: str, **values: Any) -> int:
        """Open an endpoint; gives the number of statements that the database ran for it."""
        with statements() as noted:
            self.get(endpoint, **values)
        return len([one for one in noted if not one.startswith(("BEGIN", "COMMIT", "ROLLBACK"))])

    def csrf_token(self) -> str:
        """A token as the forms of this browser carry it."""
        with self.browser.session_transaction() as cookie:
            kept = cookie.setdefault("csrf_token", "kept-in-the-cookie")
        return str(URLSafeTimedSerializer(self.app.secret_key or "", salt="wtf-csrf-token").dumps(kept))

    def _open(self, method: str, address: str, *, status: int, htmx: bool = False, **how: Any) -> Page:
        headers = {**self.headers, **({"HX-Request": "true"} if htmx else {})}
        db.session.rollback()  # end the test's own reading: rows are read again after the request
        answer = self.ask(method, address, headers, how)
        db.session.rollback()
        assert answer.status_code == status, f"{method} {address}: {answer.status}, not {status}\n{answer.text[:3000]}"
        self.last = Page(answer, is_fragment=htmx)
        self.last.lint()
        return self.last

    def ask(self, method: str, address: str, headers: dict[str, str], how: dict[str, Any]) -> TestResponse:
        """Make the request in a context of its own.

        In the test's, Flask would take the app context that is open there, with its `g` and its session. A file that is
        sent in pieces is made there too.
        """
        moment = clock._frozen.get()

        def ask() -> TestResponse:
            with nullcontext() if moment is None else clock.frozen_at(moment):
                answer = self.browser.open(address, method=method, headers=headers, **how)
                if "Content-Disposition" in answer.headers:
                    answer.get_data()
            return answer

        return Context().run(ask)
