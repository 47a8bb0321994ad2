"""The class screen with tables, and the board of a whole class, in real browsers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from classroom.presenters.sessions.projector import SQUARE, WIDE, best_grid
from tests.browser.at_front import (
    BOARDS,
    FULL_HD,
    LETTERS,
    PROJECTOR,
    SHOW_TABLES,
    SMALLEST,
    TOO_SMALL,
    Front,
    a_move,
    assert_fits,
    end,
    faces,
    fill,
    plays,
    post,
    press,
    stands,
)
from tests.browser.hands import play_with_keys, play_with_mouse
from tests.browser.windows import Window, open_window

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.over_http.stage import Person
    from tests.shared_server import SharedServer

    Opening = Callable[..., Window]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def front(shared_server: SharedServer) -> Front:
    """All participants and a running server."""
    with shared_server.app() as app:
        return fill(shared_server.server, app)


@pytest.fixture
def open_one(browser: Browser, front: Front) -> Iterator[Opening]:
    """Open a page in someone's browser; at the end no console has errors."""
    windows: list[Window] = []

    def open_one(person: Person, path: str, **options: Any) -> Window:
        window = open_window(browser, front.server, person, **{"viewport": PROJECTOR, **options})
        windows.append(window)
        window.page.goto(window.address + path)
        return window

    yield open_one
    complaints = [[*window.faults, *window.violations()] for window in windows]
    for window in windows:
        window.close()
    assert not any(complaints), complaints


def test_the_screen_follows_the_lesson_by_itself(front: Front, open_one: Opening) -> None:
    address = f"/sessions/{front.sessions[3]}"
    teacher = open_one(front.teacher, address).page
    screen = open_one(front.teacher, f"{address}/projector").page
    screen.wait_for_selector("html[data-stream=live]")
    screen.evaluate("window.isSame = true")
    stands(screen, "joining")
    expect(screen.locator(".front-count")).to_have_text("12 of 12 here")
    assert_fits(screen, PROJECTOR, FULL_HD)
    code = screen.locator(".front-late-words")
    press(teacher, "Form tables")
    stands(screen, "seated")
    expect(code).to_be_visible()
    screen.get_by_label("Hide code").check()
    expect(code).to_be_hidden()
    press(teacher, "Start games")
    stands(screen, "tables")
    expect(screen.locator(".mini")).to_have_count(3)
    for _ in range(2):
        expect(code).to_be_hidden()
        expect(screen.locator(".front-late-qr")).to_be_hidden()
        press(teacher, "Pause (eyes up)")
        stands(screen, "eyes_up")
        expect(code).to_be_hidden()
        assert_fits(screen, PROJECTOR, FULL_HD)
        press(teacher, "Resume games")
        stands(screen, "tables")
    screen.get_by_label("Hide code").uncheck()
    expect(code).to_be_visible()
    end(teacher)
    stands(screen, "over")
    assert screen.evaluate("window.isSame")


def test_long_names_make_the_type_smaller_and_not_the_page_longer(front: Front, open_one: Opening) -> None:
    address = f"/sessions/{front.sessions[5]}"
    screen = open_one(front.teacher, f"{address}/projector").page
    stands(screen, "seated")
    assert_fits(screen, FULL_HD, PROJECTOR)
    post(front, f"{address}/start")
    stands(screen, "tables")
    assert_fits(screen, FULL_HD, PROJECTOR)
    games = re.findall(r"/games/\w{12}\b", front.server.browser(front.teacher.cookie).send("GET", address).text)
    for game in list(dict.fromkeys(games))[:2]:
        post(front, f"{game}/stop")
    expect(screen.locator(".front-over")).to_have_count(2)
    assert_fits(screen, FULL_HD, PROJECTOR)
    assert screen.evaluate(LETTERS) >= SMALLEST


@pytest.mark.parametrize("tables", [pytest.param(7, marks=pytest.mark.nightly), 12])
def test_all_tables_fit_and_can_be_read(front: Front, open_one: Opening, tables: int) -> None:
    address = f"/sessions/{front.sessions[tables]}"
    screen = open_one(front.teacher, f"{address}/projector").page
    for stage, action in (("seated", "start"), ("tables", "end"), ("over", "")):
        stands(screen, stage)
        expect(screen.locator(".front-table")).to_have_count(tables)
        assert_fits(screen, FULL_HD, PROJECTOR)
        assert screen.evaluate(LETTERS) >= SMALLEST
        if stage == "tables":
            assert_boards_are_large(screen, tables)
        if action:
            post(front, f"{address}/{action}")


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
    for number in range(14, 0, -1):
        grid = f"front-fit-{best_grid(number, *WIDE).name}", f"front-square-{best_grid(number, *SQUARE).name}"
        screen.evaluate(SHOW_TABLES, [number, " ".join(grid)])
        assert_fits(screen, {"width": 1024, "height": 768}, FULL_HD, PROJECTOR)
        boards = [board["width"] for board in screen.evaluate(BOARDS)]
        assert len(boards) == number
        assert min(boards) == pytest.approx(max(boards))
        assert min(boards) >= 175
    screen.reload()


def test_a_teacher_plays_for_every_team(front: Front, open_one: Opening) -> None:
    window = open_one(front.teacher, f"/classes/{front.class_id}/sessions/new")
    page = window.page
    page.get_by_role("link", name="2. Who plays").click()
    page.locator("#who-1").check()
    press(page, "Open session")
    assert_fits(page, PROJECTOR)
    press(page, "Start game")
    assert_fits(page, PROJECTOR)
    assert page.evaluate(TOO_SMALL) == []
    play_with_mouse(page, a_move(page))
    plays(page, 1)
    play_with_keys(page, a_move(page))
    plays(page, 2)
    tablet = open_one(front.teacher, page.url.removeprefix(window.address), has_touch=True).page
    chosen = a_move(tablet)
    tablet.locator(f"#card-{chosen['card']}").tap()
    tablet.locator(f"#{chosen['space']}").tap()
    plays(tablet, 3)
    plays(page, 3)
    play_with_mouse(page, a_move(page, rightly=False))
    plays(page, 4, "again.")
    assert_fits(page, PROJECTOR)


def test_each_device_covers_hands_for_itself(front: Front, open_one: Opening) -> None:
    address = f"/sessions/{front.at_one_board}"
    page, other = (open_one(front.teacher, address).page for _ in range(2))
    device = open_one(front.student, "/play")
    student = device.page
    hand = faces(page)
    press(page, "Hide cards")
    expect(page.locator("#hand .card-down")).not_to_have_count(0)
    assert faces(page) == []
    assert not [face for face in hand if face in page.content()]
    assert faces(other) == hand
    press(page, "Show cards")
    expect(page.locator("#hand .card-match").first).to_be_visible()
    assert faces(page) == hand
    assert_fits(page, PROJECTOR)
    expect(student.get_by_role("heading", level=1)).to_have_text("Look at the class screen")
    play_with_mouse(page, a_move(page))
    plays(page, 1)
    assert faces(page) == []
    plays(other, 1)
    press(page, "Always show cards")
    expect(page.locator("#hand .card-match").first).to_be_visible()
    student.reload()
    expect(student.get_by_role("heading", level=1)).to_have_text("Look at the class screen")
    received = b"".join(data for _, data in device.proxy.received).decode(errors="replace")
    assert "Look at the class screen" in received
    assert not [face for face in (*hand, *faces(page)) if face in received]
