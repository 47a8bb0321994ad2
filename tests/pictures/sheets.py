"""Shoot every page, a game in every state, and what moves: ``make pictures PICTURES=<folder>``.

A contact sheet holds twelve pages in one size and look; `sheets/` holds these, `pages/` each page alone, `game/` the
states of a game, and `films/` what moves. `PICTURES_PARTS` names some of these parts, `PICTURES_ONLY` is a regular
expression of the addresses of pages to shoot.
"""

from __future__ import annotations

import html
import os
import re
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import sync_playwright

from tests.browser.conftest import launch
from tests.browser.gallery import fill
from tests.browser.gallery.desk import SCHOOL_SIGN_IN
from tests.over_http.server import LiveServer
from tests.pictures.films import shoot_films
from tests.pictures.game import shoot_game
from tests.shared_server import SharedServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser

SIZES = ((1366, 600), (1366, 768), (320, 640))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
A_SHEET = 12
SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ display: grid; grid-template-columns: repeat({columns}, {width}px); gap: 10px; margin: 8px; background: #777; }}
figure {{ margin: 0; font: 13px system-ui; }}
img {{ width: 100%; display: block; }}
figcaption {{ color: #fff; overflow-wrap: anywhere; }}
</style>"""


def main() -> None:
    """Capture everything, and print where the pictures are."""
    wanted = os.environ.get("PICTURES", "")
    if not wanted:
        sys.exit("Name a folder: make pictures PICTURES=<folder>")
    folder = Path(wanted)
    parts = os.environ.get("PICTURES_PARTS", "pages game films").split()
    for part in ("sheets", *parts):
        (folder / part).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        browser = launch(playwright)
        if "pages" in parts:
            shots = shoot_pages(browser, folder / "pages", re.compile(os.environ.get("PICTURES_ONLY", "")))
            _lay_out(browser, shots, folder / "sheets")
        shared = SharedServer(Path(name), stack)
        if "game" in parts:
            for size, album in shoot_game(browser, shared, folder / "game").items():
                _lay_out(browser, {f"game-{size}": album.pictures}, folder / "sheets")
                print(f"{size}: boxes of the frame move by {album.moved():g} px at most")
        if "films" in parts:
            for film, frames in shoot_films(browser, shared, folder / "films"):
                sheet(browser, frames, folder / "films" / f"{film}.png", 4)
        browser.close()
    print(f"Pictures: {folder.resolve().as_uri()}")


def _lay_out(browser: Browser, shots: dict[str, list[Path]], folder: Path) -> None:
    for look, pictures in shots.items():
        for number in range(0, len(pictures), A_SHEET):
            written = folder / f"{look}-{number // A_SHEET + 1:02}.png"
            sheet(browser, pictures[number : number + A_SHEET], written, 6 if "320x" in look else 3)


def shoot_pages(browser: Browser, folder: Path, only: re.Pattern[str]) -> dict[str, list[Path]]:
    """Capture each page in every size and theme. Yield the pictures of each combination."""
    shots: dict[str, list[Path]] = {}
    with tempfile.TemporaryDirectory() as name:
        server = LiveServer(Path(name), settings=SCHOOL_SIGN_IN)
        pages = [(number, *one) for number, one in enumerate(fill(server.folder).pages) if only.search(one[1])]
        server.start()
        try:
            for number, cookie, address in pages:
                for scheme in SCHEMES:
                    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
                    if cookie:
                        context.add_cookies([{"name": "classroom", "value": cookie, "url": server.address}])
                    page = context.new_page()
                    page.goto(server.address + address)
                    for width, height in SIZES:
                        look = f"{width}x{height}-{scheme}"
                        page.set_viewport_size({"width": width, "height": height})
                        page.evaluate("document.fonts.ready")
                        picture = folder / f"{number:03}-{_plain(address)}-{look}.png"
                        page.screenshot(path=picture)
                        shots.setdefault(look, []).append(picture)
                    context.close()
        finally:
            server.stop()
    return shots


def sheet(browser: Browser, pictures: Sequence[Path], written: Path, columns: int) -> None:
    """Arrange pictures on one sheet."""
    width = 1560 // columns
    figures = (
        f'<figure><img src="{one.resolve().as_uri()}"><figcaption>{html.escape(one.stem)}</figcaption></figure>'
        for one in pictures
    )
    page_file = written.with_suffix(".html")
    page_file.write_text(SHEET.format(columns=columns, width=width) + "".join(figures), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1620, "height": 100})
    page.goto(page_file.resolve().as_uri())
    page.screenshot(path=written, full_page=True)
    page.close()


def _plain(address: str) -> str:
    return re.sub(r"\W+", "_", re.sub(r"[a-z0-9]{12}", "ID", address)).strip("_")[:60]


if __name__ == "__main__":
    main()
