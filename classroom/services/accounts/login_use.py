"""When people last did something: noted in memory with each request, written for all of them together.

Every active student would otherwise commit once a minute, nearly as often as they move.
"""

from __future__ import annotations

import threading
from datetime import datetime

from sqlalchemy import bindparam, update

from classroom.database import transaction
from classroom.models import LoginSession

_lock = threading.Lock()
_used: dict[str, datetime] = {}


def note_use(token_hash: str, at: datetime) -> None:
    """Note that someone did something with a sign-in."""
    with _lock:
        _used[token_hash] = at


def last_use(token_hash: str, written: datetime) -> datetime:
    """Give the last use that this process knows of.

    :param written: the one in the database.
    """
    return max(_used.get(token_hash, written), written)


def write_uses() -> None:
    """Write what was noted since the last call. A sign-in that has ended meanwhile stays ended."""
    with _lock:
        used = sorted(_used.items())  # as all do, so that no two processes wait for each other
    if not used:
        return
    statement = (
        update(LoginSession)
        .where(LoginSession.token_hash == bindparam("hash"), LoginSession.last_used_at < bindparam("at"))
        .values(last_used_at=bindparam("at"))
    )
    with transaction() as session:
        session.connection().execute(statement, [{"hash": token_hash, "at": at} for token_hash, at in used])
    with _lock:
        for token_hash, at in used:
            if _used.get(token_hash) == at:
                del _used[token_hash]
