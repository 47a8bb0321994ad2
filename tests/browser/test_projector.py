"""The class screen with tables, and the board of a whole class, in real browsers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from classroom.presenters.sessions.projector import SQUARE, WIDE, best_grid
from tests.browser.class_screen import (
    BOARDS,
    FULL_HD,
    LETTERS,
    MIN_LETTER_PX,
    PROJECTOR,
    SHOW_TABLES,
    TOO_SMALL,
    ClassScreens,
    assert_fits,
    choose_move,
    end,
    fill,
    post,
    press,
    visible_equations,
    wait_for_move,
    wait_for_stage,
)
from tests.browser.hands import play_with_keys, play_with_mouse
from tests.browser.windows import Window, open_window
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.over_http.stage import Person
    from tests.shared_server import SharedServer

    Opening = Callable[..., Window]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def screens(shared_server: SharedServer) -> ClassScreens:
    """All participants and a running server."""
    with shared_server.app() as app:
        return fill(shared_server.server, app)


@pytest.fixture
def open_one(browser: Browser, screens: ClassScreens) -> Iterator[Opening]:
    """Open a page in someone's browser; at the end no console has errors."""
    windows: list[Window] = []

    def open_one(person: Person, path: str, **options: Any) -> Window:
        window = open_window(browser, screens.server, person, **{"viewport": PROJECTOR, **options})
        windows.append(window)
        window.page.goto(window.address + path)
        return window

    yield open_one
    faults = [[*window.faults, *window.violations()] for window in windows]
    for window in windows:
        window.close()
    assert not any(faults), faults


def test_the_screen_follows_the_lesson_without_a_reload(screens: ClassScreens, open_one: Opening) -> None:
    address = f"/sessions/{screens.sessions[3]}"
    teacher = open_one(screens.teacher, address).page
    screen = open_one(screens.teacher, f"{address}/projector").page
    screen.wait_for_selector("html[data-stream=live]")
    screen.evaluate("window.isSame = true")
    wait_for_stage(screen, "joining")
    expect(screen.locator(".front-count")).to_have_text("12 of 12 joined")
    assert_fits(screen, PROJECTOR, FULL_HD)
    code = screen.locator(".front-late-words")
    press(teacher, "Form tables")
    wait_for_stage(screen, "seated")
    expect(code).to_be_visible()
    screen.get_by_label("Hide code").check()
    expect(code).to_be_hidden()
    press(teacher, "Start games")
    wait_for_stage(screen, "tables")
    expect(screen.locator(".mini")).to_have_count(3)
    expect(code).to_be_hidden()
    expect(screen.locator(".front-late-qr")).to_be_hidden()
    press(teacher, "Pause (eyes up)")
    wait_for_stage(screen, "eyes_up")
    expect(code).to_be_hidden()
    assert_fits(screen, PROJECTOR, FULL_HD)
    press(teacher, "Resume games")
    wait_for_stage(screen, "tables")
    expect(code).to_be_hidden()
    screen.get_by_label("Hide code").uncheck()
    expect(code).to_be_visible()
    end(teacher)
    wait_for_stage(screen, "over")
    assert screen.evaluate("window.isSame")


@pytest.mark.nightly
def test_long_names_shrink_the_text_instead_of_overflowing(screens: ClassScreens, open_one: Opening) -> None:
    address = f"/sessions/{screens.sessions[5]}"
    screen = open_one(screens.teacher, f"{address}/projector").page
    wait_for_stage(screen, "seated")
    assert_fits(screen, FULL_HD, PROJECTOR)
    post(screens, f"{address}/start")
    wait_for_stage(screen, "tables")
    assert_fits(screen, FULL_HD, PROJECTOR)
    games = re.findall(r"/games/\w{12}\b", screens.server.browser(screens.teacher.cookie).send("GET", address).text)
    for game in list(dict.fromkeys(games))[:2]:
        post(screens, f"{game}/stop")
    expect(screen.locator(".front-over")).to_have_count(2)
    assert_fits(screen, FULL_HD, PROJECTOR)
    assert screen.evaluate(LETTERS) >= MIN_LETTER_PX


@pytest.mark.nightly
@pytest.mark.parametrize("tables", [7, 12])
def test_all_tables_fit_and_can_be_read(screens: ClassScreens, open_one: Opening, tables: int) -> None:
    address = f"/sessions/{screens.sessions[tables]}"
    screen = open_one(screens.teacher, f"{address}/projector").page
    for stage, action in (("seated", "start"), ("tables", "end"), ("over", "")):
        wait_for_stage(screen, stage)
        expect(screen.locator(".front-table")).to_have_count(tables)
        assert_fits(screen, FULL_HD, PROJECTOR)
        assert screen.evaluate(LETTERS) >= MIN_LETTER_PX
        if stage == "tables":
            assert_boards_are_large(screen, tables)
        if action:
            post(screens, f"{address}/{action}")


def assert_boards_are_large(screen: Page, tables: int) -> None:
    """Check that boards fill most of a class screen and fit for every number of tables."""
    if tables == 7:
        for size, least in ((FULL_HD, 430), (PROJECTOR, 300)):
            screen.set_viewport_size(size)
            for board in screen.evaluate(BOARDS):
                assert board["width"] == pytest.approx(board["height"])
                assert board["width"] >= least
                assert board["share"] >= 0.55
        return
    checked = set()
    for number in range(14, 0, -1):
        wide, square = (best_grid(number, *size, has_names=number <= 4) for size in (WIDE, SQUARE))
        grid = f"front-fit-{wide.name}", f"front-square-{square.name}"
        if grid in checked and not AT_NIGHT:
            continue  # more tables fit in the same grid
        checked.add(grid)
        screen.evaluate(SHOW_TABLES, [number, " ".join(grid)])
        assert_fits(screen, {"width": 1024, "height": 768}, FULL_HD, PROJECTOR)
        boards = [board["width"] for board in screen.evaluate(BOARDS)]
        assert len(boards) == number
        assert min(boards) == pytest.approx(max(boards))
        assert min(boards) >= 175
    screen.reload()


@pytest.mark.nightly
def test_a_teacher_plays_for_every_team(screens: ClassScreens, open_one: Opening) -> None:
    window = open_one(screens.teacher, f"/classes/{screens.class_id}/sessions/new")
    page = window.page
    page.get_by_role("link", name="2. Who plays").click()
    page.locator("#who-1").check()
    press(page, "Open session")
    assert_fits(page, PROJECTOR)
    press(page, "Start game")
    assert_fits(page, PROJECTOR)
    assert page.evaluate(TOO_SMALL) == []
    play_with_mouse(page, choose_move(page))
    wait_for_move(page, 1)
    play_with_keys(page, choose_move(page))
    wait_for_move(page, 2)
    tablet = open_one(screens.teacher, page.url.removeprefix(window.address), has_touch=True).page
    chosen = choose_move(tablet)
    tablet.locator(f"#card-{chosen['card']}").tap()
    tablet.locator(f"#{chosen['space']}").tap()
    wait_for_move(tablet, 3)
    wait_for_move(page, 3)
    play_with_mouse(page, choose_move(page, rightly=False))
    wait_for_move(page, 4, "again.")
    assert_fits(page, PROJECTOR)


@pytest.mark.nightly
def test_each_device_covers_hands_for_itself(screens: ClassScreens, open_one: Opening) -> None:
    address = f"/sessions/{screens.whole_class_session}"
    page, other = (open_one(screens.teacher, address).page for _ in range(2))
    device = open_one(screens.student, "/play")
    student = device.page
    hand = visible_equations(page)
    press(page, "Hide cards")
    expect(page.locator("#hand .card-down")).not_to_have_count(0)
    assert visible_equations(page) == []
    assert not [face for face in hand if face in page.content()]
    assert visible_equations(other) == hand
    press(page, "Show cards")
    expect(page.locator("#hand .card-match").first).to_be_visible()
    assert visible_equations(page) == hand
    assert_fits(page, PROJECTOR)
    expect(student.get_by_role("heading", level=1)).to_have_text("Look at the class screen")
    play_with_mouse(page, choose_move(page))
    wait_for_move(page, 1)
    assert visible_equations(page) == []
    wait_for_move(other, 1)
    press(page, "Always show cards")
    expect(page.locator("#hand .card-match").first).to_be_visible()
    student.reload()
    expect(student.get_by_role("heading", level=1)).to_have_text("Look at the class screen")
    received = b"".join(data for _, data in device.proxy.received).decode(errors="replace")
    assert "Look at the class screen" in received
    assert not [face for face in (*hand, *visible_equations(page)) if face in received]
