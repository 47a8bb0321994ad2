"""Shoot the pictures of the README and the docs from a fresh demo: ``make product-pictures``."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.browser.conftest import launch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[2] / "docs" / "img"
_WIDTH, _HEIGHT, _LOW = 1366, 768, 600
_SCALE = 0.75
_SETTLED_MS = 2000
"""Until live updates have arrived."""
_PATIENCE_MS = 120_000
_OFFICE_FILE = """Lincoln Elementary,,,,
Student Number,Student Name,Grade,Homeroom,Parent Email
20417,"Alvarez, Mia",5,Room 12,pat@example.org
20418,"Brooks, Jaylen",5,Room 12,sam@example.org
20419,"Chen, Li Wei",5,Room 12,kim@example.org
20420,"O’Neil, Sean",5,Room 12,lee@example.org
"""


def main() -> None:
    """Start a demo, and shoot its pages."""
    with sync_playwright() as playwright, _demo() as address:
        browser = launch(playwright)
        page = _signed_in(browser, address, "Ms Rivera", _HEIGHT)
        club, class_ = (page.get_by_role("link", name=re.compile(f"^{name} ")) for name in ("Math club", "5B"))
        paths = [f"{address}{one.get_attribute('href')}" for one in (club, class_)]
        _of_import(page, paths[0])
        _of_class(page, address, paths[1])
        student = _signed_in(browser, address, "Kenji", _LOW)
        student.get_by_role("heading", name="Your turn").wait_for(timeout=_PATIENCE_MS)
        _shoot(student, "board")
        browser.close()


def _of_class(page: Page, address: str, class_page: str) -> None:
    page.goto(class_page)
    session = f"{address}{page.get_by_role('link', name='Go to the session').get_attribute('href')}"
    shown = {
        "tables": session,
        "front": f"{session}/projector",
        "report": f"{class_page}/report",
        "facts": f"{class_page}/report/facts",
    }
    for name, at in shown.items():
        page.goto(at)
        _shoot(page, name)


def _of_import(page: Page, class_page: str) -> None:
    page.goto(f"{class_page}/students")
    page.locator("input[type=file]").set_input_files(
        {"name": "5C.csv", "mimeType": "text/csv", "buffer": _OFFICE_FILE.encode()}
    )
    page.get_by_role("button", name="Preview file").click()
    if not page.url.endswith("/columns"):
        page.get_by_role("link", name="Change columns").click()
    _shoot(page, "import-columns")
    page.get_by_role("button", name="Preview import").click()
    _shoot(page, "import-preview")
    page.get_by_role("button", name=re.compile("^Import")).click()
    _shoot(page, "import-saved")


def _signed_in(browser: Browser, address: str, name: str, height: int) -> Page:
    page = browser.new_context(
        viewport={"width": _WIDTH, "height": height}, device_scale_factor=_SCALE, reduced_motion="reduce"
    ).new_page()
    page.goto(address)
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_load_state()
    return page


def _shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(_SETTLED_MS)
    page.screenshot(path=FOLDER / f"{name}.png")


@contextmanager
def _demo() -> Iterator[str]:
    """Start a demo on a free port; return its address once it answers."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "classroom", "demo", "--port", "0"],
            env={"CLASSROOM_INSTANCE": folder, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            text=True,
        ) as demo,
    ):
        assert demo.stdout is not None
        yield next(found[0] for line in demo.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
        demo.send_signal(signal.SIGINT)
        demo.communicate()


if __name__ == "__main__":
    main()
