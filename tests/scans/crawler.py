"""Crawl a running app: follow every link, fill every field with what attackers type, and look at each answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.page import Page
from tests.sql_statements import statements

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.page import Form

PROBE = "//evil.example/'\"><zq onx=1>{{7919*7907}}\u0000"
"""Another site, the ends of texts and attributes, a tag, a template, and the end of a string."""
_REFLECTED = re.compile(rb"<zq|['\"]>&lt;zq|62615533")
_ERROR = re.compile(rb"Traceback \(most|sqlalchemy\.|OperationalError|syntax error at or near|unrecognized token")
_WRITES = re.compile(r"\s*(INSERT INTO (?!audit_entries)|UPDATE|DELETE)", re.IGNORECASE)
"""Downloads leave a line in the activity log."""
_SECRET_FIELDS = {"password", "own_password"}
_MOST = 400


@dataclass
class Crawl:
    """What one browser has seen."""

    browser: FlaskClient
    leaves_out: frozenset[str] = frozenset()
    """Paths that are not followed or posted to: they would end the sign-in."""
    faults: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    """Addresses with ids left out: of pages of one kind, one is looked at."""
    posted: set[str] = field(default_factory=set)

    def run(self, *starts: str) -> Crawl:
        """Look at all pages that links lead to from these, and attack their forms and queries."""
        waiting = list(starts)
        while waiting and len(self.seen) < _MOST:
            address = waiting.pop(0)
            if self._is_new(address, self.seen):
                page = self._open(address)
                waiting += [one.get("href", "") for one in page.root.iter("a")]
                self._attack_query(address)
                for form in page.forms():
                    self._attack(form)
        return self

    def _is_new(self, address: str, known: set[str]) -> bool:
        parts = urlsplit(address)
        kind = re.sub(r"/[0-9A-Za-z_-]*\d[0-9A-Za-z_-]*|/[A-Za-z0-9_-]{12}(?=/|$)", "/*", parts.path)
        kind += "?" + "&".join(sorted(name for name, _ in parse_qsl(parts.query)))
        if parts.netloc or parts.scheme or not parts.path or parts.path in self.leaves_out or kind in known:
            return False
        known.add(kind)
        return True

    def _open(self, address: str) -> Page:
        with statements() as noted:
            page = Page(self.browser.get(address))
        if any(_WRITES.match(one) for one in noted):
            self.faults.add(f"writes {urlsplit(address).path}")
        self._look_at(page, address)
        return page

    def _attack_query(self, address: str) -> None:
        parts = urlsplit(address)
        names = [name for name, _ in parse_qsl(parts.query)]
        attack = urlencode(dict.fromkeys([*names, "next", "back", "q"], PROBE))
        self._look_at(Page(self.browser.get(f"{parts.path}?{attack}")), address)

    def _attack(self, form: Form) -> None:
        path = urlsplit(form.action).path
        if form.method != "POST" or path in self.leaves_out or not self._is_new(form.action, self.posted):
            return
        if not form.fields.get("csrf_token"):
            self.faults.add(f"token {path}")
        typed = {name: PROBE for name in form.fields if name != "csrf_token"}
        without = Page(self.browser.post(form.action, data=typed))
        if without.status < 400:
            self.faults.add(f"forgery {path}")
        answer = Page(self.browser.post(form.action, data={**form.fields, **typed}))
        self._look_at(answer, form.action)
        if answer.redirect:
            self._look_at(Page(self.browser.get(urlsplit(answer.redirect).path)), form.action)

    def _look_at(self, page: Page, address: str) -> None:
        where = urlsplit(address).path
        headers = page.headers
        if page.status >= 500 or _ERROR.search(page.data):
            self.faults.add(f"error {where}")
        if headers.get("Content-Type", "").startswith("text/html") and _REFLECTED.search(page.data):
            self.faults.add(f"reflected {where}")
        if page.redirect and urlsplit(page.redirect).netloc not in {"", "localhost"}:
            self.faults.add(f"redirect {where}")
        if page.html and "frame-ancestors 'none'" not in headers.get("Content-Security-Policy", ""):
            self.faults.add(f"policy {where}")
        if page.html and "charset" not in headers["Content-Type"]:
            self.faults.add(f"charset {where}")
        if "Access-Control-Allow-Origin" in headers:
            self.faults.add(f"cors {where}")
        for one in page.root.iter("input"):
            is_secret = one.get("name", "") in _SECRET_FIELDS or one.get("autocomplete", "").endswith("password")
            if is_secret and (one.get("type") != "password" and one.get("inputmode") != "numeric"):
                self.faults.add(f"unmasked {where}")
            if one.get("type") == "password" and (one.get("autocomplete") == "off" or one.get("onpaste") is not None):
                self.faults.add(f"no password manager {where}")
