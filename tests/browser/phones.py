"""Phones that show many pages of a school, for tests that measure parts of pages."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from tests.browser.windows import NARROW, open_in_font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.browser.gallery.frame import Gallery
    from tests.over_http.server import LiveServer


STOP_UPDATES = "() => { window.fetch = () => new Promise(() => {}); }"
"""Let requests for updates wait: dozens of open pages would use a quarter of a core."""


class Phones:
    """Phones that show a school's pages. Each page is opened once, and stays open for the next test."""

    def __init__(self, browser: Browser, server: LiveServer, gallery: Gallery, *, language: str) -> None:
        self.language = language
        self._browser, self._server, self._gallery = browser, server, gallery
        self._contexts: dict[tuple[str | None, str], BrowserContext] = {}
        self._pages: dict[tuple[str | None, str, str], Page] = {}

    def pages(self, part: str, *, needs: str = "h1", language: str | None = None) -> Iterator[Page]:
        """Yield the pages whose address matches, each as the person who sees it.

        :param language: another language than the phones have.
        """
        found = 0
        names = re.findall(r"[#.]([\w-]+)", needs)
        for cookie, address in self._gallery.pages:
            if address != part and (part == "/" or not (address.endswith(part) or address.startswith(part))):
                continue
            if not all(name in markup(self._server, cookie, address) for name in names):  # most of the tables
                continue
            page = self._page(cookie, address, language or self.language)
            if page.locator(needs).count():
                found += 1
                yield page
        assert found, part

    def close(self) -> None:
        """Close all windows."""
        for one in self._contexts.values():
            one.close()

    def _page(self, cookie: str | None, address: str, language: str) -> Page:
        if (cookie, address, language) not in self._pages:
            page = self._context(cookie, language).new_page()
            open_in_font(page, self._server.address + address)
            page.evaluate(STOP_UPDATES)
            self._pages[cookie, address, language] = page
        return self._pages[cookie, address, language]

    def _context(self, cookie: str | None, language: str) -> BrowserContext:
        if (cookie, language) not in self._contexts:
            context = self._browser.new_context(viewport=NARROW, locale=language, reduced_motion="reduce")
            if cookie:
                context.add_cookies([{"name": "classroom", "value": cookie, "url": self._server.address}])
            self._contexts[cookie, language] = context
        return self._contexts[cookie, language]


@contextmanager
def changing(page: Page) -> Iterator[None]:
    """Let a test change a page, and restore its elements afterward; opening it again would take ten times as long."""
    page.evaluate("window.unchanged = document.querySelector('main').innerHTML")
    try:
        yield
    finally:
        page.evaluate("document.querySelector('main').innerHTML = window.unchanged")


@contextmanager
def resizing(page: Page) -> Iterator[None]:
    """Let a test change a page's size, and restore it afterward."""
    try:
        yield
    finally:
        page.set_viewport_size(NARROW)
        page.evaluate("scrollTo(0, 0)")


@cache
def markup(server: LiveServer, cookie: str | None, address: str) -> str:
    """Return a page as sent, which takes a tenth of the time of opening it."""
    return server.browser(cookie).send("GET", address).text
