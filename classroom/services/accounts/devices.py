"""Devices and network addresses that sign in, and failed attempts that belong to no account."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from classroom import clock
from classroom.services.accounts import rate_limit
from classroom.services.accounts.rate_limit import Budget, Limit
from classroom.services.errors import AccountErrorCode, ErrorCode, ServiceError


@dataclass(frozen=True, slots=True)
class Device:
    """A browser, identified by its cookie."""

    id: str | None = None
    """Random and signed; None if the request had no cookie, so its failed attempts count only by address."""
    people: tuple[str, ...] = ()
    """IDs of the teachers and students who have signed in here, latest first."""
    address: str = ""
    """The network address; a whole school may share one."""

    @property
    def is_proven(self) -> bool:
        """Return whether anyone has signed in here. Anyone can get a cookie, so a cookie alone proves nothing."""
        return bool(self.people)

    def knows(self, person_id: str) -> bool:
        """Return whether this person has signed in here."""
        return person_id in self.people


NEW_DEVICE = Device()
"""A browser without a cookie."""


log = logging.getLogger(__name__)

WRONG_TRIES = 30
WINDOW = timedelta(minutes=5)
_ADDRESSES = 2048
"""Maximum number of addresses to remember; those idle longest are dropped first."""

_tries: OrderedDict[tuple[str, str], deque[datetime]] = OrderedDict()
_lock = threading.Lock()


def wrong_try(code: ErrorCode, *, kind: str, device: Device) -> ServiceError:
    """Count a failed attempt; return the error to raise: ``code``, or MANY_WRONG_TRIES for an address over its limit.

    :param kind: what was attempted: a PIN, a class code. Each kind counts separately.
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


class Tried(StrEnum):
    """What an attempt is about."""

    CLASS_CODE = "code"
    CARD = "card"
    SETUP_TOKEN = "setup"  # noqa: S105  not a secret
    PASSWORD = "password"  # noqa: S105  not a secret
    PIN = "pin"
    LINK = "link"
    """Not a guess: a school account that no one has linked yet, waiting for a teacher."""


LIMITS = {
    Tried.CLASS_CODE: (rate_limit.CLASS_CODE,),
    Tried.CARD: (rate_limit.CLASS_CODE,),
    Tried.SETUP_TOKEN: (rate_limit.SETUP_TOKEN,),
    Tried.PASSWORD: (rate_limit.PASSWORD,),
    # Enough for the Chromebook of a cart on the first day.
    Tried.LINK: (Limit(10, 60, is_forgivable=False),),
    # Three students' short budgets, and so few a day that one device can't lock out a class.
    Tried.PIN: (Limit(10, 15, is_forgivable=False), Limit(30, 24 * 60, is_forgivable=False)),
}


def budget_of(tried: Tried, device: Device) -> Budget | None:
    """Return a device's budget; None without a cookie, where attempts count by address and account."""
    return Budget(f"{tried}:{device.id}"[:40], LIMITS[tried]) if device.id else None


def check_device(tried: Tried, device: Device) -> None:
    """Reject a device that has used up its own budget.

    :raises ServiceError: TOO_MANY_ON_DEVICE.
    """
    budget = budget_of(tried, device)
    if budget is not None:
        rate_limit.check_device(budget)


def refusal(code: ErrorCode, *, tried: Tried, device: Device) -> ServiceError:
    """Count a failed attempt against the device, then its address, and return the error to raise.

    From an address over its limit, nothing is written, so the number of rows stays bounded however many cookies someone
    requests.
    """
    error = wrong_try(code, kind=tried, device=device)
    budget = budget_of(tried, device)
    if budget is not None and error.code is code:
        rate_limit.add_wrong_try(scope=tried, device=budget.name)
    return error
