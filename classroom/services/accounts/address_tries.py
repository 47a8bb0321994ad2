"""Wrong tries by network address: counted in memory, and never a reason to refuse what is right.

A school's devices share an address, so the count only labels wrong answers, stops their rows, and warns in the log.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from datetime import datetime, timedelta

from classroom import clock
from classroom.services.accounts.devices import Device
from classroom.services.errors import AccountErrorCode, ErrorCode, ServiceError

log = logging.getLogger(__name__)

WRONG_TRIES = 30
WINDOW = timedelta(minutes=5)
_ADDRESSES = 2048
"""How many are remembered; those that were quiet longest are forgotten first."""

_tries: OrderedDict[tuple[str, str], deque[datetime]] = OrderedDict()
_lock = threading.Lock()


def wrong_try(code: ErrorCode, *, kind: str, device: Device) -> ServiceError:
    """Count a wrong try; give what to raise for it: ``code``, or MANY_WRONG_TRIES from an address over its limit.

    :param kind: what was tried: a PIN, a class code. Each kind counts for itself.
    """
    if device.is_proven:
        return ServiceError(code)
    with _lock:
        recent = _recent(kind, device.address)
        if len(recent) >= WRONG_TRIES:
            return ServiceError(AccountErrorCode.MANY_WRONG_TRIES)
        recent.append(clock.now())
        is_full = len(recent) == WRONG_TRIES
    if is_full:
        log.warning("%d wrong tries (%s) within %s from one address", WRONG_TRIES, kind, WINDOW)
    return ServiceError(code)


def _recent(kind: str, address: str) -> deque[datetime]:
    recent = _tries.setdefault((kind, address), deque(maxlen=WRONG_TRIES))
    _tries.move_to_end((kind, address))
    while len(_tries) > _ADDRESSES:
        _tries.popitem(last=False)
    since = clock.now() - WINDOW
    while recent and recent[0] <= since:
        recent.popleft()
    return recent
