from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import LoginFailure
from classroom.services.accounts import rate_limit
from classroom.services.accounts.rate_limit import Budget, Limit, Reservation
from classroom.services.errors import AccountErrorCode, ErrorCode, ServerErrorCode, ServiceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from tests.frozen_clock import FrozenClock

BOB = Budget("pin:bob", (Limit(failures=3, minutes=15), Limit(failures=5, minutes=24 * 60, is_forgivable=False)))
CAROL = Budget("pin:carol", BOB.limits)
DEVICE = Budget("pin:device", (Limit(failures=4, minutes=15),))

pytestmark = pytest.mark.usefixtures("db_session", "frozen_clock")


def guess(secret: Budget = BOB, device: Budget | None = None) -> Reservation:
    """Make one wrong try."""
    reserved = rate_limit.reserve_try(secret=secret, device=device)
    assert not rate_limit.check_reserved(reserved, lambda: False)
    return reserved


def refused(secret: Budget = BOB, device: Budget | None = None) -> tuple[ErrorCode, int]:
    """Expect a refusal. Return the reason and the minutes to wait."""
    with pytest.raises(ServiceError) as caught:
        rate_limit.reserve_try(secret=secret, device=device)
    minutes = caught.value.facts["minutes"]
    assert isinstance(minutes, int)
    return caught.value.code, minutes


def count_rows() -> int:
    return db.session.execute(select(func.count()).select_from(LoginFailure)).scalar_one()


def test_wrong_tries_are_limited() -> None:
    for _ in range(3):
        guess()
    assert refused() == (AccountErrorCode.TOO_MANY_TRIES, 15)
    guess(CAROL)


def test_the_wait_becomes_shorter_and_ends(frozen_clock: FrozenClock) -> None:
    for _ in range(3):
        guess()
    frozen_clock.move_on(minutes=14, seconds=30)
    assert refused() == (AccountErrorCode.TOO_MANY_TRIES, 1)
    frozen_clock.move_on(seconds=30)
    guess()


def test_a_clock_that_is_set_back_locks_no_one_out_for_longer(frozen_clock: FrozenClock) -> None:
    for _ in range(3):
        guess()
    frozen_clock.move_on(seconds=-50)
    assert refused() == (AccountErrorCode.TOO_MANY_TRIES, 16), "a small step does not count as a jump"
    frozen_clock.move_on(hours=-1)
    guess()


def test_refused_tries_do_not_make_the_wait_longer(frozen_clock: FrozenClock) -> None:
    for _ in range(3):
        guess()
    for _ in range(5):
        frozen_clock.move_on(minutes=2)
        refused()
    frozen_clock.move_on(minutes=5)
    guess()


def test_the_longer_limit_applies_after_the_shorter_one(frozen_clock: FrozenClock) -> None:
    for _ in range(3):
        guess()
    frozen_clock.move_on(minutes=15)
    for _ in range(2):
        guess()
    assert refused() == (AccountErrorCode.TOO_MANY_TRIES, 24 * 60 - 15)
    frozen_clock.move_on(minutes=24 * 60 - 15)
    guess()


def test_forgiven_tries_still_count_for_the_day() -> None:
    for _ in range(2):
        guess()
    rate_limit.clear_failures(scope=BOB.name)
    for _ in range(3):
        guess()
    rate_limit.clear_failures(scope=BOB.name)
    assert refused()[1] == 24 * 60
    rate_limit.reset_limit(scope=BOB.name)
    guess()


def test_a_device_is_counted_over_all_secrets() -> None:
    for secret in (BOB, CAROL, BOB, CAROL):
        guess(secret, DEVICE)
    assert refused(BOB, DEVICE) == (AccountErrorCode.TOO_MANY_ON_DEVICE, 15)
    guess(BOB)


def test_a_try_that_is_withdrawn_or_fails_leaves_nothing() -> None:
    rate_limit.withdraw(rate_limit.reserve_try(secret=BOB, device=DEVICE))

    def fail() -> bool:
        raise ServiceError(ServerErrorCode.BUSY)

    with pytest.raises(ServiceError):
        rate_limit.check_reserved(rate_limit.reserve_try(secret=BOB), fail)
    assert count_rows() == 0


def test_another_scope_takes_tries_beyond_the_budget() -> None:
    scopes = [rate_limit.reserve_try(secret=BOB, spare_scope="spare") for _ in range(1)]
    assert [one.scope for one in scopes] == ["pin:bob"]
    for _ in range(2):
        guess()
    rate_limit.check_reserved(scopes[0], lambda: False)
    assert rate_limit.reserve_try(secret=BOB, spare_scope="spare").scope == "spare"


def test_an_undecided_try_of_a_dead_process_counts_as_wrong(frozen_clock: FrozenClock) -> None:
    for _ in range(3):
        rate_limit.reserve_try(secret=BOB)
    frozen_clock.move_on(minutes=1)
    assert refused()[0] is AccountErrorCode.TOO_MANY_TRIES


def test_waiting_too_long_for_undecided_tries_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "_PATIENCE_SECONDS", 0.0)
    for _ in range(3):
        rate_limit.reserve_try(secret=BOB)
    with pytest.raises(ServiceError) as caught:
        rate_limit.reserve_try(secret=BOB)
    assert caught.value.code is ServerErrorCode.BUSY


def test_simultaneous_tries_count_exactly(make_app: Callable[..., Flask]) -> None:
    apps = [make_app(), make_app()]  # two processes, from the database's point of view
    barrier = threading.Barrier(16)
    checked: list[int] = []

    def try_once(app: Flask) -> None:
        with app.app_context():
            barrier.wait()
            try:
                reserved = rate_limit.reserve_try(secret=BOB, device=DEVICE)
            except ServiceError:
                return
            checked.append(1)
            rate_limit.check_reserved(reserved, lambda: False)

    threads = [threading.Thread(target=try_once, args=(apps[number % 2],)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(checked) == 3
