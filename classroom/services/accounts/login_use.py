"""When people were last active: recorded in memory with each request, and written for all of them together.

Otherwise every active student would cause a commit once a minute, nearly as often as by moves.
"""

from __future__ import annotations

import threading
from datetime import datetime

from sqlalchemy import bindparam, update

from classroom.database import transaction
from classroom.models import LoginSession
from classroom.prepared_statements import PreparedWrite

_AT = bindparam("at", type_=LoginSession.last_used_at.type)
_WRITE_USE = PreparedWrite(
    lambda: (
        update(LoginSession)
        .where(
            LoginSession.token_hash == bindparam("hash", type_=LoginSession.token_hash.type),
            LoginSession.last_used_at < _AT,
        )
        .values(last_used_at=_AT)
    )
)
_lock = threading.Lock()
_used: dict[str, datetime] = {}


def note_use(token_hash: str, at: datetime) -> None:
    with _lock:
        _used[token_hash] = at


def last_use(token_hash: str, written: datetime) -> datetime:
    """Return the latest use that this process knows.

    :param written: the one in the database.
    """
    return max(_used.get(token_hash, written), written)


def write_uses() -> None:
    """Write everything recorded since the last call. Logins that have ended stay ended."""
    with _lock:
        used = sorted(_used.items())  # in the same order in every process, to prevent deadlocks
    if not used:
        return
    with transaction():
        _WRITE_USE.run_all({"hash": token_hash, "at": at} for token_hash, at in used)
    with _lock:
        for token_hash, at in used:
            if _used.get(token_hash) == at:
                del _used[token_hash]
