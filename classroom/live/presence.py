"""Who is connected: kept in memory with each heartbeat, and written to the database every few seconds."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from classroom import clock
from classroom.database import transaction
from classroom.models import Attendance
from classroom.prepared_statements import PreparedWrite

CONNECTED_FOR = timedelta(seconds=40)
"""How long a student counts as connected after the last heartbeat: three intervals plus a margin."""

_RELOAD = timedelta(seconds=3)
"""The time that a new page may take to open its stream after the previous page closed."""

_WRITE_EVERY = timedelta(seconds=10)
"""The maximum age of the heartbeat in the database. It must stay well below `CONNECTED_FOR`."""

_WRITE_SEEN = PreparedWrite(
    lambda: (
        update(Attendance)
        .where(
            Attendance.class_session_id == bindparam("session", type_=Attendance.class_session_id.type),
            Attendance.student_id == bindparam("student", type_=Attendance.student_id.type),
        )
        .values(seen_at=bindparam("at"))
    )
)
"""Not through SQLAlchemy: hundreds of rows every few seconds, and moves wait until they are written."""
_lock = threading.Lock()
_seen: dict[tuple[str, str], datetime | None] = {}
_written: dict[tuple[str, str], datetime | None] = {}
"""What this process last wrote."""
_closed: dict[tuple[str, str], datetime] = {}
"""When a student's last page was closed, if no other page has opened since."""
_open: dict[tuple[str, str], set[OpenPage]] = {}


class OpenPage:
    """An open page of a student, for as long as it holds a stream."""

    def __init__(self, *, class_session_id: str, student_id: str) -> None:
        self._who = (class_session_id, student_id)

    def alive(self) -> None:
        """Record a heartbeat of the stream."""
        with _lock:
            _open.setdefault(self._who, set()).add(self)
            _closed.pop(self._who, None)
            _seen[self._who] = clock.now()

    def gone(self) -> None:
        """Record that the stream closed. With the last page, the student disconnects, unless a reload follows."""
        with _lock:
            pages = _open.get(self._who, set())
            pages.discard(self)
            if not pages:
                _open.pop(self._who, None)
                _closed[self._who] = clock.now()


def note_seen(*, class_session_id: str, student_id: str) -> None:
    """Record a request by a student's page. Pages without a stream poll every few seconds."""
    with _lock:
        _closed.pop((class_session_id, student_id), None)
        _seen[class_session_id, student_id] = clock.now()


def note_gone(*, student_id: str) -> None:
    """Record that the student signed out, without waiting for heartbeats to stop."""
    with transaction() as session:
        session.execute(update(Attendance).where(Attendance.student_id == student_id).values(seen_at=None))
    with _lock:
        for who in [one for one in (*_seen, *_closed) if one[1] == student_id]:
            _closed.pop(who, None)
            _seen[who] = None
        for who in [one for one in _written if one[1] == student_id]:
            del _written[who]


def write_seen() -> list[str]:
    """Write everything recorded since the last call. Return the IDs of sessions where connections changed."""
    with _lock:
        now = clock.now()
        for who in [one for one, at in _closed.items() if now - at >= _RELOAD]:
            del _closed[who]
            _seen[who] = None
        seen = dict(_seen)
        _seen.clear()
        for who in [one for one, at in _written.items() if at is None or now - at >= CONNECTED_FOR]:
            del _written[who]
    seen = {who: at for who, at in seen.items() if not _is_written(who, at)}
    if not seen:
        return []
    changed = {who for who, at in seen.items() if at is None or not is_connected(_written.get(who), at=at)}
    in_order = sorted(seen)  # in the same order in every process, to prevent deadlocks
    with transaction():
        _WRITE_SEEN.run_all({"session": who[0], "student": who[1], "at": seen[who]} for who in in_order)
    with _lock:
        _written.update(seen)
    return sorted({class_session_id for class_session_id, _ in changed})


def _is_written(who: tuple[str, str], at: datetime | None) -> bool:
    """Return whether the database is recent enough, so that the heartbeat can wait for a later round."""
    written = _written.get(who)
    if at is None or written is None or at - written >= _WRITE_EVERY:
        return False
    with _lock:
        _seen.setdefault(who, at)
    return True


def is_connected(seen_at: datetime | None, *, at: datetime | None = None) -> bool:
    """Return whether a student with this last heartbeat is still connected.

    :param at: the current time, to share it between many calls
    """
    return seen_at is not None and (at or clock.now()) - seen_at < CONNECTED_FOR
