"""The fixed layout of a student's table: the text in a box changes, its position never does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page, expect

from classroom.services.play.games import stop_game
from classroom.services.seating.table_plans import share_device
from classroom.services.sessions.class_sessions import join_session, open_session
from classroom.services.sessions.lobby import arrange_tables, start_session
from classroom.services.sessions.pauses import pause_game, resume_game
from classroom.services.settings import TableSettings
from engine import CLASSIC, SolveMode
from tests.browser.frame import BROKEN_WORDS, PLACES, box_of
from tests.browser.windows import NARROW, SMALL_CHROMEBOOK, Window, active_first, open_window
from tests.factories import make_school_class, make_student
from tests.over_http.arithmetic import answer_to
from tests.over_http.stage import Person, cookie_of
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import ViewportSize

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

HIGHER: ViewportSize = {"width": 1366, "height": 768}
TABLETS: tuple[ViewportSize, ...] = (
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
    {"width": 1024, "height": 690},
)
"""The last one with the bars of a browser."""
ACTIONS = ("#do-exchange", "#do-pass")
BOXES = (".mat", ".goals", ".seats", ".actions", *ACTIONS)
"""Elements that stay in place in every state."""
WIDE_BOXES = (".turn", ".slot", ".foot-row", "#piles summary")
"""These too, where turn and slot don't share a place."""
SHARED_BOXES = (".mat", ".goals", ".seats", ".turn", ".slot", ".foot-row")
"""What a shared device shows, with or without a hand."""

SHIFTS = """
window.shifted = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.shifted.push([value, ...sources.map(({ node }) => node?.outerHTML ?? node?.textContent)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Records elements that move without a click just before."""

PADDINGS = """(boxes) => boxes.map((name) => {
  const { paddingLeft, paddingRight } = getComputedStyle(document.querySelector(name));
  return [paddingLeft, paddingRight].map(parseFloat);
}).flat()"""
OVERFLOWING = """(name) => {
  const box = document.querySelector(name), {right, bottom} = box.getBoundingClientRect();
  const isOut = (rect) => rect.right > right || rect.bottom > bottom;
  return [...box.children].filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.outerHTML);
}"""
OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
OUT_OF_ITS_ROW = """[...document.querySelectorAll(".goal b, .seat-box .you, .seat-box .animal-place")].filter((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const outer = one.closest(".goal, .seat-box").getBoundingClientRect();
  const row = one.closest(".goals, .seats").getBoundingClientRect();
  if (getComputedStyle(one).clipPath !== "none") return false;
  return left < outer.left - 1 || right > outer.right + 1 || top < row.top - 1 || bottom > row.bottom + 1;
}).map((one) => one.outerHTML)"""
"""Parts of seats and goals over a neighbor or another row. A pixel is for rounding."""
WIDTHS = """(table, sizes) => {
  const own = table.className;
  const widths = sizes.map((spaces) => {
    table.className = own.replace(/(wide|high)-\\d+/g, `$1-${spaces}`);
    return table.querySelector(".mat").getBoundingClientRect().width;
  });
  table.className = own;
  return widths;
}"""
"""The widths of a board with each of these numbers of spaces to a side."""
UNREACHABLE = """[...document.querySelectorAll('.tabletop :is(a, button, summary, label)')].filter((one) => {
  const {left, top, width, height} = one.getBoundingClientRect(), [x, y] = [left + width / 2, top + height / 2];
  if (!one.checkVisibility() || one.closest('.visually-hidden') || !width || y < 0 || y >= innerHeight) return false;
  return !one.contains(document.elementFromPoint(x, y)?.closest('a, button, summary, label, .hand li'))
    && !one.closest('.hand li')?.contains(document.elementFromPoint(x, y));
}).map((one) => one.outerHTML)"""
"""Controls in sight that a pointer does not reach, because something is over them."""
LOWEST = """Math.max(...[...document.querySelectorAll('.tabletop :is(a, button, summary, label, input)')]
  .filter((one) => one.checkVisibility() && one.getClientRects().length && !one.closest('.visually-hidden'))
  .map((one) => one.getBoundingClientRect().bottom))"""


@pytest.fixture
def seat_window(browser: Browser, shared_server: SharedServer) -> Iterator[Any]:
    """Deal a game, and open a window for the active student or for a waiting one."""
    opened: list[Window] = []

    def open_one(settings: TableSettings, size: ViewportSize, *, students: int = 2, is_mine: bool = True) -> Window:
        people = shared_server.stage(students=students, settings=settings).students
        person = active_first(shared_server.server, people)[0 if is_mine else -1]
        window = open_window(browser, shared_server.server, person, viewport=size)
        opened.append(window)
        window.context.add_init_script(SHIFTS)
        window.page.goto(f"{window.address}/play")
        assert window.page.locator(".turn-mine").count() == int(is_mine)
        window.page.wait_for_selector("html[data-stream=live]")
        return window

    yield open_one
    for window in opened:
        window.close()
        assert [fault for fault in window.faults if "status of 422" not in fault] == []


@pytest.fixture
def open_seat(seat_window: Callable[..., Window]) -> Callable[..., Page]:
    """Do the same, and return the window's page."""
    return lambda *what, **options: seat_window(*what, **options).page


def places(page: Page, size: ViewportSize) -> dict[str, list[float]]:
    """Read the positions of the boxes; check that nothing overflows the page."""
    assert not page.evaluate(OVERFLOW)
    if size["width"] > NARROW["width"]:
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        assert page.evaluate(LOWEST) <= size["height"] - 4
    found: dict[str, list[float]] = page.evaluate(PLACES, [*BOXES, *(WIDE_BOXES if size != NARROW else ())])
    if size != NARROW:
        found["paddings"] = page.evaluate(PADDINGS, [".turn", ".slot"])
    return found


@pytest.mark.parametrize("size", nightly_except([SMALL_CHROMEBOOK], [SMALL_CHROMEBOOK, HIGHER, NARROW]), ids=str)
def test_nothing_moves_in_a_turn_on_the_board(open_seat: Any, size: ViewportSize) -> None:
    page = open_seat(TableSettings(deck="times-tables", board="8x8"), size)
    idle = places(page, size)
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    cards = box_of(page.locator("#hand"))
    card.locator("input").check(force=True)
    assert places(page, size) == idle
    right = answer_to(card.locator("[aria-hidden]").first.inner_text())
    wrong = page.locator("#board button:not(.taken, .corner)").filter(has_not_text=right)
    wrong.first.click()
    expect(page.locator(".slot-now .said")).to_contain_text("Not ")
    assert places(page, size) == idle
    assert box_of(page.locator("#hand")) == cards
    expect(card.locator("input")).to_be_checked()
    page.locator("#do-exchange").click()  # the card still fits on the board: the second miss
    expect(page.locator(".slot-info .said")).to_contain_text("You get a new card.")
    expect(page.locator(".turn-mine")).to_have_count(0)
    assert places(page, size) == idle
    assert box_of(page.locator("#hand")) == cards


@pytest.mark.parametrize("size", nightly_except([NARROW], [SMALL_CHROMEBOOK, NARROW]), ids=str)
def test_nothing_moves_while_cards_are_solved_or_in_a_pause(
    open_seat: Any, shared_server: SharedServer, size: ViewportSize
) -> None:
    settings = TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD)
    page = open_seat(settings, size, is_mine=False)
    idle, parts = (
        places(page, size),
        ["#pad", "#answer", "#digit-1", "#digit-0", "#digit-back", "#solve", "#hand", *ACTIONS],
    )
    pad = page.evaluate(PLACES, parts)
    assert all(y + height <= size["height"] for _, y, _, height in pad.values())
    for typed, kind in (("999", "now"), ("999", "info"), (None, "good")):
        equation = page.locator(".question [aria-hidden]").first.inner_text().removesuffix("=").strip()
        page.locator("#answer").fill(typed or answer_to(equation))
        page.locator("#solve").click()
        expect(page.locator(f".slot-{kind} .said")).to_be_visible()
        assert places(page, size) == idle, kind
        assert page.evaluate(PLACES, parts) == pad, kind
    assert page.evaluate("window.shifted") == []
    game_id = page.locator("#move [name=version]").input_value().partition(".")[0]
    with shared_server.app():
        pause_game(game_id=game_id)
    page.reload()
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    assert places(page, size) == idle
    assert page.evaluate(PLACES, [".pause", "#hand"]) == {".pause": pad["#pad"], "#hand": pad["#hand"]}
    with shared_server.app():
        resume_game(game_id=game_id)
    page.reload()
    expect(page.locator("#pad")).to_be_visible()
    assert page.evaluate(PLACES, parts) == pad
    assert page.evaluate("window.shifted") == []


@pytest.mark.nightly
def test_nothing_moves_with_playing_cards_and_a_timer(open_seat: Any) -> None:
    page = open_seat(TableSettings(edition=CLASSIC.key, turn_seconds=120), SMALL_CHROMEBOOK)
    idle, timer = places(page, SMALL_CHROMEBOOK), box_of(page.locator("#more-time"))
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    name = card.locator(".visually-hidden").inner_text()
    right = f"[aria-label*='{name}']"
    for space, answer in ((f":not({right}, .corner)", ".slot-bad .said"), (right, ".turn:not(.turn-mine)")):
        card.locator("input").check(force=True)
        assert places(page, SMALL_CHROMEBOOK) == idle
        assert box_of(page.locator("#more-time")) == timer
        page.locator(f"#board button{space}").first.click()
        expect(page.locator(answer)).to_be_visible()
        assert places(page, SMALL_CHROMEBOOK) == idle, answer
    expect(page.locator("#more-time")).to_have_count(0)


@pytest.mark.nightly
def test_nothing_moves_on_a_shared_device(browser: Browser, shared_server: SharedServer) -> None:
    with shared_server.app() as app:
        school_class = make_school_class()
        ids = [make_student(name, school_class=school_class).id for name in ("Maximiliano Featherstonehaugh", "Ana B.")]
        session_id = open_session(class_id=school_class.id, settings=TableSettings(deck="times-tables", board="8x8")).id
        for student_id in ids:
            join_session(class_session_id=session_id, student_id=student_id)
        arrange_tables(class_session_id=session_id)
        share_device(class_session_id=session_id, table_number=1, is_shared=True)
        start_session(class_session_id=session_id)
        person = Person(ids[0], "", cookie_of(app, student_id=ids[0]))
    window = open_window(browser, shared_server.server, person, viewport=SMALL_CHROMEBOOK)
    page = window.page
    page.goto(f"{window.address}/play")
    covered = page.evaluate(PLACES, list(SHARED_BOXES))
    assert page.evaluate(OVERFLOWING, ".take") == []
    page.set_viewport_size(NARROW)
    assert page.evaluate(OVERFLOWING, "#uncover") == [], "the face and the words have room"
    page.set_viewport_size(SMALL_CHROMEBOOK)
    page.locator("#uncover").click()
    page.wait_for_selector("#hand")
    assert page.evaluate(PLACES, list(SHARED_BOXES)) == covered
    card = page.locator("#hand li", has=page.locator(".card-match")).first
    right = answer_to(card.locator("[aria-hidden]").first.inner_text())
    spaces = page.locator("#board button:not(.taken, .corner)")
    card.locator("input").check(force=True)
    spaces.filter(has_not_text=right).first.click()
    expect(page.locator(".slot-now .said")).to_be_visible()
    assert page.evaluate(PLACES, list(SHARED_BOXES)) == covered, "a miss"
    card.locator("input").check(force=True)
    spaces.filter(has_text=re.compile(rf"^\s*{right}\s*$")).first.click()
    expect(page.locator(".slot:not(.slot-now) .said")).to_be_visible()
    expect(page.locator("#uncover")).to_be_visible()
    assert page.evaluate(PLACES, list(SHARED_BOXES)) == covered, "the next player"
    window.close()


@pytest.mark.parametrize(
    ("students", "settings"),
    [
        pytest.param(2, TableSettings(deck="mixed", board="10x10"), marks=pytest.mark.nightly),
        pytest.param(3, TableSettings(deck="times-tables", board="8x8", table_size=3), marks=pytest.mark.nightly),
        pytest.param(6, TableSettings(board="6x6", table_size=6), marks=pytest.mark.nightly),
        (12, TableSettings(edition=CLASSIC.key, table_size=12)),
        pytest.param(
            2, TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD), marks=pytest.mark.nightly
        ),
    ],
    ids=["2", "3", "6", "12", "ahead"],
)
def test_every_table_fits(open_seat: Any, shared_server: SharedServer, students: int, settings: TableSettings) -> None:
    page = open_seat(settings, SMALL_CHROMEBOOK, students=students, is_mine=False)
    page.locator(".seats bdi").last.evaluate("(name) => { name.textContent = 'Wolfeschlegelsteinhausenbergerdorff'; }")
    for size in (SMALL_CHROMEBOOK, HIGHER, NARROW):
        page.set_viewport_size(size)
        places(page, size)
        if size != NARROW:  # there, only the faces are seen
            assert page.locator(".seats bdi").evaluate_all(BROKEN_WORDS) == []
        least = {600: 536, 640: 300, 768: 660}[size["height"]]
        assert page.evaluate(UNREACHABLE) == []
        assert box_of(page.locator(".mat"))["width"] >= least
        assert page.evaluate(OUT_OF_ITS_ROW) == []
        for part in ("#hand", ".turn"):
            box = box_of(page.locator(part))
            assert box["y"] + box["height"] <= size["height"]
        assert min(page.locator(".tabletop").evaluate(WIDTHS, [6, 7, 8, 9, 10])) >= least
    for size in TABLETS:
        page.set_viewport_size(size)
        assert not page.evaluate(OVERFLOW)
        actions = box_of(page.locator(".actions"))
        assert actions["y"] + actions["height"] <= size["height"]
        assert box_of(page.locator(".mat"))["width"] >= (500 if size["height"] < 700 else 600)
        seats = box_of(page.locator(".seats"))
        assert seats["x"] + seats["width"] <= box_of(page.locator(".goals"))["x"], "they share a row"
        assert page.evaluate(OUT_OF_ITS_ROW) == []
    with shared_server.app():
        stop_game(game_id=page.locator("#move [name=version]").input_value().partition(".")[0])
    page.set_viewport_size(SMALL_CHROMEBOOK)
    page.reload()
    page.wait_for_selector(".end")
    assert page.evaluate("document.documentElement.scrollHeight") <= SMALL_CHROMEBOOK["height"]
    assert page.evaluate(LOWEST) <= SMALL_CHROMEBOOK["height"] - 4


@pytest.mark.nightly
def test_the_names_of_team_colors_fit(open_seat: Any) -> None:
    page = open_seat(TableSettings(deck="times-tables", board="8x8"), SMALL_CHROMEBOOK, is_mine=False)
    for size in (SMALL_CHROMEBOOK, HIGHER, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)
        for name in ("Yellow", "Violeta"):
            assert page.locator(".goal-name").first.evaluate(
                "(one, name) => { one.textContent = name; return one.scrollWidth <= one.clientWidth; }", name
            ), size


@pytest.mark.nightly
def test_an_equation_leaves_room_for_the_answer(open_seat: Any) -> None:
    settings = TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD)
    page = open_seat(settings, SMALL_CHROMEBOOK, is_mine=False)
    equation = page.locator(".question [aria-hidden]").first
    equation.evaluate("(equation) => { equation.textContent = '100 − 64 ='; }")
    for size in (SMALL_CHROMEBOOK, HIGHER, {"width": 1280, "height": 720}, {"width": 1100, "height": 700}, TABLETS[1]):
        page.set_viewport_size(size)
        text, answer, box = box_of(equation), box_of(page.locator("#answer")), box_of(page.locator(".question"))
        assert box["x"] < text["x"], size
        assert text["x"] + text["width"] < answer["x"], size
        assert answer["x"] + answer["width"] < box["x"] + box["width"], size


def test_a_chosen_card_stays_chosen_and_is_on_the_pad(open_seat: Any) -> None:
    settings = TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD)
    page = open_seat(settings, SMALL_CHROMEBOOK, is_mine=False)
    tiles = page.evaluate("[...document.querySelectorAll('.space')].map((one) => one.outerHTML)")
    first = page.locator("#pad input[name=card]").input_value()
    hidden = page.locator("#hand li", has=page.locator(".card-down")).last.locator("input")
    chosen = hidden.get_attribute("value") or ""
    hidden.check(force=True)
    asked_card = page.locator("#pad input[name=card]")
    expect(asked_card).to_have_value(chosen)
    assert chosen != first
    expect(page.locator(f"#card-{first} + .card")).to_contain_text("?")
    page.locator("#answer").fill("999")
    page.locator("#solve").click()
    expect(page.locator(".slot-now .said")).to_be_visible()
    expect(asked_card).to_have_value(chosen)
    page.reload()
    expect(page.locator(f"#card-{chosen}")).to_be_checked()
    expect(asked_card).to_have_value(chosen)
    assert page.evaluate("[...document.querySelectorAll('.space')].map((one) => one.outerHTML)") == tiles


@pytest.mark.parametrize("size", nightly_except([NARROW], [SMALL_CHROMEBOOK, NARROW]), ids=str)
def test_nothing_moves_while_the_page_is_loading_slowly(seat_window: Any, size: ViewportSize) -> None:
    """Without the link `expect`, the browser paints half a board, which then grows and moves."""
    settings = TableSettings(deck="times-tables", board="8x8", solve=SolveMode.AHEAD)
    window = seat_window(settings, size, is_mine=False)
    window.proxy.pauses_before = (b'id="hand"', b'id="C3"', b'id="F6"', b'class="others"')
    window.page.reload()
    assert window.page.evaluate("window.shifted") == []
    assert window.proxy.paused == 4


@pytest.mark.nightly
def test_the_last_move_does_not_cover_the_ring_of_the_focus(open_seat: Any) -> None:
    page = open_seat(TableSettings(deck="times-tables", board="8x8"), SMALL_CHROMEBOOK)
    page.locator("#A1").focus()
    page.keyboard.press("ArrowDown")  # by keys, so that the ring is visible
    space = page.locator(":focus")
    space.evaluate("(space) => space.classList.add('last')")
    inset = space.evaluate("(space) => parseFloat(getComputedStyle(space, '::after').top)")
    assert inset >= 0, "the ring of the focus is around the space, that of the last move within it"


@pytest.mark.nightly
def test_an_animal_above_the_board_covers_no_text(open_seat: Any) -> None:
    page = open_seat(TableSettings(board="6x6"), NARROW)
    page.emulate_media(reduced_motion="reduce")
    box = page.locator(".turn")
    before = box.screenshot()
    peek = '<svg class="peek" viewBox="0 0 48 48"><circle cy="-20" r="30"/></svg>'
    page.locator("#board .space").nth(2).evaluate(
        "(space, peek) => { space.classList.add('last'); space.insertAdjacentHTML('beforeend', peek); }", peek
    )
    assert box.screenshot() == before
