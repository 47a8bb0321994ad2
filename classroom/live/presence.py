"""Who has a page open: noted in memory at each sign of life, written to the database every few seconds."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from classroom import clock
from classroom.database import transaction
from classroom.models import Attendance

CONNECTED_FOR = timedelta(seconds=40)
"""A student counts as connected this long after the last sign of life: three heartbeats and a little."""

_RELOAD = timedelta(seconds=3)
"""How long the next page may take to open its stream after the one before has closed its own."""

_WRITE_EVERY = timedelta(seconds=10)
"""How old the sign of life in the database may get; `CONNECTED_FOR` leaves room for it."""

_lock = threading.Lock()
_seen: dict[tuple[str, str], datetime | None] = {}
_written: dict[tuple[str, str], datetime | None] = {}
"""What this process wrote last."""
_closed: dict[tuple[str, str], datetime] = {}
"""When the last page of a student was closed; no one knows yet whether another one opens."""
_open: dict[tuple[str, str], set[OpenPage]] = {}


class OpenPage:
    """A page of a student that holds a stream: here as long as the stream is."""

    def __init__(self, *, class_session_id: str, student_id: str) -> None:
        self._who = (class_session_id, student_id)

    def alive(self) -> None:
        """Note a sign of life of the stream."""
        with _lock:
            _open.setdefault(self._who, set()).add(self)
            _closed.pop(self._who, None)
            _seen[self._who] = clock.now()

    def gone(self) -> None:
        """Note that the stream closed. The student is gone with the last page, unless another one opens: a reload."""
        with _lock:
            pages = _open.get(self._who, set())
            pages.discard(self)
            if not pages:
                _open.pop(self._who, None)
                _closed[self._who] = clock.now()


def note_seen(*, class_session_id: str, student_id: str) -> None:
    """Note a request by a page of the student: pages without a stream make one every few seconds."""
    with _lock:
        _closed.pop((class_session_id, student_id), None)
        _seen[class_session_id, student_id] = clock.now()


def note_gone(*, student_id: str) -> None:
    """Note that the student signed out: no one waits for a sign of life that will not come."""
    with transaction() as session:
        session.execute(update(Attendance).where(Attendance.student_id == student_id).values(seen_at=None))
    with _lock:
        for who in [one for one in (*_seen, *_closed) if one[1] == student_id]:
            _closed.pop(who, None)
            _seen[who] = None
        for who in [one for one in _written if one[1] == student_id]:
            del _written[who]


def write_seen() -> list[str]:
    """Write what was noted since the last call; gives the ids of the class sessions where someone has come or gone."""
    with _lock:
        for who in [one for one, at in _closed.items() if clock.now() - at >= _RELOAD]:
            del _closed[who]
            _seen[who] = None
        seen = dict(_seen)
        _seen.clear()
        for who in [one for one, at in _written.items() if at is None or clock.now() - at >= CONNECTED_FOR]:
            del _written[who]
    seen = {who: at for who, at in seen.items() if not _is_written(who, at)}
    if not seen:
        return []
    changed = {who for who, at in seen.items() if at is None or not is_connected(_written.get(who), at=at)}
    in_order = sorted(seen)  # as all do, so that no two wait for each other
    is_own = (Attendance.class_session_id == bindparam("session")) & (Attendance.student_id == bindparam("student"))
    with transaction() as session:
        session.connection().execute(
            update(Attendance).where(is_own).values(seen_at=bindparam("at")),
            [{"session": who[0], "student": who[1], "at": seen[who]} for who in in_order],
        )
    with _lock:
        _written.update(seen)
    return sorted({class_session_id for class_session_id, _ in changed})


def _is_written(who: tuple[str, str], at: datetime | None) -> bool:
    """Whether the database knows nearly as much; if so, the sign of life waits for a later round."""
    written = _written.get(who)
    if at is None or written is None or at - written >= _WRITE_EVERY:
        return False
    with _lock:
        _seen.setdefault(who, at)
    return True


def is_connected(seen_at: datetime | None, *, at: datetime | None = None) -> bool:
    """Whether a sign of life at that moment still means that someone is there.

    :param at: the current moment, where many are asked about.
    """
    return seen_at is not None and (at or clock.now()) - seen_at < CONNECTED_FOR
