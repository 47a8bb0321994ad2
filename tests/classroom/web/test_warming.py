"""After warming up, a server has compiled the queries of a student's first report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from classroom.database import db
from classroom.reports.equations import equation_lines
from classroom.reports.solving import solving_times
from classroom.reports.spans import DateRange
from classroom.reports.students import student_line
from classroom.services.follow_ups.rate_goals import rate_goal_of
from classroom.web.warming import warm_up

if TYPE_CHECKING:
    from flask import Flask


@pytest.mark.usefixtures("db_session")
def test_queries_of_a_student_report_are_compiled_before_the_first(app: Flask) -> None:
    found: list[str] = []

    def note(*execution: Any) -> None:
        found.append(execution[4].cache_hit.name)

    db.engine.clear_compiled_cache()
    warm_up(app)
    event.listen(db.engine, "before_cursor_execute", note)
    try:
        student_line(DateRange(None), student_id="someone", name="Someone")
        equation_lines(DateRange(None), student_id="someone")
        solving_times(DateRange(None), student_id="someone")
        rate_goal_of(student_id="someone")
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    assert "CACHE_HIT" in found
    assert "CACHE_MISS" not in found
