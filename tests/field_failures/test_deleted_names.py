"""A deleted name stays in the server's files: all files are searched while the server runs and pages are open."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from classroom.hosting import hosted_app
from classroom.services import erasing
from classroom.services.classes import roster
from tests.byte_search import files_with
from tests.factories import PASSWORD
from tests.over_http.server import LiveServer
from tests.over_http.stage import set_stage

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 60.0 + erasing._FAILED_AGAIN_SECONDS
"""Seconds; on a busy machine, erasing may fail at first, and is tried again only after a while."""
PAUSE_SECONDS = 0.2
"""Between two requests of a page, and between two searches."""


def wait_until_gone(folder: Path, words: list[str]) -> None:
    until = time.monotonic() + PATIENCE
    while (found := files_with(folder, words)) and time.monotonic() < until:
        time.sleep(PAUSE_SECONDS)
    assert found == {}


@pytest.mark.slow
def test_names_are_gone_from_all_files_while_the_server_runs(tmp_path: Path) -> None:
    folder = tmp_path / "instance"
    stage = set_stage(folder, students=6)
    with hosted_app(instance_path=folder) as app, app.app_context():
        for student, name in zip(
            stage.students, ("Zqoqqa", "Zqoqqb", "Zqoqqc", "Zqoqqd", "Zqoqqe", "Zqoqqf"), strict=True
        ):
            roster.rename_student(student_id=student.id, name=name)
    server = LiveServer(folder)
    server.start()
    stopping = threading.Event()
    try:
        readers = [threading.Thread(target=_look, args=(server, one.cookie, stopping)) for one in stage.students[1:]]
        for reader in readers:
            reader.start()
        teacher = server.browser(stage.teacher.cookie)
        gone = stage.students[0]
        teacher.open(f"/students/{gone.id}/remove")
        teacher.submit({"own_password": PASSWORD}, form="/remove")
        wait_until_gone(folder, ["Zqoqqa"])
        with closing(sqlite3.connect(server.database, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT * FROM students").fetchall()  # a backup that takes its time
            teacher.open(f"/classes/{stage.class_id}/delete")
            teacher.submit({"own_password": PASSWORD}, form="/delete")
            assert files_with(folder, ["Zqoqq"]) != {}
        wait_until_gone(folder, ["Zqoqq"])
        stopping.set()
        for reader in readers:
            reader.join()
        server.assert_no_faults()
    finally:
        stopping.set()
        server.stop()


def _look(server: LiveServer, cookie: str, stopping: threading.Event) -> None:
    """A student's page that polls as long as the class exists."""
    browser = server.browser(cookie)
    while not stopping.is_set():
        browser.send("GET", "/play")
        time.sleep(PAUSE_SECONDS)
