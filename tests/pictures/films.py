"""Film strips of a chip that lands, one that is removed, a sequence, and a win: a part of ``make pictures``.

Each is shot on the mover's screen, on another student's, on that of one who wants less motion, on the class screen,
and on the teacher's grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.services.settings import TableSettings
from engine import Place, Remove
from tests.browser.steering import lead_to_move, lead_to_sequence, space_and_mover

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.shared_server import SharedServer

FILMS = {
    "chip": (0, 40, 80, 120, 160, 200, 240, 320, 400, 600, 1000, 2500),
    "minus": (0, 40, 80, 120, 160, 200, 240, 400),
    "sequence": (
        0,
        80,
        160,
        240,
        320,
        400,
        480,
        560,
        640,
        720,
        800,
        880,
        960,
        1200,
        1600,
        2000,
        2200,
        2300,
        2420,
        2600,
    ),
    "win": (
        0,
        160,
        320,
        480,
        640,
        800,
        960,
        1200,
        1600,
        2000,
        2400,
        2640,
        2720,
        2800,
        2880,
        2960,
        3040,
        3200,
        3600,
        4200,
    ),
}
"""When frames are shot, in milliseconds."""
HOLD = """document.addEventListener("htmx:after:swap", () => {
  if (window.held || !document.querySelector("[data-new~=chip], [data-new~=leave]")) return;
  window.held = document.getAnimations();
  for (const motion of held) motion.pause();
});"""
"""Keep what moves as it is at its first moment."""


def shoot_films(browser: Browser, shared: SharedServer, folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """Play to the moment of each film, and capture it on each kind of screen. Yield names and frames."""
    for film, times in FILMS.items():
        settings = TableSettings(
            deck="times-tables", board="8x8", table_size=2, sequences_to_win=1 if film == "win" else 2
        )
        stage = shared.stage(students=2, settings=settings)
        with shared.app():
            move = _lead_to(stage.class_session_id, film)
            space, mover_id = space_and_mover(stage.class_session_id, move)
        mover, mate = sorted(stage.students, key=lambda person: person.id != mover_id)
        session = f"/sessions/{stage.class_session_id}"
        opened = {
            which: _open(browser, shared.server.address + path, cookie, is_calm=which == "calm")
            for which, (cookie, path) in {
                "mover": (mover.cookie, "/play"),
                "mate": (mate.cookie, "/play"),
                "calm": (mate.cookie, "/play"),
                "class-screen": (stage.teacher.cookie, f"{session}/projector"),
                "grid": (stage.teacher.cookie, session),
            }.items()
        }
        opened["mover"].locator(f"#card-{move.card}").check(force=True)
        opened["mover"].locator(f"#{space}").click()
        for which, page in opened.items():
            is_table = page.url.endswith("/play")
            yield f"{film}-{which}", list(_frames(page, folder, f"{film}-{which}", times, is_table=is_table))
            page.context.close()


def _lead_to(class_session_id: str, film: str) -> Place | Remove:
    if film in {"chip", "minus"}:
        kind = Place if film == "chip" else Remove
        found = lead_to_move(class_session_id, lambda _position, move: isinstance(move, kind))
        assert isinstance(found, Place | Remove)
        return found
    return lead_to_sequence(class_session_id, ends=film == "win")


def _open(browser: Browser, address: str, cookie: str, *, is_calm: bool) -> Page:
    context = browser.new_context(
        viewport={"width": 1366, "height": 600}, reduced_motion="reduce" if is_calm else "no-preference"
    )
    context.add_cookies([{"name": "classroom", "value": cookie, "url": address}])
    page = context.new_page()
    page.add_init_script(HOLD)
    page.goto(address)
    page.wait_for_selector("html[data-stream=live]")
    return page


def _frames(page: Page, folder: Path, name: str, times: tuple[int, ...], *, is_table: bool) -> Iterator[Path]:
    page.wait_for_function("() => window.held")
    for ms in times:
        page.evaluate("(ms) => { for (const motion of window.held) motion.currentTime = ms; }", ms)
        frame = folder / f"{name}-{ms:04}ms.png"
        if is_table:
            page.screenshot(path=frame, clip={"x": 30, "y": 44, "width": 940, "height": 556})  # all but the seats
        else:
            page.screenshot(path=frame)
        yield frame
