"""Lines in the server log about what someone tried and may not do: who, on which page, and why it was refused.

They hold IDs and names of views, no input. Many tries of one person on one page make one line a minute.
"""

from __future__ import annotations

import logging
import threading
import time
from enum import StrEnum

from flask import request

from classroom.services.audit_log import current_actor

log = logging.getLogger(__name__)


class Reason(StrEnum):
    """Why a request was refused."""

    OF_OTHERS = "of_others"
    """What it asks for belongs to others."""
    FOR_OTHERS = "for_others"
    """The page is for others: for teachers, or for administrators."""
    NO_TOKEN = "no_token"  # noqa: S105  not a secret
    """The form has no good token."""
    OTHER_SITE = "other_site"
    """The form comes from another site."""
    TOO_LARGE = "too_large"
    FORGED = "forged"
    """No page of ours offers what was asked."""


_AGAIN_SECONDS = 60.0
_MOST = 1000
_lock = threading.Lock()
_noted: dict[tuple[str, str, Reason], float] = {}
"""When a line was last written about whom, where, and why."""


def note_refused(reason: Reason) -> None:
    """Write a line about the current request, unless there was one like it within the last minute."""
    who = current_actor().person or "anonymous"
    where = f"{request.method} {request.endpoint}"
    now = time.monotonic()
    with _lock:
        if now - _noted.get((who, where, reason), float("-inf")) < _AGAIN_SECONDS:
            return
        if len(_noted) >= _MOST:
            _noted.clear()
        _noted[who, where, reason] = now
    log.warning("refused: %s by %s: %s", where, who, reason)
