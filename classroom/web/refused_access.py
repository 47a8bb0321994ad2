"""Log lines about denied access: who, on which page, and why.

They contain IDs and names of views, no input. Repeated attempts of one person on one page are logged once a minute.
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
    """It belongs to others."""
    FOR_OTHERS = "for_others"
    """The page is for teachers or administrators."""
    NO_TOKEN = "no_token"  # noqa: S105  not a secret
    """The form has no valid token."""
    OTHER_SITE = "other_site"
    """The form comes from another site."""
    TOO_LARGE = "too_large"
    FORGED = "forged"
    """None of our pages offers this."""


_AGAIN_SECONDS = 60.0
_MOST = 1000
_lock = threading.Lock()
_noted: dict[tuple[str, str, Reason], float] = {}
"""When the last line about this person, page, and reason was written."""


def note_refused(reason: Reason) -> None:
    """Log the current request, unless a similar one was logged within the last minute."""
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
