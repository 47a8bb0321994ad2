"""Wrong tries that no account can be charged with: class codes, cards and set-up tokens that do not exist."""

from __future__ import annotations

from enum import StrEnum

from classroom.services.accounts import rate_limit
from classroom.services.accounts.address_tries import wrong_try
from classroom.services.accounts.devices import Device
from classroom.services.accounts.rate_limit import Budget, Limit
from classroom.services.errors import ErrorCode, ServiceError


class Tried(StrEnum):
    """What is guessed at."""

    CLASS_CODE = "code"
    CARD = "card"
    SETUP_TOKEN = "setup"  # noqa: S105  not a secret
    PASSWORD = "password"  # noqa: S105  not a secret
    PIN = "pin"


LIMITS = {
    Tried.CLASS_CODE: (rate_limit.CLASS_CODE,),
    Tried.CARD: (rate_limit.CLASS_CODE,),
    Tried.SETUP_TOKEN: (rate_limit.SETUP_TOKEN,),
    Tried.PASSWORD: (rate_limit.PASSWORD,),
    # Three students' short budgets, and so few in a day that one device cannot lock a class.
    Tried.PIN: (Limit(10, 15, is_forgivable=False), Limit(30, 24 * 60, is_forgivable=False)),
}


def budget_of(tried: Tried, device: Device) -> Budget | None:
    """What one device may try; None for one without a cookie, whose tries count by address and by account."""
    return Budget(f"{tried}:{device.id}"[:40], LIMITS[tried]) if device.id else None


def check_device(tried: Tried, device: Device) -> None:
    """Refuse a device that has used up its own budget, and no other.

    :raises ServiceError: TOO_MANY_ON_DEVICE.
    """
    budget = budget_of(tried, device)
    if budget is not None:
        rate_limit.check_device(budget)


def refusal(code: ErrorCode, *, tried: Tried, device: Device) -> ServiceError:
    """Count a wrong try against the device, then its address; give what to raise.

    From an address over its limit nothing more is written: rows stay bounded however many cookies somebody fetches.
    """
    error = wrong_try(code, kind=tried, device=device)
    budget = budget_of(tried, device)
    if budget is not None and error.code is code:
        rate_limit.add_wrong_try(scope=tried, device=budget.name)
    return error
