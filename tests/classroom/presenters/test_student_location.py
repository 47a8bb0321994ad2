from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sqlalchemy import event

from classroom.database import db
from classroom.presenters.student.page import StudentLocation
from tests.factories import make_school_class, make_students

if TYPE_CHECKING:
    from flask import Flask


def test_a_page_does_not_wait_for_queries_of_another_page(app: Flask) -> None:
    """Otherwise requests that hold all connections would wait for one that waits for a connection."""
    with app.app_context():
        ids = [one.id for one in make_students(2, school_class=make_school_class())]
    has_begun, may_continue = threading.Event(), threading.Event()

    def look(student_id: str) -> int:
        with app.app_context():
            return StudentLocation(student_id, None).introduction

    def hold_up(*_: object) -> None:
        if threading.current_thread() is not threading.main_thread():
            has_begun.set()
            assert may_continue.wait(5), "the other page waits for this one"

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", hold_up)
    try:
        with ThreadPoolExecutor(1) as pool:
            slow = pool.submit(look, ids[0])
            assert has_begun.wait(5)
            assert look(ids[1]) == 0
            may_continue.set()
            assert slow.result() == 0
    finally:
        event.remove(engine, "before_cursor_execute", hold_up)
