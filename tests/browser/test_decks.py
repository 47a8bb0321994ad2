"""A teacher pastes sixty lines, valid and malformed, and a class plays with the resulting deck."""

from __future__ import annotations

import csv
import io
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.browser.windows import NOTE_WHEN, SMALL_CHROMEBOOK
from tests.factories import make_school_class, make_student, make_teacher
from tests.over_http.arithmetic import answer_to
from tests.over_http.player import Player
from tests.over_http.server import LiveServer
from tests.over_http.simulated_student import SimulatedStudent
from tests.over_http.stage import cookie_of
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.shared_server import SharedServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

TITLE = "Doubles, halves & <b>legs</b>"
ANSWERS = [*range(4, 34, 2), 36]
GOOD = [
    *(f"double {answer // 2} = {answer}" for answer in ANSWERS),
    *(f"½ of {2 * answer}" for answer in ANSWERS[:8]),
    *(f"{answer - 3} + 3\t{answer}" for answer in ANSWERS[8:11]),
    *(f"legs of {answer // 4} dogs; {answer}" for answer in ANSWERS if answer % 4 == 0),
]
HOSTILE = {
    "7 + 5 = 13": "“7 + 5” equals 12, not 13.",
    "9" * 10_000 + "^10000": "This line is too long for a card.",
    "9^999999": "A number in this equation, or in a step to its answer, is too large.",
    "((((((((((1))))))))))": "There are too many nested parentheses or symbols.",
    "(3 + 4": "A parenthesis has no partner.",
    "5 ÷ 0": "This divides by zero, which has no answer.",
    "7 ÷ 2": "“7 ÷ 2” equals 7/2, which is not a whole number.",
    "3 − 5": "“3 − 5” equals −2.",
    "<script>alert(1)</script>": "We can’t read “\u2068<script>aler…\u2069”.",
    "__import__('os').system('id')": "We can’t read “\u2068import__('os…\u2069”.",
    "{{ 7 * 7 }}": "We can’t read “\u2068{{ 7 × 7 }}\u2069”.",
    "abc\u202edef; 12": "This line has an invisible or damaged character.",
    "7 \u00ad+ 5": "This line has an invisible or damaged character.",
    "double 2": "Line 1 already has this card.",
    "legs of 2 dogs; 9": "Line {legs} has the same equation with a different answer: 8 there, 9 here.",
    "question\tanswer": "The answer “\u2068answer\u2069” is not a number.",
    "six plus six": "We can’t read “\u2068six plus six\u2069”.",
    "6 ÷ 2(1 + 2)": "This equation can be read in two ways.",
    "x + y = 12": "This equation asks for more than one number.",
    "x = x": "This equation does not have exactly one answer.",
    "12": "There is nothing to solve.",
    "7 +": "Something is missing in this equation.",
    "√50": "This square root is not a whole number.",
    "; 12": "This line has an answer but no equation.",
}


@dataclass
class School:
    """A class of two, and its teacher's window."""

    server: LiveServer
    page: Page
    class_id: str
    students: list[str]
    """Their cookies."""
    faults: list[str]


@pytest.fixture(scope="module")
def school(browser: Browser, shared_server: SharedServer) -> Iterator[School]:
    """A class that has not played yet."""
    server = shared_server.server
    with shared_server.app() as app:
        teacher = make_teacher()
        school_class = make_school_class("7B", teacher=teacher)
        students = [cookie_of(app, student_id=make_student(school_class=school_class).id) for _ in range(2)]
        cookie, class_id = cookie_of(app, teacher_id=teacher.id), school_class.id
    context = browser.new_context(viewport=SMALL_CHROMEBOOK)
    context.set_default_timeout(30_000)
    context.add_init_script(NOTE_WHEN)
    context.add_cookies([{"name": "classroom", "value": cookie, "url": server.address}])
    faults: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    yield School(server, page, class_id, students, faults)
    context.close()


@pytest.mark.nightly
def test_sixty_lines_make_a_deck_that_is_played_and_reported(school: School) -> None:
    lines = _mixed()
    assert len(lines) == 60
    page = school.page
    page.goto(f"{school.server.address}/decks")
    page.get_by_role("link", name="Type cards").click()
    page.get_by_label("Title").fill(TITLE)
    page.get_by_label("Cards, one on each line").fill("\n".join(lines))
    page.get_by_role("button", name="Preview deck").click()
    _assert_line_errors(page, lines)
    assert page.get_by_label("Cards, one on each line").input_value().splitlines() == lines
    page.get_by_role("button", name="Save deck").click()
    assert page.get_by_role("heading", level=1).inner_text() == TITLE
    _assert_line_errors(page, lines)
    assert page.locator(".faces .card").count() == len(GOOD)
    assert page.locator(".deck-board").count() == 1

    page.goto(f"{school.server.address}/classes/{school.class_id}/sessions/new")
    board = page.get_by_role("group", name=TITLE).get_by_role("radio")
    assert board.count() == 1
    board.check(force=True)
    page.get_by_role("button", name="Open session").click()
    players = [
        Player(school.server.browser(cookie), SimulatedStudent(seed, misses=0.2))
        for seed, cookie in enumerate(school.students)
    ]
    for player in players:
        player.look()
    page.get_by_text("2 joined").first.wait_for()
    page.get_by_role("button", name="Start games").click()
    moves = _play(players)
    print(f"{moves} moves with {len(GOOD)} own cards")

    answers = _report(school, "attempts.csv")
    assert 0 < len(answers) <= moves
    assert {row["deck"] for row in answers} == {TITLE}
    assert any(row["equation"].startswith(("double", "½", "legs")) for row in answers)
    assert all(answer_to(row["equation"]) == row["correct_answer"] for row in answers)
    assert {row["equation"] for row in _report(school, "equations.csv")} == {row["equation"] for row in answers}
    page.goto(f"{school.server.address}/classes/{school.class_id}/report")
    assert page.get_by_role("heading", level=1).is_visible()
    assert school.faults == []
    assert page.evaluate("window.violations") == []
    school.server.assert_no_faults()


@pytest.mark.parametrize("paper", nightly_except({"A4"}, ["A4", "Letter"]))
@pytest.mark.parametrize(
    ("query", "sheets"),
    [
        ("size=6x6", 3 + 1),
        pytest.param("size=10x10&board=4&chips=yes&answers=yes", 7 + 4 + 1 + 1, marks=pytest.mark.nightly),
        ("size=8x8&board=0", 5),
    ],
)
def test_each_sheet_is_one_page(school: School, paper: str, query: str, sheets: int) -> None:
    page = school.page
    page.goto(f"{school.server.address}/decks/built-in/grade-2/paper?{query}")
    assert page.locator(".paper-sheet").count() == sheets
    pages = [int(number) for number in re.findall(rb"/Count (\d+)", page.pdf(format=paper))]
    assert max(pages) == sheets
    # Text too long for a card would be cut off.
    assert page.evaluate(
        "[...document.querySelectorAll('.paper-card')].every((one) => one.scrollHeight <= one.clientHeight)"
    )


def _report(school: School, name: str) -> list[dict[str, str]]:
    """Download a class's report."""
    file = school.page.request.get(f"{school.server.address}/classes/{school.class_id}/{name}").body()
    return list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"))))


def _mixed() -> list[str]:
    """Alternate valid and malformed lines; duplicates come after the line they repeat."""
    good, hostile = list(GOOD), list(HOSTILE)
    lines = [line for pair in zip(good, hostile, strict=False) for line in pair]
    lines += good[len(hostile) :]
    late = [line for line in lines if line.startswith("legs of 2 dogs; 9")]
    return [line for line in lines if line not in late] + late


def _assert_line_errors(page: Page, lines: list[str]) -> None:
    """Check that every malformed line is listed with its number and error, and no valid one."""
    legs = next(number for number, line in enumerate(lines, 1) if line.startswith("legs of 2 dogs; 8"))
    expected = {
        number: HOSTILE[line].format(legs=legs) if "{legs}" in HOSTILE[line] else HOSTILE[line]
        for number, line in enumerate(lines, 1)
        if line in HOSTILE
    }
    errors = page.locator(".line-errors li").all_inner_texts()
    numbers = [int(text.split(":")[0].removeprefix("Line ")) for text in errors]
    assert numbers == sorted(expected)
    for number, text in zip(numbers, errors, strict=True):
        assert expected[number] in text, f"line {number}: {text}"


def _play(players: list[Player]) -> int:
    """Play to the end of the game. Return the number of moves."""
    began, moves = time.monotonic(), 0
    while True:
        assert time.monotonic() - began < 300, "the game does not end"
        for player in players:
            seen = player.look()
            if seen is None:
                if player.game_is_over:
                    return moves
            elif seen.is_my_turn:
                answer = player.post_move(seen, player.mind.choose(seen))
                assert answer.status_code == 303, answer.text[:2000]
                moves += 1
