"""A whole lesson of a class and a teacher, from the roster file to the recap: real browsers and people over HTTP."""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import pytest

from classroom.hosting import hosted_app
from classroom.presenters.words import isolated
from tests.browser.hands import play_with_mouse
from tests.browser.teacher_at_work import TeacherAtWork
from tests.invariants import assert_invariants
from tests.lesson.student import LoginCard, Student
from tests.over_http import LiveServer
from tests.over_http.simulated_student import SimulatedStudent
from tests.over_http.table import read_table
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

FIRST = (
    *("Ada", "Ahmet", "Ana", "Ana", "Bea", "Björn", "Chloë", "Dmitri", "Ewa", "Farid", "Grace", "Hana", "Ibrahim"),
    *("José", "Kwame", "Lien", "Łucja", "Mei Ling", "Niamh", "Olu", "Pádraig", "Rosa", "Sven", "Zoë", "Yusuf", "Tariq"),
    *("Una", "Vera", "Wim", "Xenia", "Quentin"),
)[: 31 if AT_NIGHT else 11]
LATE = 2
IN_BROWSERS = 3 if AT_NIGHT else 2
"""The number of students in real browsers. One scans a code, the others type."""
TABLES = math.ceil((len(FIRST) - LATE) / 4)
"""The number of tables before the late students come."""
MAX_SECONDS = 400.0
"""Seconds for the games; on two idle cores they take about 40."""


@dataclass
class Lesson:
    """A finished lesson: the server still runs."""

    server: LiveServer
    teacher: TeacherAtWork
    students: list[Student]
    pages: list[Page]
    """The students in real browsers."""
    faults: list[str]
    """Errors in the consoles of all browsers."""
    preview: str
    hands_kept: list[bool]
    recap: str
    recap_seconds: float


@pytest.fixture(scope="module")
def lesson(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lesson]:
    """Run the lesson once for all tests."""
    server = LiveServer(tmp_path_factory.mktemp("teachers-lesson"))
    server.start()
    try:
        yield _run_lesson(browser, server)
    finally:
        server.stop()


def _run_lesson(browser: Browser, server: LiveServer) -> Lesson:
    # Nine boards on two pages: animating them would cost as much as the rest of the lesson.
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    teacher = TeacherAtWork(context, server.address)
    teacher.set_up(server.setup_token)
    preview = teacher.import_class("7B", _roster_file(server.folder))
    code, pins, scanned = teacher.print_cards()
    teacher.set_levels({name: str(1 + index % 5) for index, name in enumerate(pins)})
    teacher.open_session()
    faults: list[str] = []
    cards = [LoginCard(name, code, pin) for name, pin in pins.items()]
    # As with the boards: only one screen shows animations; on all, they would cost as much as the games.
    pages = [_open_screen(browser, faults, is_still=number > 0) for number in range(IN_BROWSERS)]
    _scan(pages[0], scanned[cards[0].name])
    for page, card in zip(pages[1:], cards[1:IN_BROWSERS], strict=True):
        _type(teacher, page, card)
    everyone = [
        # At full speed they would take all processor time from the browsers.
        Student(card, server, seed, think_seconds=0.5, poll_seconds=0.5)
        for seed, card in enumerate(cards[IN_BROWSERS:])
    ]
    late, students = everyone[:LATE], everyone[LATE:]
    with ThreadPoolExecutor(len(students)) as pool:
        list(pool.map(Student.sign_in, students))
    front = _form_tables(teacher)
    for student in students:
        student.start(moves_until_leaving=1 if student is students[0] else None)
    began = time.monotonic()
    _play(pages, seconds=6)
    teacher.look("student", pages[0])
    hands_kept = [_reload(page) for page in pages[:2]]
    while students[0].is_playing:  # perhaps at a table with a browser
        assert time.monotonic() < began + MAX_SECONDS, students[0].problems
        _play(pages, seconds=1)
    students[0].join(60)
    students[0].sign_out()
    _hand_to_bot(teacher, students[0])
    for student in late:
        student.sign_in()
    _seat_the_late(teacher, late[0].card.name)
    for student in late:
        student.start()
    _eyes_up(teacher, front, pages)
    front.bring_to_front()
    front.wait_for_selector("h1:has-text('Eyes up')", state="detached")
    teacher.look("projector-boards", front)
    teacher.page.bring_to_front()
    _table_talk(teacher, pages[0])
    while not all(student.moves for student in everyone):
        assert time.monotonic() < began + MAX_SECONDS, {one.card.name: one.moves for one in everyone}
        _play(pages, seconds=3)
    teacher.go(teacher.session_url)
    teacher.look("live")
    recap_seconds = _end(teacher, everyone)
    return Lesson(
        server,
        teacher,
        everyone,
        pages,
        [*faults, *teacher.faults],
        preview,
        hands_kept,
        teacher.page.inner_text("main"),
        recap_seconds,
    )


def _roster_file(folder: Path) -> Path:
    """Write a file as German spreadsheet programs do: with semicolons, a byte order mark, and Windows line ends."""
    lines = ["Family name;First name;Group"]
    lines += [f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n % 26]}ssen;{name};{'ABC'[n % 3]}" for n, name in enumerate(FIRST)]
    file = folder / "Klasse 7B.csv"
    file.write_bytes("\r\n".join([*lines, ""]).encode("utf-8-sig"))
    return file


def _open_screen(browser: Browser, faults: list[str], *, is_still: bool) -> Page:
    """Open a student's browser."""
    motion: Literal["reduce", "no-preference"] = "reduce" if is_still else "no-preference"
    context = browser.new_context(viewport={"width": 1366, "height": 600}, reduced_motion=motion)
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type in {"error", "warning"} else None)
    return page


def _scan(page: Page, scanned: str) -> None:
    """Open the address that the camera read from the card."""
    page.goto(scanned)
    page.wait_for_url("**/play")


def _type(teacher: TeacherAtWork, page: Page, card: LoginCard) -> None:
    """Type the class code, the name, and the PIN."""
    page.goto(teacher.address)
    teacher.look("sign-in-code", page)
    page.fill("[name=code]", card.code)
    page.get_by_role("button", name="Join class").click()
    teacher.look("sign-in-names", page)
    page.get_by_role("link", name=card.name, exact=True).click()
    teacher.look("sign-in-pin", page)
    page.fill("[name=pin]", card.pin)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/play")


def _form_tables(teacher: TeacherAtWork) -> Page:
    """Form tables of mixed level; the class screen shows who sits where. Then start the games."""
    teacher.go(teacher.session_url)
    teacher.look("lobby")
    teacher.page.select_option("#forming", "mixed")
    teacher.press("Form tables")
    teacher.page.wait_for_selector("#plan-1")
    teacher.look("tables")
    front = teacher.front()
    teacher.look("projector-tables", front)
    teacher.press("Start games")
    teacher.page.wait_for_selector("#table-1")
    return front


def _play(pages: list[Page], *, seconds: float) -> None:
    """Let the students in browsers play for a while, with the mouse."""
    minds = [SimulatedStudent(90 + number) for number in range(len(pages))]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for page, mind in zip(pages, minds, strict=True):
            seen = read_table(page.content())
            if seen is not None and seen.is_my_turn:
                play_with_mouse(page, mind.choose(seen))
                # A penalty may have arrived since: then the move is rejected, and changes nothing.
                page.wait_for_function(
                    "seen => document.querySelector('#live input[name=version]')?.value !== seen",
                    arg=seen.hidden["version"],
                )
        time.sleep(0.2)


def _reload(page: Page) -> bool:
    """Reload twice. Return whether the hand is the same."""
    hands = []
    for _ in range(3):
        seen = read_table(page.content())
        hands.append(seen.hand if seen else ())
        page.reload()
    return hands[0] == hands[1] == hands[2]


def _hand_to_bot(teacher: TeacherAtWork, leaver: Student) -> None:
    """Let a bot play for a student who has left."""
    (game_id,) = leaver.games
    teacher.go(f"{teacher.address}/games/{game_id}")
    teacher.look("table")
    # By the name of the seat: every other seat lists the leaver too, as a student to swap with.
    named = teacher.page.locator(".host-name > b", has_text=leaver.card.name)
    away = teacher.page.locator("li.host-seat", has=named)
    seat = (away.get_attribute("id") or "").removeprefix("seat-")
    away.get_by_role("button", name="Give seat to bot").click()
    teacher.page.wait_for_selector(f"#seat-{seat}:has-text('Bot')")


def _seat_the_late(teacher: TeacherAtWork, name: str) -> None:
    """Give the student of this name the bot's seat, and the other latecomer a table with a bot."""
    teacher.go(teacher.session_url)
    teacher.page.wait_for_selector("#waiting")
    teacher.look("late")
    teacher.press(f"Assign seat to {isolated(name)}")
    teacher.page.wait_for_selector("#waiting h2:has-text('2 students without')")  # one of them has left
    teacher.press("Open tables")
    teacher.page.wait_for_selector(f"#table-{TABLES + 1}")


def _eyes_up(teacher: TeacherAtWork, front: Page, pages: list[Page]) -> None:
    """Check that "eyes up" shows on everyone's screen, then continue."""
    teacher.press("Pause (eyes up)")
    for page in pages:
        page.wait_for_selector("h1:has-text('Paused')")
    front.bring_to_front()  # a hidden tab makes no requests
    front.wait_for_selector("h1:has-text('Eyes up')")
    teacher.look("projector-eyes-up", front)
    teacher.look("student-paused", pages[0])
    teacher.page.bring_to_front()
    teacher.press("Resume games")
    for page in pages:
        page.wait_for_selector("h1:has-text('Paused')", state="detached")


def _table_talk(teacher: TeacherAtWork, page: Page) -> None:
    """Fine a team for table talk, at the table of a browser that no longer plays: its game continues."""
    seen = read_table(page.content())
    assert seen is not None
    teacher.page.locator(f".tile:not(.tile-over) .tile-title a[href$='/games/{seen.game_id}']").click()
    teacher.page.wait_for_selector("#talk-title")
    teacher.page.locator("[id^=penalty-]").first.click()
    teacher.page.get_by_role("button", name="Give penalty").click()
    teacher.page.wait_for_selector(".host-log:has-text('talk')")
    teacher.look("table-talk")


def _end(teacher: TeacherAtWork, students: list[Student]) -> float:
    """End the session. Return the seconds from the click to the recap."""
    for student in students:
        student.stop()
    teacher.page.locator("#end summary").click()
    teacher.page.locator("#end-now").click()
    began = time.monotonic()
    teacher.page.get_by_role("button", name="End session").click()
    teacher.page.wait_for_selector("#recap, .recap")
    seconds = time.monotonic() - began
    teacher.look("recap")
    for student in students:
        student.join(60)
    return seconds


def test_the_preview_describes_the_import(lesson: Lesson) -> None:
    assert f"{len(FIRST)} students" in lesson.preview
    assert "nothing is saved yet" in lesson.preview


def test_everyone_played_without_problems(lesson: Lesson) -> None:
    assert {one.card.name: one.problems for one in lesson.students if one.problems} == {}
    assert all(one.moves for one in lesson.students)
    moves = sum(student.moves for student in lesson.students)
    print(f"teacher's lesson: {moves} moves over HTTP; recap {lesson.recap_seconds:.2f} s after the click")


def test_no_console_has_errors(lesson: Lesson) -> None:
    assert lesson.faults == []


def test_a_reloaded_device_shows_the_same_hand(lesson: Lesson) -> None:
    assert lesson.hands_kept == [True, True]


def test_the_recap_counts_everyone(lesson: Lesson) -> None:
    assert f"{len(FIRST)}" in lesson.recap


def test_every_screen_shows_the_end(lesson: Lesson) -> None:
    for page in lesson.pages:
        page.wait_for_selector(".end, h1:has-text('session is over')")


def test_the_data_keep_all_invariants(lesson: Lesson) -> None:
    lesson.server.assert_no_faults()
    with hosted_app(instance_path=lesson.server.folder) as app, app.app_context():
        assert_invariants()
