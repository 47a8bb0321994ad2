"""Shoot every page of the gallery, and what moves: ``make pictures PICTURES=<folder>``.

A contact sheet holds twelve pages in one size and look; `sheets/` holds these, `pages/` each page alone. A film strip
shows a chip that lands, a sequence, and a win on the mover's screen, on the class screen, and on the teacher's grid.
`PICTURES_ONLY` is a regular expression of the addresses to shoot.
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

from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from tests.browser.conftest import launch
from tests.browser.gallery import fill
from tests.browser.steering import game_of, lead_to_sequence
from tests.over_http.server import LiveServer
from tests.scenes import SharedServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

SIZES = ((1366, 600), (1366, 768), (320, 640))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
A_SHEET = 12
TIMES_MS = (0, 80, 160, 300, 600, 900, 1300, 2000, 3000, 4200)
SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ display: grid; grid-template-columns: repeat({columns}, {width}px); gap: 10px; margin: 8px; background: #777; }}
figure {{ margin: 0; font: 13px system-ui; }}
img {{ width: 100%; display: block; }}
figcaption {{ color: #fff; overflow-wrap: anywhere; }}
</style>"""
HOLD = """document.addEventListener("htmx:after:swap", () => {
  if (window.held || !document.querySelector("[data-new~=chip]")) return;
  window.held = document.getAnimations();
  for (const motion of held) motion.pause();
});"""
"""Keep what moves as it is at its first moment."""


def main() -> None:
    """Shoot all, and say where the pictures are."""
    wanted = os.environ.get("PICTURES", "")
    if not wanted:
        sys.exit("Name a folder: make pictures PICTURES=<folder>")
    folder = Path(wanted)
    for part in ("pages", "sheets", "films"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        shots = shoot_pages(browser, folder / "pages", re.compile(os.environ.get("PICTURES_ONLY", "")))
        for look, pictures in shots.items():
            for number in range(0, len(pictures), A_SHEET):
                name = f"{look}-{number // A_SHEET + 1:02}"
                columns = 6 if look.startswith("320") else 3
                sheet(browser, pictures[number : number + A_SHEET], folder / "sheets" / f"{name}.png", columns)
        films(browser, folder / "films")
        browser.close()
    print(f"{sum(map(len, shots.values()))} pictures: {folder.resolve().as_uri()}")


def shoot_pages(browser: Browser, folder: Path, only: re.Pattern[str]) -> dict[str, list[Path]]:
    """Shoot each page in every size and look; gives the pictures of each of these."""
    shots: dict[str, list[Path]] = {}
    with tempfile.TemporaryDirectory() as name:
        server = LiveServer(Path(name))
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
    """Lay pictures out on one."""
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


def films(browser: Browser, folder: Path) -> None:
    """Play to a sequence and to a win, and shoot what moves then on each kind of screen."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        shared = SharedServer(Path(name), stack)
        for film, ends in (("sequence", False), ("win", True)):
            settings = TableSettings(deck="times-tables", board="8x8", table_size=2, sequences_to_win=1 if ends else 2)
            stage = shared.stage(students=2, settings=settings)
            with shared.app():
                move = lead_to_sequence(stage.class_session_id, ends=ends)
                game = game_of(stage.class_session_id)
                space = position_of(game).setup.board.name(move.space)
                mover_id = next(player.student_id for player in game.players if player.seat == move.seat)
            mover = next(person for person in stage.students if person.id == mover_id)
            session = f"/sessions/{stage.class_session_id}"
            screens = {
                "mover": (mover.cookie, "/play"),
                "class-screen": (stage.teacher.cookie, f"{session}/projector"),
                "grid": (stage.teacher.cookie, session),
            }
            opened = {
                which: _open(browser, shared.server.address, cookie, address)
                for which, (cookie, address) in screens.items()
            }
            opened["mover"].locator(f"#card-{move.card}").check(force=True)
            opened["mover"].locator(f"#{space}").click()
            for which, page in opened.items():
                frames = list(_frames(page, folder, f"{film}-{which}"))
                sheet(browser, frames, folder / f"{film}-{which}.png", 5)
                page.context.close()


def _open(browser: Browser, address: str, cookie: str, path: str) -> Page:
    context = browser.new_context(viewport={"width": 1366, "height": 600})
    context.add_cookies([{"name": "classroom", "value": cookie, "url": address}])
    page = context.new_page()
    page.add_init_script(HOLD)
    page.goto(address + path)
    page.wait_for_selector("html[data-stream=live]")
    return page


def _frames(page: Page, folder: Path, name: str) -> Iterator[Path]:
    page.wait_for_function("() => window.held")
    for ms in TIMES_MS:
        page.evaluate("(ms) => { for (const motion of window.held) motion.currentTime = ms; }", ms)
        frame = folder / f"{name}-{ms:04}ms.png"
        page.screenshot(path=frame)
        yield frame


def _plain(address: str) -> str:
    return re.sub(r"\W+", "_", re.sub(r"[a-z0-9]{12}", "ID", address)).strip("_")[:60]


if __name__ == "__main__":
    main()
