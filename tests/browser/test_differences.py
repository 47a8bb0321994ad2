"""The pages of one table: how many requests they make per move, and how they apply the differences."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from classroom.services.settings import TableSettings
from tests.browser.hands import stopped_page_clock
from tests.browser.windows import Window, open_window
from tests.difference import canonical_form, parse_live_part
from tests.over_http.server import LiveServer
from tests.over_http.simulated_student import SimulatedStudent
from tests.over_http.stage import Stage
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Response, Route

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

PLAYERS = 4 if AT_NIGHT else 2
MOVES = 6
QUIET_MS = 1500
"""The time after a move until no page makes more requests."""

AS_SENT = """() => {
  const copy = document.querySelector("#live").cloneNode(true);
  for (const element of copy.querySelectorAll("*")) {
    for (const name of ["tabindex", "data-htmx-powered"]) element.removeAttribute(name);
    if (element.className === "") element.removeAttribute("class");
  }
  return copy.innerHTML;
}"""
"""The fragment as the server sent it, without what scripts add."""

WHOLE = """async () => {
  const answer = await fetch("/play/fragment?version=none.0", {headers: {"HX-Request": "true"}});
  return answer.text();
}"""
"""The fragment as the server sends it to a page that shows nothing yet."""


@pytest.fixture(scope="module")
def stage(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """Students at a table with the largest board: four at night, two in CI."""
    settings = TableSettings(deck="mixed", board="10x10", table_size=PLAYERS)
    return shared_server.server, shared_server.stage(students=PLAYERS, settings=settings)


@pytest.fixture(scope="module")
def table(browser: Browser, stage: tuple[LiveServer, Stage]) -> Iterator[list[Window]]:
    """Each student's browser with the table open."""
    server, made = stage
    opened = [open_window(browser, server, person, reduced_motion="reduce") for person in made.students]
    for window in opened:
        window.page.goto(f"{window.address}/play")
    yield opened
    for window in opened:
        window.close()


@pytest.fixture
def windows(table: list[Window]) -> Iterator[list[Window]]:
    """Their windows, idle at the start; at the end their consoles have no errors."""
    for window in table:
        window.page.wait_for_selector("html[data-stream=live]")
    table[0].page.wait_for_timeout(300)
    yield table
    faults = [fault for window in table for fault in window.faults]
    for window in table:
        window.page.unroute_all(behavior="wait")
        window.faults.clear()
    assert faults == []


def play(windows: list[Window]) -> Window:
    """Let the active student play, and wait until all pages show the move. Return that student's window."""
    mover = next(window for window in windows if window.page.locator(".turn-mine").count())
    seen = mover.seen()
    assert seen is not None
    before = mover.version()
    chosen = SimulatedStudent(seen.version).choose(seen)
    page = mover.page
    if "card" in chosen:
        page.locator(f"#card-{chosen['card']}").check(force=True)
    page.locator(f"#{chosen['space']}" if "space" in chosen else f"#do-{chosen['do']}").click()
    for window in windows:
        expect(window.page.locator("#live input[name=version]").first).not_to_have_value(before)
    return mover


@contextmanager
def stopped_clocks(windows: list[Window]) -> Iterator[None]:
    """Let no page request anything because its stream was silent, or a form without a response, for too long."""
    with ExitStack() as stack:
        for window in windows:
            stack.enter_context(stopped_page_clock(window.page))
        yield


def requests_of(window: Window) -> list[str]:
    """Record a page's requests from now on, except streams and static files: "POST /play/moves 200"."""
    requests: list[str] = []

    def note(answer: Response) -> None:
        path = answer.url.removeprefix(window.address).partition("?")[0]
        if path != "/play/stream" and not path.startswith("/static/"):
            requests.append(f"{answer.request.method} {path} {answer.status}")

    window.page.on("response", note)
    return requests


def assert_like_reloaded(window: Window) -> None:
    """Check that the page equals a freshly loaded one."""
    assert canonical_form(parse_live_part(window.page.evaluate(AS_SENT))) == canonical_form(
        parse_live_part(window.page.evaluate(WHOLE))
    )


def test_a_move_takes_one_post_and_one_fragment_per_other_page(windows: list[Window]) -> None:
    requests = {window.name: requests_of(window) for window in windows}
    for _ in range(3):
        for made in requests.values():
            made.clear()
        with stopped_clocks(windows):
            mover = play(windows)
            windows[0].page.wait_for_timeout(QUIET_MS)
        for name, made in requests.items():
            assert made == ["POST /play/moves 200" if name == mover.name else "GET /play/fragment 200"], requests


@pytest.mark.nightly
def test_updated_pages_equal_freshly_loaded_ones(windows: list[Window]) -> None:
    texts: list[str] = []

    def note(answer: Response) -> None:
        if is_difference(answer):
            texts.append(answer.text())

    for window in windows:
        window.page.on("response", note)
    for _ in range(MOVES):
        play(windows)
        for window in windows:
            assert_like_reloaded(window)
    for window in windows:
        window.page.remove_listener("response", note)
    assert len(texts) >= MOVES
    differences = [text for text in texts if "data-since" in text]
    assert len(differences) == len(texts), "all fragments were differences"
    windows[0].page.reload()
    assert_like_reloaded(windows[0])


def is_difference(answer: Response) -> bool:
    """Return whether a page sent the request with the version it shows."""
    return "x-shown-version" in answer.request.headers and answer.status == 200


def test_a_page_that_cannot_apply_a_difference_fetches_everything(windows: list[Window]) -> None:
    damaged = next(window for window in windows if not window.page.locator(".turn-mine").count())
    damaged.page.evaluate("for (const player of document.querySelectorAll('.player')) player.removeAttribute('id')")
    requests = requests_of(damaged)
    with stopped_clocks(windows):
        play(windows)
        expect(damaged.page.locator("#player-0")).to_have_count(1)
    assert_like_reloaded(damaged)
    assert requests[:2] == ["GET /play/fragment 200"] * 2


@pytest.mark.nightly
def test_notifications_wait_for_a_pending_form(windows: list[Window]) -> None:
    mover = next(window for window in windows if window.page.locator(".turn-mine").count())
    requests = requests_of(mover)

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        mover.page.wait_for_timeout(1000)  # the notification of this move arrives
        route.fulfill(response=answer)

    mover.page.route("**/play/moves", answer_late)
    with stopped_clocks(windows):
        play(windows)
        mover.page.wait_for_timeout(QUIET_MS)
    assert requests == ["POST /play/moves 200"]
    assert_like_reloaded(mover)


@pytest.mark.nightly
def test_a_lost_response_does_not_block_updates(windows: list[Window]) -> None:
    mover = next(window for window in windows if window.page.locator(".turn-mine").count())

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    mover.page.route("**/play/moves", lose_answer)
    play(windows)
    assert_like_reloaded(mover)
    assert mover.faults
    mover.faults.clear()


@pytest.mark.nightly
def test_a_failed_fetch_is_repeated_without_a_notification(windows: list[Window]) -> None:
    waiting = next(window for window in windows if not window.page.locator(".turn-mine").count())
    waiting.page.route("**/play/fragment*", lambda route: route.abort(), times=1)
    play(windows)
    assert_like_reloaded(waiting)
    assert waiting.faults
    waiting.faults.clear()


@pytest.mark.nightly
def test_a_second_page_of_the_mover_is_updated(windows: list[Window]) -> None:
    mover = next(window for window in windows if window.page.locator(".turn-mine").count())
    second = mover.open_tab()
    second.goto(f"{mover.address}/play")
    second.wait_for_selector("html[data-stream=live]")
    play(windows)
    expect(second.locator("#live input[name=version]").first).to_have_value(mover.version())
    second.close()


NOTE_MOTION = """
window.motions = [];
document.addEventListener("animationstart", (event) => {
  const named = (motion) => motion.animationName === event.animationName;
  const motion = document.getAnimations().find(named);
  const over = {duration: 0, iterations: 1};  // before a slow machine told of its start
  const {duration, iterations} = motion ? motion.effect.getComputedTiming() : over;
  window.motions.push([event.animationName, duration, iterations]);
});
"""


@pytest.mark.nightly
def test_a_landing_chip_is_animated_only_on_open_pages(windows: list[Window]) -> None:
    for window in windows:
        window.page.emulate_media(reduced_motion="no-preference")
        window.page.evaluate(NOTE_MOTION)
    chips = windows[0].page.locator("#board .chip")
    before = chips.count()
    play(windows)
    while chips.count() <= before:  # the answer was missed, a card was traded in, or a chip was removed
        before = chips.count()
        play(windows)
    for window in windows:
        window.page.wait_for_function("() => window.motions.some(([name]) => name === 'land')")
        assert all(ms <= 2500 and times == 1 for _, ms, times in window.page.evaluate("window.motions"))
    page = windows[0].page
    page.add_init_script(NOTE_MOTION)
    page.reload()
    page.wait_for_selector("html[data-stream=live]")
    assert page.evaluate("window.motions") == []
