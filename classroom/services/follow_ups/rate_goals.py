"""Goals for exit tickets: a number of correct answers per minute by a date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from statistics import median

from classroom.database import db, transaction
from classroom.learning.aimline import TICKETS_OF_START
from classroom.models import RateGoal, Student
from classroom.services.locks import existing_row, locked_row

MIN_TICKETS = TICKETS_OF_START
"""Tickets needed before a goal can be set."""
LARGEST_RATE = 60
LONGEST = timedelta(days=366)


def rate_goal_of(*, student_id: str) -> RateGoal | None:
    """Return a student's goal, if set."""
    return db.session.get(RateGoal, student_id)


def set_rate_goal(*, student_id: str, per_minute: int, until: date, today: date, rates: Sequence[float]) -> bool:
    """Set or replace a goal. Return False if it is too ambitious, or there are too few tickets.

    :param rates: correct answers per minute on the student's tickets, oldest first
    """
    is_near = today + timedelta(days=7) <= until <= today + LONGEST
    if len(rates) < MIN_TICKETS or not 1 <= per_minute <= LARGEST_RATE or not is_near:
        return False
    start = median(rates[-TICKETS_OF_START:])
    with transaction() as session:
        existing_row(session, Student, student_id)
        goal = session.get(RateGoal, student_id) or RateGoal(student_id=student_id)
        goal.per_minute, goal.until, goal.start_per_minute, goal.since = per_minute, until, start, today
        session.add(goal)
    return True


def remove_rate_goal(*, student_id: str) -> None:
    with transaction() as session:
        if (goal := locked_row(session, RateGoal, student_id)) is not None:
            session.delete(goal)
