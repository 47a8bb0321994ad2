"""The teacher's live page during rapid moves: updates don't interrupt the teacher's input or overload the server."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from classroom import clock
from classroom.database import db, transaction
from classroom.models import Attendance, SchoolClass
from classroom.presenters.words import isolated
from classroom.services.accounts import logins
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.moving import swap_students
from classroom.services.settings import TableSettings
from tests.browser.announcements import RECORD, announced
from tests.browser.windows import LOWEST_TILE, SMALL_CHROMEBOOK, Window, open_window
from tests.factories import lock_out, make_student
from tests.over_http.player import Player
from tests.over_http.server import LiveServer
from tests.over_http.simulated_student import SimulatedStudent
from tests.over_http.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.shared_server import SharedServer

pytestmark = pytest.mark.slow

STUDENTS = 8
WATCHED_SECONDS = 3
PAUSE_SECONDS = 0.2
"""Between two requests of a student; the four tables make some twenty moves a second."""

PLACES = """(rows) => {
  const boxes = (part) => rows.map((row) => row.querySelector(part).getBoundingClientRect());
  const [names, seats] = [boxes(".seated-name"), boxes("select")];
  return [seats.map((one) => one.x), seats.map((one, i) => one.y - names[i].y)];
}"""
NOTE_FOCUS = """
window.focusMoved = [];
for (const name of ["focusin", "focusout"])
  document.addEventListener(name, (event) => window.focusMoved.push(`${name} ${event.target.id}`));
"""


@pytest.fixture(scope="module")
def stage(shared_server: SharedServer) -> tuple[LiveServer, Stage]:
    """Four tables of two, where everyone stays connected without a page; Max and Zoe are locked out."""
    settings = TableSettings(deck="times-tables", board="8x8", table_size=2, tries=None)
    made = shared_server.stage(students=STUDENTS, settings=settings)
    with shared_server.app():
        school_class = db.session.get_one(SchoolClass, made.class_id)
        for late in [make_student(name, school_class=school_class) for name in ("Max", "Zoe")]:
            lock_out(late)
        with transaction() as session:
            seen = update(Attendance).where(Attendance.class_session_id == made.class_session_id)
            session.execute(seen.values(seen_at=clock.now() + timedelta(hours=1)))
    return shared_server.server, made


@pytest.fixture(scope="module")
def teachers_window(browser: Browser, stage: tuple[LiveServer, Stage]) -> Iterator[Window]:
    """The teacher's browser, shared by the tests: opening one takes longer than loading a page."""
    server, made = stage
    window = open_window(browser, server, made.teacher)
    yield window
    window.close()


@pytest.fixture
def teacher(teachers_window: Window, stage: tuple[LiveServer, Stage]) -> Window:
    """The teacher's browser, which has just opened the page with all tables in view."""
    _, made = stage
    teachers_window.faults.clear()
    teachers_window.page.goto(f"{teachers_window.address}/sessions/{made.class_session_id}")
    teachers_window.page.wait_for_selector("html[data-stream=live]")
    return teachers_window


@pytest.fixture
def busy_tables(stage: tuple[LiveServer, Stage]) -> Iterator[list[float]]:
    """Let all students play continuously. Return the times of their moves."""
    server, made = stage
    moved_at: list[float] = []
    is_over = threading.Event()

    def play(number: int) -> None:
        person = made.students[number]
        player = Player(server.browser(person.cookie), SimulatedStudent(number, misses=0.3))
        mind = SimulatedStudent(number)
        while not is_over.is_set():
            seen = player.look()
            if seen is None:
                player.post_next_game()
            elif seen.is_my_turn and player.post_move(seen, mind.choose(seen)).status_code < 400:
                moved_at.append(time.time())
            is_over.wait(PAUSE_SECONDS)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(STUDENTS)]
    for thread in threads:
        thread.start()
    yield moved_at
    is_over.set()
    for thread in threads:
        thread.join()


def test_many_moves_keep_focus_and_open_sections_with_few_requests(teacher: Window, busy_tables: list[float]) -> None:
    page = teacher.page
    priorities: list[str | None] = []
    began = time.monotonic()
    page.on(
        "request",
        lambda request: priorities.append(request.headers.get("priority")) if "/fragment" in request.url else None,
    )
    page.locator("#move > summary").click()
    page.locator("#open-2").focus()
    page.evaluate("window.node = document.activeElement")
    page.evaluate(NOTE_FOCUS)
    busy_tables.clear()
    page.wait_for_timeout(WATCHED_SECONDS * 1000)
    wait_for_updates(teacher, 2)
    assert len(busy_tables) > 0
    assert 1 <= len(priorities) <= 2.5 * (time.monotonic() - began) + 1
    assert set(priorities) == {"u=5"}, "moves go first"
    assert page.evaluate("window.focusMoved") == []
    assert page.evaluate("document.activeElement === window.node && window.node.id === 'open-2'")
    assert page.evaluate("document.querySelector('#move').open")
    assert teacher.faults == []
    assert teacher.violations() == []


def wait_for_updates(teacher: Window, number: int) -> None:
    """Wait until the page has shown this many more versions."""
    for _ in range(number):
        expect(teacher.page.locator("#live input[name=version]").first).not_to_have_value(teacher.version())


def play_a_move(server: LiveServer, made: Stage) -> None:
    """Let one of the active students play."""
    for person in made.students:
        player = Player(server.browser(person.cookie), SimulatedStudent(1))
        seen = player.look()
        if seen is not None and seen.is_my_turn:
            assert player.post_move(seen, player.mind.choose(seen)).status_code == 303
            return
    raise AssertionError("no student is active")


def with_a_waiting_student(teacher: Window, made: Stage) -> Page:
    """Give a seat to a bot, so that its student waits, and return to the live tables."""
    page = teacher.page
    page.locator("#open-1").click()
    with page.expect_navigation():  # and so until the form was sent
        page.locator("#hand-0").click()
    page.goto(f"{teacher.address}/sessions/{made.class_session_id}")
    return page


@pytest.mark.nightly
def test_a_choice_is_kept_while_students_play(teacher: Window, stage: tuple[LiveServer, Stage]) -> None:
    server, made = stage
    page = with_a_waiting_student(teacher, made)
    chooser = page.locator("#waiting select")
    proposed = chooser.input_value()
    chooser.select_option("new")
    chooser.focus()
    page.evaluate(NOTE_FOCUS)
    before = teacher.version()
    play_a_move(server, made)
    expect(page.locator("#live input[name=version]").first).not_to_have_value(before)
    assert chooser.input_value() == "new"
    assert page.evaluate("document.activeElement.matches('#waiting select')")
    assert page.evaluate("window.focusMoved") == []
    chooser.select_option(proposed)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#waiting").wait_for(state="detached")  # the form redirects back to the same address


@pytest.mark.nightly
def test_a_choice_stays_with_its_student_when_another_teacher_moves_students(
    teacher: Window, shared_server: SharedServer, stage: tuple[LiveServer, Stage]
) -> None:
    _, made = stage
    page = teacher.page
    page.locator("#move > summary").click()
    who, to = page.locator("#move-who"), page.locator("#move-to")
    first = who.locator("option").first.get_attribute("value") or ""
    others = [one.get_attribute("value") or "" for one in to.locator("option[value^=swap-]").all()]
    second, third, last = others[2], others[4], others[-1].removeprefix("swap-")
    to.select_option(second)
    with shared_server.app():  # a co-teacher
        for one, other in ((second, third), (first, f"swap-{last}")):
            swap_students(
                class_session_id=made.class_session_id,
                student_id=one.removeprefix("swap-"),
                other_id=other.removeprefix("swap-"),
            )
    expect(page.locator(f"#move-who option[value='{last}']")).to_have_js_property("index", 0)
    assert (who.input_value(), to.input_value()) == (first, second)


@pytest.mark.nightly
def test_a_choice_that_is_gone_is_asked_for_again(
    teacher: Window, shared_server: SharedServer, stage: tuple[LiveServer, Stage]
) -> None:
    _, made = stage
    page = with_a_waiting_student(teacher, made)
    page.locator("#move > summary").click()
    to = page.locator("#move-to")
    free = to.locator("option").first.get_attribute("value") or ""
    to.select_option("new")
    to.select_option(free)
    page.locator("#waiting button[name=student]").first.wait_for()
    with shared_server.app():
        game_id, _, seat = free.partition(".")
        waiting = page.locator("#waiting button[name=student]").first.get_attribute("value") or ""
        give_seat(game_id=game_id, seat=int(seat), student_id=waiting)
    expect(to.locator(f"option[value='{free}']")).to_have_count(0)
    page.locator("#move-now").click()
    assert to.evaluate("list => list.matches(':invalid') && list.selectedIndex") == -1


def test_a_rejected_move_leaves_its_form_open_with_the_reason(
    teacher: Window, shared_server: SharedServer, stage: tuple[LiveServer, Stage]
) -> None:
    _, made = stage
    page = teacher.page
    page.locator("#move > summary").click()
    who, to, part = page.locator("#move-who"), page.locator("#move-to"), page.locator("#move")
    who.select_option(index=1)
    chosen = who.input_value()
    to.select_option(f"swap-{chosen}")
    page.locator("#move-now").click()
    reason = part.get_by_role("alert")
    expect(reason).to_contain_text("Choose two different students")
    expect(reason).to_be_in_viewport(ratio=1)
    expect(to).to_be_focused()
    assert (who.input_value(), to.input_value()) == (chosen, f"swap-{chosen}")
    before = teacher.version()
    one, other = (one.get_attribute("value") or "" for one in who.locator("option").all()[-2:])
    with shared_server.app():  # a co-teacher
        swap_students(class_session_id=made.class_session_id, student_id=one, other_id=other)
    expect(page.locator("#live input[name=version]").first).not_to_have_value(before)
    expect(part).to_contain_text("Choose two different students")
    expect(reason).to_have_count(0)  # it would be read again
    expect(to).to_be_focused()


def test_a_waiting_student_is_announced_once(browser: Browser, shared_server: SharedServer) -> None:
    made = shared_server.stage(students=2)
    window = open_window(browser, shared_server.server, made.teacher)
    page = window.page
    page.add_init_script(RECORD)
    page.goto(f"{window.address}/sessions/{made.class_session_id}")
    page.wait_for_selector("html[data-stream=live]")
    with shared_server.app():
        school_class = db.session.get_one(SchoolClass, made.class_id)
        late = [make_student(name, school_class=school_class).id for name in ("Kim", "Lea")]
    for number, student_id in enumerate(late, start=1):
        with shared_server.app():
            class_sessions.join_session(class_session_id=made.class_session_id, student_id=student_id)
        expect(page.locator("#waiting .seated-name")).to_have_count(number)
    before = window.version()
    with shared_server.app():
        one, other = (student.id for student in made.students)
        swap_students(class_session_id=made.class_session_id, student_id=one, other_id=other)
    expect(page.locator("#live input[name=version]").first).not_to_have_value(before)
    texts = [one.text for one in announced(page) if one.region == "waiting-status"]
    assert texts == [f"{isolated('Kim')} is waiting for a seat.", "2 students are waiting for a seat."]
    window.close()


@pytest.mark.nightly
def test_the_question_about_the_end_closes_before_it_covers_the_focus(
    teacher: Window, busy_tables: list[float]
) -> None:
    page = teacher.page
    question = page.locator("#end")
    page.locator("#end > summary").press("Enter")
    page.keyboard.press("Tab")
    before = teacher.version()
    expect(page.locator("#live input[name=version]").first).not_to_have_value(before)
    expect(page.locator("#end-in-2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#end > summary")).to_be_focused()
    expect(question).not_to_have_attribute("open", "")
    for leave in (page.locator("#open-1").focus, page.get_by_role("heading", level=1).click):
        page.locator("#end > summary").click()
        expect(question).to_have_attribute("open", "")
        leave()
        expect(question).not_to_have_attribute("open", "")


def test_four_tables_are_in_view_on_a_low_screen(teacher: Window) -> None:
    teacher.page.set_viewport_size(SMALL_CHROMEBOOK)
    assert teacher.page.locator(".tile").count() == 4
    assert teacher.page.evaluate(LOWEST_TILE) <= SMALL_CHROMEBOOK["height"]


@pytest.mark.nightly
def test_misses_can_be_hidden_from_the_class(teacher: Window, busy_tables: list[float]) -> None:
    page = teacher.page
    page.locator("#table-1 .tile-private").first.wait_for()
    page.locator("#hide-misses").check()
    expect(page.locator(".tile-private:visible")).to_have_count(0)
    wait_for_updates(teacher, 2)
    assert page.locator(".tile-private:visible").count() == 0


@pytest.mark.nightly
def test_other_tabs_are_updated(teacher: Window, stage: tuple[LiveServer, Stage]) -> None:
    _, made = stage
    tab = teacher.open_tab()
    tab.goto(f"{teacher.address}/sessions/{made.class_session_id}")
    tab.get_by_role("button", name="Pause (eyes up)").click()
    teacher.page.get_by_role("heading", name="7B: paused").wait_for()
    tab.get_by_role("button", name="Resume games").click()
    teacher.page.get_by_role("button", name="Pause (eyes up)").wait_for()
    tab.close()


@pytest.mark.nightly
def test_the_focus_moves_on_when_a_student_is_unlocked(teacher: Window) -> None:
    page = teacher.page
    page.get_by_role("button", name=f"Unlock {isolated('Max')}").press("Enter")
    expect(page.get_by_role("button", name=f"Unlock {isolated('Zoe')}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#locked-out")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.nightly
def test_the_focus_moves_on_when_a_student_is_signed_out(
    teacher: Window, stage: tuple[LiveServer, Stage], shared_server: SharedServer
) -> None:
    with shared_server.app():
        school_class = db.session.get_one(SchoolClass, stage[1].class_id)
        for student in [make_student(name, school_class=school_class) for name in ("Ida", "Jo")]:
            for device in ("old", "new"):
                logins.start_login(student_id=student.id, device=device)
    page = teacher.page
    page.reload()
    page.get_by_role("button", name=f"Sign out older device: {isolated('Ida')}").press("Enter")
    expect(page.get_by_role("button", name=f"Sign out older device: {isolated('Jo')}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#several-devices")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.nightly
def test_students_without_a_table_have_their_seats_in_one_column(browser: Browser, shared_server: SharedServer) -> None:
    made = shared_server.stage(students=4, settings=TableSettings(table_size=2))
    with shared_server.app():
        school_class = db.session.get_one(SchoolClass, made.class_id)
        for name in ("Bo", "Maximiliana-Josephine von W.", "Zoe"):
            late = make_student(name, school_class=school_class)
            class_sessions.note_present(class_session_id=made.class_session_id, student_id=late.id)
    window = open_window(browser, shared_server.server, made.teacher)
    window.page.goto(f"{window.address}/sessions/{made.class_session_id}")
    for width in (SMALL_CHROMEBOOK["width"], 1920):
        window.page.set_viewport_size({"width": width, "height": 1080})
        seats, below_names = window.page.locator("#waiting .seated").evaluate_all(PLACES)
        assert len(seats) == 3
        assert len(set(seats)) == 1
        assert max(below_names) < 10
    window.close()


@pytest.mark.nightly
def test_a_table_of_twelve_is_not_endless(browser: Browser, shared_server: SharedServer) -> None:
    settings = TableSettings(edition="classic", table_size=12)
    stage = shared_server.stage(students=12, settings=settings)
    teacher = open_window(browser, shared_server.server, stage.teacher, viewport=SMALL_CHROMEBOOK)
    teacher.page.goto(f"{teacher.address}/sessions/{stage.class_session_id}")
    teacher.page.get_by_role("link", name="Table 1").first.click()
    expect(teacher.page.locator(".host-seat")).to_have_count(12)
    teacher.page.wait_for_load_state()  # styles included
    seats = teacher.page.locator(".host-seats").bounding_box()
    assert seats is not None
    assert seats["height"] <= 850
    log = teacher.page.locator(".host-log")
    log.evaluate("(log) => log.insertAdjacentText('beforeend', 'A long line. '.repeat(40))")
    assert teacher.page.locator(".host-seats").bounding_box() == seats
    assert teacher.page.evaluate("document.documentElement.scrollWidth") == SMALL_CHROMEBOOK["width"]
    teacher.close()
