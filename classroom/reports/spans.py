"""The answers that a report covers: those of one session, or of some weeks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, TypeVarTuple

from sqlalchemy import Select, or_, select

from classroom import clock
from classroom.clock import local_day
from classroom.database import db
from classroom.models import Attempt, Attendance, ClassSession, Game
from engine import CLASSIC

Columns = TypeVarTuple("Columns")


class Period(StrEnum):
    """How far back a report goes, in days of the server's time zone, including today."""

    TWO_WEEKS = "2-weeks"
    EIGHT_WEEKS = "8-weeks"
    ALL = "all"


_DAYS = {Period.TWO_WEEKS: 14, Period.EIGHT_WEEKS: 56}


@dataclass(frozen=True, slots=True)
class DateRange:
    """The answers of a class in a period, or in one of its sessions."""

    class_id: str | None
    """None for any class, in the report of a student who may have changed classes."""
    period: Period = Period.ALL
    class_session_id: str | None = None
    """If set, the period is ignored."""
    with_practice: bool = False
    """Whether to include practice; a specific session always counts."""
    until: datetime | None = None
    """When the last session of the period was opened; None: the period ends today."""

    @property
    def is_everything(self) -> bool:
        """Return whether these are all answers of the class except practice."""
        return (
            self.class_id is not None
            and self.class_session_id is None
            and self.period is Period.ALL
            and (not self.with_practice)
        )

    def narrow(self, query: Select[*Columns]) -> Select[*Columns]:
        """Restrict a query of attempts to this span, joining games and sessions."""
        joined = query.join(Game, Game.id == Attempt.game_id).join(
            ClassSession, ClassSession.id == Game.class_session_id
        )
        return self.narrow_sessions(joined)

    def narrow_student(self, query: Select[*Columns], student_id: str) -> Select[*Columns]:
        """Restrict a query of attempts to a student's. No answer is older than its session, and the index has times."""
        query = query.where(Attempt.student_id == student_id)
        if self.class_session_id is None and self.period in _DAYS:
            return query.where(Attempt.at >= self._start(_DAYS[self.period]))
        return query

    def narrow_sessions(self, query: Select[*Columns]) -> Select[*Columns]:
        """Restrict a query that has joined sessions to those of this span."""
        if self.class_id is not None:
            query = query.where(ClassSession.class_id == self.class_id)
        if self.class_session_id is not None:
            return query.where(ClassSession.id == self.class_session_id)
        if not self.with_practice:
            query = query.where(~ClassSession.is_practice)
        if self.until is not None:
            query = query.where(ClassSession.opened_at <= self.until)
        if self.period in _DAYS:
            return query.where(ClassSession.opened_at >= self._start(_DAYS[self.period]))
        return query

    def _start(self, days: int) -> datetime:
        """Return when a period of some days begins."""
        return clock.start_of_day(local_day(self.until or clock.now()) - timedelta(days=days - 1))


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session of a class, for a list of choices."""

    id: str
    opened_at: datetime
    settings: dict[str, Any]
    is_open: bool


def sessions_of(*, class_id: str, student_id: str | None = None) -> list[SessionLine]:
    """Return the sessions of a class with games, newest first, without those with playing cards, which have no answers.

    :param student_id: also list this student's sessions in earlier classes.
    """
    joined = select(Attendance.class_session_id).where(Attendance.student_id == student_id)
    which = or_(ClassSession.class_id == class_id, ClassSession.id.in_(joined))
    rows = db.session.execute(
        select(ClassSession.id, ClassSession.opened_at, ClassSession.settings, ClassSession.ended_at)
        .where(which, ClassSession.started_at.is_not(None), ~ClassSession.is_practice)
        .order_by(ClassSession.opened_at.desc())
    )
    return [
        SessionLine(row.id, row.opened_at, row.settings, row.ended_at is None)
        for row in rows
        if row.settings.get("edition") != CLASSIC.key
    ]
