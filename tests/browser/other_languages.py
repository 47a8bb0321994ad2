"""Show pages in the test languages, and check that all text is translated and fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.windows import open_in_font

if TYPE_CHECKING:
    from playwright.sync_api import Page

UNTRANSLATED = r"""(markup) => {
  const page = new DOMParser().parseFromString(markup, "text/html");
  // Every letter of a translated text has an accent but q and x. Names, codes, dates, and equations are no texts.
  const dates = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM)\b/g;
  // Words of equations, which are data, and of lists, which Babel writes.
  const words = /\b(penn(y|ies)|nickels?|dimes?|quarters?|weeks?|days?|months?|years?|half|double|and|or|of)\b/g;
  const units = /\b(LCM|GCF|ft|in|yd|gal|qt|lb|oz|cm|mm|kg|min)\b/g;
  const plain = (text) => text
    .replace(/[\u2066-\u2068][^\u2069]*\u2069/g, "")
    .replace(dates, "").replace("Sequence Numbers", "").replace(words, "").replace(units, "")
    .match(/[a-pr-wyzA-PR-WYZ]{2,}/);
  const data = "bdi, [translate='no'], [dir='auto'], [lang]:not(html), code, kbd, pre, noscript, script, style, svg, "
    + "textarea";
  const found = [];
  const walk = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.parentElement.closest(data) && plain(node.data)) found.push(node.data.trim());
  }
  for (const name of ["title", "aria-label", "placeholder", "alt", "data-confirm"])
    for (const element of page.querySelectorAll(`[${name}]`))
      if (!element.matches("[translate='no'], [lang]:not(html)") && plain(element.getAttribute(name)))
        found.push(`${name}: ${element.getAttribute(name)}`);
  return [...new Set(found)];
}"""

CUT_OFF = """[...document.querySelectorAll("body *")].filter((element) => {
  const style = getComputedStyle(element);
  if (style.overflowX === "visible" || style.overflowX === "auto" || style.overflowX === "scroll") return false;
  if (element.closest("[dir='auto'], bdi, .visually-hidden, .live, svg") || element.clientWidth < 2) return false;
  return !element.querySelector("bdi") && element.innerText?.trim() && element.scrollWidth > element.clientWidth + 1;
}).map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`)"""

SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"

LONG, BACKWARD = "en-XA", "ar-XB"
"""The languages: every text accented and a third longer; every text right to left."""


def open_in(tag: str, page: Page, address: str) -> list[str]:
    """Open a page in one of these languages."""
    page.set_extra_http_headers({"Accept-Language": tag})
    open_in_font(page, address)
    return [] if page.locator("html").get_attribute("lang") == tag else [f"not in {tag}"]


def layout_faults(page: Page) -> list[str]:
    """Check the layout of the current page in the current window."""
    faults: list[str] = page.evaluate(f"[...{CUT_OFF}, ...({SIDEWAYS} ? ['scrolls sideways'] : [])]")
    return faults
