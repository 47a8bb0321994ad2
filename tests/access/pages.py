"""Check every page of the gallery in every size and color scheme: lines A1, A8, A9, A10, A11, A16, and A17."""

from __future__ import annotations

import os
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from tests.access import measures
from tests.access.lines import Line, line_of_faults
from tests.browser.gallery import fill
from tests.browser.looks import ALL_RULES, COLOR_RULES, LOOKS, RUN_AXE, inject_axe, reviewed
from tests.over_http.server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOWN_BY = "make access, tests/access/pages.py"
EVERY = int(os.environ.get("ACCESS_EVERY", "1"))
"""Check every n-th page."""
SIZES = {
    "100%": (1366, 600),
    "200%": (683, 384),
    "400%": (342, 192),
    "320×640": (320, 640),
    "320×256": (320, 256),
}


class PageChecks:
    """Check pages, and collect faults by line."""

    def __init__(self) -> None:
        self.faults: defaultdict[str, list[str]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self.incomplete: Counter[str] = Counter()

    def check(self, page: Page, address: str) -> None:
        """Check the open page."""
        name = f"{address} ({page.title().partition(' – ')[0]})"
        inject_axe(page)
        self._note("structure", name, page.evaluate(measures.STRUCTURE))
        for look, media in LOOKS.items():
            page.emulate_media(**media)
            found = page.evaluate(RUN_AXE, ALL_RULES if look == "light" else COLOR_RULES)
            self._note("axe", f"{name}, {look}", found["violations"])
            self.incomplete.update(f"{look}: {one}" for one, _ in found["incomplete"])
        page.emulate_media(**LOOKS["light"])
        self._note("motion", name, page.evaluate(measures.MOTIONS))
        whose = "type" if page.evaluate("document.body.classList.contains('compact')") else "teachers' type"
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            self._note("reflow", f"{name}, {size}", page.evaluate(measures.SIDEWAYS))
            self._note("cut", f"{name}, {size}", page.evaluate(measures.CUT_OFF))
            if size in {"100%", "320×640"}:
                self._note(whose, f"{name}, {size}", page.evaluate(measures.TYPE_SIZE, [15, 14]))
                self._note("small", f"{name}, {size}", page.evaluate(measures.TARGETS, [24, None]))
                self._note("main", f"{name}, {size}", page.evaluate(measures.TARGETS, [44, measures.MAIN_ACTIONS]))
                self._note("digits", f"{name}, {size}", page.evaluate(measures.DIGITS))
            if size == "320×640":
                found = page.evaluate(RUN_AXE, ALL_RULES)
                self._note("axe", f"{name}, {size}", found["violations"])
        page.add_style_tag(content=measures.SPACING)
        for size in ("100%", "320×640"):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for measure in (measures.SIDEWAYS, measures.CUT_OFF):
                self._note("spacing", f"{name}, {size}", page.evaluate(measure))

    def _note(self, line: str, where: str, found: list[str]) -> None:
        self.counts[line] += 1
        self.faults[line] += [f"{where}: {one}" for one in found]


def lines_of_pages(browser: Browser) -> list[Line]:
    """Check every page."""
    checks = PageChecks()
    with tempfile.TemporaryDirectory() as name:
        server = LiveServer(Path(name))
        pages = sorted(fill(server.folder).pages, key=lambda page: page[0] or "")[::EVERY]
        server.start()
        try:
            for cookie, address in pages:
                context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
                if cookie:
                    context.add_cookies([{"name": "classroom", "value": cookie, "url": server.address}])
                page = context.new_page()
                page.set_viewport_size({"width": 1366, "height": 600})
                page.goto(server.address + address)
                checks.check(page, address)
                context.close()
        finally:
            server.stop()
    return _lines(checks, len(pages))


def _lines(checks: PageChecks, pages: int) -> list[Line]:
    known = reviewed()
    open_questions = [f"{what} ({count} times)" for what, count in checks.incomplete.items() if what not in known]
    titles = {
        "axe": ("A1", f"axe-core 4.14 on {pages} pages, three color schemes, and 320 px: violations"),
        "small": ("A9", "targets below 24 px without room around them"),
        "main": ("A9", "main actions below 44 px"),
        "reflow": ("A10", "pages that scroll sideways at 100, 200, 400% and 320 px"),
        "cut": ("A10", "text cut off at 100, 200, 400% and 320 px"),
        "spacing": ("A10", "text lost with the spacing of WCAG 1.4.12"),
        "digits": ("A10", "numbers that stick out of a triangle chip"),
        "motion": ("A11", "motion with reduced motion"),
        "type": ("A16", "students' pages: type below 15 px (board 14 px), also at 320 px"),
        "teachers' type": ("A16", "other pages: type below 15 px, also at 320 px"),
        "structure": ("A17", "language, title, main, headings"),
    }
    lines = [
        line_of_faults(id_, what, checks.faults[key], checks.counts[key], SHOWN_BY)
        for key, (id_, what) in titles.items()
    ]
    seen = sum(checks.incomplete.values())
    lines.insert(
        1, line_of_faults("A1", "findings that axe leaves open, not in reviewed.txt", open_questions, seen, SHOWN_BY)
    )
    return lines
