"""A lesson on an installed server over HTTP, and a check that its answers are kept."""

from __future__ import annotations

import time
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.lesson.one_game import play_one_game
from tests.lesson.teacher import NAME, PASSWORD, Teacher
from tests.over_http.browser import PlainBrowser

if TYPE_CHECKING:
    from tests.over_http.browser import Site as AnySite

CLASS = "7B"
LATER_CLASS = "8C"
NAMES = ("Ana K.", "Björn", "Chloë", "Dmitri")
PATIENCE = 300.0


@dataclass(frozen=True)
class Site:
    """A running server."""

    address: str

    def browser(self, cookie: str | None = None) -> PlainBrowser:
        """Return a new browser."""
        assert cookie is None, "no one is signed in from outside"
        return PlainBrowser(self.address)

    def wait(self, path: str = "/ready") -> None:
        """Wait until it responds."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(self.address + path, timeout=10):  # noqa: S310  our own server
                    return
            except OSError:
                assert time.monotonic() < until, f"{self.address} does not answer"
                time.sleep(0.1)


class Lesson:
    """A class that has finished one game."""

    def __init__(self, site: AnySite, token: str) -> None:
        """Set up the server with its printed token, and play the lesson."""
        self._site = site
        teacher = Teacher(site)
        teacher.set_up(token)
        teacher.make_class(CLASS, "\n".join(NAMES))
        code, pins = teacher.print_cards()
        play_one_game(teacher, site, code, pins, patience=PATIENCE)
        self._class_url = teacher.class_url
        self._answers = self._read(teacher)
        assert self._answers.count("\n") > 20, self._answers

    def move_to(self, site: AnySite) -> None:
        """Continue on another server with the same data."""
        self._site = site

    def assert_kept(self) -> None:
        """Sign in again, and compare every answer, also on the Spanish page."""
        assert self._read(self._sign_in()) == self._answers
        spanish = self._site.browser().send("GET", "/", headers={"Accept-Language": "es"})
        assert 'lang="es"' in spanish.text

    def spoil(self) -> None:
        """Add a class that is in no backup."""
        self._sign_in().browser.submit({"name": LATER_CLASS}, form="/classes")

    def assert_restored(self) -> None:
        """Check that this class is gone and everything else is there."""
        self.assert_kept()
        assert LATER_CLASS not in self._sign_in().browser.page.text

    def _sign_in(self) -> Teacher:
        teacher = Teacher(self._site)
        teacher.class_url = self._class_url
        teacher.browser.open("/sign-in")
        teacher.browser.submit({"name": NAME, "password": PASSWORD})
        return teacher

    def _read(self, teacher: Teacher) -> str:
        return teacher.csv("attempts")
