"""S18: of hundreds of bots that know the class code, none joins. A form with a thousand fields is answered quickly."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attendance, LoginSession, Student
from classroom.services.accounts import devices
from tests.factories import make_class_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.page_client import PageClient

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(3600)]
BOTS = 500
PARTS = 1_000


def _rows() -> list[int]:
    db.session.rollback()
    return [db.session.execute(select(func.count()).select_from(one)).scalar_one() for one in (Student, Attendance)]


def test_bots_that_know_the_class_code_do_not_join(
    page: PageClient, new_page: Callable[[], PageClient], cast: Cast
) -> None:
    make_class_session(cast.class_7b)
    before, answers, slowest = _rows(), Counter[int](), 0.0
    code, roster = cast.class_7b.code, [cast.bob.id, "robot", "0"]
    for number in range(BOTS):
        bot = new_page()
        devices._tries.clear()
        requests = [
            (bot.url("home.find_class"), {"code": code}),
            (bot.url("home.pin", code=code, student_id=roster[number % 3]), {"pin": "none", "name": f"Robot {number}"}),
            (bot.url("home.use_card"), {"token": f"{number:022}"}),
        ]
        began = time.process_time()
        for address, fields in requests:
            answer = bot.request("POST", address, {}, {"data": {**fields, "csrf_token": bot.csrf_token()}})
            answers[answer.status_code] += 1
        slowest = max(slowest, time.process_time() - began)
    assert max(answers) < 500, answers
    assert _rows() == before
    assert db.session.execute(select(func.count()).select_from(LoginSession)).scalar_one() == 0
    results = f"answers {dict(answers)}, {1000 * slowest:.0f} ms of CPU time for one at most"
    print(f"S18 {BOTS} bots with the class code: 0 joined, {results}")


def test_a_form_of_a_thousand_parts_is_refused_or_read_at_once(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    fields = {f"field{number}": "x" for number in range(PARTS)}
    began = time.process_time()
    answer = page.request("POST", page.url("classes.create"), {}, {"data": {**fields, "csrf_token": page.csrf_token()}})
    took = time.process_time() - began
    assert answer.status_code in {413, 422}
    print(f"S18 a form of {PARTS:,} parts: {answer.status_code}, {1000 * took:.0f} ms of CPU time")
    assert took < 2
