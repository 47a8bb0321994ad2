"""A full class on a small machine, with the teacher's page and the projector open: no move is lost.

FULL_CLASS_MINUTES makes it a whole lesson (`make full-class`).
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db
from classroom.hosting import hosted_app
from classroom.models import GameEvent
from tests.crash.clients import Client
from tests.invariants import assert_invariants
from tests.over_http import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from pathlib import Path

    from tests.over_http import PlainBrowser

STUDENTS = 36
MINUTES = float(os.environ.get("FULL_CLASS_MINUTES", "0.25"))
THINKS_SECONDS = (0.5, 3.0) if MINUTES < 1 else (3.0, 10.0)


class Watcher(threading.Thread):
    """A teacher's page that polls every second."""

    def __init__(self, browser: PlainBrowser, address: str) -> None:
        super().__init__(daemon=True)
        self.answers: Counter[int] = Counter()
        """How often the server gave which status."""
        self._browser = browser
        self._address = address
        self._must_stop = threading.Event()

    def run(self) -> None:
        """Poll until stopped."""
        while not self._must_stop.wait(1.0):
            self.answers[self._browser.send("GET", self._address).status_code] += 1

    def stop(self) -> None:
        """Stop polling."""
        self._must_stop.set()
        self.join(90)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.timeout(400 + 65 * MINUTES)
def test_a_full_class_loses_no_move(tmp_path: Path) -> None:
    stage = set_stage(tmp_path, students=STUDENTS)
    server = LiveServer(tmp_path)
    server.start()
    students = [
        Client(person, server, seed, think_seconds=THINKS_SECONDS, poll_seconds=1.5)
        for seed, person in enumerate(stage.students)
    ]
    session = f"/sessions/{stage.class_session_id}"
    watchers = [
        Watcher(server.browser(stage.teacher.cookie), f"{session}/{page}")
        for page in ("fragment", "projector/fragment")
    ]
    try:
        for one in (*students, *watchers):
            one.start()
        time.sleep(60 * MINUTES)
        _wait_until_everyone_played(students)
    finally:
        for student in students:
            student.stop()
        for student in students:
            student.join(90)
        for watcher in watchers:
            watcher.stop()
        server.stop()

    server.assert_no_faults()
    assert [surprise for student in students for surprise in student.ledger.surprises] == []
    for watcher in watchers:
        assert set(watcher.answers) == {200}, watcher.answers
    with hosted_app(instance_path=tmp_path) as app, app.app_context():
        logged = db.session.execute(
            select(GameEvent.idempotency_key).where(GameEvent.idempotency_key.is_not(None))
        ).scalars()
        counts = Counter(logged)
        assert_invariants()
    acknowledged = {key for student in students for key in student.ledger.acknowledged}
    assert acknowledged == set(counts), "what was acknowledged is what was logged"
    assert set(counts.values()) == {1}
    print(f"full class: {STUDENTS} students, {MINUTES} minutes, {len(acknowledged)} moves, none lost")


def _wait_until_everyone_played(students: list[Client]) -> None:
    deadline = time.monotonic() + 90
    while waiting := [student.name for student in students if not student.ledger.acknowledged]:
        trouble = [surprise for student in students for surprise in student.ledger.surprises]
        assert trouble == []
        assert time.monotonic() < deadline, f"{waiting} could not play"
        time.sleep(0.5)
