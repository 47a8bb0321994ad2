"""Record what a page announces to screen readers: each change of a live region's text, with its time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORD = """
(() => {
  const texts = new WeakMap(), replacedAt = new WeakMap();
  window.announced = [];
  let isLoaded = false;
  const {replaceChildren} = Element.prototype;
  Element.prototype.replaceChildren = function (...nodes) {
    replacedAt.set(this, performance.now());
    replaceChildren.apply(this, nodes);
  };
  function look() {
    for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
      const text = region.checkVisibility() ? region.textContent.replace(/\\s+/g, " ").trim() : "";
      if (texts.get(region) === text) continue;
      texts.set(region, text);
      if (!isLoaded || !text) continue;
      const isUrgent = region.getAttribute("role") === "alert" || region.getAttribute("aria-live") === "assertive";
      window.announced.push([replacedAt.get(region) ?? performance.now(), isUrgent, text, region.id]);
      replacedAt.delete(region);
    }
  }
  addEventListener("DOMContentLoaded", () => { look(); isLoaded = true; });
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document, everything);
})();
"""
"""Runs before the page's own scripts. Text present at load is not announced, because the screen reader reads the
page. The time is that of the call that changes the text: on a busy machine, an observer learns of it much later."""

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
    """The region's ID. Each turn has its own alert, so that players in a fast game hear the same text again."""

    @property
    def sentences(self) -> list[str]:
        return [one for one in re.split(r"(?<=[.!?]) ", self.text) if one]

    @property
    def longest_sentence(self) -> int:
        """Return the number of words in the longest sentence."""
        return max(len(one.split()) for one in self.sentences)


def announced(page: Page) -> list[Announcement]:
    """Return the announcements since the page was opened."""
    return [Announcement(*one) for one in page.evaluate("window.announced")]


def announced_places(announcements: list[Announcement]) -> list[tuple[int, int]]:
    """Return the row and column of each announced move, in order."""
    return [(int(row), int(column)) for one in announcements for row, column in PLACE.findall(one.text)]


def faults_of(announcements: list[Announcement]) -> list[str]:
    """Find faults in announcements. The caller checks for missing moves."""
    polite = [one for one in announcements if not one.is_urgent]
    faults = [f"too long: {one.text}" for one in announcements if one.longest_sentence > MAX_WORDS]
    faults += [
        f"too soon: {one.text}"
        for before, one in pairwise(polite)
        if one.at - before.at < MIN_INTERVAL_MS - TOLERANCE_MS
    ]
    faults += [
        f"announced twice: {one.text}"
        for before, one in pairwise(announcements)
        if (one.region, one.text) == (before.region, before.text)
    ]
    return faults


MAX_WORDS = 12
MIN_INTERVAL_MS = 2000
TOLERANCE_MS = 2
