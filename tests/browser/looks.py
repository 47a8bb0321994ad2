"""Check how a page looks: light, dark, and with forced colors; in a window and on a phone; by axe and by its layout.

What axe cannot decide counts as a fault too, unless `reviewed.txt` gives a reason why it is not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import AXE
from tests.browser.other_languages import BACKWARD, LONG, layout_faults, open_in
from tests.browser.windows import NARROW, NOTE_WHEN, SMALL_CHROMEBOOK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REVIEWED = Path(__file__).with_name("reviewed.txt")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced colors": {"color_scheme": "light", "forced_colors": "active"},
}
# Leave out what is only needed to report passed or disabled rules.
ALL_RULES: dict[str, Any] = {"resultTypes": ["violations", "incomplete"], "selectors": False, "preload": False}
COLOR_RULES = {**ALL_RULES, "runOnly": ["color-contrast", "link-in-text-block"]}
"""Everything else is the same in other color schemes. Elements that look as on an earlier page were checked there."""
OTHER_RULES = {**ALL_RULES, "rules": {"color-contrast": {"enabled": False}}}
"""Colors don't depend on the size of a window."""

RUN_AXE = """(options) => {
  const context = window.toCheck ?? document;
  delete window.toCheck;
  return axe.run(context, options).then(({ violations, incomplete }) => ({
    violations: violations.map(({ id, nodes }) =>
      `${id}: ${nodes.slice(0, 2).map((node) => node.html.slice(0, 160)).join(" | ")}`),
    incomplete: incomplete.flatMap(({ id, nodes }) => nodes.map(({ any, all, none, html }) => {
      const check = [...any, ...all, ...none].find((one) => one.data?.messageKey) ?? [...any, ...all, ...none][0];
      return [`${id} ${check?.data?.messageKey ?? check?.id ?? ""}`, html.slice(0, 160)];
    })),
  }));
}"""
"""Checks the page, or once only the elements in `toCheck`. Incomplete results are named by rule and reason."""

KINDS = """(markup) => {
  const states = /^(type|role|disabled|hidden|open|aria-(checked|current|disabled|expanded|invalid|pressed|selected))$/;
  const kind = (element) => [element.localName, ...[...element.classList].sort(),
    ...[...element.attributes].filter(({name}) => states.test(name)).map(({name, value}) => `${name}=${value}`)];
  const page = new DOMParser().parseFromString(markup, "text/html");
  const shown = [...page.querySelectorAll("body *")].filter((element) => !element.parentElement.closest("svg"));
  return [...new Set(shown.map((element) => kind(element).join(" ")))];
}"""
"""Each kind of element on a page: tag, classes, and state, which style rules and colors depend on."""

COLORS = """(seen) => {
  const old = new Set(seen), found = new Set(), toCheck = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !parent.checkVisibility()) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(parent);
    let paper = "";
    for (let one = parent; one && /, 0\\)$|^$/.test(paper); one = one.parentElement)
      paper = getComputedStyle(one).backgroundColor;
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 56 / 3 : 24);
    const link = parent.closest("a, [role=link]");
    const around = link && getComputedStyle(link.parentElement).color;
    const look = [color, paper, isLarge, around, link && getComputedStyle(link).textDecorationLine].join(" ");
    found.add(look);
    if (!old.has(look)) toCheck.push(parent);
  }
  if (toCheck.length) window.toCheck = toCheck;
  return [...found];
}"""
"""Each text color with its background, and what else the rules of colors depend on: whether the text is large, and for
links the color of the text around them and whether they are underlined. `toCheck` are the elements with those that are
not in the list, if there are any."""

EVERYTHING = "delete window.toCheck"
VISIBLE = """() => [...new Set([...document.querySelectorAll("body *")]
  .filter((element) => !element.parentElement.closest("svg") && element.checkVisibility())
  .map((element) => [element.localName, ...[...element.classList].sort()].join(" ")))]"""


def reviewed() -> dict[str, str]:
    """Read the reviewed findings that axe cannot decide, each with the reason why it is not a fault."""
    lines = REVIEWED.read_text(encoding="utf-8").splitlines()
    pairs = (line.rpartition(" = ") for line in lines if line and not line.startswith("#"))
    return {what: why for what, _, why in pairs}


def inject_axe(page: Page) -> None:
    """Load axe into a page and hide the page's background picture: tests/guards/test_colors.py checks its colors."""
    # axe can't measure text in front of a picture
    if not page.evaluate("document.body.style.background = 'none'; 'axe' in window"):
        page.evaluate(_axe())


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


class Visitor:
    """Visits pages and collects faults."""

    def __init__(self, browser: Browser) -> None:
        # axe is not our script, and it would measure colors in the middle of a transition.
        self.context = browser.new_context(viewport=SMALL_CHROMEBOOK, bypass_csp=True, reduced_motion="reduce")
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(NOTE_WHEN)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.looks: Counter[str] = Counter()
        """How often axe ran in each look."""
        self._cookie: str | None = None
        self._look = "light"
        self._seen: defaultdict[str, set[str]] = defaultdict(set)
        self._reviewed = reviewed()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def sign_in(self, cookie: str | None, address: str) -> None:
        """Sign in as this person."""
        if cookie == self._cookie:
            return
        self.page.goto("about:blank")  # an open page would navigate by itself once someone else is signed in
        self.use(cookie, address)

    def use(self, cookie: str | None, address: str) -> None:
        """Use this cookie from now on. The current page must be one that doesn't update itself."""
        self._cookie = cookie
        self.context.clear_cookies()
        if cookie is not None:
            self.context.add_cookies([{"name": "classroom", "value": cookie, "url": address}])

    def check(self, what: str, *, in_all_looks: bool = False) -> None:
        """Check the current page: all axe rules in light, and each other look if it shows something new there.

        :param in_all_looks: check in all looks, new or not.
        """
        self.page.wait_for_load_state()  # a click returns while the page that it opens is still read
        inject_axe(self.page)
        # Begin with the current look: each change styles the whole page again.
        for look in LOOKS if self._look == "light" else reversed(LOOKS):
            if look != self._look:
                self.page.emulate_media(**LOOKS[look])
                self._look = look
            if look == "light":
                self._check_in_light(what, in_all_looks=in_all_looks)
                continue
            is_new = self._shows_new(look, COLORS)
            if in_all_looks:
                self.page.evaluate(EVERYTHING)
            if is_new or in_all_looks:
                self._axe_finds(what, look, COLOR_RULES)

    def _check_in_light(self, what: str, *, in_all_looks: bool) -> None:
        """Check by all axe rules, in a window and on a phone, from left to right and from right to left."""
        self._axe_finds(what, "light", ALL_RULES)
        self._fits(what)
        self._shows_new("visible", VISIBLE)
        self.page.set_viewport_size(NARROW)
        narrow = f"{what}, {NARROW['width']} px"
        self._fits(narrow)
        if self._shows_new("visible", VISIBLE) or in_all_looks:
            self._axe_finds(narrow, "light", OTHER_RULES)
        direction = self.page.evaluate("[document.dir, document.dir = 'rtl'][0]")
        self._fits(f"{narrow}, from right to left")
        self.page.set_viewport_size(SMALL_CHROMEBOOK)
        self._fits(f"{what}, from right to left")
        self.page.evaluate("(direction) => { document.dir = direction; }", direction)

    def check_page(self, address: str, *, in_all_looks: bool = False) -> None:
        """Check a page in the language with the longest texts. English texts are shorter; everything else is the same.

        :param in_all_looks: check in all looks, and also in a right-to-left language.
        """
        not_long = open_in(LONG, self.page, address)
        what = f"{address} ({self.page.title()})"
        self.check(what, in_all_looks=in_all_looks)
        if in_all_looks:
            not_long += open_in(BACKWARD, self.page, address)
            self._fits(f"{what}, {BACKWARD}")
            self.page.set_viewport_size(NARROW)
            self._fits(f"{what}, {BACKWARD}, {NARROW['width']} px")
            self.page.set_viewport_size(SMALL_CHROMEBOOK)
        self.faults += [f"{what}: {fault}" for fault in not_long]

    def _axe_finds(self, what: str, check: str, options: dict[str, Any]) -> None:
        """Collect what axe finds on the current page."""
        self.looks[check] += 1
        found = self.page.evaluate(RUN_AXE, options)
        self.faults += [f"{what}, {check}: {one}" for one in found["violations"]]
        undecided = [(f"{check}: {why}", markup) for why, markup in found["incomplete"]]
        self.faults += [
            f"{what}: not in reviewed.txt: {why}: {markup}" for why, markup in undecided if why not in self._reviewed
        ]

    def _fits(self, what: str) -> None:
        """Collect what does not fit the current window."""
        self.looks["layout"] += 1
        self.faults += [f"{what}: {fault}" for fault in layout_faults(self.page)]

    def _shows_new(self, check: str, measure: str) -> bool:
        """Return whether the page has something that no earlier page had in this look."""
        shown = set(self.page.evaluate(measure, list(self._seen[check]) if measure == COLORS else None))
        is_new = not shown <= self._seen[check]
        self._seen[check] |= shown
        return is_new
