"""Which answers a report is about: those of one session, or of the sessions of some weeks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
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
    """How far back a report looks. Days are those of the server's own time zone, today included."""

    TWO_WEEKS = "2-weeks"
    EIGHT_WEEKS = "8-weeks"
    ALL = "all"


_DAYS = {Period.TWO_WEEKS: 14, Period.EIGHT_WEEKS: 56}


@dataclass(frozen=True, slots=True)
class DateRange:
    """The answers of one class in a period, or in one of its sessions."""

    class_id: str | None
    """None: of whatever class, for the report of one student, who may have changed classes."""
    period: Period = Period.ALL
    class_session_id: str | None = None
    """If given, the period does not count."""
    with_practice: bool = False
    """Whether answers given in practice alone count too; in a session asked for they always do."""

    @property
    def is_everything(self) -> bool:
        """Whether these are all answers of the class, practice alone left out."""
        return (
            self.class_id is not None
            and self.class_session_id is None
            and self.period is Period.ALL
            and (not self.with_practice)
        )

    def narrow(self, query: Select[*Columns]) -> Select[*Columns]:
        """Keep the attempts of this span in a query on attempts; games and sessions are joined for it."""
        joined = query.join(Game, Game.id == Attempt.game_id).join(
            ClassSession, ClassSession.id == Game.class_session_id
        )
        return self.narrow_sessions(joined)

    def narrow_sessions(self, query: Select[*Columns]) -> Select[*Columns]:
        """Keep the sessions of this span in a query that has joined them."""
        if self.class_id is not None:
            query = query.where(ClassSession.class_id == self.class_id)
        if self.class_session_id is not None:
            return query.where(ClassSession.id == self.class_session_id)
        if not self.with_practice:
            query = query.where(~ClassSession.is_practice)
        if self.period in _DAYS:
            return query.where(ClassSession.opened_at >= _start_of_day(days_ago=_DAYS[self.period] - 1))
        return query


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One session of a class, for choosing it."""

    id: str
    opened_at: datetime
    settings: dict[str, Any]
    is_open: bool


def sessions_of(*, class_id: str, student_id: str | None = None) -> list[SessionLine]:
    """Return the sessions of a class in which games were dealt, newest first; those with playing cards hold no answers.

    :param student_id: whose sessions in earlier classes are listed too.
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


def _start_of_day(*, days_ago: int) -> datetime:
    day = local_day(clock.now()) - timedelta(days=days_ago)
    return datetime.combine(day, time.min).astimezone()
