"""Tables that need the teacher's attention, with reasons, most urgent first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from classroom import clock
from classroom.i18n import _
from classroom.presenters.moments import how_long
from classroom.presenters.sessions.seats import ShownSeat
from classroom.presenters.words import isolated
from classroom.reports.live import RecentAnswer

IDLE_TOO_LONG = timedelta(seconds=90)
"""A table without a move for this long needs attention."""
MISSES_TOO_MANY = 3
"""The number of misses among a student's last `ANSWERS_LOOKED_AT` answers that needs attention."""
ANSWERS_LOOKED_AT = 6

_STUCK, _LOST, _EMPTY = range(3)
"""Most urgent first: a waiting table, a student with many misses, a table without students."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table needs attention."""

    text: str
    """A sentence: "Ana is away, and it’s their turn."."""
    student_id: str | None = None
    """The student concerned; None for the table."""
    is_away: bool = False
    """Whether the table waits for this student, who has no page open, so that a bot can play the turn."""
    is_private: bool = False
    """Whether it is about mistakes, which students should not read."""
    urgency: tuple[int, float] = field(default=(0, 0.0), repr=False, compare=False)
    """The kind of reason, and within it the number of misses or how early the wait began."""


def reasons_to_visit(
    seats: tuple[ShownSeat, ...], answers: Sequence[RecentAnswer], *, waits_since: datetime | None
) -> tuple[Reason, ...]:
    """Return why the teacher should visit a table with a game in progress: at most one reason per student or table.

    Counts, marks, and the order of tables read only this.

    :param answers: the latest answers of its students, oldest first.
    :param waits_since: when the last move was made; None if the table is paused.
    """
    stuck = None if waits_since is None else _stuck(seats, waits_since)
    if stuck is None:
        return tuple(_lost(seats, answers))
    return (
        stuck,
        *(
            reason
            for reason in _lost(seats, answers)
            if reason.student_id is None or reason.student_id != stuck.student_id
        ),
    )


def by_urgency(reason: Reason) -> tuple[int, float]:
    """Return the sort key: most urgent first."""
    kind, weight = reason.urgency
    return kind, -weight


def idle_minutes(waits_since: datetime | None, *, now: datetime) -> int:
    """Return the minutes without a move if they are a reason to visit, else 0. Only with them do reasons change."""
    idle = timedelta() if waits_since is None else now - waits_since
    return int(idle.total_seconds()) // 60 if idle >= IDLE_TOO_LONG else 0


def _stuck(seats: tuple[ShownSeat, ...], waits_since: datetime) -> Reason | None:
    active_player = next(seat for seat in seats if seat.is_active)
    idle = clock.now() - waits_since
    waits = -waits_since.timestamp()
    if all(seat.is_bot for seat in seats):
        return Reason(_("No student sits at this table."), urgency=(_EMPTY, 0))
    if not active_player.is_connected:
        text = _("%(name)s is away, and it’s their turn.", name=isolated(active_player.name))
        return Reason(text, active_player.student_id, is_away=True, urgency=(_STUCK, waits))
    if idle >= IDLE_TOO_LONG:
        return Reason(_("No move for %(time)s.", time=how_long(idle)), urgency=(_STUCK, waits))
    return None


def _lost(seats: tuple[ShownSeat, ...], answers: Sequence[RecentAnswer]) -> Iterator[Reason]:
    for seat in seats:
        if seat.is_bot:
            continue
        last = [one.is_right for one in answers if one.student_id == seat.student_id][-ANSWERS_LOOKED_AT:]
        wrong = last.count(False)
        if wrong >= MISSES_TOO_MANY:
            name = isolated(seat.name)
            text = _("%(name)s missed %(wrong)d of the last %(all)d answers.", name=name, wrong=wrong, all=len(last))
            yield Reason(text, seat.student_id, is_private=True, urgency=(_LOST, wrong))
