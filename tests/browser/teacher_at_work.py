"""A teacher's lesson in a real browser; LESSON_PICTURES names a folder for screenshots of each page."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tests.lesson.teacher import NAME, PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

PICTURES = os.environ.get("LESSON_PICTURES")
SCANNER = next(Path(__file__).parents[2].glob("static/vendor/jsqr/*/jsQR.js"))
_SCAN = """
async () => {
  const read = [];
  for (const one of document.querySelectorAll(".label")) {
    const picture = new Image();
    picture.src = one.querySelector("img").src;
    await picture.decode();
    const canvas = new OffscreenCanvas(400, 400);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, 400, 400);
    pen.drawImage(picture, 20, 20, 360, 360);
    const pixels = pen.getImageData(0, 0, 400, 400);
    read.push([one.querySelector("h2").textContent, jsQR(pixels.data, 400, 400)?.data ?? ""]);
  }
  return read;
}
"""


class TeacherAtWork:
    """The teacher's browser window; `page` is the current tab."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.faults: list[str] = []
        """Errors and warnings from the browser's console."""
        self.page = self._new_tab()
        self.session_url = ""

    def set_up(self, token: str) -> None:
        """Create the first account with the setup token."""
        self.page.goto(self.address)
        for name, typed in {"token": token, "name": NAME, "password": PASSWORD, "again": PASSWORD}.items():
            self.page.fill(f"[name={name}]", typed)
        self.page.locator("main form button").last.click()

    def import_class(self, name: str, file: Path) -> str:
        """Create a class and import a file. Return the text of the preview."""
        self.page.fill("[name=name]", name)
        self.page.locator("form[action='/classes'] button").click()
        self.page.set_input_files("input[type=file]", file)
        self.page.locator("form:has(input[type=file]) button").click()
        self.page.wait_for_url("**/imports/*/columns")
        self.look("columns")
        self.page.get_by_role("button", name="Preview import").click()
        self.page.wait_for_url(re.compile("/imports/[^/]+$"))
        preview = self.page.inner_text("main")
        self.look("import")
        self.page.get_by_role("button", name=re.compile("^Import [0-9]+")).click()
        self.page.wait_for_url("**/classes/*")
        self.look("class")
        return preview

    def print_cards(self) -> tuple[str, dict[str, str], dict[str, str]]:
        """Create all login cards. Return the class code, every PIN, and the contents of every QR code."""
        self.page.get_by_role("link", name=re.compile("[Cc]ards")).first.click()
        self.look("cards")
        self.page.get_by_role("button", name=re.compile("^Print cards")).click()
        self.page.wait_for_selector(".label")
        self.look("printed-cards")
        labels = self.page.locator(".label").all()
        pins = {one.locator("h2").inner_text(): one.locator("dd").last.inner_text() for one in labels}
        code = labels[0].locator("dd").nth(1).inner_text()
        self.page.evaluate(SCANNER.read_text(encoding="utf-8"))
        scanned: dict[str, str] = dict(self.page.evaluate(_SCAN))
        return code, pins, scanned

    def set_levels(self, levels: dict[str, str]) -> None:
        """Set the grade of some students."""
        self.go(self.class_url + "/levels")
        for name, grade in levels.items():
            self.page.get_by_label(name, exact=True).select_option(grade)
        self.page.get_by_role("button", name="Save levels").click()

    def open_session(self) -> None:
        """Open the lobby for tables of four with a table-talk penalty."""
        self.go(self.class_url)
        self.page.get_by_role("link", name="Start a session").first.click()
        self.page.get_by_role("link", name="3. How long").click()
        self.page.locator("details:has([name=table_talk]) > summary").click()
        self.page.check("[name=table_talk]")
        self.look("new-session")
        self.page.get_by_role("button", name="Open session").click()
        self.page.wait_for_url("**/sessions/*")
        self.session_url = self.page.url.partition("#")[0]

    def press(self, name: str) -> None:
        """Press a button; open the collapsed section that contains it."""
        button = self.page.get_by_role("button", name=name).first
        if not button.is_visible():
            self.page.locator("details", has=self.page.locator(f"button:text('{name}')")).first.locator(
                "summary"
            ).click()
        button.click()

    def go(self, address: str) -> None:
        """Open an address."""
        self.page.goto(address)

    def look(self, name: str, tab: Page | None = None) -> None:
        """Check a page, by default the teacher's: it has a heading, and is no wider than the screen."""
        shown = tab or self.page
        shown.wait_for_load_state()  # a click does not wait for the page that it opens
        assert shown.locator("h1").count() >= 1, f"{name}: no heading"
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: too wide"
        if PICTURES:
            shown.screenshot(path=str(Path(PICTURES) / f"{name}.png"))

    def front(self) -> Page:
        """Open the projector page in a new tab."""
        tab = self._new_tab()
        tab.goto(self.session_url + "/projector")
        return tab

    @property
    def class_url(self) -> str:
        """The address of the first class."""
        self.page.goto(f"{self.address}/classes")
        link = self.page.locator("main a[href^='/classes/']").first.get_attribute("href") or ""
        found = re.match(r"/classes/[a-z0-9]{12}", link)
        assert found is not None, link
        return self.address + found.group(0)

    def _new_tab(self) -> Page:
        tab = self.context.new_page()
        tab.on("pageerror", lambda error: self.faults.append(str(error)))
        tab.on(
            "console",
            lambda message: self.faults.append(message.text) if message.type in {"error", "warning"} else None,
        )
        return tab
