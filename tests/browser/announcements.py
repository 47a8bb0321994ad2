"""What a screen reader is told on a page: each change of a live region's text, with the moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORD = """
(() => {
  const texts = new WeakMap();
  window.announced = [];
  let isLoaded = false;
  function look() {
    const now = performance.now();
    for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
      const text = region.checkVisibility() ? region.textContent.replace(/\\s+/g, " ").trim() : "";
      if (texts.get(region) === text) continue;
      texts.set(region, text);
      if (!isLoaded || !text) continue;
      const isUrgent = region.getAttribute("role") === "alert" || region.getAttribute("aria-live") === "assertive";
      window.announced.push([now, isUrgent, text, region.id]);
    }
  }
  addEventListener("DOMContentLoaded", () => { look(); isLoaded = true; });
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document, everything);
})();
"""
"""Run before the page's own scripts. What is there when the page is loaded is not told: a reader reads the page."""

PLACE = re.compile(r"at row (\d+), column (\d+)\.")


@dataclass(frozen=True)
class Announcement:
    """One change of a live region."""

    at: float
    """Milliseconds since the page was opened."""
    is_urgent: bool
    """Whether it interrupts."""
    text: str
    region: str
    """Its ID. Each turn has an alert of its own, so a player of a quick game hears the same text again."""

    @property
    def sentences(self) -> list[str]:
        return [one for one in re.split(r"(?<=[.!?]) ", self.text) if one]

    @property
    def most_words(self) -> int:
        """The words of the longest sentence."""
        return max(len(one.split()) for one in self.sentences)


def announced(page: Page) -> list[Announcement]:
    """Read what was told since the page was opened."""
    return [Announcement(*one) for one in page.evaluate("window.announced")]


def places_told(told: list[Announcement]) -> list[tuple[int, int]]:
    """Give the row and column of each move that was told, in their order."""
    return [(int(row), int(column)) for one in told for row, column in PLACE.findall(one.text)]


def faults_of(told: list[Announcement]) -> list[str]:
    """Find what a listener would complain of, but for moves that are missing: a test knows these."""
    polite = [one for one in told if not one.is_urgent]
    faults = [f"too long: {one.text}" for one in told if one.most_words > MOST_WORDS]
    faults += [
        f"too soon: {one.text}" for before, one in pairwise(polite) if one.at - before.at < EVERY_MS - TOLERANCE_MS
    ]
    faults += [
        f"told twice: {one.text}"
        for before, one in pairwise(told)
        if (one.region, one.text) == (before.region, before.text)
    ]
    return faults


MOST_WORDS = 12
EVERY_MS = 2000
TOLERANCE_MS = 50
