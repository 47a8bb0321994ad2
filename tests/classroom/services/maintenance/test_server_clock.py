"""Processes on computers whose clocks differ have the same time, that of their PostgreSQL server."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.services.maintenance.background import BackgroundThread
from classroom.services.maintenance.leases import lease_of_app
from classroom.services.maintenance.server_clock import follow_server_clock
from tests.conftest import ON_POSTGRES
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

MOMENT = timedelta(seconds=1)


class Computer:
    """A computer with its own clock."""

    ahead = 0.0

    def seconds(self) -> float:
        """Return what its clock shows."""
        return time.time() + self.ahead


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Computer]:
    """A computer whose clock the test sets."""
    one = Computer()
    clock.follow_server(None)
    monkeypatch.setattr(clock, "_system_seconds", one.seconds)
    yield one
    monkeypatch.undo()
    clock.follow_server(None)
    clock.follow_system()


def _error() -> timedelta:
    return abs(clock.now() - datetime.now(UTC))


@pytest.mark.postgres
@pytest.mark.parametrize("ahead", nightly_except([180], [180, -180]))
def test_the_time_is_that_of_the_database_server(
    computer: Computer, make_postgres_app: Callable[[], Flask], ahead: int
) -> None:
    app = make_postgres_app()
    computer.ahead = ahead
    clock.follow_system()
    assert _error() > 100 * MOMENT
    with app.app_context():
        follow_server_clock()
        assert _error() < MOMENT

        computer.ahead = 0  # someone sets it right
        assert _error() < MOMENT
        lease = lease_of_app(app.config["DIRECT_DATABASE_URI"])
        BackgroundThread(app)._work(10, lease)
        lease.release()
    assert _error() < MOMENT
    assert not clock.has_jumped()


@pytest.mark.skipif(ON_POSTGRES, reason="there is a server")
def test_without_a_server_the_time_is_that_of_the_computer(computer: Computer, app: Flask) -> None:
    computer.ahead = 180
    clock.follow_system()
    with app.app_context():
        follow_server_clock()
    assert _error() > 100 * MOMENT
