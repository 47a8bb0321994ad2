"""A whole lesson over real HTTP: setup, roster, cards, sign-in, tables of four, then reports and logs."""

from __future__ import annotations

import csv
import io
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from classroom.hosting import hosted_app
from tests.invariants import assert_invariants
from tests.lesson.recount import RecountedAnswer, first_answers, later_answers, recount
from tests.lesson.student import LoginCard, Student
from tests.lesson.teacher import NAME as TEACHER
from tests.lesson.teacher import PASSWORD, Teacher
from tests.over_http import LiveServer
from tests.over_http.log_search import found_in
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TABLES = 6 if AT_NIGHT else 1
NAMES = (
    *("Ada Q.", "Ahmet Y.", "Ana K.", "Ana L.", "Bea", "Björn", "Chloë", "Dmitri", "Ewa Ż.", "Farid", "Grace", "Hana"),
    *("Ibrahim", "José M.", "Kwame", "Lien", "Łucja", "Meiling", "Niamh", "Olu", "Pádraig", "Rosa", "Sven", "Zoë"),
)[: 4 * TABLES]
LATE = "Yusuf"
MARK = "8c1f20d6b47a935"
ENDS_WITHIN = 600.0
"""Seconds; on two idle cores it takes about 25 with six tables."""


@dataclass
class Lesson:
    """A finished lesson, whose server is still running."""

    server: LiveServer
    teacher: Teacher
    students: list[Student]
    late: Student
    game_left: str
    """The game that one student left and rejoined."""
    records: dict[str, str]
    answers: list[RecountedAnswer]
    seconds: float


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lesson]:
    """Run the lesson once for all tests."""
    # Every request counts as slow, so that the log has a line for each.
    server = LiveServer(tmp_path_factory.mktemp("lesson"), settings={"CLASSROOM_SLOW_SECONDS": "0"})
    server.start()
    try:
        yield _run_lesson(server)
    finally:
        server.stop()


def _run_lesson(server: LiveServer) -> Lesson:
    began = time.monotonic()
    teacher = Teacher(server)
    teacher.set_up(server.setup_token)
    roster = "\r\n".join([*NAMES, "", "ana k ", LATE, "Ada Q."])  # as from a spreadsheet, with two names twice
    teacher.make_class("7B", roster)
    code, pins = teacher.print_cards()
    assert set(pins) == {*NAMES, LATE}
    everyone = [Student(LoginCard(name, code, pin), server, seed) for seed, (name, pin) in enumerate(pins.items())]
    late = next(student for student in everyone if student.card.name == LATE)
    students = [student for student in everyone if student is not late]
    teacher.open_session(cards="times-tables/6x6", table_size="4", tries="2", layout="mixed")
    _run_in_parallel(students, Student.sign_in)
    teacher.press("/arrange")
    teacher.press("/start")
    leaver = random.Random(7).choice(students)
    for student in students:
        student.start(moves_until_leaving=2 if student is leaver else None)
    game_left = _leave_and_come_back(teacher, leaver)
    late.sign_in()
    teacher.give_new_table(LATE)
    late.start()
    teacher.press("/pause")
    teacher.press("/resume")
    deadline = began + ENDS_WITHIN
    for student in students:
        student.join(deadline - time.monotonic())
    while late.is_playing and not late.moves and time.monotonic() < deadline:
        time.sleep(0.2)
    late.stop()
    late.join(60)
    teacher.browser.open(f"{teacher.session_url}/end")
    teacher.browser.submit(form="/end")
    records = teacher.records()
    return Lesson(
        server=server,
        teacher=teacher,
        students=students,
        late=late,
        game_left=game_left,
        records=records,
        answers=recount(server.database, records),
        seconds=time.monotonic() - began,
    )


def _leave_and_come_back(teacher: Teacher, leaver: Student) -> str:
    """Sign a student out in the middle of a game, let a bot play in the seat, and give it back."""
    leaver.join(120)
    (game_id,) = leaver.games
    leaver.sign_out()
    seat = teacher.find_seat(game_id, leaver.card.name)
    teacher.hand_to_bot(game_id, seat)
    played = teacher.cards_played(game_id, seat)
    deadline = time.monotonic() + 120
    while teacher.cards_played(game_id, seat) == played:
        assert time.monotonic() < deadline, "the bot does not move"
        time.sleep(0.2)
    teacher.press("/pause")  # so that the others can't finish the game meanwhile
    leaver.sign_in()
    teacher.give_bots_seat(leaver.id, game_id, seat)
    teacher.press("/resume")
    leaver.start()
    return game_id


def _run_in_parallel(students: list[Student], action: Callable[[Student], None]) -> None:
    with ThreadPoolExecutor(len(students)) as pool:
        list(pool.map(action, students))


def test_everyone_played_without_problems(lesson: Lesson) -> None:
    problems = {student.card.name: student.problems for student in [*lesson.students, lesson.late] if student.problems}
    assert problems == {}
    assert min(student.moves for student in lesson.students) >= 2
    assert lesson.late.moves >= 1
    assert sum(student.reloads for student in lesson.students) >= 10 * TABLES // 3
    print(
        f"lesson: {len(lesson.students)} students, {len(lesson.records)} tables, "
        f"{sum(student.moves for student in lesson.students)} moves in {lesson.seconds:.0f} s"
    )


def test_students_sit_at_tables_of_four_and_the_late_one_at_a_new_table(lesson: Lesson) -> None:
    tables = {frozenset(student.games) for student in lesson.students}
    assert [len(games) for games in tables] == [1] * TABLES
    sizes = sorted(sum(student.games == games for student in lesson.students) for games in tables)
    assert sizes == [4] * TABLES
    assert len(lesson.records) == TABLES + 1
    assert lesson.late.games <= set(lesson.records)


def test_engine_check_accepts_every_record(lesson: Lesson, tmp_path: Path) -> None:
    for game_id, text in lesson.records.items():
        file = tmp_path / f"{game_id}.json"
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "engine", "check", str(file)]
        checked = subprocess.run(command, check=False, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_some_answers_were_missed_and_then_corrected(lesson: Lesson) -> None:
    assert sum(not one.is_right for one in lesson.answers) >= 10 * TABLES // 6
    assert any(one.try_number == 2 and one.is_right for one in lesson.answers)


def test_a_seat_goes_to_a_bot_and_back_without_a_gap(lesson: Lesson) -> None:
    with closing(sqlite3.connect(lesson.server.database)) as connection:
        tenures = connection.execute(
            "SELECT student_id, from_version, left_at_version FROM players WHERE game_id = ? AND seat = "
            "(SELECT seat FROM players WHERE game_id = ? AND left_at_version IS NOT NULL LIMIT 1) ORDER BY id",
            (lesson.game_left, lesson.game_left),
        ).fetchall()
    (first, *_), (bot, *_), (last, *_) = tenures
    assert bot is None
    assert first == last is not None
    assert [left for _, _, left in tenures[:-1]] == [since for _, since, _ in tenures[1:]]


def test_the_report_equals_a_recount_of_the_logs(lesson: Lesson) -> None:
    first, later = first_answers(lesson.answers), later_answers(lesson.answers)
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(lesson.teacher.csv("report")))}
    shown = {row["Student"]: row for row in lesson.teacher.report_rows()}
    assert set(rows) == set(shown) == {*NAMES, LATE}
    for student in [*lesson.students, lesson.late]:
        row = rows[student.card.name]
        right, tried = first.get(student.id, (0, 0))
        right_later, tried_later = later.get(student.id, (0, 0))
        assert (int(row["right_at_first_try"]), int(row["first_answers"])) == (right, tried)
        assert (int(row["right_at_further_try"]), int(row["further_tries"])) == (right_later, tried_later)
        if tried >= 5:
            percent = (200 * right + tried) // (2 * tried)
            assert row["right_percent"] == str(percent)
            assert shown[student.card.name]["Correct on first try"] == f"{percent}% ({right} of {tried} answers)"
        later_text = f"{right_later} of {tried_later}" if tried_later else ""
        assert shown[student.card.name]["Correct on a later try"] == later_text


def test_the_export_has_exactly_the_answers_of_the_logs(lesson: Lesson) -> None:
    exported = sorted(
        RecountedAnswer(
            game_id=row["game_id"],
            version=int(row["move"]),
            student_id=row["student_id"],
            equation=row["equation"],
            answer=row["correct_answer"],
            given=row["given_answer"],
            try_number=int(row["attempt_no"]),
            is_right=row["correct"] == "1",
        )
        for row in csv.DictReader(io.StringIO(lesson.teacher.csv("attempts")))
    )
    assert exported == sorted(lesson.answers)


def test_rebuilding_the_statistics_gives_the_same_rows(lesson: Lesson) -> None:
    before = _attempts(lesson.server.database)
    printed = lesson.server.run_command("rebuild-statistics")
    assert f" {len(before)} answers" in printed
    assert _attempts(lesson.server.database) == before


def _attempts(database: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT * FROM attempts ORDER BY game_id, version").fetchall()


def test_the_data_keep_all_invariants(lesson: Lesson) -> None:
    with hosted_app(instance_path=lesson.server.folder) as app, app.app_context():
        assert_invariants()


def test_no_log_contains_a_secret(lesson: Lesson) -> None:
    """Neither secrets of the lesson nor the content of refused requests."""
    marks = _send_marked_requests(lesson)
    activity = lesson.teacher.browser.send("GET", "/admin/activity.csv").get_data(as_text=True)
    everyone = [*lesson.students, lesson.late]
    secrets = {PASSWORD, TEACHER, *marks}
    secrets |= {secret for one in everyone for secret in (one.card.name, one.card.pin, *one.browser.cookies.values())}
    secrets |= {*lesson.teacher.browser.cookies.values()} | {one.equation for one in lesson.answers}
    requests = lesson.server.console.count("slow: ")
    assert requests > 100
    assert activity.count("signed_in") > len(everyone)
    for log in (lesson.server.console, activity):
        assert found_in(log, secrets) == []
    print(
        f"S19 {len(secrets)} secrets of a lesson: 0 found in {requests} lines of the server log and "
        f"{activity.count(chr(10))} of the activity log"
    )


def _send_marked_requests(lesson: Lesson) -> list[str]:
    """Send marked values in all kinds of requests that are refused. Return the marks."""
    code, student = lesson.late.card.code.replace(" ", ""), lesson.late.id
    places = {
        f"/nothing/{MARK}0?q={MARK}0": None,
        "/sign-in": ("name", "password"),
        "/join": ("code",),
        "/card": ("token",),
        f"/join/{code}/{student}": ("pin",),
        "/play/ticket/answers": ("answer", "number"),
    }
    browsers = [lesson.server.browser(), lesson.late.browser, lesson.teacher.browser]
    for number, browser in enumerate(browsers):
        token = browser.cookies.get("classroom")
        for place, fields in places.items():
            form = None if fields is None else dict.fromkeys([*fields, "csrf_token"], f"{MARK}{number}")
            headers = {"Referer": f"http://school/{MARK}{number}", "X-Forwarded-For": f"{MARK}{number}"}
            answer = browser.send("GET" if form is None else "POST", place, form, headers=headers)
            assert answer.status_code in {303, 400, 403, 404, 405, 409, 422, 429}, (place, answer.status)
        if token is not None:
            browser.cookies["classroom"] = token
    return [f"{MARK}{number}" for number in range(len(browsers))]


def test_the_server_logged_no_fault(lesson: Lesson) -> None:
    lesson.server.assert_no_faults()
