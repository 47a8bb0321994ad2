from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.models import LoginFailure
from classroom.services.accounts import throttle
from classroom.services.accounts.throttle import Limit
from classroom.services.problems import Problem, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask_sqlalchemy.session import Session
    from sqlalchemy.orm import scoped_session

    from tests.frozen_clock import FrozenClock

LIMIT = Limit(failures=3, minutes=15)

pytestmark = pytest.mark.usefixtures("db_session")


def use_up(scope: str = "pin:bob") -> None:
    for _ in range(LIMIT.failures):
        throttle.reserve(scope=scope, limit=LIMIT)


def refused(scope: str = "pin:bob") -> int:
    """Expect a refusal; gives the minutes to wait."""
    with pytest.raises(ProblemError) as caught:
        throttle.reserve(scope=scope, limit=LIMIT)
    assert caught.value.problem is Problem.TOO_MANY_TRIES
    minutes = caught.value.facts["minutes"]
    assert isinstance(minutes, int)
    return minutes


def test_so_many_failures_and_no_more(frozen_clock: FrozenClock) -> None:
    use_up()
    assert refused() == 15


def test_each_scope_counts_for_itself(frozen_clock: FrozenClock) -> None:
    use_up("pin:bob")
    throttle.reserve(scope="pin:carol", limit=LIMIT)


def test_the_wait_becomes_shorter_and_ends(frozen_clock: FrozenClock) -> None:
    use_up()
    frozen_clock.move_on(minutes=14, seconds=30)
    assert refused() == 1
    frozen_clock.move_on(seconds=30)
    throttle.reserve(scope="pin:bob", limit=LIMIT)


def test_refused_tries_do_not_make_the_wait_longer(frozen_clock: FrozenClock) -> None:
    use_up()
    for _ in range(5):
        frozen_clock.move_on(minutes=2)
        refused()
    frozen_clock.move_on(minutes=5)
    throttle.reserve(scope="pin:bob", limit=LIMIT)


def test_forgiving_forgets_everything(frozen_clock: FrozenClock) -> None:
    use_up()
    throttle.forgive(scope="pin:bob")
    use_up()
    refused()


def test_releasing_takes_back_one(frozen_clock: FrozenClock) -> None:
    use_up()
    throttle.release(scope="pin:bob")
    throttle.reserve(scope="pin:bob", limit=LIMIT)
    refused()


def test_failures_are_not_kept_longer_than_they_count(
    frozen_clock: FrozenClock, db_session: scoped_session[Session]
) -> None:
    use_up()
    frozen_clock.move_on(minutes=16)
    throttle.reserve(scope="pin:bob", limit=LIMIT)
    assert db_session.scalar(select(func.count()).select_from(LoginFailure)) == 1


def test_tries_at_the_same_moment_count_exactly(make_app: Callable[..., Flask]) -> None:
    apps = [make_app(), make_app()]  # two processes, as far as the database can tell
    barrier = threading.Barrier(16)
    passed = []

    def guess(app: Flask) -> None:
        with app.app_context():
            barrier.wait()
            try:
                throttle.reserve(scope="pin:bob", limit=LIMIT)
            except ProblemError:
                return
            passed.append(1)

    threads = [threading.Thread(target=guess, args=(apps[number % 2],)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == LIMIT.failures
