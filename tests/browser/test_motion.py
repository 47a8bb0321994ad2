"""Animations and sounds at a table: played once, for everyone there, without blocking anyone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from classroom.services.play.positions import position_of
from classroom.services.settings import TableSettings
from tests.browser.frame import PLACES
from tests.browser.steering import game_of, lead_to_sequence, space_and_mover
from tests.browser.windows import Window, open_window
from tests.over_http.simulated_student import SimulatedStudent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.over_http.stage import Stage
    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

MAX_MS = 2500
MAX_REPEATS = 3
WHOLE_END_MS = 4200
MOVES = {"transform", "opacity", "strokeDashoffset", "backgroundColor"}
"""No animated property causes a layout."""
END_BOXES = [".mat", ".goals", ".seats"]
TIMES_MS = (300, 600, 800, 1200, 2000)

COUNT_AUDIO = """
window.audios = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.audios += 1; } };
"""

HOLD = """
document.addEventListener("htmx:after:swap", () => {
  if (window.held || !document.querySelector("[data-new~=hop], .sequence-sign, .mini [data-new~=band]")) return;
  window.held = document.getAnimations();
  for (const motion of held) motion.pause();
  const at = Date.now();
  Date.now = () => at;  // scripts end after some seconds what is animated
});
"""
"""Pause a sequence's animations at their first moment, and the scripts' time, so that slow machines see the same."""

MOTIONS = """() => window.held.map((motion) => ({
  name: motion.animationName ?? motion.transitionProperty,
  what: [...new Set(motion.effect.getKeyframes().flatMap(Object.keys))],
  end: motion.effect.getComputedTiming().endTime,
  times: motion.effect.getComputedTiming().iterations,
}))"""

AT = """(ms) => { for (const motion of window.held) motion.currentTime = ms; }"""

FRONT = """(names) => names.map((name) => {
  const {x, y, width, height} = document.getElementById(name).getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".space")?.id;
})"""
"""The element under a finger in the middle of each of these spaces."""

MEETS = """(names) => {
  const sign = document.querySelector(".sequence-sign").getBoundingClientRect();
  return names.filter((name) => {
    const space = document.getElementById(name).getBoundingClientRect();
    return sign.left < space.right && space.left < sign.right && sign.top < space.bottom && space.top < sign.bottom;
  });
}"""


WATCH_END = """() => {
  window.submitted = [];
  for (const one of document.querySelectorAll("#board button")) one.wasThere = true;
  addEventListener("submit", (event) => window.submitted.push(event.isTrusted), true);
}"""
"""Records which spaces exist before the end of a game, and whether the browser itself submits a form."""


@pytest.fixture
def stage(shared_server: SharedServer) -> Stage:
    settings = TableSettings(deck="times-tables", board="8x8", table_size=2, sequences_to_win=2)
    return shared_server.stage(students=2, settings=settings)


@pytest.fixture
def windows(browser: Browser, shared_server: SharedServer, stage: Stage) -> Iterator[dict[str, Window]]:
    """The two players' browsers."""
    opened = {person.id: open_window(browser, shared_server.server, person) for person in stage.students}
    for window in opened.values():
        window.page.add_init_script(COUNT_AUDIO)
    yield opened
    for window in opened.values():
        assert window.faults == []
        window.close()


def show_table(page: Page, address: str) -> None:
    page.add_init_script(HOLD)
    page.goto(f"{address}/play")
    page.wait_for_selector("html[data-stream=live]")


def motions(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(MOTIONS)
    return found


def test_a_sequence_is_animated_once_for_everyone_and_blocks_no_one(
    windows: dict[str, Window], shared_server: SharedServer, stage: Stage
) -> None:
    with shared_server.app():
        move = lead_to_sequence(stage.class_session_id, ends=False)
        space, mover_id = space_and_mover(stage.class_session_id, move)
    mover = windows.pop(mover_id)
    (other,) = windows.values()
    windows[mover.name] = mover
    calm = other.open_tab()
    calm.emulate_media(reduced_motion="reduce")
    page = mover.page
    for one, window in ((page, mover), (other.page, other), (calm, other)):
        show_table(one, window.address)

    page.locator(f"#card-{move.card}").check(force=True)
    page.locator(f"#{space}").click()
    for one in (page, other.page, calm):
        one.wait_for_function("() => window.held")
    with shared_server.app():
        position = position_of(game_of(stage.class_session_id))
        line = [position.setup.board.name(one) for one in position.sequences[-1].spaces]

    for one in (page, other.page):
        assert {"land", "hop", "pop", "draw", "fly", "drop-in"} <= {motion["name"] for motion in motions(one)}
        for motion in motions(one):
            allowed = {"offset", "computedOffset", "easing", "composite", *MOVES}
            assert set(motion["what"]) <= allowed, motion
            assert motion["end"] <= MAX_MS
            assert motion["times"] <= MAX_REPEATS
        for ms in TIMES_MS:
            one.evaluate(AT, ms)
            assert one.evaluate(FRONT, line) == line, f"after {ms} ms"
            assert one.evaluate(MEETS, line) == [], f"after {ms} ms"
    assert [(motion["name"], motion["end"]) for motion in motions(calm)] == [("show", 2400)]

    for one in (page, other.page):
        one.evaluate(AT, 0)  # the next move is accepted before any animation has started
    play_own_turn(other)
    expect(page.locator(".turn-mine")).to_have_count(1)
    assert page.locator("[data-new=band]").count() > 0, "the animation continues while others move"
    assert page.locator(".passing").count() > 0
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(page.locator(".passing")).to_have_count(0)  # finished animations leave no elements behind

    assert page.evaluate("window.audios") == 0
    for one in (page, other.page):
        one.reload()
        one.wait_for_selector("html[data-stream=live]")
        assert one.locator("[data-new]").count() == 0
        assert one.evaluate("document.getAnimations().length") == 0


@pytest.mark.nightly
def test_a_win_is_celebrated_briefly_on_the_winners_screens(browser: Browser, shared_server: SharedServer) -> None:
    settings = TableSettings(deck="times-tables", board="8x8", table_size=2, sequences_to_win=1)
    stage = shared_server.stage(students=2, settings=settings)
    with shared_server.app():
        move = lead_to_sequence(stage.class_session_id, ends=True)
        space, winner_id = space_and_mover(stage.class_session_id, move)
    people = sorted(stage.students, key=lambda person: person.id != winner_id)
    winner, loser = [open_window(browser, shared_server.server, person) for person in people]
    for window in (winner, loser):
        show_table(window.page, window.address)
    teacher = open_window(browser, shared_server.server, stage.teacher)
    boards = [teacher.page, teacher.open_tab()]
    for page, screen in zip(boards, ("", "/projector"), strict=True):
        page.add_init_script(HOLD)
        page.goto(f"{teacher.address}/sessions/{stage.class_session_id}{screen}")
        page.wait_for_selector("html[data-stream=live]")
    before = [window.page.evaluate(PLACES, END_BOXES) for window in (winner, loser)]
    for window in (winner, loser):
        window.page.locator("#hand input").first.focus()
        window.page.evaluate(WATCH_END)
    winner.page.locator(f"#card-{move.card}").check(force=True)
    winner.page.locator(f"#{space}").click()
    submitted = winner.page.evaluate("window.submitted")
    for window, shapes, places in zip((winner, loser), (30, 0), before, strict=True):
        page = window.page
        page.wait_for_function("() => window.held")
        assert page.evaluate(PLACES, END_BOXES) == places
        page.wait_for_function("() => document.activeElement.id === 'result'")
        assert page.evaluate("document.querySelectorAll('#board button').length") == 64
        assert page.evaluate("[...document.querySelectorAll('#board button')].every((one) => one.wasThere)")
        found = motions(page)
        assert {"hop", "drop-in", "show-panel"} <= {motion["name"] for motion in found}
        assert sum(motion["name"] == "rise" for motion in found) == shapes
        assert max(motion["end"] for motion in found) <= WHOLE_END_MS
        page.reload()
        page.wait_for_selector(".end")
        assert page.evaluate(PLACES, END_BOXES) == places
        assert page.locator("[data-new]").count() == 0
        assert page.evaluate("document.getAnimations().length") == 0
        assert window.faults == []
        window.close()
    assert submitted == [False], "the browser itself submitted no form"
    for page in boards:
        page.wait_for_function("() => window.held")
        found = motions(page)
        assert {"land-small", "draw-small", "bob-small"} <= {motion["name"] for motion in found}
        assert max(motion["end"] for motion in found) <= MAX_MS
        page.reload()
        page.wait_for_selector("html[data-stream=live]")
        assert page.locator(".mini [data-new]").count() == 0
    assert teacher.faults == []
    teacher.close()


def play_own_turn(window: Window) -> None:
    """Make any correct move, and wait until it counts."""
    before, seen = window.version(), window.seen()
    assert seen is not None
    chosen = SimulatedStudent(1, misses=0).choose(seen)
    if "card" in chosen:
        window.page.locator(f"#card-{chosen['card']}").check(force=True)
    window.page.locator(f"#{chosen['space']}" if "space" in chosen else f"#do-{chosen['do']}").click()
    expect(window.page.locator("#live input[name=version]").first).not_to_have_value(before)


def test_sounds_are_off_until_a_student_presses_the_loudspeaker(windows: dict[str, Window]) -> None:
    window, _ = windows.values()
    page = window.page
    show_table(page, window.address)
    button = page.locator("#sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button).to_have_accessible_name("Sounds")
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 36
    page.locator("#hand input").first.check(force=True)
    assert page.evaluate("window.audios") == 0
    assert page.locator("#tones").count() == 0, "what plays sounds is not loaded while they are off"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.audios === 1")

    with page.expect_response(lambda response: "/js/tones.js" in response.url):
        page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.audios") == 0, "browsers need a press on each page"
    page.locator("#hand input").last.check(force=True)
    page.wait_for_function("() => window.audios === 1")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
